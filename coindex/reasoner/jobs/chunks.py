"""Questions in chunks over worker processes: what is lost with a chunk is asked again one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from coindex.reasoner.jobs.workers import Limits, Lost, in_order

if TYPE_CHECKING:
    from coindex.reasoner.jobs.workers import Job, Settings

E = TypeVar("E")
R = TypeVar("R")

CHUNK = 32
"""How many questions a worker gets at a time; their texts are parsed together."""
USUAL = 1.0
"""Seconds for each question of a chunk; the questions of a chunk that takes longer are asked one by one."""


def cut(entries: Sequence[E], size: int = CHUNK) -> list[tuple[E, ...]]:
    """Divide questions into chunks, in order.

    >>> cut("abcde", 2)
    [('a', 'b'), ('c', 'd'), ('e',)]
    """
    return [tuple(entries[start : start + size]) for start in range(0, len(entries), size)]


def in_chunks(
    chunks: Sequence[tuple[E, ...]],
    job: Job,
    settings: Settings,
    lost: Callable[[E, str], R],
    *,
    workers: int = 1,
    seconds: float = 60.0,
) -> Iterator[R]:
    """Give what a job makes of each question, in order.

    Args:
        chunks: the questions.
        job: makes a list of results of a chunk, one for each of its questions.
        settings: of the workers.
        lost: makes the result of a question whose worker was lost, with the reason.
        workers: how many.
        seconds: the limit of a question.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    if not chunks:
        return  # nobody has to load a model
    longest = max(map(len, chunks))
    together = Limits(seconds=max(seconds, USUAL * longest))
    results = in_order(chunks, job, settings, workers=workers, limits=together)
    for chunk, result in zip(chunks, results, strict=True):
        if not isinstance(result, Lost):
            yield from result
        elif len(chunk) == 1:
            yield lost(chunk[0], result.reason)
        else:
            alone = [(entry,) for entry in chunk]
            again = in_order(alone, job, settings, workers=1, limits=Limits(seconds=seconds))
            for entry, one in zip(chunk, again, strict=True):
                if isinstance(one, Lost):
                    yield lost(entry, one.reason)
                else:
                    yield from one
