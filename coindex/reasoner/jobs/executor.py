"""The one executor: tasks in, results out, done by processes of this machine or by the workers of a Dask scheduler.

On this machine each of some threads has a worker process (:mod:`coindex.reasoner.jobs.workers`); on a cluster each
Dask worker has such an executor. So limits are the same, and so are results. A task is sent with all that it needs, and
its result comes back to where the run was started: nothing has to be mounted but knowledge that was given as a file.
"""

from __future__ import annotations

import itertools
import multiprocessing
import pickle
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from coindex.files.extras import missing_extra
from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings, Worker
from kparse.errors import CoindexError, InputError, SolveError

if TYPE_CHECKING:
    from distributed import Client

E = TypeVar("E")
R = TypeVar("R")
T = TypeVar("T")

Place: TypeAlias = "int | str"
"""Who does the work: so many processes of this machine, or the workers of the Dask scheduler at this address."""
_Given: TypeAlias = "tuple[Any, float | None, Future[Any]]"
"""A task, what it may take, and where its result goes; ``None`` in the queue ends a thread."""

CHUNK = 32
"""How many questions a worker gets at a time; their texts are parsed together."""
USUAL = 1.0
"""Seconds for each question of a chunk; the questions of a chunk that takes longer are asked one by one."""
FIRST, USUALLY, LATER = range(3)
"""Urgency of a task."""
_AHEAD = 256
"""Most results that wait for an earlier one."""
_PAUSE, _LONGEST_PAUSE = 5.0, 300.0
"""Seconds until a worker that could not start is started again: twice as many each time."""
_CONNECT = "20s"
"""Time in which a Dask scheduler has to answer."""
_KEPT = 2
"""Runs for which a Dask worker keeps processes."""


# --------------------------------------------------------------------------------- on this machine


class Executor:
    """Worker processes, each in the hands of a thread. What comes first is done first, unless it is less urgent.

    A worker that cannot start is tried again later. While none can, every task fails with the reason.

    Args:
        settings: for each worker's reasoner.
        job: what a worker does with a task.
        limits: of a task, and after how many tasks a process is replaced.
        workers: how many processes.
        told: is called, in some thread, with the reason why a worker cannot start.
    """

    def __init__(
        self,
        settings: Settings,
        job: Job,
        limits: Limits | None = None,
        *,
        workers: int = 1,
        told: Callable[[CoindexError], object] = lambda error: None,
    ) -> None:
        limits = limits or Limits()
        # Not all are replaced at the same time: meanwhile the others work.
        recycle = [limits.recycle + n * limits.recycle // workers for n in range(workers)]
        self.workers = [Worker(settings, job, replace(limits, recycle=n)) for n in recycle]
        self._told = told
        self._queue: queue.PriorityQueue[tuple[int, int, _Given | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._threads: list[threading.Thread] = []
        self._troubles: dict[Worker, CoindexError] = {}
        self.closed: CoindexError | None = None
        """Why no more tasks are taken."""
        self._stopping = threading.Event()
        self._changed = threading.Condition()

    @property
    def ready(self) -> int:
        """How many workers are loaded."""
        return sum(w.ready for w in self.workers)

    @property
    def busy(self) -> int:
        """How many workers are busy."""
        return sum(w.busy for w in self.workers)

    @property
    def replaced(self) -> int:
        """How many processes have been replaced."""
        return sum(max(0, w.starts - 1) for w in self.workers)

    @property
    def waiting(self) -> int:
        """How many tasks wait for a worker."""
        return self._queue.qsize()

    @property
    def trouble(self) -> CoindexError | None:
        """Why no task can be done, if that is so."""
        if self.closed is not None or len(self._troubles) < len(self.workers):
            return self.closed
        return next(iter(self._troubles.values()), None)

    @property
    def room(self) -> int:
        """How many tasks should be given at a time."""
        return len(self.workers)

    def start(self, least: int | None = None) -> None:
        """Start the processes, and wait until so many of them (all) are loaded.

        Raises:
            ModelError, KnowledgeError, SolveError: one of them cannot start; of a smaller number: none can.
        """
        wanted, allowed = (len(self.workers), 0) if least is None else (least, self.room - 1)
        with self._changed:
            self._begin()
            self._changed.wait_for(
                lambda: (
                    len(self._troubles) > allowed or self.ready >= wanted or self.closed is not None
                )
            )
            if len(self._troubles) > allowed:
                raise next(iter(self._troubles.values()))

    def _begin(self) -> None:
        if self._threads or self.closed is not None:
            return
        self._threads = [
            threading.Thread(target=self._work, args=(w,), daemon=True, name=f"worker-{n}")
            for n, w in enumerate(self.workers)
        ]
        for thread in self._threads:
            thread.start()

    def submit(
        self, task: Any, *, seconds: float | None = None, urgency: int = USUALLY
    ) -> Future[Any]:
        """Have a task done.

        Args:
            task: the task.
            seconds: what it may take, if that is not the usual limit.
            urgency: a task waits for those that are more urgent.

        Returns:
            The job's result or :class:`Lost` when it is there; or the error for which no worker can start.
        """
        future: Future[Any] = Future()
        with self._changed:
            self._begin()
            if self.trouble is not None:
                future.set_exception(self.trouble)
            else:
                self._queue.put((urgency, next(self._numbers), (task, seconds, future)))
        return future

    def _work(self, worker: Worker) -> None:
        pause = _PAUSE
        while not self._stopping.is_set():
            try:
                worker.wait_ready()
            except CoindexError as error:
                self._lame(worker, error)
                self._stopping.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
                continue
            pause = _PAUSE
            with self._changed:
                self._troubles.pop(worker, None)
                self._changed.notify_all()
            *_, given = self._queue.get()
            if given is not None and given[2].set_running_or_notify_cancel():
                task, seconds, future = given
                try:
                    future.set_result(worker.ask(task, seconds))
                except Exception as error:
                    future.set_exception(error)
        worker.stop()

    def _lame(self, worker: Worker, error: CoindexError) -> None:
        if self._stopping.is_set():
            return
        self._told(error)
        with self._changed:
            self._troubles[worker] = error
            trouble = self.trouble
            waiting = self._waiting() if trouble is not None else []
            self._changed.notify_all()
        _refuse(waiting, trouble)

    def _waiting(self) -> list[Future[Any]]:
        """Take all tasks that wait; they are refused when the lock is free, since callbacks may take long."""
        found = []
        with suppress(queue.Empty):
            while True:
                *_, given = self._queue.get_nowait()
                if given is not None:
                    found.append(given[2])
        return found

    def close(self, reason: str = "the work is being stopped") -> None:
        """Take no more tasks, and refuse those that wait; what is being done goes on."""
        with self._changed:
            self.closed = self.closed or SolveError(reason)
            waiting = self._waiting()
            self._changed.notify_all()
        _refuse(waiting, self.closed)

    def stop(self) -> None:
        """End all processes at once."""
        self._stopping.set()
        self.close()
        for _ in self._threads:
            self._queue.put((FIRST, next(self._numbers), None))
        for thread in self._threads:
            while thread.is_alive():  # it may just have started another process
                for worker in self.workers:
                    worker.kill()
                thread.join(0.1)


def _refuse(waiting: Iterable[Future[Any]], error: CoindexError | None) -> None:
    for future in waiting:
        if future.set_running_or_notify_cancel():
            future.set_exception(error)


# ------------------------------------------------------------------------------------ on a cluster


class _Cluster:
    """The workers of a Dask scheduler, in the form of an :class:`Executor`."""

    def __init__(self, settings: Settings, job: Job, limits: Limits | None, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)
        self._work = pickle.dumps((settings, job, limits))

    @property
    def room(self) -> int:
        """How many tasks should be given at a time: for each thread one that runs and one that waits."""
        return 2 * max(1, sum(map(int, self._client.nthreads().values())))

    def submit(
        self, task: Any, *, seconds: float | None = None, urgency: int = USUALLY
    ) -> Future[Any]:
        """Have a task done. If the worker dies, Dask gives it to another one, as often as the scheduler allows."""
        future: Future[Any] = self._executor.submit(on_worker, self._work, task, seconds)
        return future


_executors: dict[bytes, Executor] = {}
_making = threading.Lock()


def on_worker(work: bytes, task: Any, seconds: float | None) -> Any:
    """Do a task on a Dask worker, in a process of its own.

    Args:
        work: settings, job and limits, pickled.
        task: the task.
        seconds: what it may take.
    """
    with _making:
        if work not in _executors:
            from distributed import get_worker

            idle = [w for w, e in _executors.items() if not e.busy and not e.waiting]
            for old in idle[: len(_executors) - _KEPT + 1]:
                _executors.pop(old).stop()
            # Dask's nanny starts its workers as daemons, which may not have children. Ours end when this one does.
            multiprocessing.current_process().daemon = False
            settings, job, limits = pickle.loads(work)  # (only the scheduler's clients send it)
            threads = get_worker().state.nthreads
            _executors[work] = Executor(settings, job, limits, workers=threads)
        future = _executors[work].submit(task, seconds=seconds)
    try:
        return future.result()
    except CoindexError:  # it cannot start, and nobody is to wait for it
        with _making:
            if (failed := _executors.pop(work, None)) is not None:
                failed.stop()
        raise


@contextmanager
def _client(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError as error:
        raise missing_extra("a cluster needs Dask", "cluster") from error
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler at {address}: {error}",
            hint="Start one with `dask scheduler` and give the address that it prints, tcp://HOST:8786.",
        ) from error
    with client:
        yield client


# --------------------------------------------------------------------------------------- in order


@contextmanager
def _executor(
    settings: Settings | None, job: Job, limits: Limits | None, place: Place
) -> Iterator[Executor | _Cluster]:
    if isinstance(place, str):
        with _client(place) as client:
            yield _Cluster(settings or Settings(), job, limits, client)
        return
    executor = Executor(settings or Settings(), job, limits, workers=place)
    try:
        executor.start(1)
        yield executor
    finally:
        executor.stop()


def _result(future: Future[Any]) -> Any:
    """Give a result.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, CoindexError):
        raise error
    return Lost(f"the workers died of it ({type(error).__name__})", "died")


def _done(
    executor: Executor | _Cluster, tasks: Iterable[T], seconds: Callable[[T], float | None]
) -> Iterator[tuple[T, Any]]:
    """Give tasks with their results, in order. A task is read when a worker waits for it."""
    source = iter(tasks)
    given: deque[tuple[T, Future[Any]]] = deque()
    running: set[Future[Any]] = set()
    more = True
    while more or given:
        while given and given[0][1].done():
            task, future = given.popleft()
            yield task, _result(future)
        running = {future for future in running if not future.done()}
        if more and len(running) < executor.room and len(given) < _AHEAD:
            following = tuple(itertools.islice(source, 1))
            more = bool(following)
            for task in following:
                future = executor.submit(task, seconds=seconds(task))
                given.append((task, future))
                running.add(future)
        elif running:
            wait(running, return_when=FIRST_COMPLETED)


def with_results(
    tasks: Iterable[T],
    job: Job,
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limits: Limits | None = None,
) -> Iterator[tuple[T, Any]]:
    """Do tasks in worker processes; give each with its result, or :class:`Lost`, in the tasks' order.

    Memory does not grow with the number of tasks. A task is read when a worker waits for it, so that with a single
    worker each is done before the next one is read.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        InputError: there is no scheduler at the address, or Dask is not installed.
    """
    with _executor(settings, job, limits, workers) as executor:
        yield from _done(executor, tasks, lambda task: None)


def in_order(
    tasks: Iterable[Any],
    job: Job,
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limits: Limits | None = None,
) -> Iterator[Any]:
    """Give the results alone, see :func:`with_results`."""
    for _, result in with_results(tasks, job, settings, workers=workers, limits=limits):
        yield result


def cut(entries: Sequence[E], size: int = CHUNK) -> list[tuple[E, ...]]:
    """Divide questions into chunks, in order.

    >>> cut("abcde", 2)
    [('a', 'b'), ('c', 'd'), ('e',)]
    """
    return [tuple(entries[start : start + size]) for start in range(0, len(entries), size)]


def in_chunks(
    chunks: Iterable[tuple[E, ...]],
    job: Job,
    settings: Settings,
    lost: Callable[[E, str], R],
    *,
    workers: Place = 1,
    seconds: float = 60.0,
    recycle: int = 3000,
) -> Iterator[R]:
    """Give what a job makes of each question, in order; what is lost with a chunk is asked again one by one.

    Args:
        chunks: the questions.
        job: makes a list of results of a chunk, one for each of its questions.
        settings: of the workers.
        lost: makes the result of a question whose worker was lost, with the reason.
        workers: how many, or whose.
        seconds: the limit of a question.
        recycle: chunks after which a worker is replaced.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
        InputError: see :func:`with_results`.
    """
    chunks = iter(chunks)
    first = next(chunks, None)
    if first is None:
        return  # nobody has to load a model
    limits = Limits(seconds=seconds, recycle=recycle)

    def together(chunk: tuple[E, ...]) -> float:
        return seconds if len(chunk) == 1 else max(seconds, USUAL * len(chunk))

    with _executor(settings, job, limits, workers) as executor:
        for chunk, result in _done(executor, itertools.chain([first], chunks), together):
            if not isinstance(result, Lost):
                yield from result
                continue
            again: list[tuple[E, Any]] = [(chunk[0], result)]
            if len(chunk) > 1:
                alone = [executor.submit((entry,), urgency=FIRST) for entry in chunk]
                again = [(e, _result(f)) for e, f in zip(chunk, alone, strict=True)]
            for entry, one in again:
                if isinstance(one, Lost):
                    yield lost(entry, one.reason)
                else:
                    yield from one
