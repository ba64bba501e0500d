"""Sentence patterns, from the parse, and groups of connectors.

The patterns are those of school grammar: a *simple* sentence has one independent clause, a *compound* one several, a
*complex* one a dependent clause, a *compound-complex* one both. The groups of connectors are those of the paper's
comparison of libraries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

PATTERNS = ("simple", "compound", "complex", "compound-complex")
"""The patterns, from simple to complex."""

GROUPS: dict[str, tuple[str, ...]] = {
    "cause/effect": (
        "because", "since", "so", "so that", "as a result", "therefore", "thus", "hence", "consequently", "due to",
        "because of", "in order to", "for this reason", "such that", "thanks to",
    ),
    "comparison/contrast": (
        "but", "although", "though", "even though", "however", "whereas", "yet", "than", "instead", "rather than",
        "unlike", "despite", "in spite of", "nevertheless", "still", "on the other hand", "like", "as well as",
    ),
    "place/manner": ("where", "wherever", "as if", "as though", "how", "the way", "somehow"),
    "possibility/condition": (
        "if", "unless", "whether", "even if", "in case", "provided that", "as long as", "otherwise", "or else",
    ),
    "relation": ("who", "whom", "whose", "which", "that"),
    "time": (
        "when", "whenever", "while", "before", "after", "until", "till", "once", "as soon as", "then", "later",
        "by the time", "meanwhile", "afterwards",
    ),
}  # fmt: skip
"""The connectors of each group."""

_DEPENDENT = frozenset({"advcl", "ccomp", "csubj", "acl:relcl", "csubj:pass", "advcl:relcl"})
_PREDICATE = frozenset({"VERB", "AUX", "ADJ", "NOUN", "PROPN", "PRON", "ADV", "NUM"})
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*")


class TokenLike(Protocol):
    """The attributes of a token that are used (:class:`kparse.input.tokens.Token`)."""

    @property
    def index(self) -> int: ...  # noqa: D102
    @property
    def head(self) -> int: ...  # noqa: D102
    @property
    def deprel(self) -> str: ...  # noqa: D102
    @property
    def upos(self) -> str: ...  # noqa: D102


def pattern(tokens: Sequence[TokenLike]) -> str:
    """Return the pattern of a text from its Universal Dependencies.

    A clause coordinated with an independent one is independent if it has its own subject. Juxtaposed clauses
    (``parataxis``, several sentences) are independent, too. Dependent clauses have a relation of :data:`_DEPENDENT`;
    infinitives without a subject belong to their clause, as in school grammar.
    """
    subject = {t.head for t in tokens if t.deprel.startswith(("nsubj", "expl", "csubj"))}
    by_index = {t.index: t for t in tokens}

    def independent(token: TokenLike) -> bool:
        if token.head < 0 or token.deprel == "root":
            return True
        head = by_index.get(token.head)
        if head is None or token.upos not in _PREDICATE:
            return False
        if token.deprel == "parataxis":
            return token.index in subject and independent(head)
        return token.deprel == "conj" and token.index in subject and independent(head)

    clauses = sum(independent(token) for token in tokens)
    dependent = any(t.deprel in _DEPENDENT for t in tokens)
    return PATTERNS[(2 if dependent else 0) + (1 if clauses > 1 else 0)]


def connectors(text: str, relative: bool | None = None) -> list[str]:
    """Return the groups of the connectors in a text, in the order of :data:`GROUPS`.

    Longer connectors are found first and removed, so that *so that* does not count as *that*.

    Args:
        text: the text.
        relative: whether the parse has a relative clause. If not, *that* and *who* do not count. With ``None``
            (unknown) they count.

    >>> connectors("The lid stuck because it was bent, but the jar that she held was open.")
    ['cause/effect', 'comparison/contrast', 'relation']
    """
    plain = f" {' '.join(_WORD.findall(text.lower().replace('’', chr(39))))} "
    found = set()
    every = sorted(((w, g) for g, ws in GROUPS.items() for w in ws), key=lambda p: -len(p[0]))
    for word, group in every:
        if f" {word} " in plain:
            if group != "relation" or relative is not False:
                found.add(group)
            plain = plain.replace(f" {word} ", " | ")
    return [group for group in GROUPS if group in found]
