"""The command line: what starts, what is refused, and the messages."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from coindex.commands import main as cli
from coindex.winoflexi.server import Options, listening
from kparse.errors import InputError
from tests.winoflexi.running import ROOT, Running


def run(directory: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {
        k: v for k, v in os.environ.items() if not k.startswith(("WINOFLEXI", "DJANGO", "DATABASE"))
    }
    return subprocess.run(
        [sys.executable, "cli.py", "winoflexi", *words, "--directory", str(directory)],
        cwd=ROOT,
        env=kept | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_site_from_its_first_start_to_a_restored_one(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    running = Running(first, "--solvers", "0", "--ask", "recorded")
    assert "94 schemas were added to the experts' library" in running.lines[0]
    with urlopen(f"{running.url}/health/", timeout=30) as reply:
        assert reply.read() == b"ok\n"
    with urlopen(f"{running.url}/about/", timeout=30) as reply:
        assert b"may be sent to recorded" in reply.read()
    with pytest.raises(HTTPError) as other:
        urlopen(Request(running.url, headers={"Host": "evil.example"}), timeout=30)
    assert other.value.code == 400
    assert running.stop() == 0
    assert not any("Traceback" in line for line in running.lines)
    assert "Invalid HTTP_HOST header: 'evil.example'" in "".join(running.lines)
    if os.name == "posix":
        assert {oct(file.stat().st_mode & 0o077) for file in first.iterdir()} == {"0o0"}
    with sqlite3.connect(first / "winoflexi.sqlite") as tables:
        tables.execute(
            "INSERT INTO winoflexi_person (password, name, label, is_admin, is_evaluator, score, joined_at)"
            " VALUES ('x', 'calm-owl-1', 'née', 1, 0, 5, '2026-01-01')"
        )
    file = tmp_path / "site.jsonl.gz"
    assert run(first, "audit").returncode == 1
    assert "calm-owl-1: score 5, ledger 0" in run(first, "audit").stdout
    assert run(first, "dump", str(file)).returncode == 0
    nothing = run(second, "dump", str(tmp_path / "nothing.gz"))
    assert nothing.returncode == 2
    assert "this site has no people" in nothing.stderr
    assert run(second, "restore", str(file)).returncode == 0
    with sqlite3.connect(second / "winoflexi.sqlite") as tables:
        assert tables.execute("SELECT name, label FROM winoflexi_person").fetchall() == [
            ("calm-owl-1", "née")
        ]
    assert run(second, "link", "calm-owl-1").stdout.startswith("/link/")
    nobody = run(second, "link", "nobody")
    assert nobody.returncode == 2
    assert "there is no account called 'nobody'" in nobody.stderr


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("mysql://x/y", "unknown kind of database 'mysql'"),
        ("postgresql:///x?host=/nowhere/at/all", "the database cannot be used"),
    ],
)
def test_a_database_that_is_none_is_one_message(tmp_path: Path, url: str, message: str) -> None:
    done = run(tmp_path, "migrate", DATABASE_URL=url)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_the_port_is_taken() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(InputError, match=r"cannot listen on 127\.0\.0\.1"):
            listening(Options(port=other.getsockname()[1]))


def test_others_are_let_in_only_if_that_is_asked_for() -> None:
    with pytest.raises(InputError, match="can be reached from other machines"):
        listening(Options(host="0.0.0.0"))
    listening(Options(host="0.0.0.0", allow_remote=True)).close()
    with pytest.raises(InputError, match="there is no host"):
        listening(Options(host="no such host"))


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.main(["winoflexi", "serve"]) == 2
    error = capsys.readouterr().err
    assert "pip install" in error
    assert "[winoflexi]'" in error


def test_the_wsgi_module_wants_a_directory() -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith(("WINOFLEXI", "DJANGO"))}
    done = subprocess.run(
        [sys.executable, "-c", "import coindex.winoflexi.wsgi"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "WINOFLEXI_DIR is not set" in done.stderr


@pytest.mark.slow
@pytest.mark.skipif(
    "not config.getoption('-m')", reason="the load test runs when asked for: -m slow"
)
def test_the_load_test_runs() -> None:
    pytest.importorskip("gunicorn")
    from bench.postgresql import binaries

    if binaries() is None:
        pytest.skip("there is no PostgreSQL on this machine")
    command = [sys.executable, "bench/winoflexi_load.py", "--quick"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert "| schemas acknowledged and not there | 0 | 0 |" in done.stdout, done.stderr[-2000:]
