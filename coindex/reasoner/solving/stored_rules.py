"""Which stored sentences speak about a question, and the rule that the best of them becomes.

A stored sentence was written without the question in view, so it has to meet the text in both halves by all that it
says (:mod:`coindex.reasoner.solving.meeting`). Sentences that meet it exactly come first: a vague one never outweighs
them, and two that disagree leave the question to other knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english_rules.content import content
from coindex.reasoner.english_rules.halves import clauses
from coindex.reasoner.english_rules.sentences import EnglishRule
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.solving.case import Case, Solved
from coindex.reasoner.solving.given_rules import rules_from_sentences
from coindex.reasoner.solving.meeting import Meeting, Text, about, meeting
from coindex.reasoner.store.sentence_index import Found
from coindex.reasoner.store.store import Store

MOST = 8
"""Sentences that are matched with one question if the clauses alone do not say for whom they speak."""
_LOSS = 2
"""Points of weight that a sentence loses for each thing that it does not meet exactly."""


@dataclass(frozen=True, slots=True)
class _Met:
    """A sentence that meets the text in both halves."""

    found: Found
    how: Meeting


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The candidate for which a sentence speaks."""

    found: Found
    loose: int
    candidate: str
    """Its node."""
    called: str
    """What the sentence calls the participant that the pronoun is."""
    where: str


def pairs_said(case: Case) -> list[tuple[str, str]]:
    """Give the pairs of predicates of a text of which one is about the pronoun, sorted; in a choice, all pairs."""
    said = clauses(case.graph)
    mine = [one for one in said if about(one, case.question)]
    return sorted({(a.key, b.key) for a in mine for b in said if a.core != b.core})


def stored_rules(
    case: Case,
    store: Store,
    solve_plainly: Callable[[], Solved],
    rule_of: Callable[[SentenceReading], EnglishRule],
) -> list[Rule]:
    """Give the rule of the stored sentence that fits a question best, if there is one.

    Args:
        case: the question.
        store: the knowledge.
        solve_plainly: solves the case without sentences, with all atoms.
        rule_of: makes the rule of a reading.
    """
    found = store.sentences_about(pairs_said(case)) if store.has_sentences else []
    found = [one for one in found if one.sentence.id not in case.left_out]
    solved = solve_plainly() if found else None
    if solved is None or not solved.solution.optima:
        return []
    said = content(case.graph, solved.solution.optima[0].atoms)
    text = Text(case.graph, case.question, said, tuple(clauses(case.graph)), store)
    met = [_Met(one, how) for one in found if (how := meeting(one.reading, text)) is not None]
    spoken = [one for each in met if (one := _directly(each, case)) is not None]
    if not spoken:
        spoken = _by_matching(sorted(met, key=lambda one: one.how.loose)[:MOST], solved, rule_of)
    return _best(spoken, case)


def _directly(met: _Met, case: Case) -> _Spoken | None:
    """Read off the clauses for whom a sentence speaks."""
    choice = None if case.question.is_gap else met.how.choice(case.question)
    if choice is None:
        return None
    index, variable = choice
    node = case.question.candidates[index].node or f"none({index})"
    return _Spoken(
        met.found, met.how.loose, node, _called(met.found.reading, variable), met.how.where
    )


def _called(reading: SentenceReading, variable: str) -> str:
    """Give what a sentence calls a participant: ``person2``; nothing for one that a noun names."""
    from kparse.notation.penman import decode

    concept = decode(reading.graph).nodes[variable].concept
    return (reading.names or {}).get(concept, "")


def _by_matching(
    met: Sequence[_Met], solved: Solved, rule_of: Callable[[SentenceReading], EnglishRule]
) -> list[_Spoken]:
    """Match sentences as given ones are matched: other pronouns and choices need that."""
    if not met:
        return []
    rules, _ = rules_from_sentences(solved, [rule_of(one.found.reading) for one in met])
    spoken = []
    for rule in rules:
        one = met[rule.line - 1]
        _, _, candidate, where = arguments(rule.program.rstrip("."))
        called = rule.text.rpartition(" (“")[2] if rule.text.endswith("” is {Y})") else ""
        called = called.removesuffix("” is {Y})")
        spoken.append(_Spoken(one.found, one.how.loose, candidate, called, where))
    return spoken


def _best(spoken: Sequence[_Spoken], case: Case) -> list[Rule]:
    """Choose among sentences: of those that meet the text best, the weightiest, unless they disagree."""
    if not spoken:
        return []
    least = min(one.loose for one in spoken)
    best = [one for one in spoken if one.loose == least]
    if len({one.candidate for one in best}) > 1:
        return []
    one = max(best, key=lambda each: each.found.sentence.weight)
    sentence = one.found.sentence
    made = sentence.as_rule("", one.called, max(1, sentence.weight - _LOSS * one.loose))
    given = sentence.id, case.question.pronoun, one.candidate, one.where
    return [replace(made, program=f"favour({','.join(given)}).")]
