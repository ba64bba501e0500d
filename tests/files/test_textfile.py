"""Text files: errors are reported with their place, and writing replaces a file at once."""

import os
from pathlib import Path

import pytest

from coindex.files.textfile import read_text, write_text
from coindex.reasoner.jobs.journal import Journal
from kparse.errors import InputError


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_place_counts_characters_behind_the_byte_order_mark(tmp_path: Path, mark: bytes) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(mark + "one\nZoë ".encode() + b"\xff\n")
    with pytest.raises(InputError, match="not UTF-8") as caught:
        read_text(path)
    place = caught.value.location
    assert place is not None
    assert (place.line, place.column) == (2, 5)


def test_marks_and_carriage_returns_go(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    assert read_text(path) == "one\ntwo\n"


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o640)
    write_text(path, "new")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o640)
    with pytest.raises(InputError, match="cannot write"):
        write_text(tmp_path, "new")
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(InputError, match="no regular file"):
        write_text(pipe, "x")
    with pytest.raises(InputError, match="no regular file"):
        Journal(pipe, "abc")
    assert pipe.is_fifo()
