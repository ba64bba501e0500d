"""How similar, in running text, a candidate's own words are to what is said of the pronoun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kparse.graph import SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.evidence.word_vectors import WordVectors

_BESIDE = ("mod", "nn", "obj", "iobj", "comp")


def similarities(
    graph: SemanticGraph, pronoun: str, nodes: Sequence[str], vectors: WordVectors
) -> list[float]:
    """Give for each candidate's node the mean cosine of its words and those of the pronoun's clauses.

    It is 0 where one of them has no word with a vector, such as a name.
    """
    said = vectors.words_of(" ".join(_said_of(graph, pronoun, frozenset(nodes))))
    found = []
    for node in nodes:
        own = vectors.words_of(" ".join(_own(graph, node))) if node in graph.nodes else []
        found.append(float(vectors.similarity(said, own).mean()) if said and own else 0.0)
    return found


def _said_of(graph: SemanticGraph, pronoun: str, candidates: frozenset[str]) -> Iterator[str]:
    """Give the words of the situations that a pronoun takes part in, and of what stands beside them."""
    above = [e.source for e in graph.into(pronoun)] if pronoun in graph.nodes else []
    for source in dict.fromkeys(above):
        yield from _words(graph, source)
        for edge in graph.out(source):
            beside = edge.role.startswith("obl.") or edge.role in _BESIDE
            if beside and edge.target != pronoun and edge.target not in candidates:
                yield from _words(graph, edge.target)


def _own(graph: SemanticGraph, node: str) -> Iterator[str]:
    if graph.nodes[node].attrs.get("proper") == "+":
        return
    yield from _words(graph, node)
    for edge in graph.out(node):
        if edge.role in ("mod", "nn"):
            yield from _words(graph, edge.target)


def _words(graph: SemanticGraph, node: str) -> list[str]:
    found = graph.nodes[node]
    return (
        found.concept.split("_") if found.kind in ("event", "state", "entity", "property") else []
    )
