"""Worker processes: order, what is lost and why, limits, replacement."""

import os
import signal
import subprocess
import sys
import time
from typing import Any

import pytest

from coindex.reasoner.jobs.executor import FIRST, Executor, in_order
from coindex.reasoner.jobs.workers import Limits, Lost, Settings, Worker
from kparse.errors import ModelError, SolveError


class Bare(Settings):
    """Settings with no reasoner behind them."""

    __slots__ = ()

    def reasoner(self) -> Any:
        if self.model == "none":
            raise ModelError("no such model")
        if self.model == "bug":
            raise ZeroDivisionError("oops")
        return self.model


def job(reasoner: Any, task: Any) -> Any:
    if task == "sleep":
        time.sleep(60)
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if task == "eat":
        return len(bytearray(1 << 31))
    if task == "bug":
        raise ZeroDivisionError("oops")
    if task == "pid":
        return os.getpid()
    return reasoner, task


def test_results_come_in_order_whatever_happens_to_some() -> None:
    tasks = [1, "die", 2, "sleep", 3, "bug", 4]
    limits = Limits(seconds=1.5)
    found = list(in_order(tasks, job, Bare("m"), workers=2, limits=limits))
    assert [f for f in found if not isinstance(f, Lost)] == [("m", n) for n in (1, 2, 3, 4)]
    kinds = [f.kind for f in found if isinstance(f, Lost)]
    assert kinds == ["died", "time", "error"]
    assert "oops" in found[5].reason


def test_a_task_that_takes_too_much_memory_is_lost_and_its_worker_replaced() -> None:
    worker = Worker(Bare("m"), job, Limits(memory=1 << 28))
    try:
        first = worker.ask("pid")
        lost = worker.ask("eat")
        assert isinstance(lost, Lost)
        assert lost.kind == "memory"
        assert worker.ask("pid") != first
    finally:
        worker.stop()
    worker.stop()  # once more does no harm


def test_a_worker_is_replaced_after_some_tasks() -> None:
    limits = Limits(recycle=2)
    pids = list(in_order(["pid"] * 5, job, Bare(), limits=limits))
    assert [pids.count(p) for p in dict.fromkeys(pids)] == [2, 2, 1]


def test_with_one_worker_a_task_is_read_when_the_one_before_is_done() -> None:
    read: list[int] = []

    def source() -> Any:
        for number in range(3):
            read.append(number)
            yield number

    for done, _ in enumerate(in_order(source(), job, Bare()), 1):
        assert len(read) == done


def test_what_cannot_start_says_so() -> None:
    for unfit, error, message in (
        (Bare("none"), ModelError, "no such model"),
        (Bare("bug"), SolveError, "oops"),
    ):
        with pytest.raises(error, match=message):
            list(in_order([1], job, unfit, workers=2))
        with pytest.raises(error, match=message):
            Worker(unfit, job).wait_ready()


def test_a_task_that_was_given_up_is_not_done() -> None:
    executor = Executor(Bare("m"), job)
    try:
        first, second, third = (executor.submit(task) for task in ("pid", "sleep", 3))
        assert second.cancel()
        urgent = executor.submit(4, urgency=FIRST)
        assert first.result()
        assert third.result(30) == ("m", 3)
        assert urgent.result() == ("m", 4)
    finally:
        executor.stop()
    with pytest.raises(SolveError, match="being stopped"):
        executor.submit(5).result()


class Dying(Settings):
    """Settings that kill whoever uses them."""

    __slots__ = ()

    def reasoner(self) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_at_the_start_is_no_endless_loop() -> None:
    with pytest.raises(SolveError, match="could not start"):
        list(in_order([1], job, Dying()))


class Slow(Settings):
    """Settings that take long."""

    __slots__ = ()

    def reasoner(self) -> Any:
        time.sleep(600)


def test_a_worker_that_does_not_get_ready_is_not_said_to_lack_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("coindex.reasoner.jobs.workers._START", 0.2)
    with pytest.raises(SolveError, match=r"not ready within 0\.2 seconds") as caught:
        list(in_order([1], job, Slow()))
    assert "less busy" in str(caught.value)


def test_memory_is_limited_below_what_the_system_allows() -> None:
    pytest.importorskip("resource")
    code = (
        "import resource; from coindex.reasoner.jobs.workers import _limit_memory;"
        " resource.setrlimit(resource.RLIMIT_AS, (1 << 34, 1 << 34)); _limit_memory(1 << 40);"
        " print(*resource.getrlimit(resource.RLIMIT_AS))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert out.split() == [str(1 << 34)] * 2


def test_a_process_that_cannot_be_started_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SolveError, match="could not start: Can't pickle"):
        list(in_order([1], lambda reasoner, task: task, Bare()))

    def refuse(_: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", refuse)
    with pytest.raises(SolveError, match="could not start: Resource temporarily"):
        list(in_order([1], job, Bare()))
