"""The workers, and the queue of requests; the event loop assigns them in one thread."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings, Worker
from kparse.errors import CoindexError

_PAUSE = 5.0
"""Seconds until a worker that could not start is started again."""


class Unavailable(Exception):
    """No request can be accepted at the moment."""


class Pool:
    """Worker processes that answer requests, first come, first served.

    Args:
        settings: for each worker's reasoner.
        job: what a worker does with a task.
        limits: of a task, and after how many tasks a process is replaced.
        workers: how many processes.
        requests: most requests at a time.
    """

    def __init__(
        self,
        settings: Settings,
        job: Job,
        limits: Limits,
        *,
        workers: int = 2,
        requests: int = 128,
    ) -> None:
        self.settings, self.job, self.limits = settings, job, limits
        self.size, self.most = workers, requests
        self.requests = 0
        self.replaced = 0
        self._workers: list[Worker] = []
        self._waiting: deque[tuple[Any, asyncio.Future[Any]]] = deque()
        self._held: dict[Worker, asyncio.Future[Any]] = {}
        self._timers: dict[Worker, asyncio.TimerHandle] = {}
        self._trouble = ""
        self._closing = False
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start the processes and wait until they are loaded.

        Raises:
            ModelError, KnowledgeError, SolveError: they cannot start.
        """
        for number in range(self.size):
            self._workers.append(self._new(number))
        for worker in self._workers:
            worker.wait_ready()

    def _new(self, number: int) -> Worker:
        # Not all at the same time: while a process is replaced the others answer.
        recycle = self.limits.recycle + number * self.limits.recycle // self.size
        return Worker(self.settings, self.job, replace(self.limits, recycle=recycle))

    def attach(self) -> None:
        """Use the running event loop."""
        self._loop = asyncio.get_running_loop()
        for worker in self._workers:
            self._listen(worker)

    @property
    def ready(self) -> int:
        """How many workers are loaded."""
        return sum(w.ready for w in self._workers)

    @property
    def busy(self) -> int:
        """How many workers are busy."""
        return sum(w.busy for w in self._workers)

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Accept a request, if there is room for it.

        Raises:
            Unavailable: there is no room, the workers cannot start, or the server is stopping.
        """
        if self._trouble:
            raise Unavailable(self._trouble)
        if self.requests >= self.most:
            raise Unavailable(f"{self.requests} requests are being worked on or waiting")
        self.requests += 1
        try:
            yield
        finally:
            self.requests -= 1

    async def ask(self, task: Any) -> Any:
        """Do a task when a worker is free: its result, or :class:`Lost`.

        A task whose process died is given to a fresh process once more: if that dies too, it was the task.

        Raises:
            Unavailable: no worker can be started, or the end has come.
        """
        result = await self._asked(task)
        if isinstance(result, Lost) and result.kind == "died":
            result = await self._asked(task, first=True)
        return result

    async def ask_all(self, tasks: list[Any]) -> list[Any]:
        """Do many tasks, as many at a time as there are workers; results in the tasks' order."""
        results: list[Any] = [None] * len(tasks)
        numbered = iter(enumerate(tasks))

        async def lane() -> None:
            for number, task in numbered:
                results[number] = await self.ask(task)

        await asyncio.gather(*(lane() for _ in range(min(self.size, len(tasks)))))
        return results

    async def _asked(self, task: Any, *, first: bool = False) -> Any:
        if self._trouble:
            raise Unavailable(self._trouble)
        future = asyncio.get_running_loop().create_future()
        entry = (task, future)
        self._waiting.appendleft(entry) if first else self._waiting.append(entry)
        self._deal()
        try:
            return await future
        except asyncio.CancelledError:  # whoever asked has left
            with suppress(ValueError):
                self._waiting.remove(entry)
            raise

    def _deal(self) -> None:
        for worker in self._workers:
            while self._waiting and worker.ready and not worker.busy:
                task, future = self._waiting.popleft()
                if not future.done():
                    worker.give(task)
                    self._held[worker] = future
                    self._arm(worker)

    # ---------------------------------------------------------------------------------- processes

    def _listen(self, worker: Worker) -> None:
        assert self._loop is not None
        self._loop.add_reader(worker.pipe.fileno(), self._stirred, worker)
        self._arm(worker)

    def _arm(self, worker: Worker) -> None:
        assert self._loop is not None
        self._disarm(worker)
        if (left := worker.left()) != float("inf"):
            self._timers[worker] = self._loop.call_later(max(0.0, left), self._stirred, worker)

    def _disarm(self, worker: Worker) -> None:
        if timer := self._timers.pop(worker, None):
            timer.cancel()

    def _stirred(self, worker: Worker) -> None:
        """Handle a worker that has sent something or has exceeded its time."""
        assert self._loop is not None
        if not worker.pipe.poll() and worker.left() > 0:
            self._arm(worker)
            return
        self._loop.remove_reader(worker.pipe.fileno())
        self._disarm(worker)
        process = worker.process
        future = self._held.pop(worker, None)
        try:
            result = worker.hear()
        except CoindexError as error:
            if future is not None and not future.done():
                future.set_exception(Unavailable("no worker process can be started"))
            self._lame(worker, error)
            return
        self.replaced += worker.process is not process
        if not self._closing:
            self._trouble = ""
        self._listen(worker)
        if future is not None and not future.done():
            future.set_result(result)
        self._deal()

    def _lame(self, worker: Worker, error: CoindexError) -> None:
        """Continue without a worker that cannot start, and try again later."""
        assert self._loop is not None
        print(f"coindex: a worker process cannot start: {error}", file=sys.stderr)
        worker.stop()
        number = self._workers.index(worker)
        self._workers.remove(worker)
        if not self._workers and not self._closing:
            self._refuse("no worker process can be started")
        self._timers[worker] = self._loop.call_later(_PAUSE, self._revive, worker, number)

    def _revive(self, lame: Worker, number: int) -> None:
        del self._timers[lame]
        try:
            worker = self._new(number)
        except CoindexError:
            self._timers[lame] = asyncio.get_running_loop().call_later(
                _PAUSE, self._revive, lame, number
            )
            return
        self._workers.append(worker)
        self._listen(worker)

    # ---------------------------------------------------------------------------------------- end

    def _refuse(self, reason: str) -> None:
        self._trouble = reason
        while self._waiting:
            _, future = self._waiting.popleft()
            if not future.done():
                future.set_exception(Unavailable(reason))

    def close(self) -> None:
        """Accept no more requests; current ones continue."""
        self._closing = True
        self._refuse("the server is being stopped")

    def stop(self) -> None:
        """End all processes at once."""
        for timer in self._timers.values():
            timer.cancel()
        for worker in self._workers:
            if self._loop is not None and not self._loop.is_closed() and not worker.pipe.closed:
                self._loop.remove_reader(worker.pipe.fileno())
            worker.stop()
