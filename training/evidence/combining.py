"""A logistic model of which of two candidates is meant, by the features of their evidence, against today's answers.

    python -m training.evidence.combining EVIDENCE.jsonl

In a row each feature of the right candidate less that of the other one counts; there is no intercept, so that the order
of the candidates makes no difference. Features are divided by their root mean square. Weights ``w`` minimise
``sum log(1 + exp(-x w)) + price/2 |w|^2``.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from coindex.harness.scores.table import table
from coindex.harness.statistics.shares import mcnemar
from coindex.reasoner.evidence.forms import KNOWLEDGE
from coindex.reasoner.evidence.points import POINTS
from coindex.reasoner.evidence.spoken import PREFERENCES, Spoken
from kparse.errors import CoindexError, InputError, Location
from training import logistic
from training.evidence.questions import FITTED, SIMILAR, rules_of
from training.evidence.rating import fit

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
    is_first: bool = True
    """Whether the right candidate is the first one, which is the answer where all is equal."""
    our_rules: tuple[Spoken, ...] = ()
    their_rules: tuple[Spoken, ...] = ()


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
        ours["candidate"] == 0,
        rules_of(ours["rules"]),
        rules_of(theirs["rules"]),
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
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    weights: Floats = logistic.fit(rows / scale, price) / scale
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


def by_form(ours: dict[str, float], _theirs: dict[str, float]) -> dict[str, float]:
    """Take the strongest rule of each form, what speaks against the candidate, preferences of structure and the rest.

    Statistics enter by :data:`training.evidence.questions.FITTED`, never by the shipped model, which has seen some.
    """
    return {name: ours[name] for name in _TERMS if name in ours}


_STRUCTURE = tuple(f"prefers_{name}" for name in PREFERENCES)
_TERMS = (
    *KNOWLEDGE,
    *_STRUCTURE,
    "clash",
    "profile_against",
    "salience",
    "vectors",
    SIMILAR,
    FITTED,
)


def by_rating(ours: dict[str, float], _theirs: dict[str, float]) -> dict[str, float]:
    """Take the ratings of the two best rules (:mod:`training.evidence.rating`) in the place of points."""
    return {name: ours[name] for name in _RATED if name in ours}


BEST, SECOND = "best", "second_best"
_RATED = (BEST, SECOND, "profile", *_STRUCTURE, "clash", "salience", "vectors", FITTED)


def rated(questions: Sequence[Two], learnt_from: npt.NDArray[np.bool_]) -> list[Two]:
    """Add the ratings of the two best rules for each candidate, each question rated by a fit without its fold."""
    folds = [fold(question) for question in questions]
    sides = [(question.our_rules, question.their_rules) for question in questions]
    found: dict[int, Two] = {}
    for out in sorted(set(folds)):
        given = zip(sides, folds, learnt_from, strict=True)
        rating = fit([side for side, number, known in given if known and number != out])
        for number, question in enumerate(questions):
            if folds[number] == out:
                ours, theirs = rating.strongest(sides[number])
                found[number] = replace(
                    question,
                    ours=question.ours | _best(ours),
                    theirs=question.theirs | _best(theirs),
                )
    return [found[number] for number in range(len(questions))]


def _best(ratings: Sequence[float]) -> dict[str, float]:
    return dict(zip((BEST, SECOND), ratings, strict=False))


def report(questions: Sequence[Two], *, ratings: bool = False) -> str:
    """Compare the model with today's answers by set and part, and give its weights in points for each unit.

    The model is fitted to the *tune* parts, and to all, always without the question's pair.

    Args:
        questions: with the evidence for both candidates.
        ratings: whether rules enter by their ratings instead of by their points.
    """
    tuned = np.array([question.part == "tune" for question in questions])
    today = np.array([question.right for question in questions])
    whole = np.ones(len(questions), bool)
    first = np.array([question.is_first for question in questions])
    leads = {}
    for name, learnt_from in (("tune", tuned), ("all", whole)):
        given = rated(questions, learnt_from) if ratings else questions
        names, rows = matrix(given, by_rating if ratings else by_form)
        leads[name] = cross_fitted(given, rows, learnt_from)
    lines = [["set", "part", "questions", "today"]]
    for name in leads:
        lines[0] += [f"fitted to {name}", "won", "lost", "p"]
    for key in [*dict.fromkeys((q.set, q.part) for q in questions), ("all sets", "check")]:
        mine = np.array([key in ((q.set, q.part), ("all sets", q.part)) for q in questions])
        line = [*key, str(mine.sum()), str((today & mine).sum())]
        for found in leads.values():
            right = (found > 0) | ((found == 0) & first)
            won, lost = int((right & ~today & mine).sum()), int((~right & today & mine).sum())
            line += [str((right & mine).sum()), str(won), str(lost), f"{mcnemar(won, lost):.2f}"]
        lines.append(line)
    check = ~tuned
    losses = ", ".join(
        f"{np.logaddexp(0, -found[check]).mean():.4f} fitted to {name}"
        for name, found in leads.items()
    )
    weights = [["term", "points for each unit"]]
    weights += [[n, f"{POINTS * w:+.2f}"] for n, w in zip(names, fitted(rows), strict=True)]
    if ratings:
        sides = [(question.our_rules, question.their_rules) for question in questions]
        rating = sorted(fit(sides).weights.items())
        weights += [["rating: " + name, f"{POINTS * weight:+.2f}"] for name, weight in rating]
    return f"{table(lines)}\n\nlog loss of check questions: {losses}\n\n{table(weights)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit and report."""
    parser = argparse.ArgumentParser(
        prog="python -m training.evidence.combining", description=__doc__
    )
    parser.add_argument("file", metavar="EVIDENCE.jsonl", help="what training.evidence has written")
    parser.add_argument(
        "--ratings",
        action="store_true",
        help="rate each rule by form, weight and match, and take the two best",
    )
    options = parser.parse_args(arguments)
    try:
        questions = read(Path(options.file))
        if not any(question.part == "tune" for question in questions):
            raise InputError(
                f"{options.file}: no question to fit to", hint="None is of the part tune."
            )
        print(report(questions, ratings=options.ratings))
    except CoindexError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
