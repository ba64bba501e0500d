"""What the plots show: a frame that places values, and the values. ``templates/plots.html`` draws them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

from coindex.harness.report.rows import PARTS, Record, Row, called, percent, share, thousands
from coindex.harness.statistics.shares import wilson

WIDTH = 440.0
"""Width of a plot in its own units; the page scales it."""

ROW = 22.0
"""Height of a line in a plot that has one line for each thing."""

CHARACTER = 7.3
"""Width of an average character at the plots' font size."""

FEW = 20
"""A precision over fewer answers is noise; a curve leaves it out."""

Labels = list[tuple[float, str]]
"""Texts with the places where they stand."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle in which data are shown, and the range of values along each side."""

    left: float
    top: float
    width: float
    height: float
    x: tuple[float, float] = (0.0, 1.0)
    y: tuple[float, float] = (0.0, 1.0)

    @property
    def right(self) -> float:
        """Abscissa of the right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Ordinate of the lower side."""
        return self.top + self.height

    def across(self, value: float) -> float:
        """Return the abscissa of a value."""
        low, high = self.x
        return self.left + self.width * (value - low) / (high - low)

    def up(self, value: float) -> float:
        """Return the ordinate of a value."""
        low, high = self.y
        return self.bottom - self.height * (value - low) / (high - low)

    def places(self, points: Iterable[Record], x: str, y: str) -> list[tuple[float, float]]:
        """Return the places of points, whose values are in two of their fields."""
        return [(self.across(point[x]), self.up(point[y])) for point in points]


# ---------------------------------------------------------------------------------------- plots


def accuracy(rows: Iterable[Row]) -> tuple[Frame, list[tuple[str, str, Record, dict[str, float]]]]:
    """Return a frame, and for each row of a part its name, its part, its scores and the shares of the baselines."""
    found = [
        (
            f"{called(name)} {part}",
            part,
            scores,
            {
                each: at
                for each, cell in scores["baselines"].items()
                if (at := share(cell)) is not None
            },
        )
        for name, part, scores in rows
        if part in PARTS
    ]
    left = min(180.0, 10 + CHARACTER * max((len(name) for name, *_ in found), default=0))
    ends = [
        low for *_, scores, shares in found for low in (scores["interval"][0], *shares.values())
    ]
    low = lower_end(min(ends, default=0.0))
    return Frame(left, 8.0, WIDTH - left - 14, ROW * len(found), x=(low, 1.0)), found


def coverage(parts: Mapping[str, Record]) -> tuple[Frame, dict[str, list[Record]], Labels]:
    """Return a frame, the points of each part's curve, and labels for the curves' ends."""
    curves = {part: drawn for part, scores in parts.items() if (drawn := _thinned(scores))}
    lowest = min((point["precision"] for drawn in curves.values() for point in drawn), default=0.5)
    frame = Frame(34.0, 28.0, WIDTH - 34 - 92, 190.0, y=(lower_end(lowest), 1.0))
    ends = [
        (frame.up(drawn[-1]["precision"]), f"{part} {percent(drawn[-1]['precision'])}")
        for part, drawn in curves.items()
    ]
    return frame, curves, apart(ends)


def first_drawn(items: int) -> int:
    """Return the number of answers from which a curve is drawn: 20, or a fifth of fewer than 100 items."""
    return max(1, min(FEW, items // 5))


def _thinned(scores: Record) -> list[Record]:
    """Return the points of a curve that can be distinguished in the drawing, without those over few answers."""
    least = first_drawn(scores["items"]) - 0.5
    steady = [point for point in scores["coverage"] if point["share"] * scores["items"] >= least]
    return list({int(point["share"] * WIDTH): point for point in steady}.values())


def reliability(
    parts: Mapping[str, Record],
) -> tuple[Frame, Frame, dict[str, list[dict[str, Any]]], Labels]:
    """Return a frame, a frame for the counts below it, the bins of each part, and counts with their confidence."""
    bins = {
        part: [{**b, "share": share(b)} for b in scores["reliability"] if b["items"]]
        for part, scores in parts.items()
    }
    every = [b for found in bins.values() for b in found]
    low = lower_end(min((min(b["from"], b["mean"], b["share"]) for b in every), default=0.5))
    totals: dict[float, int] = {}
    for b in every:
        b["interval"] = [max(low, end) for end in wilson(b["right"], b["items"])]
        middle = (b["from"] + b["to"]) / 2
        totals[middle] = totals.get(middle, 0) + b["items"]
    frame = Frame(34.0, 28.0, WIDTH - 34 - 92, 190.0, x=(low, 1.0), y=(low, 1.0))
    most = max((b["items"] for b in every), default=1)
    strip = Frame(frame.left, frame.bottom + 54, frame.width, 40.0, x=frame.x, y=(0.0, most))
    return frame, strip, bins, [(at, thousands(total)) for at, total in sorted(totals.items())]


def misses(
    classes: Sequence[str], scores: Mapping[str, Record]
) -> tuple[Frame, list[tuple[str, int, list[tuple[str, int, int]]]]]:
    """Return a frame, and for each class its name, its count, and where the stretch of each part begins and ends."""
    bars = []
    for name in classes:
        stretches, total = [], 0
        for part in PARTS:
            count = scores[part]["misses"].get(name, 0) if part in scores else 0
            if count:
                stretches.append((part, total, total + count))
            total += count
        bars.append((name, total, stretches))
    left = 10 + CHARACTER * max(map(len, classes), default=0)
    most = max((total for _, total, _ in bars), default=0) or 1
    return Frame(left, 26.0, WIDTH - left - 56, ROW * len(classes), x=(0.0, most)), bars


# --------------------------------------------------------------------------------- tables of numbers


def covering(points: Sequence[Record], share: float) -> Record:
    """Return the first point of a curve that covers a share; the last one covers all."""
    return next((point for point in points if point["share"] >= share - 1e-9), points[-1])


def twentieths(parts: Mapping[str, Record]) -> list[tuple[str, Record]]:
    """Return by part the points where a curve has covered each twentieth."""
    return [
        (part, point)
        for part, scores in parts.items()
        for point in {
            point["share"]: point
            for step in range(1, 21)
            for point in [covering(scores["coverage"], step / 20)]
        }.values()
    ]


def bins(parts: Mapping[str, Record]) -> list[tuple[str, Record]]:
    """Return by part the bins of confidence that have answers."""
    return [
        (part, b) for part, scores in parts.items() for b in scores["reliability"] if b["items"]
    ]


# --------------------------------------------------------------------------------- axes and labels


def lower_end(value: float) -> float:
    """Return where an axis of shares begins to include a value: at a tenth, at most 0.5; below 0.4 at an even one.

    >>> lower_end(0.83), lower_end(0.47), lower_end(0.37)
    (0.5, 0.4, 0.2)
    """
    tenths = max(0, min(5, floor(value * 10 + 1e-9)))
    return (tenths if tenths >= 4 else tenths - tenths % 2) / 10


def ticks(ends: tuple[float, float]) -> list[float]:
    """Return the ticks of an axis that ends at 1: every tenth, or every fifth if there would be many.

    >>> ticks((0.2, 1.0))
    [0.2, 0.4, 0.6, 0.8, 1.0]
    """
    first = round(10 * ends[0])
    return [tenth / 10 for tenth in range(first, 11, 1 if first >= 4 else 2)]


def cut(words: str, width: float) -> str:
    """Shorten words to a width.

    >>> cut("a long name", 40.0)
    'a lo…'
    """
    room = max(2, int(width / CHARACTER))
    return words if len(words) <= room else words[: room - 1] + "…"


def apart(labels: Labels, room: float = 14.0) -> Labels:
    """Move labels down until none covers another.

    >>> apart([(50.0, "b"), (45.0, "a"), (90.0, "c")])
    [(45.0, 'a'), (59.0, 'b'), (90.0, 'c')]
    """
    placed: Labels = []
    for y, words in sorted(labels):
        placed.append((max(y, placed[-1][0] + room) if placed else y, words))
    return placed
