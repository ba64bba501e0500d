"""Analyses in worker processes with time limits: requested by a page, run in the background, stored in a table.

Threads that answer pages never parse or solve. Each process of the web server has ``SOLVERS`` worker processes. A
worker that takes too long is killed and replaced (:mod:`coindex.reasoner.jobs.executor`), and the analysis is marked as
failed.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from coindex.harness.schemas.schema import Schema
from coindex.reasoner.jobs.executor import LATER, USUALLY, Executor
from coindex.reasoner.jobs.workers import Job, Limits, Lost, Settings
from coindex.winoflexi.analysis.schema_analysis import analyse, key
from coindex.winoflexi.models import Analysis
from coindex.winoflexi.schemas.drafts import record

_log = logging.getLogger("coindex.winoflexi")
_MOST = 500
"""Maximum number of analyses waiting in a process of the server."""
_PAUSE = 0.05  # seconds
_STALE = 60.0
"""Seconds beyond its limit after which a waiting analysis is considered lost, and is requested again."""


class WorkerPool:
    """Worker processes, and a queue of schemas.

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
        self.workers, self.seconds = workers, seconds
        self._counts = counts
        limits = Limits(seconds=seconds)
        self._executor = Executor(reasoners or Settings(), job, limits, workers=workers)
        self._pending: set[str] = set()

    def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
        """Put a schema into the queue; return whether it was accepted.

        Args:
            name: key of the analysis.
            schema: the schema as plain data.
            in_background: nobody waits for it: it comes after all that somebody waits for.
        """
        most = _MOST // 2 if in_background else _MOST
        if not self.workers or self._executor.waiting >= most or self._executor.trouble is not None:
            return False
        self._pending.add(name)
        task = {"schema": schema, "counts": self._counts}
        urgency = LATER if in_background else USUALLY
        done = self._executor.submit(task, urgency=urgency)
        done.add_done_callback(partial(self._keep, name))
        return True

    def has(self, name: str) -> bool:
        """Whether an analysis is in the queue or under way in this process."""
        return name in self._pending

    def stop(self) -> None:
        """Stop the processes at once. Analyses that are not done are requested again when they are viewed."""
        self._executor.stop()

    def _keep(self, name: str, done: Future[Any]) -> None:
        """Store the outcome, in the thread of the worker."""
        if self._executor.closed is not None:
            return
        error = done.exception()
        result = Lost(str(error), "died") if error is not None else done.result()
        if isinstance(result, Lost):
            _log.warning("an analysis failed: %s", result.reason)
            values = {"state": Analysis.FAILED, "error": result.kind}
        else:
            values = {"state": Analysis.DONE, "result": result}
        for attempt in range(8):  # wait for a database that is restarting
            try:
                Analysis.objects.filter(key=name).update(**values)
                break
            except DatabaseError:
                connection.close()
                time.sleep(_PAUSE * 2**attempt)
        else:
            _log.error("an analysis could not be stored")
        connection.close()
        self._pending.discard(name)


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
