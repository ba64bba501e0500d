"""Comparisons of every form are understood: who is further on the scale, and who is not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from kparse.mentions.candidates import strip_brackets
from tests.encodings.comparisons import Question, questions

BAR = 0.96
"""The aim is 0.98. The whole grid had 1,044 of 1,084 right on 24 November 2026 (96.3 %)."""


def judge(asked: Sequence[Question]) -> None:
    """Fail if knowledge decides fewer of the questions rightly than the bar says."""
    items = []
    for number, question in enumerate(asked):
        text, [begin] = strip_brackets(question.text)
        end = question.text.index("]") - 1
        items.append(
            Item(str(number), text, begin, end, (question.right, question.wrong))
        )
    answers = Reasoner(mined="").solve_many(items)
    wrong = [
        f"{question.form}: {question.text} = {question.right}"
        for question, answer in zip(asked, answers, strict=True)
        if answer.answer != 0 or answer.decided_by != "knowledge"
    ]
    assert len(wrong) <= (1 - BAR) * len(asked), "\n".join(wrong)


@pytest.mark.model
def test_every_eighth_comparison() -> None:
    judge(list(questions())[::8])


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="all comparisons are asked when wanted: -m slow"
)
def test_all_comparisons() -> None:
    grid = list(questions())
    assert len({question.text for question in grid}) > 900
    judge(grid)
