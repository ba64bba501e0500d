"""Making much at once that stays: models, tables, rules."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def undisturbed() -> Iterator[None]:
    """Look for no garbage meanwhile.

    Python's collector goes through all that there is each time a quarter has been added, and finds nothing when all of
    it stays: a third of a second of a process's first question.

    >>> with undisturbed():
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
        if enabled:
            gc.enable()
