"""Worker processes with limits of time and memory, each doing one task at a time.

clingo cannot be interrupted while it grounds, and never frees its symbols. Therefore long runs solve in worker
processes. A worker is killed when a task takes too long, dies when a task takes too much memory, and is replaced after
either, or after some thousand tasks. :mod:`coindex.reasoner.jobs.executor` gives them their tasks.

Worker processes are spawned: a script that uses them has to do so under ``if __name__ == "__main__":``.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kparse.errors import CoindexError, SolveError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from coindex.reasoner.asks import AsksFactory
    from coindex.reasoner.running.engine import Reasoner

Job: TypeAlias = "Callable[[Reasoner, Any], Any]"
"""What a worker does with a task: a function at the top of a module. Tasks and results are pickled; no result may be
``None``."""

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
def _uninterrupted() -> Iterator[None]:
    """Block SIGINT in processes that this thread starts: the parent handles interruptions."""
    if sys.platform == "win32":
        yield
        return
    resource_tracker.ensure_running()  # it unblocks the signal when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
            task, seconds = pipe.recv()
            _alarm(seconds + _GRACE)
            try:
                result = job(reasoner, task)
            except MemoryError:
                result = Lost("the memory limit was reached", "memory")
            except Exception as error:  # a bug must not cost the other tasks
                result = Lost(f"internal error: {type(error).__name__}: {error}", "error")
            _alarm(0)
            pipe.send(result)


class Worker:
    """A worker process, which is started when it is needed. All its methods but :meth:`kill` belong to one thread.

    Args:
        settings: what its reasoner is made of.
        job: what it does with a task.
        limits: what a task may take.
    """

    def __init__(self, settings: Settings, job: Job, limits: Limits | None = None) -> None:
        self.settings, self.job, self.limits = settings, job, limits or Limits()
        self.ready = self.busy = False
        self.starts = 0
        """How many processes it has had."""
        self._done = 0
        self._pipe: Connection
        self._process: SpawnProcess | None = None

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        process = context.Process(
            target=_work,
            args=(other, self.settings, self.job, self.limits),
            daemon=True,
            name="coindex-worker",
        )
        try:
            with _uninterrupted():
                process.start()
        except Exception as error:  # the system refuses, or the settings cannot be sent
            self._pipe.close()
            why = getattr(error, "strerror", None) or error
            raise SolveError(f"a worker process could not start: {why}", hint=_HINT) from error
        finally:
            other.close()
        self._process = process
        self._done = 0
        self.starts += 1

    def _received(self, seconds: float) -> Any:
        """Wait for its message; :class:`Lost` if there is none."""
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv()
        except (EOFError, OSError):
            return Lost("the worker process died of this question (out of memory?)", "died")
        return Lost(f"no answer within {seconds:g} seconds", "time")

    def wait_ready(self) -> None:
        """Start it unless it runs, and wait until it has loaded model and knowledge.

        Raises:
            ModelError, KnowledgeError, SolveError: it cannot start.
        """
        if self.ready:
            return
        self._start()
        message = self._received(_START)
        if message is None:
            self.ready = True
            return
        self.stop()
        if isinstance(message, CoindexError):
            raise message
        if message.kind == "time":
            raise SolveError(
                f"a worker process was not ready within {_START:g} seconds",
                hint="Start it when the machine is less busy, or with fewer --workers.",
            )
        raise SolveError("a worker process could not start", hint=_HINT)

    def ask(self, task: Any, seconds: float | None = None) -> Any:
        """Do one task, waiting for it: its result, or :class:`Lost`.

        A process that was lost or has done enough ends; :meth:`wait_ready` starts another.

        Args:
            task: the task.
            seconds: what it may take, if that is not the usual limit.

        Raises:
            ModelError, KnowledgeError, SolveError: it cannot start.
        """
        if self.ready and self._pipe.poll():  # it has died while nobody asked
            self.stop()
        self.wait_ready()
        self.busy = True
        seconds = seconds or self.limits.seconds
        with suppress(OSError):  # it has died: its pipe will say so
            self._pipe.send((task, seconds))
        result = self._received(seconds)
        self.busy = False
        self._done += 1
        broken = isinstance(result, Lost) and result.kind != "error"
        if broken or self._done >= self.limits.recycle:
            self.stop()
        return result

    def kill(self) -> None:
        """Kill the process, from any thread; whoever waits for it hears that it has died."""
        if (process := self._process) is not None:
            with suppress(ValueError, OSError):  # it has ended already
                process.kill()

    def stop(self) -> None:
        """End the process at once."""
        process, self._process = self._process, None
        self.ready = False
        if process is not None:
            self._pipe.close()
            process.kill()
            process.join()
            with suppress(ValueError):  # another thread is just noting its end
                process.close()
