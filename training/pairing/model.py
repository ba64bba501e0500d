"""The pairwise logistic model over pairs of terms, and its accuracy on questions it was not fitted to.

In a row, for a question and two of its candidates, a pair of terms counts 1 if it holds of the right candidate only,
and -1 if of the other only; each row has length 1. Weights ``w`` minimise ``sum log(1 + exp(-x w)) + price/2 |w|^2``,
by Nesterov's accelerated gradient (Beck and Teboulle 2009, section 4, without the proximal step). The scale of the sum
is fitted to questions that were left out.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt

from training.pairing.samples import Sample

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Pair = tuple[str, str]
"""A candidate's term and the pronoun's."""

STEPS = 200
LARGEST_SCALE = 64.0
"""Upper bound of the scale, in case all answers are right."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Two candidates of a question each: the right one and another; sparse."""

    of: Ints
    """The question of each row."""
    row: Ints
    column: Ints
    value: Floats
    weight: Floats
    """How much each row counts."""

    def times(self, weights: Floats) -> Floats:
        """Give each row's sum."""
        products = self.value * weights[self.column]
        return np.bincount(self.row, products, minlength=len(self.of)).astype(np.float64)

    def gradient(self, slopes: Floats, columns: int) -> Floats:
        """Return the sum of the rows, weighted."""
        products = self.value * slopes[self.row]
        return np.bincount(self.column, products, minlength=columns).astype(np.float64)

    def only(self, kept: npt.NDArray[np.bool_]) -> Rows:
        """Keep some rows."""
        numbers = np.cumsum(kept) - 1
        inside = kept[self.row]
        return Rows(
            self.of[kept],
            numbers[self.row[inside]],
            self.column[inside],
            self.value[inside],
            self.weight[kept],
        )


@dataclass(frozen=True)
class Setting:
    """Settings of the training."""

    least: int = 15
    """The minimum number of questions in which a pair distinguishes the candidates."""
    price: float = 3.0
    """The penalty on a weight's square."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """How much the questions of a set count; 1 if not named."""
    folds: int = 5
    smallest: float = 0.03
    """Weights nearer to 0 than this share of the largest are left out."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The weights of pairs in log-odds, and the score of each question when its pair was left out."""

    weights: dict[Pair, float]
    scores: dict[int, float]
    """By the question's index: the lead of the right candidate over the best of the others."""


def pairs_of(samples: Sequence[Sample], least: int) -> list[Pair]:
    """Return the pairs that distinguish candidates in enough questions, sorted."""
    seen: Counter[Pair] = Counter()
    for sample in samples:
        if sample.terms is None or not sample.terms.candidates:
            continue
        candidates = sample.terms.candidates
        apart = frozenset.union(*candidates) - frozenset.intersection(*candidates)
        seen.update((term, pronoun_term) for term in apart for pronoun_term in sample.terms.pronoun)
    return sorted(pair for pair, number in seen.items() if number >= least)


def rows_of(samples: Sequence[Sample], pairs: Sequence[Pair], shares: Mapping[str, float]) -> Rows:
    """Make the rows of all questions."""
    place = {pair: number for number, pair in enumerate(pairs)}
    of: list[int] = []
    row: list[int] = []
    column: list[int] = []
    value: list[float] = []
    weight: list[float] = []
    for number, sample in enumerate(samples):
        terms = sample.terms
        if terms is None:
            continue
        right = terms.candidates[sample.gold]
        for index, other in enumerate(terms.candidates):
            if index == sample.gold:
                continue
            found = [
                (place[pair], sign)
                for sign, distinct in ((1.0, right - other), (-1.0, other - right))
                for pair in product(sorted(distinct), sorted(terms.pronoun))
                if pair in place
            ]
            row += [len(of)] * len(found)
            column += [where for where, _ in found]
            value += [sign / len(found) ** 0.5 for _, sign in found]
            of.append(number)
            weight.append(shares.get(sample.set, 1.0))
    return Rows(
        np.array(of, np.int64),
        np.array(row, np.int64),
        np.array(column, np.int64),
        np.array(value, np.float64),
        np.array(weight, np.float64),
    )


def fitted(rows: Rows, columns: int, price: float) -> Floats:
    """Find the weights of a model."""
    weights = np.zeros(columns)
    ahead = weights
    momentum = 1.0
    steepest = price + 0.25 * _norm(rows, columns)
    for _ in range(STEPS):
        slopes = -rows.weight / (1 + np.exp(np.clip(rows.times(ahead), -50, 50)))
        after = ahead - (rows.gradient(slopes, columns) + price * ahead) / steepest
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead = after + (momentum - 1) / following * (after - weights)
        weights, momentum = after, following
    return weights


def _norm(rows: Rows, columns: int) -> float:
    """Give an upper bound of the largest eigenvalue of the rows' weighted products, by the power method."""
    guess = np.random.default_rng(0).standard_normal(columns)
    size = 1.0
    for _ in range(50):
        found = rows.gradient(rows.weight * rows.times(guess), columns)
        size = float(np.linalg.norm(found)) or 1.0
        guess = found / size
    return 1.1 * size


def learn(samples: Sequence[Sample], setting: Setting, without: Iterable[str] = ()) -> Learnt:
    """Learn weights, and evaluate them on folds by pair.

    Args:
        samples: the questions.
        setting: hyperparameters.
        without: sets that are used for the weights, but not for the scale.
    """
    pairs = pairs_of(samples, setting.least)
    rows = rows_of(samples, pairs, setting.shares)
    fold = np.array([_fold(samples[number], setting.folds) for number in rows.of], np.int64)
    leads = np.zeros(len(rows.of))
    for number in range(setting.folds):
        weights = _kept(fitted(rows.only(fold != number), len(pairs), setting.price), setting)
        leads[fold == number] = rows.only(fold == number).times(weights)
    out = set(without)
    judging = np.array([samples[number].set not in out for number in rows.of], bool)
    scale = _scale(leads[judging])
    weights = scale * _kept(fitted(rows, len(pairs), setting.price), setting)
    scores: dict[int, float] = {}
    for number, lead in zip(rows.of.tolist(), (scale * leads).tolist(), strict=True):
        scores[number] = min(lead, scores.get(number, lead))
    named = zip(pairs, weights.tolist(), strict=True)
    return Learnt({pair: weight for pair, weight in named if weight}, scores)


def _kept(weights: Floats, setting: Setting) -> Floats:
    if not setting.smallest or not weights.size:
        return weights
    least = setting.smallest * float(np.abs(weights).max())
    return np.where(np.abs(weights) >= least, weights, 0.0)


def _fold(sample: Sample, folds: int) -> int:
    digest = hashlib.sha256(f"{sample.set}:{sample.pair}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % folds


def _scale(leads: Floats) -> float:
    """Find the most likely factor that turns leads into log-odds, by bisection."""
    low, high = 0.0, 1.0
    while high < LARGEST_SCALE and _slope(leads, high) > 0:
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _slope(leads, middle) > 0 else (low, middle)
    return (low + high) / 2


def _slope(leads: Floats, scale: float) -> float:
    return float(np.sum(leads / (1 + np.exp(np.clip(scale * leads, -50, 50)))))
