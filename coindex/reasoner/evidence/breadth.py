"""How wide a rule is, by the rows that lead from words to classes.

A rule asks for constants: classes, properties, kinds. Its breadth is how many words lead to what it asks for. Rows lead
from words to constants (``verb("lend",give)``) and from constants to wider ones (``isa(attack,harm)``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.evidence.forms import classes_of

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

LEADS: Mapping[str, int] = {
    "verb": 1, "adj": 1, "adverb": 1, "trait": 1, "having": 1, "deed": 1, "nominal": 1, "noun_gives": 1,
    "stimulus_gives": 1, "ing_says": 1, "ed_says": 1, "stuff_says": 1, "shows": 1, "kind": 1, "sort_of_word": 1,
    "gives": 2, "isa": 1, "prop_isa": 1, "kind_isa": 1,
}  # fmt: skip
"""The rows that lead on, and which argument says where to; the first one says from where."""
_ALL = 10**9


def asked_by(rule: Rule) -> tuple[tuple[str, ...], ...]:
    """Give what a rule asks for, sorted: of each tuple one constant or word."""
    sides = classes_of(rule.id)
    found = {(side,) for side in sides} if sides else {tuple(sorted(g)) for g in rule.guards}
    return tuple(sorted(found))


def leads(rows: Iterable[Row]) -> dict[str, list[str]]:
    """Give the constants to which words and constants lead, each in one step."""
    found: dict[str, list[str]] = {}
    for row in rows:
        place = LEADS.get(row.predicate)
        if place is not None:
            parts = arguments(row.fact)
            found.setdefault(parts[0], []).append(parts[place])
    return found


class Breadths:
    """How many words of the knowledge lead to what rules ask for (read from the store once)."""

    def __init__(self, store: Store) -> None:
        """Take over a store."""
        self._store = store
        self._below: dict[str, list[str]] | None = None
        self._words: dict[tuple[str, ...], int] = {}

    def _back(self) -> dict[str, list[str]]:
        if self._below is None:
            self._below = {}
            for predicate in LEADS:
                for name, others in leads(self._store.rows_of(predicate, limit=_ALL)).items():
                    for other in others:
                        self._below.setdefault(other, []).append(name)
        return self._below

    def words(self, names: Iterable[str]) -> int:
        """Count the words that lead to one of some constants; a word in quotes is one."""
        wanted = tuple(names)
        if wanted not in self._words:
            below, todo = self._back(), list(wanted)
            seen = set(wanted)
            for name in todo:  # the loop extends it
                if name.startswith('"') and name in wanted:
                    continue  # the word itself, not what leads to it
                new = [n for n in below.get(name, ()) if n not in seen]
                seen.update(new)
                todo += new
            self._words[wanted] = max(1, sum(name.startswith('"') for name in seen))
        return self._words[wanted]

    def of(self, rule: Rule) -> tuple[int, int]:
        """Give how many words meet the narrowest and the widest demand of a rule; 0, 0 if it names no constant."""
        found = [self.words(each) for each in asked_by(rule)]
        return (min(found), max(found)) if found else (0, 0)
