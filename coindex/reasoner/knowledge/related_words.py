"""The table of related words under ``knowledge/learned``, which ``python -m training.related_words`` writes."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from kparse.caches import cache
from kparse.errors import InputError

RELATED_WORDS = KNOWLEDGE / "learned" / "related_words.tsv.xz"


class Kind(Enum):
    """How two words are related. The first that holds is told."""

    ANTONYM = "a"
    SYNONYM = "s"
    DERIVATION = "d"
    INDIRECT = "i"
    """The second word is derived from a synonym of the first in the same sense: *faith*, *to trust*."""
    SIMILAR = "m"
    """Two adjectives of which one is near the other in meaning: *weary*, *tired*."""
    HYPERNYM = "h"
    """The second word is the more general one."""
    HYPONYM = "<"
    """The second word is the more special one."""
    DEED = "v"
    """The second word is the verb of the deed that the first, a noun, names: *decision*, *decide*."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How two words are related."""

    kind: Kind
    rank: int
    """The rank, from 1 on, of the less common of the two senses that it holds between."""


Related = Mapping[tuple[str, str], int]
"""Words, each with its part of speech (``n``, ``v``, ``a``, ``r``), and the rank of the relation."""


@dataclass(slots=True)
class RelatedWords:
    """Looks up how words are related. Lines are parsed when a word is asked for."""

    lines: Mapping[str, str]
    """What stands behind a word and its part of speech (``weary:a``)."""
    _parsed: dict[tuple[str, str], dict[Kind, dict[tuple[str, str], int]]] = field(
        default_factory=dict
    )

    def has(self, word: str, part: str) -> bool:
        """Check whether the table has a word with a part of speech."""
        return f"{word}:{part}" in self.lines

    def of(self, word: str, part: str, kind: Kind) -> Related:
        """Return the words that a word is related to."""
        key = (word, part)
        if key not in self._parsed:
            self._parsed[key] = dict(_parsed(self.lines.get(f"{word}:{part}", "")))
        return self._parsed[key].get(kind, {})

    def relation(self, one: tuple[str, str], other: tuple[str, str]) -> Relation | None:
        """Return how two words, each with its part of speech, are related; ``None`` if the table does not say."""
        for kind in Kind:
            rank = self.of(*one, kind).get(other)
            if kind is Kind.HYPONYM:
                rank = self.of(*other, Kind.HYPERNYM).get(one)
            elif kind in (Kind.INDIRECT, Kind.DEED) and rank is None:
                rank = self.of(*other, kind).get(one)
            if rank is not None:
                return Relation(kind, rank)
        return None


def _parsed(line: str) -> Iterable[tuple[Kind, dict[tuple[str, str], int]]]:
    for cell in line.split("\t"):
        kind, _, words = cell.partition("=")
        if kind:
            found = (word.rpartition(":") for word in words.split())
            yield Kind(kind), {(word, mark[0]): int(mark[1:]) for word, _, mark in found}


@cache
def related_words(path: Path = RELATED_WORDS) -> RelatedWords:
    """Read the table.

    Raises:
        InputError: it cannot be read.
    """
    try:
        text = lzma.decompress(path.read_bytes()).decode()
        rows = (line.partition("\t") for line in text.splitlines() if line[:1] != "#")
        return RelatedWords({word: rest for word, _, rest in rows})
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise InputError(
            f"cannot read {path}: {error}",
            hint="Write the table again with python -m training.related_words.",
        ) from error
