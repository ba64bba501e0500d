"""Names of classes and properties that are near a word in meaning, for hints and drafts.

A word leads to what its own rows say, then to what its synonyms, derived words and wider words say or are called, and
only then to names that are written alike.

>>> meanings = {"move": ["go", "move_thing"], "travel": ["go"], "shove": ["push"]}.get
>>> near_names("move", ["go", "improve", "cover", "move_thing"], lambda word: meanings(word, []))
['go', 'move_thing']
>>> near_names("creat", ["create", "rest"], lambda word: [])
['create', 'rest']
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.frequencies import common_ranks
from coindex.reasoner.knowledge.related_words import Kind, RelatedWords, related_words

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Row

MEANINGS = ("verb", "adj", "deed", "kind")
"""Predicates of rows that say of a word by its second argument what it means."""
_NEAREST = (Kind.SYNONYM, Kind.SIMILAR, Kind.DERIVATION, Kind.DEED, Kind.INDIRECT, Kind.HYPERNYM)
"""Relations by which a name is looked for, the nearest first."""
_PARTS = "vanr"
_ALIKE = 0.6
_VERY_ALIKE = 0.8
"""How alike a name is spelt that is told of a word that means something."""
_MOST_RELATED = 12
"""Related words of one kind that are looked at."""


def near_names(
    word: str,
    names: Collection[str],
    meanings: Callable[[str], Sequence[str]],
    number: int = 2,
) -> list[str]:
    """Give the names that are nearest to a word: by meaning, then by spelling.

    Args:
        word: a word, or what somebody took for a name.
        names: the names that exist.
        meanings: gives the names that a word's rows lead to.
        number: how many to give at most.
    """
    table = related_words()
    known = bool(meanings(word)) or any(table.has(word, part) for part in _PARTS)
    slip = _spelt_alike(word, names, _ALIKE)
    if not known:
        return slip[:number]
    found = dict.fromkeys(name for name in by_meaning(word, meanings, table) if name in names)
    alike = _spelt_alike(word, names, _VERY_ALIKE)
    return list(dict.fromkeys((*list(found)[:number], *alike)))[:number]


def by_meaning(
    word: str,
    meanings: Callable[[str], Sequence[str]],
    table: RelatedWords | None = None,
    parts: str = _PARTS,
) -> Iterator[str]:
    """Yield names of what a word means, the nearest first; some may not exist, and some come twice.

    Args:
        word: the word.
        meanings: gives the names that a word's rows lead to.
        table: how words are related.
        parts: the parts of speech as which the word is looked up.
    """
    yield from meanings(word)
    for one in related_to(word, table, parts):
        yield one
        yield from meanings(one)


def related_to(word: str, table: RelatedWords | None = None, parts: str = _PARTS) -> Iterator[str]:
    """Yield the words that are near a word in meaning, the nearest first."""
    lookup = related_words() if table is None else table
    for kind in _NEAREST:
        ranked = sorted(
            (rank, other)
            for part in parts
            for (other, _), rank in lookup.of(word, part, kind).items()
        )
        yield from (other for _, other in ranked[:_MOST_RELATED])


def synonyms(word: str, parts: str, farthest: int = 2) -> list[str]:
    """Give common words that can stand for a word, the nearest in meaning first.

    Args:
        word: a lemma.
        parts: the parts of speech as which it is looked up.
        farthest: the last sense, of either word, in which they may be alike.
    """
    table, common = related_words(), common_ranks()
    found: dict[str, tuple[int, int]] = {}
    for place, kind in enumerate((Kind.SYNONYM, Kind.SIMILAR)):
        for part in parts:
            for (other, other_part), rank in table.of(word, part, kind).items():
                if rank <= farthest and other_part == part and other in common:
                    found[other] = min(found.get(other, (rank, place)), (rank, place))
    return sorted(found, key=lambda other: (found[other], common[other]))


def _spelt_alike(word: str, names: Iterable[str], cutoff: float) -> list[str]:
    every = sorted(names)
    found = difflib.get_close_matches(word, every, n=2, cutoff=cutoff)
    return found or [name for name in every if len(word) > 2 and name.startswith(word)][:2]


def meanings_by(rows_for: Callable[[str], Iterable[Row]]) -> Callable[[str], Sequence[str]]:
    """Give what says the names that a word's rows lead to; ``rows_for`` is that of a store."""
    return lambda word: names_in(rows_for(word), word)


def names_in(rows: Iterable[Row], word: str) -> list[str]:
    """Give the names that rows of a word lead to, in their order."""
    key = f'"{word}"'
    found = (arguments(row.fact)[1] for row in rows if row.predicate in MEANINGS and row.key == key)
    return list(dict.fromkeys(found))


def meanings_of_rows(rows: Iterable[Row]) -> Mapping[str, list[str]]:
    """Collect for each word the names that rows lead to."""
    found: dict[str, list[str]] = {}
    for row in rows:
        if row.predicate in MEANINGS and row.key.startswith('"'):
            names = found.setdefault(row.key.strip('"'), [])
            name = arguments(row.fact)[1]
            if name not in names:
                names.append(name)
    return found
