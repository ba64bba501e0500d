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
    Kind.ANTONYM: 2,
    Kind.SYNONYM: 3,
    Kind.DERIVATION: 3,
    Kind.SIMILAR: 2,
    Kind.HYPERNYM: 2,
    Kind.HYPONYM: 2,
}
"""For each kind, among how many first senses of both words it has to hold."""
_CLOSE = {
    Kind.SYNONYM: 0.65,
    Kind.DERIVATION: 0.65,
    Kind.SIMILAR: 0.5,
    Kind.HYPERNYM: 0.5,
    Kind.HYPONYM: 0.5,
}
"""Similarity for each kind."""
_INDIRECT = 0.6
"""Similarity of a word and a synonym of its derivation: *faith*, *trust*."""


class Kinship(NamedTuple):
    """How two words are related."""

    kind: Kind
    close: float
    """Similarity from 0 to 1."""


def kinship(rule: Predication, text: Predication) -> Kinship | None:
    """Return how the words of two predications are related, or ``None``."""
    return _kinship(rule.word, rule.is_state, text.word, text.is_state)


def same_noun(rule: str, text: str) -> bool:
    """Check whether a noun of a sentence means one of a text: a synonym, or the kind that it is of."""
    found = related_words().relation((text, "n"), (rule, "n"))
    return (
        found is not None
        and found.kind in (Kind.SYNONYM, Kind.HYPERNYM)
        and found.rank <= _FIRST[found.kind]
    )


@cache
def _kinship(one: str, one_state: bool, other: str, other_state: bool) -> Kinship | None:
    table = related_words()
    best: Kinship | None = None
    for mine in readings(one, is_state=one_state):
        for theirs in readings(other, is_state=other_state):
            found = _between(table, mine, theirs)
            if found is not None and found.kind is Kind.ANTONYM:
                return found
            if found is not None and (best is None or found.close > best.close):
                best = found
    return best


def _between(
    table: RelatedWords, one: tuple[str, str], other: tuple[str, str]
) -> Kinship | None:
    found = table.relation(one, other)
    if found is not None and found.rank <= _FIRST[found.kind]:
        return Kinship(found.kind, _CLOSE.get(found.kind, 0.0))
    if one[1] != other[1] and (_derived(table, one, other) or _derived(table, other, one)):
        return Kinship(Kind.DERIVATION, _INDIRECT)
    return None


def _derived(table: RelatedWords, one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Check whether a synonym of one word is derived from the other."""
    return any(
        rank <= 2 and table.of(*word, Kind.DERIVATION).get(other, 9) <= 2
        for word, rank in table.of(*one, Kind.SYNONYM).items()
    )


def readings(word: str, *, is_state: bool) -> list[tuple[str, str]]:
    """Return a word with its possible parts of speech; a participle also as its verb.

    >>> readings("weary", is_state=True)
    [('weary', 'a'), ('weary', 'n'), ('weary', 'r')]
    >>> readings("injured", is_state=True)[-1]
    ('injure', 'v')
    """
    if not is_state:
        return [(word, "v")]
    found = [(word, part) for part in "anr"]
    if word.endswith("ed"):
        found += [(base, "v") for base in (word[:-2], word[:-1]) if related_words().has(base, "v")]
    return found
