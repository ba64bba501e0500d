"""WinoGrande's own lines."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.questions.questions import read_questions
from kparse.errors import InputError

LINE: dict[str, Any] = {
    "qID": "3ABC-DEF-1",
    "sentence": "Ada lent Ruth the drill because _ had no tools.",
    "option1": "Ada",
    "option2": "Ruth",
    "answer": "2",
}
TWIN = LINE | {
    "qID": "3ABC-DEF-2",
    "sentence": "Ada lent Ruth the drill because _ had two.",
    "answer": "1",
}


def write(path: Path, *records: object) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def test_lines_are_questions_and_twins_a_pair(tmp_path: Path) -> None:
    one, two, test = read_questions(
        write(tmp_path / "train_s.jsonl", LINE, TWIN, LINE | {"qID": "x-1", "answer": ""})
    )
    assert one.item.text[one.item.pron_start : one.item.pron_end] == "_"
    assert one.item.candidates == ("Ada", "Ruth")
    assert (one.answer, two.answer, test.answer) == (1, 0, None)
    assert (one.item.id, one.pair) == ("3ABC-DEF-1", "3ABC-DEF")
    assert two.pair == one.pair != test.pair


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sentence": "Ada lent Ruth the drill."}, "0 blanks"),
        ({"sentence": "_ and _ ran."}, "2 blanks"),
        ({"sentence": 3}, '"sentence" is missing'),
        ({"option2": None}, '"option2" is missing'),
        ({"answer": "3"}, 'neither "1" nor "2"'),
        ({"answer": 1}, 'neither "1" nor "2"'),
        ({"answer": [1]}, 'neither "1" nor "2"'),
        ({"qID": 7}, '"qID" is no string'),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    file = write(tmp_path / "dev.jsonl", LINE, LINE | change)
    with pytest.raises(InputError, match=message) as caught:
        read_questions(file)
    assert "dev.jsonl" in str(caught.value)
    assert ":2" in str(caught.value)
