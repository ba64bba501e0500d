"""Measurements are kept, resumed after an interruption, and made by one process at a time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.hardness import measured as measuring
from coindex.harness.hardness.measured import Measured, Work, measure_all
from coindex.harness.hardness.rounds import Plan
from coindex.harness.questions.questions import Gold
from coindex.reasoner.jobs.workers import Lost
from kparse.errors import InputError
from tests.harness.hardness.made import golds, measured

GOLDS = golds()
WORK = Work(plan=Plan((5,), 3))


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the questions that were measured."""
    found: list[str] = []

    def work(tasks: Any, *_: Any, **__: Any) -> Any:
        for task in tasks:
            found.append(task.gold.item.id)
            yield replace(measured(int(task.gold.item.id)), id=task.gold.item.id)

    monkeypatch.setattr(measuring, "in_order", work)
    return found


def test_a_line_is_read_again() -> None:
    for number in range(4):
        one = measured(number)
        assert Measured.from_line(one.to_line()) == one
    bare = Measured("1", "p", "A text.", ("a", "b"), None, error="nothing")
    assert Measured.from_line(bare.to_line()) == bare
    for line in ("", "{}", "[]", '{"id": 1}', "null", '{"course": 3}'):
        with pytest.raises(ValueError, match=r"."):
            Measured.from_line(line)


def test_measured_once(done: list[str], tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    first = measure_all(GOLDS, WORK, file)
    assert measure_all(GOLDS, WORK, file) == first
    assert done == [g.item.id for g in GOLDS]
    notes: list[str] = []
    measure_all(GOLDS, replace(WORK, plan=Plan((5,), 4)), file, notes.append)
    assert len(done) == 2 * len(GOLDS)
    assert "measured again" in notes[0]


def test_without_a_file_the_cache_keeps_it(
    done: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path))
    assert measure_all(GOLDS, WORK) == measure_all(GOLDS, WORK)
    assert len(done) == len(GOLDS)
    monkeypatch.setattr(measuring, "writable", lambda _: False)
    measure_all(GOLDS, WORK)
    assert len(done) == 2 * len(GOLDS)


def test_an_interrupted_run_goes_on(
    done: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "m.jsonl"
    whole = measuring.in_order

    def cut_off(tasks: Any, *_: Any, **__: Any) -> Any:
        for number, each in enumerate(whole(tasks, measuring.measure_task)):
            if number == 2:
                raise KeyboardInterrupt
            yield each

    monkeypatch.setattr(measuring, "in_order", cut_off)
    with pytest.raises(KeyboardInterrupt):
        measure_all(GOLDS, WORK, file)
    assert not file.exists()
    monkeypatch.setattr(measuring, "in_order", whole)
    done.clear()
    notes: list[str] = []
    found = measure_all(GOLDS, WORK, file, notes.append)
    assert done == ["2", "3"]
    assert notes == ["2 of 4 questions were measured by an earlier run"]
    fresh = measure_all(GOLDS, WORK, tmp_path / "other.jsonl")
    assert found == fresh
    assert file.read_bytes() == (tmp_path / "other.jsonl").read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.jsonl", "other.jsonl"]


def test_what_is_no_file_of_measurements_is_left_alone(done: list[str], tmp_path: Path) -> None:
    file = tmp_path / "novel.txt"
    file.write_text("It was a dark night.\n")
    with pytest.raises(InputError, match="no file of measurements"):
        measure_all(GOLDS, WORK, file)
    assert file.read_text() == "It was a dark night.\n"
    assert done == []
    with pytest.raises(InputError, match="no such file"):
        measure_all(GOLDS, replace(WORK, index=str(tmp_path / "none")), file)


def test_a_lost_worker_costs_one_item(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(tasks: Any, *_: Any, **__: Any) -> Any:
        for number, _task in enumerate(tasks):
            yield Lost("the memory limit was reached", "memory") if number else measured(0)

    monkeypatch.setattr(measuring, "in_order", work)
    found: list[Measured] = measure_all(GOLDS, WORK, tmp_path / "m.jsonl")
    assert [m.error for m in found] == ["", *["the memory limit was reached"] * 3]
    assert found[1].text == GOLDS[1].item.text
    assert isinstance(GOLDS[1], Gold)
