from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from kparse.cachedir import cache_directory, private, temporary_directory, writable


def test_cache_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", "/somewhere")
    assert cache_directory() == Path("/somewhere")
    monkeypatch.delenv("COINDEX_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/xdg")
    assert cache_directory() == Path("/xdg/coindex")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_directory() == Path.home() / ".cache" / "coindex"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache_directory() == Path.home() / "Library" / "Caches" / "coindex"


def test_writable_makes_the_directory(tmp_path: Path) -> None:
    assert writable(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("in the way")
    assert not writable(tmp_path / "file" / "b")


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners here")
def test_private_is_what_others_cannot_write_to(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    assert not private(mine)
    mine.mkdir(mode=0o700)
    assert private(mine)
    mine.chmod(0o777)
    assert not private(mine)
    link = tmp_path / "link"
    mine.chmod(0o700)
    link.symlink_to(mine)
    assert private(mine)


def test_a_taken_temporary_directory_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    first = temporary_directory()
    assert first == temporary_directory()
    first.chmod(0o777)
    other = temporary_directory()
    assert other != first
    assert private(other)
