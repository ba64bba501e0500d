"""Pictures of an explanation: DOT for graphviz, and SVG that needs no other program.

The SVG is a tree of boxes, one below the other, indented. It follows the reader's light or dark setting.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from coindex.reasoner.rendering.outline import Branch, Kind
from kparse.notation.svg import add, document, dot_string, finish, printable, text_width

COLOURS: dict[Kind, tuple[str, str]] = {
    "answer": ("#2e7d4f", "#6fd39b"),
    "candidate": ("#8a5a00", "#e0b060"),
    "heading": ("#555555", "#bbbbbb"),
    "note": ("#777777", "#999999"),
    "for": ("#1f6f8b", "#7cc4dd"),
    "against": ("#b03a2e", "#f0948a"),
    "preference": ("#7a6a8a", "#c3b3d6"),
    "given": ("#3b73c4", "#8fb6ee"),
    "row": ("#2a8c74", "#7fd0bd"),
    "rule": ("#1f6f8b", "#7cc4dd"),
    "chosen": ("#b8651b", "#eaa86a"),
    "assumed": ("#9a4a74", "#e29ac0"),
    "condition": ("#6f7a89", "#aeb8c5"),
    "counted": ("#6f7a89", "#aeb8c5"),
    "above": ("#888888", "#aaaaaa"),
}
"""Kind of branch -> its colour on light and on dark paper."""

_WRAP = 84
_LINE = 17

# ---------------------------------------------------------------------------------------------- DOT


def dot(branches: Iterable[Branch]) -> str:
    """Return branches in graphviz' language."""
    lines = [
        "digraph explanation {",
        '  graph [rankdir=LR bgcolor="transparent"];',
        '  node [shape=box style=rounded fontname="Helvetica" fontsize=11];',
    ]
    stack: list[tuple[Branch, str]] = [(branch, "") for branch in reversed(list(branches))]
    number = 0
    while stack:
        branch, parent = stack.pop()
        name = f"n{number}"
        number += 1
        label = "\n".join(textwrap.wrap(branch.text, 48) + textwrap.wrap(branch.details, 60))
        lines.append(f'  {name} [label={dot_string(label)} color="{COLOURS[branch.kind][0]}"];')
        if parent:
            lines.append(f"  {parent} -> {name};")
        stack += [(under, name) for under in reversed(branch.under)]
    return "\n".join([*lines, "}"]) + "\n"


# ---------------------------------------------------------------------------------------------- SVG


@dataclass(slots=True)
class _Row:
    """A box: its place and its lines."""

    branch: Branch
    depth: int
    parent: _Row | None
    lines: list[str]
    details: list[str]
    y: float = 0.0

    @property
    def x(self) -> float:
        return 16 + 26 * self.depth

    @property
    def height(self) -> float:
        return _LINE * len(self.lines) + 13 * len(self.details) + 11

    @property
    def width(self) -> float:
        widths = [text_width(line, 13) for line in self.lines]
        return max(widths + [text_width(line, 10.5) for line in self.details]) + 24


def _rows(branches: Sequence[Branch]) -> list[_Row]:
    rows: list[_Row] = []

    def append(branch: Branch, depth: int, parent: _Row | None) -> None:
        lines = textwrap.wrap(printable(branch.text), _WRAP) or [""]
        details = textwrap.wrap(printable(branch.details), _WRAP + 16)
        top = rows[-1].y + rows[-1].height if rows else 44.0
        row = _Row(branch, depth, parent, lines, details, top + (8 if depth else 18))
        rows.append(row)
        for under in branch.under:
            append(under, depth + 1, row)

    for branch in branches:
        append(branch, 0, None)
    return rows


def svg(branches: Sequence[Branch], title: str) -> str:
    """Draw branches as a tree of boxes."""
    rows = _rows(branches)
    heading = textwrap.shorten(printable(title), 120, placeholder="…")
    width = max([row.x + row.width for row in rows] + [1.1 * text_width(heading, 15)]) + 32
    height = (rows[-1].y + rows[-1].height if rows else 44) + 18
    picture = document(title)
    add(picture, "style", _style())
    add(picture, "rect", class_="paper", width=width, height=height)
    add(picture, "text", heading, class_="ink", x=16, y=30, font_size="15", font_weight="bold")
    for row in rows:
        if row.parent:
            bottom = row.parent.y + row.parent.height
            way = f"M{row.parent.x + 10:.1f} {bottom:.1f}V{row.y + 15:.1f}H{row.x:.1f}"
            add(picture, "path", class_="edge", fill="none", d=way)
    for row in rows:
        _draw_row(picture, row)
    return finish(picture, width, height)


_PAPERS = (
    {"paper": "#ffffff", "ink": "#1d2530", "faint": "#5a6472", "edge": "#b9c0c9"},
    {"paper": "#16191e", "ink": "#e8eaee", "faint": "#a8b0bc", "edge": "#59626f"},
)
"""Colours of all but the boxes' borders, on light and on dark paper."""


def _style() -> str:
    sheets = []
    for number, paper in enumerate(_PAPERS):
        rules = [f".paper,.box{{fill:{paper['paper']}}}", f".edge{{stroke:{paper['edge']}}}"]
        rules += [f".{name}{{fill:{paper[name]}}}" for name in ("ink", "faint")]
        rules += [f".{kind}{{stroke:{colours[number]}}}" for kind, colours in COLOURS.items()]
        sheets.append("".join(rules))
    return f"{sheets[0]}@media (prefers-color-scheme: dark){{{sheets[1]}}}"


def _draw_row(picture: Element, row: _Row) -> None:
    box = add(picture, "rect", x=row.x, y=row.y, width=row.width, height=row.height)
    box.attrib |= {"class": f"box {row.branch.kind}", "rx": "6", "stroke-width": "1.4"}
    y = row.y + 1.0
    for line in row.lines:
        y += _LINE
        add(picture, "text", line, class_="ink", x=row.x + 12, y=y, font_size="13")
    y += 1.0
    for line in row.details:
        y += 13
        add(picture, "text", line, class_="faint", x=row.x + 12, y=y, font_size="10.5")
