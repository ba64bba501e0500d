"""The same work on a Dask cluster: a real scheduler and two worker processes on this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex.mining.counting.run import mine
from kparse.errors import InputError
from tests.mining.made import analysed, content, inline, job, sentences

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    os.environ["SNOOZE"] = "0.4"
    try:
        with distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster:
            yield cluster
    finally:
        del os.environ["SNOOZE"]


def test_dask_gives_the_same_bytes_though_a_worker_is_killed_half_way(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = tmp_path / "made.conllu"
    text = [
        s.replace(s.split()[2], "snoozed") if n % 9 == 4 else s
        for n, s in enumerate(sentences(200))
    ]
    corpus.write_text(analysed(text).replace("\tsnooz\t", "\tsnooze\t"), encoding="utf-8")
    killed: list[int] = []

    def kill() -> None:
        end = time.monotonic() + 60
        while len(list((tmp_path / "dask").glob("facts/*.parquet"))) < 2 and time.monotonic() < end:
            time.sleep(0.02)
        worker = next(iter(cluster.workers.values()))
        killed.append(worker.pid)
        os.kill(worker.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    done = mine(job(corpus, tmp_path / "dask", workers=cluster.scheduler_address), show=False)
    killer.join()
    assert killed
    assert done.lost == ()
    with monkeypatch.context() as patched:
        patched.setattr("coindex.mining.counting.run.results", inline)
        patched.setenv("SNOOZE", "0")
        mine(job(corpus, tmp_path / "here"), show=False)
    assert content(tmp_path / "dask") == content(tmp_path / "here")
    stores = [(tmp_path / f"{n}.sqlite").read_bytes() for n in ("dask", "here")]
    assert stores[0] == stores[1]


def test_without_a_scheduler_there_is_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coindex.reasoner.jobs.executor._CONNECT", "0.3s")
    corpus = tmp_path / "made.conllu"
    corpus.write_text(analysed(sentences(5)), encoding="utf-8")
    with pytest.raises(InputError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        mine(job(corpus, tmp_path / "out", workers="tcp://127.0.0.1:9"), show=False)
