"""Statistics of an index against people: correlations with intervals, tests of differences, reliability.

Items are not independent: twins share most of their words. So intervals are percentiles of a bootstrap that draws
pairs, with all their items (*cluster bootstrap*; Davison and Hinkley 1997, section 3.8).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from coindex.files.extras import missing_extra

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
SAMPLES = 9_999
"""Bootstrap samples, and permutations."""
LEVEL = 0.95
_LEAST = 3
"""Least number of items for a correlation."""


def needs_scipy() -> Any:
    """Return ``scipy.stats``.

    Raises:
        InputError: it is not installed.
    """
    try:
        from scipy import stats
    except ImportError as error:
        raise missing_extra("correlations and tests need scipy", "hardness") from error
    return stats


def mean_and_deviation(values: Sequence[float]) -> tuple[float | None, float | None]:
    """Return mean and standard deviation (of a sample: n - 1); ``None`` without values, or with only one.

    >>> mean_and_deviation([0.8, 1.0]), mean_and_deviation([0.5]), mean_and_deviation([])
    ((0.9, 0.1414), (0.5, None), (None, None))
    """
    if not values:
        return None, None
    mean = round(float(np.mean(values)), 4)
    return mean, round(float(np.std(values, ddof=1)), 4) if len(values) > 1 else None


@dataclass(frozen=True, slots=True)
class Correlation:
    """A correlation; ``None`` where it is not defined (a constant column, fewer than three items)."""

    items: int
    r: float | None
    interval: tuple[float, float] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the values for JSON."""
        return {"items": self.items, "r": self.r, "interval": self.interval}


def correlation(
    first: Sequence[float],
    second: Sequence[float],
    pairs: Sequence[str],
    *,
    ranks: bool = False,
    seed: int = 1,
    samples: int = SAMPLES,
) -> Correlation:
    """Correlate two columns.

    Args:
        first: a value for each item.
        second: another value for each item.
        pairs: which items belong together.
        ranks: Spearman's rho instead of Pearson's r.
        seed: decides the bootstrap samples.
        samples: how many.

    Raises:
        InputError: scipy is not installed.
    """
    stats = needs_scipy()
    x, y = (np.asarray(values, float) for values in (first, second))
    if ranks:
        x, y = (np.asarray(stats.rankdata(values)) for values in (x, y))
    if len(x) < _LEAST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return Correlation(len(x), None, None)
    test = stats.pearsonr(x, y)
    return Correlation(
        len(x), round(float(test.statistic), 4), _interval(x, y, pairs, ranks, seed, samples)
    )


def _interval(
    x: Vector, y: Vector, pairs: Sequence[str], ranks: bool, seed: int, samples: int
) -> tuple[float, float] | None:
    names = {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}
    if len(names) < _LEAST:
        return None
    draw = np.random.Generator(np.random.PCG64(seed))
    # The generator's plain numbers stay the same from version to version.
    drawn = (draw.random((samples, len(names))) * len(names)).astype(int)
    times = np.zeros((samples, len(names)))
    np.add.at(times, (np.arange(samples)[:, None], drawn), 1)
    weights = times[:, [names[pair] for pair in pairs]]
    if ranks:
        a, b = _ranks(x, weights), _ranks(y, weights)
    else:
        a, b = (np.broadcast_to(values, weights.shape) for values in (x, y))
    found = _correlations(a, b, weights)
    if not len(found):
        return None
    low, high = np.percentile(found, [50 * (1 - LEVEL), 50 * (1 + LEVEL)])
    return round(float(low), 4), round(float(high), 4)


def _ranks(values: Vector, weights: Matrix) -> Matrix:
    """Mean ranks within each sample; the weight of an item is the number of times that it was drawn.

    >>> _ranks(np.array([5.0, 1.0, 5.0]), np.array([[1.0, 2.0, 1.0]])).tolist()
    [[3.5, 1.5, 3.5]]
    """
    _, place = np.unique(values, return_inverse=True)
    numbers = weights @ np.eye(int(place.max()) + 1)[place]
    found: Matrix = (np.cumsum(numbers, axis=1) - (numbers - 1) / 2)[:, place]
    return found


def _correlations(a: Matrix, b: Matrix, weights: Matrix) -> Vector:
    """Pearson's r in each sample; samples in which it is not defined are left out."""
    number = weights.sum(axis=1, keepdims=True)
    a, b = (v - (v * weights).sum(axis=1, keepdims=True) / number for v in (a, b))
    above = (weights * a * b).sum(axis=1)
    below = np.sqrt((weights * a * a).sum(axis=1) * (weights * b * b).sum(axis=1))
    found: Vector = above[below > 1e-12] / below[below > 1e-12]
    return found


@dataclass(frozen=True, slots=True)
class Difference:
    """Two groups, and whether the difference of their means may be chance."""

    first: float | None
    second: float | None
    items: tuple[int, int]
    p: float | None
    """Two-sided, by permutation; ``None`` if a group has less than two items."""

    def to_dict(self) -> dict[str, Any]:
        """The same for JSON."""
        return {"first": self.first, "second": self.second, "items": self.items, "p": self.p}


def difference(
    first: Sequence[float], second: Sequence[float], *, seed: int = 1, samples: int = SAMPLES
) -> Difference:
    """Test whether two groups have the same mean, by random permutations of the groups (Fisher 1935).

    >>> found = difference([0.9, 0.95, 1.0, 0.92], [0.5, 0.6, 0.55, 0.7])
    >>> found.first, found.p < 0.05
    (0.9425, True)
    """
    means = [round(float(np.mean(group)), 4) if len(group) else None for group in (first, second)]
    sizes = (len(first), len(second))
    if min(sizes) < 2:
        return Difference(means[0], means[1], sizes, None)
    stats = needs_scipy()
    test = stats.permutation_test(
        (np.asarray(first, float), np.asarray(second, float)),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        vectorized=True,
        n_resamples=samples,
        random_state=np.random.Generator(np.random.PCG64(seed)),
    )
    return Difference(means[0], means[1], sizes, round(float(test.pvalue), 4))


@dataclass(frozen=True, slots=True)
class Variance:
    """A one-way analysis of variance; ``None`` unless two groups have two values each."""

    groups: tuple[int, ...]
    f: float | None
    p: float | None

    def to_dict(self) -> dict[str, Any]:
        """The same for JSON."""
        return {"groups": self.groups, "F": self.f, "p": self.p}


def variance(groups: Sequence[Sequence[float]]) -> Variance:
    """Test whether groups have the same mean (one-way ANOVA); groups with fewer than two values are left out."""
    sizes = tuple(len(group) for group in groups)
    kept = [np.asarray(group, float) for group in groups if len(group) > 1]
    if len(kept) < 2 or all(np.ptp(group) == 0 for group in kept):
        return Variance(sizes, None, None)
    test = needs_scipy().f_oneway(*kept)
    return Variance(sizes, round(float(test.statistic), 4), round(float(test.pvalue), 6))


def full_length(half: float) -> float:
    """Reliability of a whole test from the correlation of its halves (Spearman 1910, Brown 1910).

    >>> round(full_length(0.5), 4), full_length(-1.0)
    (0.6667, -1.0)
    """
    return max(-1.0, 2 * half / (1 + half)) if half > -1 else -1.0


def plain_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's r alone; ``None`` where it is not defined.

    >>> plain_correlation([1, 2, 3], [2, 4, 6.5]) > 0.99, plain_correlation([1, 1, 1], [1, 2, 3])
    (True, None)
    """
    x, y = (np.asarray(values, float) for values in (first, second))
    if len(x) < _LEAST or np.ptp(x) == 0 or np.ptp(y) == 0:
        return None
    return float(np.corrcoef(x, y)[0, 1])


def of_people(accuracies: Sequence[float], subjects: int) -> float | None:
    """Estimate the reliability of shares of right answers.

    It is one minus the part of their variance that is due to sampling people. The sampling variance is binomial,
    estimated without bias by p(1 - p)/(n - 1).
    """
    values = np.asarray(accuracies, float)
    if len(values) < _LEAST or subjects < 2 or np.ptp(values) == 0:
        return None
    drawn = float(np.mean(values * (1 - values))) / (subjects - 1)
    return max(0.0, 1 - drawn / float(np.var(values, ddof=1)))
