"""A run that is killed and resumed many times gives the same result as an undisturbed one."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT

SCHEMA = """<schema><text><txt1>Nurse {n} gave the boy a cup of tea, since</txt1><pron>he</pron>
<txt2>was cold.</txt2></text><answers><answer>Nurse {n}</answer><answer>the boy</answer></answers></schema>
"""


def files(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


def lines_kept(directory: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in directory.glob("*-trace.jsonl.*.part"))


def disturbed(command: list[str], directory: Path, problems: int, seed: int, kills: int = 5) -> int:
    """Kill the command at random moments, then let it finish; how many answers were there before the last run."""
    chance = random.Random(seed)
    moments = sorted(chance.sample(range(1, problems - 1), kills))
    for moment in moments:
        process = subprocess.Popen([*command, str(directory)], cwd=ROOT, stderr=subprocess.DEVNULL)
        while lines_kept(directory) < moment and process.poll() is None:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.02))
        process.send_signal(signal.SIGKILL)
        process.wait()
    kept = lines_kept(directory)
    subprocess.run([*command, str(directory)], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    return kept


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_and_resumed_gives_the_same_bytes(tmp_path: Path) -> None:
    problems = 30
    source = tmp_path / "in.xml"
    body = "".join(SCHEMA.format(n=n) for n in range(problems))
    source.write_text(f"<collection>{body}</collection>", encoding="utf-8")
    command = [sys.executable, "-m", "tests.harness.contest.stubs", str(source)]
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    parts.mkdir()
    subprocess.run([*command, str(whole)], cwd=ROOT, check=True)
    kept = disturbed(command, parts, problems, seed=11)
    assert 0 < kept <= problems
    assert files(parts) == files(whole)
    assert sorted(files(whole)) == ["T-output.txt", "T-trace.jsonl"]
