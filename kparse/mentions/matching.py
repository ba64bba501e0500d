"""Matching given candidates to nodes, since they are rarely quoted from the text word for word."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from kparse.graph import Node, SemanticGraph
from kparse.input.lemmas import lemma_of
from kparse.mentions.phrases import phrase_text

_WORD = re.compile(r"\w+(?:[-.']\w+)*|_|[^\w\s]")
SKIPPED = frozenset("the a an this that these those".split())
_AFTER_HEAD = frozenset("of in on with from for at by to who that which near under".split())
_KIND_BONUS = {
    "entity": 4.0,
    "group": 4.0,
    "quantity": 3.0,
    "pronoun": 2.0,
    "state": 1.0,
    "event": 0.0,
    "property": -1.0,
}


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case, without possessive endings and punctuation."""
    text = re.sub(r"['’]s\b|(?<=s)['’](?!\w)", "", text.replace("’", "'"))
    return [w.lower() for w in _WORD.findall(text) if w[0].isalnum() or w == "_"]


def stem(word: str) -> str:
    """Return a rough singular.

    >>> stem("cities"), stem("boxes"), stem("glass")
    ('city', 'box', 'glass')
    """
    lemma = lemma_of(word, "NOUN", word)
    if lemma != word:
        return lemma
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("xes", "ches", "shes", "sses", "zes", "oes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def match_candidate(graph: SemanticGraph, text: str, pronoun: str) -> str | None:
    """Return the node that matches a candidate best, if any does; of equal ones the nearest before the pronoun."""
    words = words_of(text)
    content = [w for w in words if w not in SKIPPED] or words
    if not content:
        return None
    place = (graph.nodes[pronoun].tokens or (1 << 30,))[0]
    quoted = _quoted(graph, content)
    best: tuple[float, int, str] | None = None
    for node in graph.nodes.values():
        if node.id in (pronoun, graph.root):
            continue
        score = _score(graph, node, text, content)
        if node.kind in ("entity", "quantity") and not quoted.isdisjoint(node.tokens):
            score = max(score, 99.0)
        if score < 40:
            continue
        position = min(node.tokens, default=-1)
        distance = place - position if position < place else 100_000 + position - place
        key = (-score - _KIND_BONUS.get(node.kind, 0.0), distance, node.id)
        if best is None or key < best:
            best = key
    return best[2] if best else None


def _quoted(graph: SemanticGraph, content: list[str]) -> set[int]:
    """Return the tokens of the head wherever the text contains a candidate of several words literally.

    Where the graph leaves open what a preposition belongs to, modifiers alone cannot distinguish "the box from Oslo"
    from "the box from Rome".
    """
    if len(content) < 2:
        return set()
    text = graph.metadata.get("snt", "")
    words = [
        (word, number)
        for number, (start, end) in enumerate(graph.token_spans())
        for word in words_of(text[start:end])
        if word not in SKIPPED
    ]
    forms = [word for word, _ in words]
    head = content.index(_head(content))
    starts = range(len(words) - len(content) + 1)
    return {words[n + head][1] for n in starts if forms[n : n + len(content)] == content}


def _score(graph: SemanticGraph, node: Node, text: str, content: list[str]) -> float:
    if node.kind == "group":
        return _group_score(graph, node, text)
    own = words_of(graph.text_of(node.id)) or words_of(node.concept.replace("_", " "))
    if not own:
        return 0.0
    if node.kind in ("event", "state", "property") and not (
        node.kind == "state" and node.attrs.get("pos") == "noun"
    ):
        return _predicate_score(graph, node, content)
    phrase = [w for w in words_of(phrase_text(graph, node.id)) if w not in SKIPPED]
    if node.kind == "pronoun":
        if _is_elliptical(graph, node, content):
            return 90.0
        same = own == content
        return (
            100.0
            if same and len(content) == 1
            else (60.0 if node.concept == content[-1] and len(content) == 1 else 0.0)
        )
    if phrase == content:
        return 100.0
    if _has_another_owner(graph, node, text):
        return 0.0
    if own == content:
        return 95.0
    stems, own_stems, phrase_stems = (
        [stem(w) for w in content],
        [stem(w) for w in own],
        {stem(w) for w in phrase},
    )
    overlap = len([w for w in stems if w in phrase_stems]) / max(len(stems), 1)
    if own_stems == stems:
        return 92.0
    head = own_stems[-1]
    candidate_head = _head(stems)
    if node.attrs.get("proper"):
        if set(stems) & set(own_stems):
            return 70.0 + 15.0 * overlap
    elif head == candidate_head:
        return 65.0 + 20.0 * overlap + 5.0 * (stems[-1] == head)
    elif head in stems:
        return 45.0 + 20.0 * overlap - 4.0 * stems.index(head)
    ratio = SequenceMatcher(None, head, candidate_head).ratio()
    whole = SequenceMatcher(None, " ".join(own), " ".join(content)).ratio()
    close = max(ratio if len(head) > 3 and head[0] == candidate_head[0] else 0.0, whole)
    if close >= 0.8:
        return 60.0 * close
    # The head differs, but most words of the candidate are in the phrase ("the red one").
    return 40.0 + 5.0 * overlap if overlap >= 0.75 and len(stems) > 1 else 0.0


def _is_elliptical(graph: SemanticGraph, node: Node, content: list[str]) -> bool:
    """Whether a node such as "the younger ones" has the modifiers of a candidate such as "the younger students"."""
    modifiers = {w for e in graph.out(node.id, "mod") for w in words_of(graph.text_of(e.target))}
    return node.concept == "one" and bool(modifiers) and modifiers <= set(content[:-1])


def _has_another_owner(graph: SemanticGraph, node: Node, text: str) -> bool:
    """Whether a thing has another owner than in the candidate: "Eva's cake" is not "Lisa's cake"."""
    given = re.match(r"(\w[\w.-]*)['’]s?\s+\w", text.strip())
    owners = [e.target for e in graph.out(node.id, "poss")]
    if given is None or not owners or graph.nodes[owners[0]].attrs.get("proper") != "+":
        return False
    return given[1].lower() not in words_of(graph.text_of(owners[0]))


def _head(stems: list[str]) -> str:
    """Return the head of a noun phrase: the last word before a preposition or relative pronoun."""
    for position, word in enumerate(stems[1:], 1):
        if word in _AFTER_HEAD:
            return stems[position - 1]
    return stems[-1]


def _group_score(graph: SemanticGraph, node: Node, text: str) -> float:
    parts = re.split(r"\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*&\s*", text.strip())
    members = [e.target for e in graph.out(node.id, "op")]
    if len(parts) < 2 or len(parts) != len(members):
        return 0.0
    scores = []
    for part, member in zip(parts, members, strict=True):
        content = [w for w in words_of(part) if w not in SKIPPED] or words_of(part)
        scores.append(_score(graph, graph.nodes[member], part, content) if content else 0.0)
    return 110.0 if min(scores) >= 60 else 0.0


def _predicate_score(graph: SemanticGraph, node: Node, content: list[str]) -> float:
    """Score a predicate as the head of a candidate that is a clause ("that Ann left", "winning the race")."""
    own = {stem(w) for w in words_of(graph.text_of(node.id))} | set(node.concept.split("_"))
    stems = [stem(w) for w in content]
    if not own & set(stems):
        return 0.0
    around = own | {
        stem(w)
        for e in graph.out(node.id)
        if not e.role.startswith("link.")
        for w in words_of(graph.text_of(e.target))
    }
    return 30.0 + 40.0 * len([w for w in stems if w in around]) / len(stems)
