"""Joining the graphs of several texts into one."""

from __future__ import annotations

from collections.abc import Sequence

from kparse.graph import KINDS, Choice, SemanticGraph

_PREFIX = {kind: prefix for prefix, kind in KINDS.items()}


def join(graphs: Sequence[SemanticGraph]) -> tuple[SemanticGraph, list[dict[str, str]]]:
    """Put the sentences of all graphs under one root, without any link between those of different graphs.

    Returns:
        The graph, whose text is the texts joined by blanks; and for each given graph, a map from its nodes' names to
        their new names.
    """
    texts = [g.metadata.get("snt", "") for g in graphs]
    result = SemanticGraph(metadata={"snt": " ".join(texts)})
    result.add_node(result.root, "text")
    names: list[dict[str, str]] = []
    counts: dict[str, int] = {}
    words: list[str] = []
    spans: list[str] = []
    sentences = groups = characters = 0
    for graph, text in zip(graphs, texts, strict=True):
        called = {graph.root: result.root}
        for node in graph.nodes.values():
            if node.id == graph.root:
                continue
            prefix = _PREFIX.get(node.kind, node.id[0])
            counts[prefix] = counts.get(prefix, 0) + 1
            called[node.id] = f"{prefix}{counts[prefix]}"
            result.add_node(
                called[node.id],
                node.concept,
                kind=node.kind,
                attrs=node.attrs,
                tokens=[t + len(words) for t in node.tokens],
            )
        last = groups
        for edge in graph.edges:
            role = edge.role
            if edge.source == graph.root and role.startswith("snt"):
                sentences += 1
                role = f"snt{sentences}"
            choice = edge.choice and Choice(edge.choice.group + last, edge.choice.default)
            groups = max(groups, choice.group) if choice else groups
            result.add_edge(called[edge.source], role, called[edge.target], choice)
        words += graph.metadata.get("tok", "").split()
        spans += [f"{a + characters}-{b + characters}" for a, b in graph.token_spans()]
        characters += len(text) + 1
        names.append(called)
    result.metadata |= {"tok": " ".join(words), "spans": " ".join(spans)}
    return result, names


def main_predicate(graph: SemanticGraph) -> str | None:
    """Return the main event or state of the last sentence that has one, or else the last event or state."""
    predicates = [
        e.target
        for e in graph.out(graph.root)
        if e.role.startswith("snt") and graph.nodes[e.target].kind in ("event", "state")
    ]
    found = predicates or [n.id for n in graph.of_kind("event", "state")]
    return found[-1] if found else None
