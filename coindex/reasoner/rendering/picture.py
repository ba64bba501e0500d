"""Pictures of an explanation: DOT for graphviz, and SVG that needs no other program.

The SVG is a tree of boxes, one below the other, indented; it follows the reader's light or dark
setting.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from coindex.reasoner.rendering.outline import Branch, Kind

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
_FONT = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"


def printable(text: str) -> str:
    """Replace what XML and DOT cannot hold; newlines stay."""
    return "".join(
        c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn") else "\ufffd"
        for c in text
    )


# ---------------------------------------------------------------------------------------------- DOT


def dot(branches: Iterable[Branch]) -> str:
    """Write branches in graphviz' language."""
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
        label = "\n".join(textwrap.wrap(branch.text, 48) + textwrap.wrap(branch.aside, 60))
        lines.append(f'  {name} [label={_dot_string(label)} color="{COLOURS[branch.kind][0]}"];')
        if parent:
            lines.append(f"  {parent} -> {name};")
        stack += [(under, name) for under in reversed(branch.under)]
    return "\n".join([*lines, "}"]) + "\n"


def _dot_string(text: str) -> str:
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# ---------------------------------------------------------------------------------------------- SVG


@dataclass(slots=True)
class _Row:
    """A box: where it stands and what is in it."""

    branch: Branch
    depth: int
    parent: int | None
    lines: list[str]
    aside: list[str]
    y: float = 0.0

    @property
    def x(self) -> float:
        return 16 + 26 * self.depth

    @property
    def height(self) -> float:
        return _LINE * len(self.lines) + 13 * len(self.aside) + 11

    @property
    def width(self) -> float:
        longest = max(
            [_width(line, 13) for line in self.lines] + [_width(a, 10.5) for a in self.aside]
        )
        return longest + 24


def _width(text: str, size: float) -> float:
    """Estimate how wide a text is."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return size * (0.6 * (len(text) - wide) + 1.05 * wide)


def _rows(branches: Sequence[Branch]) -> list[_Row]:
    rows: list[_Row] = []

    def add(branch: Branch, depth: int, parent: int | None) -> None:
        text = textwrap.wrap(printable(branch.text), _WRAP) or [""]
        rows.append(
            _Row(branch, depth, parent, text, textwrap.wrap(printable(branch.aside), _WRAP + 16))
        )
        here = len(rows) - 1
        for under in branch.under:
            add(under, depth + 1, here)

    for branch in branches:
        add(branch, 0, None)
    y = 44.0
    for row in rows:
        y += 8 if row.depth else 18
        row.y = y
        y += row.height
    return rows


def svg(branches: Sequence[Branch], title: str) -> str:
    """Draw branches as a tree of boxes."""
    rows = _rows(branches)
    heading = textwrap.shorten(printable(title), 120, placeholder="…")
    width = max([row.x + row.width for row in rows] + [_width(heading, 15)]) + 32
    height = (rows[-1].y + rows[-1].height if rows else 44) + 18
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}" role="img">',
        f"<title>{escape(printable(title))}</title>",
        f"<style>{_style()}</style>",
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>',
        f'<text class="ink" x="16" y="30" font-size="15" font-weight="bold">{escape(heading)}</text>',
    ]
    parts += [_connector(rows[row.parent], row) for row in rows if row.parent is not None]
    parts += [_box(row) for row in rows]
    return "\n".join([*parts, "</svg>"]) + "\n"


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


def _connector(parent: _Row, row: _Row) -> str:
    x, y = parent.x + 10, row.y + 15
    return f'<path class="edge" fill="none" d="M{x:.1f} {parent.y + parent.height:.1f}V{y:.1f}H{row.x:.1f}"/>'


def _box(row: _Row) -> str:
    parts = [
        f'<rect class="box {row.branch.kind}" x="{row.x:.1f}" y="{row.y:.1f}" width="{row.width:.1f}"'
        f' height="{row.height:.1f}" rx="6" stroke-width="1.4"/>'
    ]
    y = row.y + 3.0
    for line in row.lines:
        y += _LINE
        parts.append(
            f'<text class="ink" x="{row.x + 12:.1f}" y="{y - 2:.1f}" font-size="13">{escape(line)}</text>'
        )
    for line in row.aside:
        y += 13
        parts.append(
            f'<text class="faint" x="{row.x + 12:.1f}" y="{y - 1:.1f}" font-size="10.5">{escape(line)}</text>'
        )
    return "".join(parts)
