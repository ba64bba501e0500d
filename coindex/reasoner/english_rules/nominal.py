"""Verbs in the form of nouns: *has admiration for*, *gets a promotion*, *makes a decision*, *her refusal of the loan*.

A light verb says little more than that there is a deed, the noun which. The deed is one more predication, with the
verb that the noun is derived from, so that it matches a text with the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coindex.reasoner.english_rules.words import stem
from coindex.reasoner.knowledge.related_words import Kind, related_words
from kparse.caches import cache
from kparse.graph import Node, SemanticGraph

Slot = tuple[str, str]
"""A grammatical relation and its node."""
Deed = tuple[str, tuple[Slot, ...]]
"""A verb and its participants."""

_DOES = frozenset(
    "make give take have do pay put feel show express offer hold lay cast throw raise launch".split()
)
"""Light verbs whose subject does what the noun says."""
_UNDERGOES = frozenset("get receive undergo suffer".split())
"""Light verbs to whose subject it is done."""
_FIRST, _FIRST_ALIKE = 3, 4
"""A verb counts for a noun in so many first senses of both; the second if they share a stem."""
_FREE = ("obl.", "nmod.")


def light(graph: SemanticGraph, node: Node, slots: Sequence[Slot]) -> Deed | None:
    """Return the deed that a light verb and its noun say; ``None`` if they say none.

    Args:
        graph: the graph.
        node: the verb; its concept may contain the noun (``make_decision``).
        slots: its participants.
    """
    head, _, noun = node.concept.partition("_")
    if head not in _DOES | _UNDERGOES:
        return None
    found = [(role, player) for role, player in slots if role != "obj"]
    if graph.out(node.id, "nn"):
        return None  # *throws a farewell party*: what narrows the noun belongs to the deed
    if not noun:
        nouns = [e.target for e in graph.out(node.id, "obj")]
        if len(nouns) != 1 or graph.nodes[nouns[0]].kind not in ("entity", "state", "quantity"):
            return None
        if graph.out(nouns[0], "nn"):
            return None
        noun = graph.nodes[nouns[0]].concept
        found += [(e.role, e.target) for e in graph.out(nouns[0]) if e.role.startswith(_FREE)]
    verb = verb_of(noun)
    if not verb:
        return None
    return verb, tuple(_placed(found, undergone=head in _UNDERGOES))


def named(graph: SemanticGraph, node: Node) -> Deed | None:
    """Return the deed that a noun with participants names (*her refusal of the loan*); ``None`` if it is none."""
    own = [(e.role, e.target) for e in graph.out(node.id)]
    of = [player for role, player in own if role == "nmod.of"]
    owner = [player for role, player in own if role == "poss"]
    if not (of or owner) or any(role == "nn" for role, _ in own):
        return None
    verb = verb_of(node.concept)
    if not verb:
        return None
    slots = [("subj", player) for player in owner]
    slots += [("obj", player) for player in of]
    if not owner:
        slots += [("subj", player) for player in of]  # *the arrival of the guest*
    slots += [
        (role.replace("nmod.", "obl."), player)
        for role, player in own
        if role.startswith("nmod.") and role != "nmod.of"
    ]
    return verb, tuple(slots)


def _placed(slots: Sequence[Slot], *, undergone: bool) -> Iterator[Slot]:
    """Give the participants of the light verb as those of the verb; the first one beside the subject is its object."""
    rest = [slot for slot in slots if slot[0] != "subj"]
    for role, player in slots:
        if role == "subj":
            yield ("obj" if undergone else "subj"), player
    if undergone:
        yield from (("subj", player) for role, player in rest if role in ("obl.from", "obl.by"))
    elif rest:
        yield "obj", rest[0][1]
        if rest[0][0].startswith(_FREE):
            yield f"obl.{rest[0][0].partition('.')[2]}", rest[0][1]


@cache
def verb_of(noun: str) -> str:
    """Return the verb of the deed that a noun names; empty if it names none.

    >>> verb_of("decision"), verb_of("admiration"), verb_of("bottle")
    ('decide', 'admire', '')
    """
    verbs = [
        (stem(verb) != stem(noun), rank, verb)
        for (verb, _), rank in related_words().of(noun, "n", Kind.DEED).items()
        if rank <= (_FIRST_ALIKE if stem(verb) == stem(noun) else _FIRST)
    ]
    return min(verbs)[2] if verbs else ""
