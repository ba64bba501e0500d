"""Runs over COPA questions: no line is missing whatever happens, and interruptions leave no trace."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.copa.answering import TRACE_KEYS, keep_apart, run, trace_of
from coindex.harness.questions import traces
from coindex.reasoner.jobs.workers import Limits
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError
from tests.conftest import ROOT
from tests.harness.copa.stubs import StubSettings, failing


def choices(number: int) -> list[Choice]:
    return [
        Choice(str(n), f"Jar {n} broke{'.' * (2 - n % 2)}", ("It fell.", "It was blue."), "cause")
        for n in range(1, number + 1)
    ]


def traced(target: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace_of(target).read_text().splitlines()]


def test_choices_and_trace(tmp_path: Path) -> None:
    target = tmp_path / "stub.dev"
    done = run(choices(3), target, StubSettings(), show=False)
    assert target.read_bytes() == b"1 1 0\n2 0 1\n3 1 0\n"
    first = traced(target)[0]
    assert list(first) == TRACE_KEYS
    assert (first["id"], first["answer"], first["guess"], first["error"]) == ("1", 0, False, None)
    assert first["rules"][0]["id"] == "length"
    assert first["explanation"] is None
    assert (done.items, done.guesses, done.failed, done.resumed) == (3, 0, 0, 0)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["stub.dev", "stub.dev-trace.jsonl"]


def test_no_line_is_missing_whatever_fails_inside(tmp_path: Path) -> None:
    target = tmp_path / "c"
    done = run(
        choices(6), target, StubSettings(), limits=Limits(seconds=0.5), job=failing, show=False
    )
    assert [line.split()[0] for line in target.read_text().splitlines()] == list("123456")
    lines = traced(target)
    reasons = ["no answer within 0.5 seconds", "died", "no luck", "memory limit"]
    for line, reason in zip(lines[:4], reasons, strict=True):
        assert (line["answer"], line["decided_by"], line["guess"]) == (0, "error", True)
        assert reason in line["error"]
    assert [line["error"] for line in lines[4:]] == [None, None]
    assert (done.guesses, done.failed) == (4, 4)


def test_an_answer_is_kept_though_it_cannot_be_explained(tmp_path: Path) -> None:
    untold = [Choice("u", "Untold it is", ("It fell.", "It rose."), "cause")]
    run(untold, tmp_path / "c", StubSettings(explain=True), show=False)
    (line,) = traced(tmp_path / "c")
    assert (line["answer"], line["error"]) == (0, None)
    assert line["explanation"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_killed_and_resumed_gives_the_same_bytes(tmp_path: Path) -> None:
    questions = 24
    source = tmp_path / "in.jsonl"
    source.write_text(
        "".join(
            json.dumps(
                {"id": c.id, "premise": c.premise, "alternatives": c.alternatives, "asks": c.asks}
            )
            + "\n"
            for c in choices(questions)
        )
    )
    (tmp_path / "parts").mkdir()
    whole, parts = tmp_path / "whole", tmp_path / "parts" / "whole"
    command = [sys.executable, "-m", "tests.harness.copa.stubs", str(source)]
    subprocess.run([*command, str(whole)], cwd=ROOT, check=True)
    chance = random.Random(5)
    for moment in sorted(chance.sample(range(1, questions - 1), 5)):
        process = subprocess.Popen([*command, str(parts)], cwd=ROOT, stderr=subprocess.DEVNULL)
        while kept(parts) < moment and process.poll() is None:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, 0.02))
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert 0 < kept(parts) < questions
    subprocess.run([*command, str(parts)], cwd=ROOT, check=True, stderr=subprocess.DEVNULL)
    assert parts.read_bytes() == whole.read_bytes()
    assert trace_of(parts).read_bytes() == trace_of(whole).read_bytes()
    assert len(list(parts.parent.iterdir())) == 2


def kept(target: Path) -> int:
    found = target.parent.glob(f"{trace_of(target).name}.*.part")
    return sum(path.read_bytes().count(b"\n") for path in found)


def test_what_an_interrupted_run_left_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coindex.harness.copa import answering

    def stopping(*_: object, **__: object) -> Any:
        yield answering.guess(choices(1)[0], "why")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(traces, "in_order", stopping)
        with pytest.raises(KeyboardInterrupt):
            run(choices(2), tmp_path / "c", StubSettings(), show=False)
    (part,) = tmp_path.glob("*.part")
    part.write_bytes(part.read_bytes().replace(b'"id": "1"', b'"id": "9"'))
    with pytest.raises(InputError, match="not what an interrupted run has left"):
        run(choices(2), tmp_path / "c", StubSettings(), show=False)


def test_targets(tmp_path: Path) -> None:
    for target in (tmp_path, tmp_path / "none" / "c"):
        with pytest.raises(InputError, match="cannot write"):
            run(choices(1), target, StubSettings(), show=False)
    source = tmp_path / "q.jsonl"
    source.write_text("")
    keep_apart(tmp_path / "c", source)
    with pytest.raises(InputError, match="would overwrite"):
        keep_apart(source, source)


def test_with_the_reasoner(reasoner: Reasoner) -> None:
    from coindex.harness.copa.answering import Task, answer_task

    choice = Choice(
        "k", "The girl was thirsty.", ("She painted a wall.", "She drank some water."), "effect"
    )
    line = json.loads(answer_task(reasoner, Task(choice, explain=True)))
    assert (line["answer"], line["decided_by"], line["guess"]) == (1, "knowledge", False)
    assert "drank" in line["explanation"]
    assert line["rules"]
    empty = json.loads(answer_task(reasoner, Task(Choice("e", "?", ("!", "."), "cause"))))
    assert (empty["answer"], empty["guess"]) == (0, True)
    assert empty["error"]


def test_a_pipe_or_device_is_not_replaced(tmp_path: Path) -> None:
    pipe, source = tmp_path / "pipe", tmp_path / "q.jsonl"
    os.mkfifo(pipe)
    source.write_text("{}")
    with pytest.raises(InputError, match="no regular file"):
        keep_apart(pipe, source)
