"""A running site: the real command in its own process."""

from __future__ import annotations

import os
import queue
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_START = 120.0


class Running:
    """``winoflexi serve`` on a port that the system chooses.

    Attributes:
        url: address of the site.
        link: address of the first administrator's link.
    """

    def __init__(self, directory: Path, *options: str, database: str = "") -> None:
        # The environment of the tests' own site must not leak into this one.
        env = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("WINOFLEXI", "DJANGO", "DATABASE"))
        }
        if database:
            env["DATABASE_URL"] = database
        self.process = subprocess.Popen(
            [
                sys.executable,
                "cli.py",
                "winoflexi",
                "serve",
                "--port",
                "0",
                "--directory",
                str(directory),
                *options,
            ],
            cwd=ROOT,
            env=env,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self.lines: list[str] = []
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.url = self._find(r"listening on (http://\S+)")
        self.link = self._find(r"works once\): (http://\S+)")

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line)
            self._lines.put(line)
        self._lines.put(None)

    def _find(self, pattern: str) -> str:
        end = time.monotonic() + _START
        while (left := end - time.monotonic()) > 0:
            line = self._lines.get(timeout=left)
            if line is None:
                break
            if match := re.search(pattern, line):
                return match[1]
        raise AssertionError(f"the site does not start: {''.join(self.lines)}")

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(60)
