"""The bench of recorded rules reads its files and parts them by pair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import asking
from coindex.reasoner import Reasoner

RECORDED = Path(__file__).parent / "asking" / "recorded"
LINE = {
    "id": "1a",
    "pair_id": "1",
    "text": "The tram passed the bus because it was late.",
    "pron_start": 32,
    "pron_end": 34,
    "candidates": ["the tram", "the bus"],
    "answer": 0,
    "knowledge": ["Thing1 passes thing2 because thing1 is late."],
}


def test_twins_share_a_part() -> None:
    for number in range(20):
        pair = [{"id": f"{number}{half}", "pair_id": str(number)} for half in "ab"]
        assert len({asking.part_of("other", one) for one in pair}) == 1
        assert {asking.part_of("fresh", one) for one in pair} == {"tune"}
    assert {asking.part_of("other", {"id": str(n)}) for n in range(20)} == {"tune", "check"}


def test_twins_are_the_halves_of_a_pair() -> None:
    records = [LINE, {**LINE, "id": "1b"}, {**LINE, "id": "2a", "pair_id": "2"}]
    assert {one: twin["id"] for one, twin in asking.twins_of(records).items()} == {
        "1a": "1b",
        "1b": "1a",
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "q.jsonl:1: not a line of JSON"),
        ("[]", "q.jsonl:1: the question has no id"),
        ('{"id": "1", "text": "It fell."}', "q.jsonl:1: the question has no pron_start"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(SystemExit) as caught:
        asking.records_of(file)
    assert message in str(caught.value)
    file.write_text(json.dumps(LINE) + "\n\n", encoding="utf-8")
    assert asking.records_of(file) == [LINE]


def test_rules_by_id_are_joined_with_their_questions(tmp_path: Path) -> None:
    choice = {"id": "7", "premise": "The jug fell.", "asks": "effect", "answer": 0}
    choice["alternatives"] = ["It broke.", "It was sold."]
    questions = tmp_path / "choices.jsonl"
    questions.write_text(json.dumps(choice) + "\n", encoding="utf-8")
    rules = tmp_path / "rules.jsonl"
    said = {"id": "7", "knowledge": ["If thing1 falls, thing1 breaks."]}
    rules.write_text(json.dumps(said) + "\n", encoding="utf-8")
    assert asking.records_of(rules, asking.questions_of([questions])) == [choice | said]
    with pytest.raises(SystemExit, match="name its file with --questions"):
        asking.records_of(rules)
    with pytest.raises(SystemExit, match=r"none\.jsonl"):
        asking.questions_of([tmp_path / "none.jsonl"])


def test_recorded_rules_have_no_question_of_others() -> None:
    for file in sorted(RECORDED.glob("*.jsonl")):
        records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert len({record["id"] for record in records}) == 60
        if file.stem != "three":
            assert all(record.keys() == {"id", "knowledge"} for record in records)


@pytest.mark.model
def test_three_candidates(reasoner: Reasoner) -> None:
    records = asking.records_of(RECORDED / "three.jsonl")[:8]
    found = list(asking.asked(reasoner, records, asking.twins_of(records)))
    assert all(one.is_right(one.own) for one in found)
    assert not any(one.is_misled for one in found)


@pytest.mark.model
def test_a_choice_is_asked_with_its_rules(reasoner: Reasoner) -> None:
    record = {
        "id": "1",
        "premise": "The jug slipped out of her hand.",
        "asks": "effect",
        "answer": 1,
    }
    record |= {"alternatives": ["The jug broke.", "The jug was sold."]}
    record |= {"knowledge": ["If something slips out of a hand, it is sold."]}
    (outcome,) = asking.asked(reasoner, [record], {})
    assert outcome.is_right(outcome.own)
    assert asking.used(outcome.own)
    assert outcome.twin is None
