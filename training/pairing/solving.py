"""Samples of questions: read from a file if neither questions nor knowledge have changed, else solved by workers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.progress import Progress
from coindex.reasoner.jobs.executor import cut, in_chunks
from coindex.reasoner.jobs.journal import Journal, knowledge_files, undamaged
from kparse.errors import InputError
from training.pairing.samples import Sample, from_line, sample_task, to_line, without_terms

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.reasoner.jobs.workers import Settings


@dataclass(frozen=True, slots=True)
class Work:
    """How questions are solved. Only ``seconds`` can change a sample: it has no terms if time runs out."""

    settings: Settings
    workers: int = 1
    seconds: float = 60.0


def solved_samples(entries: Sequence[Entry], work: Work) -> Iterator[Sample]:
    """Solve questions in order.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    return in_chunks(
        cut(entries),
        sample_task,
        work.settings,
        without_terms,
        workers=work.workers,
        seconds=work.seconds,
    )


def read_or_solve(
    entries: Sequence[Entry],
    work: Work,
    file: Path | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> list[Sample]:
    """Give the samples of questions: from a file that has them, else by solving, with a progress bar.

    Args:
        entries: the questions.
        work: how they are solved.
        file: is read, or written at the end; an interrupted run continues where it stopped.
        note: receives messages for the user.

    Raises:
        InputError: the file cannot be written, or what an interrupted run left is damaged.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    if file is None:
        return list(_with_progress(entries, work, 0))
    digest = _digest(entries, work.settings)
    head = f'{{"samples": "{digest}"}}'
    if file.is_file():
        lines = file.read_text("utf-8", errors="replace").splitlines()
        found = undamaged(lines[1:], from_line) if lines[:1] == [head] else []
        if len(found) == len(entries):
            return found
        note(f"{file} has other questions or other knowledge: they are solved again")
    with Journal(file, digest[:12]) as journal:
        found = undamaged(journal.lines, from_line)
        if len(found) < len(journal.lines) or len(found) > len(entries):
            raise InputError(
                f"{journal.path}: this is not what an interrupted run has left",
                hint="Remove the file to start again.",
            )
        if found:
            note(f"{len(found)} of {len(entries)} questions were solved by an earlier run")
        for sample in _with_progress(entries, work, len(found)):
            found.append(sample)
            journal.append(to_line(sample))
        journal.finish("".join(f"{line}\n" for line in (head, *journal.lines)))
    return found


def _with_progress(entries: Sequence[Entry], work: Work, done: int) -> Iterator[Sample]:
    rest = entries[done:]
    if not rest:
        return
    with Progress(len(entries), done) as bar:
        yield from bar.over(solved_samples(rest, work))


def _digest(entries: Iterable[Entry], settings: Settings) -> str:
    """Digest the questions, the settings, and the content of knowledge and encodings."""
    digest = hashlib.sha256(f"{settings!r}\n".encode())
    for path in knowledge_files(settings):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    for entry in entries:
        digest.update(f"{entry.set}\n{entry.id}\n{entry.asked!r}\n{entry.gold}\n".encode())
    return digest.hexdigest()
