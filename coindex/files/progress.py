"""A progress bar for long work."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import Self, TypeVar

T = TypeVar("T")


class Progress:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, total: int | None, done: int = 0, *, show: bool = True) -> None:
        self.total, self.done, self._before = total, done, done
        self._started = time.monotonic()
        self._drawn = 0.0
        self._show = show and sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Give the bar itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the last state on its line."""
        if self._show and self._drawn:
            self._draw()
            print(file=sys.stderr)

    def over(self, things: Iterable[T]) -> Iterator[T]:
        """Give the things, counting them."""
        for thing in things:
            yield thing
            self.done += 1
            if self._show and time.monotonic() - self._drawn > 0.2:
                self._draw()

    def note(self, message: str) -> None:
        """Say something on a line of its own."""
        print(f"{chr(10) if self._show and self._drawn else ''}coindex: {message}", file=sys.stderr)
        self._drawn = 0.0

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        speed = (self.done - self._before) / max(self._drawn - self._started, 1e-9)
        text = f"{self.done} {speed:.1f}/s"
        if self.total:
            share = min(1.0, self.done / self.total)
            left = (self.total - self.done) / speed if speed else 0
            full = round(30 * share)
            clock = f"{int(left // 60)}:{int(left % 60):02d} left"
            text = (
                f"[{'#' * full}{'.' * (30 - full)}] {self.done}/{self.total} {speed:.1f}/s {clock}"
            )
        print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
