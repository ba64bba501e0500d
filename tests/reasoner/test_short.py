"""Short explanations: their form, and what none of them may contain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from coindex.reasoner.answer import Answer, FiredRule, Outcome, Reading
from coindex.reasoner.authoring.examples import read_examples
from coindex.reasoner.rendering.checks import violations
from coindex.reasoner.rendering.render import to_text
from coindex.reasoner.rendering.short import MOST_LINES
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT

DATA = ROOT.parent / "shared" / "data"
STEP = 24
"""Every how manieth of the project's own examples is explained."""


def sample() -> Answer:
    """An answer by knowledge with a denied expectation."""
    rule = FiredRule(
        "reason(win,winner,rested)",
        "knowledge/axioms/contest.lp",
        7,
        "If people win, it is often because they are rested.",
        6,
        "authored",
        link="link(e1,s1)",
    )
    readings = (
        Reading(0, "Tom", "x1", 0, {"knowledge": 0}, (rule,)),
        Reading(1, "Paul", "x2", 60, {"knowledge": 60}),
    )
    text = "Tom beat Paul although he was tired."
    return Answer(text, "he", 23, 25, ("Tom", "Paul"), 0, "knowledge", 0.8, readings)


def test_its_form() -> None:
    assert to_text(sample()).splitlines() == [
        "he = Tom   (knowledge, 80 %)",
        "",
        "Tom beat Paul although he (= Tom) was tired.",
        "  - If people win, it is often because they are rested.  axioms/contest.lp:7",
        "Nothing that is known speaks for Paul.",
    ]


def test_what_the_text_denies_is_told_as_a_contrast() -> None:
    answer = sample()
    best = answer.readings[0]
    denied = replace(best.rules[0], how="expected")
    answer = replace(answer, readings=(replace(best, rules=(denied,)), answer.readings[1]))
    assert "because they are rested; “although” says that it was otherwise here." in " ".join(
        to_text(answer).split()
    )


def test_variants_are_one_reason() -> None:
    answer = sample()
    best = answer.readings[0]
    other = replace(best.rules[0], id="effect(rested,bearer,won)", weight=5)
    other = replace(other, text="People who are rested often win.")
    answer = replace(
        answer, readings=(replace(best, rules=(*best.rules, other)), answer.readings[1])
    )
    assert "(+1 alike)" in to_text(answer)


@pytest.mark.parametrize("outcome", ["preference", "tie"])
def test_a_guess_between_two_sentences_quotes_neither(outcome: Outcome) -> None:
    pair = ("It hailed.", "It dripped.")
    readings = (Reading(0, pair[0], None, 0, {}), Reading(1, pair[1], None, 0, {}))
    answer = Answer("The hat was wet.", "the cause", 0, 0, pair, 0, outcome, 0.5, readings)
    assert to_text(answer).splitlines()[2:] == [
        "The hat was wet because it hailed.",
        "A guess: no rule tells the two apart.",
    ]


@pytest.mark.parametrize("outcome", ["preference", "tie"])
def test_a_guess_says_so_and_stops(outcome: str) -> None:
    answer = replace(sample(), decided_by=outcome)
    text = to_text(answer)
    assert "a guess" in text
    assert "rested" not in text


@pytest.mark.model
def test_explanations_of_examples_have_no_fault(reasoner: Reasoner) -> None:
    files = sorted((ROOT / "knowledge" / "examples").rglob("*.txt"))
    items = [example.item for example in read_examples(files)][::STEP]
    check(reasoner.solve_many(items))


@pytest.mark.slow
@pytest.mark.model
@pytest.mark.skipif(not DATA.is_dir(), reason="the development sets are not here")
@pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow")
def test_explanations_of_development_answers_have_no_fault(reasoner: Reasoner) -> None:
    from coindex.harness.questions.sources import Selection, read_sets
    from coindex.reasoner.item import Item

    files = (
        "wsc/WSC-1-100.xml",
        "dpr/train.c.txt",
        "winogrande/train_m.jsonl",
        "copa/copa-dev.xml",
    )
    names = [f"{Path(file).parent.name}={DATA / file}" for file in files]
    _, entries = read_sets(names, Selection(part="tune"), {})
    asked = [entry.asked for entry in entries][:: max(1, len(entries) // 1000)]
    check(
        next(reasoner.solve_many([one])) if isinstance(one, Item) else reasoner.choose(one)
        for one in asked
    )


def check(answers: Iterable[Answer]) -> None:
    """Check short explanations."""
    faults = []
    for answer in answers:
        assert len(to_text(answer).splitlines()) <= MOST_LINES
        faults += [f"{answer.text}: {fault}" for fault in violations(answer)]
    assert not faults, "\n".join(faults)


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "rule", "said"),
    [
        (
            "The rider's horn sounded twice but the driver's did not, so [he] heard it.",
            'reason("hear",other,noisy)',
            "If things are heard, it is usually because they are noisy (“sounded twice”).",
        ),
        (
            "Ruth pushed Olga's cart, so [she] thanked her.",
            "effect(move_thing,actor,gets(thank))",
            "People who move something (“pushed”) are sometimes thanked.",
        ),
    ],
)
def test_a_rule_about_another_pronoun_is_not_told_of_this_one(
    reasoner: Reasoner, text: str, rule: str, said: str
) -> None:
    answer = reasoner.solve(text)
    told = {one.text for r in answer.readings for one in r.rules if one.id == rule}
    assert told == {said}
