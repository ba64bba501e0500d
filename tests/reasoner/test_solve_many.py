"""Many questions in one call: texts, dictionaries and items, right ones and wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError

pytestmark = pytest.mark.model

TEXT = "Carla thanked Dora because [she] had carried the bags upstairs."


def test_texts_dictionaries_and_items(reasoner: Reasoner) -> None:
    plain = TEXT.replace("[", "").replace("]", "")
    start = plain.index("she")
    given = [
        TEXT,
        plain,
        {"text": TEXT, "id": 7},
        {"text": plain, "pronoun": "she", "candidates": ["Carla", "Dora"]},
        {"text": plain, "pron_start": start, "candidates": ["Carla", "Dora"]},
        Item("1", plain, start, start + 3, ("Carla", "Dora")),
    ]
    answers = list(reasoner.solve_many(given))
    assert [a.error for a in answers] == [None] * len(given)
    assert {a.candidate for a in answers} == {"Dora"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (None, "NoneType is no question"),
        (7, "int is no question"),
        ({"sentence": TEXT}, "unknown key 'sentence'"),
        ({"pronoun": "she"}, '"text" is missing'),
        ({"text": TEXT, "pronoun": 1.5}, "neither a word nor an offset"),
        ({"text": TEXT, "pronoun": 1000}, "not in the text"),
        ({"text": TEXT, "candidates": [1]}, '"candidates" is no list of strings'),
        ("", "no pronoun|says nothing|understood"),
        ("Carla slept.", "no pronoun"),
    ],
)
def test_a_wrong_item_gets_a_message(reasoner: Reasoner, wrong: Any, message: str) -> None:
    answers = list(reasoner.solve_many([TEXT, wrong, TEXT]))
    assert [a.candidate for a in answers][::2] == ["Dora", "Dora"]
    assert answers[1].error is not None
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(answers[1].error)


def test_a_candidate_that_is_not_in_the_text_gets_a_message(reasoner: Reasoner) -> None:
    with pytest.raises(InputError, match="'the gardener' is not in the text"):
        reasoner.solve(TEXT, candidates=["Carla", "the gardener"])
    (answer,) = reasoner.solve_many([{"text": TEXT, "candidates": ["Carla", "the gardener"]}])
    assert answer.error is not None
    assert "not in the text" in answer.error


def test_in_a_batch_two_candidates_that_are_in_the_text_are_enough(reasoner: Reasoner) -> None:
    given = ["Carla", "Dora", "the gardener"]
    with pytest.raises(InputError, match="'the gardener' is not in the text"):
        reasoner.solve(TEXT, candidates=given)
    (answer,) = reasoner.solve_many([{"text": TEXT, "candidates": given}])
    assert answer.candidate == "Dora"


def test_no_candidate_contains_its_own_pronoun(reasoner: Reasoner) -> None:
    (answer,) = reasoner.solve_all("The man who lost his hat wept.")
    assert answer.candidates == ("The man",)
