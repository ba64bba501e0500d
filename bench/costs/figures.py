"""Lines of the report: medians, ratios, bars, the table."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Times = Mapping[str, Mapping[str, Sequence[float]]]
"""Processor and elapsed milliseconds by name and question."""


@dataclass(slots=True)
class Line:
    """A line of the report: processor milliseconds or a ratio (median and 95th percentile), and the limit of each."""

    part: str
    what: str
    median: float
    p95: float | None = None
    unit: str = "ms"
    """``ms``, ``x`` (a ratio), ``words`` or a plain number."""
    bar: float | None = None
    bar_p95: float | None = None

    @property
    def verdict(self) -> str:
        """``met`` or ``missed``, by processor time."""
        if self.bar is None:
            return ""
        late = self.bar_p95 is not None and (self.p95 or 0) > self.bar_p95
        return "missed" if late or self.median > self.bar else "met"


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at least this share of the values does not exceed.

    >>> percentile([1, 2, 3, 4], 0.5), percentile([4, 3, 2, 1], 0.95)
    (2, 4)
    """
    ascending = sorted(values)
    return ascending[max(0, -(-len(ascending) * round(share * 1000) // 1000) - 1)]


def times(
    part: str, what: str, taken: Times, name: str = "", bar: float | None = None
) -> list[Line]:
    """Give the line of some measurements; none if they were not taken."""
    found = [pair[0] for pair in taken.get(name or what, {}).values()]
    if not found:
        return []
    p95 = percentile(found, 0.95) if len(found) > 1 else None
    return [Line(part, what, statistics.median(found), p95, bar=bar)]


def ratio(
    part: str,
    what: str,
    taken: Times,
    names: tuple[str, str],
    bar: float | None = None,
    bar_p95: float | None = None,
) -> list[Line]:
    """Divide measurements question by question; median and 95th percentile of the quotients."""
    over, under = (taken.get(name, {}) for name in names)
    found = [over[key][0] / under[key][0] for key in over if under.get(key, [0])[0] > 0]
    if not found:
        return []
    p95 = percentile(found, 0.95) if len(found) > 1 else None
    return [Line(part, what, statistics.median(found), p95, "x", bar, bar_p95)]


def straight(part: str, what: str, taken: Times, bar: float) -> list[Line]:
    """Fit a straight line to times by length; give its slope, how far times are above it, and the longest time.

    >>> found = straight("text", "t", {"t": {"10": [30, 0], "100": [120, 0], "200": [220, 0]}}, 2000)
    >>> [(line.what, line.median) for line in found]
    [('t: a word more', 1.0), ('t: farthest above the line', 0.0), ('t: the longest', 220)]
    """
    points = sorted((int(words), pair[0]) for words, pair in taken.get(what, {}).items())
    if len(points) < 3:
        return []
    slope, start = statistics.linear_regression(*zip(*points, strict=True))
    above = max(spent - start - slope * words for words, spent in points)
    return [
        Line(part, f"{what}: a word more", round(slope, 3)),
        Line(part, f"{what}: farthest above the line", round(above, 3)),
        Line(part, f"{what}: the longest", points[-1][1], bar=bar),
    ]


def table(lines: Sequence[Line], before: Sequence[Line] = (), name: str = "") -> str:
    """Return the lines as a Markdown table; with those of another version beside them."""
    old = {(line.part, line.what): line for line in before}
    head = ["part", "what", "median", "p95", *([name, "now / then"] if before else [])]
    body = []
    for line in lines:
        row = [
            line.part,
            line.what,
            _formatted(line.median, line.unit),
            _formatted(line.p95, line.unit),
        ]
        if before:
            then = old.get((line.part, line.what))
            row += [_formatted(then and then.median, line.unit)]
            row += ["" if not then or not then.median else f"x {line.median / then.median:.2f}"]
        limit = _formatted(line.bar, line.unit)
        if line.bar_p95 is not None:
            limit += f", p95 {_formatted(line.bar_p95, line.unit)}"
        body.append([*row, limit, line.verdict])
    head += ["bar", "verdict"]
    widths = [max(len(row[i]) for row in (head, *body)) for i in range(len(head))]
    rule = ["-" * w if i < 2 else "-" * (w - 1) + ":" for i, w in enumerate(widths)]
    return "\n".join(
        "| "
        + " | ".join(
            c.ljust(w) if i < 2 else c.rjust(w)
            for i, (c, w) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in (head, rule, *body)
    )


def _formatted(value: float | None, unit: str) -> str:
    if value is None:
        return ""
    if unit == "x":
        return f"x {value:.2f}"
    return (
        f"{value:,.0f}"
        if unit != "ms"
        else f"{value:,.1f} ms"
        if value < 1000
        else f"{value / 1e3:,.2f} s"
    )
