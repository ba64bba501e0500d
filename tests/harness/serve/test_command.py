"""The command as a user runs it: the whole server, its signals, and what is wrong with its options."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import jsonschema
import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.commands import main as cli
from coindex.commands import serve as command
from coindex.harness.serve.app import REASONS
from coindex.reasoner.jobs.batch import answer_line
from coindex.reasoner.running.engine import Reasoner
from tests.conftest import ROOT
from tests.harness.serve.serving import read_reply

QUESTION: dict[str, Any] = {
    "id": "trunk",
    "text": "The trunk did not fit into the locker because it was too large.",
    "pron_start": 46,
    "pron_end": 48,
    "candidates": ["the trunk", "the locker"],
}
HOG = {**QUESTION, "text": " ".join([QUESTION["text"]] * 240)}
"""240 pronouns to be bound together: more than any worker does in the time it has here."""


class Process:
    """The command, started from outside; what it says is read line by line."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), "serve", "--port", "0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        self.stderr: IO[str] = self.process.stderr
        err = self.stderr.readline()
        found = re.fullmatch(r"coindex: listening on http://127\.0\.0\.1:(\d+)\n", err)
        assert found, err
        self.port = int(found[1])

    def ask(self, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and body of a reply."""
        sent = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            connection.sendall(head.encode() + sent)
            reply = read_reply(connection)
        return int(reply.split()[1]), reply.partition(b"\r\n\r\n")[2].decode()

    def end(self, *signals: int) -> tuple[int, str]:
        """Exit status, and the messages since the last line read."""
        for sig in signals:
            self.process.send_signal(sig)
        _, err = self.process.communicate(timeout=60)
        return self.process.returncode, err


def children(pid: int) -> list[int]:
    """The processes that were started by any thread of a process."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for one in lists for child in one.read_text().split()]


def alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def are_gone(pids: list[int]) -> bool:
    """Whether processes end, in a few seconds at most."""
    until = time.monotonic() + 10
    while any(map(alive, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(map(alive, pids))


@pytest.fixture(scope="module")
def served() -> Iterator[Process]:
    process = Process("--workers", "2", "--time-limit", "4")
    yield process
    process.process.kill()
    process.process.communicate()


@pytest.mark.model
def test_the_answer_is_the_line_of_the_batch_mode(served: Process, reasoner: Reasoner) -> None:
    status, body = served.ask("/solve", QUESTION)
    line = answer_line(reasoner, json.dumps(QUESTION).encode(), 1)

    def plain(text: str) -> str:
        return re.sub(r'"ms": [\d.]+', '"ms": 0', text)

    assert (status, plain(body)) == (200, plain(line))
    status, body = served.ask("/batch", {"questions": [QUESTION, QUESTION]})
    both = f'{{"answers": [{line}, {line}]}}'
    assert (status, plain(body)) == (200, plain(both))


@pytest.mark.model
def test_the_document_describes_what_is_answered(served: Process) -> None:
    status, body = served.ask("/openapi.json")
    document = json.loads(body)
    assert status == 200
    assert sorted(document["paths"]) == ["/batch", "/choose", "/hardness", "/health", "/solve"]
    for path in ("/batch", "/choose", "/hardness", "/solve"):
        described = document["paths"][path]["post"]
        assert described["summary"]
        assert described["description"]
        assert set(described["responses"]) == {"200", *map(str, REASONS)}
        content = described["responses"]["200"]["content"]["application/json"]
        schema = {**content["schema"], "components": document["components"]}
        examples = described["requestBody"]["content"]["application/json"]["examples"]
        assert examples
        for example in examples.values():
            assert example["summary"]
            status, answer = served.ask(path, example["value"])
            assert status == 200, answer
            jsonschema.validate(json.loads(answer), schema)
    assert (served.ask("/docs")[0], served.ask("/redoc")[0]) == (200, 404)


@pytest.mark.model
def test_a_question_that_takes_too_long_costs_no_other(served: Process) -> None:
    status, body = served.ask("/batch", {"questions": [HOG, QUESTION]})
    hog, good = json.loads(body)["answers"]
    assert status == 200
    assert (hog["error"], hog["answer"]) == ("no answer within 4 seconds", 0)
    assert good["error"] is None


@pytest.mark.model
def test_an_interrupt_ends_it_when_what_is_worked_on_is_answered(served: Process) -> None:
    started = children(served.process.pid)
    assert len(started) >= 2
    body = json.dumps(HOG).encode()
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as connection:
        connection.sendall(
            b"POST /solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % len(body) + body
        )
        time.sleep(0.3)
        served.process.send_signal(signal.SIGINT)
        reply = read_reply(connection)
    assert b" 422 " in reply.partition(b"\r\n")[0]
    assert b"no answer within 4 seconds" in reply
    assert served.end() == (130, "coindex: interrupted\n")
    assert are_gone(started)


@pytest.mark.parametrize(
    ("sig", "status", "last"),
    [(signal.SIGINT, 130, "coindex: interrupted\n"), (signal.SIGTERM, 0, "")],
)
def test_a_signal_ends_it_while_it_starts(sig: int, status: int, last: str) -> None:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "serve", "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(found := children(process.pid)) < 2:
        time.sleep(0.01)
    os.killpg(process.pid, sig)  # as a terminal does: to all of them
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (status, last)
    assert are_gone(found)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--port", "-1"], "invalid port"),
        (["--port", "65536"], "invalid port"),
        (["--port", "http"], "invalid port"),
        (["--workers", "0"], "invalid number"),
        (["--time-limit", "nan"], "invalid number"),
        (["--memory", "0"], "invalid number"),
        (["--requests", "-3"], "invalid number"),
        (["--host", "0.0.0.0"], "0.0.0.0 can be reached from other machines"),
        (["--host", "192.0.2.1"], "192.0.2.1 can be reached from other machines"),
        (["--host", "192.0.2.1", "--allow-remote"], "cannot listen on 192.0.2.1"),
        (["--host", "no such host"], "there is no host 'no such host'"),
        (["--host", "x" * 300], "there is no host"),
        (["--model", "no/such/model", "--port", "0", "--workers", "1"], "no/such/model"),
        (["--knowledge", "no/such/rows.lp", "--port", "0", "--workers", "1"], "no/such/rows.lp"),
    ],
)
def test_bad_options_end_in_one_message(
    options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", *options]) == 2
    out, err = capsys.readouterr()
    assert reason in err
    assert out == ""
    assert len(re.findall(r"^coindex[^:]*: (?!other machines)", err, re.MULTILINE)) == 1
    assert "Traceback" not in err
    assert "internal error" not in err


def test_a_port_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert cli.main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    err = capsys.readouterr().err
    assert "Address already in use" in err
    assert "--port" in err


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "uvicorn" else find(name)
    )
    assert cli.main(["serve"]) == 2
    err = capsys.readouterr().err
    assert "serve needs uvicorn" in err
    assert "[serve]'" in err


def test_the_verb_is_light_to_declare() -> None:
    heavy = ("fastapi", "pydantic", "clingo")
    code = f"import coindex.commands.serve, sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "[]\n"
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    assert parser.parse_args(["serve"]).time_limit == 10


@pytest.mark.model
def test_lines_are_answered_one_by_one_over_standard_input() -> None:
    process = subprocess.Popen(
        [sys.executable, str(ROOT / "cli.py"), "solve", "--jsonl", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(3):
        process.stdin.write(json.dumps({**QUESTION, "id": number}) + "\n")
        process.stdin.flush()
        # The next line is not written before this one is answered.
        assert json.loads(process.stdout.readline())["id"] == number
    process.stdin.close()
    assert process.stdout.read() == ""
    process.stdout.close()
    assert process.wait(60) == 0
