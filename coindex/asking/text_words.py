"""Words to search raw text for: the irregular forms of a word, and words that say much the same."""

from __future__ import annotations

from functools import cached_property

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.store import Store
from kparse.caches import cache
from kparse.input.lemmas import exceptions, irregular

LIGHT = frozenset(
    "be become do feel get give go have let look make need put say seem take tell think try want".split()
)
"""Words that say little without their arguments."""
_MEANS = ("verb", "adj")
_MANY = 1_000_000
_ALIKE = 24
"""Most words alike; more make a search slow and vague."""


@cache
def forms() -> dict[str, tuple[str, ...]]:
    """Give the irregular forms of lemmas; regular ones have the same stem, which is what an index has.

    >>> forms()["give"]
    ('gave', 'given', 'giving')
    """
    found: dict[str, dict[str, None]] = {}
    table = [(form, upos, lemma) for (form, upos), some in irregular().items() for lemma in some]
    table += [(form, upos, lemma) for (form, upos), lemma in exceptions().items()]
    for form, upos, lemma in sorted(table):
        if upos in ("VERB", "AUX", "ADJ", "NOUN") and form.isalpha():
            found.setdefault(lemma, {})[form] = None
    return {lemma: tuple(some) for lemma, some in found.items()}


class Alike:
    """Words that share a class with a word, according to the knowledge."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.to = cache(self._to)

    @cached_property
    def _members(self) -> dict[str, list[str]]:
        """Words by class, in the order of the files."""
        found: dict[str, list[str]] = {}
        for predicate in _MEANS:
            for row in self._store.rows_of(predicate, _MANY):
                word, name = arguments(row.fact)[:2]
                found.setdefault(name, []).append(word.strip('"'))
        return found

    def _to(self, lemma: str) -> tuple[str, ...]:
        """Give other words; those that share more classes come first."""
        classes = dict.fromkeys(
            arguments(row.fact)[1] for row in self._store.rows_for(lemma) if row.predicate in _MEANS
        )
        shared: dict[str, int] = {}
        for name in classes:
            for word in dict.fromkeys(self._members.get(name, ())):
                if word != lemma and "_" not in word and word not in LIGHT:
                    shared[word] = shared.get(word, 0) + 1
        return tuple(sorted(shared, key=lambda word: -shared[word])[:_ALIKE])
