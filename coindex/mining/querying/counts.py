"""What is counted of a record: the rows of the store that it adds to.

Of a pair in which an actor and another person compete, one row for each name of either situation (its words, and its
classes), with the relation and without: how often the one meant was the actor. Of a fact, itself and its totals.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.mining.extracting.records import Counter, Fact, Pair, Record
from coindex.reasoner.evidence.keys import ACTOR, ANY, OTHER, Keys, part_of, place_of
from coindex.reasoner.evidence.store import MinedStore
from coindex.reasoner.evidence.tables import Tally
from coindex.reasoner.evidence.weigh import Weigher
from coindex.reasoner.knowledge.store import Store
from kparse.mentions.situations import Situation

MARGIN = 1.0
"""Log-odds from which on an open pair is believed to be decided."""


def counter(earlier: str | None = None) -> Counter:
    """Make what turns records into tallies."""
    from coindex.files.shipped import KNOWLEDGE

    keys = Keys(Store.open([KNOWLEDGE]))
    return Tallies(keys, Weigher(MinedStore(earlier), keys) if earlier else None)


class Tallies:
    """Tallies of records.

    Args:
        keys: names of classes and relations.
        earlier: what an earlier pass has learnt: open pairs that it decides clearly count as well.
    """

    def __init__(self, keys: Keys, earlier: Weigher | None = None) -> None:
        self._keys, self._earlier = keys, earlier

    def __call__(self, record: Record) -> Iterator[Tally]:
        """The tallies of a record."""
        return self._of_fact(record) if isinstance(record, Fact) else self._of_pair(record)

    def _of_fact(self, fact: Fact) -> Iterator[Tally]:
        yield "fact", (fact.relation, fact.head, fact.filler), (1,)
        yield "fact", (fact.relation, fact.head, ANY), (1,)
        yield "fact", (ANY, ANY, fact.filler), (1,)
        yield "fact", (ANY, ANY, ANY), (1,)

    def _of_pair(self, pair: Pair) -> Iterator[Tally]:
        meant = meant_in(pair) if pair.answer >= 0 else self._resolved(pair)
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
            yield "pair", (first.keys[-1], second.keys[-1], role, relation), count

    def _resolved(self, pair: Pair) -> str | None:
        """Who is meant in an open pair, if what was learnt before leaves little doubt."""
        if self._earlier is None or {part_of(role) for role in pair.roles} != {ACTOR, OTHER}:
            return None
        preference = self._earlier.preference(
            first_of(pair),
            second_of(pair),
            self._keys.relation(pair.conn, forward=pair.forward),
            place_of(pair.role),
        ).total
        return None if abs(preference) < MARGIN else ACTOR if preference > 0 else OTHER


def first_of(pair: Pair) -> Situation:
    """The first situation of a pair."""
    return Situation(pair.first, pair.first_neg, pair.first_able, pair.first_theme)


def second_of(pair: Pair) -> Situation:
    """The second situation of a pair."""
    return Situation(pair.second, pair.second_neg, pair.second_able, pair.second_theme)


def meant_in(pair: Pair) -> str | None:
    """Whether the actor or another was meant; ``None`` if that is open or the two did not compete."""
    if pair.answer < 0:
        return None
    parts = [part_of(role) for role in pair.roles]
    meant = parts[pair.answer]
    rival = OTHER if meant == ACTOR else ACTOR
    return meant if meant is not None and rival in parts else None
