"""The leak detector: the schemas of both libraries that a schema resembles, and the words they share.

Similarity is the cosine over the lemmas of content words, weighted by inverse document frequency (K. Sparck Jones 1972)
and maximised over the halves. It still finds a copy with other names or things. A word-by-word comparison marks the
shared words.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import fsum, log, sqrt

from coindex.winoflexi.models import Half, Schema, State
from coindex.winoflexi.schemas.words import keys

_LOOK_BACK = 200
_MANY = 200
_SPARE = 10
"""Factor by which more matches are fetched than shown, since refused schemas are left out."""
_TOKEN = re.compile(r"\s+|[\w'’-]+|[^\w\s]")


@dataclass(frozen=True)
class Match:
    """A similar schema, the similarity (0 to 1), and both sentences with their shared words marked."""

    schema: Schema
    share: float
    ours: tuple[tuple[str, bool], ...]
    theirs: tuple[tuple[str, bool], ...]


class Index:
    """The content words of all halves, in memory.

    Halves never change, so only new ones are read. A row may become visible after one with a higher number, so the last
    rows are read again.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._halves: dict[int, tuple[int, str, frozenset[str]]] = {}
        self._with: dict[str, list[int]] = defaultdict(list)
        self._last = 0

    def _read(self) -> None:
        rows = Half.objects.filter(pk__gt=self._last - _LOOK_BACK).order_by("pk")
        for number, schema, sentence in rows.values_list("pk", "schema_id", "sentence"):
            if number not in self._halves:
                words = keys(sentence)
                self._halves[number] = (schema, sentence, words)
                for word in words:
                    self._with[word].append(number)
            self._last = max(self._last, number)

    def _weight(self, word: str) -> float:
        """Return the squared inverse document frequency of a word; unknown words count as the rarest."""
        return log((len(self._halves) + 1) / max(1, len(self._with.get(word, ())))) ** 2

    def _near(self, own: frozenset[str]) -> set[int]:
        """Return the halves that share a word, preferring words that are not too frequent."""
        most = max(_MANY, len(self._halves) // 10)
        lists = [self._with[word] for word in own if word in self._with]
        rare = [found for found in lists if len(found) <= most]
        return {number for found in rare or lists for number in found}

    def best(self, sentences: Sequence[str]) -> dict[int, tuple[float, str, str]]:
        """Return, for each schema that shares a word, the greatest similarity and the two sentences."""
        found: dict[int, tuple[float, str, str]] = {}
        with self._lock:
            self._read()
            weights: dict[str, float] = {}

            def norm(words: frozenset[str]) -> float:
                for word in words - weights.keys():
                    weights[word] = self._weight(word)
                return sqrt(fsum(weights[word] for word in words))

            for ours in sentences:
                own = keys(ours)
                whole = norm(own)
                for number in self._near(own):
                    schema, theirs, words = self._halves[number]
                    both = fsum(weights[word] for word in own & words)
                    share = both / (whole * norm(words)) if both else 0.0
                    if share > found.get(schema, (0.0,))[0]:
                        found[schema] = (share, ours, theirs)
        return found


_index = Index()


def forget() -> None:
    """Empty the index (for tests, which empty their tables)."""
    global _index
    _index = Index()


def matches(
    sentences: Sequence[str], *, without: int | None = None, most: int = 5, least: float = 0.1
) -> list[Match]:
    """Return the schemas of both libraries that are most similar to some sentences.

    Args:
        sentences: one sentence, or both halves of a schema.
        without: number of a schema to leave out (the one that is compared).
        most: maximum number of matches.
        least: minimum similarity.
    """
    best = _index.best(sentences)
    order = sorted((n for n in best if best[n][0] >= least), key=lambda n: (-best[n][0], n))
    shown = (State.VALID, State.AWAITING, State.DISPUTED)
    schemas = Schema.objects.filter(state__in=shown).in_bulk(order[: _SPARE * most])
    chosen = [n for n in order if n in schemas and n != without][:most]
    return [Match(schemas[n], best[n][0], *marked(best[n][1], best[n][2])) for n in chosen]


def marked(
    one: str, other: str
) -> tuple[tuple[tuple[str, bool], ...], tuple[tuple[str, bool], ...]]:
    """Split two sentences into pieces, each with whether the other sentence has it, in the same order."""
    ours, theirs = _TOKEN.findall(one), _TOKEN.findall(other)
    blocks = SequenceMatcher(
        None, [t.lower() for t in ours], [t.lower() for t in theirs], autojunk=False
    ).get_matching_blocks()
    here = {block.a + n for block in blocks for n in range(block.size)}
    there = {block.b + n for block in blocks for n in range(block.size)}
    return _stretches(ours, here), _stretches(theirs, there)


def _stretches(tokens: Sequence[str], same: set[int]) -> tuple[tuple[str, bool], ...]:
    """Join adjacent tokens of the same kind; blanks and punctuation alone are no match."""
    found: list[tuple[str, bool]] = []
    for number, token in enumerate(tokens):
        is_same = number in same
        if found and found[-1][1] == is_same:
            found[-1] = (found[-1][0] + token, is_same)
        else:
            found.append((token, is_same))
    return tuple(part for text, is_same in found for part in _trimmed(text, is_same) if part[0])


_EDGES = re.compile(r"(\W*)(.*?)(\W*)", re.DOTALL)


def _trimmed(text: str, is_same: bool) -> tuple[tuple[str, bool], ...]:
    """Split what is no word off both ends of a shared stretch, so that only words are marked.

    >>> _trimmed(" a rope because [", True)
    ((' ', False), ('a rope because', True), (' [', False))
    """
    found = _EDGES.fullmatch(text)
    if not is_same or found is None:
        return ((text, False),)
    return (found[1], False), (found[2], True), (found[3], False)
