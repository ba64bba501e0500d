"""All pronouns of a text together: one reading in which every answer holds.

Each question is solved with the other pronouns bound along (``encodings/binding.lp``): its answer is that of the best
reading of the whole text. Where knowledge of one pronoun counts only when that one is asked about, or statistics
decide, the best readings of two questions may differ. Then the surest answer is kept, and the others are looked for
again in the readings that have it, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.solving.case import Case, Solved
from kparse.mentions.question import Candidate, Question

Solve = Callable[[Case], tuple[Answer, Solved]]


def consistent_answers(cases: Sequence[Case], solve: Solve) -> list[tuple[Answer, Solved]]:
    """Answer the questions of one text so that all answers hold in one reading.

    Args:
        cases: one for each pronoun that is asked about, each with all others.
        solve: answers one of them.
    """
    found = [solve(case) for case in cases]
    answers = [answer for answer, _ in found]
    if all(_agrees(solved, answer, cases, answers) for answer, solved in found):
        return found
    kept: dict[str, Candidate] = {}
    for place in sorted(range(len(cases)), key=lambda i: -answers[i].confidence):
        case = cases[place]
        if kept:
            others = tuple(_bound(question, kept) for question in case.others)
            found[place] = solve(replace(case, others=others))
        chosen = found[place][0].answer
        if chosen is not None:
            kept[case.question.pronoun] = case.question.candidates[chosen]
    return found


def _agrees(
    solved: Solved, answer: Answer, cases: Sequence[Case], answers: Sequence[Answer]
) -> bool:
    """Tell whether the best reading of one question binds the other pronouns as their own answers do."""
    best = next((o for o in solved.solution.optima if o.index == answer.answer), None)
    bound = {} if best is None else dict(_pairs(best.shown))
    return all(
        other.answer is None
        or bound.get(case.question.pronoun, "") in ("", case.question.candidates[other.answer].node)
        for case, other in zip(cases, answers, strict=True)
    )


def _pairs(shown: Sequence[str]) -> list[tuple[str, str]]:
    return [
        (found[0], found[1])
        for atom in shown
        if atom.startswith("binds(") and (found := arguments(atom))
    ]


def _bound(question: Question, kept: dict[str, Candidate]) -> Question:
    """Leave a pronoun that is answered only its answer."""
    if question.pronoun not in kept:
        return question
    return replace(question, candidates=(replace(kept[question.pronoun], given=True),))
