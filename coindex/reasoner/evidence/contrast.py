"""Which words raw text says of one participant of an event rather than of the others: mined profiles.

The weight of a word is its log-odds for this participant against the others of the same event, beyond those of the
roles over all events: log-odds with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, "Fightin' Words",
section 3.3.2). What is said of all subjects alike (*say*, *go*) therefore weighs nothing. Words are ranked by the
weight divided by its standard deviation.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from coindex.reasoner.evidence.keys import ANY
from coindex.reasoner.evidence.store import MinedStore
from kparse.caches import cache

TOLD = "told"
"""The table of what is told of participants."""
STRENGTH = 50.0
"""Pseudo-counts of the prior: how much text about one verb weighs as much as what all verbs teach."""
_SMALL = 0.5
"""Added to each count over all events."""


@dataclass(frozen=True, slots=True)
class MinedWord:
    """A word that text says of a participant, as an entry of a profile (``help``, ``help/obj``, ``-ready``)."""

    frame: str
    role: str
    word: str
    here: int
    """How often it is told of this participant."""
    there: int
    """How often it is told of the others of the same event."""
    weight: float
    """Log-odds beyond what is usual."""
    score: float
    """The weight in standard deviations."""
    where: str = ""
    """Places in the text."""

    def __str__(self) -> str:
        """Write it with its counts."""
        return f"{self.word} {self.here}:{self.there}"


class Contrast:
    """Weighs what is told of the participants of an event.

    Args:
        store: of mined counts.
    """

    def __init__(self, store: MinedStore) -> None:
        self._store = store
        self._every = cache(lambda: self.roles(ANY))

    def roles(self, frame: str) -> dict[str, Counter[str]]:
        """What is told of each participant of a frame (``rely on``): words, and their number under ``""``."""
        found: dict[str, Counter[str]] = {}
        for _, role, word, number, _ in self._store.rows(TOLD, frame):
            found.setdefault(role, Counter())[word] = number
        return found

    def words(self, frame: str) -> Iterator[MinedWord]:
        """Give the words told of each participant of a frame, role by role, best first."""
        told = self.roles(frame)
        every = self._every()
        for role in told:
            rest = [other for other in told if other != role]
            if not rest:
                continue
            mine = told[role]
            theirs = sum((told[other] for other in rest), Counter())
            usual = every.get(role, Counter())
            usual_rest = sum((every.get(other, Counter()) for other in rest), Counter())
            refs = {row[2]: row[4] for row in self._store.rows(TOLD, frame, role)}
            found = [
                MinedWord(
                    frame,
                    role,
                    word,
                    mine[word],
                    theirs[word],
                    *_contrast(word, mine, theirs, usual, usual_rest),
                    self._store.where(refs[word]),
                )
                for word in mine
                if word != ANY
            ]
            yield from sorted(found, key=lambda one: (-one.score, one.word))


def _contrast(
    word: str,
    mine: Mapping[str, int],
    theirs: Mapping[str, int],
    usual: Mapping[str, int],
    usual_rest: Mapping[str, int],
) -> tuple[float, float]:
    """Weight and score of a word.

    >>> weight, score = _contrast("help", {"": 40, "help": 8}, {"": 40}, {"": 4000, "help": 40}, {"": 4000, "help": 40})
    >>> round(weight, 2), round(score, 2)
    (2.82, 1.95)
    """
    prior, prior_rest = (_share(word, of) for of in (usual, usual_rest))
    here, there = (
        of.get(word, 0) + STRENGTH * share for of, share in ((mine, prior), (theirs, prior_rest))
    )
    size, size_rest = (of.get(ANY, 0) + STRENGTH for of in (mine, theirs))
    weight = math.log(here / size) - math.log(there / size_rest) - math.log(prior / prior_rest)
    return weight, weight / math.sqrt(1 / here + 1 / there)


def _share(word: str, of: Mapping[str, int]) -> float:
    return (of.get(word, 0) + _SMALL) / (of.get(ANY, 0) + 1)
