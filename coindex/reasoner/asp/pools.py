"""Expands rows with pools without clingo, for speed: there are tens of thousands of them.

Anything else is left for clingo, which reports errors.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product
from math import prod

from coindex.reasoner.asp.records import Row
from coindex.reasoner.asp.terms import name_of, split_at, split_statements, split_term

_MOST = 10_000
_NAME = re.compile(r"(?!not\b)[a-z][A-Za-z0-9_]*")
_SIMPLE = re.compile(rf'"[^"\\\n]*"|{_NAME.pattern}|[1-9][0-9]{{0,8}}|0')
_BEGIN = re.compile(r"[ \t\r\n]*(?=((?!not\b)[a-z][A-Za-z0-9_]*)\()")
_LAST = re.compile(r"[^%]*\.[ \t\r]*|[^%]*\.[ \t\r]*%[^*\"].*")
"""Pattern of a line at whose end a statement may end."""
DEFAULT_PREDICATES = frozenset({"reason", "effect"})
"""Predicates of rows that are read so from a file of axioms, too."""


class _NotPlainError(Exception):
    """The text has something other than names, strings, numbers, functions and pools in brackets."""


def rows_in(
    lines: Sequence[str], start: int, file: str, only: Collection[str] = ()
) -> tuple[list[tuple[Row, int]], int] | None:
    """Return the rows of the statements that begin on a line; ``None`` if it holds anything else.

    Args:
        lines: the lines of the file.
        start: the line's index, from 0.
        file: the file's name.
        only: the predicates to accept; all if empty.

    Returns: rows, each with the column of its statement, and the number of lines read.

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
    comment = text.find("%")
    code = text if comment < 0 else text[:comment]
    found: list[tuple[Row, int]] = []
    place = 0
    for statement in split_statements(code.strip()):
        place = code.index(statement, place)
        facts = _facts(statement)
        name = name_of(statement)
        if not facts or (only and name not in only):
            return None
        line = start + code.count("\n", 0, place)
        column = place - code.rfind("\n", 0, place)
        found += [(Row(fact, name, key, file, line + 1), column) for fact, key in facts.items()]
        place += len(statement)
    return found, count


def _facts(statement: str) -> dict[str, str]:
    """Return the facts of a statement, each with its first argument; none if it is not a fact."""
    text = statement.removesuffix(".").rstrip()
    name, parts = split_term(text)
    if text == statement or not parts or not _NAME.fullmatch(name):
        return {}
    try:
        choices = [_choices(part) for part in parts]
    except _NotPlainError:
        return {}
    if prod(map(len, choices)) > _MOST:
        return {}
    return {f"{name}({','.join(each)})": each[0] for each in product(*choices)}


def _choices(term: str) -> list[str]:
    """Return the terms that a name, string, number, function or pool in brackets expands to."""
    term = term.strip()
    if _SIMPLE.fullmatch(term):
        return [term]
    name, parts = split_term(term)
    if not parts or (name and not _NAME.fullmatch(name)):
        raise _NotPlainError
    if not name:
        return [one for option in split_at(term[1:-1], ";") for one in _choices(option)]
    return [f"{name}({','.join(each)})" for each in product(*map(_choices, parts))]
