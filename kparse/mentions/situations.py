"""Situations of a text and how they are joined: what is counted in raw text, and looked up for a question.

A *situation* is an event or a state of the graph, without its participants. A *joint* is a pair of situations that a
discourse edge or a complement joins, in the direction of the edge: from the main (or earlier) one to the subordinate
(or later) one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kparse.graph import Node, SemanticGraph

SITUATIONS = ("event", "state")
COMPLEMENT = "comp"
"""The connective between a situation and its complement (what is said, thought or wanted)."""
OWNER = ".poss"
"""Suffix of a role: the owner of the participant that has this role."""
_CORE = ("subj", "obj", "iobj")
_ABLE = ("can", "could")
_HIGHEST = 3
"""How many steps up from a situation a joint is looked for."""
_CARRIERS = frozenset(("comp", "link.to", "link.participle", "link.and"))


@dataclass(frozen=True, slots=True)
class Situation:
    """An event or a state, normalised.

    ``theme`` is the concept of the object if that is a common noun, or else of a complement. Verbs such as *have*,
    *get* and *want* mean little without it.
    """

    lemma: str
    denied: bool = False
    able: bool = False
    """Whether it is presented as possible (*can*, *could*)."""
    theme: str = ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the situation from specific to general; those of a denied one end in ``-``.

        >>> Situation("lift", denied=True, able=True, theme="box").keys
        ('lift box-', 'can lift-', 'lift-')
        >>> Situation("afraid").keys
        ('afraid',)
        """
        sign = "-" if self.denied else ""
        found = [f"{self.lemma} {self.theme}{sign}"] if self.theme else []
        if self.able and self.denied:
            found.append(f"can {self.lemma}{sign}")
        return (*found, f"{self.lemma}{sign}")


@dataclass(frozen=True, slots=True)
class Joint:
    """Two situations of a graph and the connective that joins them."""

    connective: str
    first: str
    second: str


def situation(graph: SemanticGraph, node: Node) -> Situation:
    """Return the situation of an event or state node."""
    return Situation(
        node.concept,
        node.attrs.get("polarity") == "-",
        node.attrs.get("modal") in _ABLE,
        _theme(graph, node.id),
    )


def _theme(graph: SemanticGraph, node: str) -> str:
    target = graph.target(node, "obj") or graph.target(node, COMPLEMENT)
    if target is None:
        return ""
    found = graph.nodes[target]
    if found.kind in SITUATIONS:
        return found.concept
    return found.concept if found.kind == "entity" and "proper" not in found.attrs else ""


def participants(graph: SemanticGraph, node: str) -> Iterator[tuple[str, str]]:
    """Yield the participants of a situation as role and node; their owners have the role ``ROLE.poss``."""
    for edge in graph.out(node):
        if edge.role in _CORE or edge.role.startswith("obl."):
            yield edge.role, edge.target
            for owner in graph.out(edge.target, "poss"):
                yield edge.role + OWNER, owner.target


def joints(graph: SemanticGraph) -> Iterator[Joint]:
    """Yield the joints in the order of the graph's edges; of open attachments, only the default."""
    for edge in graph.edges:
        if edge.choice and not edge.choice.default:
            continue
        if edge.role.startswith("link."):
            connective = edge.role.removeprefix("link.")
        elif edge.role == COMPLEMENT:
            connective = COMPLEMENT
        else:
            continue
        if all(graph.nodes[n].kind in SITUATIONS for n in (edge.source, edge.target)):
            yield Joint(connective, edge.source, edge.target)


def joined(graph: SemanticGraph, first: str, second: str) -> Iterator[Joint]:
    """Yield the nearest joint of two situations, in either order, if there is one.

    The joint may also be between situations in which the two are embedded (said, wanted, done by them).
    """
    known = {(j.first, j.second): j.connective for j in joints(graph)}
    for upper in above(graph, first):
        for over in above(graph, second):
            if upper == over:
                continue
            if (upper, over) in known:
                yield Joint(known[upper, over], first, second)
                return
            if (over, upper) in known:
                yield Joint(known[over, upper], second, first)
                return


def above(graph: SemanticGraph, node: str) -> list[str]:
    """Return a situation and those that it is part of: said, wanted, done with; the nearest first."""
    found = [node]
    for _ in range(_HIGHEST):
        up = next(
            (
                edge.source
                for edge in graph.into(found[-1])
                if edge.role in _CARRIERS
                and graph.nodes[edge.source].kind in SITUATIONS
                and edge.source not in found
            ),
            None,
        )
        if up is None:
            break
        found.append(up)
    return found
