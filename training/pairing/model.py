"""The pairwise logistic model over pairs of terms, and its accuracy on questions it was not fitted to.

In a row, for a question and two of its candidates, a pair of terms counts 1 if it holds of the right candidate only,
and -1 if of the other only; each row has length 1. Weights are those of :mod:`training.fits.logistic`. The scale of the
sum is fitted to questions that were left out.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize_scalar
from scipy.sparse import csr_matrix

from training.fits import logistic
from training.pairing.samples import Sample

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Pair = tuple[str, str]
"""A candidate's term and the pronoun's."""

LARGEST_SCALE = 64.0
"""Upper bound of the scale, in case all answers are right."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Two candidates of a question each: the right one and another."""

    of: Ints
    """The question of each row."""
    matrix: csr_matrix
    weight: Floats
    """How much each row counts."""

    def fitted(self, kept: npt.NDArray[np.bool_], setting: Setting) -> Floats:
        """Fit weights to some rows; those that are near to 0 are left out."""
        weights = logistic.fit(self.matrix[kept], setting.price, counts=self.weight[kept])
        least = setting.smallest * float(np.abs(weights).max(initial=0.0))
        return np.where(np.abs(weights) >= least, weights, 0.0)


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
    matrix = csr_matrix((value, (row, column)), (len(of), len(pairs)))
    return Rows(np.array(of, np.int64), matrix, np.array(weight, np.float64))


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
        leads[fold == number] = rows.matrix[fold == number] @ rows.fitted(fold != number, setting)
    out = set(without)
    judging = np.array([samples[number].set not in out for number in rows.of], bool)
    scale = _scale(leads[judging])
    weights = scale * rows.fitted(np.ones(len(fold), bool), setting)
    scores: dict[int, float] = {}
    for number, lead in zip(rows.of.tolist(), (scale * leads).tolist(), strict=True):
        scores[number] = min(lead, scores.get(number, lead))
    named = zip(pairs, weights.tolist(), strict=True)
    return Learnt({pair: weight for pair, weight in named if weight}, scores)


def _fold(sample: Sample, folds: int) -> int:
    digest = hashlib.sha256(f"{sample.set}:{sample.pair}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % folds


def _scale(leads: Floats) -> float:
    """Find the most likely factor that turns leads into log-odds."""
    if not leads.size:
        return 0.0
    found = minimize_scalar(
        lambda scale: np.logaddexp(0, -scale * leads).sum(),
        bounds=(0.0, LARGEST_SCALE),
        method="bounded",
    )
    return float(found.x)
