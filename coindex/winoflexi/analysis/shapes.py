"""The shape of a half: what its graph says by classes and kinds, whatever the names and the words are.

A shape is a set of features: the labels of nodes, and the labels of edges with those of both ends. A verb is labelled
by its event classes, an adjective by its properties, each with the next wider ones, and a noun by its kinds; a word
without any by itself. The two parties are *one* and *two*, in the order of the text. So *Ann lent Sue a spade* and
*Tom lent Bob a shovel* have the same shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.harness.schemas.checks.kinds import Lexicon
from coindex.harness.schemas.checks.parsed_half import ParsedHalf, parse_halves

if TYPE_CHECKING:
    from coindex.harness.schemas.schema import Schema
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import Node

_TOO_WIDE = frozenset({"act", "state", "event"})
"""Classes of verbs that say nothing."""
_MOST = 3
"""Labels of a node at most."""


def shapes(reasoner: Reasoner, schema: Schema) -> list[list[str]]:
    """Return the features of both halves, sorted; none of a half that cannot be read."""
    lexicon = Lexicon(reasoner.store)
    (halves,) = parse_halves((schema,), reasoner)
    return [sorted(set(_features(parsed, lexicon))) for parsed in halves]


def _features(parsed: ParsedHalf, lexicon: Lexicon) -> Iterator[str]:
    if parsed.pronoun is None:
        return
    special = {parsed.pronoun.id: ("pronoun",)}
    found = [node for node in (parsed.party(0), parsed.party(1)) if node is not None]
    for name, node in zip(("one", "two"), sorted(found, key=lambda n: n.tokens), strict=False):
        special.setdefault(node.id, (name,))
    labels = {
        node.id: special.get(node.id) or tuple(_labels(node, lexicon))[:_MOST]
        for node in parsed.graph.nodes.values()
        if node.kind != "text"
    }
    for own in labels.values():
        yield from own
    for edge in parsed.graph.edges:
        if edge.choice is None or edge.choice.default:
            for source in labels.get(edge.source, ()):
                for target in labels.get(edge.target, ()):
                    yield f"{source} {edge.role} {target}"


def _labels(node: Node, lexicon: Lexicon) -> Iterator[str]:
    """Yield what a node is labelled by, the narrower before the wider."""
    if node.kind not in ("event", "state", "property"):
        names = dict.fromkeys(kind.name for kind in lexicon.kinds(node))
        yield from names or [node.concept]
        return
    classes = [] if node.kind == "property" else sorted(lexicon.store.classes(node.concept))
    named = classes or lexicon.properties(node.concept)
    yield from named or [node.concept]
    for name in named:
        yield from (above for above in lexicon.wider(name) if above not in _TOO_WIDE)
