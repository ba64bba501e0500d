"""Analyses in worker processes with time limits: requested by a page, run in the background, stored in a table.

Threads that answer pages never parse or solve. Each process of the web server has ``SOLVERS`` threads, each with its
own worker process. A worker that takes too long is killed and replaced (:mod:`coindex.reasoner.jobs.workers`), and
the analysis is marked as failed.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from coindex.harness.schemas.schema import Schema
from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings, Worker
from coindex.winoflexi.analysis.schema_analysis import analyse, key
from coindex.winoflexi.models import Analysis
from coindex.winoflexi.schemas.drafts import record
from kparse.errors import CoindexError

_log = logging.getLogger("coindex.winoflexi")
_MOST = 500
"""Maximum number of analyses waiting in a process of the server."""
_PAUSE = 0.05  # seconds
_PATIENCE = 5.0  # seconds
_STALE = 60.0
"""Seconds beyond its limit after which a waiting analysis is considered lost, and is requested again."""


_NOW, _SOON, _LATER = range(3)


@dataclass(order=True, frozen=True, slots=True)
class _Task:
    """A schema in the queue; without a name it ends a thread."""

    urgency: int
    number: int
    name: str = field(default="", compare=False)
    schema: dict[str, Any] = field(default_factory=dict, compare=False)


class WorkerPool:
    """Threads with one worker process each, and a queue of schemas.

    Args:
        workers: number of workers; 0 means that nothing is analysed.
        seconds: time limit per schema.
        job: the function that a worker runs.
        reasoners: settings of the workers' reasoners.
        counts: file of counts for the check of association.
    """

    def __init__(
        self,
        workers: int,
        seconds: float,
        *,
        job: Job = analyse,
        reasoners: Settings | None = None,
        counts: str = "",
    ) -> None:
        self.workers, self.seconds, self.job = workers, seconds, job
        self._reasoners, self._counts = reasoners or Settings(), counts
        self._queue: queue.PriorityQueue[_Task] = queue.PriorityQueue(_MOST)
        self._numbers = itertools.count()
        self._pending: set[str] = set()
        self._threads: list[threading.Thread] = []
        self._running: list[Worker] = []
        self._stopping = False
        self._lock = threading.Lock()

    def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
        """Put a schema into the queue; return whether it was accepted.

        Args:
            name: key of the analysis.
            schema: the schema as plain data.
            in_background: nobody waits for it: it comes after all that somebody waits for.
        """
        if not self.workers:
            return False
        with self._lock:
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._work, name=f"analysis-{n}", daemon=True)
                    for n in range(self.workers)
                ]
                for thread in self._threads:
                    thread.start()
        if in_background and self._queue.qsize() >= _MOST // 2:
            return False
        task = _Task(_LATER if in_background else _SOON, next(self._numbers), name, schema)
        try:
            self._queue.put_nowait(task)
        except queue.Full:
            return False
        self._pending.add(name)
        return True

    def has(self, name: str) -> bool:
        """Whether an analysis is in the queue or under way in this process."""
        return name in self._pending

    def stop(self) -> None:
        """Stop the threads and their processes at once. Waiting analyses are requested again when they are viewed."""
        self._stopping = True
        with suppress(queue.Empty):
            while True:
                self._queue.get_nowait()
        for _ in self._threads:
            self._queue.put(_Task(_NOW, next(self._numbers)))
        for worker in list(self._running):
            with suppress(ValueError, OSError):  # it has already ended
                worker.process.kill()
        for thread in self._threads:
            thread.join(_PATIENCE)
        self._threads = []

    def _work(self) -> None:
        worker: Worker | None = None
        while (task := self._queue.get()).name:
            name, schema = task.name, task.schema
            try:
                if worker is None:
                    worker = Worker(self._reasoners, self.job, Limits(seconds=self.seconds))
                    self._running.append(worker)
                result = worker.ask({"schema": schema, "counts": self._counts})
            except CoindexError as error:
                result, worker = Lost(str(error), "died"), None
            if self._stopping:
                break
            self._keep(name, result)
            self._pending.discard(name)
        if worker is not None:
            worker.stop()
        connection.close()

    def _keep(self, name: str, result: Any) -> None:
        lost = isinstance(result, Lost)
        if lost:
            _log.warning("an analysis failed: %s", result.reason)
        values = (
            {"state": Analysis.FAILED, "error": result.kind}
            if lost
            else {"state": Analysis.DONE, "result": result}
        )
        for attempt in range(8):  # wait for a database that is restarting
            try:
                close_old_connections()
                Analysis.objects.filter(key=name).update(**values)
                return
            except DatabaseError:
                time.sleep(_PAUSE * 2**attempt)
        _log.error("an analysis could not be stored")


_pool: WorkerPool | None = None
_making = threading.Lock()


def current_pool() -> WorkerPool:
    """Return the pool of this process."""
    global _pool
    with _making:
        if _pool is None:
            _pool = WorkerPool(settings.SOLVERS, settings.SOLVE_SECONDS, counts=settings.COUNTS)
        return _pool


def use_pool(made: WorkerPool | None) -> None:
    """Replace the pool (for tests)."""
    global _pool
    with _making:
        _pool = made


def request_analysis(
    schema: Schema, *, again: bool = False, in_background: bool = False
) -> Analysis:
    """Return the analysis of a schema. If there is none, request it and return a waiting one.

    Args:
        schema: the schema.
        again: request it again if it failed.
        in_background: nobody waits for it.
    """
    name, pool = key(schema), current_pool()
    now = timezone.now()
    made, new = Analysis.objects.get_or_create(key=name, defaults={"asked_at": now})
    old = made.asked_at < now - timedelta(seconds=pool.seconds + _STALE)
    stale = made.state == Analysis.WAITING and old and not pool.has(name)
    if new or stale or (again and made.state == Analysis.FAILED):
        rows = Analysis.objects.filter(pk=made.pk)
        rows.update(state=Analysis.WAITING, asked_at=now, error="")  # before a worker can finish
        if not pool.submit(name, record(schema), in_background=in_background):
            rows.update(state=Analysis.FAILED, error="busy" if pool.workers else "none")
        made.refresh_from_db()
    return made


def wait_for(
    analysis: Analysis, seconds: float, sleep: Callable[[float], None] = time.sleep
) -> Analysis:
    """Wait for an analysis, at most ``seconds``."""
    end = time.monotonic() + seconds
    while analysis.state == Analysis.WAITING and time.monotonic() < end:
        sleep(_PAUSE)
        analysis.refresh_from_db()
    return analysis
