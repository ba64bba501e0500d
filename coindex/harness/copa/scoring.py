"""Choices against the right ones, as text: accuracy with an interval, and the paired test of two systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coindex.harness.copa.choices import Choices, read_choices, same_questions
from coindex.harness.questions.copa import ASKS, read_copa
from coindex.harness.statistics.paired import Comparison
from coindex.harness.statistics.shares import wilson
from kparse.errors import InputError, Location


@dataclass(frozen=True, slots=True)
class Key:
    """The right choices of a set of questions, and what each asks for where the file says so."""

    name: str
    right: Mapping[str, int]
    asks: Mapping[str, str]


def read_key(path: str | Path) -> Key:
    """Read right choices: of questions (``.xml``, ``.jsonl``) or of an official file of choices (any other suffix).

    Raises:
        InputError: the file cannot be read, or a question in it has no right answer.
    """
    name = str(path)
    if Path(path).suffix not in (".xml", ".jsonl"):
        return Key(name, read_choices(path).chosen, {})
    right = {}
    golds = read_copa(path)
    for gold in golds:
        if gold.answer is None:
            raise InputError(
                f"question {gold.choice.id} has no right answer",
                location=Location(name, gold.line, 1),
                hint="Give a file with most-plausible-alternative (XML), label or answer (JSON lines).",
            )
        right[gold.choice.id] = gold.answer
    return Key(name, right, {gold.choice.id: gold.choice.asks for gold in golds})


def marks(choices: Choices, key: Key) -> list[bool]:
    """Whether each question is answered rightly, in the order of the key.

    Raises:
        InputError: there is not exactly one choice for each question.
    """
    same_questions(choices, key.right, key.name)
    return [choices.chosen[identity] == answer for identity, answer in key.right.items()]


def score_lines(choices: Choices, key: Key, marked: list[bool]) -> list[str]:
    """Return accuracy and interval, over all questions and by what they ask for."""
    lines = [f"{choices.name}: {_share(marked)}"]
    if key.asks:
        kinds = [key.asks[identity] for identity in key.right]
        for asks in ASKS:
            part = [mark for mark, kind in zip(marked, kinds, strict=True) if kind == asks]
            if part:
                lines.append(f"  {asks + ':':7} {_share(part)}")
    return lines


def _share(marked: list[bool]) -> str:
    r"""Write a share with its interval.

    >>> _share([True, True, False, True])
    '3 of 4 right, 75.0 % (95 % interval 30.1 to 95.4)'
    """
    right, items = sum(marked), len(marked)
    low, high = wilson(right, items)
    interval = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return f"{right} of {items} right, {100 * right / items:.1f} % ({interval})"


def comparison_lines(result: Comparison, seed: str) -> list[str]:
    """Return the result of the paired test."""
    return [
        f"difference: {100 * result.difference:+.1f} points; "
        f"{result.only_first} questions right in the first only, {result.only_second} in the second only",
        f"approximate randomisation: {result.shuffles:,} shuffles (seed {seed}), {result.at_least} with a difference "
        f"at least as large: p = ({result.at_least} + 1) / {result.shuffles + 1:,} = {result.p:.4f}",
        f"exact p of the same test: {result.exact:.6f}",
    ]
