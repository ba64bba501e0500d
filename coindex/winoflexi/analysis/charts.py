"""Charts as SVG in the page: bars of both libraries beside each other, and systems as dots.

Colours come from the style sheet; the libraries differ by more than colour, and each chart has its numbers in a table
beside it and its meaning as text for screen readers.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe

from coindex.harness.report.markup import Html, element
from coindex.winoflexi.analysis.figures import Compared, Line

_WIDTH, _LEFT, _RIGHT, _BAR, _GAP = 460.0, 180.0, 50.0, 12.0, 14.0
_SIDE, _EDGE = 320.0, 44.0
_CLASSES = ("expert", "crowd")


def _picture(name: str, title: str, width: float, height: float, *marks: Html) -> SafeString:
    made = element(
        "svg",
        element("title", title, id=name),
        *marks,
        viewBox=f"0 0 {width:g} {height:g}",
        role="img",
        aria_labelledby=name,
        class_="chart",
    )
    return mark_safe(made)


def bars(name: str, title: str, lines: Sequence[Line]) -> SafeString:
    """Draw a pair of bars for each line: the shares of the halves of either library."""
    step = 2 * _BAR + _GAP
    most = max((s or 0.0 for line in lines for s in line.shares), default=0.0) or 1.0
    marks = []
    for row, line in enumerate(lines):
        top = _GAP / 2 + row * step
        marks.append(element("text", line.name, x=_LEFT - 8, y=top + _BAR + 4, class_="end"))
        for n, share in enumerate(line.shares):
            y = top + n * _BAR
            long = (_WIDTH - _LEFT - _RIGHT) * (share or 0.0) / most
            marks.append(
                element("rect", x=_LEFT, y=y, width=long, height=_BAR - 1, class_=_CLASSES[n])
            )
            told = "–" if share is None else f"{100 * share:.0f} %"
            marks.append(element("text", told, x=_LEFT + long + 5, y=y + _BAR - 2, class_="small"))
    return _picture(name, title, _WIDTH, len(lines) * step + _GAP / 2, *marks)


def dots(name: str, title: str, axes: tuple[str, str], found: Sequence[Compared]) -> SafeString:
    """Draw a dot for each system: right answers on the experts' library across, on the crowd's library up."""
    inner = _SIDE - 2 * _EDGE

    def place(share: float) -> float:
        return _EDGE + inner * share

    marks = [
        element("rect", x=_EDGE, y=_EDGE, width=inner, height=inner, class_="frame"),
        element("line", x1=_EDGE, y1=_SIDE - _EDGE, x2=_SIDE - _EDGE, y2=_EDGE, class_="even"),
        element("text", axes[0], x=_SIDE / 2, y=_SIDE - 8, class_="mid"),
        element("text", axes[1], x=-_SIDE / 2, y=14, class_="mid turned"),
    ]
    for value in (0.0, 0.5, 1.0):
        marks.append(
            element(
                "text",
                f"{100 * value:.0f} %",
                x=place(value),
                y=_SIDE - _EDGE + 14,
                class_="mid small",
            )
        )
        marks.append(
            element(
                "text",
                f"{100 * value:.0f} %",
                x=_EDGE - 4,
                y=_SIDE - place(value) + 4,
                class_="end small",
            )
        )
    for each in found:
        one, other = (tally.share for tally in each.tallies)
        if one is not None and other is not None:
            x, y = place(one), _SIDE - place(other)
            marks.append(
                element(
                    "circle", element("title", each.run.name), cx=x, cy=y, r=4.0, class_="crowd"
                )
            )
            marks.append(element("text", each.run.name[:24], x=x + 7, y=y + 4, class_="small"))
    return _picture(name, title, _SIDE, _SIDE, *marks)
