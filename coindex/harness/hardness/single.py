"""One question: its index with the reasons, and how the schema could be made easier or harder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coindex.harness.hardness.coefficients import Coefficients, read_coefficients
from coindex.harness.hardness.measured import Measured, as_gold, measure
from coindex.harness.hardness.metric import Class, Score, boolean, score
from coindex.harness.hardness.model import Share
from coindex.harness.hardness.rounds import Plan
from coindex.harness.hardness.sentences import easier, harder, in_words
from coindex.reasoner.answer import INFORMED
from kparse.errors import NoPronounError

if TYPE_CHECKING:
    from coindex.mining.querying.query import Enquirer
    from coindex.reasoner.running.engine import Reasoner

_CLEAR = 0.5
"""Standard deviations from which a feature leads to advice."""


@dataclass(frozen=True, slots=True)
class Hardness:
    """The expected hardness of a question."""

    measured: Measured
    presumed: bool
    """Whether the right answer was not given, and the reasoner's is used instead."""
    index: float
    """Expected share of people who err."""
    counted: Score | None
    """The labels of the published index; ``None`` without a corpus."""
    boolean: Class
    """Without a corpus, by the reasoner's answer alone."""
    shares: tuple[Share, ...]
    """Contribution of each aspect."""
    details: tuple[Share, ...]
    """Contribution of each feature."""
    advice: tuple[str, ...]
    usual: float
    """The index of an average question: the share of people who erred in the fit."""

    def to_dict(self) -> dict[str, Any]:
        """Return the values for JSON."""
        made, counted = self.measured, self.counted
        return {
            "text": made.text,
            "candidates": list(made.candidates),
            "answer": made.answer,
            "presumed": self.presumed,
            "index": round(self.index, 4),
            "in_words": in_words(self.index),
            "harder": harder(made, self.details),
            "easier": easier(made, self.details),
            "class": self.boolean,
            "corpus": counted is not None,
            "published": counted.real if counted is not None else None,
            "smooth": counted.smooth if counted is not None else None,
            "labels": list(made.labels),
            "reasoner": {"answer": made.reasoner_answer, "decided_by": made.decided_by},
            "aspects": [
                {"name": s.name, "value": round(s.value, 3), "adds": round(s.adds, 4)}
                for s in self.shares
            ],
            "features": [
                {
                    "name": s.name,
                    "measured": made.features[s.name],
                    "value": round(s.value, 3),
                    "adds": round(s.adds, 4),
                }
                for s in self.details
            ],
            "advice": list(self.advice),
            "error": made.error,
        }


def hardness(
    text: str,
    reasoner: Reasoner,
    *,
    candidates: Sequence[str] | None = None,
    pronoun: str | int | None = None,
    answer: int | None = None,
    enquirer: Enquirer | None = None,
    plan: Plan | None = None,
    coefficients: Coefficients | None = None,
) -> Hardness:
    """Estimate how hard a question is for people.

    Args:
        text: with a pronoun, maybe in brackets.
        reasoner: answers it.
        candidates: what the pronoun may stand for; by default found in the text.
        pronoun: which, as a word or an offset; the first one asked about if there are several.
        answer: index of the right candidate; by default the reasoner's answer is presumed right.
        enquirer: of a corpus; ``None`` for an index without sentences, and no published one.
        plan: of the rounds.
        coefficients: by default the shipped ones.

    Raises:
        InputError: the text is empty, has no such pronoun, or fewer than two phrases it can stand for; there is no
            such candidate.
        ModelError, KnowledgeError: there is no parser, or no coefficients.
    """
    from kparse.errors import InputError, NoCandidateError

    found = reasoner.solve(text, pronoun=pronoun, candidates=candidates)
    if found.decided_by == "no pronoun":
        raise NoPronounError(found.error or "the text has no pronoun")
    if len(found.candidates) < 2:
        raise NoCandidateError(
            "there are fewer than two phrases that the pronoun can stand for",
            hint='Name them: --candidates "the cup; the table".',
        )
    if answer is not None and not 0 <= answer < len(found.candidates):
        raise InputError(f"there is no candidate {answer}")
    gold = as_gold(found.text, found.start, found.end, found.candidates, answer)
    made = measure(gold, reasoner, enquirer, plan)
    return judged(made, presumed=answer is None, coefficients=coefficients)


def judged(made: Measured, *, presumed: bool, coefficients: Coefficients | None = None) -> Hardness:
    """Compute the hardness from measurements."""
    model = (coefficients or read_coefficients()).model(made.features)
    shares = tuple(model.shares(made.features))
    details = tuple(model.details(made.features))
    counted = score(made.labels, made.answer) if made.course is not None else None
    return Hardness(
        made,
        presumed,
        model.index(made.features),
        counted,
        boolean(made.labels, made.answer) if counted is not None else _by_reasoner(made),
        shares,
        details,
        tuple(advice(details, made.rare)),
        model.intercept,
    )


def _by_reasoner(made: Measured) -> Class:
    if made.reasoner_answer is None or made.decided_by not in INFORMED:
        return "uncharacterised"
    return "easy" if made.reasoner_answer == made.answer else "hard"


# ---------------------------------------------------------------------------------------- advice


def advice(details: Sequence[Share], rare: Sequence[str]) -> Iterator[str]:
    """Return sentences on how to make a schema easier or harder, from its extreme features and its rare words."""
    value = {share.name: share.value for share in details}
    if rare and max(value.get("rare", 0.0), value.get("rarest", 0.0)) > _CLEAR:
        yield f"To make it easier, use commoner words than {', '.join(f'“{word}”' for word in rare)}."
    elif value.get("rare", 0.0) < -_CLEAR:
        yield "To make it harder, use rarer words."
    length = max(value.get(name, 0.0) for name in ("words", "verbs", "situations"))
    if length > _CLEAR:
        yield "To make it easier, leave out what the answer does not need."
    elif length < -_CLEAR:
        yield "To make it harder, say more before the pronoun comes."
    if value.get("turns", 0.0) > _CLEAR:
        yield "To make it easier, use fewer negations, and no “but”, “although” or “if”."
    if value.get("depth", 0.0) > _CLEAR or value.get("open", 0.0) > _CLEAR:
        yield "To make it easier, write two plain clauses instead of nested ones."
    if value.get("rivals", 0.0) > _CLEAR:
        yield "To make it easier, mention fewer others that the pronoun could stand for."
    against = max(value.get(n, 0.0) for n in ("against", "counted_against", "read_against"))
    if against > _CLEAR:
        yield "To make it easier, choose words whose common use supports the right answer."
    elif value.get("against", 0.0) < 0 and value.get("read_late", 0.0) <= 0:
        yield "To make it harder, choose a right answer that the common use of the words does not suggest."
    if value.get("read_late", 0.0) > _CLEAR:
        yield "To make it easier, choose verbs and adjectives whose causes and effects are mentioned more often."


def report_lines(found: Hardness) -> list[str]:
    """Return it as lines of text."""
    made = found.measured
    lines = [in_words(found.index), _compared(found), "", _right_answer(found)]
    for title, reasons in (
        ("What makes it hard:", harder(made, found.details)),
        ("What makes it easy:", easier(made, found.details)),
    ):
        if reasons:
            lines += ["", title, *(f"  - {reason}" for reason in reasons)]
        elif title.endswith("hard:"):
            lines += ["", "Nothing in it is harder than usual."]
    if found.advice:
        lines += ["", "How to change that:", *(f"  - {advice}" for advice in found.advice)]
    if found.counted is not None:
        counted = found.counted
        real = "undefined" if counted.real is None else f"{counted.real:.4f}"
        lines += [
            "",
            f"published index {real}, class {found.boolean}: of {counted.labels} labels {counted.right} right,"
            f" {counted.wrong} wrong, {counted.none} none; without the jump {counted.smooth:.4f}",
        ]
    return lines


def _compared(found: Hardness) -> str:
    usual = 100 * found.usual
    return (
        f"In the schemas that the estimate was fitted to, {usual:.0f} in 100 did. It is rough: docs/hardness.md"
        " says how well it goes with what people do."
    )


def _right_answer(found: Hardness) -> str:
    made = found.measured
    if made.answer is None:
        return "No right answer is known."
    right = made.candidates[made.answer]
    if not found.presumed:
        agrees = "also answers so" if made.reasoner_answer == made.answer else "answers otherwise"
        return f"The right answer is {right}; the reasoner {agrees}."
    return (
        f"The right answer is presumed to be the reasoner's: {right}. If it is another, name it with --answer"
        " (and --candidates)."
    )
