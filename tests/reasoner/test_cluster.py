"""The same work on a Dask cluster: a real scheduler and two workers on this machine, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from coindex.reasoner.item import Item
from coindex.reasoner.jobs import batch
from coindex.reasoner.jobs.executor import Place
from coindex.reasoner.jobs.workers import Settings
from tests.reasoner.test_batch import encoded

distributed = pytest.importorskip("distributed")


class Slow(Settings):
    """Settings whose reasoner takes some time for each question, and more where the text says so."""

    __slots__ = ()

    def reasoner(self) -> Any:
        return SlowReasoner()


class SlowReasoner:
    asks = None

    def graphs_of(self, items: list[Item]) -> Iterator[Any]:
        for item in items:
            yield item, None

    def answer_items(self, parsed: list[Any], **_: object) -> list[Any]:
        return [self._answer(item) for item, *_ in parsed]

    def solve_many(self, items: list[Item], **_: object) -> Iterator[Any]:
        return map(self._answer, items)

    def _answer(self, item: Item) -> Any:
        time.sleep(60 if "stuck" in item.text else 0.02)
        return item.failed(f"no answer about {item.text}")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
    ) as cluster:
        yield cluster


def killing(cluster: Any, half_done: Callable[[], bool], in_time: list[bool]) -> threading.Thread:
    """Kill a worker when half of the work is done, and say whether it was."""

    def kill() -> None:
        end = time.monotonic() + 60
        while not half_done() and time.monotonic() < end:
            time.sleep(0.02)
        in_time.append(half_done())
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def kept(folder: Path, name: str) -> int:
    """How many lines a run that goes on has written."""
    return sum(path.read_bytes().count(b"\n") for path in folder.glob(f"{name}.*.part"))


def test_a_batch_gives_the_same_though_a_worker_is_killed_half_way(
    cluster: Any, tmp_path: Path
) -> None:
    texts = [f"it {'was stuck' if n == 7 else 'ran'} {n}" for n in range(120)]
    questions = [
        {"id": n, "text": text, "pron_start": 0, "pron_end": 2, "candidates": ["a", "b"]}
        for n, text in enumerate(texts)
    ]
    source = tmp_path / "in.jsonl"
    source.write_bytes(b"".join(encoded(questions)))

    def run(name: str, workers: Place) -> list[Any]:
        batch.run(
            str(source), str(tmp_path / name), Slow(), workers=workers, limit=1.0, progress=False
        )
        lines = (tmp_path / name).read_text().splitlines()
        return [{**json.loads(line), "ms": 0} for line in lines]

    in_time: list[bool] = []
    killer = killing(cluster, lambda: kept(tmp_path, "dask") > 60, in_time)
    there = run("dask", cluster.scheduler_address)
    killer.join()
    assert in_time == [True]
    assert "no answer within 1 seconds" in there[7]["error"]
    assert there == run("here", 2)
