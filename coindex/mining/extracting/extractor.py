"""The default extractor: :mod:`coindex.mining.extracting.extract` with what the knowledge says of persons."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from coindex.mining.extracting.extract import records
from coindex.reasoner.running.questions import Genders
from coindex.reasoner.store.store import Store

if TYPE_CHECKING:
    from coindex.mining.extracting.records import Record
    from kparse.graph import SemanticGraph

_ASKED = ("gender", "kind", "kind_isa", "name", "title")
"""Predicates of rows that the records depend on."""


class Extractor:
    """Gives the records of graphs."""

    def __init__(self) -> None:
        self._genders = Genders(_store())
        self.gender_of = self._genders.gender_of

    def records(self, graph: SemanticGraph) -> Iterable[Record]:
        """Give the records of a graph."""
        yield from records(graph, self)

    def is_person(self, lemma: str) -> bool:
        """Whether a noun names persons."""
        return "person" in self._genders.kinds_of(lemma)


def extractor() -> Extractor:
    """Make the extractor, ready to work."""
    return Extractor()


def state() -> str:
    """Give a digest of the knowledge that records depend on."""
    digest = hashlib.sha256()
    with _store() as store:
        for predicate in _ASKED:
            facts = sorted({row.fact for row in store.rows_of(predicate, 10_000_000)})
            digest.update("\n".join(facts).encode())
    return digest.hexdigest()[:12]


def _store() -> Store:
    from coindex.files.shipped import KNOWLEDGE

    return Store.open([KNOWLEDGE])
