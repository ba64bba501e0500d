"""Whether word association alone gives the answer: pointwise mutual information of special word and parties.

Each content word in the slot of a half is paired with the head of each party. Counts come from a file written by `copa
count`, in its widest window, in both orders. With c the pair's count and e what chance would give,

    PMI = log2((c + 1/2) / (e + 1/2))

(the halves are added so that rare words count little; Church and Hanks 1990 for the measure itself). The half is said
to be solvable by association if the best PMI with the right party is at least :data:`BITS` above the best with the
other, and at least :data:`LEAST` pairs were counted. Names have no associations and are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from coindex.harness.schemas.checks.parsed_half import ParsedHalf
from kparse.graph import Node

if TYPE_CHECKING:
    from coindex.harness.copa.counts import Counts

BITS = 2.0
"""By how many bits one PMI must exceed the other: four times as often together, relative to chance."""
LEAST = 5
"""Least count of a pair."""


@dataclass(frozen=True)
class Association:
    """A file of counts."""

    counts: Counts

    def pmi(self, word: str, other: str) -> tuple[float, int]:
        """Smoothed PMI of two words in bits, and how often they were counted together."""
        header = self.counts.header
        together = self.counts.together(word, other, header.windows[-1], ordered=False)
        chance = self.counts.frequency(word) * self.counts.frequency(other) / header.words**2
        expected = chance * header.slots[-1] * 2
        return log2((together + 0.5) / (expected + 0.5)), together

    def uncounted(self, parsed: ParsedHalf) -> list[str]:
        """Return the words of the slot and of the parties' heads that the counts do not have, in text order."""
        parties = [parsed.party(index) for index in (0, 1)]
        if any(node is None or node.attrs.get("proper") for node in parties):
            return []  # (names are not looked at)
        heads = [w for node in parties for w in _heads(parsed, node)]
        return [w for w in [*_content(parsed), *heads] if not self.counts.frequency(w)]

    def giveaway(self, parsed: ParsedHalf) -> str:
        """Return what gives away the right answer of a half; empty if nothing does."""
        parties = [parsed.party(index) for index in (0, 1)]
        if any(node is None or node.attrs.get("proper") for node in parties):
            return ""
        content = _content(parsed)
        best = []
        for node in parties:
            heads = _heads(parsed, node)
            found = [(*self.pmi(word, head), word, head) for word in content for head in heads]
            best.append(max(found, default=None))
        right, wrong = best[parsed.half.right], best[1 - parsed.half.right]
        if right is None or wrong is None or right[1] < LEAST or right[0] - wrong[0] < BITS:
            return ""
        return (
            f"“{right[2]}” and “{right[3]}”: {right[0]:+.1f} bits ({right[1]} pairs);"
            f" “{wrong[2]}” and “{wrong[3]}”: {wrong[0]:+.1f} ({wrong[1]})"
        )


def _content(parsed: ParsedHalf) -> list[str]:
    """The content words in the slot of a half."""
    from coindex.harness.copa.words import stop_words, words

    filling = [w for text in parsed.half.schema.words(parsed.half.side) for w in words(text)]
    return [word for word in dict.fromkeys(filling) if word not in stop_words()]


def _heads(parsed: ParsedHalf, node: Node | None) -> list[str]:
    """The head of a party as a list of one word, or none."""
    from coindex.harness.copa.words import words

    return words(parsed.graph.text_of(node.id))[-1:] if node else []
