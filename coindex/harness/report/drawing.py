"""What the plots are made of: a frame that places values, axes in per cent, and marks for the two parts.

Lines, dots and letters have no colours of their own but classes, to which ``report.css`` gives those of the page, so
that a plot reads in light and dark mode and in print. The parts differ by more than colour: ``tune`` is dashed and
hollow, ``held`` is drawn through and filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor

from coindex.harness.report.markup import Html, element, join

WIDTH = 440.0
"""Width of a plot in its own units; the page scales it."""

ROW = 22.0
"""Height of a line in a plot that has one for each thing."""

CHARACTER = 7.3
"""Width of an average character at the plots' size of type."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The rectangle in which data are shown, and the stretch of values along each side."""

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
        """Where a value lies along the horizontal axis."""
        low, high = self.x
        return self.left + self.width * (value - low) / (high - low)

    def up(self, value: float) -> float:
        """Where a value lies along the vertical axis."""
        low, high = self.y
        return self.bottom - self.height * (value - low) / (high - low)


def picture(name: str, title: str, description: str, height: float, *marks: object) -> Html:
    """Make a drawing that is one image to a screen reader, with a title and a description in words."""
    return element(
        "svg",
        element("title", title, id=f"{name}-title"),
        element("desc", description, id=f"{name}-desc"),
        *marks,
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
    )


# -------------------------------------------------------------------------------------------- marks


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Html:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def text(x: float, y: float, words: str, class_: str | None = None) -> Html:
    """Words; of class ``mid`` around the place, ``end`` before it, else after it."""
    return element("text", words, x=x, y=y, class_=class_)


def dot(x: float, y: float, part: str) -> Html:
    """A value of a part."""
    if part == "held":
        return element("circle", cx=x, cy=y, r=4.0, class_="dot held")
    return element("rect", x=x - 3.5, y=y - 3.5, width=7.0, height=7.0, class_="dot tune")


def bar(x: float, y: float, width: float, height: float, part: str) -> Html:
    """A count of a part."""
    return element("rect", x=x, y=y, width=width, height=height, class_=f"bar {part}")


def curve(places: Sequence[tuple[float, float]], class_: str) -> Html:
    """A line through places."""
    return element(
        "polyline", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in places), class_=class_
    )


# --------------------------------------------------------------------------------------------- axes


def lower_end(value: float, most: float = 0.5) -> float:
    """Give where an axis of shares begins so that a value is on it: at a tenth, far down at an even one.

    >>> lower_end(0.83), lower_end(0.47), lower_end(0.37)
    (0.5, 0.4, 0.2)
    """
    tenths = max(0, min(round(10 * most), floor(value * 10 + 1e-9)))
    return (tenths if tenths >= 4 else tenths - tenths % 2) / 10


def tenths(low: float) -> list[float]:
    """Give where an axis from there to 1 is marked: every tenth, or every fifth if there would be many.

    >>> tenths(0.2)
    [0.2, 0.4, 0.6, 0.8, 1.0]
    """
    first = round(10 * low)
    return [tenth / 10 for tenth in range(first, 11, 1 if first >= 4 else 2)]


def level(frame: Frame, name: str) -> Html:
    """The horizontal axis, from its lower end to 1, in per cent, with lines of a grid and its name."""
    marks = []
    for value in tenths(frame.x[0]):
        x = frame.across(value)
        marks += [
            line(x, frame.top, x, frame.bottom, "grid"),
            text(x, frame.bottom + 15, f"{100 * value:.0f}", "mid"),
        ]
    marks += [
        line(frame.left, frame.bottom, frame.right, frame.bottom, "axis"),
        text(frame.left + frame.width / 2, frame.bottom + 32, name, "mid"),
    ]
    return join(marks)


def upright(frame: Frame, name: str) -> Html:
    """The vertical axis; its name lies flat above it, to be read without a turn of the head."""
    marks = []
    for value in tenths(frame.y[0]):
        y = frame.up(value)
        marks += [
            line(frame.left, y, frame.right, y, "grid"),
            text(frame.left - 6, y + 4, f"{100 * value:.0f}", "end"),
        ]
    marks += [
        line(frame.left, frame.top, frame.left, frame.bottom, "axis"),
        text(4.0, frame.top - 10, name),
    ]
    return join(marks)


def cut(words: str, width: float) -> str:
    """Shorten words to what has room.

    >>> cut("a long name", 40.0)
    'a lo…'
    """
    room = max(2, int(width / CHARACTER))
    return words if len(words) <= room else words[: room - 1] + "…"


def apart(labels: Sequence[tuple[float, str]], room: float = 14.0) -> list[tuple[float, str]]:
    """Move labels, given with their ordinates, down until none is written over another.

    >>> apart([(50.0, "b"), (45.0, "a"), (90.0, "c")])
    [(45.0, 'a'), (59.0, 'b'), (90.0, 'c')]
    """
    placed: list[tuple[float, str]] = []
    for y, words in sorted(labels):
        placed.append((max(y, placed[-1][0] + room) if placed else y, words))
    return placed
