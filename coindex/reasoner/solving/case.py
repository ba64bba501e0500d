"""One question on its way through the reasoner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.grounding.question_facts import Program
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question

if TYPE_CHECKING:
    from coindex.reasoner.answer import SentenceUse
    from coindex.reasoner.asp.records import Row
    from coindex.reasoner.english_rules.reading import EnglishRule
    from coindex.reasoner.evidence.weigh import Evidence
    from coindex.reasoner.knowledge.store import Selection
    from coindex.reasoner.solving.solver import Solution


@dataclass(frozen=True, slots=True)
class Case:
    """A question about a pronoun of a graph, with the graph's facts and the text's other pronouns."""

    graph: SemanticGraph
    facts: tuple[str, ...]
    question: Question
    others: tuple[Question, ...]
    said: tuple[EnglishRule, ...] = ()
    """Knowledge given as sentences for this question."""
    rows: tuple[Row, ...] = ()
    """Rows tried for this question besides those of the store."""
    unread: tuple[SentenceUse, ...] = ()
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
    told: tuple[SentenceUse, ...] = ()
    """What became of each sentence of knowledge."""
    counted: tuple[Evidence, ...] = ()
    """What was counted in raw text that tells the candidates apart."""
