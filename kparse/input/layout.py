r"""The layout of a pasted text: markup becomes blanks, wrapped lines are joined, lines that are no sentences are told.

Nothing moves: the laid-out text is as long as the original, so that each place is a place of both. The shape of a line
tells whether it is a heading, the head of an e-mail, a row of a table, a caption, or text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal

Kind = Literal["text", "item", "blank", "heading", "row", "header", "caption"]
"""``header``: a line at the top of an e-mail; ``item``: of a list, or a turn of a conversation."""

_HIDDEN = re.compile(r"<!--.*?-->|<(script|style)\b[^<>]*>.*?</\1\s*>", re.S | re.I)
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?/?>", re.I)
_ENTITY = re.compile(r"&(?:[a-z]+|#\d+|#x[0-9a-f]+);", re.I)
_BLOCKS = frozenset(
    "address article aside blockquote body br caption dd div dl dt figcaption figure footer form head header hr html "
    "main nav ol p pre section table tbody tfoot thead title tr ul".split()
)
_MARKED = {"li": "- ", "td": "| ", "th": "| "} | {f"h{n}": "# " for n in range(1, 7)}
"""Tags of lines that have a mark in Markdown."""
_SPANS = (
    (re.compile(r"!\[[^\]\n]*\]\([^()\n]*\)"), ()),
    (re.compile(r"(\[)([^\]\n]+)(\]\([^()\s]*\))"), (1, 3)),
    (re.compile(r"(\*{1,3})(?=\S)([^*\n]+)(?<=\S)(\1)"), (1, 3)),
    (re.compile(r"(?<!\w)(_{1,3})(?=[^\W_])([^_\n]+)(?<=[^\W_])(\1)(?!\w)"), (1, 3)),
    (re.compile(r"(`+)([^`\n]+)(\1)"), (1, 3)),
)  # fmt: skip
"""Marks within a line of Markdown: images, links, stress, code. The numbers are of the groups that are marks; without
them all of it is."""
_RULE = re.compile(r"\s*(?:([-=*_~#+])\s*)(?:\1\s*){2,}|\s*\|?[\s:|+-]*-{3}[\s:|+-]*")
_HEADING = re.compile(r"\s{0,3}(#{1,6})\s+(?=\S)")
_ITEM = re.compile(r"\s*(?:[-*+•‣◦·–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)")
_QUOTED = re.compile(r"\s*(?:>\s?)+")
_HEADER = re.compile(r"([A-Z][A-Za-z-]{1,20}):[ \t]+\S")
_COLUMNS = re.compile(r"\S(?: {3,}|[ \t]*\t[ \t]*)(?=\S)")
_CAPTION = re.compile(r"\s*[A-Z]\w+\.? \d+(?:\.\d+)*[a-z]?[.:] \S")
_FINAL = re.compile(r"[.!?…:;][\"'”’)\]]*\s*$")
_TITLE_WORDS = 8
_SHORT_WORD = 4
"""Shorter words of a title may have a small letter."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A text without its markup and the line breaks within its sentences, as long as the original."""

    text: str
    apart: tuple[tuple[int, int, Kind], ...] = ()
    """Where there are lines that are no running text."""
    breaks: tuple[int, ...] = ()
    """Where a sentence begins for certain: at and after such a line, an item of a list, a short line."""


@dataclass(slots=True)
class _Line:
    start: int
    raw: str
    """As it is in the text, for its width."""
    kind: Kind = "text"
    mark: int = 0
    """Characters at its beginning that are marks."""
    width: int = 0
    """Of the widest line of its block."""
    goes_on: bool = False
    """Whether it goes on with the sentence of the line before it."""

    @property
    def first(self) -> str:
        """Its first word."""
        return self.raw[self.mark :].lstrip().split(maxsplit=1)[0]


def lay_out(text: str) -> Layout:
    r"""Read the layout of a text.

    >>> lay_out("<b>Ann</b> met\nBea.").text
    '   Ann     met Bea.'
    >>> found = lay_out("# Notes\n\nAnn slept.")
    >>> found.text, found.apart
    ('  Notes\n\nAnn slept.', ((2, 7, 'heading'),))
    """
    bare = _without_marks(text)
    lines = _lines(bare)
    _judge(lines)
    return _joined(bare, lines)


def unwrapped(text: str) -> str:
    r"""Join the wrapped lines of a text, and leave all else as it is.

    >>> unwrapped("The gardener could\nnot lift it.\n\n- a\n- b")
    'The gardener could not lift it.\n\n- a\n- b'
    """
    lines = _lines(_without_marks(text))
    _judge(lines)
    parts = list(text)
    for line in lines:
        if line.goes_on:
            parts[line.start - 1] = " "
    return "".join(parts)


# ------------------------------------------------------------------------------ marks within the text


def _without_marks(text: str) -> str:
    """Replace HTML by what it means in Markdown, and the marks within lines of Markdown by blanks."""
    if "<" in text:
        text = _HIDDEN.sub(_blank, text)
        text = _TAG.sub(_tag, text)
    if "&" in text:
        text = _ENTITY.sub(_entity, text)
    for pattern, groups in _SPANS:
        if groups:
            text = pattern.sub(
                lambda m: " " * len(m.group(1)) + m.group(2) + " " * len(m.group(3)), text
            )
        else:
            text = pattern.sub(_blank, text)
    return text


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def _tag(match: re.Match[str]) -> str:
    """Give what stands for a tag: a new paragraph for one of a block, else blanks."""
    name, length = match.group(2).lower(), len(match.group())
    if name in _MARKED:
        mark = "" if match.group(1) else _MARKED[name]
        return ("\n\n" + mark).ljust(length)[:length]
    return ("\n\n" if name in _BLOCKS else "").ljust(length)


def _entity(match: re.Match[str]) -> str:
    found = html.unescape(match.group())
    return (found if len(found) == 1 and found.isprintable() else " ").ljust(len(match.group()))


# ------------------------------------------------------------------------------ lines


def _lines(text: str) -> list[_Line]:
    found, start = [], 0
    for raw in text.split("\n"):
        found.append(_Line(start, raw))
        start += len(raw) + 1
    return found


def _is_text(line: _Line) -> bool:
    return line.kind in ("text", "item")


def _judge(lines: list[_Line]) -> None:
    """Tell of each line what it is."""
    for i, line in enumerate(lines):
        before = lines[i - 1] if i else None
        after = lines[i + 1] if i + 1 < len(lines) else None
        quoted = _QUOTED.match(line.raw)
        if quoted is not None:
            line.mark = quoted.end()
        rest = line.raw[line.mark :]
        heading = _HEADING.match(rest)
        if not rest.strip():
            line.kind = "blank"
        elif _RULE.fullmatch(rest):
            line.kind, line.mark = "blank", len(line.raw)
            alone = before is not None and (i < 2 or lines[i - 2].kind == "blank")
            if before is not None and alone and _is_text(before) and "|" not in rest:
                before.kind = "heading"  # underlined
        elif heading is not None:
            line.kind, line.mark = "heading", line.mark + heading.end()
        elif rest.lstrip().startswith("|") or rest.count(" | ") > 1 or _is_row(line, before, after):
            line.kind = "row"
        elif _CAPTION.match(rest) and _is_alone(line, before, after):
            line.kind = "caption"
    for block in _blocks(lines):
        width = max(len(line.raw) for line in block)
        for line in block:
            line.width = width
        _judge_block(block)
        for one, other in pairwise(block):
            other.goes_on = other.kind == "text" and _is_wrapped(one, other, block[0])


def _is_row(line: _Line, before: _Line | None, after: _Line | None) -> bool:
    """Tell whether a line has columns, and one beside it has the same."""
    columns = len(_COLUMNS.findall(line.raw))
    return columns > 1 and any(
        near is not None and len(_COLUMNS.findall(near.raw)) == columns for near in (before, after)
    )


def _is_alone(line: _Line, before: _Line | None, after: _Line | None) -> bool:
    return all(near is None or not near.raw.strip() for near in (before, after))


def _blocks(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Give the runs of lines of text, without a blank line."""
    for is_text, run in groupby(lines, key=lambda line: line.kind == "text"):
        if is_text:
            yield list(run)


def _judge_block(block: list[_Line]) -> None:
    """Tell the heads of an e-mail and the items of a list among lines of text."""
    heads = [line for line in block if _HEADER.match(line.raw)]
    names = {line.raw.partition(":")[0] for line in heads}
    ended = sum(_FINAL.search(line.raw) is not None for line in heads)
    formal = any("@" in line.raw or re.search(r"\d", line.raw) for line in heads)
    enough = len(heads) > 2 or (len(heads) == 2 and formal)
    whole = all(_HEADER.match(line.raw) or line.raw[:1].isspace() for line in block)
    if enough and whole and len(heads) == len(names) and ended < 2:
        for line in block:
            line.kind = "header"
        return
    if len(heads) > 1:
        for line in heads:
            line.kind = "item"  # a turn of a conversation
    marks = [_ITEM.match(line.raw, line.mark) for line in block]
    for i, (line, mark) in enumerate(zip(block, marks, strict=True)):
        if mark is None:
            continue
        before = block[i - 1] if i else None
        beside = [m for m in marks[max(0, i - 1) : i + 2] if m is not None]
        if (
            before is None
            or before.raw.rstrip().endswith(":")
            or sum(_shape(m) == _shape(mark) for m in beside) > 1
            or before.kind == "item"
            or not _is_wrapped(before, line, block[0])
        ):
            line.kind, line.mark = "item", mark.end()


def _shape(mark: re.Match[str]) -> str:
    return re.sub(r"\d+", "1", re.sub(r"[a-z]", "a", mark.group().strip()))


def _is_wrapped(one: _Line, other: _Line, first: _Line) -> bool:
    """Tell whether a line goes on in the next: its first word had no room, or has a small letter."""
    if not _is_text(one):
        return False
    if other.first[:1].islower():
        return True
    is_title = one is first and _is_title(one)
    return not is_title and len(one.raw) + 1 + len(other.first) > one.width


def _is_title(line: _Line) -> bool:
    """Tell whether a line is a title before a text: all words of some length have a capital."""
    words = line.raw.split()
    return (
        1 < len(words) <= _TITLE_WORDS
        and words[-1][:1].isupper()
        and "," not in line.raw
        and _FINAL.search(line.raw) is None
        and all(word[:1].isupper() or len(word) < _SHORT_WORD for word in words)
    )


def _joined(text: str, lines: Sequence[_Line]) -> Layout:
    """Write the laid-out text: no marks, no line breaks but those at which a sentence ends."""
    parts: list[str] = []
    apart: list[tuple[int, int, Kind]] = []
    breaks: list[int] = []
    before: Kind = "blank"
    for line in lines:
        if parts:
            parts.append(" " if line.goes_on else "\n")
        words = " " * line.mark + line.raw[line.mark :]
        if line.kind == "row":
            words = words.replace("|", " ")
        elif line.kind == "heading":
            bare = words.rstrip().rstrip("#")
            words = bare.ljust(len(words))
        parts.append(words)
        start = line.start + len(words) - len(words.lstrip())
        if not words.strip():
            before = before if before not in ("text", "item") else "blank"
            continue
        if not line.goes_on and not (before == "blank" and line.kind == "text"):
            breaks.append(start)
        if not _is_text(line):
            apart.append((start, line.start + len(words.rstrip()), line.kind))
        before = line.kind
    found = "".join(parts)
    return Layout(found, tuple(apart), tuple(breaks))
