"""Counts over items: by outcome and part, baselines, curves, twins, people, causes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from coindex.harness.scores.causes import behind, connectives, ranked, rules, unknown_words
from coindex.harness.scores.curves import area, calibration_error, coverage, reliability
from coindex.harness.scores.run import Bin, Cell, Twins
from coindex.harness.scores.table import decided_above
from coindex.harness.scores.tally import human_cut, scores, scores_of_sets, sure_of_parts, twins

Make = Callable[..., Any]


def test_counts_by_set_part_and_outcome(make: Make) -> None:
    items = [
        make(),
        make(id="2", answer=0, miss="row", hole="row"),
        make(id="3", part="held", decided_by="preference", hole="axiom"),
        make(id="4", part="held", decided_by="tie", answer=0, miss="axiom", hole="axiom"),
        make(id="5", gold=None),
        make(set="t", candidates=("a", "b", "c", "d")),
    ]
    found = scores_of_sets(items, ["s", "t"])
    assert {name: list(parts) for name, parts in found.items()} == {
        "s": ["tune", "held", "all"],
        "t": ["tune", "all"],
        "all": ["tune", "held", "all"],
    }
    whole = found["s"]["all"]
    assert (whole.items, whole.right, whole.accuracy) == (4, 2, 0.5)
    assert whole.by == {"knowledge": Cell(2, 1), "preference": Cell(1, 1), "tie": Cell(1, 0)}
    assert whole.misses == {"row": 1, "axiom": 1}
    assert whole.undecided == {"axiom": Cell(2, 1)}
    assert found["t"]["all"].expected == 0.25
    assert found["all"]["all"].expected == pytest.approx((4 * 0.5 + 0.25) / 5)


def test_baselines_are_scored_where_they_have_an_answer(make: Make) -> None:
    found = scores([make(), make(id="2", gold=0)]).baselines
    assert found["first"] == Cell(2, 1)
    assert found["subject"] == Cell(0, 0)


def test_coverage_takes_equal_confidence_together(make: Make) -> None:
    items = [
        make(confidence=0.9, margin=8),
        make(confidence=0.7, margin=3),
        make(confidence=0.7, margin=5, answer=0),
        make(confidence=0.5, margin=0, answer=0),
        make(confidence=0.99, gold=None),
    ]
    points = coverage(items)
    assert [(p.share, p.precision, p.margin) for p in points] == [
        (0.25, 1.0, 8),
        (0.75, pytest.approx(2 / 3), 3),
        (1.0, 0.5, 0),
    ]
    assert area(points) == pytest.approx(0.25 * 1 + 0.5 * 2 / 3 + 0.25 * 0.5)
    assert area(()) == 0


def test_reliability_and_its_error(make: Make) -> None:
    items = [make(confidence=1.0), make(confidence=0.9, answer=0), make(confidence=0.55)]
    bins = reliability(items)
    assert bins == (Bin(0.5, 0.6, 1, 0.55, 1), Bin(0.9, 1.0, 2, 0.95, 1))
    assert calibration_error(bins) == pytest.approx((0.45 * 1 + 0.45 * 2) / 3)
    assert calibration_error(()) == 0


def test_twins_are_those_whose_answers_differ(make: Make) -> None:
    items = [
        make(),
        make(id="2", gold=0, answer=0),  # both right
        make(id="3", pair="p2"),
        make(id="4", pair="p2", gold=0, candidates=("max", "the Ivo")),  # one answer for both
        make(id="5", pair="p3"),
        make(id="6", pair="p3"),  # no twins: one right answer
        make(id="7", pair="p4"),
        make(id="8", pair="p4", gold=0, candidates=("Eva", "Ivo")),  # other candidates
        make(id="9", pair="p5"),  # alone
    ]
    assert twins(items) == Twins(pairs=2, both_right=1, same_answer=1, decided=2, told_apart=1)
    items[0] = make(decided_by="preference")
    assert twins(items) == Twins(pairs=2, both_right=1, same_answer=1, decided=1, told_apart=0)


def test_answers_that_are_sure_enough(make: Make) -> None:
    items = [make(confidence=0.6, part="held"), make(confidence=0.7, answer=0, part="held")]
    items += [make(confidence=0.9, part="held"), make(confidence=0.5, part="tune")]
    found = sure_of_parts(items, 0.7)
    assert found == {items[0].set: {"tune": Cell(0, 0), "held": Cell(2, 1)}}
    assert "2 (66.7 %)          1 (50.0 %)      1 (33.3 %)" in decided_above(items, 0.7)


def test_easy_and_hard_for_people(make: Make) -> None:
    items = [make(human=h, answer=a) for h, a in ((0.6, 0), (0.9, 1), (1.0, 1))]
    items.append(make())
    assert human_cut(items) == 0.9
    found = scores(items, human_cut(items)).human
    assert found is not None
    assert (found.easy, found.hard) == (Cell(2, 2), Cell(1, 0))
    assert scores(items[3:], 0.9).human is None
    assert human_cut(items[3:]) is None


def test_causes(make: Make) -> None:
    items = [
        make(hole="row", about=("glum", "glum"), missing=("glum",), decided_by="tie"),
        make(hole="row", about=("drub",), missing=("drub", "glum"), answer=0),
        make(missing=("never counted",)),
    ]
    assert ranked(behind(items, "row")) == [("drub", 1), ("glum", 1)]
    assert ranked(unknown_words(items), 1) == [("glum", 2)]


def test_the_record_of_every_rule(make: Make, rule: Callable[..., Any]) -> None:
    items = [
        make(rules=((), (rule("good"), rule("both"), rule("slight", 2)))),
        make(id="2", answer=0, rules=((rule("bad"), rule("both")), (rule("both"),))),
        make(id="3", answer=0, rules=((), (rule("against", 4, -1),))),
        make(id="4", gold=None, rules=((rule("good"),), ())),
    ]
    found = {r.id: r for r in rules(items)}
    assert "slight" not in found
    assert (found["good"].right, found["good"].wrong, found["good"].precision) == (1, 0, 1.0)
    assert (found["both"].right, found["both"].both) == (1, 1)
    assert (found["bad"].wrong, found["bad"].wrongly) == (1, [("s", "2")])
    assert (found["against"].wrong, found["against"].wrongly) == (1, [("s", "3")])
    assert [r.id for r in rules(items)][-1] in ("both", "good")


def test_connectives(make: Make) -> None:
    items = [
        make(tags=("connective:so",)),
        make(tags=("connective:so",), decided_by="tie", answer=0),
        make(tags=("connective:but",)),
    ]
    assert connectives(items) == [("so", Cell(2, 1), Cell(1, 0)), ("but", Cell(1, 1), Cell(0, 0))]
