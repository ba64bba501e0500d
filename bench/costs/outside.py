"""Measurements of whole processes: the cold start, and the way from an edit to a verdict."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from costs.environments import ROOT, Environment, Times, timed

BARE = "import spacy, sys; spacy.load(sys.argv[1])"
TEXT = "The ferryman rescued the hiker because [he] was drowning."
LINTED = ("axioms/space.lp", "rows/motion.lp")


def cold_start(environment: Environment, repeats: int, *, empty: bool) -> Times:
    """Time processes that load the parser alone, answer one question, and print their help, in turns.

    Args:
        environment: where they run.
        repeats: how often.
        empty: whether the cache is empty, so that the first answer is one after an installation.
    """
    model = str(ROOT / "kparse" / "model")
    bare = [environment.python, "-c", BARE, model]
    found: Times = {}
    if empty:
        _put(found, "the very first solve", 0, environment.run("solve", TEXT))
    timed(bare, environment.variables)
    for turn in range(repeats):
        ways = {
            "only spacy.load": lambda: timed(bare, environment.variables),
            "solve TEXT": lambda: environment.run("solve", TEXT),
            "--help": lambda: environment.run("--help"),
        }
        for name in ways if turn % 2 else reversed(ways):
            _put(found, name, turn, ways[name]())
    return found


def editing(environment: Environment, repeats: int, examples: int) -> Times:
    """Time ``kb lint FILE``, and ``kb watch`` with so many examples from a save to its verdict."""
    found: Times = {}
    with tempfile.TemporaryDirectory(prefix="coindex-bench-") as directory:
        home = Path(shutil.copytree(environment.knowledge, Path(directory) / "knowledge"))
        for file in LINTED:
            environment.run("kb", "lint", str(home / file))  # what others read is kept
            for turn in range(repeats):
                _put(
                    found, f"kb lint {file}", turn, environment.run("kb", "lint", str(home / file))
                )
        for name, taken in _watched(environment, home, repeats, examples):
            _put(found, name, len(found.get(name, ())), taken)
    return found


def _watched(
    environment: Environment, home: Path, repeats: int, most: int
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Edit files under ``kb watch``; give what passed until it said what had come of it."""
    lines = (home / "examples" / "space.txt").read_text().splitlines()
    examples = home.parent / "examples.txt"
    examples.write_text("\n".join([line for line in lines if line and line[0] != "#"][:most]))
    command = [*environment.command, "kb", "watch", str(home), "--examples", str(examples)]
    with subprocess.Popen(
        command,
        env=environment.variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            if not _until(process.stdout, "all examples asked"):
                return
            word, rule = home / "rows" / "motion.lp", home / "axioms" / "space.lp"
            for turn in range(repeats):
                for name, path, old, new in (
                    ("kb watch: a row", word, "", f'\nverb("zorble{turn}",help).\n'),
                    ("kb watch: a weight", rule, *_weights(rule.read_text())),
                ):
                    text = path.read_text()
                    began, before = time.perf_counter(), _cpu(process.pid)
                    path.write_text(text.replace(old, new, 1) if old else text + new)
                    if not _until(process.stdout, " s)"):
                        return
                    spent = (time.perf_counter() - began) * 1e3
                    yield name, ((_cpu(process.pid) - before) * 1e3, spent)
        finally:
            process.send_signal(signal.SIGINT)


def _weights(text: str) -> tuple[str, str]:
    """Give the first weight of a file, and another one."""
    start = text.index("% @weight ")
    line = text[start : text.index("\n", start)]
    return line, line[:-1] + str(int(line[-1]) % 8 + 1)


def _until(stream: IO[str], words: str) -> bool:
    """Read lines until one ends or begins with the words; tell whether there was one."""
    return any(line.rstrip().endswith(words) or line.startswith(words) for line in stream)


def _cpu(pid: int) -> float:
    """Give the processor time of a process in seconds (Linux; elsewhere 0)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _put(found: Times, name: str, turn: int, taken: tuple[float, float] | None) -> None:
    if taken is not None:
        found.setdefault(name, {})[str(turn)] = list(taken)
