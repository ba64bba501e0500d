"""Checks of questions that are being written; own sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.harness.copa.authoring import check, clues
from coindex.harness.questions.copa import CopaGold, read_copa
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice


def questions(tmp_path: Path, *rows: tuple[str, str, str, int | None]) -> list[CopaGold]:
    file = tmp_path / "q.jsonl"
    lines = []
    for number, (premise, one, other, answer) in enumerate(rows, 1):
        record = {"id": str(number), "premise": premise, "alternatives": [one, other]}
        lines.append(json.dumps({**record, "asks": "cause", "answer": answer}))
    file.write_text("\n".join(lines))
    return read_copa(file)


GOOD = ("The soup boiled over.", "The cook answered the phone.", "The cook peeled the carrots.", 0)


@pytest.mark.model
@pytest.mark.parametrize(
    ("row", "codes"),
    [
        (GOOD, []),
        (("The soup boils over.", *GOOD[1:]), ["W901"]),
        (("Berta spilled the soup.", "She stumbled.", "She sang.", 0), ["W902"]),
        (("The dam broke on Monday.", "It had rained.", "It had been built.", 0), []),
        ((*GOOD[:2], "The cook, who had been late that day, hung up his coat.", 0), ["W904"]),
        ((*GOOD[:3], None), ["W905"]),
        (("The soup boiled over.", "The cook slept.", "The cook slept.", 0), ["E901"]),
        (("The soup boiled over.", "The cook slept.", "The soup boiled over.", 0), ["E902"]),
        ((GOOD[0], "The cook left. He forgot it.", "The cook peeled the carrots.", 0), ["W907"]),
    ],
)
def test_a_question(
    reasoner: Reasoner, tmp_path: Path, row: tuple[str, str, str, int | None], codes: list[str]
) -> None:
    found = check(questions(tmp_path, row), "q.jsonl", reasoner)
    assert [one.code for one in found] == codes
    assert all(str(one).startswith("q.jsonl:1:1: ") for one in found)


@pytest.mark.model
def test_a_question_that_comes_twice(reasoner: Reasoner, tmp_path: Path) -> None:
    turned = (GOOD[0], GOOD[2], GOOD[1], 1)
    (found,) = check(questions(tmp_path, GOOD, turned), "q.jsonl", reasoner)
    assert (found.code, found.message) == ("W906", "question 2: the same as question 1")


def test_what_tells_the_right_answer() -> None:
    golds = [
        CopaGold(Choice(str(n), "The pan fell.", ("The pan slid.", "It was a day."), "cause"), 0, n)
        for n in range(10)
    ]
    first, longer, repeated = clues(golds)
    assert (first.right, first.items, round(first.p, 4)) == (10, 10, 0.002)
    assert (longer.right, longer.items) == (0, 10)
    assert (repeated.right, repeated.items) == (10, 10)
    assert str(first).endswith("; p = 0.001953 **")
    assert str(clues(golds[:0])[0]) == "the first alternative: in no question"
