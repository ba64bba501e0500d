"""What is counted in a record: the rows of the count store that it adds to.

A pair in which an actor and another person compete adds to one row for each key of either situation (its words and
classes), with and without the relation: how often the antecedent was the actor. A fact adds to its own row and its
totals. What is told of a participant adds to a row for each word, under the frame and over all frames.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.mining.extracting.records import Counter, Fact, Pair, Record, Told
from coindex.reasoner.evidence.keys import ACTOR, ANY, OTHER, Keys, part_of, place_of
from coindex.reasoner.evidence.store import MinedStore
from coindex.reasoner.evidence.tables import Tally
from coindex.reasoner.evidence.weigh import Weigher
from coindex.reasoner.store.store import Store
from kparse.mentions.situations import OWNER, Situation

MARGIN = 1.0
"""Minimum log-odds for counting an open pair as resolved."""


def counter(earlier: str | None = None) -> Counter:
    """Return the function that turns records into tallies."""
    from coindex.files.shipped import KNOWLEDGE

    keys = Keys(Store.open([KNOWLEDGE]))
    return Tallies(keys, Weigher(MinedStore(earlier), keys) if earlier else None)


class Tallies:
    """Tallies of records.

    Args:
        keys: keys of classes and relations.
        earlier: the weigher of an earlier pass; open pairs that it clearly resolves are counted as well.
    """

    def __init__(self, keys: Keys, earlier: Weigher | None = None) -> None:
        self._keys, self._earlier = keys, earlier

    def __call__(self, record: Record) -> Iterator[Tally]:
        """Yield the tallies of a record."""
        if isinstance(record, Told):
            return tallies_of(record)
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
        """Resolve an open pair by the earlier pass; ``None`` if that is not clear."""
        if self._earlier is None or {part_of(role) for role in pair.roles} != {ACTOR, OTHER}:
            return None
        preference = self._earlier.preference(
            first_of(pair),
            second_of(pair),
            self._keys.relation(pair.conn, forward=pair.forward),
            place_of(pair.role),
        ).total
        return None if abs(preference) < MARGIN else ACTOR if preference > 0 else OTHER


def tallies_of(told: Told) -> Iterator[Tally]:
    """Yield what a clause tells of a participant, if that is certain and another person takes part.

    >>> clause = "subj", True, False, False, ("p:kind",)
    >>> one = Told("for", True, "agrees", "thank", False, False, ("subj", "obj"), "pp", 1, *clause)
    >>> [keys for _, keys, _ in tallies_of(one)]
    [('thank', 'obj', 'kind'), ('thank', 'obj', ''), ('', 'obj', 'kind'), ('', 'obj', '')]
    """
    if told.answer < 0 or told.persons.count("p") < 2 or told.persons[told.answer] != "p":
        return
    role = told.roles[told.answer]
    prepositions = [r.partition(".")[2] for r in told.roles if r.startswith("obl.")]
    own = role.partition(".")[2]
    frames = [f"{told.event} {p}" for p in dict.fromkeys(prepositions) if own in ("", p)]
    for frame in frames or [told.event]:
        for word in dict.fromkeys(entries(told)):
            for head in (frame, ANY):
                for what in (word, ANY):
                    yield "told", (head, role.partition(".")[0], what), (1,)


def entries(told: Told) -> Iterator[str]:
    """Yield the words as entries of a profile: ``help``, ``help/obj``, ``-ready``."""
    said = told.place.startswith("subj") or told.place.endswith(OWNER)
    denied = told.lacking and (told.state or told.might)
    for word in told.words:
        manner, _, lemma = word.partition(":")
        if not lemma or not lemma.isalpha() or not lemma.islower():
            continue
        if manner == "p" and not said:
            yield f"{lemma}/obj"
        else:
            yield f"-{lemma}" if denied and manner == "p" else lemma


def first_of(pair: Pair) -> Situation:
    """Return the first situation of a pair."""
    return Situation(pair.first, pair.first_neg, pair.first_able, pair.first_theme)


def second_of(pair: Pair) -> Situation:
    """Return the second situation of a pair."""
    return Situation(pair.second, pair.second_neg, pair.second_able, pair.second_theme)


def meant_in(pair: Pair) -> str | None:
    """Return whether the antecedent is the actor or another; ``None`` if that is open or the two do not compete."""
    if pair.answer < 0:
        return None
    parts = [part_of(role) for role in pair.roles]
    meant = parts[pair.answer]
    rival = OTHER if meant == ACTOR else ACTOR
    return meant if meant is not None and rival in parts else None
