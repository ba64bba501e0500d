"""What the lexicon knows of persons: their gender, and which nouns name them."""

from __future__ import annotations

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.reading_files import Row
from coindex.reasoner.store.store import Store
from kparse.caches import cache

_PERSON = "person"
_GENDERS = ("gender", "name", "title")


class StoredPeople:
    """Gender and personhood of nouns and names as the compiled knowledge has them; each word is looked up once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._persons = _below(_PERSON, store)
        self.gender_of = cache(self._gender_of)
        self.is_person = cache(self._is_person)

    def _rows(self, lemma: str) -> tuple[Row, ...]:
        return self._store.rows_for(lemma)

    def _gender_of(self, lemma: str) -> str | None:
        rows = self._rows(lemma) or self._rows(lemma.partition("_")[0])
        found = {arguments(row.fact)[1] for row in rows if row.predicate in _GENDERS}
        return found.pop() if len(found) == 1 and not found & {"either"} else None

    def _is_person(self, lemma: str) -> bool | None:
        kinds = {arguments(row.fact)[1] for row in self._rows(lemma) if row.predicate == "kind"}
        return bool(kinds & self._persons) if kinds else None


def _below(kind: str, store: Store) -> frozenset[str]:
    """A kind and all that are kinds of it."""
    above: dict[str, set[str]] = {}
    for row in store.rows_of("kind_isa", 100_000):
        sub, over = arguments(row.fact)
        above.setdefault(over, set()).add(sub)
    found, todo = {kind}, [kind]
    while todo:
        for sub in above.get(todo.pop(), ()):
            if sub not in found:
                found.add(sub)
                todo.append(sub)
    return frozenset(found)
