"""Tallies of answers against gold."""

from __future__ import annotations

from harness.evaluate import describe, table, tally
from harness.questions import Gold
from reasoner.answer import Answer, FiredRule, Outcome, Reading
from reasoner.item import Item


def pair(number: int, chosen: int | None, right: int, how: Outcome) -> tuple[Gold, Answer]:
    item = Item(str(number), "Nora met Jill and she smiled.", 18, 21, ("Nora", "Jill"))
    rule = FiredRule("r", "theory/x.lp", 3, "so it is", 5, "authored")
    readings = tuple(
        Reading(i, c, f"x{i}", 0, {"knowledge": 0}, (rule,) if i == chosen else ())
        for i, c in enumerate(item.candidates)
    )
    answer = Answer(
        item.text, "she", 18, 21, item.candidates, chosen, how, 0.7, readings, graph="(d1 / text)"
    )
    return Gold(item, right, f"pair:{number}"), answer


def test_counts_by_part_and_outcome() -> None:
    pairs = [
        pair(1, 0, 0, "knowledge"),
        pair(2, 1, 0, "knowledge"),
        pair(3, 0, 0, "preference"),
        pair(4, 0, 1, "tie"),
    ]
    tallies = tally(pairs)
    whole = tallies["all"]
    assert (whole.items, whole.parsed, whole.matched, whole.right) == (4, 4, 4, 2)
    assert whole.by["knowledge"] == [2, 1]
    assert sum(t.items for name, t in tallies.items() if name != "all") == 4
    assert whole.row("all")[4:] == ["2 (50.0 %)", "2 (50.0 %)", "1 (50.0 %)", "1 (50.0 %)"]


def test_the_table_is_aligned() -> None:
    lines = table(tally([pair(1, 0, 0, "knowledge")])).splitlines()
    assert lines[0].startswith("part")
    assert len(lines) == 3
    assert lines[1].index("1") == lines[0].index("items")


def test_a_question_in_words() -> None:
    text = describe(*pair(1, 1, 0, "knowledge"))
    assert "WRONG by knowledge" in text
    assert "gold 'Nora'" in text
    assert "r+5" in text
