"""Work that is done in this process, in the place of worker processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

import pytest

from coindex.reasoner.jobs import executor


@dataclass
class Inline:
    """Does tasks at once; an exception comes out of it."""

    work: Callable[[Any], Any]
    room: int = 1

    def submit(self, task: Any, **_: object) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(self.work(task))
        return future


def working_here(
    patch: pytest.MonkeyPatch, work: Callable[[Callable[[Any, Any], Any], Any], Any]
) -> None:
    """Have tasks done by ``work(job, task)``."""
    patch.setattr(
        executor,
        "_executor",
        lambda settings, job, limits, place: nullcontext(Inline(lambda task: work(job, task))),
    )
