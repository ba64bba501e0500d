"""Whether confidences are right: scores and tables over answers that they were not fitted to."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeAlias

from coindex.harness.evaluation.calibrate import Observation, calibration_of, fit
from coindex.harness.questions.halves import Half
from coindex.harness.scores.table import percent, table
from coindex.reasoner.calibration import Calibration

Promise: TypeAlias = tuple[float, bool]
"""The confidence of an answer, and whether it was right."""
Sure: TypeAlias = Callable[[Observation], float]
"""Returns the confidence of an answer."""

BINS = 10
LIMIT = 3.0
"""Standard errors between promised and right answers at which a level is reported as unreliable."""
_DRAWS = 100

_STEEPNESS = {"problems": 0.6, "knowledge": 0.35, "mined": 0.3, "preference": 0.1}


def hand_set(seen: Observation) -> float:
    """Return the confidence by the hand-set formula of the first version, with which fits are compared."""
    if seen.level is None:
        return 0.5
    return 1 / (1 + math.exp(-_STEEPNESS.get(seen.level, 0.1) * seen.margin))


def by_curves(calibration: Calibration) -> Sure:
    """Return a function that gives confidences by a calibration."""

    def sure(seen: Observation) -> float:
        return calibration.confidence(
            seen.kind, seen.level, seen.margin, seen.candidates, seen.grounds
        )

    return sure


# ------------------------------------------------------------------------------------------- scores


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar confidence: how many, their mean confidence, and the share that is right."""

    items: int
    promised: float
    right: float

    @property
    def deviation(self) -> float:
        """How many standard errors more answers are right than promised (negative: fewer)."""
        return (self.right - self.promised) * math.sqrt(
            self.items / (self.promised * (1 - self.promised))
        )


@dataclass(frozen=True, slots=True)
class Quality:
    """How good confidences are; less is better, except for ``items``, ``right`` and ``promised``."""

    items: int
    right: float
    """Share of right answers."""
    promised: float
    """Mean confidence."""
    error: float
    """Expected calibration error: mean distance between promised and right over bins of equally many answers."""
    chance: float
    """The same for answers that are right exactly as often as promised: the error that is due to chance."""
    brier: float
    """Mean square of the difference between confidence and 1 for a right answer, 0 for a wrong one."""
    log_loss: float
    """Mean of -ln of the probability promised for the outcome."""


def bins(promises: Iterable[Promise], number: int = BINS) -> list[Bin]:
    """Divide answers by confidence into bins of about equal size; answers of equal confidence share a bin.

    >>> bins([(0.5, False), (0.9, True), (0.5, True), (0.7, True)], 2)
    [Bin(items=2, promised=0.5, right=0.5), Bin(items=2, promised=0.8, right=1.0)]
    """
    by_confidence: dict[float, list[Promise]] = {}
    for sure, right in promises:
        by_confidence.setdefault(sure, []).append((sure, right))
    whole = sum(map(len, by_confidence.values()))
    found: list[list[Promise]] = []
    for _, alike in sorted(by_confidence.items()):
        if found and len(found[-1]) * number < whole:
            found[-1] += alike
        else:
            found.append(alike)
    if len(found) > 1 and len(found[-1]) * number < whole:
        rest = found.pop()
        found[-1] += rest
    return [Bin(len(b), fmean(s for s, _ in b), fmean(r for _, r in b)) for b in found]


def calibration_error(promises: Sequence[Promise]) -> float:
    """Return the expected calibration error: the bins' distances between promised and right, weighted by their items.

    Source: M. P. Naeini, G. F. Cooper, M. Hauskrecht, Obtaining well calibrated probabilities using Bayesian binning,
    AAAI 2015; here with bins of equal size.
    """
    found = bins(promises)
    return sum(b.items * abs(b.promised - b.right) for b in found) / sum(b.items for b in found)


def quality(promises: Sequence[Promise]) -> Quality:
    """Score some answers, at least one.

    The Brier score: G. W. Brier, Verification of forecasts expressed in terms of probability, Monthly Weather Review 78
    (1950), pp. 1-3.
    """
    coin = random.Random(0)
    drawn = [
        calibration_error([(sure, coin.random() < sure) for sure, _ in promises])
        for _ in range(_DRAWS)
    ]
    return Quality(
        items=len(promises),
        right=fmean(right for _, right in promises),
        promised=fmean(sure for sure, _ in promises),
        error=calibration_error(promises),
        chance=fmean(drawn),
        brier=fmean((sure - right) ** 2 for sure, right in promises),
        log_loss=fmean(-math.log(max(1e-15, s if right else 1 - s)) for s, right in promises),
    )


def deviation(promises: Sequence[Promise]) -> float:
    """Return how many standard errors more answers are right than promised (negative: fewer)."""
    variance = sum(sure * (1 - sure) for sure, _ in promises)
    return sum(right - sure for sure, right in promises) / math.sqrt(variance)


# ------------------------------------------------------------------------------------------- tables


@dataclass(frozen=True, slots=True)
class Level:
    """What a level promised in the part ``shown``, and whether that is right."""

    kind: str
    level: str
    items: int
    right: float
    promised: float
    deviation: float
    error: float
    """Expected calibration error."""
    chance: float
    """The same for answers that are right exactly as often as promised."""

    @property
    def holds(self) -> bool:
        """Whether the difference may be due to chance."""
        return abs(self.deviation) <= LIMIT


def levels(shown: Sequence[Observation], sure: Sure) -> list[Level]:
    """Compare what each level promised with what was right."""
    groups: dict[tuple[str, str], list[Promise]] = {}
    for seen in shown:
        promises = groups.setdefault((seen.kind, seen.level or "tie"), [])
        promises.append((sure(seen), seen.right))
    return [_level(kind, level, promises) for (kind, level), promises in sorted(groups.items())]


def _level(kind: str, level: str, promises: Sequence[Promise]) -> Level:
    found = quality(promises)
    return Level(
        kind,
        level,
        found.items,
        found.right,
        found.promised,
        deviation(promises),
        found.error,
        found.chance,
    )


def report(
    observations: Sequence[Observation],
    calibration: Calibration,
    part: Callable[[Observation], Half],
) -> str:
    """Compare, on the part that was not fitted on, the formula set by hand with curves fitted on several parts.

    Args:
        observations: of all parts.
        calibration: the one to judge (``fitted``).
        part: returns the part in which an answer is.
    """
    parts: dict[str, list[Observation]] = {"tune": [], "fit": [], "shown": []}
    for seen in observations:
        parts[part(seen)].append(seen)
    counts = ", ".join(f"{name} {len(found)}" for name, found in parts.items())
    text = [f"items: {counts}; all figures below are of `shown`, on which nothing was fitted"]
    if not parts["shown"]:
        return text[0]
    decided = [seen for seen in parts["shown"] if seen.level in ("problems", "knowledge")]
    for title, shown in (("all answers", parts["shown"]), ("decided by knowledge", decided)):
        compared = _compared(shown, parts, by_curves(calibration))
        text += ["", title, table([_HEAD, *compared])]
    sure = by_curves(calibration)
    rows: list[Sequence[object]] = [
        [
            level.kind,
            level.level,
            level.items,
            percent(level.right),
            percent(level.promised),
            f"{level.deviation:+.1f}",
            f"{level.error:.3f}",
            f"{level.chance:.3f}",
            "" if level.holds else "does not hold",
        ]
        for level in levels(parts["shown"], sure)
    ]
    head = [*"kind|level|items|right|promised|standard errors|ECE|by chance|".split("|")]
    text += ["", "by level", table([head, *rows])]
    found = bins((sure(seen), seen.right) for seen in parts["shown"])
    places = [
        [b.items, percent(b.promised), percent(b.right), f"{b.deviation:+.1f}"] for b in found
    ]
    text += ["", "by confidence", table([_PLACES, *places])]
    return "\n".join(text)


_PLACES = ["items", "promised", "right", "standard errors"]
_HEAD = "set|confidence|items|right|promised|ECE|by chance|Brier|log loss".split("|")


def _compared(
    shown: Sequence[Observation], parts: dict[str, list[Observation]], fitted: Sure
) -> Iterator[list[object]]:
    """Rows: each set, and all together, for each way to compute confidences."""
    names = list(dict.fromkeys(seen.set for seen in shown))
    tuned = by_curves(calibration_of(fit(parts["tune"])))
    for name in [*names, *([None] if len(names) > 1 else [])]:
        found = [seen for seen in shown if name in (seen.set, None)]
        ways = [("set by hand", hand_set), ("fitted on tune", tuned), ("fitted", fitted)]
        kinds = {seen.kind for seen in found}
        others = [s for s in parts["fit"] if s.set != name and s.kind in kinds]
        if name is not None and others:
            ways.append(("fitted on other sets", by_curves(calibration_of(fit(others)))))
        for way, sure in ways:
            q = quality([(sure(seen), seen.right) for seen in found])
            numbers = (f"{number:.3f}" for number in (q.error, q.chance, q.brier, q.log_loss))
            yield [
                name or "all sets",
                way,
                q.items,
                percent(q.right),
                percent(q.promised),
                *numbers,
            ]
