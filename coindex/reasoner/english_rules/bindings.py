"""How the pronouns of a text may be bound if the one asked about stands for a candidate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from coindex.reasoner.english_rules.content import Content
from kparse.graph import SemanticGraph
from kparse.mentions.binding import co_arguments

if TYPE_CHECKING:
    from kparse.mentions.question import Question

_BINDINGS = 48  # tried
_SPLIT = 0.1
"""Cost of resolving two pronouns of the same form to different antecedents."""


@dataclass(slots=True)
class Binding:
    """Which participants of the text are identical."""

    of: dict[str, str]
    cost: float = 0.0
    """Cost of pronouns of the same form with different antecedents."""
    nouns: dict[str, frozenset[str]] = field(default_factory=dict)
    kinds: dict[str, frozenset[str]] = field(default_factory=dict)


def bindings(
    text: Content,
    question: Question,
    candidate: str | None,
    others: Sequence[Question],
    same: Sequence[tuple[str, str]],
    touched: Set[str],
) -> Iterator[Binding]:
    """Yield the possible bindings of the pronouns if the one asked about stands for the candidate."""
    free = [q for q in others if q.pronoun in touched and not q.is_gap][:4]
    choices: list[list[str | None]] = [
        list([c.node for c in q.candidates if c.node][:4]) or [None] for q in free
    ]
    count, rejected = 0, None
    for chosen in product(*choices):
        bound = {question.pronoun: candidate} | {
            q.pronoun: node for q, node in zip(free, chosen, strict=True)
        }
        binding = _union(text, [*same, *((p, n) for p, n in bound.items() if n)])
        if not _allowed(text.graph, bound, binding.of):
            rejected = rejected or binding
            continue
        count += 1
        binding.cost = _SPLIT * sum(
            _alike(text.graph, question.pronoun, q.pronoun)
            and binding.of[q.pronoun] != binding.of.get(question.pronoun)
            for q in free
        )
        yield binding
        if count >= _BINDINGS:
            return
    if rejected and not count:
        yield rejected


def _alike(graph: SemanticGraph, one: str, other: str) -> bool:
    mine, theirs = graph.nodes[one], graph.nodes[other]
    return mine.concept == theirs.concept and mine.attrs.get("gender") == theirs.attrs.get("gender")


def _allowed(graph: SemanticGraph, bound: Mapping[str, str | None], of: Mapping[str, str]) -> bool:
    """Check that no two arguments of one verb become identical."""
    for pronoun in bound:
        if graph.nodes[pronoun].attrs.get("case") in ("refl", "poss"):
            continue
        for other in co_arguments(graph, pronoun):
            if of.get(other) == of.get(pronoun):
                return False
    return True


def _union(text: Content, pairs: Sequence[tuple[str, str]]) -> Binding:
    of = {n.id: n.id for n in text.graph.nodes.values()}

    def root(node: str) -> str:
        while of[node] != node:
            node = of[node]
        return node

    speakers: dict[str, str] = {}
    for node in text.graph.of_kind("pronoun"):
        if node.attrs.get("person") in ("1", "2"):
            who = speakers.setdefault(node.attrs["person"] + node.attrs.get("num", ""), node.id)
            of[root(node.id)] = root(who)
    for one, other in pairs:
        if one in of and other in of:
            of[root(one)] = root(other)
    binding = Binding({n: root(n) for n in of})
    nouns: dict[str, set[str]] = {}
    kinds: dict[str, set[str]] = {}
    for node in text.graph.of_kind("entity", "quantity"):
        nouns.setdefault(binding.of[node.id], set()).add(node.concept)
    for node_id, found in text.kinds.items():
        if node_id in binding.of:
            kinds.setdefault(binding.of[node_id], set()).update(found)
    binding.nouns = {k: frozenset(v) for k, v in nouns.items()}
    binding.kinds = {k: frozenset(v) for k, v in kinds.items()}
    return binding
