"""What an explanation says of rules that are even, and how ``kb why-not`` adds up points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.authoring.why_not import points_of
from coindex.reasoner.rendering.outline import DECIDED, TIED, how_decided

RULE = FiredRule("r", "a.lp", 1, "t", 5, "authored")


def reading(index: int, knowledge: int, preference: int, *rules: FiredRule) -> Reading:
    costs = {"problems": 0, "knowledge": -knowledge, "mined": 0, "preference": -preference}
    return Reading(index, "AB"[index], None, -knowledge, costs, rules)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ((51, 3), (51, 0), TIED),
        ((51, 0), (44, 0), "a guess: the rules are ahead by 7 only, and 10 are needed to decide"),
    ],
)
def test_rules_that_are_even_are_tied(
    first: tuple[int, int], second: tuple[int, int], said: str
) -> None:
    readings = reading(0, *first, RULE), reading(1, *second, RULE)
    guess = Answer("t", "it", 0, 2, ("A", "B"), 0, "preference", 0.5, readings)
    assert how_decided(guess) == said
    silent = replace(guess, readings=(reading(0, 0, 3), reading(1, 0, 0)))
    assert how_decided(silent) == DECIDED["preference"]


def test_points_add_up() -> None:
    assert list(points_of(reading(0, 51, 3), reading(1, 7, 0))) == [
        "points             A       B   ahead by",
        "  knowledge       51       7         44",
        "  in all          51       7         44",
        "  preference       3       0          3   (counts only between equals)",
    ]
