"""The explained index: the expected share of people who err, from six almost equally weighted aspects of a question.

Each feature is standardised over the items of the fit; an aspect is the mean of its features, standardised again; the
index is ``intercept + sum(weight * aspect)``. The direction of features is fixed, so with equal weights only
intercept and scale are fitted. On a hundred items, such improper models predict as well as regressions or better
(Dawes 1979, "The robust beauty of improper linear models", American Psychologist 34).

The fit is a ridge regression whose penalty shrinks the weights to one common weight instead of to zero:

    minimise |y - Zw|^2 + penalty * n * |w - c|^2,  c the slope of y on the sum of the aspects

Penalty 0 is least squares, a very large one equal weights; nested cross-validation chooses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from coindex.harness.hardness.features import ASPECTS, FEATURES

Vector: TypeAlias = NDArray[np.float64]
Matrix: TypeAlias = NDArray[np.float64]
PENALTIES = (0.1, 0.3, 1.0, 3.0, 10.0, 100.0, 1000.0)
FOLDS = 10
REPEATS = 10
"""Cross-validations with different folds whose predictions are averaged."""
_INNER = 7
Row = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """Mean and standard deviation for standardising a value."""

    mean: float
    deviation: float

    def of(self, value: float) -> float:
        """Return the value in standard deviations from the mean; 0 for a constant."""
        return (value - self.mean) / self.deviation if self.deviation > 1e-12 else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """The contribution of a feature or an aspect to an index."""

    name: str
    value: float
    """In standard deviations above the mean of the items of the fit."""
    adds: float
    """To the index."""


@dataclass(frozen=True, slots=True)
class Model:
    """A fit."""

    intercept: float
    penalty: float
    weights: Mapping[str, float]
    aspects: Mapping[str, Scale]
    features: Mapping[str, Scale]

    def index(self, row: Row) -> float:
        """Return the expected share of people who err, from 0 to 1.

        Args:
            row: features by name; a missing one counts as average.
        """
        total = self.intercept + sum(share.adds for share in self.shares(row))
        return float(min(1.0, max(0.0, total)))

    def shares(self, row: Row) -> list[Share]:
        """Return the contribution of each aspect."""
        values = _aspects(row, self.features)
        found = []
        for aspect, weight in self.weights.items():
            value = self.aspects[aspect].of(values[aspect]) if aspect in values else 0.0
            found.append(Share(aspect, value, weight * value))
        return found

    def details(self, row: Row) -> list[Share]:
        """Return the contribution of each feature."""
        found = []
        for feature in FEATURES:
            if feature.name not in self.features or feature.name not in row:
                continue
            value = self.features[feature.name].of(row[feature.name])
            known = sum(f.name in row for f in FEATURES if f.aspect == feature.aspect)
            deviation = self.aspects[feature.aspect].deviation
            slope = self.weights[feature.aspect] / deviation if deviation > 1e-12 else 0.0
            found.append(Share(feature.name, value, slope * value / known))
        return found


def _aspects(row: Row, scales: Mapping[str, Scale]) -> dict[str, float]:
    """Means of the standardised features of each aspect; one without any is left out."""
    found: dict[str, list[float]] = {}
    for feature in FEATURES:
        if feature.name in row and feature.name in scales:
            value = scales[feature.name].of(row[feature.name])
            found.setdefault(feature.aspect, []).append(value)
    return {aspect: sum(values) / len(values) for aspect, values in found.items()}


@dataclass(frozen=True, slots=True)
class _Standard:
    """The items of a fit, standardised."""

    features: dict[str, Scale]
    aspects: dict[str, Scale]
    z: Matrix = field(repr=False)

    def rows(self, rows: Sequence[Row]) -> Matrix:
        """Standardise other items by these."""
        return _matrix([_aspects(row, self.features) for row in rows], self.aspects)


def _matrix(made: Sequence[Mapping[str, float]], scales: Mapping[str, Scale]) -> Matrix:
    cells = [[scales[n].of(each[n]) if n in each else 0.0 for n in scales] for each in made]
    return np.array(cells, float).reshape(len(made), len(scales))


def _standard(rows: Sequence[Row]) -> _Standard:
    features = {}
    for feature in FEATURES:
        values = [row[feature.name] for row in rows if feature.name in row]
        if values:
            features[feature.name] = Scale(float(np.mean(values)), float(np.std(values)))
    made = [_aspects(row, features) for row in rows]
    aspects = {}
    for name in ASPECTS:
        values = [each[name] for each in made if name in each]
        if values:
            aspects[name] = Scale(float(np.mean(values)), float(np.std(values)))
    return _Standard(features, aspects, _matrix(made, aspects))


def _weights(z: Matrix, y: Vector, penalty: float) -> Vector:
    """Solve for the weights; ``y`` has mean 0."""
    total = z.sum(axis=1)
    square = float(total @ total)
    common = float(total @ y) / square if square > 1e-12 else 0.0
    gram = z.T @ z + penalty * len(y) * np.eye(z.shape[1])
    found: Vector = common + np.linalg.solve(gram, z.T @ (y - common * total))
    return found


def fit(rows: Sequence[Row], errors: Sequence[float], penalty: float) -> Model:
    """Fit the weights of the aspects.

    Args:
        rows: features of the items, by name.
        errors: for each, the share of people who err.
        penalty: how strongly the weights are shrunk to one common weight; above 0.

    Raises:
        ValueError: there is no item, or the numbers of items and errors differ.
    """
    if not rows or len(rows) != len(errors):
        raise ValueError(f"{len(rows)} items and {len(errors)} errors")
    made = _standard(rows)
    y = np.asarray(errors, float)
    intercept = float(y.mean())
    weights = _weights(made.z, y - intercept, penalty).tolist()
    by_name = dict(zip(made.aspects, weights, strict=True))
    return Model(intercept, penalty, by_name, made.aspects, made.features)


# ------------------------------------------------------------------------------- cross-validation


def folds(pairs: Sequence[str], number: int, seed: int) -> list[NDArray[np.bool_]]:
    """Distribute pairs, with all their items, into folds; the same seed gives the same folds.

    Returns:
        The items of each fold. There are fewer folds if there are fewer pairs.
    """
    names = sorted(set(pairs))
    order = np.argsort(np.random.Generator(np.random.PCG64(seed)).random(len(names)), kind="stable")
    fold = {names[n]: place % number for place, n in enumerate(order.tolist())}
    dealt = np.array([fold[pair] for pair in pairs])
    return [dealt == k for k in range(min(number, len(names)))]


def best_penalty(rows: Sequence[Row], errors: Sequence[float], pairs: Sequence[str]) -> float:
    """Choose the penalty with the smallest squared error in cross-validation; the largest of equal ones."""
    y = np.asarray(errors, float)
    losses = np.zeros(len(PENALTIES))
    for test in folds(pairs, FOLDS, _INNER):
        if test.all():
            continue
        guessed = _guessed(rows, y, test, PENALTIES)
        losses += ((guessed - y[test]) ** 2).sum(axis=1)
    return max(
        penalty for penalty, loss in zip(PENALTIES, losses, strict=True) if loss <= losses.min()
    )


def out_of_fold(
    rows: Sequence[Row],
    errors: Sequence[float],
    pairs: Sequence[str],
    *,
    repeats: int | None = None,
) -> list[float]:
    """Predict every item by models that have seen neither it nor its twin (nested cross-validation).

    The penalty is chosen within each training part. Predictions are means over several random folds.

    Raises:
        ValueError: there are fewer than three pairs.
    """
    if len(set(pairs)) < 3:
        raise ValueError("cross-validation needs three pairs at least")
    y = np.asarray(errors, float)
    total = np.zeros(len(rows))
    repeats = repeats or REPEATS
    for seed in range(repeats):
        for test in folds(pairs, FOLDS, seed):
            train = np.flatnonzero(~test).tolist()
            kept = [rows[n] for n in train]
            penalty = best_penalty(kept, y[train].tolist(), [pairs[n] for n in train])
            total[test] += _guessed(rows, y, test, (penalty,))[0]
    return [float(value) for value in total / repeats]


def _guessed(
    rows: Sequence[Row], y: Vector, test: NDArray[np.bool_], penalties: Sequence[float]
) -> Matrix:
    """Predict some items by models of the others, one for each penalty."""
    made = _standard([row for row, out in zip(rows, test, strict=True) if not out])
    z = made.rows([row for row, out in zip(rows, test, strict=True) if out])
    mean = float(y[~test].mean())
    weights = [_weights(made.z, y[~test] - mean, penalty) for penalty in penalties]
    found: Matrix = np.clip([mean + z @ w for w in weights], 0.0, 1.0)
    return found
