"""Paraphrases of an example, made with synonyms of its verbs and adjectives, to see how far a rule reaches.

One word is replaced at a time, in the form that it has. Only synonyms of a common sense are taken; whether a
paraphrase still says the same is for a person to judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from coindex.reasoner.english.forms import participle, regular, third_person
from coindex.reasoner.knowledge.near_names import synonyms

if TYPE_CHECKING:
    from coindex.reasoner.item import Item
    from kparse.graph import Node, SemanticGraph

MOST = 4
"""Paraphrases of one example."""
_EACH = 3
"""Synonyms of one word."""
_VAGUE = frozenset("be have do get go make take give come put let say see want need can".split())
"""Verbs whose synonyms seldom fit."""


def paraphrases(graph: SemanticGraph, item: Item, most: int = MOST) -> list[Item]:
    """Give questions with one verb or adjective replaced by a synonym; the candidates keep their words.

    Args:
        graph: the parsed text.
        item: the question.
        most: how many to give; of several words each has its turn.
    """
    each = [list(islice(_with_synonyms(node, item), _EACH)) for node in _words(graph)]
    turns = (one for turn in zip_longest(*each) for one in turn if one is not None)
    return list(islice(turns, most))


def _words(graph: SemanticGraph) -> Iterator[Node]:
    """Give the events and adjectives of a text, in its order; joined words are left out."""
    for node in sorted(graph.nodes.values(), key=lambda n: (n.tokens, n.id)):
        is_adjective = node.kind in ("state", "property") and node.attrs.get("pos") == "adj"
        is_plain = len(node.tokens) == 1 and node.concept.isalpha() and node.concept not in _VAGUE
        if is_plain and (node.kind == "event" or is_adjective):
            yield node


def _with_synonyms(node: Node, item: Item) -> Iterator[Item]:
    part = "v" if node.kind == "event" else "a"
    for found in re.finditer(r"[A-Za-z]+", item.text):
        inside = any(_within(found[0], candidate) for candidate in item.candidates)
        for synonym in synonyms(node.concept, part) if not inside else ():
            form = _formed(found[0], node.concept, synonym, part)
            if form is not None and form not in item.text:
                yield _replaced(item, found.start(), found.end(), form)


def _within(word: str, phrase: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", phrase, re.IGNORECASE) is not None


def _formed(word: str, lemma: str, other: str, part: str) -> str | None:
    """Give another lemma in the form that a lemma has in a text; ``None`` if the word is no form of it, or another one.

    >>> [_formed(w, "annoy", "bother", "v") for w in ("annoyed", "annoys", "annoy", "annoying", "fly")]
    ['bothered', 'bothers', 'bother', None, None]
    """
    if not other.isalpha():
        return None
    if word == lemma:
        return other
    if part == "a":
        return None
    if word == third_person(lemma):
        return third_person(other)
    past = participle(other)  # (of a regular verb they are the same)
    is_past = word in (regular(lemma, "participle"), participle(lemma))
    return past if is_past and past == regular(other, "participle") else None


def _replaced(item: Item, start: int, end: int, word: str) -> Item:
    """Put a word in the place of another one; an article before it follows suit."""
    before = item.text[:start]
    article = re.search(r"\b[Aa]n? $", before)
    if article is not None:
        letter = article[0][0]
        before = before[: article.start()] + (f"{letter}n " if word[0] in "aeiou" else f"{letter} ")
    text = before + word + item.text[end:]
    moved = len(text) - len(item.text) if start < item.pron_start else 0
    return replace(
        item, text=text, pron_start=item.pron_start + moved, pron_end=item.pron_end + moved
    )
