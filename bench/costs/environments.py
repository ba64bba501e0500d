"""What is measured: the checkout, or a wheel in a temporary environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
INSIDE = Path(__file__).with_name("inside.py")
Times = dict[str, dict[str, list[float]]]
"""Processor and elapsed milliseconds by name and question."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A Python that has the package."""

    name: str
    python: str
    command: tuple[str, ...]
    """What starts the command line."""
    knowledge: Path
    variables: dict[str, str]

    def measure(self, **task: Any) -> dict[str, Times]:
        """Measure some parts in one process: milliseconds by part. What fails is left out, with a message."""
        task |= {"knowledge": str(self.knowledge)}
        done = subprocess.run(
            [self.python, str(INSIDE), json.dumps(task)],
            cwd=ROOT.parent,
            env=self.variables,
            stdout=subprocess.PIPE,
            text=True,
        )
        if done.returncode:
            return {}
        found: dict[str, Times] = json.loads(done.stdout.strip().splitlines()[-1])
        return found

    def run(self, *arguments: str) -> tuple[float, float] | None:
        """Run the command line; give processor and elapsed milliseconds, or ``None`` if it failed."""
        return timed([*self.command, *arguments], self.variables)


def timed(command: list[str], variables: dict[str, str]) -> tuple[float, float] | None:
    """Run a command; give its processor and elapsed milliseconds, or ``None`` if it ends with status 2."""
    begun = time.perf_counter()
    child = subprocess.Popen(
        command,
        cwd=ROOT.parent,
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        return None
    return (usage.ru_utime + usage.ru_stime) * 1e3, (time.perf_counter() - begun) * 1e3


def checkout(cache: Path | None) -> Environment:
    """Give the environment of this checkout, with a cache of its own or the user's."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    if cache is not None:
        variables["COINDEX_CACHE"] = str(cache)
    cli = (sys.executable, str(ROOT / "cli.py"))
    return Environment("this", sys.executable, cli, ROOT / "knowledge", variables)


def installed(wheel: Path, home: Path, cache: Path) -> Environment:
    """Install a wheel into a new environment, with the dependencies of the running one."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    subprocess.run([*pip, "--no-index", "--quiet", str(wheel)], check=True)
    (package,) = (path for path in home.rglob("coindex") if path.is_dir())
    (package.parent / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    variables = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    variables |= {"COINDEX_CACHE": str(cache), "OMP_NUM_THREADS": "1"}
    command = (str(python), "-m", "coindex")
    if not (package / "__main__.py").is_file():
        command = (str(python.with_name("coindex")),)
    return Environment(wheel.name, str(python), command, package / "knowledge", variables)
