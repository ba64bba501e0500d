"""The interval of an accuracy, and the test whether two runs differ."""

from __future__ import annotations

from math import comb, exp, fsum, lgamma, log, sqrt
from statistics import NormalDist

LEVEL = 0.95
"""Confidence level of the intervals that are printed."""


def wilson(right: int, items: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the score interval of a share, in which the true share lies with the given confidence.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927),
    pp. 209-212. It stays within 0 and 1 and is usable for few items, which the textbook interval (Wald) is not
    (L. D. Brown, T. T. Cai, A. DasGupta, Interval estimation for a binomial proportion, Statistical Science 16 (2001)).

    Args:
        right: how many of the items have the property.
        items: how many there are; without items, the interval is from 0 to 1.
        level: confidence, above 0 and below 1.

    Raises:
        ValueError: the counts or the level are out of range.

    >>> [round(end, 4) for end in wilson(70, 100)]
    [0.6042, 0.7811]
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not 0 <= right <= items:
        raise ValueError(f"{right} of {items} is no share")
    if not 0 < level < 1:
        raise ValueError(f"{level} is no confidence level")
    if items == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = right / items
    middle = (share + z * z / (2 * items)) / (1 + z * z / items)
    half = z * sqrt(share * (1 - share) / items + z * z / (4 * items * items)) / (1 + z * z / items)
    # At the ends the formula gives exactly 0 and 1; rounding may miss them slightly.
    low = 0.0 if right == 0 else max(0.0, middle - half)
    high = 1.0 if right == items else min(1.0, middle + half)
    return low, high


def above_chance(right: int, items: int, chance: float = 0.5) -> float:
    """Return the probability that guessing gets at least so many right (the exact one-sided binomial test).

    Args:
        right: how many answers are right.
        items: how many questions there are.
        chance: the probability of guessing one rightly.

    Raises:
        ValueError: the counts or the chance are out of range.

    >>> round(above_chance(15, 20), 4)
    0.0207
    >>> above_chance(0, 5)
    1.0
    """
    if not 0 <= right <= items:
        raise ValueError(f"{right} of {items} is no share")
    if not 0 < chance < 1:
        raise ValueError(f"{chance} is no chance")
    return (
        min(
            1.0,
            fsum(
                exp(
                    lgamma(items + 1)
                    - lgamma(n + 1)
                    - lgamma(items - n + 1)
                    + n * log(chance)
                    + (items - n) * log(1 - chance)
                )
                for n in range(right, items + 1)
            ),
        )
        if right
        else 1.0
    )


def mcnemar(only_first: int, only_second: int) -> float:
    """Return the exact two-sided p of McNemar's test that two systems are equally often right on the same items.

    Only items on which exactly one of them is right count; if the systems are equally good, each of these is a fair
    coin. Hence p = min(1, 2 * P(at most min(b, c) heads of b + c)), the binomial test.

    Source: Q. McNemar, Note on the sampling error of the difference between correlated proportions or percentages,
    Psychometrika 12 (1947), pp. 153-157; the exact form: F. Mosteller, Some statistical problems in measuring the
    subjective response to drugs, Biometrics 8 (1952), pp. 220-226.

    Args:
        only_first: items on which only the first is right.
        only_second: items on which only the second is right.

    Raises:
        ValueError: a count is below 0.

    >>> mcnemar(1, 9)
    0.021484375
    >>> mcnemar(0, 0)
    1.0
    """
    if only_first < 0 or only_second < 0:
        raise ValueError("counts cannot be below 0")
    items = only_first + only_second
    tail = sum(comb(items, k) for k in range(min(only_first, only_second) + 1))
    whole: int = 2**items
    return min(1.0, 2 * tail / whole)
