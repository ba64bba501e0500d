"""The leak detector: the schemas of both libraries that a schema resembles, and the words they share.

Two sentences are compared by the lemmas of their content words, without the names of the parties, and, once both
schemas are analysed, by their shapes (:mod:`coindex.winoflexi.analysis.shapes`), in which a word counts by its class.
Either similarity is the cosine over features, weighted by inverse document frequency (K. Sparck Jones 1972) and
maximised over the halves. So a copy with other names, things or verbs is still found. A word-by-word comparison marks
the shared words.
"""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import fsum, log, sqrt

from coindex.harness.schemas import schema as library
from coindex.winoflexi.models import Analysis, Half, Schema, State
from coindex.winoflexi.schemas import drafts
from coindex.winoflexi.schemas.words import FUNCTION, keys, words

_LOOK_BACK = 200
_MANY = 200
_SPARE = 10
"""Factor by which more matches are fetched than shown, since refused schemas are left out."""
_BY_SHAPE = 0.75
"""Weight of the shape beside the words, where it finds more than they do."""
_SHOWN = (State.VALID, State.AWAITING, State.DISPUTED)
"""States of the schemas that others are compared with."""
_TOKEN = re.compile(r"\s+|[\w'’-]+|[^\w\s]")

Shapes = Sequence[Sequence[str]]
"""The features of the shapes of some sentences."""


@dataclass(frozen=True)
class Match:
    """A similar schema, the similarity (0 to 1), and both sentences with their shared words marked."""

    schema: Schema
    share: float
    ours: tuple[tuple[str, bool], ...]
    theirs: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A half of the index: its schema, its sentence, its features."""

    schema: int
    sentence: str
    features: frozenset[str]


class _Index:
    """The features of all halves, in memory. Halves never change, so only new ones are read.

    Args:
        new: reads halves that may be new, with their numbers, given those that are known.
    """

    def __init__(self, new: Callable[[Mapping[int, _Entry]], Iterable[tuple[int, _Entry]]]) -> None:
        self._new = new
        self._lock = threading.Lock()
        self._halves: dict[int, _Entry] = {}
        self._with: dict[str, list[int]] = defaultdict(list)

    def _read(self) -> None:
        for number, entry in self._new(self._halves):
            if number not in self._halves:
                self._halves[number] = entry
                for feature in entry.features:
                    self._with[feature].append(number)

    def _weight(self, feature: str) -> float:
        """Return the squared inverse document frequency of a feature; unknown ones count as the rarest."""
        return log((len(self._halves) + 1) / max(1, len(self._with.get(feature, ())))) ** 2

    def _near(self, own: frozenset[str]) -> set[int]:
        """Return the halves that share a feature, preferring features that are not too frequent."""
        most = max(_MANY, len(self._halves) // 10)
        lists = [self._with[feature] for feature in own if feature in self._with]
        rare = [found for found in lists if len(found) <= most]
        return {number for found in rare or lists for number in found}

    def best(
        self, sentences: Sequence[tuple[str, frozenset[str]]]
    ) -> dict[int, tuple[float, str, str]]:
        """Return, for each schema that shares a feature, the greatest similarity and the two sentences."""
        found: dict[int, tuple[float, str, str]] = {}
        with self._lock:
            self._read()
            weights: dict[str, float] = {}

            def norm(features: frozenset[str]) -> float:
                for feature in features - weights.keys():
                    weights[feature] = self._weight(feature)
                return sqrt(fsum(weights[feature] for feature in features))

            for ours, own in sentences:
                whole = norm(own)
                for number in self._near(own):
                    entry = self._halves[number]
                    both = fsum(weights[feature] for feature in own & entry.features)
                    share = both / (whole * norm(entry.features)) if both else 0.0
                    if share > found.get(entry.schema, (0.0,))[0]:
                        found[entry.schema] = (share, ours, entry.sentence)
        return found


def _by_words(known: Mapping[int, _Entry]) -> Iterator[tuple[int, _Entry]]:
    """Read the content words of halves, without names of parties.

    A row may become visible after one with a higher number, so the last rows are read again.
    """
    rows = Half.objects.filter(pk__gt=max(known, default=0) - _LOOK_BACK).order_by("pk")
    columns = ("pk", "schema_id", "sentence", "target_a", "target_b")
    for number, schema, sentence, *targets in list(rows.values_list(*columns)):
        yield number, _Entry(schema, sentence, _without_names(sentence, targets))


def _by_shapes(known: Mapping[int, _Entry]) -> Iterator[tuple[int, _Entry]]:
    """Read the shapes of halves of schemas that are analysed."""
    done = Schema.objects.filter(analysis__state=Analysis.DONE).values_list("pk", flat=True)
    new = set(done) - {entry.schema for entry in known.values()}
    rows = Half.objects.filter(schema__in=new).order_by("pk")
    columns = ("pk", "schema_id", "side", "sentence", "schema__analysis__result__shapes")
    for number, schema, side, sentence, shapes in list(rows.values_list(*columns)):
        if shapes:
            yield number, _Entry(schema, sentence, frozenset(shapes[side]))


def _without_names(sentence: str, targets: Sequence[str]) -> frozenset[str]:
    """Return the content words of a sentence without those of targets that are names.

    >>> sorted(_without_names("Ada lent the clerk a drill.", ["Ada", "the clerk"]))
    ['clerk', 'drill', 'lend']
    """
    named = [t for t in targets if t[:1].isupper() and words(t)[:1] and words(t)[0] not in FUNCTION]
    return keys(sentence) - frozenset(key for target in named for key in keys(target))


_indexes = _Index(_by_words), _Index(_by_shapes)


def forget() -> None:
    """Empty the index (for tests, which empty their tables)."""
    global _indexes
    _indexes = _Index(_by_words), _Index(_by_shapes)


def matches(
    sentences: Sequence[str],
    *,
    targets: Sequence[str] = (),
    shapes: Shapes = (),
    without: int | None = None,
    most: int = 5,
    least: float = 0.1,
) -> list[Match]:
    """Return the schemas of both libraries that are most similar to some sentences.

    Args:
        sentences: one sentence, or both halves of a schema.
        targets: the parties; their names do not count.
        shapes: the shape of each sentence; without them only words are compared.
        without: number of a schema to leave out (the one that is compared).
        most: maximum number of matches.
        least: minimum similarity.
    """
    by_words = _indexes[0].best([(s, _without_names(s, targets)) for s in sentences])
    pairs = zip(sentences, shapes, strict=True) if shapes else ()
    by_shape = _indexes[1].best([(s, frozenset(features)) for s, features in pairs if features])
    best = dict(by_words)
    for number, (share, ours, theirs) in by_shape.items():
        words_share, *pair = by_words.get(number, (0.0, ours, theirs))
        together = _BY_SHAPE * share + (1 - _BY_SHAPE) * words_share
        if together > words_share:
            best[number] = (together, pair[0], pair[1])
    order = sorted((n for n in best if best[n][0] >= least), key=lambda n: (-best[n][0], n))
    schemas = Schema.objects.filter(state__in=_SHOWN).in_bulk(order[: _SPARE * most])
    chosen = [n for n in order if n in schemas and n != without][:most]
    return [Match(schemas[n], best[n][0], *marked(best[n][1], best[n][2])) for n in chosen]


def matches_of(row: Schema, most: int = 5) -> list[Match]:
    """Return the schemas that are most similar to a stored one."""
    halves = list(row.halves.all())
    return matches(
        [half.sentence for half in halves],
        targets=halves[0].targets,
        shapes=_shapes(row.analysis),
        without=row.pk,
        most=most,
    )


def closest(made: library.Schema, analysis: Analysis | None = None) -> Match | None:
    """Return the schema that is most similar to one that is not stored yet; ``None`` if there is nothing similar."""
    sentences = [half["sentence"] for half in drafts.halves(made)]
    found = matches(sentences, targets=made.answers, shapes=_shapes(analysis), most=1)
    return found[0] if found else None


def _shapes(analysis: Analysis | None) -> Shapes:
    """Return the shapes in an analysis; nothing if it is not done, or was made without them."""
    return (analysis.result.get("shapes") or ()) if analysis is not None else ()


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
