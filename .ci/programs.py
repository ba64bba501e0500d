"""Commands of an installation, run where no checkout is near: shared by `install` and `lowest`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXT = "The gardener could not lift the crate because [it] was too heavy."
ANSWER = "the crate"


def environment_of(home: Path) -> dict[str, str]:
    """Give the variables for commands: no path to a checkout, and a cache of their own in the folder."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "DATABASE_URL")}
    return {**kept, "COINDEX_CACHE": str(home / "cache")}


def run(*words: str | Path, home: Path) -> None:
    """Run a command in a folder outside the checkout; end with its status if it fails."""
    print("$", *words, flush=True)
    done = subprocess.run([*map(str, words)], cwd=home, env=environment_of(home))
    if done.returncode:
        sys.exit(done.returncode)


def new_environment(folder: Path) -> Path:
    """Make a virtual environment with nothing but pip, and give its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / ("Scripts" if os.name == "nt" else "bin")


@contextmanager
def serving(*words: str | Path, home: Path) -> Iterator[str]:
    """Start a server that chooses its port, give its address, and end it."""
    print("$", *words, flush=True)
    command = [*map(str, words), "--port", "0"]
    with subprocess.Popen(
        command, cwd=home, env=environment_of(home), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            for line in process.stderr:
                print(line, end="", flush=True)
                if "listening on " in line:
                    break
            else:
                sys.exit(process.wait() or 1)
            yield line.split()[-1]
        finally:
            process.terminate()
        if process.wait(60) != 0 and os.name != "nt":
            sys.exit(f"{words[1]} ended with the status {process.returncode}")


def ask_server(address: str) -> None:
    """Ask `coindex serve` one question."""
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/solve", json.dumps({"text": TEXT}).encode(), head)
    with urllib.request.urlopen(request, timeout=60) as reply:
        candidate = json.load(reply)["candidate"]
    if candidate != ANSWER:
        sys.exit(f"serve answered {candidate!r}")


def visit(address: str) -> None:
    """Ask `coindex winoflexi serve` for its first page."""
    with urllib.request.urlopen(address, timeout=60) as reply:
        page = reply.read().decode()
    if "<title>" not in page:
        sys.exit(f"winoflexi answered {page[:200]!r}")
