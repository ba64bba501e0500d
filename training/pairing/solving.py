"""Samples of questions: read from a file if neither questions nor knowledge have changed, else solved by workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.harness.kept import kept
from coindex.reasoner.jobs.executor import cut, in_chunks
from coindex.reasoner.jobs.journal import digest_of
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
    return kept(
        file,
        "samples",
        _digest(entries, work.settings),
        len(entries),
        lambda done: solved_samples(entries[done:], work),
        (from_line, to_line),
        note,
    )


def _digest(entries: Iterable[Entry], settings: Settings) -> str:
    """Digest the questions, the settings, and the content of knowledge and encodings."""
    described = (f"{e.set}\n{e.id}\n{e.asked!r}\n{e.gold}\n" for e in entries)
    return digest_of(*described, settings=settings)
