"""How similar two predications are by their words, their classes, and the properties that they assert."""

from __future__ import annotations

from typing import NamedTuple

from coindex.reasoner.english_rules.amounts import alike, is_amount
from coindex.reasoner.english_rules.content import PLACES, Predication
from coindex.reasoner.english_rules.kinship import kinship
from coindex.reasoner.knowledge.related_words import Kind

_OVERLAP = 0.5
"""Share of common properties from which two predications mean nearly the same."""
_COMMON = 0.3
"""Share of common properties, the slight ones left out, from which two states mean nearly the same."""
_EITHER = frozenset("good bad has want harmed helped gained able moved".split())
"""Slight properties that do not even count where one predication says all that another says."""
_REFUSED = frozenset("give allow accept help obey".split())
"""Classes of deeds that one refuses somebody."""
_VAGUE = frozenset(
    "act express seem be_at have feel harm help give get take go move_thing tell say talk lose change".split()
)
"""Classes so broad that sharing them means nothing."""
_EMPTY = frozenset("act express seem be_at have feel get take go move_thing change".split())
"""Classes that mean nothing even as a word's own class."""
_SLIGHT = frozenset(
    "good bad mental feeling good_feeling bad_feeling has gained helped harmed need want able unable suffer knows "
    "wrong right kind hurt moved present absent wanting_any".split()
)
"""Properties so common that sharing them means little."""


_NOT_THE_OPPOSITE = 0.55
"""Similarity of a word and the denial of its antonym: *narrow*, *not wide*."""

_VETO = 2
"""Antonyms in so many first senses of both words say nothing of each other, whatever the lexicon says."""


class Likeness(NamedTuple):
    """How similar two predications are."""

    close: float
    """From 0 to 1."""
    by_word: bool = False
    """Whether by the words themselves rather than by a class or a property."""
    contrary: bool = False
    """Whether they are opposites."""
    wider: bool = False
    """Whether one is only more general than the other: not enough for what is said of the pronoun."""


def likeness(
    rule: Predication, text: Predication, opposites: frozenset[tuple[str, str]]
) -> Likeness:
    """Return how similar two predications are."""
    denied = rule.denied != text.denied
    if rule.word == text.word:
        return Likeness(1.0, True, denied)
    if is_amount(rule.word) and is_amount(text.word):
        return Likeness(0.8 if alike(rule.word, text.word) else 0.0, True, denied)
    if ":" in rule.id or ":" in text.id:
        return Likeness(0.8 if _converse(rule, text) else 0.0, True, denied)
    if rule.word.split("_")[0] == text.word.split("_")[0]:
        # A particle is part of the verb; the parser sometimes takes it for a preposition.
        both = "_" in rule.word and "_" in text.word
        return Likeness(0.2 if both else 0.7, True, denied)
    if rule.stems and rule.stems == text.stems:
        return Likeness(0.8, True, denied)
    if _misspelt(rule.word, text.word):
        return Likeness(0.75, True, denied)
    if rule.stems & text.stems:
        return Likeness(0.65, True, denied)
    kin = kinship(rule, text)
    found = [_by_sense(rule, text), _by_property(rule, text, opposites)]
    if kin is not None and kin.kind is Kind.ANTONYM:
        if denied:
            found.append(Likeness(_NOT_THE_OPPOSITE, False, False))
        elif kin.rank <= _VETO:
            return Likeness(0.4, False, True)
    elif kin is not None:
        wider = kin.kind in (Kind.HYPERNYM, Kind.HYPONYM)
        found.append(Likeness(kin.close, not wider, denied, wider))
    return max(found, key=lambda each: each.close)


def _by_sense(rule: Predication, text: Predication) -> Likeness:
    """Return the similarity of two predications by their classes; negation makes them opposites."""
    contrary = rule.denied != text.denied
    if (rule.senses & text.senses) - _EMPTY:
        return Likeness(0.6, False, contrary)
    if contrary and (_refuses(rule, text) or _refuses(text, rule)):
        return Likeness(0.5, False, False)
    if rule.word in text.classes - _EMPTY:
        return Likeness(0.5, False, contrary)  # *give* for *lend*
    if ((rule.senses & text.classes) | (rule.classes & text.senses)) - _VAGUE:
        return Likeness(0.4, False, contrary)
    return Likeness(0.0, False, False)


def _refuses(one: Predication, other: Predication) -> bool:
    """Check whether one is a refusal of what the other does: *refuse a loan*, *not lend*."""
    return "refuse" in one.senses and bool((other.senses | other.classes) & _REFUSED)


def _by_property(
    rule: Predication, text: Predication, opposites: frozenset[tuple[str, str]]
) -> Likeness:
    """Return the similarity by asserted properties, which take account of negation already."""
    mine, theirs = _telling(_own(rule)), _telling(_own(text))
    if not (rule.is_state or text.is_state):
        # A shared effect of two events means little, unless they have most effects in common.
        return Likeness(0.4 if _overlap(rule, text) >= _OVERLAP else 0.0, False, False)
    common = mine & theirs
    on_scale = any(p.startswith("dim(") for p in common)
    if common and (on_scale or len(common) >= _COMMON * len(mine | theirs)):
        return Likeness(0.55 if rule.is_state and text.is_state else 0.5, False, False)
    if common:
        best = 0.5 if mine <= theirs or theirs <= mine else 0.25
        return Likeness(best, False, False)
    if any((p, q) in opposites for p in mine for q in theirs):
        return Likeness(0.4, False, True)
    if mine & _telling(text.implies) or theirs & _telling(rule.implies):
        return Likeness(0.4, False, False)
    if _overlap(rule, text) >= _OVERLAP:
        return Likeness(0.5, False, False)
    mine, theirs = {p for _, p in rule.says} - _EITHER, {p for _, p in text.says} - _EITHER
    within = mine and theirs and (mine <= theirs or theirs <= mine)
    return Likeness(0.4 if within else 0.0, False, False)


def _own(one: Predication) -> frozenset[tuple[str, str]]:
    """Return what is said; of a state only of its subject, not of what it is compared with."""
    subject = next((node for role, node in one.slots if role == "subj"), None)
    if not one.is_state or subject is None:
        return one.says
    return frozenset((node, prop) for node, prop in one.says if node == subject)


def _overlap(rule: Predication, text: Predication) -> float:
    """Return the share of common properties, the slight ones included."""
    mine, theirs = {p for _, p in rule.says}, {p for _, p in text.says}
    return len(mine & theirs) / len(mine | theirs) if mine and theirs else 0.0


def _converse(rule: Predication, text: Predication) -> bool:
    """Check for converses: *A is above B* is *B is below A*."""
    return PLACES.get(rule.word) == text.word or PLACES.get(text.word) == rule.word


def _misspelt(one: str, other: str) -> bool:
    """Check whether two longer words differ by two swapped neighbouring letters, or by one letter.

    >>> _misspelt("receive", "recieve"), _misspelt("defend", "defeat"), _misspelt("form", "farm")
    (True, False, False)
    """
    if min(len(one), len(other)) < 6 or abs(len(one) - len(other)) > 1 or one[0] != other[0]:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    rest, left = one[start:], other[start:]
    if len(one) == len(other):
        return rest[:2] == left[1::-1] and rest[2:] == left[2:]
    return (rest[1:] == left) if len(one) > len(other) else (left[1:] == rest)


def _telling(given: frozenset[tuple[str, str]]) -> set[str]:
    return {p for _, p in given} - _SLIGHT
