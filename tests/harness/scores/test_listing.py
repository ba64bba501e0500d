"""What a terminal shows: tables, misses with their causes, comparisons."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from coindex.harness.questions.halves import shipped_half
from coindex.harness.questions.sources import SetInfo
from coindex.harness.scores.compare import as_record, compare
from coindex.harness.scores.listing import compared, described, errors, explanations, wanted
from coindex.harness.scores.run import Run
from coindex.harness.scores.table import by_tag, reliability, summary
from coindex.harness.scores.tally import scores_of_sets
from kparse.errors import InputError

Make = Callable[..., Any]


@pytest.fixture
def run(make: Make, rule: Callable[..., Any]) -> Run:
    items = (
        make(tags=("connective:so",), human=0.9),
        make(
            id="2", gold=0, miss="outweighed", hole="outweighed", about=("ache",), why="only the other", human=0.5,
            rules=((), (rule("ache"),)), tags=("connective:but",), explanation="so it is",
        ),
        make(
            id="3", pair="p2", answer=0, miss="row", hole="row", about=("glum",), why="no row for ‘glum’",
            missing=("glum",), decided_by="tie", part="held",
        ),
        make(id="4", pair="p2", gold=0, answer=0, hole="axiom", decided_by="preference", part="held"),
        make(id="5", pair="p3", gold=None, answer=None, decided_by="error", error="lost"),
    )  # fmt: skip
    sets = {"s": SetInfo("q.jsonl", "00", "jsonl", 5)}
    return Run("c", "7", {}, sets, scores_of_sets(items, sets), items)


def test_the_summary(run: Run) -> None:
    text = summary(run)
    assert text.startswith("s: q.jsonl, 5 questions\n\npart  items  right ")
    assert "\ntune  2      1 (50.0 %)  " in text
    assert "\nall   4      2 (50.0 %)  " in text
    assert "pairs are split by seed 7" in text
    assert "both right" in text
    assert "easy (people >= 70.0 %)" in text
    assert "All" not in text  # one set only
    two = Run(
        "c",
        "7",
        {},
        {**run.sets, "t": run.sets["s"]},
        {**run.scores, "t": run.scores["s"]},
        run.items,
    )
    assert "All 2 sets" in summary(two)


def test_tables_by_tag(run: Run) -> None:
    rows = by_tag(run.items, "connective").splitlines()
    assert [r.split()[0] for r in rows] == ["by", "but", "so"]
    assert by_tag(run.items, "connective:so").splitlines()[1].split()[:3] == [
        "connective:so",
        "1",
        "1",
    ]
    with pytest.raises(InputError, match="no question has a tag 'domain'"):
        by_tag(run.items, "domain")


def test_confidence_apart_by_what_it_was_fitted_on(make: Make) -> None:
    items = [make(pair=f"p{n}", confidence=0.75, answer=n % 2) for n in range(40)]
    halves = [shipped_half("pronoun", i.pair) for i in items]
    rows = [r.split() for r in reliability([*items, make(gold=None)]).splitlines()]
    found = {r[0]: int(r[4]) for r in rows if r and r[0] in halves}
    assert found == Counter(halves)
    assert set(found) == {"tune", "fit", "shown"}


def test_misses_with_causes(run: Run) -> None:
    text = errors(run, "")
    assert "outweighed  1            0            1           0          0 " in text
    assert "row         0            1            1           1          0 " in text
    assert "axiom       0            0            0           1          1 " in text
    assert "1      glum" in text
    assert "ache                       1        1" in text
    assert "row: no lexical row (1)\n  [s 3] he = Ivo, not Max (tie): no row for ‘glum’" in text


def test_misses_in_full(run: Run) -> None:
    one = errors(run, "1")
    assert "[s 2] WRONG by knowledge (0.75), tune" in one
    assert "[s 3]" not in one
    assert "[s 3] WRONG by tie" in errors(run, "row,outweighed")
    undecided = errors(run, "undecided")
    assert "[s 4] right by preference" in undecided
    assert "[s 2]" not in undecided
    assert "error: lost" in described(run.items[4])


@pytest.mark.parametrize("argument", ["0", "-1", "many", "row,many", "questions.xml", "9" * 50])
def test_what_errors_cannot_show(argument: str) -> None:
    with pytest.raises(InputError, match="neither a number"):
        wanted(argument)


def test_explanations_of_what_is_shown(run: Run) -> None:
    assert list(explanations(run.items, "1")) == ["[s 2]\nso it is"]
    assert len(list(explanations(run.items, None))) == 5
    assert len(list(explanations(run.items, "undecided"))) == 2


# -------------------------------------------------------------------------------------- comparison


def test_a_comparison(run: Run, make: Make) -> None:
    earlier = [
        make(answer=0),  # newly right
        make(id="2", gold=0, answer=0),  # newly wrong
        make(id="3", pair="p2", text="another", answer=0),
        make(id="9"),
        make(set="t"),
    ]
    found = compare(earlier, run.items)
    assert (found.both, found.right, found.p) == (2, (1, 1), 1.0)
    assert (found.gone, found.new, found.altered) == (1, 2, 1)
    text = compared(found, "old.json")
    assert "right before 1 (50.0 %), now 1 (50.0 %)" in text
    assert "newly right:\n  [s 1] he = Ivo (knowledge -> knowledge)" in text
    assert "newly wrong:\n  [s 2] he = Max (knowledge -> knowledge): only the other" in text
    record = as_record(found, "old.json")
    assert (record["first_only"], record["second_only"]) == (1, 1)
    assert json.loads(json.dumps(record))["newly_wrong"] == [["s", "2"]]


def test_an_id_that_occurs_twice(make: Make) -> None:
    runs = [make(), make(answer=0)]
    assert compare(runs, runs).both == 2
    assert compare(runs, runs).newly_right == ()


def test_another_wrong_answer(make: Make) -> None:
    three = {"candidates": ("a", "b", "c"), "gold": 2}
    assert compare([make(answer=0, **three)], [make(answer=1, **three)]).other_answer == 1


def test_nothing_in_common(make: Make) -> None:
    with pytest.raises(InputError, match="no question in common"):
        compare([make(set="t")], [make()])
