"""Whom the text's pronouns can stand for, by what their nouns mean."""

from __future__ import annotations

import pytest

from reasoner.engine import Reasoner


def found(reasoner: Reasoner, text: str) -> tuple[str, ...]:
    return reasoner.solve(text).candidates


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        (
            "The doctor handed the clerk a stamp because [he] needed it.",
            ("The doctor", "the clerk"),
        ),
        (
            "The doctor put the stamp on the envelope because [it] was stuck.",
            ("the stamp", "the envelope"),
        ),
        ("The nurse put the baby on the rug because [it] was tired.", ("the baby", "the rug")),
        ("The dog chased the ball because [it] was playful.", ("The dog", "the ball")),
        ("The ship was scrapped because [she] was old.", ("The ship",)),
        ("The doctor waved because [it] was late.", ("The doctor",)),
    ],
)
def test_candidates_that_are_found_are_such_as_the_pronoun_fits(
    reasoner: Reasoner, text: str, candidates: tuple[str, ...]
) -> None:
    assert found(reasoner, text) == candidates


def test_other_pronouns_stand_for_what_they_fit(reasoner: Reasoner) -> None:
    text = "She drank the cocoa and not the cider because [it] made her feel better."
    answer = reasoner.solve(text, candidates=["the cocoa", "the cider"])
    assert answer.candidate == "the cocoa"


@pytest.mark.parametrize(
    ("noun", "sex"),
    [
        ("plumber", "person"),
        ("bucket", "neut"),
        ("dog", None),
        ("ruler", None),
        ("baby", None),
        ("queen", "fem"),
    ],
)
def test_what_a_noun_can_be(reasoner: Reasoner, noun: str, sex: str | None) -> None:
    assert reasoner.sex_of(noun) == sex
