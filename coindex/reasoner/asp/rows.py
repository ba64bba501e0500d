"""Takes the rows of a knowledge file without clingo, for speed: there are tens of thousands of them.

Plain facts and facts with pools become rows, in clingo's text. Anything else is left for clingo, which reports errors.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import product
from math import prod

from coindex.reasoner.asp.records import FileContent, Row
from coindex.reasoner.asp.terms import STRING, name_of, split_at, split_term

DEFAULT_PREDICATES = frozenset({"reason", "effect"})
"""Predicates of rows that are read so from a file of axioms, too: any other fact there may be a rule."""
CODE = re.compile(rf"(?:{STRING}|[^\"%])*")
"""Pattern of the code before a comment."""
_MOST = 10_000  # facts of one row
_NAME = r"(?!not(?![A-Za-z0-9_']))_*[a-z][A-Za-z0-9_']*"
_SIMPLE = rf"(?:{STRING}|{_NAME}|0|-?[1-9][0-9]{{0,8}}(?![0-9]))"
_IS_NAME, _IS_SIMPLE = re.compile(_NAME), re.compile(_SIMPLE)
_IS_FLAT = re.compile(rf"({_NAME})\(({_SIMPLE})(?:,{_SIMPLE})*\)")
_FLAT_LINE = re.compile(rf"({_IS_FLAT.pattern})\.")
_BEGIN = re.compile(rf"[ \t\r]*({_NAME})\(")
_STATEMENT = re.compile(rf"\s*((?:{STRING}|[^\".])+)\.(?!\.)")
_LAST = re.compile(rf"(?:{STRING}|[^\"%])*\.[ \t\r]*(?:%(?!\*).*)?")
"""Pattern of a line at whose end a statement may end."""


class _NotPlainError(Exception):
    """The text has something other than names, strings, numbers, functions and pools in brackets."""


def take_rows(content: FileContent) -> str:
    """Extract the rows; return the rest for clingo, with the same line numbers."""
    only = DEFAULT_PREDICATES if content.source.role == "axioms" else ()
    lines = content.lines
    rest: list[str] = []
    started = False  # a statement continues from the previous line
    left = False  # something other than a comment is left
    while (number := len(rest)) < len(lines):
        found = None if started else rows_in(lines, number, content.source.name, only)
        if found is not None:
            content.rows += [row for row, _ in found[0]]
            content.columns += [column for _, column in found[0]]
            rest += [""] * found[1]
            continue
        rest.append(lines[number])  # comments can be annotations
        code = CODE.match(lines[number])
        tail = code[0].rstrip() if code else ""
        if tail:
            started = not tail.endswith(".") or tail.endswith("..")
        left = left or (bool(lines[number].strip()) and not lines[number].lstrip().startswith("%"))
    return "\n".join(rest) if left else ""


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
    flat = _FLAT_LINE.fullmatch(lines[start])
    if flat and (not only or flat[2] in only):
        return [(Row(flat[1], flat[2], flat[3], file, start + 1), 1)], 1
    begin = _BEGIN.match(lines[start])
    if begin is None or (only and begin[1] not in only):
        return None
    count = 1
    while not _LAST.fullmatch(lines[start + count - 1]):
        if start + count == len(lines) or "%" in lines[start + count - 1]:
            return None
        count += 1
    text = "\n".join(lines[start : start + count])
    if "%" in text:
        last = lines[start + count - 1]
        code = CODE.match(last)
        text = text[: len(text) - len(last) + (code.end() if code else 0)]
    text = text.rstrip()
    found: list[tuple[Row, int]] = []
    place = 0
    while place < len(text):
        match = _STATEMENT.match(text, place)
        facts = _facts(match[1]) if match else {}
        if match is None or not facts or (only and name_of(match[1]) not in only):
            return None
        line = start + 1 + text.count("\n", 0, match.start(1))
        column = match.start(1) - text.rfind("\n", 0, match.start(1))
        found += [(Row(fact, *about, file, line), column) for fact, about in facts.items()]
        place = match.end()
    return found, count


def _facts(statement: str) -> dict[str, tuple[str, str]]:
    """Return the facts of a statement, each with its predicate and first argument; none if it is not a fact."""
    flat = _IS_FLAT.fullmatch(statement)
    if flat:
        return {statement: (flat[1], flat[2])}
    name, parts = split_term(statement.rstrip())
    if not parts or not _IS_NAME.fullmatch(name):
        return {}
    try:
        choices = [_choices(part) for part in parts]
    except _NotPlainError:
        return {}
    if prod(map(len, choices)) > _MOST:
        return {}
    return {f"{name}({','.join(each)})": (name, each[0]) for each in product(*choices)}


def _choices(term: str) -> list[str]:
    """Return the terms that a name, string, number, function or pool in brackets expands to."""
    term = term.strip()
    if _IS_SIMPLE.fullmatch(term):
        return [term]
    name, parts = split_term(term)
    if not parts or (name and not _IS_NAME.fullmatch(name)):
        raise _NotPlainError
    if not name:
        return [one for option in split_at(term[1:-1], ";") for one in _choices(option)]
    return [f"{name}({','.join(each)})" for each in product(*map(_choices, parts))]
