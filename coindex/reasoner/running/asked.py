"""Rules that were asked for, in a case: what is asked, and who is named where such a rule is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from coindex.reasoner.answer import Answer, SentenceUse
from coindex.reasoner.asks import ASKED, Asks, Query, Supplied
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.solving.case import Case
from coindex.reasoner.solving.deciding import decided

if TYPE_CHECKING:
    from coindex.reasoner.english_rules.sentences import EnglishRule
    from coindex.reasoner.running.engine import Reasoner

_GIVEN = "you said: "
"""What the text of a rule begins with that a user gave."""


@contextmanager
def asking(reasoner: Reasoner, asks: Asks | None) -> Iterator[None]:
    """Let a reasoner ask for rules for a while; ``None``: as it does anyway."""
    before = reasoner.asks
    reasoner.asks = asks or before
    try:
        yield
    finally:
        reasoner.asks = before


def query_of(case: Case, told_from: int = 0) -> Query:
    """Give the question that a case asks, as those see it who are asked for rules.

    Args:
        case: the question.
        told_from: where the text begins that they see, in code points.
    """
    question = case.question
    if not question.is_gap:
        candidates = tuple(candidate.text for candidate in question.candidates)
        text = case.graph.metadata.get("snt", "")[told_from:]
        return Query(text, question.start - told_from, question.end - told_from, candidates)
    premise, *alternatives = case.texts
    asks = cast('Literal["cause", "effect"]', case.graph.nodes[question.pronoun].concept)
    return Query(premise, 0, 0, tuple(alternatives), asks)


def remaining(supplied: Supplied | None, case: Case) -> Supplied | None:
    """Give the sentences that a case does not leave out; ``None`` if there are none."""
    if supplied is None or not case.left_out:
        return supplied
    kept = tuple(one for one in supplied.sentences if one not in case.left_out)
    return replace(supplied, sentences=kept) if kept else None


def with_rules(
    case: Case, supplied: Supplied, rules: Sequence[EnglishRule], unread: Sequence[SentenceUse]
) -> Case:
    """Add sentences that were asked for to a case; what the user has given stays the user's.

    Args:
        case: the case without them.
        supplied: the sentences.
        rules: those that could be read.
        unread: the reports on the others.
    """
    given = {rule.sentence for rule in case.english_rules}
    given |= {use.sentence for use in case.unread}
    return replace(
        case,
        english_rules=(*case.english_rules, *(r for r in rules if r.sentence not in given)),
        unread=(*case.unread, *(use for use in unread if use.sentence not in given)),
        asked={s: supplied.source for s in supplied.sentences if s not in given},
    )


def by_supplied(answer: Answer, supplied: Supplied) -> Answer:
    """Say of an answer what holds of those who stated the rules, if these decided it.

    It has the confidence that was fitted for them; and what rules of raw text decide is called mined.
    """
    if supplied.mined and answer.decided_by == ASKED:
        return replace(answer, decided_by="mined")
    decision = decided(answer)
    if supplied.curve is None or decision is None or decision.source != "asked":
        return answer
    candidates = max(2, len(answer.candidates))
    return replace(answer, confidence=supplied.curve.confidence(decision.margin, candidates))


def attributed(
    case: Case, rules: Sequence[Rule], uses: Sequence[SentenceUse]
) -> tuple[list[Rule], list[SentenceUse]]:
    """Name the source of what was asked for, in the rules made of the sentences and in the reports on these."""
    found = []
    for rule in rules:
        source = case.asked.get(case.english_rules[rule.line - 1].sentence)
        if source is not None:
            text = rule.text.removeprefix(_GIVEN)
            rule = replace(rule, text=text, source=source, file=ASKED)
        found.append(rule)
    return found, [replace(use, source=case.asked.get(use.sentence, "")) for use in uses]
