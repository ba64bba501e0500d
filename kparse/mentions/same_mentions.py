"""Noun phrases that have the same referent: ``Ann ... Ann``, ``a dog ... the dog``, and appositions."""

from __future__ import annotations

from collections.abc import Iterator

from kparse.graph import Node, SemanticGraph


def same_mentions(graph: SemanticGraph) -> Iterator[tuple[str, str]]:
    """Yield the pairs of nodes that have the same referent, the earlier one first.

    These are entities with the same ``ref``, entities with the same name, and a definite noun phrase with an earlier
    one of the same noun and number, if there is exactly one that its adjectives do not exclude.
    """
    names: dict[str, list[str]] = {}
    nouns: dict[tuple[str, str], list[list[str]]] = {}
    for node in graph.of_kind("entity"):
        if "ref" in node.attrs:
            earlier = names.setdefault(f":ref {node.attrs['ref']}", [])
        elif node.attrs.get("proper") == "+":
            earlier = names.setdefault(node.concept, [])
        else:
            before = nouns.setdefault((node.concept, node.attrs.get("num", "")), [])
            adjectives = _adjectives(graph, node)
            same = [b for b in before if adjectives in ((), _adjectives(graph, graph.nodes[b[0]]))]
            if len(same) == 1 and adjectives is not None and node.attrs.get("def") == "def":
                earlier = same[0]
            else:
                earlier = []
                before.append(earlier)
        yield from ((other, node.id) for other in earlier)
        earlier.append(node.id)
    yield from ((edge.source, edge.target) for edge in graph.edges if edge.role == "appos")


def _adjectives(graph: SemanticGraph, node: Node) -> tuple[str, ...] | None:
    """Return the adjectives of a noun (``the old man``), ``None`` if it has other modifiers (``the man from Rome``)."""
    words = []
    for edge in graph.out(node.id):
        kind = edge.role.partition(".")[0]
        if kind == "mod":
            words.append(graph.nodes[edge.target].concept)
        elif kind in ("nn", "nmod", "rel", "poss", "appos", "comp"):
            return None
    return tuple(sorted(words))
