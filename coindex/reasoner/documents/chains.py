"""Chains of mentions, and texts with their pronouns replaced."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from coindex.reasoner.discourse.resolved import Mention, Named, Resolved
from kparse.input.lemmas import irregular
from kparse.input.word_lists import word_list


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
            words = _possessive(words, text[start:end])
        if text[start:end][:1].isupper():
            words = words[:1].upper() + words[1:]
        elif words.split(" ")[0] in _ARTICLES:
            words = words[:1].lower() + words[1:]
        parts += [text[position:start], words]
        position = end
        contraction = _CONTRACTION.match(text, end)
        if contraction is not None:
            parts.append(f" {_written_out(contraction)}")
            position = contraction.end(1)
    return "".join([*parts, text[position:]])


def _possessive(words: str, pronoun: str) -> str:
    """Write the possessive of what a pronoun stands for: *the girls'*, *the boss's*, *Chris's*.

    >>> _possessive("The girls", "their"), _possessive("the boss", "her"), _possessive("the Kerns", "their")
    ("The girls'", "the boss's", "the Kerns'")
    """
    several = words.split(" ")[0][:1].islower() or len(words.split(" ")) > 1
    if pronoun.lower() in ("their", "theirs") and words.lower().endswith("s") and several:
        return f"{words}'"
    return f"{words}'S" if words.isupper() and pronoun.isupper() else f"{words}'s"


def _written_out(contraction: re.Match[str]) -> str:
    """Give the verb that a contraction stands for; *'s* is no such one: it may follow any noun.

    >>> [_written_out(m) for m in map(_CONTRACTION.match, ["'d seen", "'d never go", "'ll", "’ve"])]
    ['had', 'would', 'will', 'have']
    """
    found = _VERBS.get(contraction.group(1)[1:].lower())
    if found is None:
        word = (contraction.group(2) or "").lower()
        is_regular = word.endswith("ed") and word not in word_list("verbs")
        is_participle = any(lemma != word for lemma in irregular().get((word, "VERB"), ()))
        found = "had" if is_regular or is_participle or word in _AFTER_HAD else "would"
    return found.upper() if contraction.group(1)[1:].isupper() else found


_CONTRACTION = re.compile(
    r"(['’](?:d|ll|ve|re)\b)(?:\s+(?:not|never|ever|always|already|just|also|only|\w+ly))*\s*(\w+)?",
    re.I,
)
_VERBS = {"ll": "will", "ve": "have", "re": "are"}
_AFTER_HAD = frozenset("better best been had".split())
_REFLEXIVE = ("self", "selves")
"""Endings of pronouns that are left: *Tom hurt himself*."""
_ARTICLES = frozenset("The A An My Your His Her Its Our Their This That These Those".split())
