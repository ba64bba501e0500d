"""A server under load: ``python bench/serve_load.py [--clients 50] [--seconds 60] [--hostile 0.05] [--quick]``.

Starts ``cli.py serve``, and sends questions and hostile requests from many clients at once. Every answer is compared
with one computed beforehand in this process. Every hostile request must be refused with the expected status and a
reason. The memory of the server and its workers is read from ``/proc`` (Linux only). Prints tables; the exit status is
1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
QUESTIONS = Path(__file__).with_name("questions.jsonl")

SERVER_MB = 64
"""Megabytes by which the resident memory of the server process may grow."""
JSON = "Content-Type: application/json"
TEXT = "The trunk did not fit into the locker because it was too large."
CHOICES = (
    ("The jug broke.", "The cook dropped the jug.", "The cook washed the jug.", "cause"),
    ("The pond froze.", "The night was cold.", "The ducks were loud.", "cause"),
    ("The boy fell off the horse.", "He broke his arm.", "He fed the horse.", "effect"),
    ("The tenant did not pay.", "He lost the flat.", "He painted the flat.", "effect"),
)


# ---------------------------------------------------------------------------------------- requests


def request(path: str, body: bytes, *headers: str, method: str = "POST") -> bytes:
    """Return a request."""
    lines = [f"{method} {path} HTTP/1.1", *headers, f"Content-Length: {len(body)}"]
    if not any(h.startswith("Host:") for h in headers):
        lines.append("Host: 127.0.0.1")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def ask(path: str, question: Any) -> bytes:
    """Return a request with a JSON body."""
    return request(path, json.dumps(question).encode(), JSON)


@dataclass(frozen=True, slots=True)
class Hostile:
    """A request that must be refused, with the expected status; ``slow`` if the refusal takes time."""

    name: str
    status: int
    sent: bytes
    slow: bool = False


def _chunked(total: int) -> bytes:
    head = request("/solve", b"", JSON, "Transfer-Encoding: chunked")
    head = head.replace(b"Content-Length: 0\r\n", b"")
    return head + b"%x\r\n" % total + b" " * total + b"\r\n0\r\n\r\n"


def hostile_kinds() -> list[Hostile]:
    """Return the requests that must be refused."""
    good = {
        "text": TEXT,
        "pron_start": 46,
        "pron_end": 48,
        "candidates": ["the trunk", "the locker"],
    }
    hog = " ".join([TEXT] * 60)
    whole = json.dumps(good).encode()
    return [
        Hostile("broken JSON", 400, request("/solve", whole[:-1], JSON)),
        Hostile("NaN", 400, request("/solve", whole.replace(b"46", b"NaN"), JSON)),
        Hostile("not UTF-8", 400, request("/solve", b'{"text": "\xff\xfe"}', JSON)),
        Hostile("UTF-16", 400, request("/solve", json.dumps(good).encode("utf-16"), JSON)),
        Hostile("nested 100,000 deep", 400, request("/solve", b"[" * 100_000, JSON)),
        Hostile("no HTTP", 400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
        Hostile("head of 100 kB", 431, request("/solve", whole, JSON, "X: " + "x" * 100_000)),
        Hostile("two lengths", 400, request("/solve", whole, JSON, "Content-Length: 3")),
        Hostile("unknown path", 404, ask("/../../etc/passwd", good)),
        Hostile("wrong method", 405, request("/solve", b"", method="GET")),
        Hostile("body never ends", 408, request("/solve", whole, JSON)[:-1], slow=True),
        Hostile("head never ends", 408, b"POST /solve HTTP/1.1\r\nHost: localhost\r\n", slow=True),
        Hostile("body of 5 MB", 413, request("/solve", b" " * 5_000_000, JSON)),
        Hostile("5 MB in chunks, no length", 413, _chunked(5_000_000)),
        Hostile(
            "form instead of JSON", 415, request("/solve", b"text=it", "Content-Type: text/plain")
        ),
        Hostile("compressed", 415, request("/solve", whole, JSON, "Content-Encoding: gzip")),
        Hostile("other host", 421, request("/solve", whole, JSON, "Host: attacker.example")),
        Hostile("half a surrogate pair", 422, request("/solve", b'{"text": "\\ud800 it"}', JSON)),
        Hostile("text is a number", 422, ask("/solve", {**good, "text": 7})),
        Hostile("no text", 422, ask("/solve", {"id": 1})),
        Hostile("misspelt key", 422, ask("/solve", {**good, "pronuon": "it"})),
        Hostile("1,000 keys", 422, ask("/solve", {str(n): n for n in range(1000)})),
        Hostile("text of 20,001 characters", 422, ask("/solve", {"text": "x" * 20_001})),
        Hostile("1,000 candidates", 422, ask("/solve", {**good, "candidates": ["a"] * 1000})),
        Hostile("batch of 1,000", 422, ask("/batch", {"questions": [good] * 1000})),
        Hostile("pronoun outside the text", 422, ask("/solve", {**good, "pron_end": 5000})),
        Hostile("no pronoun", 422, ask("/solve", {"text": "The trunk fell."})),
        Hostile("takes too long", 422, ask("/solve", {**good, "text": hog}), slow=True),
    ]


@dataclass(frozen=True, slots=True)
class Right:
    """A request that must be answered, with the expected body, milliseconds aside."""

    sent: bytes
    body: str


def _without_ms(body: str) -> str:
    return re.sub(r'"ms": [\d.e+-]+', '"ms": 0', body)


def right_requests(rng: random.Random, count: int | None = None) -> list[Right]:
    """Return the requests that must be answered, with answers computed in this process.

    Args:
        rng: draws the questions of batches.
        count: number of questions; all if ``None``.
    """
    from coindex.harness.serve.answers import Asked, Chosen, answer
    from coindex.reasoner import Reasoner
    from coindex.reasoner.jobs.batch import answer_line

    reasoner = Reasoner()
    found: list[Right] = []
    lines: list[tuple[Any, str]] = []
    for line in QUESTIONS.read_bytes().splitlines()[:count]:
        question = json.loads(line)
        del question["answer"]
        expected = answer_line(reasoner, json.dumps(question).encode(), 1)
        lines.append((question, expected))
        found.append(Right(ask("/solve", question), _without_ms(expected)))
        start, end = question["pron_start"], question["pron_end"]
        text = question["text"]
        text = f"{text[:start]}[{text[start:end]}]{text[end:]}"
        task = Asked(question["id"], text, explain=True)
        reply = answer(reasoner, task)
        if reply.error is None:
            asked = {"id": task.id, "text": text, "explain": True}
            found.append(Right(ask("/solve", asked), _without_ms(reply.line)))
    for _ in range(20):
        some = rng.sample(lines, 4)
        body = '{"answers": [' + ", ".join(expected for _, expected in some) + "]}"
        batch = {"questions": [question for question, _ in some]}
        found.append(Right(ask("/batch", batch), _without_ms(body)))
    for number, (premise, first, second, asks) in enumerate(CHOICES):
        choice = Chosen(number, premise, (first, second), "cause" if asks == "cause" else "effect")
        given = {"id": number, "premise": premise, "alternatives": [first, second], "asks": asks}
        found.append(Right(ask("/choose", given), _without_ms(answer(reasoner, choice).line)))
    return found


# ----------------------------------------------------------------------------------------- clients


@dataclass(slots=True)
class Result:
    """The results of a run."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    hostile: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    accepted: list[str] = field(default_factory=list)


class Client:
    """A client that keeps its connection open as long as the server does."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def exchange(self, sent: bytes, *, fresh: bool = False) -> tuple[int, str]:
        """Send a request; return status and body of the reply."""
        if fresh:
            await self.leave()
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        sending = asyncio.ensure_future(_send(writer, sent))
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            length = re.search(r"(?im)^content-length: *(\d+)", head)
            body = await reader.readexactly(int(length[1]) if length else 0)
        finally:
            sending.cancel()
        if fresh or re.search(r"(?im)^connection: *close", head):
            await self.leave()
        return int(head.split()[1]), body.decode()

    async def leave(self) -> None:
        """Close the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def _send(writer: asyncio.StreamWriter, sent: bytes) -> None:
    writer.write(sent)
    with suppress(ConnectionError):  # the server stopped reading; its reply can still be read
        await writer.drain()


async def one_client(
    port: int,
    rng: random.Random,
    rights: list[Right],
    kinds: Iterator[Hostile],
    share: float,
    until: float,
    result: Result,
) -> None:
    """Send requests until the time is over."""
    client = Client(port)
    while time.monotonic() < until:
        if rng.random() < share:
            await _attack(client, next(kinds), result)
            continue
        right = rng.choice(rights)
        began = time.monotonic()
        try:
            status, body = await client.exchange(right.sent)
        except (OSError, EOFError) as error:
            status, body = 0, repr(error)
            await client.leave()
        result.seconds.append(time.monotonic() - began)
        if status == 200 and _without_ms(body) == right.body:
            result.right += 1
        else:
            result.wrong.append(f"{status} {body[:300]}")
    await client.leave()


async def _attack(client: Client, kind: Hostile, result: Result) -> None:
    try:
        status, body = await client.exchange(kind.sent, fresh=True)
        reason = str(json.loads(body)["error"])
    except (OSError, EOFError, ValueError, KeyError) as error:
        status, reason = 0, ""
        result.accepted.append(f"{kind.name}: {error!r}")
    else:
        if status != kind.status or not reason:
            result.accepted.append(f"{kind.name}: {status} {body[:200]}")
    result.hostile[f"{kind.status} {kind.name}"][f"{status} {reason}"] += 1


# ------------------------------------------------------------------------------------------ memory


class Memory(threading.Thread):
    """Samples the memory of a process and its workers twice a second."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.server: list[float] = []
        self.workers: list[tuple[float, float]] = []
        self.ready = max(size for _, size in self._workers())
        self.over = threading.Event()

    def run(self) -> None:
        """Sample until ``over`` is set."""
        while not self.over.wait(0.5):
            self.server.append(_megabytes(self.pid)[0])
            self.workers += self._workers()

    def _workers(self) -> list[tuple[float, float]]:
        found = []
        lists = Path(f"/proc/{self.pid}/task").glob("*/children")  # of each thread
        for child in [each for one in lists for each in one.read_text().split()]:
            try:
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    found.append(_megabytes(int(child)))
            except (OSError, ValueError):  # the process has just been replaced
                continue
        return found


def _megabytes(pid: int) -> tuple[float, float]:
    """Return resident and mapped memory of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    values = dict(re.findall(r"^Vm(RSS|Size):\s+(\d+) kB$", text, re.MULTILINE))
    if len(values) < 2:
        raise ValueError("the process is ending")
    return int(values["RSS"]) / 1024, int(values["Size"]) / 1024


# -------------------------------------------------------------------------------------------- main


def report(result: Result, memory: Memory, options: argparse.Namespace) -> bool:
    """Print the results; return whether every limit is kept."""
    asked = result.right + len(result.wrong)
    attacked = sum(sum(c.values()) for c in result.hostile.values())
    times = sorted(result.seconds)
    start = memory.server[0]
    grown, mapped = max(memory.server) - start, max(size for _, size in memory.workers)
    rows = [
        ("right requests", f"{asked:,} ({asked / options.seconds:.0f} a second)", ""),
        ("answered otherwise than in this process", str(len(result.wrong)), "0"),
        ("hostile requests", f"{attacked:,}, {len(result.hostile)} kinds", ""),
        ("not refused as they deserve", str(len(result.accepted)), "0"),
        ("seconds an answer took, median", f"{statistics.median(times):.2f}", ""),
        ("seconds an answer took, 95th percentile", f"{times[int(len(times) * 0.95)]:.2f}", ""),
        ("MB resident, server, at the start", f"{start:.0f}", ""),
        ("MB resident, server, grown by at most", f"{grown:.0f}", str(SERVER_MB)),
        ("MB mapped, worker, when loaded", f"{memory.ready:.0f}", ""),
        (
            "MB mapped, worker, grown by at most",
            f"{mapped - memory.ready:.0f}",
            str(options.memory),
        ),
        ("MB resident, worker, at most", f"{max(rss for rss, _ in memory.workers):.0f}", ""),
    ]
    print("| what | measured | bar |\n|---|--:|--:|")
    for what, measured, bar in rows:
        print(f"| {what} | {measured} | {bar} |")
    print("\n| hostile request | times | status and reason |\n|---|--:|---|")
    for kind in sorted(result.hostile):
        replies = result.hostile[kind]
        listed = "; ".join(reply for reply, _ in replies.most_common(3))
        print(f"| {kind[4:]} | {sum(replies.values())} | {listed} |")
    for line in (*result.wrong[:10], *result.accepted[:10]):
        print(f"MISSED: {line}")
    fits = grown <= SERVER_MB and mapped - memory.ready <= options.memory
    return asked > 0 and attacked > 0 and not result.wrong and not result.accepted and fits


async def run(port: int, rights: list[Right], options: argparse.Namespace) -> Result:
    """Run all clients at once."""
    rng = random.Random(options.seed)
    result = Result()
    kinds = [kind for kind in hostile_kinds() if not (kind.slow and options.quick)]
    rng.shuffle(kinds)
    endless = cycle(kinds)
    until = time.monotonic() + options.seconds
    await asyncio.gather(
        *(
            one_client(
                port, random.Random(rng.random()), rights, endless, options.hostile, until, result
            )
            for _ in range(options.clients)
        )
    )
    return result


def main() -> int:
    """Start the server, send the load, print the results, stop the server."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--hostile", type=float, default=0.05, help="share of hostile requests")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--time-limit", type=float, default=5.0)
    parser.add_argument("--memory", type=int, default=256, help="megabytes a worker may grow by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--quick",
        action="store_true",
        help="few questions and no slow requests; only shows that it works",
    )
    options = parser.parse_args()
    rights = right_requests(random.Random(options.seed), 6 if options.quick else None)
    command = [sys.executable, str(ROOT / "cli.py"), "serve", "--port", "0"]
    for name in ("workers", "time-limit", "memory"):
        command += [f"--{name}", str(getattr(options, name.replace("-", "_")))]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        line = server.stderr.readline()
        while line and "listening on" not in line:
            print(line, end="", file=sys.stderr)
            line = server.stderr.readline()
        if not line:
            return 1
        echo = threading.Thread(target=lambda: sys.stderr.writelines(server.stderr or ()))
        echo.start()
        memory = Memory(server.pid)
        memory.start()
        result = asyncio.run(run(int(line.rsplit(":", 1)[1]), rights, options))
        memory.over.set()
        memory.join()
        server.terminate()
        status = server.wait(60)
        echo.join()
    met = report(result, memory, options)
    if status:
        print(f"MISSED: the server ended with status {status}")
    return 0 if met and not status else 1


if __name__ == "__main__":
    sys.exit(main())
