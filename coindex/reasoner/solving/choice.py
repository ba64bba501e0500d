"""Choose which of two alternatives is the cause or effect of a premise (COPA; Roemmele, Bejan & Gordon 2011).

Premise and alternatives become one graph in which the premise's main clause is linked by *because* or *so* to a gap.
The gap serves as the pronoun of the question, and the alternatives' main clauses are its candidates. So the program,
theory, lexicon and explanations are the same as for pronouns. Pronouns and definite descriptions of an alternative are
bound to the premise's noun phrases, never to those of the other alternative.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from coindex.reasoner.answer import Answer
from coindex.reasoner.solving.case import Case
from kparse.errors import InputError
from kparse.graph import Node, SemanticGraph
from kparse.mentions.binding import GenderOf
from kparse.mentions.candidates import find_questions
from kparse.mentions.join import join, main_predicate
from kparse.mentions.question import Candidate, Question

Asks = Literal["cause", "effect"]

_CONNECTIVES = {"cause": "because", "effect": "so"}


@dataclass(frozen=True, slots=True)
class Choice:
    """A premise, its two alternatives, and the relation asked for."""

    id: str
    premise: str
    alternatives: tuple[str, str]
    asks: Asks
    knowledge: tuple[str, ...] = ()
    """Knowledge sentences for this question."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts to parse."""
        return (self.premise, *self.alternatives)

    def failed(self, message: str) -> Answer:
        """Return the answer after a failure: the first alternative, marked as a guess."""
        return Answer(
            text=self.premise,
            pronoun=f"the {self.asks}",
            start=0,
            end=0,
            candidates=self.alternatives,
            answer=0,
            decided_by="error",
            confidence=0.5,
            error=message,
        )


def case_of(
    choice: Choice, parts: Sequence[SemanticGraph], gender_of: GenderOf | None = None
) -> Case:
    """Build the case of a choice; ``parts`` are the graphs of :attr:`Choice.texts`.

    Raises:
        InputError: the premise, or both alternatives, could not be understood.
    """
    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    graph, names = join(parts)
    mains = [main_predicate(part) for part in parts]
    premise, *others = [names[i][m] if m else None for i, m in enumerate(mains)]
    if premise is None or not any(others):
        raise InputError(
            "the premise says nothing that could be understood"
            if premise is None
            else "the alternatives say nothing that could be understood",
            hint="Give English sentences.",
        )
    gap = f"p{1 + sum(n.kind == 'pronoun' for n in graph.nodes.values())}"
    graph.add_node(gap, choice.asks, kind="pronoun")
    graph.add_edge(premise, f"link.{_CONNECTIVES[choice.asks]}", gap)
    given = tuple(Candidate(t, m) for t, m in zip(choice.alternatives, others, strict=True))
    known = (*facts(encode(graph)), *_same(graph, names))
    others_asked = tuple(_pronouns(parts, names, gender_of))
    return Case(graph, known, Question(gap, 0, 0, given), others_asked, texts=choice.texts)


def _pronouns(
    parts: Sequence[SemanticGraph], names: Sequence[dict[str, str]], gender_of: GenderOf | None
) -> Iterator[Question]:
    """Yield the pronouns of all parts; antecedents are in the same part or in the premise."""
    seen: set[str] = set()
    for place in range(1, len(parts)):
        pair, called = join([parts[0], parts[place]])
        back = {new: names[0][old] for old, new in called[0].items()}
        back |= {new: names[place][old] for old, new in called[1].items()}
        try:
            found = find_questions(pair, gender_of=gender_of)
        except InputError:
            continue
        for question in found:
            name = back[question.pronoun]
            if name in seen:
                continue
            seen.add(name)
            candidates = tuple(
                Candidate(c.text, back[c.node], given=False) for c in question.candidates if c.node
            )
            yield Question(name, question.start, question.end, candidates)


def _same(graph: SemanticGraph, names: Sequence[dict[str, str]]) -> Iterator[str]:
    """Yield ``same/2``: definite mentions of a noun of the premise, and equal first or second person pronouns."""
    place = {new: i for i, called in enumerate(names) for new in called.values()}
    nodes = [n for n in graph.nodes.values() if n.kind in ("entity", "pronoun") and n.id in place]
    for node in nodes:
        for earlier in nodes:
            if place[earlier.id] == 0 < place[node.id] and _one(graph, earlier, node):
                yield f"same({earlier.id},{node.id})"


def _one(graph: SemanticGraph, first: Node, second: Node) -> bool:
    if first.concept != second.concept or first.attrs.get("proper") == "+":
        return False  # equal names corefer anyway
    if first.kind == second.kind == "pronoun":
        return first.attrs.get("person") in ("1", "2")
    definite = second.attrs.get("def") in ("def", "dem") or graph.target(second.id, "poss")
    alike = first.attrs.get("num") == second.attrs.get("num")
    return first.kind == second.kind == "entity" and bool(definite) and alike
