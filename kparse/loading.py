"""Loading many long-lived objects at once: models, tables, rules."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused(*, stays: bool = False) -> Iterator[None]:
    """Pause Python's garbage collector.

    It scans all objects again whenever a quarter more have been made, and finds nothing when all of them are kept. That
    would cost a process a third of a second at its first question.

    Args:
        stays: whether what is made meanwhile is used until the process ends. Then it is not scanned later, either: that
            takes a tenth of a second each time, in the middle of some question.

    >>> with collector_paused():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if stays:
            gc.freeze()
        if enabled:
            gc.enable()
