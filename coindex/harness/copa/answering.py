"""Answering a file of COPA questions: an official line for each, and a trace that explains the choices.

``OUT-trace.jsonl`` is the record of the run, with one line for each question. It is written during the run, so that
the same command resumes an interrupted run and gives the same bytes. ``OUT`` is made from it at the end. No line is
ever missing: a question that cannot be processed gets the first alternative as a guess, and the trace has the reason.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.atomic import check_not_read
from coindex.harness.copa.choices import write_choices
from coindex.harness.questions.traces import OUTCOME_KEYS, Script, answer_all, outcome
from coindex.reasoner.answer import Answer
from coindex.reasoner.jobs.executor import Place
from coindex.reasoner.jobs.journal import Journal, digest_of
from coindex.reasoner.jobs.workers import Job, Limits, Settings
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

TRACE_KEYS = ["id", "premise", "alternatives", "asks", "answer", *OUTCOME_KEYS]
"""The keys of a line of the trace."""
_FORM = "copa trace 1"
"""Part of the digest, so that a run does not resume from a trace of another format."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a run."""

    trace: Path
    items: int
    guesses: int
    """Questions that no rule decided."""
    failed: int
    """Of these, questions that could not be processed."""
    resumed: int
    """Questions that an earlier, interrupted run had answered."""


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a worker."""

    choice: Choice
    explain: bool = False


# -------------------------------------------------------------------------------------- a question


def answer_task(reasoner: Reasoner, task: Task) -> str:
    """Answer a question by a line of the trace (the job of a worker)."""
    try:
        answer = reasoner.choose(task.choice)
    except MemoryError:
        raise
    except Exception:
        # A bug in tracing must not cost the answer; one in solving is reported by the worker.
        answer = reasoner.choose(task.choice)
    if answer.answer is None:
        return guess(task.choice, answer.error or "no answer was found")
    return _line(task.choice, answer, explain=task.explain)


def guess(choice: Choice, reason: str) -> str:
    """Return the line of a question that could not be processed: the first alternative, as a guess with the reason."""
    return _line(choice, choice.failed(reason), explain=False)


def _line(choice: Choice, answer: Answer, *, explain: bool) -> str:
    """A line of the trace. It has nothing that differs from run to run, such as times."""
    record = {
        "id": choice.id,
        "premise": choice.premise,
        "alternatives": list(choice.alternatives),
        "asks": choice.asks,
        "answer": answer.answer,
        **outcome(answer, explain=explain),
    }
    assert list(record) == TRACE_KEYS
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


# ------------------------------------------------------------------------------------------- a run


def trace_of(target: str | Path) -> Path:
    """Return the path of the trace of a file of choices.

    >>> trace_of("runs/first.dev").as_posix()
    'runs/first.dev-trace.jsonl'
    """
    target = Path(target)
    return target.with_name(f"{target.name}-trace.jsonl")


def run(
    choices: Sequence[Choice],
    target: str | Path,
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limits: Limits | None = None,
    job: Job = answer_task,
    show: bool = True,
) -> Done:
    """Answer questions; write the choices to ``target`` and the trace beside it, both when all is done.

    Args:
        choices: the questions.
        target: the file of choices.
        settings: what the workers' reasoners are made of.
        workers: processes that answer.
        limits: what a question may take; one that takes more is answered by a guess.
        job: what a worker does with a :class:`Task`; it gives a line of the trace.
        show: whether a terminal shows the progress.

    Raises:
        InputError: the files cannot be written.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    settings, limits = settings or Settings(), limits or Limits()
    target = Path(target)
    if target.is_dir() or not target.parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    digest = digest_of(_FORM, repr(limits.seconds), *map(repr, choices), settings=settings)
    script = Script(
        task=lambda choice: Task(choice, settings.explain),
        job=job,
        guess=guess,
        is_of=lambda record, choice: record["id"] == choice.id and list(record) == TRACE_KEYS,
    )
    with Journal(trace_of(target), digest) as journal:
        records, resumed = answer_all(
            journal, choices, script, settings, workers=workers, limits=limits, show=show
        )
        write_choices(target, ((record["id"], record["answer"]) for record in records))
        journal.finish()
    return Done(
        trace_of(target),
        len(records),
        sum(record["guess"] for record in records),
        sum(record["error"] is not None for record in records),
        resumed,
    )


def keep_apart(target: str | Path, source: str | Path) -> None:
    """Check that the output does not overwrite the input.

    Raises:
        InputError: it would.
    """
    for path in (Path(target), trace_of(target)):
        # A file is written by replacing it: of a device or a pipe nothing would be left.
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise InputError(
                f"cannot write {path}: it is no regular file", hint="Give --out another name."
            )
        check_not_read(path, [source])
