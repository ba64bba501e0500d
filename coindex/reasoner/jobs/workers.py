"""Worker processes with limits of time and memory, and the distribution of tasks to them.

clingo cannot be interrupted while it grounds, and never frees its symbols. Therefore long runs solve in worker
processes. A worker is killed when a task takes too long, dies when a task takes too much memory, and is replaced after
either, or after some thousand tasks.

Worker processes are spawned: a script that uses them has to do so under ``if __name__ == "__main__":``.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kparse.errors import CoindexError, SolveError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from coindex.reasoner.asks import AsksFactory
    from coindex.reasoner.running.engine import Reasoner

Job: TypeAlias = "Callable[[Reasoner, Any], Any]"
"""What a worker does with a task: a function at the top of a module. Tasks and results are pickled; no result may be
``None``."""

_AHEAD = 256
"""Most results that wait for an earlier one."""
_START = 300.0
"""Seconds a worker may take to load the model and the knowledge."""
_GRACE = 5.0
"""Seconds above the limit after which a worker ends itself, because its parent has not done so and must be gone."""
_FIRST = "Rosa thanked the porter because he had carried her trunk."
"""Every worker answers this question before it is ready, so that loading does not count against the limit of a task."""
_HINT = "Is there memory enough for --workers?"


@dataclass(frozen=True, slots=True)
class Settings:
    """What every worker makes its reasoner of."""

    model: str | None = None
    extra: tuple[str, ...] = ()
    """Knowledge read besides the shipped one."""
    explain: bool = False
    """Whether the sentences of the rules are filled in (for a server: whether a question may ask for it)."""
    mined: str | None = None
    """A store of counts to be asked; an empty name for no statistics at all."""
    parser: bool = True
    """Whether the parser is loaded at the start: not where all texts have been parsed."""
    min_confidence: float | None = None
    """In a batch: the confidence below which an answer is called undecided."""
    asks: AsksFactory | None = None
    """Makes what gets rules for questions that are not decided; ``None`` to ask nobody."""

    def reasoner(self) -> Reasoner:
        """Make the reasoner, ready to answer."""
        from coindex.reasoner.running.engine import Reasoner

        made = Reasoner(model=self.model, extra=self.extra, mined=self.mined)
        if self.parser:
            made.nlp  # noqa: B018  loads the parser: what is wrong with it is to be said at the start
            with suppress(CoindexError):  # another parser may read no question into it
                made.solve(_FIRST, explain=self.explain)
        made.asks = None if self.asks is None else self.asks()
        return made


@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may take, and when a process is replaced."""

    seconds: float = 60.0
    """Wall-clock time of one task."""
    memory: int | None = None
    """Bytes of address space above what a worker has when it is ready (where the system can limit it)."""
    recycle: int = 3000
    """Tasks after which a process is replaced."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A task without a result, and why."""

    reason: str
    kind: Literal["time", "memory", "died", "error"]


def _limit_memory(extra: int | None) -> None:
    """Limit the memory of this process to so much more than it has now."""
    if extra is None or sys.platform == "win32":
        return
    import resource
    from pathlib import Path

    try:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except OSError:  # not Linux: the current limit is unknown
        return
    most = pages * resource.getpagesize() + extra
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)  # nobody may go above what the system administrator has set
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Block SIGINT in processes that are started: the parent handles interruptions."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it unblocks the signal when it is started
    held: list[int] = []
    handler = signal.getsignal(signal.SIGINT)
    ours = callable(handler) and threading.current_thread() is threading.main_thread()
    if ours:
        # Another thread may take the signal; Python's handler would then interrupt this one.
        signal.signal(signal.SIGINT, lambda number, _: held.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if ours:
            signal.signal(signal.SIGINT, handler)
    if held:
        signal.raise_signal(signal.SIGINT)


def _alarm(seconds: float) -> None:
    """End this process after so many seconds (0: never), even inside clingo and without a parent."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _work(pipe: Connection, settings: Settings, job: Job, limits: Limits) -> None:
    """Do tasks until there are no more. The first message is ``None`` when all is ready, or else an error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it cannot be blocked
    try:
        reasoner = settings.reasoner()
        _limit_memory(limits.memory)
    except CoindexError as error:
        pipe.send(error)
        return
    except Exception as error:
        pipe.send(SolveError(f"a worker process cannot start: {type(error).__name__}: {error}"))
        return
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            task = pipe.recv()
            _alarm(limits.seconds + _GRACE)
            try:
                result = job(reasoner, task)
            except MemoryError:
                result = Lost("the memory limit was reached", "memory")
            except Exception as error:  # a bug must not cost the other tasks
                result = Lost(f"internal error: {type(error).__name__}: {error}", "error")
            _alarm(0)
            pipe.send(result)


class Worker:
    """A worker process and the one task it is working on.

    Args:
        settings: what its reasoner is made of.
        job: what it does with a task.
        limits: what a task may take.
    """

    def __init__(self, settings: Settings, job: Job, limits: Limits | None = None) -> None:
        self.settings, self.job, self.limits = settings, job, limits or Limits()
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process: SpawnProcess = context.Process(
            target=_work,
            args=(other, self.settings, self.job, self.limits),
            daemon=True,
            name="coindex-worker",
        )
        try:
            with uninterrupted():
                self.process.start()
        except OSError as error:
            self.pipe.close()
            raise SolveError(
                f"a worker process could not start: {error.strerror or error}", hint=_HINT
            ) from error
        finally:
            other.close()
        self.ready = False
        self.busy = False
        self.done = 0
        self._since = time.monotonic()

    def give(self, task: Any) -> None:
        """Send it a task."""
        self.busy, self._since = True, time.monotonic()
        with suppress(OSError):  # it has died: its pipe will say so
            self.pipe.send(task)

    def left(self) -> float:
        """Seconds left for its current task."""
        if self.ready and not self.busy:
            return float("inf")
        allowed = self.limits.seconds if self.ready else _START
        return self._since + allowed - time.monotonic()

    def hear(self) -> Any:
        """Receive its message, or find why there is none; to be called when the pipe is readable or no time is left.

        Gives the result of its task or :class:`Lost`; ``None`` when all that happened is that it got ready. A process
        that was lost or has done enough is replaced.

        Raises:
            ModelError, KnowledgeError, SolveError: it, or the process that replaces it, cannot start.
        """
        message: Any
        if self.pipe.poll():
            try:
                message = self.pipe.recv()
            except (EOFError, OSError):
                message = Lost("the worker process died of this question (out of memory?)", "died")
        else:
            message = Lost(f"no answer within {self.limits.seconds:g} seconds", "time")
        if not self.ready:
            if isinstance(message, CoindexError):
                raise message
            if isinstance(message, Lost) and message.kind == "time":
                raise SolveError(
                    f"a worker process was not ready within {_START:g} seconds",
                    hint="Start it when the machine is less busy, or with fewer --workers.",
                )
            if isinstance(message, Lost):
                raise SolveError("a worker process could not start", hint=_HINT)
            self.ready = True
            return None
        self.busy = False
        self.done += 1
        broken = isinstance(message, Lost) and message.kind != "error"
        if broken or self.done >= self.limits.recycle:
            self.stop()
            self._start()
        return message

    def wait_ready(self) -> None:
        """Wait until it has loaded model and knowledge.

        Raises:
            ModelError, KnowledgeError, SolveError: it cannot start.
        """
        while not self.ready:
            self.pipe.poll(max(0.0, self.left()))
            self.hear()

    def ask(self, task: Any) -> Any:
        """Do one task, waiting for it: its result, or :class:`Lost`."""
        self.wait_ready()
        self.give(task)
        self.pipe.poll(max(0.0, self.left()))
        return self.hear()

    def stop(self) -> None:
        """End the process at once."""
        if self.pipe.closed:
            return
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


def in_order(
    tasks: Iterable[Any],
    job: Job,
    settings: Settings | None = None,
    *,
    workers: int = 1,
    limits: Limits | None = None,
) -> Iterator[Any]:
    """Do tasks in worker processes; give their results, or :class:`Lost`, in the tasks' order.

    Memory does not grow with the number of tasks. A task is read when a worker waits for it, so that with a single
    worker each is done before the next one is read.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    source = enumerate(tasks)
    pool: list[Worker] = []
    held: dict[Worker, int] = {}
    results: dict[int, Any] = {}
    following, reading, more = 0, 0, True
    try:
        for _ in range(workers):
            pool.append(Worker(settings or Settings(), job, limits))
        while more or held:
            for worker in pool:
                if more and worker.ready and worker not in held and reading < following + _AHEAD:
                    number, task = next(source, (-1, None))
                    if number < 0:
                        more = False
                    else:
                        worker.give(task)
                        held[worker], reading = number, number + 1
            if more or held:
                for worker in _stirring(pool):
                    result = worker.hear()
                    if worker in held and result is not None:
                        results[held.pop(worker)] = result
            while following in results:
                yield results.pop(following)
                following += 1
    finally:
        for worker in pool:
            worker.stop()


def _stirring(pool: list[Worker]) -> list[Worker]:
    """Wait for workers with a message or without time left, and give these."""
    pause = max(0.0, min(w.left() for w in pool))
    heard = wait([w.pipe for w in pool], None if pause == float("inf") else pause)
    return [w for w in pool if w.pipe in heard or w.left() <= 0]
