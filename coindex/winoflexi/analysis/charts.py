"""Charts: bars that compare both libraries, their sorted hardness as curves, and systems as dots.

Bars are HTML with a small SVG each, so that labels wrap and keep their size on a narrow page. Each chart has a table of
its numbers beside it, and a title for screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from markupsafe import Markup

from coindex.files.templates import environment
from coindex.winoflexi.analysis.statistics import Compared, Line

_MACROS: Any = environment("coindex.winoflexi.analysis").get_template("charts.html").module
SIDE = 250
"""Width and height of the field of dots."""
EDGE = 44
"""Space for the axes."""
APART = 17
"""Least distance of two labels, from baseline to baseline."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A system: its number, its name, its place, and how far down its label is."""

    number: int
    name: str
    x: float
    y: float
    label: float


def bars(title: str, lines: Sequence[Line]) -> Markup:
    """Draw a pair of bars for each line: the shares of the halves of both libraries."""
    most = max((share or 0.0 for line in lines for share in line.shares), default=0.0)
    return Markup(_MACROS.bars(title, lines, most or 1.0))


def placed(systems: Sequence[tuple[int, str, float, float]]) -> list[Dot]:
    """Place dots, and their labels in a column beside them so that no two overlap.

    Args:
        systems: number, name, and share of right answers on the experts' and on the crowd's library.

    >>> [dot.label for dot in placed([(1, "a", 0.5, 1.0), (2, "b", 0.6, 1.0), (3, "c", 0.1, 0.0)])]
    [16.0, 33.0, 266.0]
    """
    top = APART - 1.0
    made = [(n, name, EDGE + SIDE * x, top + SIDE * (1 - y)) for n, name, x, y in systems]
    made.sort(key=lambda dot: (dot[3], dot[0]))
    labels: list[float] = []
    for *_, y in made:
        labels.append(max(y, labels[-1] + APART) if labels else y)
    last = max(top + SIDE, top + APART * (len(labels) - 1))
    for at in reversed(range(len(labels))):  # those pushed below the field move up again
        labels[at] = min(labels[at], last)
        last = labels[at] - APART
    return [Dot(*dot, label) for dot, label in zip(made, labels, strict=True)]


def curves(
    title: str, axes: tuple[str, str], found: tuple[Sequence[float], Sequence[float]]
) -> Markup:
    """Draw the sorted hardness of both libraries: x is the rank from the easiest to the hardest schema, y its hardness.

    Ranks are shares of a library, so that libraries of different size can be compared. The scale ends at the next tenth
    above the hardest schema. It is empty if no schema has a hardness.
    """
    highest = max((max(values) for values in found if values), default=0.0)
    if not any(found):
        return Markup()
    most = min(1.0, max(0.1, ceil(highest * 10 - 1e-9) / 10))
    lines = [_line(values, most) for values in found]
    return Markup(_MACROS.curves(title, axes, lines, SIDE, EDGE, APART - 1, most))


def _line(values: Sequence[float], most: float) -> list[tuple[float, float]]:
    """Return the points of a curve; a single schema is a level line."""
    values = [*values] * 2 if len(values) == 1 else values
    return [
        (EDGE + SIDE * n / (len(values) - 1), APART - 1 + SIDE * (1 - value / most))
        for n, value in enumerate(values)
    ]


def dots(title: str, axes: tuple[str, str], found: Sequence[Compared]) -> Markup:
    """Draw a dot for each system: x is the share of right answers on the experts' library, y on the crowd's.

    Labels are the numbers of the systems in the table. It is empty if no system was asked halves of both libraries.
    """
    systems = [
        (number, each.name, each.tallies[0].share, each.tallies[1].share)
        for number, each in enumerate(found, 1)
    ]
    known = [(n, name, x, y) for n, name, x, y in systems if x is not None and y is not None]
    if not known:
        return Markup()
    height = max(SIDE, APART * (len(known) - 1)) + APART + EDGE
    return Markup(_MACROS.dots(title, axes, placed(known), SIDE, EDGE, APART - 1, height))
