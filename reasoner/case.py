"""One question on its way through the reasoner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kparse.graph import SemanticGraph
from kparse.question import Question
from reasoner.program import Program

if TYPE_CHECKING:
    from reasoner._written import Row
    from reasoner.answer import Told
    from reasoner.mined import Evidence
    from reasoner.said import Said
    from reasoner.solver import Solution
    from reasoner.store import Selection


@dataclass(frozen=True, slots=True)
class Case:
    """A question about a pronoun of a graph, with the graph's facts and the text's other pronouns."""

    graph: SemanticGraph
    facts: tuple[str, ...]
    question: Question
    others: tuple[Question, ...]
    said: tuple[Said, ...] = ()
    """Knowledge given as sentences for this question."""
    rows: tuple[Row, ...] = ()
    """Rows tried for this question besides those of the store."""
    unread: tuple[Told, ...] = ()
    """What is to be told of sentences that could not be read."""
    texts: tuple[str, ...] = ()
    """Of a choice between alternatives: the premise's text and theirs."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A case with its program, the knowledge selected for it, and the readings found."""

    case: Case
    program: Program
    selection: Selection
    solution: Solution
    select_ms: float
    told: tuple[Told, ...] = ()
    """What became of each sentence of knowledge."""
    counted: tuple[Evidence, ...] = ()
    """What was counted in raw text that tells the candidates apart."""
