"""The keys of counts of raw text: words, classes of words, relations."""

from __future__ import annotations

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.store.store import Store
from kparse.caches import cache
from kparse.mentions.situations import COMPLEMENT, OWNER, Situation

ANY = ""
"""Stands for all connectives, all words, and so on, in rows that are totals."""
ACTOR, OTHER = "actor", "other"
_MEANS = ("verb", "adj")
_INHERITS = ("isa", "prop_isa")
_OWN = {"as": "as", "while": "while", COMPLEMENT: COMPLEMENT}
"""Connectives that are counted separately, because they have many readings."""
_UNKNOWN = "other"
_BACK = "~"


class Keys:
    """Names of classes and relations as the compiled knowledge has them; each word is looked up once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._above = cache(self._above_of)
        self._relation = cache(self._relation_of)
        self.classes_of = cache(self._classes_of)

    def _second_arguments(self, key: str, *predicates: str) -> list[str]:
        """Second arguments of the rows that begin with a word or a class."""
        rows = (row for row in self._store.rows_for(key) if row.predicate in predicates)
        found = (arguments(row.fact) for row in rows)
        return [second for first, second, *_ in found if first.strip('"') == key]

    def _above_of(self, name: str) -> frozenset[str]:
        return frozenset(self._second_arguments(name, *_INHERITS))

    def _relation_of(self, connective: str) -> str:
        found = (
            [_OWN[connective]]
            if connective in _OWN
            else self._second_arguments(connective, "connective")
        )
        return found[-1] if found else _UNKNOWN

    def relation(self, connective: str, *, forward: bool) -> str:
        """The relation of a connective; with ``~`` where the second situation is the main (earlier) one."""
        name = self._relation(connective)
        return name if forward else _BACK + name

    def _classes_of(self, lemma: str) -> tuple[str, ...]:
        """Classes of verbs and properties that a word says, with all above them, sorted."""
        todo = self._second_arguments(lemma, *_MEANS)
        found = set(todo)
        while todo:
            for above in self._above(todo.pop()):
                if above not in found:
                    found.add(above)
                    todo.append(above)
        return tuple(sorted(found))

    def classes(self, what: Situation) -> tuple[str, ...]:
        """Classes of a situation; a denied one's end in ``-``."""
        sign = "-" if what.denied else ""
        return tuple(name + sign for name in self.classes_of(what.lemma))


def part_of(role: str) -> str | None:
    """Whether somebody in a role is the actor of a situation or another participant; ``None`` for an owner.

    >>> part_of("subj"), part_of("obl.with"), part_of("obj.poss")
    ('actor', 'other', None)
    """
    if role.endswith(OWNER):
        return None
    return ACTOR if role == "subj" else OTHER


def place_of(role: str) -> str:
    """The place of a mention in a situation, like :func:`part_of`, but with owners.

    >>> place_of("subj"), place_of("iobj"), place_of("obj.poss")
    ('subject', 'object', 'owner')
    """
    if role.endswith(OWNER):
        return "owner"
    return "subject" if role == "subj" else "object"
