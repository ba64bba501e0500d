"""Analyses in bounded worker processes: asked for by a page, done aside, kept in a table.

No thread that answers a page ever parses or solves. Each process of the web server has :data:`SOLVERS` threads, each
with a worker process of its own; one that takes too long is killed and replaced (:mod:`coindex.reasoner.running.workers`), and the
analysis says so.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from coindex.harness.schemas.schema import Schema
from coindex.reasoner.running.workers import Job, Limits, Lost, Settings, Worker
from coindex.winoflexi.analysis.schema_analysis import analyse, key
from coindex.winoflexi.models import Analysis
from coindex.winoflexi.schemas.drafts import record
from kparse.errors import CoindexError

_log = logging.getLogger("coindex.winoflexi")
_MOST = 500
"""Analyses that wait at most in a process of the server."""
_PAUSE = 0.05
_PATIENCE = 5.0
_STALE = 60.0
"""Seconds above its limit after which a waiting analysis is taken for lost with its process, and is asked for anew."""


class Solver:
    """Threads with a worker process each, and a queue of schemas.

    Args:
        workers: how many; 0: nothing is analysed.
        seconds: what a schema may take.
        job: what a worker does.
        reasoners: what a worker's reasoner is made of.
        counts: a file of counts for the check of association.
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
        self._queue: queue.Queue[tuple[str, dict[str, Any]] | None] = queue.Queue(_MOST)
        self._threads: list[threading.Thread] = []
        self._running: list[Worker] = []
        self._stopping = False
        self._lock = threading.Lock()

    def give(self, name: str, schema: dict[str, Any]) -> bool:
        """Put a schema into the queue; tell whether there was room."""
        with self._lock:
            if not self._threads:
                self._threads = [
                    threading.Thread(target=self._work, name=f"solver-{n}", daemon=True)
                    for n in range(self.workers)
                ]
                for thread in self._threads:
                    thread.start()
        try:
            self._queue.put_nowait((name, schema))
        except queue.Full:
            return False
        return bool(self.workers)

    def stop(self) -> None:
        """End the threads and their processes at once; what waits is asked for anew by whoever looks at it."""
        self._stopping = True
        with suppress(queue.Empty):
            while True:
                self._queue.get_nowait()
        for _ in self._threads:
            self._queue.put(None)
        for worker in list(self._running):
            with suppress(ValueError, OSError):  # it has just ended by itself
                worker.process.kill()
        for thread in self._threads:
            thread.join(_PATIENCE)
        self._threads = []

    def _work(self) -> None:
        worker: Worker | None = None
        while (task := self._queue.get()) is not None:
            name, schema = task
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
        if worker is not None:
            worker.stop()
        connection.close()

    def _keep(self, name: str, result: Any) -> None:
        lost = isinstance(result, Lost)
        if lost:
            _log.warning("an analysis failed: %s", result.reason)
        told = (
            {"state": Analysis.FAILED, "error": result.kind}
            if lost
            else {"state": Analysis.DONE, "result": result}
        )
        for attempt in range(8):  # a database that is being started again is waited for
            try:
                close_old_connections()
                Analysis.objects.filter(key=name).update(**told)
                return
            except DatabaseError:
                time.sleep(_PAUSE * 2**attempt)
        _log.error("an analysis could not be kept")


_solver: Solver | None = None
_making = threading.Lock()


def solver() -> Solver:
    """Give this process's solver."""
    global _solver
    with _making:
        if _solver is None:
            _solver = Solver(settings.SOLVERS, settings.SOLVE_SECONDS, counts=settings.COUNTS)
        return _solver


def use(made: Solver | None) -> None:
    """Use another solver from now on (tests do)."""
    global _solver
    with _making:
        _solver = made


def ask(schema: Schema, *, again: bool = False) -> Analysis:
    """Give the analysis of a schema; if there is none yet, ask for it and give one that is waiting.

    Args:
        schema: what to analyse.
        again: ask once more if it failed.
    """
    name = key(schema)
    now = timezone.now()
    made, new = Analysis.objects.get_or_create(key=name, defaults={"asked_at": now})
    old = made.asked_at < now - timedelta(seconds=solver().seconds + _STALE)
    stale = made.state == Analysis.WAITING and old
    if new or stale or (again and made.state == Analysis.FAILED):
        rows = Analysis.objects.filter(pk=made.pk)
        rows.update(state=Analysis.WAITING, asked_at=now, error="")  # before a worker can be done
        if not solver().give(name, record(schema)):
            rows.update(state=Analysis.FAILED, error="busy" if solver().workers else "none")
        made.refresh_from_db()
    return made


def wait(
    analysis: Analysis, seconds: float, sleep: Callable[[float], None] = time.sleep
) -> Analysis:
    """Wait for an analysis, but not for long."""
    end = time.monotonic() + seconds
    while analysis.state == Analysis.WAITING and time.monotonic() < end:
        sleep(_PAUSE)
        analysis.refresh_from_db()
    return analysis
