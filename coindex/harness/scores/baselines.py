"""Simple baselines: the first candidate, the nearest one, the one in the same role, the first subject.

Source: Rahman and Ng (2012). A system's knowledge is of use only if the system is better than these. A baseline that
has no answer to a question gives ``None``, and is scored on the others only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from coindex.reasoner.answer import Answer
from kparse.graph import SemanticGraph

BASELINES = ("first", "recency", "parallelism", "subject")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
_ROLES = {"subj": "subject", "obj": "object", "iobj": "object"}
SITUATIONS = ("event", "state")


def baselines(answer: Answer, graph: SemanticGraph | None) -> dict[str, int | None]:
    """Return the answer of each baseline to a question, as an index into the candidates.

    Args:
        answer: the answer to it, which has the nodes of the candidates.
        graph: its graph; ``None`` where there is none, as for choices, which leaves the first alternative.

    ``recency``: the candidate whose last mention before the pronoun ends nearest to it. ``parallelism``: the one in
    the same grammatical role as the pronoun (subject, object, or after a preposition); of several, the nearest.
    ``subject``: the subject of the first clause that has one.
    """
    found: dict[str, int | None] = dict.fromkeys(BASELINES)
    found["first"] = 0 if answer.candidates else None
    if graph is None:
        return found
    nodes = [
        next((r.node for r in answer.readings if r.index == i), None)
        for i in range(len(answer.candidates))
    ]
    ends = [_end(answer, graph, i, nodes[i]) for i in range(len(nodes))]
    found["recency"] = _nearest(range(len(nodes)), ends)
    pronoun = _pronoun(graph, answer.start)
    if pronoun is not None:
        wanted = _roles(graph, pronoun)
        alike = [i for i, n in enumerate(nodes) if n is not None and wanted & _roles(graph, n)]
        found["parallelism"] = _nearest(alike, ends) if alike else None
    found["subject"] = _first_subject(graph, nodes)
    return found


def _end(answer: Answer, graph: SemanticGraph, index: int, node: str | None) -> int | None:
    """Where the candidate's last mention before the pronoun ends: by its words, else by its node."""
    phrase = _ARTICLE.sub("", answer.candidates[index].strip())
    pattern = rf"(?<!\w){re.escape(phrase)}(?!\w)"
    found = [m.end() for m in re.finditer(pattern, answer.text[: answer.start], re.IGNORECASE)]
    if found:
        return found[-1]
    spans = graph.token_spans()
    tokens = graph.nodes[node].tokens if node in graph.nodes else ()
    ends = [spans[t][1] for t in tokens if t < len(spans)]
    return max(ends) if ends and max(ends) <= answer.start else None


def _nearest(indices: Sequence[int], ends: Sequence[int | None]) -> int | None:
    before = [(end, i) for i in indices if (end := ends[i]) is not None]
    return max(before, key=lambda pair: (pair[0], -pair[1]))[1] if before else None


def _pronoun(graph: SemanticGraph, start: int) -> str | None:
    spans = graph.token_spans()
    for node in graph.of_kind("pronoun"):
        if node.tokens and node.tokens[0] < len(spans):
            first, last = spans[node.tokens[0]]
            if first <= start < last:
                return node.id
    return None


def _roles(graph: SemanticGraph, node: str) -> set[str]:
    """The roles of a node in its clauses; a member of a coordination has the roles of the whole."""
    roles: set[str] = set()
    for edge in graph.into(node):
        kind = graph.nodes[edge.source].kind
        if kind in SITUATIONS:
            role = "oblique" if edge.role.startswith("obl.") else _ROLES.get(edge.role)
            roles |= {role} if role else set()
        elif kind == "group" and edge.role == "op":
            roles |= _roles(graph, edge.source)
    return roles


def _first_subject(graph: SemanticGraph, nodes: Sequence[str | None]) -> int | None:
    subjects = [e for e in graph.edges if e.role == "subj" and graph.nodes[e.source].tokens]
    first = min(subjects, key=lambda e: graph.nodes[e.source].tokens, default=None)
    if first is None:
        return None
    members = {first.target, *(e.target for e in graph.out(first.target, "op"))}
    found = [i for i, node in enumerate(nodes) if node in members]
    return found[0] if len(found) == 1 else None
