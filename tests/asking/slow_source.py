"""A program that asks a slow source; tests run several of them at the same time, or interrupt one.

``python slow_source.py COUNT WORDS...`` runs the command line ``coindex WORDS...``, in which ``--ask slow:X`` names a
source that adds a line to the file COUNT for each request, and takes some time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from coindex.asking import source as sources
from coindex.asking.source import Reply, Request
from coindex.commands.main import main

SECONDS = 0.3
RULE = "Person1 waits for person2 because person2 is late."


class Slow:
    """A source that takes its time, and counts."""

    at_once = 1

    def __init__(self, count: Path, name: str) -> None:
        self.count, self.name = count, f"slow:{name}"

    def ask(self, requests: Sequence[Request]) -> Iterator[Reply]:
        """Reply after some time."""
        for request in requests:
            with self.count.open("a", encoding="utf-8") as stream:
                stream.write(f"{request.query.text}\n")
            time.sleep(SECONDS)
            yield Reply(RULE, self.name, tokens=3)


if __name__ == "__main__":
    count = Path(sys.argv[1])
    makers = sources._makers()
    sources._makers = lambda: {**makers, "slow": lambda name: Slow(count, name)}
    sys.exit(main(sys.argv[2:]))
