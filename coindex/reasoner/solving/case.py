"""The data of one question at the stages of the reasoner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.grounding.question_facts import Program
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question

if TYPE_CHECKING:
    from coindex.reasoner.answer import SentenceUse
    from coindex.reasoner.asp.records import Row
    from coindex.reasoner.english_rules.sentences import EnglishRule
    from coindex.reasoner.evidence.weigh import Evidence
    from coindex.reasoner.solving.solver import Solution
    from coindex.reasoner.store.store import Selection


@dataclass(frozen=True, slots=True)
class Case:
    """A question about a pronoun of a graph, with the graph's facts and the text's other pronouns."""

    graph: SemanticGraph
    facts: tuple[str, ...]
    question: Question
    others: tuple[Question, ...]
    english_rules: tuple[EnglishRule, ...] = ()
    """Parsed knowledge sentences for this question."""
    rows: tuple[Row, ...] = ()
    """Extra rows for this question, in addition to those of the store."""
    asked: Mapping[str, str] = field(default_factory=dict)
    """Of the sentences that were asked for: who stated each."""
    unread: tuple[SentenceUse, ...] = ()
    """Reports on sentences that could not be parsed."""
    texts: tuple[str, ...] = ()
    """For a choice: the texts of the premise and the alternatives."""
    salience: tuple[float, ...] = ()
    """Log-odds of the candidates, where a longer text has been read."""
    left_out: frozenset[str] = frozenset()
    """Rules that take no part, by their names, and sentences that were asked for."""


@dataclass(frozen=True, slots=True)
class Solved:
    """A case with its program, the knowledge selected for it, and the readings found."""

    case: Case
    program: Program
    selection: Selection
    solution: Solution
    select_ms: float
    sentence_uses: tuple[SentenceUse, ...] = ()
    """How each knowledge sentence was used."""
    evidence: tuple[Evidence, ...] = ()
    """The statistical evidence that distinguishes the candidates."""
    profile_words: tuple[ProfileWord, ...] = ()
    """The words of profiles that the text has."""
