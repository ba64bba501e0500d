"""Pictures of an explanation: DOT for graphviz, and SVG that needs no other program.

The SVG is as wide as a phone's screen: the text with its phrases marked, a tree of boxes, one below the other,
indented, and the graph of the text. It follows the reader's light or dark setting.
"""

from __future__ import annotations

import base64
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
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

_WIDTH = 380.0
"""The width of a picture: that of a phone's screen."""
_LINE = 17  # units of the picture from one line of text to the next

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
        return _WIDTH - self.x - 12


def _wrapped(text: str, size: float, room: float) -> list[str]:
    """Break a text into lines that are not wider than there is room."""
    lines = [""]
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _rows(branches: Sequence[Branch], top: float) -> list[_Row]:
    rows: list[_Row] = []

    def append(branch: Branch, depth: int, parent: _Row | None) -> None:
        row = _Row(branch, depth, parent, [], [])
        row.lines = _wrapped(branch.text, 13, row.width - 24)
        row.details = _wrapped(branch.details, 10.5, row.width - 24) if branch.details else []
        above = rows[-1].y + rows[-1].height if rows else top
        row.y = above + (8 if depth or not rows else 18)
        rows.append(row)
        for under in branch.under:
            append(under, depth + 1, row)

    for branch in branches:
        append(branch, 0, None)
    return rows


def svg(
    branches: Sequence[Branch], title: str, pieces: Iterable[tuple[str, str]] = (), graph: str = ""
) -> str:
    """Draw a text and branches as a tree of boxes.

    Args:
        branches: what is in the boxes.
        title: what is heard of the picture.
        pieces: the text in pieces, each with its mark (``coindex.reasoner.rendering.html.pieces``).
        graph: an SVG picture to be shown below.
    """
    picture = document(title)
    add(picture, "style", _style())
    paper = add(picture, "rect", class_="paper", width=_WIDTH)
    y = _draw_text(picture, pieces)
    rows = _rows(branches, y)
    for row in rows:
        if row.parent:
            bottom = row.parent.y + row.parent.height
            way = f"M{row.parent.x + 10:.1f} {bottom:.1f}V{row.y + 15:.1f}H{row.x:.1f}"
            add(picture, "path", class_="edge", fill="none", d=way)
    for row in rows:
        _draw_row(picture, row)
    height = (rows[-1].y + rows[-1].height if rows else y) + 18
    height += _draw_graph(picture, graph, height)
    paper.set("height", f"{height:.1f}")
    return finish(picture, _WIDTH, height)


def _draw_text(picture: Element, pieces: Iterable[tuple[str, str]]) -> float:
    """Write the text with its marks, and return where it ends."""
    y, used = 14.0, _WIDTH
    line: Element | None = None
    for word in _words(pieces):
        needed = text_width("".join(part for part, _ in word), 15)
        if line is None or used + needed > _WIDTH - 32:
            y, used = y + 21, 0.0
            line = add(picture, "text", class_="ink", x=16, y=y, font_size="15")
        else:
            line[-1].tail = " "
        for part, mark in word:
            add(line, "tspan", part, class_=f"words {mark}".strip())
        used += needed + text_width(" ", 15)
    return y + 6


def _words(pieces: Iterable[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Split a marked text into words; a word with several marks has several parts."""
    word: list[tuple[str, str]] = []
    for text, mark in pieces:
        for part in re.findall(r"\s+|\S+", printable(text)):
            if not part.isspace():
                word.append((part, mark))
            elif word:
                yield word
                word = []
    if word:
        yield word


_SIZE = re.compile(r'<svg [^>]*?width="([\d.]+)"[^>]*?height="([\d.]+)"')


def _draw_graph(picture: Element, graph: str, y: float) -> float:
    """Show another picture as an image, in which no script can run, and return how high it is."""
    size = _SIZE.search(graph)
    if size is None:
        return 0.0
    width, height = float(size[1]), float(size[2])
    scale = min(1.0, (_WIDTH - 24) / width)
    data = base64.b64encode(graph.encode("utf-8")).decode("ascii")
    href = f"data:image/svg+xml;base64,{data}"
    add(picture, "image", x=12, y=y, width=scale * width, height=scale * height, href=href)
    return scale * height + 12


_PAPERS = (
    {"paper": "#ffffff", "ink": "#1d2530", "faint": "#5a6472", "edge": "#b9c0c9"},
    {"paper": "#16191e", "ink": "#e8eaee", "faint": "#a8b0bc", "edge": "#59626f"},
)
"""Colours of all but the boxes' borders, on light and on dark paper."""


_MARKS: dict[str, Kind] = {"pronoun": "against", "answer": "answer", "candidate": "candidate"}
"""The marks of a text's phrases -> the kind whose colour they have."""


def _style() -> str:
    sheets = [".words.pronoun,.words.answer{font-weight:bold}"]
    for number, paper in enumerate(_PAPERS):
        rules = [f".paper,.box{{fill:{paper['paper']}}}", f".edge{{stroke:{paper['edge']}}}"]
        rules += [f".{name}{{fill:{paper[name]}}}" for name in ("ink", "faint")]
        rules += [f".box.{kind}{{stroke:{colours[number]}}}" for kind, colours in COLOURS.items()]
        rules += [f".words.{mark}{{fill:{COLOURS[kind][number]}}}" for mark, kind in _MARKS.items()]
        sheets.append("".join(rules))
    return f"{sheets[0]}{sheets[1]}@media (prefers-color-scheme: dark){{{sheets[2]}}}"


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
