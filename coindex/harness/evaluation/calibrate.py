"""Fit the confidence of answers (``coindex/reasoner/calibration.toml``) to questions with known answers.

Rules are written while looking at the tuned part of the questions, so they do better there than elsewhere. Hence only
the held part counts. It is halved once more, by pair: the curves are fitted on one half (``fit``) and checked on the
other (``shown``; :mod:`coindex.harness.evaluation.reliability`).
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from coindex.reasoner.calibration import (
    GROUNDS,
    LEAST_SLOPE,
    Calibration,
    Curve,
    Kind,
    curves_of,
    read_tables,
)
from coindex.reasoner.evidence.grounds import grounds
from coindex.reasoner.item import Item
from coindex.reasoner.solving.choice import Choice

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.harness.scores.run import Run
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.jobs.executor import Place
    from coindex.reasoner.jobs.workers import Settings
    from coindex.reasoner.running.engine import Reasoner

Floats = npt.NDArray[np.float64]
WEIGHED = "knowledge"
"""The level at which confidence depends on what the answer rests on, not on the margin only."""
PRECISION = 20.0
"""Of the normal prior around 0 of each weight of a ground."""
GUESSES = 10
"""Guesses, half of them right, that are added to every level, so that a level with few items promises little."""
UNTUNED = {
    ("pronoun", "problems"),
    ("pronoun", "preference"),
    ("choice", "mined"),
    ("choice", "preference"),
}
"""Levels at which nothing was fitted to tuned questions or written in view of them: those count there like others."""
_HEADER = """\
# How sure an answer is: log-odds = intercept + slope * sqrt(margin) at the level that decided; where that is knowledge,
# plus the weights of what the answer rests on (coindex/reasoner/evidence/grounds.py).
# Written by `python cli.py calibrate`; docs/decisions/measuring.md, 0018, says how and why.
# [KIND] has the command and the seed, [KIND.sets] the files with the items fitted on, [KIND.levels.LEVEL] the numbers.
"""


@dataclass(frozen=True, slots=True)
class Observation:
    """A question that was answered: what decided, by how much, and whether the answer was right."""

    set: str
    kind: Kind
    pair: str
    level: str | None
    """``None`` for a tie, and where the question could not be answered."""
    margin: int
    candidates: int
    right: bool
    grounds: Mapping[str, float] = field(default_factory=dict)
    """What the answer rests on (:mod:`coindex.reasoner.evidence.grounds`)."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A curve, with the items that it was fitted to."""

    curve: Curve
    items: int
    right: int


# --------------------------------------------------------------------------------------- collecting


def observe(
    entries: Sequence[Entry], settings: Settings, *, workers: Place = 1, seconds: float = 60.0
) -> Iterator[Observation]:
    """Answer questions whose right answer is known, in order; a question without an answer counts as a tie.

    Args:
        entries: the questions.
        settings: for the workers' reasoners.
        workers: how many processes answer.
        seconds: the time limit of a question.
    """
    from coindex.reasoner.jobs.executor import in_order
    from coindex.reasoner.jobs.workers import Limits, Lost

    tasks = (entry.asked for entry in entries)
    limits = Limits(seconds=seconds)
    results = in_order(tasks, answer_task, settings, workers=workers, limits=limits)
    for entry, result in zip(entries, results, strict=True):
        given, level, margin, rests_on = (0, None, 0, {}) if isinstance(result, Lost) else result
        right = given == entry.gold
        count = len(entry.candidates)
        yield Observation(entry.set, entry.kind, entry.pair, level, margin, count, right, rests_on)


def answer_task(
    reasoner: Reasoner, asked: Item | Choice
) -> tuple[int | None, str | None, int, dict[str, float]]:
    """Answer a question (the job of a worker); give the answer, the level and margin by which it won, its grounds."""
    from coindex.harness.evaluation.answering import decided

    answer = _answer(reasoner, asked)
    level, margin = decided(answer)
    rules = [reading.rules for reading in answer.readings]
    rests_on = {} if answer.answer is None else grounds(rules, answer.answer)
    return answer.answer, level or None, margin, rests_on


def _answer(reasoner: Reasoner, asked: Item | Choice) -> Answer:
    if isinstance(asked, Choice):
        return reasoner.choose(asked)
    return next(reasoner.solve_many([asked]))


def observations_of(run: Run) -> list[Observation]:
    """Return the answers in the record of an evaluation to questions whose right answer is known."""
    return [
        Observation(
            item.set,
            item.kind,
            item.pair,
            item.level or None,
            item.margin,
            len(item.candidates),
            item.right,
            {} if item.answer is None else grounds(item.rules, item.answer),
        )
        for item in run.items
        if item.right is not None
    ]


def to_line(observation: Observation) -> str:
    """Write an observation as a line of JSON, for a journal."""
    return json.dumps(asdict(observation), ensure_ascii=False)


def from_line(line: str) -> Observation:
    """Read what :func:`to_line` wrote.

    Raises:
        ValueError, TypeError: it is something else.
    """
    return Observation(**json.loads(line))


# ------------------------------------------------------------------------------------------ fitting


def fit(
    observations: Iterable[Observation], tuned: Iterable[Observation] = ()
) -> dict[Kind, dict[str, Fitted]]:
    """Fit a curve for each kind of question and each level that decided one. Every item weighs the same.

    Args:
        observations: the answers to fit to.
        tuned: answers to questions that were looked at while rules were written. Only the weights of grounds learn from
            them, and the levels that are :data:`UNTUNED`.
    """
    groups, looked_at = _groups(observations), _groups(tuned)
    fitted: dict[Kind, dict[str, Fitted]] = {}
    for (kind, level), items in sorted(groups.items()):
        if (kind, level) in UNTUNED:
            items = items + looked_at.get((kind, level), [])
        right = sum(seen.right for seen in items)
        if level == WEIGHED and any(seen.grounds for seen in items):
            curve = fit_weights(items, looked_at.get((kind, level), []))
        else:
            curve = fit_curve(items)
        fitted.setdefault(kind, {})[level] = Fitted(curve, len(items), right)
    return fitted


def _groups(observations: Iterable[Observation]) -> dict[tuple[Kind, str], list[Observation]]:
    groups: dict[tuple[Kind, str], list[Observation]] = {}
    for seen in observations:
        if seen.level is not None:
            groups.setdefault((seen.kind, seen.level), []).append(seen)
    return groups


def calibration_of(fitted: Mapping[Kind, Mapping[str, Fitted]]) -> Calibration:
    """Return the curves without their items."""
    return Calibration({k: {lv: f.curve for lv, f in of.items()} for k, of in fitted.items()})


def fit_curve(observations: Sequence[Observation], guessed: float = 0.5) -> Curve:
    """Fit a level's curve: the most probable one within the bounds of :class:`Curve`, given two priors.

    :data:`GUESSES` are added to the observations of the level, spread over its margins; so a level with few items
    promises little more than a guess. The slope has a normal prior around 0 of precision 1, which determines it where
    the margins hardly differ. Log-odds are ``intercept + slope * sqrt(margin) - ln(candidates - 1)``.

    Args:
        observations: the answers of a level.
        guessed: the share of the added guesses that is right, of two candidates.
    """
    against = (1 - guessed) / guessed
    items = Counter((seen.margin, max(2, seen.candidates)) for seen in observations)
    rights = Counter((s.margin, max(2, s.candidates)) for s in observations if s.right)
    rows = []
    for (margin, candidates), number in sorted(items.items()):
        guesses = GUESSES * number / len(observations)
        right_ones = rights[margin, candidates] + guesses / (1 + (candidates - 1) * against)
        rows.append((math.sqrt(margin), math.log(candidates - 1), number + guesses, right_ones))
    root, offset, total, right = np.array(rows).T
    x = np.column_stack([np.ones(len(rows)), root])
    found = _most_probable(x, offset, total, right, prior=[0.0, 1.0], least=[0.0, LEAST_SLOPE])
    return Curve(round(found[0], 4), round(found[1], 4))


def fit_weights(observations: Sequence[Observation], tuned: Sequence[Observation] = ()) -> Curve:
    """Fit a curve with weights of grounds.

    The ``tuned`` answers have an intercept of their own, which is not kept: rules are right more often there, but
    what makes one answer surer than another is the same. The slope has a normal prior around 0 of precision 1, each
    weight one of :data:`PRECISION`; :data:`GUESSES` are added as in :func:`fit_curve`.
    """
    every = [*observations, *tuned]
    columns = [
        [1.0, math.sqrt(seen.margin), *(seen.grounds.get(name, 0.0) for name in GROUNDS)]
        for seen in every
    ]
    looked_at = np.array([0.0] * len(observations) + [1.0] * len(tuned))
    x = np.column_stack([np.array(columns), looked_at])
    offset = np.array([math.log(max(2, seen.candidates) - 1) for seen in every])
    right = np.array([float(seen.right) for seen in every])
    guesses = (1 - looked_at) * GUESSES / len(observations)
    total = 1 + guesses
    right += guesses / np.array([max(2, seen.candidates) for seen in every])
    prior = [1e-6, 1.0, *[PRECISION] * len(GROUNDS), 1e-6]
    least = [-math.inf, LEAST_SLOPE, *[-math.inf] * (len(GROUNDS) + 1)]
    found = _most_probable(x, offset, total, right, prior, least)
    intercept, slope, *weights = (round(number, 4) for number in found[:-1])
    return Curve(intercept, slope, dict(zip(GROUNDS, weights, strict=True)))


def _most_probable(
    x: Floats,
    offset: Floats,
    total: Floats,
    right: Floats,
    prior: Sequence[float],
    least: Sequence[float],
) -> list[float]:
    """Fit a logistic model by Newton's method, within lower bounds.

    Args:
        x: a row for each group of answers.
        offset: what is taken from the log-odds of a row.
        total: answers of a row.
        right: those that are right.
        prior: the precision of the normal prior around 0 of each number.
        least: the lower bound of each number.
    """
    precision, bound = np.array(prior), np.array(least)
    found = np.maximum(0.0, bound)
    for _ in range(1000):
        chance = 1 / (1 + np.exp(offset - x @ found))
        pull = x.T @ (right - total * chance) - precision * found
        free = (found > bound) | (pull > 0)
        bend = (x.T * (total * chance * (1 - chance))) @ x + np.diag(precision)
        step = np.zeros(len(found))
        while True:
            step[free] = np.linalg.solve(bend[np.ix_(free, free)], pull[free])
            leaving = free & (found <= bound) & (step < 0)  # they stay at their bound this time
            if not leaving.any():
                break
            free &= ~leaving
            step[:] = 0.0
        after = np.maximum(found + np.clip(step, -1.0, 1.0), bound)
        moved, found = float(abs(after - found).max()), after
        if moved < 1e-9:
            break
    return [float(number) for number in found]


# ------------------------------------------------------------------------------------- what is kept


def tables_of(
    fitted: Mapping[Kind, Mapping[str, Fitted]],
    observations: Iterable[Observation],
    files: Mapping[str, str],
    *,
    command: str,
    seed: str,
) -> dict[str, Any]:
    """Return the fit as tables: for each kind the command, the seed, the sets, and the numbers by level.

    Args:
        fitted: the curves.
        observations: that the curves were fitted to.
        files: the file of each set, without directories.
        command: that repeats the fit.
        seed: by which the halves were drawn.
    """
    sets: dict[tuple[str, str], list[bool]] = {}
    for seen in observations:
        sets.setdefault((seen.kind, seen.set), []).append(seen.right)
    return {
        kind: {
            "command": command,
            "seed": seed,
            "sets": {
                name: {"file": files[name], "items": len(rights), "right": sum(rights)}
                for (of, name), rights in sets.items()
                if of == kind
            },
            "levels": {
                level: {
                    "intercept": each.curve.intercept,
                    "slope": each.curve.slope,
                    "items": each.items,
                    "right": each.right,
                    **({"weights": dict(each.curve.weights)} if each.curve.weights else {}),
                }
                for level, each in levels.items()
            },
        }
        for kind, levels in fitted.items()
    }


def merged(tables: Mapping[str, Any], path: Path) -> str:
    """Return the text of a file with these tables; kinds of question that only the file has are kept.

    Raises:
        InputError: the file exists but cannot be read.
    """
    kept = read_tables(path) if path.exists() else {}
    curves_of(kept, str(path))
    whole = {**kept, **tables}
    return _HEADER + "".join(_table(_key(kind), whole[kind]) for kind in sorted(whole))


def _table(name: str, table: Mapping[str, Any]) -> str:
    own = [
        f"{_key(key)} = {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in table.items()
        if not isinstance(value, dict)
    ]
    head = f"\n[{name}]\n" if own else ""
    inner = [
        _table(f"{name}.{_key(key)}", value)
        for key, value in table.items()
        if isinstance(value, dict)
    ]
    return head + "".join(own + inner)


def _key(name: str) -> str:
    """Write a key of TOML, in quotes where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name, ensure_ascii=False)
