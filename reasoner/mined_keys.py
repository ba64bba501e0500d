"""Under which keys raw text is counted, and looked up again for a question: words, classes of words, relations."""

from __future__ import annotations

from functools import cache

from kparse.situations import COMPLEMENT, OWNER, Situation
from reasoner._facts import arguments
from reasoner.store import Store

ANY = ""
"""Stands for all connectives, all words ...: such rows are totals."""
ACTOR, OTHER = "actor", "other"
_MEANS = ("verb", "adj")
_INHERITS = ("isa", "prop_isa")
_OWN = {"as": "as", "while": "while", COMPLEMENT: COMPLEMENT}
"""Connectives with so many readings that they are counted by themselves."""
_UNKNOWN = "other"
_BACK = "~"
_MANY = 1_000_000


class Keys:
    """Names of classes and relations as the compiled knowledge has them; each word is looked up once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._above: dict[str, set[str]] = {}
        for predicate in _INHERITS:
            for row in store.rows_of(predicate, _MANY):
                below, above = arguments(row.fact)
                self._above.setdefault(below, set()).add(above)
        self._relations = {
            arguments(row.fact)[0].strip('"'): arguments(row.fact)[1]
            for row in store.rows_of("connective", _MANY)
        } | _OWN
        self.classes_of = cache(self._classes_of)

    def relation(self, connective: str, *, forward: bool) -> str:
        """The relation of a connective; with ``~`` where the second situation is the main (earlier) one."""
        name = self._relations.get(connective, _UNKNOWN)
        return name if forward else _BACK + name

    def _classes_of(self, lemma: str) -> tuple[str, ...]:
        """Classes of verbs and properties that a word says, with all above them, sorted."""
        todo = [
            arguments(row.fact)[1] for row in self._store.rows_for(lemma) if row.predicate in _MEANS
        ]
        found = set(todo)
        while todo:
            for above in self._above.get(todo.pop(), ()):
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
    """The same of who is mentioned, where owners count as well.

    >>> place_of("subj"), place_of("iobj"), place_of("obj.poss")
    ('subject', 'object', 'owner')
    """
    if role.endswith(OWNER):
        return "owner"
    return "subject" if role == "subj" else "object"
