"""Workers that load nothing and obey the text: quick to start, for tests of the code around the answers."""

from __future__ import annotations

import os
import time
from typing import Any

from coindex.harness.serve.answers import Asked, Reply
from coindex.harness.serve.shown import Shown
from coindex.reasoner.jobs.workers import Settings


class Light(Settings):
    """Settings of workers that load nothing."""

    def reasoner(self) -> Any:
        return object()


class Broken(Settings):
    """Settings of workers that cannot start."""

    def reasoner(self) -> Any:
        raise RuntimeError("there is nothing to load")


def work(_: object, task: Any) -> Any:
    """Do what the text says: ``sleep 2``, ``die``, ``raise``, ``memory``; else give it back."""
    text = task.text if isinstance(task, Asked | Shown) else str(task)
    verb, _, rest = text.partition(" ")
    if verb == "sleep":
        time.sleep(float(rest))
    elif verb == "die":
        os._exit(9)
    elif verb == "die-once":  # the file tells whether it has
        try:
            os.close(os.open(rest, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return Reply('"back"')
        os._exit(9)
    elif verb == "raise":
        raise ValueError("secret /internal/path")
    elif verb == "memory":
        raise MemoryError
    return Reply(f'"{text}"')
