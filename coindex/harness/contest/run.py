"""Answering a contest's input: every problem gets an answer, and a trace that explains it.

``NAME-trace.jsonl`` is the record of the run, with one line for each problem. It is written during the run, so that
the same command resumes an interrupted run and gives the same bytes. ``NAME-output.txt`` is made from it at the end.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.atomic import check_not_read
from coindex.files.textfile import write_text
from coindex.files.xmlfile import read_bytes
from coindex.harness.contest.output import SUFFIX, output_text
from coindex.harness.questions.collection import LETTERS, Problem, parse_collection
from coindex.harness.questions.traces import OUTCOME_KEYS, Script, answer_all, outcome
from coindex.reasoner.answer import Answer
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.executor import Place
from coindex.reasoner.jobs.journal import Journal, digest_of
from coindex.reasoner.jobs.workers import Job, Limits, Settings
from kparse.caches import lru_cache
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

TRACE_SUFFIX = "-trace.jsonl"
"""What follows the team's name in the name of the trace."""
TRACE_KEYS = ["number", "text", "pronoun", "candidates", "answer", "candidate", *OUTCOME_KEYS]
"""The keys of a line of the trace."""
_TEAM = re.compile(r"[^\W_][\w.-]*")
_FORM = "contest trace 2"
"""Part of the digest, so that a run does not resume from a trace of another format."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The result of a run."""

    output: Path
    trace: Path
    problems: int
    resumed: int
    guesses: int
    errors: int
    remark: str = ""
    """A remark on the input's encoding."""


# --------------------------------------------------------------------------------------- a problem


@dataclass(frozen=True, slots=True)
class Task:
    """The task of a worker: a problem, and all problems that ask about its text."""

    problem: Problem
    together: tuple[Problem, ...] = ()
    """In the order of the file, the problem among them; none if no other asks about its text."""


def tasks_of(problems: Sequence[Problem]) -> dict[int, Task]:
    """Give the task of each problem, by its number.

    Problems about different pronouns of one text belong together. Where two ask about the same place, the second is
    answered alone.
    """
    texts: dict[str, dict[int, Problem]] = {}
    for problem in problems:
        if not problem.fault:
            texts.setdefault(problem.text, {}).setdefault(problem.start, problem)
    groups = {p.number: tuple(group.values()) for group in texts.values() for p in group.values()}
    return {
        p.number: Task(p, group if len(group := groups.get(p.number, ())) > 1 else ())
        for p in problems
    }


def answer_problem(reasoner: Reasoner, task: Task) -> str:
    """Answer a problem by a line of the trace (the job of a worker); there is always a line.

    All pronouns of its text that are asked about are answered in one reading. An answer that is empty in the file is
    skipped; the letters of the others do not change.
    """
    problem = task.problem
    if problem.fault:
        return guess(problem, problem.fault)
    named = [index for index, text in enumerate(problem.answers) if text]
    answer = _answers(reasoner, task.together or (problem,))[problem.number]
    if answer.answer is None:
        return guess(problem, answer.error or "no answer was found")
    return _line(problem, named[answer.answer], answer)


@lru_cache(1)  # (the other problems of the text come next)
def _answers(reasoner: Reasoner, problems: tuple[Problem, ...]) -> dict[int, Answer]:
    """Answer the problems of one text together; one by one, if that fails."""
    try:
        found = reasoner.solve_together([_item(problem) for problem in problems])
    except MemoryError:
        raise
    except Exception:
        # A bug that shows in one problem must not cost the others; one in solving is reported by the worker.
        if len(problems) == 1:
            raise
        return {p.number: _answers(reasoner, (p,))[p.number] for p in problems}
    return {p.number: answer for p, answer in zip(problems, found, strict=True)}


def _item(problem: Problem) -> Item:
    given = tuple(text for text in problem.answers if text)
    return Item(str(problem.number), problem.text, problem.start, problem.end, given)


def items_of(source: str | Path) -> list[Item]:
    """Give the questions of a contest's input that can be asked.

    Raises:
        InputError: the input cannot be read.
    """
    problems = parse_collection(read_bytes(source), str(source)).problems
    return [_item(problem) for problem in problems if not problem.fault]


def guess(problem: Problem, reason: str) -> str:
    """Return the line of a problem that could not be processed: its first answer, as a guess with the reason."""
    first = next((index for index, text in enumerate(problem.answers) if text), 0)
    confidence = 1 / max(2, len(problem.answers)) if problem.answers else 0.0
    answer = Answer(
        text=problem.text,
        pronoun=problem.pronoun,
        start=problem.start,
        end=problem.end,
        candidates=problem.answers,
        answer=None,
        decided_by="error",
        confidence=confidence,
        error=reason,
    )
    return _line(problem, first if first < len(LETTERS) else 0, answer)


def _line(problem: Problem, index: int, answer: Answer) -> str:
    """A line of the trace. It has nothing that differs from run to run, such as times."""
    record = {
        "number": problem.number,
        "text": problem.text,
        "pronoun": problem.pronoun,
        "candidates": list(problem.answers),
        "answer": LETTERS[index],
        "candidate": problem.answers[index] if problem.answers else None,
        **outcome(answer),
    }
    assert list(record) == TRACE_KEYS
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


# ------------------------------------------------------------------------------------------- a run


def check_team(name: str) -> str:
    """Check that a team's name can begin the name of a file.

    Raises:
        InputError: it cannot.
    """
    if not _TEAM.fullmatch(name) or len(name.encode()) > 100:
        raise InputError(
            f"{name[:100]!r} is no name for a team",
            hint="Use letters, digits, '.', '_' and '-', at most 100 of them; begin with a letter or digit.",
        )
    return name


def run(
    source: str | Path,
    team: str,
    directory: str | Path = ".",
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limits: Limits | None = None,
    job: Job = answer_problem,
    show: bool = True,
) -> Summary:
    """Answer a contest's input; write ``TEAM-output.txt`` and ``TEAM-trace.jsonl`` into a directory.

    Args:
        source: the XML file.
        team: begins the names of both files.
        directory: where they go; it is made if only it is missing.
        settings: what the workers' reasoners are made of.
        workers: processes that answer.
        limits: of a problem; one that exceeds them is answered by a guess.
        job: what a worker does with a :class:`Task`; returns a line of the trace.
        show: whether a terminal shows the progress.

    Raises:
        InputError: the input cannot be read, or the files cannot be written.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    settings, limits = settings or Settings(), limits or Limits()
    data = read_bytes(source)
    collection = parse_collection(data, str(source))
    output, trace = _targets(Path(directory), check_team(team), Path(source))
    digest = digest_of(_FORM, data, repr(limits.seconds), settings=settings)
    problems = collection.problems
    tasks = tasks_of(problems)
    script = Script(
        task=lambda problem: tasks[problem.number],
        job=job,
        guess=guess,
        is_of=lambda record, problem: (
            record["number"] == problem.number and list(record) == TRACE_KEYS
        ),
    )
    with Journal(trace, digest) as journal:
        records, done = answer_all(
            journal, problems, script, settings, workers=workers, limits=limits, show=show
        )
        write_text(output, output_text(problems, [record["answer"] for record in records]))
        journal.finish()
    return Summary(
        output,
        trace,
        len(problems),
        done,
        sum(record["guess"] for record in records),
        sum(record["error"] is not None for record in records),
        collection.remark,
    )


def _targets(directory: Path, team: str, source: Path) -> tuple[Path, Path]:
    """Return the paths of the files; check now what would fail at the end."""
    if not directory.is_dir():
        try:
            directory.mkdir()
        except OSError as error:
            raise InputError(f"cannot make the directory {directory}: {error.strerror}") from error
    output, trace = directory / f"{team}{SUFFIX}", directory / f"{team}{TRACE_SUFFIX}"
    for path in (output, trace):
        if path.is_dir():
            raise InputError(f"cannot write {path}: it is a directory")
        if path.exists() and not path.is_file():
            raise InputError(
                f"cannot write {path}: it is no regular file", hint="Give --team another name."
            )
        check_not_read(path, [source], "team")
    if not os.access(directory, os.W_OK | os.X_OK):
        raise InputError(f"cannot write into {directory}", hint="Give --out another directory.")
    return output, trace
