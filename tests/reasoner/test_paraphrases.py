"""Knowledge in other words than the question's: it is used where it fits, and does not mislead the question's twin."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.reasoner import Reasoner

pytestmark = pytest.mark.model

ASKED = [
    pytest.mark.slow,
    pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow"),
]
PAIRS = [
    json.loads(line)
    for name in ("paraphrases.jsonl", "paraphrases2.jsonl")
    for line in Path(__file__).with_name(name).read_text("utf-8").splitlines()
]


def _asked(
    reasoner: Reasoner, pair: dict[str, str], text: str, *knowledge: str
) -> tuple[str, bool]:
    names = sorted(
        (pair["right"], pair["twin_right"]), key=lambda name: text.lower().index(name.lower())
    )
    answer = reasoner.solve(text, candidates=names, knowledge=knowledge)
    return str(answer.candidate), any(use.used for use in answer.sentence_uses)


@pytest.mark.parametrize(
    ("name", "least", "misled"),
    [
        pytest.param("tuned, other words", 17, 1, marks=ASKED),
        pytest.param("tuned, same main verb", 20, 1, marks=ASKED),
        pytest.param("tune", 18, 1, marks=ASKED),
        pytest.param("check", 15, 1, marks=ASKED),
        ("fresh, other words", 5, 1),
        ("fresh, same main verb", 7, 1),
    ],
)
def test_twins(reasoner: Reasoner, name: str, least: int, misled: int) -> None:
    pairs = [pair for pair in PAIRS if pair["set"] == name]
    used, wrong = [], []
    for pair in pairs:
        found = _asked(reasoner, pair, pair["text"], pair["knowledge"])
        used += [pair["text"]] if found == (pair["right"], True) else []
        after, _ = _asked(reasoner, pair, pair["twin"], pair["knowledge"])
        if after != pair["twin_right"]:
            before, _ = _asked(reasoner, pair, pair["twin"])
            wrong += [pair["twin"]] if before == pair["twin_right"] else []
    assert len(used) >= least
    assert len(wrong) <= misled, wrong


@pytest.mark.parametrize(
    ("text", "sentence", "why"),
    [
        (
            "Anna envied Clara because [she] was poor.",
            "People envy those who are wealthy.",
            "opposite",
        ),
        (
            "The banker refused the builder a loan because [he] was bankrupt.",
            "People refuse a loan to those whom they suspect.",
            "says nothing of what is said of the pronoun",
        ),
    ],
)
def test_why_a_sentence_is_not_used(reasoner: Reasoner, text: str, sentence: str, why: str) -> None:
    (use,) = reasoner.solve(text, knowledge=[sentence]).sentence_uses
    assert not use.used
    assert why in use.why
