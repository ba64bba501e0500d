"""The job of a worker: plain data in, a line of JSON out.

The line is the same as that of ``solve --jsonl`` (:mod:`coindex.reasoner.jobs.batch`) except for ``ms``; with an
explanation, it has one more key, ``explanation``.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from coindex.harness.serve.shown import Shown, show
from coindex.reasoner.answer import Answer, Outcome
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.batch import written
from coindex.reasoner.running.asked import asking
from coindex.reasoner.solving.choice import Asks, Choice
from kparse.errors import CoindexError, InputError, NoPronounError

if TYPE_CHECKING:
    from coindex.harness.serve.asking import Brought
    from coindex.reasoner.asks import Query
    from coindex.reasoner.running.engine import Reasoner

Identity: TypeAlias = str | int | float | None
"""The client's id of a question; the reply repeats it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a pronoun.

    ``span`` are the code point offsets of the pronoun; with it the question is that of a line of ``solve --jsonl``.
    Without it, ``pronoun`` names the pronoun as ``Reasoner.solve_all`` takes it, or the text has it in brackets.
    """

    id: Identity
    text: str
    span: tuple[int, int] | None = None
    pronoun: str | int | None = None
    candidates: tuple[str, ...] | None = None
    explain: bool = False
    brought: Brought | None = None
    """What was brought from those who are asked for rules; ``None`` where nobody is to be asked."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A question about which of two alternatives is the cause or the effect of a premise."""

    id: Identity
    premise: str
    alternatives: tuple[str, str]
    asks: Asks
    explain: bool = False
    brought: Brought | None = None


@dataclass(frozen=True, slots=True)
class Rated:
    """A question of which it is asked how hard it is for people; ``span`` and ``pronoun`` as of :class:`Asked`."""

    id: Identity
    text: str
    span: tuple[int, int] | None = None
    pronoun: str | int | None = None
    candidates: tuple[str, ...] | None = None
    right: int | None = None
    """The right candidate; ``None``: the reasoner's answer is presumed right."""


Task: TypeAlias = Asked | Chosen | Shown | Rated
_OF_A_CORPUS = ("text", "corpus", "published", "smooth", "labels", "error")
"""What a hardness has that is not told: the request's text, and figures of a corpus, which a server does not read."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A line of JSON (for the page: a part of it), and what is wrong with the question if it has no answer."""

    line: str
    error: str | None = None
    hint: str = ""
    wants: tuple[Query, ...] = ()
    """Questions for which rules are wanted and may be asked."""

    def saying(self, **more: str) -> Reply:
        """Add keys to the line."""
        added = json.dumps(more)
        return replace(self, line=f"{self.line[:-1]}, {added[1:]}")


def answer(reasoner: Reasoner, task: Task) -> Reply:
    """Answer a question; errors that the user can correct become part of the reply."""
    from coindex.reasoner.running.engine import outcome_of

    started = time.perf_counter()
    try:
        if isinstance(task, Shown):
            return Reply(show(reasoner, task))
        if isinstance(task, Rated):
            return Reply(_rated(reasoner, task, started))
        with asking(reasoner, task.brought):
            found = _found(reasoner, task)
    except CoindexError as error:
        return refusal(task, error.message, error.hint, _since(started), outcome_of(error))
    if found.error is not None:
        message, _, hint = found.error.partition("\n  ")
        return refusal(task, message, hint, _since(started), found.decided_by)
    line = written(task.id, found, _since(started))
    if task.explain:
        from coindex.reasoner.rendering.render import to_text

        line = f'{line[:-1]}, "explanation": {json.dumps(to_text(found))}}}'
    wants = () if task.brought is None else tuple(task.brought.missing.values())
    return Reply(line, wants=wants)


def refusal(
    task: Task, message: str, hint: str = "", ms: float = 0.0, outcome: Outcome = "error"
) -> Reply:
    """Reply to a question that has no answer: the first candidate, if any was given, as a guess.

    >>> print(refusal(Asked(7, "It slept."), "nothing to choose from").line)
    ... # doctest: +NORMALIZE_WHITESPACE
    {"id": 7, "answer": null, "candidate": null, "confidence": 0.0, "decided_by": "error", "costs": [], "rules": [],
     "ms": 0.0, "error": "nothing to choose from"}
    """
    if isinstance(task, Shown | Rated):
        return Reply("", message, hint)
    candidates = task.alternatives if isinstance(task, Chosen) else task.candidates or ()
    guess = Item("", "", 0, 0, candidates).failed(message, outcome)
    return Reply(written(task.id, guess, ms), message, hint)


def _rated(reasoner: Reasoner, task: Rated, started: float) -> str:
    """Say how hard a question is for people (:mod:`coindex.harness.hardness.single`)."""
    from coindex.harness.hardness.measured import as_gold, measure
    from coindex.harness.hardness.single import hardness, judged

    if task.span is not None:
        gold = as_gold(task.text, *task.span, task.candidates or (), task.right)
        found = judged(measure(gold, reasoner), presumed=task.right is None)
    else:
        found = hardness(
            task.text,
            reasoner,
            pronoun=task.pronoun,
            candidates=task.candidates,
            answer=task.right,
        )
    if found.measured.error:
        raise InputError(found.measured.error)
    record = {k: v for k, v in found.to_dict().items() if k not in _OF_A_CORPUS}
    return json.dumps({"id": task.id, **record, "ms": _since(started)}, ensure_ascii=False)


def _found(reasoner: Reasoner, task: Asked | Chosen) -> Answer:
    if isinstance(task, Chosen):
        choice = Choice(str(task.id), task.premise, task.alternatives, task.asks)
        return reasoner.choose(choice)
    if task.span is not None:
        item = Item(str(task.id), task.text, *task.span, task.candidates or ())
        return next(reasoner.solve_many([item]))
    answers = reasoner.solve_all(task.text, pronoun=task.pronoun, candidates=task.candidates)
    if len(answers) > 1:
        places = ", ".join(f"{a.pronoun!r} at {a.start}" for a in answers[:5])
        raise NoPronounError(
            f"{len(answers)} pronouns may be meant: {places}{', ...' if len(answers) > 5 else ''}",
            hint='Put the one you mean in brackets, as in "[it]", or give its offset as "pronoun".',
        )
    return answers[0]


def check_span(text: str, start: int, end: int) -> None:
    """Check that a pronoun's place is in the text.

    Raises:
        InputError: it is not.
    """
    if not 0 <= start < end <= len(text):
        raise InputError(
            f"the pronoun's place {start}-{end} is not in the text ({len(text)} characters)",
            hint="Offsets count characters (code points) from 0; the end is after the last one.",
        )


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1e3, 3)
