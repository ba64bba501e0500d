"""A progress bar for long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Sized
from typing import Self, TypeVar

T = TypeVar("T")


_EVERY = 60.0
"""Seconds between lines where standard error is no terminal."""


class Progress:
    """A progress bar on standard error; a line a minute if that is no terminal."""

    def __init__(self, total: int | None, done: int = 0, *, show: bool = True) -> None:
        self.total, self.done, self._before = total, done, done
        self._started = time.monotonic()
        self._drawn = 0.0
        self._show = show and sys.stderr.isatty()
        self._lines = show and not self._show
        self._told = self._started

    def __enter__(self) -> Self:
        """Give the bar itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last state on its line."""
        if self._show and self._drawn:
            self._draw()
            print(file=sys.stderr)

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Give the things, counting them; their number is the total if none was given."""
        if self.total is None and isinstance(things, Sized):
            self.total = len(things)
        for thing in things:
            yield thing
            self.done += 1
            if self._show and time.monotonic() - self._drawn > 0.2:
                self._draw()
            elif self._lines and time.monotonic() - self._told > _EVERY:
                self._told = time.monotonic()
                print(f"coindex: {self._words()}", file=sys.stderr, flush=True)

    def note(self, message: str) -> None:
        """Say something on a line of its own."""
        print(f"{chr(10) if self._show and self._drawn else ''}coindex: {message}", file=sys.stderr)
        self._drawn = 0.0

    def _left(self) -> tuple[float, str]:
        """Give things a second, and the time that is left."""
        speed = (self.done - self._before) / max(time.monotonic() - self._started, 1e-9)
        left = ((self.total or 0) - self.done) / speed if speed else 0
        return speed, f"{int(left // 60)}:{int(left % 60):02d} left"

    def _words(self) -> str:
        speed, left = self._left()
        if not self.total:
            return f"{self.done} done, {speed:.1f}/s"
        return f"{self.done} of {self.total} done, {speed:.1f}/s, {left}"

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        speed, left = self._left()
        text = f"{self.done} {speed:.1f}/s"
        if self.total:
            full = round(30 * min(1.0, self.done / self.total))
            text = (
                f"[{'#' * full}{'.' * (30 - full)}] {self.done}/{self.total} {speed:.1f}/s {left}"
            )
        print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
