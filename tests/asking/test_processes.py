"""Several processes that ask into one file, and one that is interrupted: nothing is asked twice, nothing is lost."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from coindex.asking.asked_file import AskedFile
from tests.asking.slow_source import RULE
from tests.conftest import ROOT

QUESTIONS = 6

pytestmark = pytest.mark.model


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.asking.slow_source", str(folder / "count"), *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True)


def questions(folder: Path) -> str:
    """Write questions that the knowledge does not decide."""
    lines = []
    for number in range(QUESTIONS):
        text = f"The ferryman waited for the florist in street {number} because she was late."
        start = text.index("she")
        record = {"id": number, "text": text, "pron_start": start, "pron_end": start + 3}
        lines.append(json.dumps({**record, "candidates": ["The ferryman", "the florist"]}) + "\n")
    path = folder / "questions.jsonl"
    path.write_text("".join(lines), "utf-8")
    return str(path)


def requests(folder: Path) -> list[str]:
    """The requests that all processes have sent."""
    return (folder / "count").read_text("utf-8").splitlines()


@pytest.mark.slow
def test_two_processes_ask_no_question_twice(tmp_path: Path) -> None:
    """One asks for a batch; the other, which starts meanwhile, waits and finds all in the file."""
    asked = str(tmp_path / "asked.jsonl")
    words = ["kb", "ask", questions(tmp_path), "--ask", "slow:x", "--workers", "1"]
    words += ["--ask-below", "1", "--asked", asked]
    both = [started(tmp_path, *words) for _ in range(2)]
    said = [one.communicate(timeout=300)[1] for one in both]
    assert [one.returncode for one in both] == [0, 0], said
    sent = requests(tmp_path)
    assert len(sent) == len(set(sent)) == QUESTIONS
    entries = list(AskedFile(asked))
    assert len({entry.digest for entry in entries}) == len(entries) == QUESTIONS
    assert any(f"{QUESTIONS} asked before" in text for text in said)


def test_an_interruption_loses_nothing_that_was_said(tmp_path: Path) -> None:
    """Ctrl-C half-way: what was said is in the file; the same command asks the rest, each once."""
    asked = tmp_path / "asked.jsonl"
    words = ["kb", "ask", questions(tmp_path), "--ask", "slow:x", "--workers", "1"]
    words += ["--ask-below", "1", "--asked", str(asked)]
    first = started(tmp_path, *words)
    ends = time.monotonic() + 120
    while time.monotonic() < ends and not (asked.exists() and len(list(AskedFile(asked))) >= 2):
        time.sleep(0.05)
    first.send_signal(signal.SIGINT)
    _, said = first.communicate(timeout=60)
    assert first.returncode == 130, said
    assert "Traceback" not in said
    kept = list(AskedFile(asked))
    assert 2 <= len(kept) < QUESTIONS
    assert all(entry.replies == (RULE,) for entry in kept)
    before = asked.read_bytes()
    second = started(tmp_path, *words)
    _, said = second.communicate(timeout=120)
    assert second.returncode == 0, said
    assert f"{len(kept)} asked before" in said
    assert asked.read_bytes().startswith(before)
    assert len(list(AskedFile(asked))) == QUESTIONS
    # at most the one question that was under way has been sent twice
    assert len(requests(tmp_path)) <= QUESTIONS + 1
