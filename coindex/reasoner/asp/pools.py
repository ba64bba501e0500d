"""Rows with pools, written out without clingo: there are tens of thousands of them.

What this does not understand is left for clingo, which says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product
from math import prod

from coindex.reasoner.asp.records import Row

_MOST = 10_000
_SIMPLE = re.compile(r'"[^"\\\n]*"|(?!not\b)[a-z][A-Za-z0-9_]*|[1-9][0-9]{0,8}|0')
_BLANK = re.compile(r"[ \t\r\n]*")
_BEGIN = re.compile(r"[ \t\r\n]*(?=((?!not\b)[a-z][A-Za-z0-9_]*)\()")
_REST = re.compile(r"[ \t\r\n]*(?:%(?!\*).*)?")
_LAST = re.compile(r"[^%]*\.[ \t\r]*|[^%]*\.[ \t\r]*%[^*\"].*")
"""A line at whose end a statement may end."""
DEFAULT_PREDICATES = frozenset({"reason", "effect"})
"""Rows that may stand in a theory."""


class _NotPlainError(Exception):
    """Something else than names, strings, numbers, functions of them and pools in brackets."""


def rows_in(
    lines: Sequence[str], start: int, file: str, only: Collection[str] = ()
) -> tuple[list[tuple[Row, int]], int] | None:
    """Give the rows of the statements that begin in a line; ``None`` if there is anything else in it.

    Args:
        lines: those of the file.
        start: the line's place, from 0 on.
        file: how the file is called.
        only: the predicates that are taken; all if there are none.

    Returns: rows, each with the column of its statement, and how many lines they take.

    >>> found, lines = rows_in(["scene((a;b),", "  c(d)). % both"], 0, "x.lp")
    >>> [(row.fact, row.line, column) for row, column in found], lines
    ([('scene(a,c(d))', 1, 1), ('scene(b,c(d))', 1, 1)], 2)
    >>> rows_in(["reason(harm,other,P,6) :- property(P)."], 0, "x.lp")
    """
    begin = _BEGIN.match(lines[start])
    if begin is None or (only and begin[1] not in only):
        return None
    count = 1
    while not _LAST.fullmatch(lines[start + count - 1]):
        if start + count == len(lines) or "%" in lines[start + count - 1]:
            return None
        count += 1
    text = "\n".join(lines[start : start + count])
    found: list[tuple[Row, int]] = []
    place = 0
    while begin := _BEGIN.match(text, place):
        facts, after = _statement(text, begin.end())
        if not facts or (only and begin[1] not in only):
            return None
        line = start + text.count("\n", 0, begin.end())
        column = begin.end() - text.rfind("\n", 0, begin.end())
        for fact, first in facts.items():
            found.append((Row(fact, begin[1], first, file, line + 1), column))
        place = after
    return (found, count) if _REST.fullmatch(text, place) else None


def _statement(text: str, place: int) -> tuple[dict[str, str], int]:
    """Give the facts that a statement stands for, with their first arguments, and the place after it."""
    reader = _Reader(text, place)
    try:
        name, arguments = reader.atom()
        reader.take(".")
    except _NotPlainError:
        return {}, place
    if prod(map(len, arguments)) > _MOST:
        return {}, place
    facts = {f"{name}({','.join(each)})": each[0] for each in product(*arguments)}
    return facts, reader.place


class _Reader:
    """Reads a term; gives all that it stands for."""

    def __init__(self, line: str, place: int) -> None:
        self.line, self.place = line, place

    def take(self, sign: str) -> None:
        """Go past a sign."""
        self._blank()
        if not self.line.startswith(sign, self.place):
            raise _NotPlainError
        self.place += len(sign)

    def _blank(self) -> None:
        if match := _BLANK.match(self.line, self.place):
            self.place = match.end()

    def _next(self) -> str:
        self._blank()
        return self.line[self.place : self.place + 1]

    def atom(self) -> tuple[str, list[list[str]]]:
        """Read a name with arguments in brackets; of each argument all that it stands for."""
        match = _SIMPLE.match(self.line, self.place)
        if match is None:
            raise _NotPlainError
        self.place = match.end() + 1  # past the bracket
        arguments = [self.term()]
        while self._next() == ",":
            self.place += 1
            arguments.append(self.term())
        self.take(")")
        return match[0], arguments

    def term(self) -> list[str]:
        """Read a term: a name, string or number, a function, or a pool in brackets."""
        if self._next() == "(":
            return self._pool()
        match = _SIMPLE.match(self.line, self.place)
        if match is None:
            raise _NotPlainError
        if not match[0][0].isalpha() or not self.line.startswith("(", match.end()):
            self.place = match.end()
            return [match[0]]
        name, arguments = self.atom()
        return [f"{name}({','.join(each)})" for each in product(*arguments)]

    def _pool(self) -> list[str]:
        self.take("(")
        found = self.term()
        while self._next() == ";":
            self.place += 1
            found += self.term()
        self.take(")")
        return found
