"""A temporary PostgreSQL server that listens on a socket only, for tests and benchmarks."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

_USER = "winoflexi"
_PEOPLE = ("postgres", "nobody")
"""Users to run as instead of root, which PostgreSQL refuses."""


def binaries() -> Path | None:
    """Return the directory with ``initdb`` and ``pg_ctl``; ``None`` if there is none."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((p for p in places if (p / "initdb").exists() and (p / "pg_ctl").exists()), None)


class Cluster:
    """A PostgreSQL cluster for the duration of a ``with`` statement.

    Raises:
        RuntimeError: there is no PostgreSQL, or it does not start.
    """

    def __init__(self) -> None:
        place = binaries()
        if place is None:
            raise RuntimeError("there is no PostgreSQL: neither initdb nor pg_ctl")
        self._binaries = place
        self._run: dict[str, Any] = {}
        if os.geteuid() == 0:
            self._run = {"user": _somebody(), "group": None, "extra_groups": []}
        self.directory = Path(tempfile.mkdtemp(prefix="pg-"))
        self._data = self.directory / "data"

    def __enter__(self) -> Cluster:
        """Create and start the cluster."""
        if user := self._run.get("user"):
            entry = pwd.getpwnam(user)
            os.chown(self.directory, entry.pw_uid, entry.pw_gid)
            self._run["group"] = entry.pw_gid
        try:
            self._call(
                "initdb",
                "-D",
                str(self._data),
                "-A",
                "trust",
                "-U",
                _USER,
                "-E",
                "UTF8",
                "--no-locale",
            )
            self.start()
        except BaseException:
            shutil.rmtree(self.directory, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it and leave nothing."""
        try:
            self._call("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.directory, ignore_errors=True)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-c listen_addresses='' -k {self.directory}"
        log = str(self.directory / "log")
        self._call("pg_ctl", "-D", str(self._data), "-o", options, "-l", log, "-w", "start")

    def restart(self) -> None:
        """Start the server once more; whoever is connected is thrown out."""
        self._call("pg_ctl", "-D", str(self._data), "-m", "fast", "-w", "stop")
        self.start()

    def database(self, name: str) -> str:
        """Make a database and give its ``DATABASE_URL``."""
        import psycopg

        where = f"host={self.directory} user={_USER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type]  a name of ours
        return f"postgresql://{_USER}@/{name}?host={self.directory}"

    def _call(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._binaries / name), *arguments],
            # The server inherits pg_ctl's pipes and would keep them open.
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL if name == "pg_ctl" else subprocess.PIPE,
            cwd=self.directory,
            timeout=120,
            check=False,
            **self._run,
        )
        if done.returncode:
            message = (done.stderr or b"").decode(errors="replace")
            raise RuntimeError(f"{name} ended with {done.returncode}: {message.strip()}")


def _somebody() -> str:
    known = {entry.pw_name for entry in pwd.getpwall()}
    found = next((name for name in _PEOPLE if name in known), None)
    if found is None:
        raise RuntimeError(
            f"root cannot run PostgreSQL, and there is neither {' nor '.join(_PEOPLE)}"
        )
    return found
