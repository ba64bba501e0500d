"""WinoFlexi under load: ``python bench/winoflexi_load.py [--workers 100] [--seconds 300] [--quick]``.

Starts a temporary PostgreSQL server and gunicorn with the application. Simulated workers log in, write schemas (with
checks while they type), review those of others and answer test questions over HTTP. Halfway the database restarts.
Afterwards the tables are checked: every acknowledged schema and review exists once, every score is the sum of its
ledger, every schema has one payment code. Analyses are switched off. Prints a table; the exit status is 1 if a limit is
exceeded.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.postgresql import Cluster  # noqa: E402

PASSWORD = "correct horse 17 battery"
P95 = 0.5
"""Limit of the 95th percentile of page times, in seconds."""
PAUSE = (1.0, 5.0)
"""Seconds that a worker looks at a page."""
_NAMES = "Ada Berta Cora Dina Edda Frida Gerda Hanna Ilse Jutta Karla Lena Marta Nora Olga Paula Rosa Senta".split()
_THINGS = "hammer ladder bucket lantern kettle blanket shovel basket whistle compass saddle pillow anchor".split()


@dataclass
class Tally:
    """Counts over all workers."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    statuses: Counter[str] = field(default_factory=Counter)
    schemas: set[str] = field(default_factory=set)
    tokens: set[str] = field(default_factory=set)
    reviews: int = 0
    tests: int = 0
    away: int = 0
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Worker(threading.Thread):
    """A simulated person who writes or reviews until the time is over."""

    def __init__(self, name: str, port: int, end: float, tally: Tally, seed: int) -> None:
        super().__init__(daemon=True)
        self.person, self.port, self.end, self.tally = name, port, end, tally
        self.chance = random.Random(seed)
        self.cookies: dict[str, str] = {}
        self.token = ""
        self.connection: http.client.HTTPConnection | None = None

    # ----------------------------------------------------------------------------------------- http

    def ask(
        self, what: str, address: str, data: dict[str, str] | None = None
    ) -> tuple[int, str, str]:
        """Send a request until there is a reply; return status, redirect target and text."""
        while True:
            started = time.perf_counter()
            try:
                status, where, text = self._once(address, data)
            except (OSError, http.client.HTTPException):
                self.connection = None
                status, where, text = 0, "", ""
            took = time.perf_counter() - started
            with self.tally.lock:
                self.tally.statuses[str(status)] += 1
                if status in (0, 503):
                    self.tally.away += 1
                else:
                    self.tally.seconds[what].append(took)
                    if status not in (200, 302):
                        self.tally.wrong.append(f"{what} {address}: {status}")
            if status not in (0, 503):
                return status, where, text
            time.sleep(self.chance.uniform(0.5, 1.5))
            if time.monotonic() > self.end + 60:
                raise TimeoutError

    def _once(self, address: str, data: dict[str, str] | None) -> tuple[int, str, str]:
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        body = None
        if data is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode(data | {"csrfmiddlewaretoken": self.token})
        self.connection.request("GET" if data is None else "POST", address, body, headers)
        reply = self.connection.getresponse()
        text = reply.read().decode()
        for line in reply.headers.get_all("Set-Cookie") or []:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if found := re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', text):
            self.token = found[1]
        return reply.status, reply.headers.get("Location", ""), text

    # ------------------------------------------------------------------------------------------ work

    def run(self) -> None:
        """Work until the time is over."""
        try:
            time.sleep(self.chance.uniform(0, min(60.0, (self.end - time.monotonic()) / 4)))
            self.ask("login page", "/login/")
            _, where, _ = self.ask("login", "/login/", {"name": self.person, "password": PASSWORD})
            if where == "/role/":
                self.ask("role page", "/role/")
                _, where, _ = self.ask("role", "/role/", {"role": "evaluator"})
            while time.monotonic() < self.end:
                self.review() if "evaluator" in self.person else self.write()
        except TimeoutError:
            with self.tally.lock:
                self.tally.wrong.append(f"{self.person}: no reply")

    def look(self, seconds: float = 1.0) -> None:
        """Wait as long as a person looks at a page."""
        time.sleep(self.chance.uniform(*PAUSE) * seconds)

    def see(self, what: str, address: str) -> str:
        """Open a page; if a test question comes first, answer it."""
        _, where, text = self.ask(what, address)
        if where == "/test/":
            _, where, text = self.ask("test page", "/test/")
            if found := re.search(r'name="test" value="(\d+)"', text):
                self.look(0.5)
                chosen = str(self.chance.randrange(2))
                self.ask("test", "/test/", {"test": found[1], "chosen": chosen})
                with self.tally.lock:
                    self.tally.tests += 1
            _, where, text = self.ask(what, address)
        return text

    def write(self) -> None:
        """Write a schema, with checks on the way; sometimes send the form twice."""
        self.see("dashboard", "/work/")
        self.look()
        text = self.see("writing page", "/schemas/new/")
        found = re.search(r'name="token" value="([\w-]+)"', text)
        if not found:
            return
        form = self.form(found[1])
        for _ in range(2):
            self.look(0.5)
            self.ask("check", "/schemas/check/", form)
        self.look()
        with self.tally.lock:
            self.tally.tokens.add(str(uuid.UUID(found[1])))
        for _ in range(2 if self.chance.random() < 0.1 else 1):
            _, where, _ = self.ask("save", "/schemas/new/", form)
            if where.startswith("/schemas/"):
                with self.tally.lock:
                    self.tally.schemas.add(str(uuid.UUID(found[1])))
                self.see("own schema", where)

    def form(self, token: str) -> dict[str, str]:
        """Return a form with a unique schema."""
        mark = "".join(chr(ord("a") + int(c, 16)) for c in token.replace("-", "")[:10])
        one, other = self.chance.sample(_NAMES, 2)
        thing, place = self.chance.sample(_THINGS, 2)
        thing, place = f"{thing}{mark}", f"{place}{mark}"  # other names alone would be a copy
        start = f"{one} lent {other} a {thing} near the {place} because [she]"
        return {
            "token": token,
            "since": str(int(time.time())),
            "target_1": one,
            "target_2": other,
            "sentence_1": f"{start} had two.",
            "sentence_2": f"{start} needed one.",
            "question_1": "Who had two?",
            "question_2": "Who needed one?",
            "right_1": "0",
            "right_2": "1",
            "action": "save",
        }

    def review(self) -> None:
        """Review a waiting schema."""
        text = self.see("reviews", "/reviews/")
        self.look()
        waiting = re.findall(r'href="(/reviews/\d+/)">\s*Review', text)
        if not waiting:
            return
        address = self.chance.choice(waiting)
        text = self.see("review page", address)
        for _ in range(2):  # both halves are answered before the marks are shown
            if found := re.search(r'name="half" value="(\d+)"', text):
                self.look(0.5)
                chosen = str(self.chance.randrange(2))
                self.ask("own answer", address, {"half": found[1], "chosen": chosen})
                text = self.see("review page", address)
        names = sorted(set(re.findall(r'name="(\w+)" value="yes"', text)))
        if not names:
            return
        self.look()
        valid = self.chance.random() < 0.8
        form = {
            name: "yes" if (name != "leaked") == (valid or name != "flips") else "no"
            for name in names
        }
        _, where, _ = self.ask(
            "send review", address, form | {"comment": "It does not flip.", "since": ""}
        )
        if where == "/reviews/":
            text = self.see("reviews", "/reviews/")
            with self.tally.lock:
                self.tally.reviews += "Your review has been saved" in text


# --------------------------------------------------------------------------------------------- around


def prepare(workers: int) -> list[str]:
    """Create the tables, the library and the people."""
    from django.contrib.auth.hashers import make_password

    from coindex.winoflexi.crowd import parameters
    from coindex.winoflexi.models import Person
    from coindex.winoflexi.startup import prepare as tables

    tables()
    parameters.store(
        {
            "training_length": 0,
            "awaiting_limit": 1000,
            "test_share": 0.5,
            "test_share_work": 0.1,
            "check_seconds": 0,
            "promote": False,
            "training_mode": "hand",
            "ban_score": -10_000,
            "leak_share": 1.0,
            "copy_share": 1.0,
        }
    )
    encoded = make_password(PASSWORD)  # one for all: hashing is not measured
    names = [f"{'evaluator' if n % 2 else 'contributor'}-{n}" for n in range(workers)]
    Person.objects.bulk_create(
        Person(name=name, password=encoded, is_evaluator="evaluator" in name) for name in names
    )
    return names


def gunicorn(directory: Path, database: str) -> tuple[subprocess.Popen[bytes], int]:
    """Start gunicorn with the application; return the process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    env = os.environ | {
        "WINOFLEXI_DIR": str(directory),
        "DATABASE_URL": database,
        "WINOFLEXI_SOLVERS": "0",
    }
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        "coindex.winoflexi.wsgi:application",
        "--bind",
        f"127.0.0.1:{port}",
    ]
    command += ["--workers", "2", "--threads", "8", "--keep-alive", "30", "--log-level", "error"]
    # Requests that fail while the database restarts are logged; that is expected.
    process = subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL)
    for _ in range(600):
        try:
            with socket.create_connection(("127.0.0.1", port), timeout=1):
                return process, port
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("gunicorn does not start")


def found(tally: Tally) -> dict[str, int]:
    """Count lost, duplicate or inconsistent rows. All counts must be 0."""
    from django.db import connection
    from django.db.models import Count

    from coindex.winoflexi.crowd import scoring
    from coindex.winoflexi.models import Code, Entry, Review, Schema, TestQuestion

    connection.close()
    crowd = Schema.objects.filter(library="crowd")
    kept = {str(token) for token in crowd.values_list("token", flat=True)}
    booked = Entry.objects.filter(event__startswith="test:").count()
    return {
        "schemas acknowledged and not there": len(tally.schemas - kept),
        "schemas there that nobody sent": len(kept - tally.tokens),
        "schemas doubled (same words)": crowd.count()
        - crowd.values("fingerprint").distinct().count(),
        "schemas without two halves": crowd.annotate(n=Count("halves")).exclude(n=2).count(),
        "schemas without one payment code": crowd.count()
        - Code.objects.filter(work__startswith="schema:").count(),
        "reviews acknowledged and not there": max(0, tally.reviews - Review.objects.count()),
        "test questions answered and not booked": TestQuestion.objects.exclude(
            answered_at=None
        ).count()
        - booked,
        "scores that are not their ledger's sum": len(scoring.differences()),
        "replies that no page should give": len(tally.wrong),
    }


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1] if len(values) > 1 else max(values, default=0.0)


def report(tally: Tally, numbers: dict[str, int], restarted: float) -> bool:
    """Print the measurements; return whether the limits are kept."""
    print("| page | times | median ms | 95th percentile ms |\n|---|--:|--:|--:|")
    for name, values in sorted(tally.seconds.items()):
        print(
            f"| {name} | {len(values):,} | {1000 * statistics.median(values):.0f} | {1000 * p95(values):.0f} |"
        )
    every = [v for values in tally.seconds.values() for v in values]
    print(
        f"| all | {len(every):,} | {1000 * statistics.median(every):.0f} | {1000 * p95(every):.0f} |\n"
    )
    print("| what | measured | bar |\n|---|--:|--:|")
    print(f"| seconds a page took, 95th percentile | {p95(every):.3f} | {P95} |")
    print(
        f"| schemas / reviews / test questions | {len(tally.schemas):,} / {tally.reviews:,} / {tally.tests:,} | |"
    )
    print(f"| seconds the database was away | {restarted:.1f} | |")
    print(f"| requests that met it away and were sent again | {tally.away:,} | |")
    for name, number in numbers.items():
        print(f"| {name} | {number} | 0 |")
    for line in tally.wrong[:10]:
        print(f"unexpected: {line}", file=sys.stderr)
    return p95(every) < P95 and not any(numbers.values())


def main(argv: list[str] | None = None) -> int:
    """Run the load test."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=100, help="simulated workers (100)")
    parser.add_argument("--seconds", type=float, default=300.0, help="duration (300)")
    parser.add_argument("--quick", action="store_true", help="10 workers for 20 seconds")
    parser.add_argument(
        "--database", default="", help="a DATABASE_URL to use instead of a temporary PostgreSQL"
    )
    options = parser.parse_args(argv)
    if options.quick:
        options.workers, options.seconds = 10, 20.0
    with tempfile.TemporaryDirectory() as directory, Cluster() as cluster:
        database = options.database or cluster.database("load")
        os.environ["DATABASE_URL"] = database
        from coindex.winoflexi.startup import set_up

        set_up(Path(directory))
        names = prepare(options.workers)
        process, port = gunicorn(Path(directory), database)
        try:
            tally = Tally()
            end = time.monotonic() + options.seconds
            workers = [Worker(name, port, end, tally, seed) for seed, name in enumerate(names)]
            for worker in workers:
                worker.start()
            time.sleep(options.seconds / 2)
            began = time.monotonic()
            if not options.database:
                cluster.restart()
            restarted = time.monotonic() - began
            for worker in workers:
                worker.join(options.seconds + 120)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
        return 0 if report(tally, found(tally), restarted) else 1


if __name__ == "__main__":
    sys.exit(main())
