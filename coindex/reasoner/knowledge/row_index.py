"""The laws that a question's words lead to: several thousand rows, of which those are read that are asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from coindex.reasoner.asp.facts import arguments
from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.knowledge.typical_rows import asked_for, law_of, sides_of

Rows = tuple[tuple[int, Row], ...]
"""Rows with their places in the files read one after the other."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Rows ``reason/4`` and ``effect/4`` by what they are about (an event class, a property, a word)."""

    rows: Mapping[str, Rows] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    """What the words lead to: a row that asks for something else stays where it is."""
    without: frozenset[str] = frozenset()
    """Ids of rules that are left out."""

    def about(self, happening: str, told: Collection[str] | None = None) -> list[Rule]:
        """Give the laws about something that say one of the things told, in the order in which they are written."""
        rows = self.rows.get(happening, ())
        if told is not None:
            rows = tuple(pair for pair in rows if _said(pair[1].fact) in told)
        return [rule for _, rule in self._read(rows)]

    def called(self, name: str) -> list[Rule]:
        """Give the laws with an id: one, or several where a row is written more than once."""
        return [rule for rule in self.about(arguments(name)[0]) if rule.id == name]

    def every(self) -> list[Rule]:
        """Give all laws, in the order in which they are written."""
        found = dict(pair for rows in self.rows.values() for pair in self._read(rows))
        return [found[place] for place in sorted(found)]

    def less(self, ids: Collection[str]) -> Shelf:
        """Give the shelf without some laws."""
        return replace(self, without=self.without | frozenset(ids)) if ids else self

    def _read(self, rows: Rows) -> Iterator[tuple[int, Rule]]:
        for place, row in rows:
            if _wants(row.fact) <= self.constants:
                rule = law_of(row)
                if rule.id not in self.without:
                    yield place, rule


EMPTY = Shelf()


@lru_cache(maxsize=100_000)
def _said(fact: str) -> str:
    return arguments(fact)[2]


@lru_cache(maxsize=100_000)
def _wants(fact: str) -> frozenset[str]:
    return frozenset(asked_for(sides_of(fact)))
