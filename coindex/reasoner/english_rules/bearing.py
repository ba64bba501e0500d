"""Whether a sentence that fits a text speaks for its reading, against it, or not at all: signs and contrasts.

Each half of a sentence may match with the opposite sign (*not rich* for *rich*), and both sentence and text may present
one half as contrary to what the other lets expect (*but*, *although*).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from coindex.reasoner.english_rules.clauses import clause_of
from coindex.reasoner.english_rules.content import Content
from coindex.reasoner.english_rules.match import BY_KIN, Alignment

_REASONS = frozenset(f"link.{word}" for word in "because since as so if when".split())
"""Relations that present one clause as a reason for the other."""
_STRONG = frozenset(f"link.{word}" for word in "although though even_though unless".split())
"""Relations that deny what one clause lets expect of the other."""


class Bearing(Enum):
    """What a sentence says of the reading that it fits."""

    FOR = "for"
    AGAINST = "against"
    """The same in all, but only one of the two has a contrast."""
    CONTRAST = "contrast"
    """Only the text has a contrast, and a weak one: *but* may as well continue a story. Nothing follows."""
    OPPOSITE = "opposite"
    """One half is the opposite of what the text says: nothing follows."""


def bearing_of(
    rule: Content, text: Content, told: Sequence[Alignment], aligned: Sequence[Alignment]
) -> tuple[Bearing, bool]:
    """Return what a sentence says of the reading that it fits, and whether both its halves are in the text.

    Args:
        rule: the content of the sentence.
        text: the content of the text.
        told: the alignments of what is said of the pronoun.
        aligned: all alignments.
    """
    bearing, both = Bearing.FOR, False
    for one in told:
        if one.opposed:
            return Bearing.OPPOSITE, both
        halves = 0
        for two in aligned:
            if two.likeness < BY_KIN or ":" in two.rule.id:
                continue
            own = (clause_of(rule.graph, one.rule.id), clause_of(rule.graph, two.rule.id))
            if own[0] == own[1]:
                continue
            halves += 1
            mine = _denies(rule, one.rule.id, two.rule.id)
            theirs = _denies(text, one.text.id, two.text.id)
            # A contrast need not be marked: *She begged. They did not give in.*
            contrast = (
                not mine if theirs else mine and _links(text, one.text.id, two.text.id, _REASONS)
            )
            if (one.contrary != two.contrary) and not contrast:
                return Bearing.OPPOSITE, both
            if contrast and one.contrary == two.contrary:
                if theirs and not _links(text, one.text.id, two.text.id, _STRONG):
                    return Bearing.CONTRAST, both
                bearing = Bearing.AGAINST
        both = both or bool(halves)
        if not halves and one.contrary:
            return Bearing.OPPOSITE, both
    return bearing, both


def _denies(where: Content, one: str, other: str) -> bool:
    """Check whether one of two clauses is contrary to what the other lets expect."""
    return _clauses(where, one, other) in {_clauses(where, *pair) for pair in where.denies}


def _links(where: Content, one: str, other: str, relations: frozenset[str]) -> bool:
    """Check whether a connective of some kind links two clauses."""
    return _clauses(where, one, other) in {
        _clauses(where, edge.source, edge.target)
        for edge in where.graph.edges
        if edge.role.split("?")[0] in relations
    }


def _clauses(where: Content, one: str, other: str) -> frozenset[str]:
    return frozenset((clause_of(where.graph, one), clause_of(where.graph, other)))
