"""The words of a text for a situation, beside the general sentence of a rule: *People who win (“defeated”) ...*."""

from __future__ import annotations

import re

from coindex.reasoner.asp.terms import is_contrary, plain
from coindex.reasoner.english.classes import listed
from kparse.graph import Node, SemanticGraph
from kparse.mentions.phrases import phrase_tokens

_MOST_WORDS = 6
"""A longer clause is cut down to its predicate."""
_AFTER = ("obj", "iobj", "comp")
"""What follows a predicate and belongs to its gloss."""
_BLANKS = frozenset("_")


def gloss(graph: SemanticGraph, term: str) -> str:
    """Give the words of a situation: its predicate with negation, degree and object, as in the text.

    What is turned round is told with *not*.

    >>> from kparse.notation.penman import decode
    >>> text = '''# ::snt Ann had not lent him a pen
    ... # ::tok Ann had not lent him a pen
    ... # ::spans 0-3 4-7 8-11 12-16 17-20 21-22 23-26
    ... (d1 / text :kind text :snt1 (e1 / lend~3 :kind event :polarity - :subj (x1 / Ann~0 :kind entity)
    ...    :iobj (x2 / he~4 :kind entity) :obj (x3 / pen~6 :kind entity)))'''
    >>> graph = decode(text)
    >>> gloss(graph, "e1"), gloss(graph, "contrary(e1)"), gloss(graph, "x1")
    ('“had not lent him a pen”', '', '')
    """
    turned = is_contrary(term)
    node = graph.nodes.get(plain(term))
    if node is None or node.kind not in ("event", "state") or not node.tokens:
        return ""
    words, spans = graph.metadata.get("tok", "").split(" "), graph.token_spans()
    if len(spans) != len(words) or max(node.tokens) >= len(words):
        return ""
    first, negated = _first(graph, node, words)
    last = _last(graph, node, first, words)
    if node.attrs.get("exist") and not negated:
        at = [t for e in graph.out(node.id, "subj") for t in phrase_tokens(graph, e.target)]
        if run := [t for t in at if t - min(at) < _MOST_WORDS]:
            first, last = min(run), max(t for t in run if t - min(run) == run.index(t))
    named = {t for n in graph.nodes.values() if n.attrs.get("proper") == "+" for t in n.tokens}
    if named & set(range(first, last + 1)):
        last = max(node.tokens)
    empty = listed("auxiliaries") | {"to", "having", "doing", "so", "too", "not", "n't"}
    if all(word.lower() in empty for word in words[first : last + 1]):
        return ""
    found = graph.metadata.get("snt", "")[spans[first][0] : spans[last][1]]
    if re.search(r"[“”\"()\[\]{}]|_", found):
        return ""
    if turned:
        return "" if negated else f"not “{found}”"
    return f"“{found}”"


def _first(graph: SemanticGraph, node: Node, words: list[str]) -> tuple[int, bool]:
    """Give the first word of a predicate with its negation or degree, and whether it is negated."""
    own = first = min(node.tokens)
    if node.kind == "state":
        modifiers = [t for e in graph.out(node.id, "mod") for t in graph.nodes[e.target].tokens]
        own = first = min([own, *(t for t in modifiers if own - 3 <= t < own)])
    negations = listed("negations") | {"no", "hardly", "barely"}
    auxiliaries = listed("auxiliaries") | {"to"}
    while first and words[first - 1].lower() in negations | listed("degrees") | auxiliaries:
        first -= 1
    before = [word.lower() for word in words[first:own]]
    negated = any(word in negations for word in before)
    while first < own and words[first].lower() in (listed("be") if negated else auxiliaries):
        if words[first + 1].lower() in ("n't", "n’t"):
            break
        first += 1
    return first, negated or node.attrs.get("polarity") == "-"


def _last(graph: SemanticGraph, node: Node, first: int, words: list[str]) -> int:
    """Give the last word of a predicate, with its object if that is short."""
    own = last = max(node.tokens)
    for edge in graph.out(node.id):
        target = graph.nodes[edge.target]
        if edge.role not in _AFTER or not target.tokens or min(target.tokens) < own:
            continue
        if target.kind == "pronoun" or target.attrs.get("proper") == "+":
            continue
        whole = phrase_tokens(graph, target.id) if target.kind == "entity" else target.tokens
        for end in (max(whole, default=own), max(target.tokens)):
            if own < end < first + _MOST_WORDS and not _BLANKS & set(words[own:end]):
                last = max(last, end)
                break
    if last == own:
        last = _with_phrase(graph, node, first, words)
    for edge in graph.out(node.id, "mod"):
        if last + 1 in graph.nodes[edge.target].tokens:
            last += 1
    while last > own and words[last].lower() in listed("loose"):
        last -= 1
    return last


def _with_phrase(graph: SemanticGraph, node: Node, first: int, words: list[str]) -> int:
    """Give the last word of a predicate with the phrase behind its preposition, if that follows at once."""
    own = max(node.tokens)
    for edge in graph.out(node.id):
        target = graph.nodes[edge.target]
        named = target.kind != "entity" or target.attrs.get("proper") == "+"
        if named or not edge.role.startswith("obl.") or not target.tokens:
            continue
        preposition, end = edge.role[4:].split("_")[0], max(target.tokens)
        near = [word.lower() for word in words[own + 1 : own + 3]]
        if preposition in near and own < end < first + _MOST_WORDS:
            return end
    return own
