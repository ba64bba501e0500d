"""A logistic model of which of two candidates is meant, by the features of their evidence, fitted pair by pair.

In a row each feature of the right candidate less that of the other one counts; there is no intercept, so that the order
of the candidates makes no difference. Features are divided by their root mean square. Weights ``w`` minimise
``sum log(1 + exp(-x w)) + price/2 |w|^2``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kparse.errors import InputError, Location

Floats = npt.NDArray[np.float64]
FOLDS = 10
PRICE = 3.0
"""The penalty on a weight's square, in questions."""


@dataclass(frozen=True, slots=True)
class Two:
    """A question with two candidates: its features, those of the right candidate less those of the other."""

    set: str
    id: str
    pair: str
    part: str
    right: bool
    """Whether today's answer is right."""
    decided_by: str
    ours: dict[str, float]
    theirs: dict[str, float]


def read(path: Path) -> list[Two]:
    """Read what ``python -m training.evidence`` wrote; questions with more candidates are left out.

    Raises:
        InputError: the file cannot be read, or a line is something else.
    """
    questions: dict[tuple[str, str], list[dict[str, Any]]] = {}
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
            questions.setdefault((record["set"], record["id"]), []).append(record)
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                "not the evidence for a candidate",
                location=Location(str(path), number),
                hint="Give a file that `python -m training.evidence` has written.",
            ) from error
    return [_two(records) for records in questions.values() if len(records) == 2]


def _two(records: Sequence[dict[str, Any]]) -> Two:
    ours, theirs = sorted(records, key=lambda one: not one["gold"])
    return Two(
        ours["set"],
        ours["id"],
        ours["pair"],
        ours["part"],
        bool(ours["answered"]),
        ours["decided_by"],
        ours["features"],
        theirs["features"],
    )


Terms = Callable[[dict[str, float], dict[str, float]], dict[str, float]]
"""Makes the terms of the model of a candidate: from its own features and those of the other one."""


def matrix(questions: Sequence[Two], terms: Terms) -> tuple[list[str], Floats]:
    """Give the names of the terms and a row a question: those of the right candidate less those of the other."""
    rows = [(terms(q.ours, q.theirs), terms(q.theirs, q.ours)) for q in questions]
    names = sorted({name for pair in rows for side in pair for name in side})
    place = {name: number for number, name in enumerate(names)}
    found = np.zeros((len(questions), len(names)))
    for row, (ours, theirs) in enumerate(rows):
        for name, value in ours.items():
            found[row, place[name]] += value
        for name, value in theirs.items():
            found[row, place[name]] -= value
    return names, found


def fitted(rows: Floats, price: float = PRICE) -> Floats:
    """Give the weights of the terms as they stand in the rows."""
    from scipy.optimize import minimize

    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    scaled = rows / scale

    def loss(weights: Floats) -> tuple[float, Floats]:
        leads = scaled @ weights
        value = float(np.logaddexp(0, -leads).sum() + price / 2 * weights @ weights)
        slopes = -1 / (1 + np.exp(np.clip(leads, -500, 500)))
        return value, scaled.T @ slopes + price * weights

    best = minimize(loss, np.zeros(rows.shape[1]), jac=True, method="L-BFGS-B")
    weights: Floats = best.x / scale
    return weights


def fold(question: Two, folds: int = FOLDS) -> int:
    """Give the fold of a question; both of a pair are in one."""
    digest = hashlib.sha256(f"{question.set}:{question.pair}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % folds


def cross_fitted(
    questions: Sequence[Two], rows: Floats, learnt_from: npt.NDArray[np.bool_]
) -> Floats:
    """Give the lead of each right candidate in log-odds, by weights fitted without the question's fold.

    Args:
        questions: all of them.
        rows: theirs.
        learnt_from: which questions weights are fitted to.
    """
    folds = np.array([fold(question) for question in questions])
    leads = np.zeros(len(questions))
    for number in range(FOLDS):
        out = folds == number
        weights = fitted(rows[learnt_from & ~out])
        leads[out] = rows[out] @ weights
    return leads


def plain_terms(leave_out: Iterable[str] = ()) -> Terms:
    """Take the features as they are, but for some whose names begin so."""
    without = tuple(leave_out)

    def terms(ours: dict[str, float], theirs: dict[str, float]) -> dict[str, float]:
        return {
            name: value for name, value in ours.items() if not name.startswith(without or ("\0",))
        }

    return terms
