"""The same tests on a PostgreSQL server that is started for them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from bench.postgresql import Cluster, binaries
from tests.winoflexi.running import ROOT, Running

pytestmark = [
    pytest.mark.skipif(binaries() is None, reason="there is no PostgreSQL on this machine"),
    pytest.mark.skipif("WINOFLEXI_TEST_DATABASE" in os.environ, reason="this is that run"),
]
APART = (
    "browser",
    "postgresql",
    "worker_pool",
    "hostile",
    "permissions",
    "command",
    "drafts",
    "pages",
)
"""Tests that have little to do with the database, or take long."""


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with Cluster() as made:
        yield made


def test_the_same_tests_on_postgresql(cluster: Cluster) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "tests/winoflexi",
        "-n0",
        "-q",
        "-p",
        "no:cacheprovider",
        "-m",
        "not model",
    ]
    command += [f"--ignore=tests/winoflexi/test_{name}.py" for name in APART]
    env = os.environ | {"WINOFLEXI_TEST_DATABASE": cluster.database("tests")}
    for name in [k for k in env if k.startswith("PYTEST_XDIST")]:
        del env[name]
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=500, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert " failed" not in done.stdout


def test_the_site_serves_from_postgresql(cluster: Cluster, tmp_path: object) -> None:
    from pathlib import Path
    from urllib.request import urlopen

    running = Running(Path(str(tmp_path)), "--solvers", "0", database=cluster.database("site"))
    with urlopen(f"{running.url}/health/", timeout=30) as reply:
        assert reply.read() == b"ok\n"
    assert running.stop() == 0
    assert not list(Path(str(tmp_path)).glob("*.sqlite*"))
