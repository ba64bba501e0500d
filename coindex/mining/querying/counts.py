"""What is counted in a record: the rows of the count store that it adds to.

A pair in which an actor and another person compete adds to one row for each key of either situation (its words and
classes), with and without the relation: how often the antecedent was the actor. A fact adds to its own row and its
totals.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.mining.extracting.records import Counter, Fact, Pair, Record
from coindex.reasoner.evidence.keys import ACTOR, ANY, OTHER, Keys, part_of, place_of
from coindex.reasoner.evidence.tables import Tally
from coindex.reasoner.store.store import Store
from kparse.mentions.situations import Situation


def counter() -> Counter:
    """Return the function that turns records into tallies."""
    from coindex.files.shipped import KNOWLEDGE

    return Tallies(Keys(Store.open([KNOWLEDGE])))


class Tallies:
    """Tallies of records.

    Args:
        keys: keys of classes and relations.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def __call__(self, record: Record) -> Iterator[Tally]:
        """Yield the tallies of a record."""
        return self._of_fact(record) if isinstance(record, Fact) else self._of_pair(record)

    def _of_fact(self, fact: Fact) -> Iterator[Tally]:
        yield "fact", (fact.relation, fact.head, fact.filler), (1,)
        yield "fact", (fact.relation, fact.head, ANY), (1,)
        yield "fact", (ANY, ANY, fact.filler), (1,)
        yield "fact", (ANY, ANY, ANY), (1,)

    def _of_pair(self, pair: Pair) -> Iterator[Tally]:
        meant = meant_in(pair)
        if meant is None:
            return
        count = (1, 0) if meant == ACTOR else (0, 1)
        role = place_of(pair.role)
        first, second = first_of(pair), second_of(pair)
        for relation in (ANY, self._keys.relation(pair.conn, forward=pair.forward)):
            yield "effect", ("all", ANY, ANY, role, relation), count
            for side, what in (("first", first), ("second", second)):
                for word in what.keys:
                    yield "effect", ("word", word, side, role, relation), count
                for name in self._keys.classes(what):
                    yield "effect", ("class", name, side, role, relation), count


def first_of(pair: Pair) -> Situation:
    """Return the first situation of a pair."""
    return Situation(pair.first, pair.first_neg, pair.first_able, pair.first_theme)


def second_of(pair: Pair) -> Situation:
    """Return the second situation of a pair."""
    return Situation(pair.second, pair.second_neg, pair.second_able, pair.second_theme)


def meant_in(pair: Pair) -> str | None:
    """Return whether the antecedent is the actor or another; ``None`` if the two do not compete."""
    parts = [part_of(role) for role in pair.roles]
    meant = parts[pair.answer]
    rival = OTHER if meant == ACTOR else ACTOR
    return meant if meant is not None and rival in parts else None
