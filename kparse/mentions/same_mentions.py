"""Noun phrases that name the same one: ``Ann ... Ann``, ``a dog ... the dog``, and appositions."""

from __future__ import annotations

from collections.abc import Iterator

from kparse.graph import Node, SemanticGraph


def same_mentions(graph: SemanticGraph) -> Iterator[tuple[str, str]]:
    """Give the pairs of nodes that name one and the same, the earlier one first.

    Entities of one name are one; a definite noun is the one before it of the same noun and number, if there is just
    one that its adjectives do not tell apart from it.
    """
    names: dict[str, list[str]] = {}
    nouns: dict[tuple[str, str], list[list[str]]] = {}
    for node in graph.of_kind("entity"):
        if node.attrs.get("proper") == "+":
            earlier = names.setdefault(node.concept, [])
        else:
            before = nouns.setdefault((node.concept, node.attrs.get("num", "")), [])
            told = _described(graph, node)
            like = [b for b in before if told in ((), _described(graph, graph.nodes[b[0]]))]
            if len(like) == 1 and told is not None and node.attrs.get("def") == "def":
                earlier = like[0]
            else:
                earlier = []
                before.append(earlier)
        yield from ((other, node.id) for other in earlier)
        earlier.append(node.id)
    yield from ((edge.source, edge.target) for edge in graph.edges if edge.role == "appos")


def _described(graph: SemanticGraph, node: Node) -> tuple[str, ...] | None:
    """The adjectives of a thing, as in ``the old man``; none if it is told apart otherwise: ``the man from Rome``."""
    words = []
    for edge in graph.out(node.id):
        kind = edge.role.partition(".")[0]
        if kind == "mod":
            words.append(graph.nodes[edge.target].concept)
        elif kind in ("nn", "nmod", "rel", "poss", "appos", "comp"):
            return None
    return tuple(sorted(words))
