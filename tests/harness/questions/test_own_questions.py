"""The questions in ``tests/unseen``: each can be read, twins have different answers, none is repeated."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from coindex.harness.questions.sources import Entry, Selection, read_sets
from coindex.reasoner.item import Item
from coindex.reasoner.solving.choice import Choice

UNSEEN = Path(__file__).resolve().parents[2] / "unseen"


@pytest.fixture(scope="module")
def questions() -> list[Entry]:
    return read_sets([str(UNSEEN / "questions.jsonl")], Selection(), {})[1]


@pytest.fixture(scope="module")
def choices() -> list[Entry]:
    return read_sets([str(UNSEEN / "choices.jsonl")], Selection(), {})[1]


def test_candidates_stand_before_the_pronoun(questions: list[Entry]) -> None:
    for entry in questions:
        asked = entry.asked
        assert isinstance(asked, Item)
        assert asked.pron_start is not None
        before = asked.text[: asked.pron_start]
        assert len(asked.candidates) == 2
        assert all(candidate in before for candidate in asked.candidates), asked.text


def test_twins_have_different_answers(questions: list[Entry]) -> None:
    pairs: dict[str, list[str]] = defaultdict(list)
    for entry in questions:
        assert entry.gold is not None
        pairs[entry.pair].append(entry.candidates[entry.gold])
    assert all(len(set(right)) == len(right) == 2 for right in pairs.values())


def test_nothing_is_asked_twice(questions: list[Entry], choices: list[Entry]) -> None:
    asked = Counter(
        (entry.asked.premise, entry.asked.asks)
        if isinstance(entry.asked, Choice)
        else (entry.asked.text.lower(), str(entry.asked.pron_start))
        for entry in [*questions, *choices]
    )
    assert [what for what, times in asked.items() if times > 1] == []


def test_no_place_is_the_right_one(questions: list[Entry], choices: list[Entry]) -> None:
    for entries in (questions, choices):
        first = sum(entry.gold == 0 for entry in entries)
        assert 0.45 < first / len(entries) < 0.55
    parts = Counter(entry.part for entry in [*questions, *choices])
    assert min(parts["tune"], parts["held"]) > 0.45 * sum(parts.values())
