"""Passages with gold chains: how they are read, and what counts as right."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.evaluation.passages import judged, tallied
from coindex.harness.questions.chains import GoldPassage, names_any, read_passages
from kparse.errors import InputError

UNSEEN = Path(__file__).resolve().parents[2] / "unseen"

TEXT = "Ann met Bob in Oslo. They rowed until it rained. She lost her oar."


def _record(**changes: Any) -> dict[str, Any]:
    ann = ["Ann"]
    return {
        "id": "rowing",
        "style": "tale",
        "part": "open",
        "text": TEXT,
        "persons": ["Ann", "Bob"],
        "pronouns": [
            {"start": 21, "end": 25, "antecedents": [], "split": [ann, ["Bob"]]},
            {"start": 38, "end": 40, "antecedents": [], "pleonastic": True},
            {"start": 49, "end": 52, "antecedents": ann},
            {"start": 58, "end": 61, "antecedents": ann},
        ],
        **changes,
    }


def _read(folder: Path, record: object) -> GoldPassage:
    path = folder / "passages.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return read_passages(path)[0]


def test_right_and_absurd_answers_are_counted(tmp_path: Path) -> None:
    passage = _read(tmp_path, _record())
    answers: dict[int, str | None] = {21: "Ann and Bob", 49: "Ann", 58: "Oslo"}
    tally = tallied(judged(passage, lambda text: answers))["open", "all"]
    assert (tally.asked, tally.right, tally.absurd) == (4, 3, 1)
    assert "Oslo; right: Ann; absurd" in str(tally.wrong[0])


def test_a_refused_text_has_no_answers(tmp_path: Path) -> None:
    def refuse(text: str) -> dict[int, str | None]:
        raise InputError("too long")

    tally = tallied(judged(_read(tmp_path, _record()), refuse))["open", "tale"]
    assert (tally.asked, tally.right, tally.absurd) == (4, 1, 0)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"part": "held"}, "part"),
        ({"text": TEXT.replace("it rained", "noon")}, "offset 38"),
        ({"pronouns": _record()["pronouns"][1:]}, "offset 21"),
        ({"persons": ["Ann", "Cleo"]}, "Cleo"),
        ({"pronouns": [{"start": 0}]}, "no passage"),
    ],
)
def test_what_does_not_fit_the_text_is_reported(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        _read(tmp_path, _record(**changes))


@pytest.mark.parametrize("given", [["Cleo"], []])
def test_antecedents_are_in_the_text(tmp_path: Path, given: list[str]) -> None:
    record = _record()
    record["pronouns"][2]["antecedents"] = given
    with pytest.raises(InputError, match="antecedent"):
        _read(tmp_path, record)


def test_phrases_are_compared_by_their_noun() -> None:
    assert names_any("his brother Emil", ("Her brother",))
    assert names_any("The pump", ("the pump in building C",))
    assert names_any("Vienna, where she slept", ("Vienna",))
    assert not names_any("the pump room", ("the pump",))
    assert not names_any("Marta's office", ("Marta",))


def test_the_passages_are_whole() -> None:
    passages = read_passages(UNSEEN / "passages.jsonl")
    assert Counter(passage.part for passage in passages) == {"open": 10, "aside": 10}
    styles = Counter(passage.style for passage in passages)
    assert set(styles) == {"news", "biography", "tale", "dialogue", "report", "e-mail"}
    assert len({passage.id for passage in passages}) == len(passages)
    for passage in passages:
        assert all(p.accepts(p.antecedents[0]) for p in passage.pronouns if p.antecedents)
        assert not any(passage.is_absurd(p, a) for p in passage.pronouns for a in passage.persons)
