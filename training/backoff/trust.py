"""How far a guess can be trusted: a logistic model fitted on words with authored rows, each guessed without them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from training.backoff.authored import Authored
from training.backoff.guess import Candidate, Guesser, Votes
from training.backoff.vectors import Word
from training.fits import logistic

Weights: TypeAlias = npt.NDArray[np.float64]

FOLDS = 5
PENALTY = 1.0


@dataclass(frozen=True, slots=True)
class Guess:
    """A label for a word: the probability that it is right, the sources that support it, and similar words."""

    word: Word
    label: str
    trust: float
    method: str
    like: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tried:
    """A guess at a word that has authored rows, made without them."""

    guess: Guess
    exact: bool
    """It is one of the authored labels."""
    sound: bool
    """It is one of them or includes one of them."""


def fit(features: Weights, right: Weights) -> Weights:
    """Fit a logistic model with a quadratic penalty on all but the constant."""
    price = np.full(features.shape[1], PENALTY)
    price[0] = 1e-3
    return logistic.fit(features, price, right=right)


def chance_of(weights: Weights, candidate: Candidate) -> float:
    """Return the probability that a candidate is right."""
    return float(1 / (1 + np.exp(-np.clip(np.dot(weights, candidate.features), -30, 30))))


def chosen(
    guesser: Guesser,
    weights: Weights,
    word: Word,
    found: tuple[list[Candidate], dict[str, Votes]],
    threshold: float,
) -> Guess | None:
    """Choose the most specific label above the threshold; of several, the most probable."""
    candidates, sources = found
    above = guesser.authored.above[word[0]]
    likely = {c.label: p for c in candidates if (p := chance_of(weights, c)) >= threshold}
    specific = [x for x in likely if not any(x != y and x in above.get(y, ()) for y in likely)]
    if not specific:
        return None
    label = max(sorted(specific), key=lambda x: likely[x])
    wordnet = sources["wordnet"].shares.get(label, 0.0) > 0
    vectors = sources["vectors"].shares.get(label, 0.0) > 0
    if wordnet and vectors:
        method = "both"
    elif wordnet:
        method = "wordnet"
    elif sources["verb"].shares.get(label):
        method = "verb"
    elif sources["wordnet"].total or not vectors:
        return None  # vectors alone are too weak as evidence for a label
    else:
        method = "vectors"
    like = tuple(guesser.like(word, label, sources))
    return Guess(word, label, likely[label], method, like)


@dataclass(slots=True)
class Trial:
    """The features of all known words of a part of speech, kept for fitting and for trying thresholds."""

    words: list[Word]
    found: list[tuple[list[Candidate], dict[str, Votes]]]
    folds: list[int]
    weights: Weights
    by_fold: list[Weights]

    def tried(self, guesser: Guesser, threshold: float) -> list[Tried]:
        """Guess each known word's label with the model fitted on the other folds."""
        result: list[Tried] = []
        for word, found, fold in zip(self.words, self.found, self.folds, strict=True):
            guess = chosen(guesser, self.by_fold[fold], word, found, threshold)
            if guess is not None:
                own = guesser.authored.labels[word]
                sound = guess.label in guesser.authored.included(word[0], own)
                result.append(Tried(guess, guess.label in own, sound))
        return result


def trial(guesser: Guesser, part: str) -> Trial:
    """Guess at all known words of a part of speech that consist of one word, and fit the model."""
    authored: Authored = guesser.authored
    words = [w for w in authored.labels if w[0] == part and "_" not in w[1]]
    words = [w for w in words if guesser.wordnet.has(*w)]
    found = [guesser.candidates(word) for word in words]
    folds = [crc32(" ".join(word).encode()) % FOLDS for word in words]
    rows: list[tuple[float, ...]] = []
    right: list[float] = []
    fold_of: list[int] = []
    for word, (candidates, _), fold in zip(words, found, folds, strict=True):
        sound = authored.included(part, authored.labels[word])
        for candidate in candidates:
            rows.append(candidate.features)
            right.append(float(candidate.label in sound))
            fold_of.append(fold)
    features, truth, place = np.array(rows), np.array(right), np.array(fold_of)
    by_fold = [fit(features[place != n], truth[place != n]) for n in range(FOLDS)]
    return Trial(words, found, folds, fit(features, truth), by_fold)


def precision(tried: Sequence[Tried]) -> tuple[int, float, float]:
    """Count guesses; give the shares that are sound and exact."""
    number = len(tried)
    if not number:
        return 0, 0.0, 0.0
    return number, sum(t.sound for t in tried) / number, sum(t.exact for t in tried) / number
