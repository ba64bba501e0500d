"""Hardness in plain English."""

from __future__ import annotations

import pytest

from coindex.harness.hardness.features import FEATURES, rare_words
from coindex.harness.hardness.measured import Measured
from coindex.harness.hardness.model import Share
from coindex.harness.hardness.sentences import MOST, easier, harder, in_words
from coindex.reasoner.running.engine import Reasoner


def made(**features: float) -> Measured:
    return Measured("1", "1", "", ("a", "b"), 0, features, rare=("porter",))


@pytest.mark.parametrize(
    ("index", "begins"),
    [
        (0.0, "Hardly anybody"),
        (0.004, "Hardly anybody"),
        (0.006, "About 1 person in 100"),
        (0.125, "About 13 people in 100"),
        (1.0, "About 100 people in 100"),
    ],
)
def test_an_index_is_a_number_of_people(index: float, begins: str) -> None:
    assert in_words(index).startswith(begins)


def test_the_strongest_reasons_are_told_first_and_each_once() -> None:
    question = made(words=3.0, depth=5.0, rarest=1.0, rare=0.0, turns=1.0, open=2.0)
    details = [
        Share("words", 1.0, 0.01),
        Share("depth", 2.0, 0.02),
        Share("rarest", 1.5, 0.012),
        Share("rare", 1.5, 0.012),
        Share("turns", 0.5, 0.001),
        Share("open", -0.5, -0.004),
    ]
    assert harder(question, details) == [
        "It has a rare word: “porter”.",
        "Its clauses are nested.",
        "It is long: 20 words.",
    ]
    assert easier(question, details) == []  # two open attachments are not one reading only


def test_near_the_average_nothing_is_told() -> None:
    details = [Share(f.name, 0.1, 0.001) for f in FEATURES]
    assert harder(made(**{f.name: 0.0 for f in FEATURES}), details) == []


@pytest.mark.parametrize("value", [-2.0, 2.0])
def test_every_measure_has_words(value: float) -> None:
    for feature in FEATURES:
        measured = value if "against" in feature.name else 1.0 if value > 0 else 0.0
        question = made(**{feature.name: measured, "against": value})
        told = (harder if value > 0 else easier)(
            question, [Share(feature.name, value, value / 100)]
        )
        assert len(told) == 1 <= MOST, feature.name
        assert told[0].endswith("."), feature.name


@pytest.mark.model
def test_adverbs_are_not_called_rare(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The plumber quickly mended the cistern because it leaked there.")
    found = rare_words(answer.graph)
    assert "cistern" in found
    assert "quickly" not in found
    assert rare_words("") == ()
