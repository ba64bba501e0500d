"""Sentences that would decide a question: they come first, and given as knowledge they decide."""

from __future__ import annotations

import re
from itertools import groupby

import pytest

from coindex.reasoner import Reasoner
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.counterfactuals.suggest import WEIGHTS, Suggestion
from coindex.reasoner.counterfactuals.suggest_sentences import FILLER, GAP
from coindex.reasoner.knowledge.default_rules import inner, sides_of

pytestmark = pytest.mark.model

QUESTIONS = {
    "The nurse blicked the guard because [he] was rude.": (
        "Person1 blicks person2 because person1 is rude.",
        "Person1 blicks person2 because person2 is rude.",
    ),
    "The ladder leaned on the wall, but [it] was wet.": (
        "Thing1 leans on thing2, but thing1 is wet.",
        "Thing1 leans on thing2, but thing2 is wet.",
    ),
    "The vase is next to the jar. [It] is blue.": (
        "If thing1 is next to thing2, thing1 is blue.",
        "If thing1 is next to thing2, thing2 is blue.",
    ),
    "The bakers warned the millers that [they] would be late.": (
        "Person1 warns person2 that person1 will be late.",
        "Person1 warns person2 that person2 will be late.",
    ),
    "Ann saw Eve near [her] house.": (
        f"Person1 sees person2 near person1's house because person1 {GAP}.",
        f"Person1 sees person2 near person2's house because person2 {GAP}.",
    ),
    "The singers did not envy the dancers, since [they] had just arrived from Porto.": (
        "Person1 does not envy person2 because person1 has just arrived from thing1.",
        "Person1 does not envy person2 because person2 has just arrived from thing1.",
    ),
}


@pytest.mark.parametrize("text", QUESTIONS)
def test_a_sentence_comes_first_and_decides(text: str, reasoner: Reasoner) -> None:
    answer = reasoner.solve(text)
    found = reasoner.suggestions(answer)
    settled = answer.answer if answer.decided_by == "knowledge" else None
    assert len({one.index for one in found}) >= 1
    for index, some in groupby(found, key=lambda one: one.index):
        suggested = list(some)
        assert index != settled
        assert suggested[0].sentence == QUESTIONS[text][index], suggested[0].says
        assert [one.sentence for one in suggested[1:]] == [""] * (len(suggested) - 1)
        said = suggested[0].sentence.replace(GAP, FILLER)
        told = reasoner.solve(text, knowledge=[said])
        assert (told.answer, told.decided_by) == (index, "knowledge")
        kinds = ["words" if one.advice else "rows" for one in suggested[1:]]
        assert kinds == sorted(kinds, reverse=True)
    _check_rows(found, reasoner)
    assert max(WEIGHTS) <= 6


def _check_rows(found: list[Suggestion], reasoner: Reasoner) -> None:
    """Rows are light, told apart by the words of their own class, and contradict nothing."""
    with_rows = [one for one in found if one.rows]
    said = [one.says for one in with_rows]
    assert len(said) == len(set(said))
    coverage = Coverage(reasoner.store)
    for one in with_rows:
        row = one.rows[0].rstrip(".")
        if row.startswith(("reason(", "effect(")):
            sides = sides_of(row)
            assert sides.weight in WEIGHTS
            assert inner(sides.happening, "neg").strip('"') in one.covers
            assert coverage.contradicted_by(sides) is None
            assert "“" not in one.says


def test_no_cause_is_invented_for_clauses_that_only_follow_each_other(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The drone passed the kite. [It] was made of copper.")
    assert not [one.rows for one in reasoner.suggestions(answer) if one.rows]


def test_nothing_is_suggested_against_what_is_known_of_the_words(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The teacher punished the boy because [he] had lied.")
    assert answer.decided_by == "knowledge"
    other = [one for one in reasoner.suggestions(answer) if one.index != answer.answer]
    assert not [one.sentence for one in other if one.sentence]


def test_what_contradicts_a_row(reasoner: Reasoner) -> None:
    coverage = Coverage(reasoner.store)
    known = next(
        sides
        for row in reasoner.store.rows_of("reason", 1_000)
        if (sides := sides_of(row.fact)).part == "actor"
        and not sides.happening.startswith(('"', "neg("))
        and not [
            one
            for one in reasoner.store.rows_of("reason", 200_000)
            if re.match(re.escape(f"reason({sides.happening},other,{sides.asserted},"), one.fact)
        ]
    )
    turned = f"reason({known.happening},other,{known.asserted},5)"
    assert coverage.contradicted_by(sides_of(turned)) is not None
    same = f"reason({known.happening},actor,{known.asserted},5)"
    assert coverage.contradicted_by(sides_of(same)) is None
