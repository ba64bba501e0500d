"""A run that answers a file's questions: one line for each question explains its answer; the run can be resumed.

The lines are the record of the run. They hold nothing that differs from run to run (no times), so that a resumed run
gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from coindex.files.progress import Progress
from coindex.reasoner.answer import INFORMED, Answer
from coindex.reasoner.jobs.batch import RULE_KEYS
from coindex.reasoner.jobs.executor import Place, in_order
from coindex.reasoner.jobs.journal import Journal
from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings
from kparse.errors import InputError, Location

OUTCOME_KEYS = ("decided_by", "confidence", "guess", "error", "explanation", "rules")
"""The last keys of every line of a trace."""

Question = TypeVar("Question")


def outcome(answer: Answer, *, explain: bool = True) -> dict[str, Any]:
    """Return the last keys of a line: how the answer was decided, why, and whether it is a guess."""
    best = answer.best
    return {
        "decided_by": answer.decided_by,
        "confidence": round(answer.confidence, 6),
        "guess": answer.decided_by not in INFORMED,
        "error": answer.error,
        "explanation": _explanation(answer) if explain else None,
        "rules": [
            {key: getattr(rule, key) for key in RULE_KEYS}
            for rule in (best.rules if best else ())
            if rule.sign > 0
        ],
    }


def _explanation(answer: Answer) -> str:
    from coindex.reasoner.rendering.render import to_text

    if answer.error is not None:
        return f"A guess: {answer.error}"
    try:
        return to_text(answer)
    except Exception as error:  # the answer is valid even if it cannot be explained
        return f"cannot be shown: {type(error).__name__}: {error}"


@dataclass(frozen=True, slots=True)
class Script(Generic[Question]):
    """What a run does with a question."""

    task: Callable[[Question], Any]
    """A worker's input."""
    job: Job
    """The worker's task, which returns the question's line."""
    guess: Callable[[Question, str], str]
    """The line of a question that was lost, and why it was."""
    is_of: Callable[[dict[str, Any], Question], bool]
    """Whether a line's record belongs to this question."""


def answer_all(
    journal: Journal,
    questions: Sequence[Question],
    script: Script[Question],
    settings: Settings,
    *,
    workers: Place = 1,
    limits: Limits | None = None,
    show: bool = True,
) -> tuple[list[dict[str, Any]], int]:
    """Answer what a journal does not have yet; a question that is lost gets a line, too.

    Args:
        journal: where the lines go, opened.
        questions: all of them.
        script: what is done with one.
        settings: what the workers' reasoners are made of.
        workers: processes that answer.
        limits: what a question may take; one that takes more is answered by a guess.
        show: whether a terminal shows the progress.

    Returns:
        The records of all lines, and how many were there from an interrupted run.

    Raises:
        InputError: what an interrupted run left is not what it wrote.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    resumed = _resumed(journal, questions, script)
    left = questions[resumed:]
    with Progress(len(questions), resumed, show=show) as bar:
        tasks = map(script.task, left)
        results = (
            in_order(tasks, script.job, settings, workers=workers, limits=limits) if left else ()
        )
        try:
            for question, result in zip(left, bar.over(results), strict=True):
                lost = isinstance(result, Lost)
                journal.append(script.guess(question, result.reason) if lost else result)
        except BaseException:
            if kept := len(journal.lines):
                bar.note(
                    f"{kept} of {len(questions)} answers are kept; the same command goes on from there"
                )
            raise
    return [json.loads(line) for line in journal.lines], resumed


def _resumed(journal: Journal, questions: Sequence[Question], script: Script[Question]) -> int:
    """Count the questions that an interrupted run has answered."""
    for number, line in enumerate(journal.lines):
        try:
            whole = script.is_of(json.loads(line), questions[number])
        except (ValueError, KeyError, TypeError, IndexError, RecursionError):
            whole = False
        if not whole:
            raise InputError(
                "this is not what an interrupted run has left",
                location=Location(str(journal.path), number + 1),
                hint="Remove the file to start again.",
            )
    return len(journal.lines)
