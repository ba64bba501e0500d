"""The words of a whole noun phrase. They come from the graph alone, which may have been read from a file."""

from __future__ import annotations

import re

from kparse.graph import SemanticGraph

BEFORE = frozenset(
    "the a an this that these those my your his her its our their some any no every each all both many much few "
    "several more most less enough either neither such another what which whose one two three four five six seven "
    "eight nine ten eleven twelve twenty thirty forty fifty hundred thousand too very so as quite really rather least "
    "half of only".split()
)
"""Words that belong to a phrase if they come right before it, though they are not nodes."""

POINTING = frozenset({"this", "that", "these", "those"})
PARTITIVES = frozenset(
    "half all both most some any none one two three many few each several".split()
)
ARTICLES = frozenset("the a an my your his her its our their this that these those".split())
BEFORE_ARTICLES = PARTITIVES | frozenset("such what quite rather of many".split())
"""Words that may come before an article within a phrase: not in "gave [her] a place", "worked [as] a cook"."""
DEGREES = frozenset("too very so as quite really rather only".split())

INSIDE = frozenset("mod nn poss appos op rel comp nmod than as".split())
"""Relations that lead from a noun to the rest of its phrase."""

WITHIN_CLAUSE = frozenset(
    "subj obj iobj obl tmod comp mod nn poss nmod op rel link appos than".split()
)
"""Relations that stay within a clause that belongs to the phrase."""


def phrase_tokens(graph: SemanticGraph, node: str, *, relative: bool = True) -> list[int]:
    """Return the token indices from the first to the last word of a node's phrase, with its relative clauses or not."""
    own = graph.nodes[node].tokens
    members = {node}
    stack = [(node, False)]
    while stack:
        current, inside = stack.pop()
        for edge in graph.out(current):
            base = edge.role.split(".", 1)[0]
            if edge.choice is not None and not edge.choice.default:
                continue
            if base == "rel" and not relative:
                continue
            if base in (WITHIN_CLAUSE if inside else INSIDE) and edge.target not in members:
                members.add(edge.target)
                stack.append((edge.target, inside or base in ("rel", "comp")))
    tokens = {t for m in members for t in graph.nodes[m].tokens}
    if not tokens:
        return []
    first, last = min(tokens), max(tokens)
    words = graph.metadata.get("tok", "").split(" ")
    head = min(own, default=first)
    pointed = graph.nodes[node].attrs.get("def") == "dem"
    while 0 < first <= len(words) and (word := words[first - 1].lower()) in BEFORE:
        if (word in POINTING and not pointed) or (word in DEGREES and first == head):
            break  # "that Eve left"
        if word == "of" and (first < 2 or words[first - 2].lower() not in PARTITIVES):
            break  # "in front of the shop", but "half of the cake"
        if words[first].lower() in ARTICLES and word not in BEFORE_ARTICLES:
            break
        first -= 1
    return list(range(first, last + 1))


def phrase_span(
    graph: SemanticGraph, node: str, *, relative: bool = True
) -> tuple[int, int] | None:
    """Return the code point span of a node's whole phrase ("the old man with a stick"), if tokens have positions."""
    spans = graph.token_spans()
    tokens = phrase_tokens(graph, node, relative=relative)
    if not tokens or not spans or max(tokens) >= len(spans):
        return None
    return spans[tokens[0]][0], spans[tokens[-1]][1]


def phrase_text(graph: SemanticGraph, node: str, *, relative: bool = True) -> str:
    """Return the words of a node's whole phrase as the text has them, or its concept if it has no tokens."""
    span = phrase_span(graph, node, relative=relative)
    if span is None:
        return graph.nodes[node].concept.replace("_", " ")
    return re.sub(r"\s+", " ", graph.metadata.get("snt", "")[span[0] : span[1]]).strip()
