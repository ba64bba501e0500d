"""Confidence of an answer: the chance that it is right, given what decided it and by how much.

For each kind of question and each level there is a curve, logistic in the square root of the margin and, where
knowledge decided, in what the answer rests on (:mod:`coindex.reasoner.evidence.grounds`). Its numbers are fitted to
questions with known answers (``python cli.py calibrate``, :mod:`coindex.harness.evaluation.calibrate`) and ship in
``calibration.toml``, which also names the questions.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kparse.caches import lru_cache
from kparse.errors import InputError, KnowledgeError, Location

Kind = Literal["pronoun", "choice"]
"""Kinds of questions, calibrated separately: what a pronoun stands for, which alternative is cause or effect."""

GROUNDS = ("profiles", "rows", "axioms", "scenes", "contested", "mined")
"""What an answer by knowledge rests on, as numbers. ``profiles`` and ``mined``: whether such evidence is there (1, 0;
-1: only for others).
``rows`` (default rules), ``axioms``, ``scenes``: weight of the strongest, less that of the strongest for others.
``contested``: 1 if any knowledge speaks for another candidate."""
SHIPPED = Path(__file__).with_name("calibration.toml")
"""The numbers that ship."""

LEAST_SLOPE = 0.01
"""A margin always counts a little, so that answers can be ordered even at a level where it does not predict."""
MOST = 0.999
"""Highest confidence."""
MODEST = 0.75
"""Confidence, of two candidates, in an answer by rules that were asked for, until that has been fitted. Of such answers
94 % were right where a large model stated the rules, 75 % in the worst set (``docs/decisions/sentences.md``, 0053)."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Log-odds that the better of two candidates is right: ``intercept + slope * sqrt(margin) + sum(weight * ground)``.

    The slope is at least :data:`LEAST_SLOPE`, so that a larger margin never lowers the confidence, which is never below
    that of a guess. The default is a level about which nothing is known.
    """

    intercept: float = 0.0
    slope: float = LEAST_SLOPE
    weights: Mapping[str, float] = field(default_factory=dict)
    """By the names of :data:`GROUNDS`."""

    def confidence(
        self, margin: int, candidates: int = 2, grounds: Mapping[str, float] | None = None
    ) -> float:
        """Give the chance that the answer is right.

        With more candidates the odds are those against one rival, divided among all of them (the prior of ``n``
        candidates is ``1 / n``): ``p / (p + (n - 1) * (1 - p))``.

        Args:
            margin: what the runner-up costs more, above 0.
            candidates: how many there are, 2 or more.
            grounds: what the answer rests on.

        >>> curve = Curve(intercept=1.0, slope=0.25)
        >>> [round(curve.confidence(margin), 2) for margin in (1, 4, 16)]
        [0.78, 0.82, 0.88]
        >>> round(curve.confidence(4, candidates=5), 2)
        0.53
        """
        odds = self.intercept + self.slope * math.sqrt(margin) - math.log(candidates - 1)
        odds += sum(
            weight * (grounds or {}).get(name, 0.0) for name, weight in self.weights.items()
        )
        return min(MOST, max(1 / candidates, 1 / (1 + math.exp(-odds))))


@dataclass(frozen=True, slots=True)
class Calibration:
    """The curves of each kind of question by level. A level without a curve has the confidence of a guess."""

    curves: Mapping[str, Mapping[str, Curve]]

    def confidence(
        self,
        kind: str,
        level: str | None,
        margin: int,
        candidates: int,
        grounds: Mapping[str, float] | None = None,
    ) -> float:
        """Give the chance that an answer is right.

        Args:
            kind: of the question, see :data:`Kind`.
            level: at which the candidates differ; ``None`` for a tie.
            margin: what the runner-up costs more there.
            candidates: how many there are; a single one is taken as one of two, since nothing says it is meant.
            grounds: what the answer rests on.

        >>> Calibration({}).confidence("pronoun", None, 0, 4)
        0.25
        """
        candidates = max(2, candidates)
        if level is None:
            return 1 / candidates
        curve = self.curves.get(kind, {}).get(level)
        if curve is None:
            curve = Curve(math.log(MODEST / (1 - MODEST)) * (level == "asked"))
        return curve.confidence(margin, candidates, grounds)


@lru_cache(1)
def shipped() -> Calibration:
    """Give the calibration that ships.

    Raises:
        KnowledgeError: its file cannot be used.
    """
    try:
        return curves_of(read_tables(SHIPPED), str(SHIPPED))
    except InputError as error:
        raise KnowledgeError(str(error)) from error


def read_tables(path: Path) -> dict[str, Any]:
    """Read a file of numbers as plain tables.

    Raises:
        InputError: it is missing or not TOML (with line and column).
    """
    try:
        text = path.read_text("utf-8")
        return tomllib.loads(text)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 (byte {error.start + 1})") from error
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).removesuffix(")").partition(" (at ")
        found = re.fullmatch(r"line (\d+), column (\d+)", place)
        lines = text.split("\n")
        line, column = map(int, found.groups()) if found else (len(lines), len(lines[-1]) + 1)
        raise InputError(
            f"not TOML: {message}",
            location=Location(str(path), line, column),
            hint="The file is written by `python cli.py calibrate`.",
        ) from error


def curves_of(tables: Mapping[str, Any], name: str) -> Calibration:
    """Take the curves out of the tables of a file.

    ``[KIND.levels.LEVEL]`` has ``intercept`` and ``slope``, and may have ``weights`` of grounds.

    Raises:
        InputError: a number is missing or not in its range.
    """
    curves: dict[str, dict[str, Curve]] = {}
    for kind, table in tables.items():
        levels = table.get("levels", {}) if isinstance(table, dict) else None
        if not isinstance(levels, dict):
            raise InputError(f"{name}: [{kind}] has no levels")
        curves[kind] = {
            level: _curve(numbers, f"{name}: [{kind}.levels.{level}]")
            for level, numbers in levels.items()
        }
    return Calibration(curves)


def _curve(numbers: Any, place: str) -> Curve:
    weights = numbers.get("weights", {}) if isinstance(numbers, dict) else {}
    if not isinstance(weights, dict) or not weights.keys() <= set(GROUNDS):
        raise InputError(f"{place}: weights may be given of {', '.join(GROUNDS)}")
    return Curve(
        _number(numbers, "intercept", -math.inf, place),
        _number(numbers, "slope", LEAST_SLOPE, place),
        {key: _number(weights, key, -math.inf, place) for key in weights},
    )


def _number(table: Any, key: str, least: float, place: str) -> float:
    number = table.get(key) if isinstance(table, dict) else None
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise InputError(f"{place}: no number named {key}")
    if not math.isfinite(number):
        raise InputError(f"{place}: {key} is {number}")
    if number < least:
        raise InputError(f"{place}: {key} is {number}, but it must be at least {least:g}")
    return float(number)
