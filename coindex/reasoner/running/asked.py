"""Rules that were asked for, in a case: what is asked, and who is named where such a rule is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, cast

from coindex.reasoner.answer import SentenceUse
from coindex.reasoner.asks import ASKED, Query, Supplied
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.solving.case import Case

if TYPE_CHECKING:
    from coindex.reasoner.english_rules.sentences import EnglishRule

_GIVEN = "you said: "
"""What the text of a rule begins with that a user gave."""


def query_of(case: Case) -> Query:
    """Give the question that a case asks, as those see it who are asked for rules."""
    question = case.question
    if not question.is_gap:
        candidates = tuple(candidate.text for candidate in question.candidates)
        return Query(case.graph.metadata.get("snt", ""), question.start, question.end, candidates)
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
