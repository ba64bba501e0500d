"""A process that has forgotten what it remembered of earlier calls answers as before."""

from __future__ import annotations

import pytest

from coindex import Reasoner
from coindex.reasoner.answer import Answer
from kparse.caches import forget


@pytest.mark.model
def test_answers_stay_when_caches_are_emptied() -> None:
    text = "The stove warmed the cellar because [it] was full of burning logs."
    reasoner = Reasoner()
    first = reasoner.solve(text, explain=True)
    forget()
    assert replaced(reasoner.solve(text, explain=True)) == replaced(first)
    assert replaced(Reasoner().solve(text, explain=True)) == replaced(first)


def replaced(answer: Answer) -> dict[str, object]:
    """Give the JSON form without the times."""
    return {key: value for key, value in answer.to_dict().items() if key != "timings"}
