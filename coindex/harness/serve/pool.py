"""The workers, and the requests that they answer or that wait for one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from coindex.reasoner.jobs.executor import FIRST, USUALLY, Executor
from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings
from kparse.errors import CoindexError


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
        self.executor = Executor(settings, job, limits, workers=workers, told=self._lame)
        self.most = requests
        self.requests = 0
        self._started = False

    def start(self) -> None:
        """Start the processes and wait until they are loaded.

        Raises:
            ModelError, KnowledgeError, SolveError: they cannot start.
        """
        self.executor.start()
        self._started = True

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Accept a request, if there is room for it.

        Raises:
            Unavailable: there is no room, the workers cannot start, or the server is stopping.
        """
        if self.executor.trouble is not None:
            raise self._unavailable()
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
        result = await self._asked(task, USUALLY)
        if isinstance(result, Lost) and result.kind == "died":
            result = await self._asked(task, FIRST)
        return result

    async def ask_all(self, tasks: list[Any]) -> list[Any]:
        """Do many tasks, as many at a time as there are workers; results in the tasks' order."""
        results: list[Any] = [None] * len(tasks)
        numbered = iter(enumerate(tasks))

        async def lane() -> None:
            for number, task in numbered:
                results[number] = await self.ask(task)

        await asyncio.gather(*(lane() for _ in range(min(self.executor.room, len(tasks)))))
        return results

    async def _asked(self, task: Any, urgency: int) -> Any:
        try:
            return await asyncio.wrap_future(self.executor.submit(task, urgency=urgency))
        except CoindexError as error:
            raise self._unavailable() from error

    def _unavailable(self) -> Unavailable:
        closed = self.executor.closed
        return Unavailable(str(closed) if closed else "no worker process can be started")

    def _lame(self, error: CoindexError) -> None:
        if self._started:
            print(f"coindex: a worker process cannot start: {error}", file=sys.stderr)

    def close(self) -> None:
        """Accept no more requests; current ones continue."""
        self.executor.close("the server is being stopped")

    def stop(self) -> None:
        """End all processes at once."""
        self.executor.stop()
