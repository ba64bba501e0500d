"""The bench of recorded rules reads its files and parts them by pair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import asking

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
