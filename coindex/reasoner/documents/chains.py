"""Chains of mentions, and texts with their pronouns replaced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from coindex.reasoner.discourse.resolved import Mention, Named, Resolved


class ChainBuilder:
    """Collects the mentions of each person or thing that some pronoun stands for."""

    def __init__(self) -> None:
        self._mentions: dict[int, list[Mention]] = {}
        self._resolved: set[int] = set()

    def add(self, found: Resolved | Named) -> None:
        """Add a mention."""
        mention = found.pronoun if isinstance(found, Resolved) else found.mention
        self._mentions.setdefault(found.referent, []).append(mention)
        if isinstance(found, Resolved):
            self._resolved.add(found.referent)

    def chains(self) -> list[list[Mention]]:
        """Give the chains in the order of their first mentions, each in text order."""
        found = [
            sorted(self._mentions[number], key=lambda m: (m.start, m.end))
            for number in self._resolved
            if len(self._mentions[number]) > 1
        ]
        return sorted(found, key=lambda chain: (chain[0].start, chain[0].end))


def replaced(text: str, antecedents: Iterable[Mapping[str, Any]]) -> str:
    """Write a text with its pronouns replaced by what they stand for.

    >>> found = {
    ...     "pronoun": {"start_char": 13, "end_char": 16},
    ...     "antecedent": {"text": "Ann", "start_char": 0, "end_char": 3},
    ...     "possessive": True,
    ... }
    >>> replaced("Ann fed both her cats.", [found])
    "Ann fed both Ann's cats."
    """
    parts: list[str] = []
    position = 0
    for found in sorted(antecedents, key=lambda f: int(f["pronoun"]["start_char"])):
        pronoun, antecedent = found["pronoun"], found["antecedent"]
        start, end = int(pronoun["start_char"]), int(pronoun["end_char"])
        if antecedent is None or start < position or text[start:end].lower().endswith(_REFLEXIVE):
            continue
        words = " ".join(str(antecedent["text"]).split())
        if found["possessive"]:
            last = words.rpartition(" ")[2]
            words += "'" if last.endswith("s") and last[:1].islower() else "'s"
        if text[start:end][:1].isupper():
            words = words[:1].upper() + words[1:]
        elif antecedent["text"].split(" ")[0] in _ARTICLES:
            words = words[:1].lower() + words[1:]
        parts += [text[position:start], words]
        position = end
    return "".join([*parts, text[position:]])


_REFLEXIVE = ("self", "selves")
"""Endings of pronouns that are left: *Tom hurt himself*."""
_ARTICLES = frozenset("The A An My Your His Her Its Our Their This That These Those".split())
