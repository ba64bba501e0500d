"""Which clause says something of a pronoun, and which clause a predication belongs to."""

from __future__ import annotations

from coindex.reasoner.english_rules.amounts import is_amount
from coindex.reasoner.english_rules.content import Content, root
from kparse.graph import Node, SemanticGraph

FRAMES = frozenset(
    "be get look have become feel take make give do go come seem appear sound want need try able keep let put grow "
    "turn remain stay show manage happen leave".split()
)
"""Words that only frame what is said: a match of one of them is a match of what it frames."""
NEGATIVE = frozenset(
    "stop refuse fail forget avoid cease decline quit deny doubt hesitate neglect prevent unable unwilling".split()
)
"""Words that say of their complement that it is not so."""


def told_by(text: Content, pronoun: str) -> frozenset[str]:
    """Return the predications that say something of a pronoun, each of which alone can be what decides.

    They are the verbs and adjectives that it is an argument of; of several, one the complement of the other, the outer
    one, and the inner one too if the outer one is a frame (*wants to sleep*). If there are none, they are its relations
    to nouns (*her luck*).
    """
    graph = text.graph
    holding = {
        one.id
        for one in text.predications
        if one.id in graph.nodes
        and graph.nodes[one.id].kind in ("event", "state")
        and any(node == pronoun for _, node in one.slots)
    }
    mains = {node for node in holding if not holding & {n.id for n in above_of(graph, node)}}
    framed = {
        node
        for node in holding - mains
        if all(
            up.concept.split("_")[0] in FRAMES | NEGATIVE
            for up in above_of(graph, node)
            if up.id in holding
        )
    }
    own = {
        one.id
        for one in text.predications
        if one.id not in holding
        and (":" not in one.id or _is_place(graph, root(one.id), mains | framed))
        and any(node == pronoun for _, node in one.slots)
        and not is_adverb(graph, one.id)
    }
    if mains or any(is_amount(name.partition("+")[2]) for name in own):
        return frozenset(mains | framed | own)
    return frozenset(
        one.id
        for one in text.predications
        if ":" in one.id and any(node == pronoun for _, node in one.slots)
    )


def _is_place(graph: SemanticGraph, node: str, mains: set[str]) -> bool:
    """Check for *is behind it*, *has it*: a verb that says no more than its relation."""
    if node not in mains:
        return False
    return graph.nodes[node].kind == "state" or graph.nodes[node].concept in ("be", "have")


def is_adverb(graph: SemanticGraph, node: str) -> bool:
    """Check for a modifier of a verb or adjective; what modifies a predicative noun says something of its subject."""
    if node not in graph.nodes:
        return False
    holders = [graph.nodes[edge.source] for edge in graph.into(node) if edge.role == "mod"]
    return any(one.kind in ("event", "state") and one.attrs.get("pos") != "noun" for one in holders)


def clause_of(graph: SemanticGraph, predication: str) -> str:
    """Return the outermost verb or adjective of the clause to which a predication belongs.

    That of a relation between nouns is the clause of the first noun; an adjective beside its noun is its own.
    """
    node = root(predication)
    if node not in graph.nodes:
        return node
    seen: set[str] = set()
    while node not in seen:
        seen.add(node)
        up = sorted(
            (e.role not in ("comp", "subj", "obj"), e.source)
            for e in graph.into(node)
            if (
                (e.role == "comp" or graph.nodes[node].kind not in ("event", "state", "property"))
                and not e.role.startswith("link.")
                and e.role not in ("op", "rel")
            )
            or (e.role == "mod" and graph.nodes[e.source].kind in ("event", "state"))
        )
        if not up:
            return node
        node = up[0][1]
    return node


def above_of(graph: SemanticGraph, node: str) -> list[Node]:
    """Return the predicates that a clause is a complement of, the nearest first."""
    found: list[Node] = []
    seen = {node}
    while True:
        up = sorted(e.source for e in graph.into(node) if e.role == "comp")
        if not up or up[0] in seen:
            return found
        node = up[0]
        seen.add(node)
        found.append(graph.nodes[node])
