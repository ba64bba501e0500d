"""The shipped examples: every line of ``knowledge/examples`` passes, except those known to be wrong.

A plain run asks every eighth line of each file and all known to be wrong; ``-m slow`` asks them all (minutes).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from coindex.reasoner.authoring.examples import Example, ask, read_examples
from coindex.reasoner.authoring.known_failures import KNOWN_FAILURES, known_as, known_failures
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT

FILES = sorted((ROOT / "knowledge" / "examples").glob("*.txt"))
STEP = 8


@cache
def reasoner_without_counts() -> Reasoner:
    """Examples test rules, so what was mined is left out, as ``kb test`` does."""
    return Reasoner(mined="")


def judge(examples: list[Example]) -> None:
    """Fail if an example is unexpectedly wrong, or if one listed as wrong is right."""
    known = known_failures(KNOWN_FAILURES)
    wrong, right = {}, []
    for one in ask(reasoner_without_counts(), examples):
        listed = known_as(one.example) in known
        if one.finding is not None and not listed:
            wrong[one.example.line] = str(one.finding)
        elif one.finding is None and listed:
            right.append(one.example.line)
    assert wrong == {}
    assert right == [], f"now right: delete them from {KNOWN_FAILURES.name}"


def named(file: Path) -> str:
    return file.stem


def test_known_failures_exist() -> None:
    there = {known_as(example) for file in FILES for example in read_examples([file])}
    assert sorted(known_failures(KNOWN_FAILURES).keys() - there) == []


@pytest.mark.model
@pytest.mark.parametrize("file", FILES, ids=named)
def test_sample_of_examples(file: Path) -> None:
    known = known_failures(KNOWN_FAILURES)
    examples = read_examples([file])
    judge([one for n, one in enumerate(examples) if n % STEP == 0 or known_as(one) in known])


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="all examples are asked when wanted: -m slow"
)
@pytest.mark.parametrize("file", FILES, ids=named)
def test_every_example(file: Path) -> None:
    judge(read_examples([file]))
