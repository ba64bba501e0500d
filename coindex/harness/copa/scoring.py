"""Choices as text: accuracy with an interval, tests against chance and of two systems, agreement of raters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from coindex.harness.copa.choices import Choices, read_choices, same_questions
from coindex.harness.questions.copa import ASKS, read_copa
from coindex.harness.statistics.agreement import kappa
from coindex.harness.statistics.paired import Comparison
from coindex.harness.statistics.shares import mcnemar, wilson
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
    """Return accuracy and interval, over all questions and by what they ask for, and the test against chance."""
    right = sum(marked)
    lines = [
        f"{choices.name}: {share(right, len(marked))}",
        f"  against chance: {significance(mcnemar(right, len(marked) - right))}",
    ]
    if key.asks:
        kinds = [key.asks[identity] for identity in key.right]
        for asks in ASKS:
            part = [mark for mark, kind in zip(marked, kinds, strict=True) if kind == asks]
            if part:
                lines.append(f"  {asks + ':':7} {share(sum(part), len(part))}")
    return lines


def share(right: int, items: int) -> str:
    r"""Write a share with its interval.

    >>> share(3, 4)
    '3 of 4 right, 75.0 % (95 % interval 30.1 to 95.4)'
    """
    low, high = wilson(right, items)
    interval = f"95 % interval {100 * low:.1f} to {100 * high:.1f}"
    return f"{right} of {items} right, {100 * right / items:.1f} % ({interval})"


STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))
"""Levels of significance, and how each is marked."""


def significance(p: float) -> str:
    """Write a p with its stars.

    >>> significance(0.0004), significance(0.03), significance(0.2)
    ('p = 0.000400 ***', 'p = 0.030000 *', 'p = 0.200000')
    """
    stars = next((f" {mark}" for level, mark in STARS if p < level), "")
    return f"p = {p:.6f}{stars}"


def legend() -> str:
    """Say what the stars mean."""
    levels = ", ".join(f"{mark} below {level}" for level, mark in reversed(STARS))
    return f"p against chance is that of the exact binomial test, two-sided; {levels}"


def agreement_lines(files: Sequence[Choices]) -> list[str]:
    """Return the agreement of each two raters, and the questions on which not all agree.

    Raises:
        InputError: the files are not about the same questions.
    """
    ids = list(files[0].chosen)
    for other in files[1:]:
        same_questions(other, ids, files[0].name)
    lines = []
    for one, other in combinations(files, 2):
        found = kappa([(one.chosen[i], other.chosen[i]) for i in ids])
        same = sum(one.chosen[i] == other.chosen[i] for i in ids)
        value = "undefined" if found.kappa is None else f"{found.kappa:.3f}"
        lines.append(f"{one.name} and {other.name}: {same} of {len(ids)} the same, kappa {value}")
    if apart := [i for i in ids if len({file.chosen[i] for file in files}) > 1]:
        lines.append(f"not all agree on {len(apart)}: {', '.join(apart)}")
    return lines


def comparison_lines(result: Comparison, seed: str) -> list[str]:
    """Return the result of the paired test."""
    return [
        f"difference: {100 * result.difference:+.1f} points; "
        f"{result.only_first} questions right in the first only, {result.only_second} in the second only",
        f"approximate randomisation: {result.shuffles:,} shuffles (seed {seed}), {result.at_least} with a difference "
        f"at least as large: p = ({result.at_least} + 1) / {result.shuffles + 1:,} = {result.p:.4f}",
        f"exact p of the same test: {result.exact:.6f}",
    ]
