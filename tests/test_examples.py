"""The shipped examples: every line of ``knowledge/examples`` passes, except those known to be wrong.

A plain run asks every eighth line of each file and all known to be wrong; ``-m slow`` asks them all (minutes).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from coindex.reasoner.authoring.examples import Example, ask, read_examples
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT

FILES = sorted((ROOT / "knowledge" / "examples").glob("*.txt"))
KNOWN_WRONG = Path(__file__).with_name("known_wrong_examples.txt")
STEP = 8


@cache
def reasoner_without_counts() -> Reasoner:
    """Examples test rules, so what was mined is left out, as ``kb test`` does."""
    return Reasoner(mined="")


@cache
def known_wrong() -> dict[str, set[str]]:
    """The lines known to be wrong, by the name of their file."""
    found: dict[str, set[str]] = {}
    for line in KNOWN_WRONG.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            file, _, example = line.partition(": ")
            found.setdefault(file, set()).add(example)
    return found


def lines_of(file: Path) -> list[tuple[Example, str]]:
    """The examples of a file, each with the line that it was read from."""
    lines = file.read_text("utf-8").splitlines()
    return [
        (e, lines[e.location.line - 1].partition("#")[0].strip()) for e in read_examples([file])
    ]


def judge(file: Path, lines: list[tuple[Example, str]]) -> None:
    """Fail if a line is unexpectedly wrong, or if a line listed as wrong is right."""
    judged = ask(reasoner_without_counts(), [example for example, _ in lines])
    wrong = {
        text: str(one.finding)
        for one, (_, text) in zip(judged, lines, strict=True)
        if one.finding is not None
    }
    listed = known_wrong().get(file.name, set()) & {text for _, text in lines}
    assert {text: finding for text, finding in wrong.items() if text not in listed} == {}
    assert listed - wrong.keys() == set(), f"now right: delete them from {KNOWN_WRONG.name}"


def named(file: Path) -> str:
    return file.stem


def test_known_wrong_lines_exist() -> None:
    lines = {file.name: {text for _, text in lines_of(file)} for file in FILES}
    missing = [
        f"{name}: {text}"
        for name, texts in known_wrong().items()
        for text in texts - lines.get(name, set())
    ]
    assert missing == []


@pytest.mark.model
@pytest.mark.parametrize("file", FILES, ids=named)
def test_sample_of_examples(file: Path) -> None:
    lines = lines_of(file)
    listed = known_wrong().get(file.name, set())
    judge(file, [line for n, line in enumerate(lines) if n % STEP == 0 or line[1] in listed])


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="all examples are asked when wanted: -m slow"
)
@pytest.mark.parametrize("file", FILES, ids=named)
def test_every_example(file: Path) -> None:
    judge(file, lines_of(file))
