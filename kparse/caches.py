"""What functions remember of earlier calls: one place from which all of it can be forgotten.

``cache`` and ``lru_cache`` are those of :mod:`functools`, and keep the types of the function; a ``table`` is a
dictionary that a function fills itself. :func:`forget` empties all of them, as after a file of data was changed.

>>> calls = []
>>> @cache
... def double(number: int) -> int:
...     calls.append(number)
...     return 2 * number
>>> double(2), double(2), forget(), double(2), calls
(4, 4, None, 4, [2, 2])
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakSet

_P = ParamSpec("_P")
_R = TypeVar("_R")
_K = TypeVar("_K")
_V = TypeVar("_V")
_FUNCTIONS: WeakSet[functools._lru_cache_wrapper[object]] = WeakSet()
_TABLES: list[dict[object, object]] = []


def lru_cache(maxsize: int | None) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Remember the results of the most recent calls with different arguments; ``None``: of all calls."""

    def remembering(function: Callable[_P, _R]) -> Callable[_P, _R]:
        found = functools.lru_cache(maxsize)(function)
        _FUNCTIONS.add(found)
        return found  # type: ignore[return-value]  # (typeshed forgets the parameters)

    return remembering


def cache(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Remember the results of all calls."""
    return lru_cache(None)(function)


def table(entries: dict[_K, _V]) -> dict[_K, _V]:
    """Return a dictionary, and empty it with the rest."""
    _TABLES.append(entries)  # type: ignore[arg-type]  # (whatever is in it)
    return entries


def forget() -> None:
    """Empty everything: the next call of each function computes its result anew."""
    for function in _FUNCTIONS:
        function.cache_clear()
    for entries in _TABLES:
        entries.clear()
