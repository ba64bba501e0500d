"""The atoms derived in a question's readings: clauses, their links, what they say.

A miss is diagnosed by the atoms that are there and those that are not. So the question is solved again, all its atoms
are kept, and those that the axioms work with are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.terms import arguments, name_of, plain
from coindex.reasoner.item import Item
from coindex.reasoner.solving.choice import Choice
from kparse.graph import SemanticGraph

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.solving.case import Case

SITUATIONS = ("event", "state")
_SHOWN = (
    "causal/4 purpose/4 content/2 contrast/2 complement/2 coref/2 problem/2 prop/3 affected/3 framed/2 verb_framed/2 "
    "explained/5 hint/3 clash/3"
).split()
"""The predicates that are read, with their arities."""
_CLIMBS = frozenset(("poss", "op", "appos", "nn", "than", "as", "mod"))
"""Relations by which a phrase inside a phrase takes part in the situations of the whole (and ``nmod.*``)."""

RELATIONS = {"causal": 4, "purpose": 4, "content": 2, "contrast": 2}
"""Predicates about two situations that the text relates, with their arities."""

Atom = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Derived:
    """The graph of a question, its pronoun's and candidates' nodes, and the atoms of each best reading."""

    graph: SemanticGraph
    pronoun: str
    nodes: tuple[str | None, ...]
    atoms: frozenset[Atom]
    """Name and arguments."""

    def of(self, name: str, arity: int | None = None) -> Iterator[Atom]:
        """Return the arguments of the atoms of that name, sorted."""
        return (a[1:] for a in sorted(self.atoms) if a[0] == name and arity in (None, len(a) - 1))

    def clauses(self, node: str) -> tuple[str, ...]:
        """Return the situations in which a node takes part, directly or inside a phrase, in the graph's order."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        waiting = [node]
        while waiting:
            current = waiting.pop(0)
            if current in seen:
                continue
            seen.add(current)
            for edge in self.graph.into(current):
                kind = self.graph.nodes[edge.source].kind
                if kind in SITUATIONS:
                    if not edge.role.startswith(("link", "comp")) or current == node:
                        found[edge.source] = None
                elif kind != "text" and (edge.role in _CLIMBS or edge.role.startswith("nmod")):
                    waiting.append(edge.source)
        return tuple(found)

    def mentions(self, node: str) -> tuple[str, ...]:
        """Return the node and those that corefer with it in some reading, except the pronoun asked about."""
        same = {a[1] for a in self.of("coref") if a[0] == node}
        if self.graph.nodes[node].attrs.get("proper") == "+":
            name = self.graph.nodes[node].concept
            same |= {n.id for n in self.graph.of_kind("entity") if n.concept == name}
        return (node, *sorted(same - {node, self.pronoun, *(n for n in self.nodes if n)}))

    def related(self) -> set[frozenset[str]]:
        """Return the pairs of situations that the text relates as cause, goal, content or contrast."""
        return {
            pair
            for name, arity in RELATIONS.items()
            for first, second, *_ in self.of(name, arity)
            if len(pair := frozenset((plain(first), plain(second)))) == 2
        }

    def embedded(self, situation: str) -> tuple[str, ...]:
        """Return the situations that are its complement or its purpose: *tried to help*."""
        roles = ("comp", "link.to")
        found = [e.target for e in self.graph.out(situation) if e.role in roles]
        found += [second for first, second in self.of("complement") if first == situation]
        return tuple(
            dict.fromkeys(
                t for t in found if t in self.graph.nodes and self.graph.nodes[t].kind in SITUATIONS
            )
        )


def case_of(reasoner: Reasoner, asked: Item | Choice, answer: Answer, graph: SemanticGraph) -> Case:
    """Return the derived atoms of an answered question; ``graph`` is the answer's.

    Raises:
        CoindexError: the question cannot be asked, as its answer says.
    """
    if isinstance(asked, Choice):
        from coindex.reasoner.solving.choice import case_of
        from kparse.semantics.build import parse_texts

        return case_of(asked, list(parse_texts(reasoner.nlp, asked.texts)), reasoner.gender_of)
    from coindex.reasoner.solving.case import Case
    from kparse.mentions.candidates import find_questions
    from kparse.notation.facts import facts

    question = find_questions(
        graph, pronoun=answer.start, candidates=answer.candidates, gender_of=reasoner.gender_of
    )[0]
    others = reasoner.other_questions(graph, [question])
    return Case(graph, tuple(facts(answer.graph)), question, tuple(others))


def underived(case: Case) -> Derived:
    """Return what is known before anything is derived: the graph and the question."""
    nodes = tuple(c.node for c in case.question.candidates)
    return Derived(case.graph, case.question.pronoun, nodes, frozenset())


def derive(reasoner: Reasoner, case: Case, answer: Answer) -> Derived:
    """Solve a question again and keep what was derived.

    Only the axioms that applied in the answer are used: the others only cost time.

    Raises:
        CoindexError: it cannot be solved.
    """
    from coindex.reasoner.grounding.compiling import compile_text
    from coindex.reasoner.grounding.question_facts import assemble
    from coindex.reasoner.solving.solver import Grounded

    assembled = assemble(case.graph, case.facts, case.question, case.others, reasoner.store)
    selection = reasoner.store.fetch(assembled.lemmas)
    fired = {rule.id for reading in answer.readings for rule in reading.rules}
    facts = [*assembled.facts, *(row.fact for row in selection.rows)]
    shown = compile_text("\n".join(f"#show {name}." for name in _SHOWN), "shown").rules
    known = underived(case)
    terms = [node or f"none({i})" for i, node in enumerate(known.nodes)]
    grounded = Grounded(facts, selection.with_axioms(fired), reasoner.store, extra=shown)
    solution = grounded.solve(known.pronoun, terms)
    found = {atom for optimum in solution.optima for atom in optimum.shown}
    return replace(known, atoms=frozenset((name_of(a), *arguments(a)) for a in found))
