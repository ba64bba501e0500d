"""A progress bar for long work, drawn by tqdm."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import Any, Self, TypeVar

T = TypeVar("T")

_EVERY = 60.0
"""Seconds between lines where standard error is no terminal."""
_LINE = "{n_fmt} of {total_fmt} done, {rate_fmt}, {remaining} left"
_LINE_WITHOUT_TOTAL = "{n_fmt} done, {rate_fmt}"


class _Lines:
    """Writes each state of a bar on a line of its own."""

    def write(self, text: str) -> None:
        if words := text.strip():
            print(f"coindex: {words}", file=sys.stderr, flush=True)

    def flush(self) -> None:
        pass


class Progress:
    """A progress bar on standard error; a line a minute if that is no terminal.

    Args:
        total: how many things there are; ``None`` if that is not known.
        done: how many of them were done before.
        show: whether anything is shown.
    """

    def __init__(self, total: int | None, done: int = 0, *, show: bool = True) -> None:
        self.total, self.done, self._before = total, done, done
        self._show = show
        self._bar: Any = None

    def __enter__(self) -> Self:
        """Give the bar itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last state on its line."""
        if self._bar is not None:
            self._bar.close()

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Give the things, counting them; their number is the total if none was given."""
        if self.total is None and isinstance(things, Sized):
            self.total = len(things)
        if self._show and self._bar is None:
            self._bar = self._begun()
        for thing in things:
            yield thing
            self.done += 1
            if self._bar is not None:
                self._bar.total = self.total
                self._bar.update(self.done - self._bar.n)

    def _begun(self) -> Any:
        from tqdm import tqdm

        if sys.stderr.isatty():
            return tqdm(total=self.total, initial=self._before, dynamic_ncols=True)
        return tqdm(
            total=self.total,
            initial=self._before,
            file=_Lines(),
            leave=False,
            delay=_EVERY,
            mininterval=_EVERY,
            maxinterval=_EVERY,
            bar_format=_LINE if self.total else _LINE_WITHOUT_TOTAL,
        )

    def note(self, message: str) -> None:
        """Say something on a line of its own."""
        if self._bar is not None:
            self._bar.clear()
        print(f"coindex: {message}", file=sys.stderr)
