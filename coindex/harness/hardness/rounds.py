"""Rounds: answers to a question from samples of more and more sentences.

Sentences are found and read once (:class:`coindex.mining.querying.query.Ground`); a round is a sample of them with
its own seed. If a round takes every sentence that its queries find, further rounds of that number would be the same,
and are not made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.hardness.metric import ROUNDS, SIZES, label

if TYPE_CHECKING:
    from coindex.mining.querying.query import Conclusion, Ground

_STEP = 1_000_003
"""Distance between the seeds of two numbers of sentences; larger than any number of rounds."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of the rounds."""

    sizes: tuple[int, ...] = SIZES
    """Numbers of sentences, increasing."""
    rounds: int = ROUNDS
    seed: int = 1

    def seed_of(self, size: int, number: int) -> int:
        """Return the seed of a round, which is unique."""
        return (self.seed * len(self.sizes) + self.sizes.index(size)) * _STEP + number


@dataclass(frozen=True, slots=True)
class Votes:
    """The results of the rounds of one number of sentences."""

    sentences: int
    even: tuple[int, ...]
    """Of the rounds with an even number: how many end in each answer, then how many in none."""
    odd: tuple[int, ...]
    """The same for the other rounds."""
    margins: tuple[float, ...]
    """Log-odds of each candidate against the best of the others, mean over the rounds."""
    used: float
    """Number of sentences used, mean over the rounds."""

    @property
    def all(self) -> tuple[int, ...]:
        """The votes of all rounds."""
        return tuple(a + b for a, b in zip(self.even, self.odd, strict=True))

    @property
    def label(self) -> int | None:
        """The most frequent outcome (:func:`coindex.harness.hardness.metric.label`)."""
        return label(self.all)

    @property
    def answered(self) -> float:
        """Share of rounds that end in an answer."""
        return 1 - self.all[-1] / max(1, sum(self.all))


@dataclass(frozen=True, slots=True)
class Found:
    """Number of sentences that a query finds and no earlier query does."""

    query: str
    sentences: int


@dataclass(frozen=True, slots=True)
class Course:
    """The results of a question for increasing numbers of sentences."""

    votes: tuple[Votes, ...]
    found: tuple[Found, ...]

    @property
    def labels(self) -> tuple[int | None, ...]:
        """The label of each number of sentences."""
        return tuple(votes.label for votes in self.votes)


def course(ground: Ground, plan: Plan | None = None) -> Course:
    """Make the rounds of a question.

    Args:
        ground: the sentences that are found for it, at least as many as the largest number.
        plan: of the rounds.

    Raises:
        ModelError: sentences have to be parsed, and there is no model.
    """
    plan = plan or Plan()
    ground.load()
    found = tuple(Found(pool.query.name, pool.end - pool.start) for pool in ground.pools)
    return Course(tuple(_votes(ground, plan, size) for size in plan.sizes), found)


def _votes(ground: Ground, plan: Plan, size: int) -> Votes:
    candidates = len(ground.asked.candidates)
    halves = [[0] * (candidates + 1) for _ in range(2)]
    totals = [0.0] * candidates
    used = 0
    conclusion: Conclusion | None = None
    for number in range(plan.rounds):
        if conclusion is None or not _whole(conclusion):
            conclusion = ground.conclude(size, plan.seed_of(size, number))
        answer = conclusion.answer
        halves[number % 2][candidates if answer is None else answer] += 1
        for at, margin in enumerate(_margins(conclusion.scores)):
            totals[at] += margin
        used += conclusion.sentences
    return Votes(
        size,
        tuple(halves[0]),
        tuple(halves[1]),
        tuple(round(total / plan.rounds, 4) for total in totals),
        round(used / plan.rounds, 1),
    )


def _whole(conclusion: Conclusion) -> bool:
    """Return whether the sample has all sentences."""
    return all(tried.used == tried.found for tried in conclusion.tried)


def _margins(scores: Sequence[float]) -> list[float]:
    """Return by how much each score exceeds the best of the others.

    >>> _margins((1.0, 0.25, 0.5))
    [0.5, -0.75, -0.5]
    """
    return [
        score - max((*scores[:at], *scores[at + 1 :]), default=score)
        for at, score in enumerate(scores)
    ]
