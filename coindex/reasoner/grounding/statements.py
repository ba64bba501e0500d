"""Statements of a program as the pruner sees them: what each asks for, derives and mentions.

For each position of each predicate a bit mask says which terms may stand there: constants by a hash, compound terms
by their name and, if ground, by a hash of the whole. What is not understood (arithmetic, pools, aggregates, conditional
and negative literals) asks for nothing and gives everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any
from zlib import crc32

from coindex.reasoner.asp.terms import STRING, split_at, split_rule, split_statements

WIDTH = 8
"""How many arguments of a predicate are looked at."""
_CONSTANTS, _NAMES, _TERMS = 4093, 61, 1021
"""Numbers of bits for constants, for names of compound terms, and for ground compound terms."""
ANY = -1
_EVERY_TERM = ((1 << _TERMS) - 1) << (_CONSTANTS + _NAMES)
_REMEMBERED = 50_000

_ATOM = re.compile(r"(-?[_']*[a-z][\w']*)(?:\s*\((.*)\))?", re.DOTALL)
_FLAT = re.compile(r"""((?!not\b)([_']*[a-z][\w']*)\(((?:[\w', ]|"\w*")+)\))\s*(?:[,;]\s*|$)""")
"""An atom whose arguments are constants and variables, and the separator after it."""
_CHOICE = re.compile(r"\d*\s*\{([^{}]*)\}\s*\d*", re.DOTALL)
_VARIABLE = re.compile(r"[_']*[A-Z][\w']*")
_CONSTANT = re.compile(rf"[_']*[a-z][\w']*|{STRING}|0|-?[1-9][0-9]*")
_IDENTIFIER = re.compile(r"""(?<![\w'])[_']*[a-z][\w']*""")
_STRING = re.compile(STRING)
_HARMLESS = frozenset("defined show minimize maximize true false count sum min max inf sup".split())
_DIRECTIVE = re.compile(r"#(\w+)")

Head = tuple[int, int, int]
"""A column, the variable whose values it takes, and a mask if there is none (-1)."""


@dataclass(slots=True)
class Statement:
    """What a statement asks for, derives and mentions; predicates are bits of a mask, their arguments columns.

    Never changed, but not ``frozen``: that would cost a process a tenth of a second for its twenty thousand.
    """

    text: str
    root: bool
    """Whether it is needed whenever it can fire."""
    needs: tuple[tuple[int, int], ...]
    """Columns and the bits that must be there."""
    places: tuple[tuple[int, ...], ...]
    """For each variable that matters, the columns whose common values it takes."""
    gives: tuple[Head, ...]
    asks: tuple[tuple[int, tuple[Head, ...]], ...]
    """For each atom of the positive body its predicate (a number) and its arguments."""
    reads: int
    """Predicates in the positive body."""
    mentions: int
    """All predicates in its body, or in a head that is not understood."""
    unsure: int
    """Those that it denies, counts, or puts conditions on."""
    writes: int

    def columns(self) -> Iterator[int]:
        """Give the columns on which it puts a condition."""
        yield from (column for column, _ in self.needs)
        yield from chain.from_iterable(self.places)


_values = attrgetter(*(one.name for one in fields(Statement)))
"""Gives the fields of a statement in their order."""


def _plain(text: str) -> bool:
    """Tell whether a program is without comments and without directives that change what others mean."""
    if "#" not in text and "%" not in text:
        return True
    text = _STRING.sub('""', text)
    return "%" not in text and _HARMLESS.issuperset(_DIRECTIVE.findall(text))


def _atom(text: str) -> tuple[str, list[str]] | None:
    """Give name and arguments of a plain atom without pools."""
    atoms = _pooled(text)
    return atoms[0] if atoms and len(atoms) == 1 else None


def _pooled(text: str) -> list[tuple[str, list[str]]] | None:
    """Give the plain atoms that an atom with pools stands for; ``None`` if it is not understood.

    >>> _pooled("p(a;b,c)"), _pooled("p(a);p(b)")
    ([('p', ['a']), ('p', ['b', 'c'])], None)
    """
    match = _ATOM.fullmatch(text)
    if match is None or match[1] == "not":
        return None
    if match[2] is None:
        return [(match[1], [])]
    pools = split_at(match[2], ";") or [""]
    parts = [split_at(pool, ",") or [""] for pool in pools]
    return None if any("" in part for part in parts) else [(match[1], part) for part in parts]


@cache
def _constant(text: str) -> int:
    return 1 << crc32(text.encode()) % _CONSTANTS


def _term(text: str) -> int:
    """Give the bits of a ground term, or of the name of a compound term with variables; 0 for anything else."""
    if _CONSTANT.fullmatch(text):
        return _constant(text)
    found = _atom(text) if text[:1] != "-" else None
    if found is None or not found[1]:
        return 0
    name = 1 << (_CONSTANTS + crc32(found[0].encode()) % _NAMES)
    canonical = _ground(text)
    if canonical is None:
        return name
    return name | 1 << (_CONSTANTS + _NAMES + crc32(canonical.encode()) % _TERMS)


def _ground(text: str) -> str | None:
    """Write a ground term without spaces; ``None`` if it is not one, or needs evaluation."""
    if _CONSTANT.fullmatch(text):
        return text
    found = _atom(text) if text[:1] != "-" else None
    if found is None:
        return None
    parts = [_ground(part) for part in found[1]]
    return None if None in parts else f"{found[0]}({','.join(map(str, parts))})"


def _given(text: str) -> int:
    """Give all bits that a term in a head can have, whatever the values of its variables."""
    mask = _term(text)
    return ANY if not mask else mask | _EVERY_TERM if not _is_ground(mask) else mask


def _is_ground(mask: int) -> bool:
    return bool(mask & ((1 << _CONSTANTS) - 1)) or bool(mask & _EVERY_TERM)


class Reader:
    """Reads statements and facts; predicates are numbered as they come."""

    def __init__(self) -> None:
        """Begin with no predicates."""
        self.predicates: dict[str, int] = {}
        self.opposed = 0
        """Predicates with classical negation, and their opposites."""
        self._compiled: dict[str, tuple[Statement, ...] | None] = {}
        self._facts: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def statements(self, text: str) -> tuple[Statement, ...] | None:
        """Read statements; ``None`` if there is one that may change what others mean."""
        if text not in self._compiled:
            self._compiled[text] = (
                tuple(
                    chain.from_iterable(
                        self._read(one) for one in split_statements(text) if one[:8] != "#defined"
                    )
                )
                if _plain(text)
                else None
            )
        return self._compiled[text]

    def state(self) -> tuple[Any, ...]:
        """Give what was read so far, as plain values for a cache."""
        read = tuple(
            (text, None if found is None else tuple(map(_values, found)))
            for text, found in self._compiled.items()
        )
        return tuple(self.predicates), self.opposed, read

    def resume(self, state: tuple[Any, ...]) -> bool:
        """Take over the state of another reader; returns false if predicates have other numbers here."""
        predicates, opposed, read = state
        if predicates[: len(self.predicates)] != tuple(self.predicates):
            return False
        self.predicates = {name: number for number, name in enumerate(predicates)}
        self.opposed |= opposed
        for text, found in read:
            if text not in self._compiled:
                statements = None if found is None else tuple(Statement(*one) for one in found)
                self._compiled[text] = statements
        return True

    @property
    def texts(self) -> int:
        """How many programs it has read."""
        return len(self._compiled)

    def predicate(self, name: str) -> int:
        """Give a predicate's number."""
        return self.predicates.setdefault(name, len(self.predicates))

    def _mask(self, text: str) -> int:
        """Give all names in a text as predicates, also classically negated."""
        mask = 0
        for name in dict.fromkeys(_IDENTIFIER.findall(_STRING.sub('""', text))):
            mask |= 1 << self.predicate(name) | 1 << self.predicate(f"-{name}")
        return mask

    def fact(self, fact: str) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Give a fact's predicate as a bit, and the masks that it adds to columns."""
        found = self._facts.get(fact)
        if found is None:
            if len(self._facts) > _REMEMBERED:
                self._facts.clear()
            writes, gives = self._head(fact, {})
            found = self._facts[fact] = (writes, tuple((column, mask) for column, _, mask in gives))
        return found

    def _head(self, text: str, variables: dict[str, int]) -> tuple[int, tuple[Head, ...]]:
        """Give predicates and columns of a head, or of a fact."""
        atoms = _pooled(text)
        if not atoms:
            mask = self._mask(text)
            places = [p for p in range(mask.bit_length()) if mask >> p & 1]
            return mask, tuple((p * WIDTH + i, -1, ANY) for p in places for i in range(WIDTH))
        writes, gives = 0, []
        for name, arguments in atoms:
            place = self.predicate(name)
            writes |= 1 << place
            if name.startswith("-"):
                self.opposed |= 1 << place | 1 << self.predicate(name[1:])
            if not arguments:
                gives.append((place * WIDTH, -1, ANY))
            for index, term in enumerate(arguments[:WIDTH]):
                variable = variables.get(term, -1)
                mask = 0 if variable >= 0 else _given(term)
                gives.append((place * WIDTH + index, variable, mask))
        return writes, tuple(gives)

    def _read(self, text: str) -> Iterator[Statement]:
        """Read a statement; each element of a choice also gives a rule without text."""
        if text.startswith(("#", ":~")):
            yield Statement(text, True, (), (), (), (), 0, self._mask(text), 0, 0)
            return
        head, body = split_rule(text)
        elements = _chosen(head)
        yield self._rule(text, head, body, gives=not elements)
        for atom, condition in elements:
            yield self._rule("", atom, f"{condition}, {body}" if body else condition)

    def _rule(self, text: str, head: str, body: str, *, gives: bool = True) -> Statement:
        needs: dict[tuple[int, int], None] = {}
        places: dict[str, list[int]] = {}
        read: list[tuple[int, list[tuple[int, str, int]]]] = []
        reads = unsure = 0
        for literal, atom in _literals(body):
            if atom is None:
                unsure |= self._mask(literal)
                continue
            place = self.predicate(atom[0])
            reads |= 1 << place
            terms = []
            for index, term in enumerate(atom[1][:WIDTH]):
                column = place * WIDTH + index
                mask = 0
                if _VARIABLE.fullmatch(term):
                    places.setdefault(term, []).append(column)
                elif mask := _term(term):
                    needs[column, mask] = None
                terms.append((column, term, mask or ANY))
            read.append((place, terms or [(place * WIDTH, "", ANY)]))
        simple = bool(_pooled(head))
        wanted = {v: c for v, c in places.items() if len(c) > 1 or v in head}
        variables = {name: number for number, name in enumerate(wanted)}
        writes, given = self._head(head, variables) if head else (0, ())
        mentions = reads | unsure | (0 if simple else self._mask(head))
        asks = tuple(
            (place, tuple((column, variables.get(term, -1), mask) for column, term, mask in terms))
            for place, terms in read
        )
        return Statement(
            *(
                text,
                not simple,
                tuple(needs),
                tuple(map(tuple, wanted.values())),
                given if gives else (),
            ),
            *(asks, reads, mentions, unsure, writes),
        )


def _chosen(head: str) -> list[tuple[str, str]]:
    """Give the atoms of a choice, each with its condition; nothing of another head, or if not understood.

    >>> _chosen("1 { binds(P,X) : candidate(P,X,_) } 1"), _chosen("a(X)")
    ([('binds(P,X)', 'candidate(P,X,_)')], [])
    """
    match = _CHOICE.fullmatch(head)
    elements = [split_at(part, ":") for part in split_at(match[1], ";") or ()] if match else []
    pairs = [(parts[0], parts[1]) for parts in elements if parts and len(parts) == 2]
    return pairs if len(pairs) == len(elements) and all(_pooled(a) for a, _ in pairs) else []


def _literals(body: str) -> Iterator[tuple[str, tuple[str, list[str]] | None]]:
    """Split a body into literals, each with its atom if it is plain; parts of conditional literals are not.

    >>> list(_literals("a(X,Y), b : c, d; e"))
    [('a(X,Y)', ('a', ['X', 'Y'])), ('b : c', None), ('d', None), ('e', ('e', []))]
    """
    place = 0
    while match := _FLAT.match(body, place):
        yield match[1], (match[2], match[3].replace(" ", "").split(","))
        place = match.end()
    body = body[place:]
    for part in (split_at(body, ";") or [body]) if body else ():
        plain = True
        for literal in split_at(part, ",") or [part]:
            if ":" in literal:
                plain = plain and len(split_at(literal, ":") or "..") == 1
            yield literal, _atom(literal) if plain else None


def bits(mask: int) -> Iterator[int]:
    """Give the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=_REMEMBERED)
def bits_of(term: str) -> int:
    """Give the bits of a ground term."""
    return _given(term)
