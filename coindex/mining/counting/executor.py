"""Execution of a run's tasks, by processes of this machine or by the workers of a Dask scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol, TypeAlias

from coindex.reasoner.jobs.executor import Place, with_results
from coindex.reasoner.jobs.workers import Limits, Settings


class Task(Protocol):
    """A numbered piece of work."""

    @property
    def number(self) -> int:
        """The number of the task."""


Job: TypeAlias = Callable[[Any, Any], Any]
Result: TypeAlias = "tuple[int, Any]"
"""The task's number, and what it gave, or :class:`coindex.reasoner.jobs.workers.Lost`."""

LIMITS = Limits(seconds=3600.0, recycle=200)


def results(
    tasks: Iterable[Task], job: Job, settings: Settings, workers: Place
) -> Iterator[Result]:
    """Do tasks and give their results, in order. Tasks are read as they are needed.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        InputError: there is no scheduler, or Dask is not installed.
    """
    found = with_results(tasks, job, settings, workers=workers, limits=LIMITS)
    return ((task.number, result) for task, result in found)
