"""The trees of a whole text after the repairs that graphs are built from, for those who read trees alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kparse.input.excerpt import pieces_of
from kparse.input.tokens import ParsedText, Token
from kparse.input.tree import Tree
from kparse.repair.rules import repair
from kparse.semantics.clefts import mark_expletives

TOGETHER = 150
"""Words that are mended together, at least: what a repair looks for is not far away, and time stays linear."""


def mended(parsed: ParsedText) -> ParsedText:
    """Mend the trees of a text, and mark *it* of weather and time as an expletive.

    The words stay the same; their heads, relations, word classes and lemmas may change.
    """
    return replace(parsed, tokens=tuple(t for run in _runs(parsed) for t in _mended(parsed, *run)))


def _runs(parsed: ParsedText) -> Iterator[tuple[int, int]]:
    """Give runs of whole sentences."""
    start = end = 0
    for _, end in pieces_of(parsed, len(parsed.tokens) or 1):
        if end - start >= TOGETHER:
            yield start, end
            start = end
    if start < end:
        yield start, end


def _mended(parsed: ParsedText, start: int, end: int) -> Iterator[Token]:
    own = [
        replace(token, index=token.index - start, head=max(-1, token.head - start))
        for token in parsed.tokens[start:end]
    ]
    tree = Tree(replace(parsed, tokens=tuple(own), blanks=frozenset(), asked=frozenset()))
    repair(tree)
    mark_expletives(tree)
    for i, token in enumerate(parsed.tokens[start:end]):
        head = tree.head[i] if tree.head[i] < 0 else tree.head[i] + start
        found = head, tree.rel[i], tree.lemma[i], tree.upos[i], tree.xpos[i]
        if found == (token.head, token.deprel, token.lemma, token.upos, token.xpos):
            yield token
        else:
            head, deprel, lemma, upos, xpos = found
            yield replace(token, head=head, deprel=deprel, lemma=lemma, upos=upos, xpos=xpos)
