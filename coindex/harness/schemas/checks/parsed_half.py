"""A half of a schema as the checks need it: its graph, the pronoun's node, the parties' nodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.schemas.schema import Half, Schema
from kparse.errors import CoindexError
from kparse.graph import Node, SemanticGraph
from kparse.mentions.question import Candidate, Question

if TYPE_CHECKING:
    from coindex.reasoner import Answer, Reasoner

_OWNED = re.compile(r"(.*\w)(?:['’]s|s['’]) \w")
_PHRASE = ("mod", "nn", "poss", "nmod", "appos", "op")


@dataclass(frozen=True, slots=True)
class ParsedHalf:
    """A half with its graph and question; ``trouble`` says why there are none."""

    half: Half
    graph: SemanticGraph
    question: Question | None
    trouble: str = ""

    @property
    def pronoun(self) -> Node | None:
        """The pronoun's node."""
        return self.graph.nodes[self.question.pronoun] if self.question else None

    def party(self, index: int) -> Node | None:
        """The node of an answer; ``None`` if the text has none."""
        node = self.question.candidates[index].node if self.question else None
        return self.graph.nodes[node] if node else None

    def gap(self) -> str:
        """Return why the half cannot be checked; empty if it can."""
        if self.question is None:
            return self.trouble
        missing = [c.text for c in self.question.candidates if not self._has_head(c)]
        if missing:
            return f"no phrase of the text was taken for {missing[0]!r}"
        if len({c.node for c in self.question.candidates}) < 2:
            return "both answers were taken for the same phrase"
        return ""

    def _has_head(self, candidate: Candidate) -> bool:
        """Whether a candidate has a node, and not just that of the owner: *Tina* for *Tina's drawing*."""
        if candidate.node is None:
            return False
        owner, owned = _OWNED.match(candidate.text), self.graph.nodes[candidate.node].concept
        return owner is None or owned.replace("_", " ") not in owner[1]

    def predicates(self) -> list[str]:
        """Return the names of the nodes next above the pronoun that say something of it, in text order."""
        return _heads(self.graph, self.question.pronoun) if self.question else []

    def own_clause(self) -> SemanticGraph:
        """Return the graph cut to the pronoun's clause and the parties' phrases."""
        assert self.question is not None
        return own_clause(
            self.graph, self.question.pronoun, [c.node for c in self.question.candidates if c.node]
        )


def parse_halves(
    schemas: Iterable[Schema], reasoner: Reasoner
) -> Iterator[tuple[ParsedHalf, ParsedHalf]]:
    """Parse both halves of each schema."""
    for schema in schemas:
        yield _parsed(schema.half(0), reasoner), _parsed(schema.half(1), reasoner)


def _parsed(half: Half, reasoner: Reasoner) -> ParsedHalf:
    from kparse.mentions.candidates import find_questions
    from kparse.semantics.build import parse_text

    graph = SemanticGraph()
    try:
        graph = parse_text(reasoner.nlp, half.text, blanks=False, asked=[half.start])
        asked = find_questions(graph, pronoun=half.start, candidates=half.answers)
    except CoindexError as error:
        return ParsedHalf(half, graph, None, getattr(error, "message", str(error)))
    return ParsedHalf(half, graph, asked[0])


def answered(parsed: ParsedHalf, reasoner: Reasoner) -> Answer | None:
    """Answer a half; ``None`` if that cannot be done, or if the answers are no two phrases of the text."""
    return None if parsed.gap() else _answer(parsed.graph, parsed.question, reasoner)


def alone(parsed: ParsedHalf, reasoner: Reasoner) -> Answer | None:
    """Answer the pronoun's own clause beside the bare parties, without asking anybody for rules."""
    if parsed.gap():
        return None
    before, reasoner.asks = reasoner.asks, None
    try:
        return _answer(parsed.own_clause(), parsed.question, reasoner)
    finally:
        reasoner.asks = before


def _answer(graph: SemanticGraph, question: Question | None, reasoner: Reasoner) -> Answer | None:
    asked = [question] if question else []
    try:
        every = [*asked, *reasoner.other_questions(graph, asked)]
        return reasoner.answer_questions(graph, asked, every)[0]
    except CoindexError:
        return None


def own_clause(graph: SemanticGraph, pronoun: str, parties: Sequence[str]) -> SemanticGraph:
    """Cut a graph to the predicates of which the pronoun, or a phrase that it is part of, is an argument.

    Their dependents stay; clauses joined by a connective do not. Parties stay with their phrase, without relative
    clauses.
    """
    heads = _heads(graph, pronoun)
    kept = dict.fromkeys([graph.root, *heads])
    _gather(graph, heads, kept, lambda role: not role.startswith("link."))
    _gather(graph, parties, kept, lambda role: role.split(".", 1)[0] in _PHRASE)
    cut = SemanticGraph(graph.root, graph.metadata)
    for name in graph.nodes:
        if name in kept:
            node = graph.nodes[name]
            cut.add_node(name, node.concept, kind=node.kind, attrs=node.attrs, tokens=node.tokens)
    for edge in graph.edges:
        chosen = edge.choice is None or edge.choice.default
        inner = edge.source in cut.nodes and edge.target in cut.nodes
        if chosen and inner and not edge.role.startswith(("link.", "snt")):
            cut.add_edge(edge.source, edge.role, edge.target)
    # Nodes that have become unreachable become sentences of their own: the notation needs one root.
    reached: dict[str, None] = {}
    for name in [*heads, *parties, *cut.nodes]:
        if name not in reached and name != graph.root:
            cut.add_edge(graph.root, f"snt{len(cut.out(graph.root)) + 1}", name)
            _gather(cut, [name], reached, lambda _: True)
    return cut


def _heads(graph: SemanticGraph, pronoun: str) -> list[str]:
    """The predicates next above a node, in text order."""
    found, seen, todo = [], {pronoun}, [pronoun]
    while todo:
        for edge in graph.into(todo.pop()):
            other = edge.choice is not None and not edge.choice.default
            if other or edge.source in seen or edge.role.startswith(("link.", "snt", "rel")):
                continue
            seen.add(edge.source)
            if graph.nodes[edge.source].kind in ("event", "state"):
                found.append(edge.source)
            else:
                todo.append(edge.source)
    return sorted(found, key=lambda name: (graph.nodes[name].tokens, name))


def _gather(
    graph: SemanticGraph,
    start: Iterable[str],
    kept: dict[str, None],
    follow: Callable[[str], bool],
) -> None:
    """Add nodes, and what is reached from them by some relations, to those kept."""
    todo = list(start)
    while todo:
        name = todo.pop()
        kept[name] = None
        todo.extend(e.target for e in graph.out(name) if e.target not in kept and follow(e.role))
