"""From questions to a run: the same for any number of workers and chunk size; interrupted runs."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from coindex.harness.evaluation import evaluate as evaluation
from coindex.harness.evaluation.answering import answer_chunk, failed
from coindex.harness.evaluation.evaluate import Work, evaluate
from coindex.harness.questions.sources import Entry, SetInfo, tags_of
from coindex.harness.scores.run import Run, RunItem, read_run
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.workers import Lost, Settings
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from tests.reasoner.inline import working_here

SENTENCES = (
    ("Nora lent Ivo a ladder because he had asked for one.", "he", ("Nora", "Ivo")),
    (
        "The crate did not go through the hatch because it was too wide.",
        "it",
        ("the crate", "the hatch"),
    ),
    ("Carla drubbed Dora because she was glum.", "she", ("Carla", "Dora")),
    ("The mug stood by the jar until it fell.", "it", ("the mug", "the jar")),
)


def entries() -> list[Entry]:
    asked: list[Item | Choice] = []
    for text, pronoun, candidates in SENTENCES:
        start = text.index(f" {pronoun} ") + 1
        asked.append(Item(f"{len(asked)}", text, start, start + len(pronoun), candidates))
    asked.append(
        Choice("4", "The pond froze.", ("The ducks left.", "The night was cold."), "cause")
    )
    asked.append(Item("5", "...", 0, 1, ("a", "b")))
    return [
        Entry("s", a.id, f"p{n // 2}", "tune", tags_of(a) if isinstance(a, Item) else (), a, 1)
        for n, a in enumerate(asked)
    ]


SETS = {"s": SetInfo("q.jsonl", "00", "jsonl", 6)}


def timeless(items: Any) -> list[RunItem]:
    return [dataclasses.replace(i, ms=0.0) for i in items]


def test_workers_and_chunks_change_nothing(reasoner: Reasoner) -> None:
    asked = entries()
    alone = [i for e in asked for i in answer_chunk(reasoner, [e])]
    together = answer_chunk(reasoner, asked)
    assert timeless(together) == timeless(alone)
    run = evaluate(SETS, asked, Work(Settings(), workers=2, chunk=2))
    assert timeless(run.items) == timeless(alone)
    assert run.scores["all"]["all"].items == 6


def test_explanations_only_when_asked_for(reasoner: Reasoner) -> None:
    chunk = entries()[:1]
    assert answer_chunk(reasoner, chunk)[0].explanation is None
    [item] = answer_chunk(reasoner, chunk, explain=True)
    assert "Nora" in (item.explanation or "")


# ------------------------------------------------------------------------- with workers that are not


class Interrupted(Exception):
    pass


def by_rote(monkeypatch: pytest.MonkeyPatch, make: Any, fail_at: int | None = None) -> list[str]:
    """Replace the answering by a stub; return the ids that were asked for."""
    asked: list[str] = []

    def work(_: object, chunk: Any) -> list[Any]:
        found = []
        for entry in chunk:
            if len(asked) == fail_at:
                raise Interrupted
            asked.append(entry.id)
            found.append(make(id=entry.id, gold=1, part=entry.part))
        return found

    working_here(monkeypatch, work)
    return asked


def test_an_interrupted_run_goes_on(
    make: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole.json", tmp_path / "cut.json"
    work = Work(Settings(), chunk=2)
    by_rote(monkeypatch, make)
    run = evaluate(SETS, entries(), work, out=whole)
    assert read_run(whole) == run
    by_rote(monkeypatch, make, fail_at=5)
    with pytest.raises(Interrupted):
        evaluate(SETS, entries(), work, out=cut)
    assert not cut.exists()
    [part] = tmp_path.glob("cut.json*")
    with open(part, "a", encoding="utf-8") as file:
        file.write('{"set": "s", "id": ')  # a torn line
    asked = by_rote(monkeypatch, make)
    evaluate(SETS, entries(), work, out=cut)
    assert asked == ["4", "5"]
    assert cut.read_bytes() == whole.read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


def test_another_selection_begins_again(
    make: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    by_rote(monkeypatch, make, fail_at=5)
    with pytest.raises(Interrupted):
        evaluate(SETS, entries(), Work(Settings(), chunk=2), out=tmp_path / "run.json")
    asked = by_rote(monkeypatch, make)
    evaluate(SETS, entries()[1:], Work(Settings(), chunk=2), out=tmp_path / "run.json")
    assert len(asked) == 5


def test_a_lost_chunk_is_asked_again_one_by_one(make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(_: object, chunk: Any) -> Any:
        ids = [e.id for e in chunk]
        if "3" in ids:
            return Lost("no answer within 1 seconds", "time")
        return [make(id=i) for i in ids]

    working_here(monkeypatch, work)
    run: Run = evaluate(SETS, entries(), Work(Settings()))
    assert [i.id for i in run.items] == list("012345")
    lost = run.items[3]
    assert (lost.answer, lost.right, lost.decided_by, lost.miss) == (0, False, "error", "parse")
    assert "within 1 seconds" in (lost.error or "")


def dying(reasoner: Any, asked: Sequence[Entry], *, explain: bool) -> list[RunItem]:
    if any(e.id == "1" for e in asked):
        os.kill(os.getpid(), signal.SIGKILL)
    return [failed(e, "rote") for e in asked]


class Bare(Settings):
    """Settings with no reasoner behind them."""

    __slots__ = ()

    def reasoner(self) -> Any:
        return None


def test_a_worker_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation, "answer_chunk", dying)
    run = evaluate(SETS, entries()[:4], Work(Bare(), workers=2, chunk=3))
    assert ["died" in (i.error or "") for i in run.items] == [False, True, False, False]


def test_the_program_is_named_by_its_knowledge(tmp_path: Path) -> None:
    extra = tmp_path / "more.lp"
    extra.write_text('verb("drub",strike).\n')
    plain, more = (evaluation.program(Settings(extra=e)) for e in ((), (str(extra),)))
    assert plain == evaluation.program(Settings())
    assert plain["knowledge"] != more["knowledge"]
    json.dumps(plain)
