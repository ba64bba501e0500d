"""An evaluation from files to the record of a run: read, answer in worker processes, count."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from coindex.files.progress import Progress
from coindex.harness.evaluation.answering import answer_chunk, failed
from coindex.harness.questions.sources import Entry, SetInfo
from coindex.harness.scores.run import Run, RunItem, dumped, item_from, item_line
from coindex.harness.scores.tally import scores_of_sets
from coindex.reasoner.jobs.executor import CHUNK, Place, cut, in_chunks
from coindex.reasoner.jobs.journal import Journal, digest_of, knowledge_files
from coindex.reasoner.jobs.workers import Settings
from coindex.version import __version__
from kparse.errors import InputError, Location


@dataclass(frozen=True, slots=True)
class Work:
    """How the work is done; none of this changes an answer, except that a question may run out of time."""

    settings: Settings
    workers: Place = 1
    seconds: float = 60.0
    """The limits of a question."""
    chunk: int = CHUNK


def evaluate(
    sets: Mapping[str, SetInfo],
    entries: Sequence[Entry],
    work: Work,
    *,
    command: str = "",
    seed: str = "1",
    out: str | Path | None = None,
) -> Run:
    """Answer questions and count.

    With ``out`` the record is written there at the end, and answers are kept while the work goes on: after an
    interruption, the same call continues from there.

    Raises:
        InputError: ``out`` cannot be written.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    made_with = program(work.settings)  # before the work: files may change while it goes on
    with ExitStack() as stack:
        journal = None
        if out is not None:
            journal = stack.enter_context(Journal(out, _digest(sets, entries, work, seed)))
        done = _kept(journal, entries) if journal else []
        items = list(done)
        progress = stack.enter_context(Progress(len(entries), done=len(done)))
        for item in progress.over(answered(entries[len(done) :], work)):
            items.append(item)
            if journal:
                journal.append(item_line(item))
        run = Run(
            command=command,
            seed=seed,
            program=made_with,
            sets=dict(sets),
            scores=scores_of_sets(items, sets),
            items=tuple(items),
        )
        if journal:
            journal.finish(dumped(run))
    return run


def answered(entries: Sequence[Entry], work: Work) -> Iterator[RunItem]:
    """Return the records of questions in their order.

    The questions of a chunk whose worker was lost are asked again one by one, so that only the guilty one is lost.
    """
    sets = (list(group) for _, group in groupby(entries, key=lambda e: e.set))
    return in_chunks(
        [chunk for held in sets for chunk in cut(held, work.chunk)],
        partial(answer_chunk, explain=work.settings.explain),
        work.settings,
        failed,
        workers=work.workers,
        seconds=work.seconds,
    )


def _kept(journal: Journal, entries: Sequence[Entry]) -> list[RunItem]:
    """The items that an interrupted run left.

    Raises:
        InputError: what it left is not what it wrote.
    """
    found: list[RunItem] = []
    for number, line in enumerate(journal.lines):
        try:
            item, entry = item_from(line), entries[number]
            whole = (item.set, item.id, item.gold) == (entry.set, entry.id, entry.gold)
        except (ValueError, IndexError):
            whole = False
        if not whole:
            raise InputError(
                "this is not what an interrupted run has left",
                location=Location(str(journal.path), number + 1),
                hint="Remove the file to start again.",
            )
        found.append(item)
    return found


def _digest(sets: Mapping[str, SetInfo], entries: Sequence[Entry], work: Work, seed: str) -> str:
    described = [f"{name} {info}" for name, info in sets.items()]
    described += [seed, *(f"{e.set} {e.id} {e.part} {e.human}" for e in entries)]
    described += [f"{e.set} {e.id} {e.asked.knowledge}" for e in entries if e.asked.knowledge]
    return digest_of("\n".join(described), repr(work.seconds), settings=work.settings)


def program(settings: Settings) -> dict[str, str]:
    """Return what a run was made with: the program's version, and a digest of its knowledge and encodings."""
    digest = hashlib.sha256()
    for path in knowledge_files(settings):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return {"version": __version__, "knowledge": digest.hexdigest()[:16]}
