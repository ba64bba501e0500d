"""GAP's table of pronouns with two names each."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from coindex.harness.questions.questions import read_questions
from coindex.harness.questions.sources import Selection, read_sets
from kparse.errors import InputError

HEAD = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"
ROW = "{}\tIda Moss met Eve Lind, and she smiled.\tshe\t{}\tIda Moss\t0\t{}\tEve Lind\t13\t{}\tx\n"


def test_rows_with_a_right_name_are_questions(tmp_path: Path) -> None:
    path = tmp_path / "g.tsv.gz"
    rows = ROW.format("a", 27, "TRUE", "FALSE") + ROW.format("b", 27, "FALSE", "TRUE")
    path.write_bytes(gzip.compress((HEAD + rows + ROW.format("c", 27, "FALSE", "FALSE")).encode()))
    first, second = read_questions(path)
    assert (first.item.id, first.answer, second.answer) == ("a", 0, 1)
    assert first.item.candidates == ("Ida Moss", "Eve Lind")
    assert first.item.text[first.item.pron_start : first.item.pron_end] == "she"
    infos, _ = read_sets([f"gap={path}"], Selection(), {})
    assert infos["gap"].kind == "gap"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"ID\tText\n", 1),
        ((HEAD + ROW.format("a", 26, "TRUE", "FALSE")).encode(), 2),
        ((HEAD + "a\tb\n").encode(), 2),
    ],
)
def test_what_is_no_such_table_is_refused(tmp_path: Path, content: bytes, line: int) -> None:
    path = tmp_path / "g.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_questions(path)
    assert caught.value.location is not None
    assert caught.value.location.line == line


def test_damaged_gzip(tmp_path: Path) -> None:
    path = tmp_path / "g.tsv.gz"
    path.write_bytes(gzip.compress((HEAD * 100).encode())[:60])
    with pytest.raises(InputError, match="damaged"):
        read_questions(path)
