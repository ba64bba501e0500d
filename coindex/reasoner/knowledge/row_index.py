"""Index of the default rules that a question's words lead to; of thousands of rows only those asked for are read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import asked_for, default_rule, sides_of
from kparse.caches import lru_cache

Rows = tuple[tuple[int, Row], ...]
"""Rows with their places in the order of all files."""


@dataclass(frozen=True, slots=True)
class RowIndex:
    """Rows ``reason/4`` and ``effect/4`` by what they are about (an event class, a property, a word)."""

    rows: Mapping[str, Rows] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    """What the words lead to: a row that asks for anything else is left out."""
    excluded: frozenset[str] = frozenset()
    """Ids of rules that are left out."""

    def about(self, happening: str, asserted: Collection[str] | None = None) -> list[Rule]:
        """Give the default rules about a happening, in the order of the files.

        Args:
            happening: an event class, a property or a word.
            asserted: only rules that say one of these of a participant; ``None`` for all.
        """
        rows = self.rows.get(happening, ())
        if asserted is not None:
            rows = tuple(pair for pair in rows if _asserted(pair[1].fact) in asserted)
        return [rule for _, rule in self._read(rows)]

    def all_about(self, happening: str) -> list[Rule]:
        """Give the default rules about a happening, also those that say what no word of the question leads to."""
        return [default_rule(row) for _, row in self.rows.get(happening, ())]

    def with_id(self, name: str) -> list[Rule]:
        """Give the default rules with an id: several if a row is written more than once."""
        return [rule for rule in self.about(arguments(name)[0]) if rule.id == name]

    def every(self) -> list[Rule]:
        """Give all default rules, in the order of the files."""
        found = dict(pair for rows in self.rows.values() for pair in self._read(rows))
        return [found[place] for place in sorted(found)]

    def without(self, ids: Collection[str]) -> RowIndex:
        """Give the index without some rules."""
        return replace(self, excluded=self.excluded | frozenset(ids)) if ids else self

    def _read(self, rows: Rows) -> Iterator[tuple[int, Rule]]:
        for place, row in rows:
            if _wants(row.fact) <= self.constants:
                rule = default_rule(row)
                if rule.id not in self.excluded:
                    yield place, rule


EMPTY = RowIndex()


@lru_cache(100_000)
def _asserted(fact: str) -> str:
    return arguments(fact)[2]


@lru_cache(100_000)
def _wants(fact: str) -> frozenset[str]:
    return frozenset(asked_for(sides_of(fact)))
