"""Workers that take too long, die, or cannot start, and what happens to their requests."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.harness.serve.answers import Reply
from coindex.harness.serve.pool import Pool, Unavailable
from coindex.reasoner.jobs import executor
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from kparse.errors import SolveError
from tests.harness.serve.light import Broken, Light, work


def with_pool(
    asking: Callable[[Pool], Awaitable[Any]],
    *,
    settings: Settings | None = None,
    limits: Limits | None = None,
    workers: int = 1,
) -> Any:
    """Start a pool, ask it, stop it; the processes are gone afterwards."""
    pool = Pool(settings or Light(), work, limits or Limits(seconds=10), workers=workers)

    async def main() -> Any:
        return await asking(pool)

    try:
        pool.start()
        result = asyncio.run(main())
    finally:
        pool.stop()
    assert not multiprocessing.active_children()
    return result


def test_what_takes_too_long_is_lost_and_the_next_is_answered() -> None:
    async def asking(pool: Pool) -> Any:
        began = time.monotonic()
        lost = await pool.ask("sleep 30")
        took = time.monotonic() - began
        return lost, took, await pool.ask("next"), pool.executor.replaced

    lost, took, following, replaced = with_pool(asking, limits=Limits(seconds=0.5))
    assert lost == Lost("no answer within 0.5 seconds", "time")
    assert 0.5 <= took < 5
    assert (following, replaced) == (Reply('"next"'), 1)


def test_what_kills_its_process_twice_is_lost(tmp_path: Path) -> None:
    async def asking(pool: Pool) -> Any:
        both = pool.ask("die"), pool.ask("waiting")
        return *(await asyncio.gather(*both)), pool.executor.replaced

    lost, waiting, replaced = with_pool(asking)
    assert lost.kind == "died"
    assert (waiting, replaced) == (Reply('"waiting"'), 2)


def test_what_was_killed_by_somebody_else_is_answered(tmp_path: Path) -> None:
    async def asking(pool: Pool) -> Any:
        return await pool.ask(f"die-once {tmp_path / 'died'}")

    assert with_pool(asking) == Reply('"back"')


def test_a_worker_that_dies_idle_is_replaced() -> None:
    async def asking(pool: Pool) -> Any:
        (process,) = multiprocessing.active_children()
        process.kill()
        process.join()
        return await pool.ask("next")

    assert with_pool(asking) == Reply('"next"')


def test_workers_are_replaced_after_some_tasks_but_not_all_at_once() -> None:
    async def asking(pool: Pool) -> Any:
        results = await pool.ask_all([f"{n}" for n in range(40)])
        return results, pool.executor.replaced, [w.limits.recycle for w in pool.executor.workers]

    results, replaced, recycle = with_pool(asking, limits=Limits(recycle=10), workers=2)
    assert results == [Reply(f'"{n}"') for n in range(40)]
    assert replaced >= 1
    assert recycle == [10, 15]


def test_who_waits_no_longer_takes_no_place() -> None:
    async def asking(pool: Pool) -> Any:
        first = asyncio.ensure_future(pool.ask("sleep 0.3"))
        second = asyncio.ensure_future(pool.ask("sleep 30"))
        third = asyncio.ensure_future(pool.ask("third"))
        await asyncio.sleep(0.1)
        second.cancel()
        await first
        return await third

    assert with_pool(asking) == Reply('"third"')


def test_no_more_is_taken_than_can_wait() -> None:
    pool = Pool(Light(), work, Limits(), requests=2)
    refused = pytest.raises(Unavailable, match="2 requests are being worked on or waiting")
    with pool.admitted(), pool.admitted(), refused, pool.admitted():
        pass
    with pool.admitted():
        assert pool.requests == 1


def test_workers_that_cannot_start_are_told_at_the_start() -> None:
    pool = Pool(Broken(), work, Limits())
    with pytest.raises(SolveError, match="there is nothing to load"):
        pool.start()
    pool.stop()


def test_workers_that_cannot_start_again_are_tried_later(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(executor, "_PAUSE", 0.5)

    async def asking(pool: Pool) -> Any:
        (worker,) = pool.executor.workers
        worker.settings = Broken()
        lost = asyncio.ensure_future(pool.ask("sleep 30"))
        waiting = asyncio.ensure_future(pool.ask("waiting"))
        refused = await asyncio.gather(lost, waiting, return_exceptions=True)
        with pytest.raises(Unavailable), pool.admitted():
            pass
        worker.settings = Light()
        while not pool.executor.ready:
            await asyncio.sleep(0.01)
        with pool.admitted():
            return refused, await pool.ask("again")

    (lost, waiting), again = with_pool(asking, limits=Limits(seconds=0.3))
    assert lost == Lost("no answer within 0.3 seconds", "time")
    assert isinstance(waiting, Unavailable)
    assert again == Reply('"again"')
    assert "there is nothing to load" in capsys.readouterr().err


def test_at_the_end_nothing_more_is_taken() -> None:
    async def asking(pool: Pool) -> Any:
        first = asyncio.ensure_future(pool.ask("sleep 0.3"))
        second = asyncio.ensure_future(pool.ask("second"))
        await asyncio.sleep(0.1)
        pool.close()
        found = await asyncio.gather(first, second, return_exceptions=True)
        with pytest.raises(Unavailable, match="being stopped"):
            await pool.ask("third")
        with pytest.raises(Unavailable, match="being stopped"), pool.admitted():
            pass
        return found

    first, second = with_pool(asking)
    assert first == Reply('"sleep 0.3"')
    assert isinstance(second, Unavailable)
