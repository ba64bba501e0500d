"""Rules as trees of tuples: what :mod:`coindex.reasoner.deriving.compiling` makes functions of.

Terms are ``("var", name)``, ``("const", value)``, ``("fun", name, terms)`` and ``("op", sign, left, right)``. A value
is a name or a string in quotes (both as text), a number, or a tuple of a name and values. Pools are taken apart, so a
statement may stand for several rules. What this module does not know raises :class:`UnknownForm`; clingo then grounds
the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from coindex.reasoner.asp.terms import STRING, split_at, split_rule, split_statements

Value = Any
"""A name or string (``str``), a number (``int``), or a tuple of a name and values."""
Term = tuple[Any, ...]
Row = tuple[Value, ...]

MINIMIZE = ":~/"
"""Begins the predicate of what an optimisation statement counts: level, weight, terms."""
FALSE = "#false/0"
"""The predicate of constraints."""

_TOKEN = re.compile(
    rf"\s*({STRING}|[_']*[A-Z][\w']*|[_']*[a-z][\w']*|\d+|\.\.|\*\*|_|[-+*/\\()&,;|@])"
)
_COMPARISON = re.compile(r"(<=|>=|!=|<|>|==|=)")
_SHOW = re.compile(r"#show\s+([_']*[a-z][\w']*)\s*/\s*(\d+)\s*\.")
_NOTHING = re.compile(r"#minimize\s*\{\s*0\s*@\s*(\d+)\s*:\s*#true\s*\}\s*\.")
_CHOICE = re.compile(r"1\s*\{\s*([^{}]*?)\s*\}\s*1", re.DOTALL)
_AGGREGATE = re.compile(r"([_']*[A-Z][\w']*)\s*=\s*#(max|sum)\s*\{(.*)\}", re.DOTALL)


class UnknownForm(Exception):
    """A statement has a form that only clingo knows."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A part of a body.

    ``kind`` is one of ``pos``, ``neg`` (``predicate`` and ``terms``), ``compare`` (``predicate`` is the sign), ``all``
    (a conditional literal: ``parts`` holds the atom and its conditions) and ``max`` or ``sum`` (``predicate`` is the
    variable, ``elements`` holds terms and conditions).
    """

    kind: str
    predicate: str
    terms: tuple[Term, ...] = ()
    parts: tuple[Literal, ...] = ()
    elements: tuple[tuple[tuple[Term, ...], tuple[Literal, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedRule:
    """A rule without pools; of a choice, the atom and its conditions stand apart from the body."""

    predicate: str
    terms: tuple[Term, ...]
    body: tuple[Literal, ...]
    choice: tuple[Literal, ...] | None = None
    """The conditions of a choice of exactly one atom."""


def plain(part: Any) -> Any:
    """Give a rule or a part of it as tuples, numbers and texts."""
    if isinstance(part, ParsedRule):
        return tuple(map(plain, (part.predicate, part.terms, part.body, part.choice)))
    if isinstance(part, Literal):
        return tuple(map(plain, (part.kind, part.predicate, part.terms, part.parts, part.elements)))
    return tuple(map(plain, part)) if isinstance(part, tuple) else part


def rule_from(values: tuple[Any, ...]) -> ParsedRule:
    """Give the rule that :func:`plain` took apart.

    >>> [rule] = rules_of("a(X) :- b(X,Y), not c(Y), d(Z) : e(Z,X).")
    >>> rule_from(plain(rule)) == rule
    True
    """
    predicate, terms, body, choice = values
    conditions = None if choice is None else tuple(map(_literal_from, choice))
    return ParsedRule(predicate, terms, tuple(map(_literal_from, body)), conditions)


def _literal_from(values: tuple[Any, ...]) -> Literal:
    kind, predicate, terms, parts, elements = values
    return Literal(
        *(kind, predicate, terms, tuple(map(_literal_from, parts))),
        elements=tuple((row, tuple(map(_literal_from, body))) for row, body in elements),
    )


# -- terms


class _Terms:
    """Reads terms; each may stand for several, because of pools."""

    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                if text[place:].strip():
                    raise UnknownForm(text)
                break
            self.tokens.append(match[1])
            place = match.end()
        self.place = 0

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            raise UnknownForm(" ".join(self.tokens))
        self.place += 1
        return token

    def sum(self) -> list[Term]:
        found = self.product()
        while self.peek() in ("+", "-"):
            sign = self.take()
            found = [("op", sign, a, b) for a, b in product(found, self.product())]
        return found

    def product(self) -> list[Term]:
        found = self.single()
        while self.peek() == "*":
            self.take()
            found = [("op", "*", a, b) for a, b in product(found, self.single())]
        return found

    def single(self) -> list[Term]:
        token = self.take()
        if token == "-":
            return [
                ("const", -t[1]) if t[0] == "const" else ("op", "-", ("const", 0), t)
                for t in self.single()
            ]
        if token == "(":
            found = self.sum()
            while self.peek() == ";":
                self.take()
                found = found + self.sum()
            self.take(")")
            return found
        if token.isdigit():
            return [("const", int(token))]
        if token[0] == '"':
            return [("const", token)]
        if token == "_":
            return [("var", "_")]
        if token.strip("_'")[:1].isupper():
            return [("var", token)]
        if not token.strip("_'")[:1].islower() or token == "not":
            raise UnknownForm(token)
        if self.peek() != "(":
            return [("const", token)]
        return [_function(token, terms) for terms in self.arguments()]

    def arguments(self) -> list[tuple[Term, ...]]:
        """Read arguments in brackets, with pools among them: ``(a;b,c)`` stands for ``(a)`` and ``(b,c)``."""
        self.take("(")
        found: list[tuple[Term, ...]] = []
        while True:
            lists = [self.sum()]
            while self.peek() == ",":
                self.take()
                lists.append(self.sum())
            found += product(*lists)
            if self.take() == ")":
                return found
            self.place -= 1
            self.take(";")

    def end(self) -> None:
        if self.place != len(self.tokens):
            raise UnknownForm(" ".join(self.tokens))


def _function(name: str, terms: tuple[Term, ...]) -> Term:
    if all(term[0] == "const" for term in terms):
        return "const", (name, *(term[1] for term in terms))
    return "fun", name, terms


def _terms(text: str) -> list[Term]:
    reader = _Terms(text)
    found = reader.sum()
    reader.end()
    return found


def _atoms(text: str) -> list[tuple[str, tuple[Term, ...]]]:
    reader = _Terms(text)
    name = reader.take()
    if not name.strip("_'")[:1].islower() or name == "not":
        raise UnknownForm(text)
    found = reader.arguments() if reader.peek() == "(" else [()]
    reader.end()
    return [(f"{name}/{len(terms)}", terms) for terms in found]


@lru_cache(maxsize=50_000)
def fact_of(text: str) -> tuple[str, Row]:
    """Give predicate and arguments of a ground atom.

    >>> fact_of('frame("rescue",obl("from"),3)')
    ('frame/3', ('"rescue"', ('obl', '"from"'), 3))
    """
    ((predicate, terms),) = _atoms(text)
    if any(term[0] != "const" for term in terms):
        raise UnknownForm(text)
    return predicate, tuple(term[1] for term in terms)


@lru_cache(maxsize=50_000)
def text_of(value: Value) -> str:
    """Write a value as clingo does.

    >>> text_of(("obl", '"from"')), text_of(3)
    ('obl("from")', '3')
    """
    if type(value) is tuple:
        return f"{value[0]}({','.join(map(text_of, value[1:]))})"
    return str(value)


# -- bodies


def _literal(text: str) -> list[Literal]:
    if text.startswith("not "):
        return [Literal("neg", name, terms) for name, terms in _atoms(text[4:])]
    pieces = _COMPARISON.split(_hidden(text))
    if len(pieces) == 3:
        sign = pieces[1].replace("==", "=")
        left, right = text[: len(pieces[0])], text[len(pieces[0]) + len(pieces[1]) :]
        return [Literal("compare", sign, pair) for pair in product(_terms(left), _terms(right))]
    if len(pieces) != 1:
        raise UnknownForm(text)
    return [Literal("pos", name, terms) for name, terms in _atoms(text)]


def _hidden(text: str) -> str:
    """Replace strings by as many underscores."""
    return re.sub(STRING, lambda match: "_" * len(match[0]), text) if '"' in text else text


def _body(text: str) -> list[list[Literal]]:
    """Read a body; each part stands for several literals, because of pools."""
    found: list[list[Literal]] = []
    if not text:
        return found
    for part in split_at(text, ";") or [text]:
        pieces = split_at(part, ",") or [part]
        for number, piece in enumerate(pieces):
            if "#" in _hidden(piece):
                found.append([_aggregate(piece)])
            elif ":" in _hidden(piece):
                atom, _, condition = piece.partition(":")
                conditions = [_literal(c) for c in (condition.strip(), *pieces[number + 1 :])]
                whole = [
                    Literal("all", "", parts=tuple(parts))
                    for parts in product(_literal(atom.strip()), *conditions)
                ]
                found += [[one] for one in whole]
                break
            else:
                found.append(_literal(piece))
    return found


def _aggregate(text: str) -> Literal:
    match = _AGGREGATE.fullmatch(text)
    if match is None:
        raise UnknownForm(text)
    elements = []
    for part in split_at(match[3], ";") or [match[3]]:
        terms, _, conditions = part.partition(":")
        lists = [_terms(term) for term in split_at(terms, ",")]
        bodies = list(product(*_body(conditions.strip())))
        elements += [(tuple(t), tuple(b)) for t in product(*lists) for b in bodies]
    return Literal(match[2], match[1], elements=tuple(elements))


# -- statements


def rules_of(text: str) -> Iterator[ParsedRule]:
    """Read statements.

    >>> [(r.predicate, len(r.body)) for r in rules_of("a(X) :- b(X,(c;d)), not e(X).  f.")]
    [('a/1', 2), ('a/1', 2), ('f/0', 0)]
    """
    for statement in split_statements(text):
        yield from _rules(statement)


def _rules(text: str) -> Iterator[ParsedRule]:
    if text.startswith("#defined") or _SHOW.fullmatch(text):
        return
    if match := _NOTHING.fullmatch(text):
        yield ParsedRule(f"{MINIMIZE}2", (("const", int(match[1])), ("const", 0)), ())
        return
    if text.startswith(":~"):
        body, _, costs = text[2:].rpartition("[")
        weight, _, rest = costs.rpartition("]")[0].partition("@")
        level, *others = split_at(rest, ",")
        lists = [_terms(term) for term in (level, weight, *others)]
        for literals in product(*_body(body.strip().rstrip("."))):
            for terms in product(*lists):
                yield ParsedRule(f"{MINIMIZE}{len(terms)}", terms, tuple(literals))
        return
    if text.startswith("#"):
        raise UnknownForm(text)
    head, rest = split_rule(text)
    bodies: Sequence[tuple[Literal, ...]] = list(product(*_body(rest)))
    if not head:
        yield from (ParsedRule(FALSE, (), body) for body in bodies)
    elif match := _CHOICE.fullmatch(head):
        atom, _, condition = match[1].partition(":")
        if len(found := _atoms(atom.strip())) != 1 or ";" in match[1] or not condition:
            raise UnknownForm(text)
        name, terms = found[0]
        (conditions,) = product(*_body(condition.strip()))
        yield from (ParsedRule(name, terms, body, tuple(conditions)) for body in bodies)
    else:
        for name, terms in _atoms(head):
            yield from (ParsedRule(name, terms, body) for body in bodies)


def shown_in(text: str) -> list[str]:
    """Give the predicates that ``#show`` statements name."""
    return [f"{match[1]}/{match[2]}" for match in _SHOW.finditer(text)]
