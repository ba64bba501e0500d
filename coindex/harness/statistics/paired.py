"""Whether two systems on the same questions differ: the paired test of the COPA package, approximate randomisation.

If the systems are equally good, it makes no difference which of them gave which of the two answers to a question. So
the pairs of answers are swapped at random, each with probability one half, again and again; p is the share of
shuffles with a difference at least as large as the observed one. Source: E. W. Noreen, Computer-Intensive Methods for
Testing Hypotheses, Wiley 1989; the correction by one in numerator and denominator is his.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from coindex.harness.statistics.shares import mcnemar

SHUFFLES = 9_999
"""Shuffles of the official test."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same questions. The difference tested is the absolute difference of accuracy, two-sided."""

    items: int
    only_first: int
    """Questions that only the first system answers rightly."""
    only_second: int
    """Questions that only the second system answers rightly."""
    shuffles: int
    at_least: int
    """Shuffles with a difference at least as large as the observed one (``n_ge``)."""

    @property
    def difference(self) -> float:
        """Accuracy of the first minus that of the second."""
        return (self.only_first - self.only_second) / self.items if self.items else 0.0

    @property
    def p(self) -> float:
        """The significance level of the simulation: ``(n_ge + 1) / (shuffles + 1)``."""
        return (self.at_least + 1) / (self.shuffles + 1)

    @property
    def exact(self) -> float:
        """The limit of ``p`` for many shuffles.

        Only questions on which exactly one system is right change the difference, each by the same amount up or down
        with equal probability. Their sum is binomial; so this is the exact test of McNemar.
        """
        return mcnemar(self.only_first, self.only_second)


def compare(
    first: Sequence[bool], second: Sequence[bool], *, shuffles: int = SHUFFLES, seed: str = "1"
) -> Comparison:
    """Test two systems for a difference in accuracy.

    Args:
        first: for each question, whether the first system is right.
        second: the same for the second system, in the same order.
        shuffles: how often the answers are swapped at random.
        seed: decides the shuffles.

    Raises:
        ValueError: the systems have not answered the same number of questions, or there is no shuffle.

    >>> result = compare([True] * 9 + [False], [False] * 9 + [True], seed="1")
    >>> result.only_first, result.only_second, round(result.difference, 2)
    (9, 1, 0.8)
    >>> round(result.exact, 4), abs(result.p - result.exact) < 0.005
    (0.0215, True)
    """
    if len(first) != len(second):
        raise ValueError(f"{len(first)} answers cannot be paired with {len(second)}")
    if shuffles < 1:
        raise ValueError("at least one shuffle is needed")
    only_first = sum(a and not b for a, b in zip(first, second, strict=True))
    only_second = sum(b and not a for a, b in zip(first, second, strict=True))
    differing, observed = only_first + only_second, abs(only_first - only_second)
    source = random.Random(seed)
    at_least = 0
    for _ in range(shuffles):
        # A bit for each differing question: which of the systems is given the right answer. Swapping the others would
        # change nothing.
        heads = source.getrandbits(differing).bit_count() if differing else 0
        at_least += abs(2 * heads - differing) >= observed
    return Comparison(len(first), only_first, only_second, shuffles, at_least)
