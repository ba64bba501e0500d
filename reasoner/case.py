"""One question on its way through the reasoner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kparse.graph import SemanticGraph
from kparse.question import Question
from reasoner.program import Program

if TYPE_CHECKING:
    from reasoner.solver import Solution
    from reasoner.store import Selection


@dataclass(frozen=True, slots=True)
class Case:
    """A question about a pronoun of a graph, with the graph's facts and the text's other pronouns."""

    graph: SemanticGraph
    facts: tuple[str, ...]
    question: Question
    others: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Solved:
    """A case with its program, the knowledge selected for it, and the readings found."""

    case: Case
    program: Program
    selection: Selection
    solution: Solution
    select_ms: float
