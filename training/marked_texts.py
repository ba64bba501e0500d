"""Texts with marked mentions, for fitting the choice among entities.

``[Ann|1] opened [the door|2]. [It|2] creaked.`` is such a text.

A file has blocks that begin with ``=== STYLE``. In a block, brackets may be nested; after the bar stands the number of
the entity, two numbers with a plus sign for two entities together, and 0 for a pronoun that stands for none. Every
third-person pronoun is marked, and every mention of what one of them stands for.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from coindex.reasoner.discourse.choosing import Choice
from coindex.reasoner.discourse.entities import Entity
from coindex.reasoner.discourse.phrases import THIRD
from coindex.reasoner.discourse.texts import TextReader
from kparse.errors import InputError, Location
from kparse.input.tokens import ParsedText

SHORT = 4
"""Words of a mention of which any counts as its head: *Mrs Ann Hill*."""
LONGEST = 60
"""Words of a mention, at most."""
_NUMBERS = re.compile(r"\|(\d+(?:\+\d+)*)\]")
_STYLE = re.compile(r"^=== *(\w+) *$")


@dataclass(frozen=True, slots=True)
class Mark:
    """A mention: its place, and the numbers of its entities; none for a pronoun that stands for nothing."""

    start: int
    end: int
    entities: frozenset[int]


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without its brackets, with the mentions that they marked."""

    style: str
    text: str
    marks: tuple[Mark, ...]

    def right(self, reader: TextReader, choice: Choice) -> list[bool] | None:
        """Tell which candidates of a pronoun are right, and at the end whether none is; ``None``: it has no mark."""
        start = reader.parsed.tokens[choice.phrase.head].start
        asked = next(
            (
                m
                for m in self.marks
                if self.text[m.start : m.end].lower() in THIRD and m.start == start
            ),
            None,
        )
        if asked is None:
            return None
        at = self._heads(reader.parsed, asked)
        pronoun = choice.phrase.head

        def named(entity: Entity) -> frozenset[int]:
            phrase = entity.named_before(pronoun)
            if phrase.form == "group" and entity.members:
                both = [named(reader.people.all[n]) for n in entity.members]
                return frozenset().union(*both) if all(both) else frozenset()
            return at.get(phrase.head, frozenset())

        fits = [
            (bool(asked.entities) and named(one) == asked.entities)
            or self._is_group(reader, one, asked)
            for one in choice.candidates
        ]
        return [*fits, not asked.entities]

    def _heads(self, parsed: ParsedText, asked: Mark) -> dict[int, frozenset[int]]:
        """Give what the words name that are heads of a mention, or any word of a short one."""
        found: dict[int, frozenset[int]] = {}
        for mark in sorted(self.marks, key=lambda m: m.end - m.start):
            inside, head = _words(parsed, mark)
            if mark is asked or not mark.entities or head is None:
                continue
            for index in [head, *(inside if len(inside) <= SHORT else ())]:
                found.setdefault(index, mark.entities)
        return found

    def _is_group(self, reader: TextReader, entity: Entity, asked: Mark) -> bool:
        """Tell whether a group's words are those of a mention that is marked as one entity."""
        tokens = reader.parsed.tokens
        return any(
            p.form == "group"
            and m.entities == asked.entities
            and (m.start, m.end) == (tokens[p.first].start, tokens[p.last].end)
            for p in entity.phrases
            for m in self.marks
            if m.entities
        )


def read_marked(path: Path) -> Iterator[MarkedText]:
    """Read the texts of a file.

    Raises:
        InputError: it cannot be read, or has a bracket that is not closed (with the line of its block).
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error
    style, block, begun = "", list[str](), 0
    for number, line in enumerate([*lines, "=== end"], start=1):
        found = _STYLE.match(line)
        if found is None:
            block.append(line)
            continue
        if style:
            yield _marked(style, "\n".join(block).strip(), Location(str(path), begun))
        style, block, begun = found.group(1), [], number


def _marked(style: str, block: str, location: Location) -> MarkedText:
    text: list[str] = []
    length = place = 0
    opened: list[int] = []
    marks: list[Mark] = []
    while place < len(block):
        closing = _NUMBERS.match(block, place) if opened else None
        if closing is not None:
            numbers = frozenset(int(n) for n in closing.group(1).split("+")) - {0}
            marks.append(Mark(opened.pop(), length, numbers))
            place = closing.end()
        elif block[place] == "[":
            opened.append(length)
            place += 1
        else:
            text.append(block[place])
            length += 1
            place += 1
    if opened:
        near = "".join(text)[opened[0] : opened[0] + 30]
        raise InputError(
            f"a bracket is not closed before {near!r}",
            location=location,
            hint="Write a mention as [words|number].",
        )
    return MarkedText(style, "".join(text), tuple(sorted(marks, key=lambda m: (m.start, -m.end))))


def _words(parsed: ParsedText, mark: Mark) -> tuple[list[int], int | None]:
    """Give the tokens of a mention, and the first of them that depends on none of the others."""
    tokens = parsed.tokens
    first = bisect_left(tokens, mark.start, key=lambda t: t.start)
    inside = [t for t in tokens[first : first + LONGEST] if t.start < mark.end]
    numbers = [t.index for t in inside]
    return numbers, next((t.index for t in inside if t.head not in numbers), None)
