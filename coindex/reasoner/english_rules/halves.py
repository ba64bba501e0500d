"""What a clause says in the terms by which a stored sentence is found: its main predicate, and who takes part.

Verbs that only frame (*get*, *stay*, *have*) are no predicate of their own: *gets wet* says *wet*, *has the key* says
*have key*, *has it* says nothing. The same is read off the graph of a stored sentence and of a question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.reasoner.english_rules.words import generic
from kparse.graph import Node, SemanticGraph

FRAMING = frozenset(
    "be have get go make take do become stay remain seem appear look feel keep come let put"
    " turn grow happen cause bring".split()
)
"""Verbs that say nothing alone: what they frame is the predicate."""
_PARTS = ("subj", "obj", "iobj", "than", "as")
_SITUATIONS = ("event", "state")
_LESS = frozenset("less least".split())
_DEPTH = 4  # complements followed


@dataclass(frozen=True, slots=True)
class Clause:
    """A situation of a graph, or a property that a noun has (*an old friend*)."""

    node: str
    core: str
    """The node of the predicate: another one if the first only frames it."""
    key: str
    """The predicate: ``help``; with its noun if it only frames: ``have key``."""
    framed: bool
    """Whether the noun is part of the key."""
    slots: tuple[tuple[str, str], ...]
    """Grammatical relations and their nodes."""
    complement: str
    """The key of the clause that completes it (*wants to win*: ``win``), or nothing."""
    degree: str
    """How it is graded: ``more``, ``less``, ``too``; empty for a plain statement."""

    embedded: bool
    """Whether it completes another predicate, and so is not asserted: *wants to win*, *started too fast*."""

    @property
    def less(self) -> bool:
        """Whether it is said to a lower degree: *less heavy*."""
        return self.degree in _LESS


def clauses(graph: SemanticGraph) -> list[Clause]:
    """Give the clauses of a graph that say something, in the order of its nodes."""
    return [one for node in graph.nodes.values() if (one := clause(graph, node.id)) is not None]


def clause(graph: SemanticGraph, node: str) -> Clause | None:
    """Read a node as a clause; ``None`` if it is none, or only frames and there is nothing to frame."""
    found = graph.nodes[node]
    if found.kind == "property":
        return _attribute(graph, found)
    if found.kind not in _SITUATIONS:
        return None
    core, noun = _core(graph, found)
    if core is None:
        return None
    key = f"{core.concept} {noun}" if noun else core.concept
    completed = "" if noun else _complement(graph, core)
    slots = [*_slots(graph, core.id)]
    if core.id != node:
        have = {relation for relation, _ in slots}
        slots += [(relation, n) for relation, n in _slots(graph, node) if relation not in have]
    degree = core.attrs.get("degree") or found.attrs.get("degree", "")
    return Clause(
        node, core.id, key, bool(noun), tuple(slots), completed, degree, _embedded(graph, node)
    )


def _attribute(graph: SemanticGraph, node: Node) -> Clause | None:
    holder = next((edge.source for edge in graph.into(node.id) if edge.role == "mod"), None)
    if holder is None or graph.nodes[holder].kind not in ("entity", "pronoun"):
        return None
    slots = (("subj", holder), *_slots(graph, node.id))
    degree = node.attrs.get("degree", "")
    return Clause(node.id, node.id, node.concept, False, slots, "", degree, embedded=False)


def _core(graph: SemanticGraph, node: Node) -> tuple[Node | None, str]:
    """Give the node of the predicate, and the noun that belongs to it if it only frames."""
    for _ in range(_DEPTH):
        if node.concept not in FRAMING:
            return node, ""
        inner = graph.target(node.id, "comp")
        if inner is not None and graph.nodes[inner].kind in _SITUATIONS:
            node = graph.nodes[inner]
            continue
        for relation, other in _slots(graph, node.id):
            noun = graph.nodes[other]
            if relation in ("subj", "than", "as") or not _is_specific(noun):
                continue
            place = f"{relation[4:]} " if relation.startswith("obl.") else ""
            return node, f"{place}{noun.concept}"
        return None, ""
    return None, ""


def _embedded(graph: SemanticGraph, node: str) -> bool:
    above = [graph.nodes[edge.source] for edge in graph.into(node) if edge.role == "comp"]
    return any(one.concept not in FRAMING or _embedded(graph, one.id) for one in above)


def _complement(graph: SemanticGraph, core: Node) -> str:
    inner = graph.target(core.id, "comp")
    found = clause(graph, inner) if inner is not None else None
    return found.key if found is not None else ""


def _slots(graph: SemanticGraph, node: str) -> Iterator[tuple[str, str]]:
    for edge in graph.out(node):
        if edge.role in _PARTS or edge.role.startswith("obl."):
            yield edge.role, edge.target
        elif edge.role == "mod":
            for inner in graph.out(edge.target):
                if inner.role in ("than", "as"):
                    yield inner.role, inner.target


def _is_specific(node: Node) -> bool:
    """Tell whether a participant is named by a noun that says what it is."""
    return node.kind == "entity" and node.attrs.get("proper") != "+" and not generic(node.concept)
