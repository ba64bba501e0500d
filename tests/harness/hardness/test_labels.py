"""Answers of other systems."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.harness.hardness.labels import read_labels
from kparse.errors import InputError
from tests.harness.hardness.made import golds

GOLDS = golds()


def write(path: Path, head: str, *rows: str) -> Path:
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def test_one_label_an_item(tmp_path: Path) -> None:
    file = write(tmp_path / "l.tsv", "item\tlabel", "0\tfirst", "1\tfirst", "2\tnone", "3\tsecond")
    found = read_labels(file, GOLDS)
    assert found.sizes == (1,)
    assert [found.of[g.item.id] for g in GOLDS] == [(0,), (0,), (None,), (1,)]


def test_the_table_of_mine_query(tmp_path: Path) -> None:
    head = "id\tpair\tsentences\tlabel\tanswer"
    rows = [f"{n}\tx\t{s}\t{w}\t" for n in range(4) for s, w in ((20, "wrong"), (10, "right"))]
    found = read_labels(write(tmp_path / "l.tsv", head, *rows), GOLDS)
    assert found.sizes == (10, 20)
    assert found.of == {g.item.id: (g.answer, 1 - (g.answer or 0)) for g in GOLDS}


@pytest.mark.parametrize(
    ("head", "rows", "message"),
    [
        ("item\tanswer", ["0\tright"], r"l\.tsv:1.*no column 'label'"),
        ("item\tlabel", ["0"], r"l\.tsv:2.*not enough columns"),
        ("item\tlabel", ["9\tright"], r"l\.tsv:2.*no question '9'"),
        ("item\tlabel", ["0\tmaybe"], r"l\.tsv:2.*'maybe' is no label"),
        ("item\tlabel", ["0\tright", "0\twrong"], r"l\.tsv:3.*comes twice"),
        ("item\tlabel", ["0\tright"], "question '1' has no label"),
        ("item\tlabel", [], "has no label"),
        ("item\tsentences\tlabel", ["0\tmany\tright"], "no number of sentences"),
        (
            "item\tsentences\tlabel",
            ["0\t5\tright", "0\t6\tright", *(f"{n}\t5\tright" for n in (1, 2, 3))],
            "question '1' has no label at 6",
        ),
    ],
)
def test_what_is_wrong_is_one_message(
    tmp_path: Path, head: str, rows: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_labels(write(tmp_path / "l.tsv", head, *rows), GOLDS)
