"""Execution of tasks by processes of this machine, or by the workers of a Dask scheduler.

A task is sent with all that it needs, and its result comes back to where the run was started. Workers need neither the
corpus nor the directory of the run, so nothing has to be mounted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from coindex.files.extras import missing_extra
from coindex.reasoner.jobs.workers import Limits, Lost, Settings, in_order
from kparse.caches import lru_cache
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from distributed import Client, Future


class Task(Protocol):
    """A numbered piece of work."""

    @property
    def number(self) -> int:
        """The number of the task."""


Job: TypeAlias = Callable[[Any, Any], Any]
Result: TypeAlias = "tuple[int, Any]"
"""The task's number, and what it gave, or :class:`coindex.reasoner.jobs.workers.Lost`."""

LIMITS = Limits(seconds=3600.0, recycle=200)
_CONNECT = "20s"
_AHEAD = 2
"""Tasks given to Dask at a time for each thread of its workers: one running, one waiting."""


@dataclass(frozen=True, slots=True)
class Executor:
    """Where tasks are executed."""

    workers: int = 1
    scheduler: str | None = None
    """Address of a Dask scheduler; ``workers`` is then ignored."""
    limits: Limits = LIMITS


def results(
    tasks: Iterable[Task], job: Job, settings: Settings, executor: Executor
) -> Iterator[Result]:
    """Do tasks and give their results, maybe in another order. Tasks are read as they are needed.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        InputError: there is no scheduler, or Dask is not installed.
    """
    if executor.scheduler is not None:
        yield from _on_dask(tasks, job, settings, executor.scheduler)
        return
    given: deque[int] = deque()

    def noted() -> Iterator[Task]:
        for task in tasks:
            given.append(task.number)
            yield task

    for result in in_order(
        noted(), job, settings, workers=executor.workers, limits=executor.limits
    ):
        yield given.popleft(), result


# ------------------------------------------------------------------------------------------- Dask


@lru_cache(2)
def _ready(settings: Settings) -> Any:
    """Load what a worker needs, once for all its tasks."""
    return settings.reasoner()


def on_worker(settings: Settings, job: Job, task: Any) -> Any:
    """Do a task on a Dask worker; an error comes back as a result."""
    try:
        ready = _ready(settings)
    except CoindexError as error:
        return error
    try:
        return job(ready, task)
    except MemoryError:
        return Lost("the memory limit was reached", "memory")
    except Exception as error:  # a bug must not cost the other tasks
        return Lost(f"internal error: {type(error).__name__}: {error}", "error")


def _client(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError as error:
        raise missing_extra("a cluster needs Dask", "cluster") from error
    try:
        return Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler at {address}: {error}",
            hint="Start one with `dask scheduler` and give the address that it prints, tcp://HOST:8786.",
        ) from error


def _on_dask(tasks: Iterable[Task], job: Job, settings: Settings, address: str) -> Iterator[Result]:
    from distributed import as_completed

    source = iter(tasks)
    with _client(address) as client:
        numbers: dict[str, int] = {}

        def submit() -> Future | None:
            task = next(source, None)
            if task is None:
                return None
            future = client.submit(on_worker, settings, job, task, pure=False)
            numbers[future.key] = task.number
            return future

        completed = as_completed(loop=client.loop)
        while True:
            room = max(1, sum(client.nthreads().values())) * _AHEAD
            while completed.count() < room and (future := submit()) is not None:
                completed.add(future)
            if completed.is_empty():
                return
            future = next(completed)
            number = numbers.pop(future.key)
            result = _result(future)
            future.release()
            yield number, result


def _result(future: Future) -> Any:
    error = future.exception()
    if error is None:
        result = future.result()
        if isinstance(result, CoindexError):
            raise result
        return result
    # Dask itself has tried again elsewhere, as often as the scheduler allows.
    return Lost(f"the workers died of it ({type(error).__name__})", "died")
