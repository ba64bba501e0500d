"""What an explanation says of rules that are even, and how ``kb why-not`` adds up points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex import Reasoner
from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.authoring.why_not import points_of, points_of_rules
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


@pytest.mark.model
@pytest.mark.parametrize(
    "text",
    [
        "Ida scolded Rosa because [she] had lied.",
        "The wardrobe did not go through the gate because [it] was too wide.",
        "Although Lena trusted Maud, [she] locked the safe.",
    ],
)
def test_the_points_of_rules_add_up_to_the_sums(text: str, reasoner: Reasoner) -> None:
    answer = reasoner.solve(text)
    assert answer.best is not None
    other = next(one for one in answer.readings if one is not answer.best)
    by_rules = [sum(p for p, _ in points_of_rules(one)) for one in (answer.best, other)]
    names = ("knowledge", "asked", "mined", "salience")
    by_sources = [-sum(one.cost_by_level.get(n, 0) for n in names) for one in (answer.best, other)]
    assert by_rules[0] - by_rules[1] == by_sources[0] - by_sources[1]


def test_one_rule_of_a_link_counts_in_full_and_weak_ones_not_at_all() -> None:
    strong, other = replace(RULE, link="l"), replace(RULE, id="s", link="l", weight=4)
    weak = replace(RULE, id="reason(a,b,c)", link="m", weight=3)
    clash = replace(RULE, id="c", weight=6, sign=-1)
    found = points_of_rules(reading(0, 0, 0, strong, other, weak, clash))
    assert [(points, rule.id) for points, rule in found] == [
        (-60, "c"),
        (51, "r"),
        (1, "s"),
        (0, "reason(a,b,c)"),
    ]
