"""Rows ``reason/4`` and ``effect/4`` with pools, written out without clingo: there are tens of thousands of them.

What this does not understand is left for clingo, which says what is wrong with it.
"""

from __future__ import annotations

import re
from itertools import product

_MOST = 10_000
_SIMPLE = re.compile(r'"[^"\\\n]*"|(?!not\b)[a-z][A-Za-z0-9_]*|[1-9][0-9]{0,8}|0')
_BLANK = re.compile(r"[ \t]*")
_BEGIN = re.compile(r"[ \t]*(?=(?:reason|effect)\()")
_REST = re.compile(r"[ \t\r]*(?:%(?!\*).*)?")


class _NotPlainError(Exception):
    """Something else than names, strings, numbers, functions of them and pools in brackets."""


def laws_in(line: str) -> list[tuple[str, int]] | None:
    """Give the rows of a line, each with the column of its statement; ``None`` if there is anything else in it.

    >>> laws_in("reason(harm,other,(wrong;does(neg(help))),6).  % quarrels")
    [('reason(harm,other,wrong,6)', 1), ('reason(harm,other,does(neg(help)),6)', 1)]
    >>> laws_in("reason(harm,other,P,6) :- property(P).")
    """
    found: list[tuple[str, int]] = []
    place = 0
    while begin := _BEGIN.match(line, place):
        reader = _Reader(line, begin.end())
        try:
            facts = reader.term()
            reader.take(".")
        except _NotPlainError:
            return None
        if len(facts) > _MOST:
            return None
        found += [(fact, begin.end() + 1) for fact in dict.fromkeys(facts)]
        place = reader.place
    return found if found and _REST.fullmatch(line, place) else None


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

    def term(self) -> list[str]:
        """Read a term: a name, string or number, a function, or a pool in brackets."""
        if self._next() == "(":
            return self._pool()
        match = _SIMPLE.match(self.line, self.place)
        if match is None:
            raise _NotPlainError
        self.place = match.end()
        if not match[0][0].isalpha() or not self.line.startswith("(", self.place):
            return [match[0]]
        self.place += 1
        arguments = [self.term()]
        while self._next() == ",":
            self.place += 1
            arguments.append(self.term())
        self.take(")")
        return [f"{match[0]}({','.join(each)})" for each in product(*arguments)]

    def _pool(self) -> list[str]:
        self.take("(")
        found = self.term()
        while self._next() == ";":
            self.place += 1
            found += self.term()
        self.take(")")
        return found
