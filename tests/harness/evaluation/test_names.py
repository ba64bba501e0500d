"""GAP's own score: a pronoun may stand for neither name."""

from __future__ import annotations

import pytest

from coindex.harness.evaluation.names import Judged, judged, score
from coindex.harness.questions.gap import Row, table_of
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner

HEAD = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"


def row(text: str, pronoun: str, names: tuple[str, str], right: tuple[bool, bool]) -> Row:
    start = text.index(f" {pronoun} ") + 1
    item = Item("1", text, start, start + len(pronoun), names)
    return Row(item, (text.index(names[0]), text.index(names[1])), right)


def test_each_name_counts_by_itself() -> None:
    text = "Ida Moss met Eve Lind, and she smiled."
    rows = [row(text, "she", ("Ida Moss", "Eve Lind"), r) for r in ((True, False), (False, False))]
    right, wrong = Judged(rows[0], 0, is_meant=True), Judged(rows[0], 1, is_meant=True)
    silent, odd = Judged(rows[0], 0, is_meant=False), Judged(rows[1], 1, is_meant=True)
    found = score([right, wrong, silent, odd])
    assert (found.true, found.false, found.missed) == (1, 2, 2)
    assert (found.asked, found.right) == (3, 2)
    assert found.f1 == pytest.approx(1 / 3)
    assert right.is_feminine


def test_a_table_has_rows_without_a_right_name() -> None:
    line = "a\tIda Moss met Eve Lind, and she smiled.\tshe\t27\tIda Moss\t0\tFALSE\tEve Lind\t13\tFALSE\tx\n"
    (found,) = table_of((HEAD + line).encode(), "g.tsv")
    assert (found.places, found.right) == ((0, 13), (False, False))


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "pronoun", "names", "better", "is_meant"),
    [
        (
            "Ida Moss taught Eve Lind. Moss moved to Ghent, where she died.",
            "she",
            ("Ida Moss", "Eve Lind"),
            0,
            True,
        ),
        (
            "Paul Toth wrote. Karl Moser read. Ida Moss sang; there she died.",
            "she",
            ("Paul Toth", "Karl Moser"),  # no names of women
            None,
            False,
        ),
    ],
)
def test_a_text_is_read(
    reasoner: Reasoner,
    text: str,
    pronoun: str,
    names: tuple[str, str],
    better: int | None,
    is_meant: bool,
) -> None:
    found = judged(reasoner, row(text, pronoun, names, (False, False)))
    assert (found.better, found.is_meant) == (better, is_meant)
