"""Findings of the linter that the last commit does not have."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coindex.reasoner.linting.lint import lint
from coindex.reasoner.linting.since_commit import new_findings
from kparse.errors import InputError

LINES = "teach\tobj\tdrowsy\nzib\tobj\tsmall\nzib\tsubj\tbig\n"


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def test_only_what_an_edit_brought_is_new(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text(LINES, "utf-8")
    found = lint([file])
    assert new_findings([file], found, wanted=False) == ([], found)
    with pytest.raises(InputError, match="no commit to compare with"):
        new_findings([file], found, wanted=True)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "a.tsv")
    git(tmp_path, "commit", "-qm", "one")
    assert new_findings([file], found, wanted=True) == ([], found)
    file.write_text("# moved\n" + LINES.replace("big", "big Tall"), "utf-8")
    edited = lint([file])
    new, old = new_findings([file], edited, wanted=True)
    assert [(one.code, one.location.line) for one in new] == [("E606", 4)]
    assert len(old) == len(found)
