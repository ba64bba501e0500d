"""What the lexicon says about nouns and names: kinds, gender, and which kinds exclude each other; with the rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.reading_files import Row
from coindex.reasoner.store.store import Store
from kparse.asp import quote
from kparse.graph import Node

Sort: TypeAlias = Literal["being", "thing"]
_ALL = 1_000_000
_NAMING = ("gender", "name", "title")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of a noun, with its row."""

    name: str
    row: Row | None = None


@dataclass(frozen=True)
class Lexicon:
    """Queries about nouns, names and kinds in a store of rows."""

    store: Store

    def kinds(self, node: Node) -> tuple[Kind, ...]:
        """Return the kinds of a noun, or of a known personal name; nothing without a row."""
        if node.attrs.get("proper") == "+":
            first = next((r for p in _parts(node) for r in self._naming(p)), None)
            return (Kind("person", first),) if first else ()
        if node.kind == "pronoun":  # "the younger ones": of what kind, another noun tells
            return ()
        key = quote(node.concept)
        return tuple(
            Kind(arguments(row.fact)[1], row)
            for row in self.store.rows_for(node.concept)
            if row.predicate == "kind" and row.key == key
        )

    def gender(self, node: Node) -> tuple[Literal["masc", "fem"], Row] | None:
        """Gender of a noun or name, if all rows agree on one."""
        proper = node.attrs.get("proper") == "+"
        rows = [row for part in _parts(node) for row in self._naming(part)]
        if not proper:
            rows = [row for row in self._naming(node.concept) if row.predicate == "gender"]
        found = {arguments(row.fact)[1] for row in rows}
        if found == {"masc"}:
            return "masc", rows[0]
        return ("fem", rows[0]) if found == {"fem"} else None

    def _naming(self, lemma: str) -> list[Row]:
        return [row for row in self.store.rows_for(lemma) if row.predicate in _NAMING]

    def above(self, kind: str) -> frozenset[str]:
        """A kind and all that it is a case of."""
        seen, todo = {kind}, [kind]
        while todo:
            new = self._parents[todo.pop()].keys() - seen
            seen |= new
            todo.extend(new)
        return frozenset(seen)

    def apart(self, one: str, other: str) -> Row | None:
        """The row by which nothing is of both kinds, if there is one."""
        left, right = self.above(one), self.above(other)
        for row in self._disjoint:
            a, b = arguments(row.fact)
            if (a in left and b in right) or (a in right and b in left):
                return row
        return None

    def sort(self, kinds: Iterable[Kind]) -> Sort | None:
        """Whether these are kinds of a living or thinking being or of a thing; ``None`` if of neither or both."""
        names = [kind.name for kind in kinds]
        being = any(self.above(name) & {"animate", "mind"} for name in names)
        thing = any(self.apart(name, "animate") for name in names)
        return None if being == thing else ("being" if being else "thing")

    def properties(self, word: str) -> tuple[str, ...]:
        """Return the properties that an adjective can mean."""
        rows = (row for row in self.store.rows_for(word) if row.predicate == "adj")
        return tuple(dict.fromkeys(arguments(row.fact)[1] for row in rows))

    def wider(self, name: str) -> tuple[str, ...]:
        """Return the next wider classes of a class of verbs, or properties of a property."""
        return tuple(self._wider[name])

    @cached_property
    def _parents(self) -> dict[str, dict[str, None]]:
        return self._pairs("kind_isa")

    @cached_property
    def _wider(self) -> dict[str, dict[str, None]]:
        return self._pairs("isa", "prop_isa")

    def _pairs(self, *predicates: str) -> dict[str, dict[str, None]]:
        """The second argument of rows by the first, in the order of the rows."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for predicate in predicates:
            for row in self.store.rows_of(predicate, _ALL):
                name, above = arguments(row.fact)[:2]
                found[name][above] = None
        return found

    @cached_property
    def _disjoint(self) -> tuple[Row, ...]:
        return self.store.rows_of("disjoint", _ALL)


def _parts(node: Node) -> list[str]:
    """The parts of a name, or the noun: ``Mrs._Dale`` has two."""
    return [p for p in node.concept.split("_") if p] if node.attrs.get("proper") else [node.concept]
