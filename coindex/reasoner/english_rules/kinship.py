"""How two predications are related by their words: as synonyms, derivations, antonyms, or one more general.

The words of the lexicon have classes and properties; the table of related words (Open English WordNet) has many more
words but says less of them. So it counts where the lexicon says less, but for antonyms, which veto a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from coindex.reasoner.knowledge.related_words import Kind, RelatedWords, related_words
from kparse.caches import cache

if TYPE_CHECKING:
    from coindex.reasoner.english_rules.content import Predication

_FIRST = {
    Kind.ANTONYM: 4,
    Kind.SYNONYM: 3,
    Kind.DERIVATION: 3,
    Kind.INDIRECT: 2,
    Kind.DEED: 2,
    Kind.SIMILAR: 2,
    Kind.HYPERNYM: 2,
    Kind.HYPONYM: 2,
}
"""For each kind, among how many first senses of both words it has to hold."""
_CLOSE = {
    Kind.SYNONYM: 0.65,
    Kind.DERIVATION: 0.65,
    Kind.INDIRECT: 0.6,
    Kind.DEED: 0.65,
    Kind.SIMILAR: 0.5,
    Kind.HYPERNYM: 0.5,
    Kind.HYPONYM: 0.5,
}
"""Similarity for each kind."""


class Kinship(NamedTuple):
    """How two words are related."""

    kind: Kind
    close: float
    """Similarity from 0 to 1."""
    rank: int = 1
    """The rank of the less common of the two senses."""


def kinship(rule: Predication, text: Predication) -> Kinship | None:
    """Return how the words of two predications are related, or ``None``."""
    return _kinship(readings(rule), readings(text))


def same_noun(rule: str, text: str) -> bool:
    """Check whether a noun of a sentence means one of a text: a synonym, or the kind that it is of."""
    found = related_words().relation((text, "n"), (rule, "n"))
    return (
        found is not None
        and found.kind in (Kind.SYNONYM, Kind.HYPERNYM)
        and found.rank <= _FIRST[found.kind]
    )


@cache
def _kinship(
    rule: tuple[tuple[str, str], ...], text: tuple[tuple[str, str], ...]
) -> Kinship | None:
    table = related_words()
    found = [kin for one in rule for other in text if (kin := _between(table, one, other))]
    antonyms = [kin for kin in found if kin.kind is Kind.ANTONYM]
    return next(iter(antonyms or sorted(found, key=lambda kin: -kin.close)), None)


def _between(table: RelatedWords, one: tuple[str, str], other: tuple[str, str]) -> Kinship | None:
    found = table.relation(one, other)
    if found is None or found.rank > _FIRST[found.kind]:
        return None
    return Kinship(found.kind, _CLOSE.get(found.kind, 0.0), found.rank)


def readings(one: Predication) -> tuple[tuple[str, str], ...]:
    """Return the word of a predication with its possible parts of speech; a participle is a verb and an adjective."""
    if not one.is_state:
        adjective = one.form and related_words().has(one.form, "a")
        return ((one.word, "v"), (one.form, "a")) if adjective else ((one.word, "v"),)
    found = [(one.word, part) for part in "anr"]
    if one.word.endswith("ed"):
        bases = (one.word[:-2], one.word[:-1])
        found += [(base, "v") for base in bases if related_words().has(base, "v")]
    return tuple(found)
