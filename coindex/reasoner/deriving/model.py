"""What holds in one reading of a derived question."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from coindex.reasoner.deriving.engine import Derivation
from coindex.reasoner.deriving.reading import FALSE, MINIMIZE, fact_of, text_of
from coindex.reasoner.deriving.relations import NOTHING, Relation


class _Holding(dict[str, Relation]):
    """The relations of a reading: of what is not certain only the atoms that are true."""

    def __init__(self, derivation: Derivation, true: frozenset[int]) -> None:
        super().__init__()
        self._all = derivation.relations
        self._true = true

    def __missing__(self, predicate: str) -> Relation:
        relation = self._all.get(predicate, NOTHING)
        if any(relation.rows.values()):
            true = self._true
            relation = Relation(
                {
                    row: 0
                    for row, mark in relation.rows.items()
                    if not mark or (mark > 0) == (abs(mark) in true)
                }
            )
        self[predicate] = relation
        return relation


class Model:
    """The true atoms among those that were derived."""

    def __init__(self, derivation: Derivation, true: frozenset[int]) -> None:
        """Take a derivation, and those atoms of its ground rules that are true."""
        self.derivation = derivation
        self.relations = _Holding(derivation, true)

    def holds(self, atom: str) -> bool:
        """Tell whether an atom is true."""
        predicate, row = fact_of(atom)
        return row in self.relations[predicate].rows

    @cached_property
    def predicates(self) -> dict[str, list[str]]:
        """The predicates of all atoms that there may be, by name."""
        found: dict[str, list[str]] = {}
        for predicate in self.derivation.relations:
            if not predicate.startswith(MINIMIZE) and predicate != FALSE:
                found.setdefault(predicate.partition("/")[0], []).append(predicate)
        return found

    def atoms_of(self, name: str) -> Iterator[str]:
        """Give the true atoms of a predicate, whatever its arity."""
        for predicate in self.predicates.get(name, ()):
            for row in self.relations[predicate].rows:
                yield text_of((name, *row)) if row else name
