"""A question to diagnose: its clauses, those of its candidates, and how the text relates them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.misses.derived import RELATIONS, SITUATIONS, Derived
from coindex.harness.questions.sources import Entry
from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.terms import plain
from coindex.reasoner.solving.choice import Choice
from kparse.graph import SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

ASKED = {"cause": "because", "effect": "so"}
"""How a choice's premise is related to what is asked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answer and the atoms derived for it."""

    entry: Entry
    answer: Answer
    derived: Derived
    store: Store

    @property
    def own(self) -> tuple[str, ...]:
        """The clauses of the pronoun; for a choice, the premise."""
        graph, pronoun = self.derived.graph, self.derived.pronoun
        if self.entry.kind == "choice":
            return tuple(e.source for e in graph.into(pronoun) if e.role.startswith("link."))
        return self.derived.clauses(pronoun)

    def theirs(self, index: int) -> tuple[str, ...]:
        """The clauses of a candidate; for a choice, the alternative."""
        node = self.derived.nodes[index]
        if node is None:
            return ()
        if self.derived.graph.nodes[node].kind in SITUATIONS:
            return (node,)  # an alternative, or a noun under a light verb: *threw a party*
        found = [c for m in self.derived.mentions(node) for c in self.derived.clauses(m)]
        return tuple(dict.fromkeys(found))

    @property
    def all_theirs(self) -> tuple[str, ...]:
        """The clauses of all candidates."""
        found = [c for index in range(len(self.derived.nodes)) for c in self.theirs(index)]
        return tuple(dict.fromkeys(found))

    def pairs(self, gold: int) -> list[tuple[str, str]]:
        """A candidate's clause and one of the pronoun's that the text relates; one that they share stands for itself.

        Of a choice: the premise and the right alternative.
        """
        if self.entry.kind == "choice":
            return [(own, other) for own in self.own for other in self.theirs(gold)]
        related, theirs = self.derived.related(), self.all_theirs
        found = [
            (other, own)
            for own in self.own
            for other in theirs
            if frozenset((own, other)) in related
        ]
        return found or [(own, own) for own in self.own if own in theirs]

    def joint(self, pair: tuple[str, str], say: Callable[[SemanticGraph, str], str]) -> str:
        """Two clauses and the relation between them, each clause as ``say`` has it."""
        first, second = pair
        graph, asked = self.derived.graph, self.entry.asked
        if first == second:
            return say(graph, second)
        how = ASKED[asked.asks] if isinstance(asked, Choice) else self._relation(first, second)
        return f"{say(graph, first)} {how} {say(graph, second)}"

    def _relation(self, first: str, second: str) -> str:
        """How two clauses are related: by the connective of the link from which the relation was derived."""
        graph = self.derived.graph
        for name in ("causal", "purpose"):
            for one, other, _, link in self.derived.of(name, RELATIONS[name]):
                if {plain(one), plain(other)} == {first, second} and link.startswith("link("):
                    source, target = link[5:-1].split(",")
                    for edge in graph.out(source):
                        if edge.target == target and edge.role.startswith("link."):
                            return edge.role[5:]
        for edge in (*graph.out(first), *graph.out(second)):
            if {edge.source, edge.target} == {first, second}:
                return edge.role.removeprefix("link.")
        relative = any(e.role == "rel" and e.target in (first, second) for e in graph.edges)
        return "rel" if relative else "and"
