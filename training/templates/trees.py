"""Projective dependency trees under construction, and their linearisation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from training.templates.conllu import Sentence, Token

CLOSING = frozenset(".?!;,")
VOWEL_EXCEPTIONS = ("uni", "use", "usu", "eu", "one", "once", "uk")
SILENT_H = ("hour", "honest", "honor", "heir")


@dataclass(slots=True, eq=False)
class Node:
    """A word with its dependents to the left and to the right, in order.

    ``governor`` is the head if that is not the node above, for the rare crossing arc.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str = "_"
    deprel: str = "dep"
    glue: bool = False
    governor: Node | None = None
    left: list[Node] = field(default_factory=list)
    right: list[Node] = field(default_factory=list)

    def as_(self, deprel: str) -> Node:
        """Set the relation to the head and return the node itself."""
        self.deprel = deprel
        return self

    def before(self, *nodes: Node) -> Node:
        """Add dependents in front of all others."""
        self.left[:0] = nodes
        return self

    def after(self, *nodes: Node) -> Node:
        """Add dependents behind all others."""
        self.right.extend(nodes)
        return self

    def walk(self) -> Iterator[tuple[Node, Node | None]]:
        """Yield (node, head) in surface order."""
        yield from _walk(self, None)


def _walk(node: Node, head: Node | None) -> Iterator[tuple[Node, Node | None]]:
    for child in node.left:
        yield from _walk(child, node)
    yield node, head
    for child in node.right:
        yield from _walk(child, node)


def _drop_double_commas(pairs: list[tuple[Node, Node | None]]) -> list[tuple[Node, Node | None]]:
    """Drop commas before another stop, at the end and at the start of the sentence."""
    kept: list[tuple[Node, Node | None]] = []
    for index, (node, head) in enumerate(pairs):
        following = pairs[index + 1][0].form if index + 1 < len(pairs) else "."
        if node.form == "," and (following in CLOSING or not kept):
            continue
        kept.append((node, head))
    return kept


def article(following: str) -> str:
    """Return ``a`` or ``an``, whichever suits the next word."""
    word = following.lower()
    if word.startswith(SILENT_H):
        return "an"
    if word.startswith(VOWEL_EXCEPTIONS):
        return "a"
    return "an" if word[:1] in "aeiou" else "a"


def _fix_forms(nodes: list[Node]) -> None:
    """Set what depends on the word before or behind: ``an``, and ``'`` for ``'s`` behind a plural."""
    for node, following in itertools.pairwise(nodes):
        if node.lemma == "a" and node.upos == "DET":
            node.form = article(following.form)
        if following.xpos == "POS" and node.xpos == "NNS" and node.form.endswith("s"):
            following.form = following.lemma = "'"


def _capitalise(nodes: list[Node]) -> None:
    for node in nodes:
        if node.upos != "PUNCT":
            node.form = node.form[:1].upper() + node.form[1:]
            return


def _space_after(node: Node, following: Node | None) -> bool:
    if following is None:
        return True
    return not (following.glue or node.xpos in ("``", "HYPH") or following.xpos == "HYPH")


def to_sentence(root: Node, group: str = "") -> Sentence:
    """Linearise a tree, with articles, capitals and spaces set."""
    pairs = _drop_double_commas(list(root.walk()))
    nodes = [node for node, _ in pairs]
    _fix_forms(nodes)
    _capitalise(nodes)
    number = {id(node): index for index, node in enumerate(nodes, 1)}
    tokens = []
    for index, (node, parent) in enumerate(pairs):
        following = nodes[index + 1] if index + 1 < len(nodes) else None
        head = node.governor or parent
        tokens.append(
            Token(
                form=node.form,
                lemma=node.lemma,
                upos=node.upos,
                xpos=node.xpos,
                feats=node.feats,
                head=0 if head is None else number[id(head)],
                deprel="root" if head is None else node.deprel,
                space_after=_space_after(node, following),
            )
        )
    return Sentence(tuple(tokens), group)
