"""Analyses in worker processes: their results, and that a stuck one is killed and reported."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.reasoner.running.engine import Reasoner
from coindex.winoflexi.analysis import schema_analysis, worker_pool
from coindex.winoflexi.analysis.patterns import connectors, pattern
from coindex.winoflexi.models import Analysis
from coindex.winoflexi.schemas.drafts import Draft, record, schema_of
from tests.harness.contest.stubs import StubSettings
from tests.winoflexi import jobs, making

ONE = schema_of(making.draft(5))


@pytest.fixture
def pool(committed: None) -> Callable[..., worker_pool.WorkerPool]:
    def made(job: Any, workers: int = 1) -> worker_pool.WorkerPool:
        found = worker_pool.WorkerPool(workers, 1.0, job=job, reasoners=StubSettings())
        worker_pool.use_pool(found)
        return found

    return made


def test_a_stuck_worker_is_killed_and_the_page_told(
    pool: Callable[..., worker_pool.WorkerPool],
) -> None:
    made = pool(jobs.sleepy)
    stuck, other = schema_of(making.draft(2)), schema_of(making.draft(3))
    assert "bucket" in stuck.text
    assert "bucket" not in other.text
    waiting = worker_pool.request_analysis(stuck)
    assert waiting.state == Analysis.WAITING
    client = making.logged_in(making.person())
    assert b"data-poll" in client.get(f"/analysis/{waiting.key}/").content
    after = worker_pool.request_analysis(other)
    worker_pool.wait_for(waiting, 60)
    assert (waiting.state, waiting.error) == (Analysis.FAILED, "time")
    assert b"took too long" in client.get(f"/analysis/{waiting.key}/").content
    worker_pool.wait_for(after, 60)
    assert after.state == Analysis.DONE
    assert worker_pool.request_analysis(stuck).state == Analysis.FAILED  # not tried again by itself
    made.stop()


def test_a_worker_that_dies_is_told(pool: Callable[..., worker_pool.WorkerPool]) -> None:
    made = pool(jobs.dying)
    analysis = worker_pool.wait_for(worker_pool.request_analysis(ONE), 60)
    assert (analysis.state, analysis.error) == (Analysis.FAILED, "died")
    made.stop()


@pytest.mark.usefixtures("db")
def test_without_solvers_nothing_waits() -> None:
    worker_pool.use_pool(worker_pool.WorkerPool(0, 1.0))
    analysis = worker_pool.request_analysis(ONE)
    assert (analysis.state, analysis.error) == (Analysis.FAILED, "none")
    worker_pool.use_pool(making.AtOnce())  # type: ignore[arg-type]
    assert worker_pool.request_analysis(ONE, again=True).state == Analysis.DONE


def test_what_somebody_waits_for_comes_before_what_nobody_waits_for(
    pool: Callable[..., worker_pool.WorkerPool], tmp_path: Path
) -> None:
    made = pool(jobs.in_order)
    os.environ["WINOFLEXI_TEST_ORDER"] = str(tmp_path / "order")
    schemas = [schema_of(making.draft(n)) for n in (30, 31, 32, 34)]  # 32 takes long
    try:
        first = worker_pool.request_analysis(schemas[2])
        later = [worker_pool.request_analysis(s, in_background=True) for s in schemas[:2]]
        soon = worker_pool.request_analysis(schemas[3])
        assert made.has(soon.key)
        for analysis in (first, *later, soon):
            assert worker_pool.wait_for(analysis, 60).state == Analysis.DONE
    finally:
        del os.environ["WINOFLEXI_TEST_ORDER"]
    lines = (tmp_path / "order").read_text().splitlines()
    assert lines == [schemas[n].text for n in (2, 3, 0, 1)]
    made.stop()


@pytest.mark.usefixtures("db")
def test_what_waits_in_the_queue_is_not_asked_for_twice() -> None:
    class Busy(making.AtOnce):
        def submit(self, name: str, schema: dict[str, Any], *, in_background: bool = False) -> bool:
            self.asked.append(schema)
            return True

        def has(self, name: str) -> bool:
            return True

    pool = Busy()
    worker_pool.use_pool(pool)  # type: ignore[arg-type]
    assert worker_pool.request_analysis(ONE).state == Analysis.WAITING
    Analysis.objects.update(asked_at="2026-01-01T00:00Z")
    assert worker_pool.request_analysis(ONE, again=True).state == Analysis.WAITING
    assert len(pool.asked) == 1


@pytest.mark.usefixtures("db")
def test_an_analysis_that_was_lost_with_its_process_is_asked_for_again() -> None:
    pool = making.AtOnce()
    worker_pool.use_pool(pool)  # type: ignore[arg-type]
    Analysis.objects.create(key=schema_analysis.key(ONE), asked_at="2026-01-01T00:00Z")
    assert worker_pool.request_analysis(ONE).state == Analysis.DONE
    assert len(pool.asked) == 1
    worker_pool.request_analysis(ONE)
    assert len(pool.asked) == 1  # computed once


# ---------------------------------------------------------------------------------- what is found

CLEAN = Draft(
    (
        "The plumber lent the gardener a drill because [he] had two of them.",
        "The plumber lent the gardener a drill because [he] had none of them.",
    ),
    ("Who had two?", "Who had none?"),
    ("the plumber", "the gardener"),
    (0, 1),
)


@pytest.mark.model
def test_an_analysis_has_everything(reasoner: Reasoner) -> None:
    found = schema_analysis.analyse(reasoner, {"schema": record(schema_of(CLEAN)), "counts": ""})
    assert [f for f in found["findings"] if f["error"]] == []
    assert [a["side"] for a in found["answers"]] == [0, 1]
    for answer in found["answers"]:
        assert f"(= {answer['candidate']})" in answer["why"]["sentence"]
        said = answer["why"]["reasons"] + answer["why"]["others"] + answer["why"]["notes"]
        assert said
        assert all(line[0].isupper() and line.endswith(".") for line in said)
        assert not any(".lp" in line for line in said)
    assert found["patterns"] == ["complex", "complex"]
    assert found["connectors"] == [["cause/effect"], ["cause/effect"]]
    assert found["spelling"] == []
    assert [half["class"] in ("easy", "hard", "uncharacterised") for half in found["hardness"]] == [
        True,
        True,
    ]
    assert all(0 < half["index"] < 1 for half in found["hardness"])
    advice = [each for half in found["hardness"] for each in half["advice"]]
    assert advice
    assert all(a.startswith(("To make it easier, ", "To make it harder, ")) for a in advice)


def test_without_the_package_hardness_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "coindex.harness.hardness.single", None)
    assert schema_analysis.hardness(None, ONE) is None  # type: ignore[arg-type]


@pytest.mark.model
def test_faults_are_found(reasoner: Reasoner) -> None:
    draft = Draft(
        (
            "The plumber hung the mirror on the wall because [he] was usefull.",
            "The plumber hung the mirror on the wall because [he] was clean.",
        ),
        ("What was usefull?", "What was clean?"),
        ("The plumber", "the mirror"),
        (0, 1),
    )
    found = schema_analysis.analyse(reasoner, {"schema": record(schema_of(draft)), "counts": ""})
    assert "E206" in {f["code"] for f in found["findings"]}
    assert {"word": "usefull", "near": "useful"} in found["spelling"]


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The tall gardener watered the roses in the morning.", "simple"),
        ("The gardener watered the roses, and the cook peeled the potatoes.", "compound"),
        ("The gardener watered the roses because they were dry.", "complex"),
        ("The cook who had burnt the soup apologised.", "complex"),
        (
            "The gardener watered the roses, but the cook slept because he was tired.",
            "compound-complex",
        ),
        ("The gardener sang and danced.", "simple"),
    ],
)
def test_sentence_patterns(reasoner: Reasoner, text: str, wanted: str) -> None:
    from kparse.input.tokens import from_doc

    assert pattern(from_doc(reasoner.nlp(text)).tokens) == wanted


def test_connector_groups() -> None:
    assert connectors("If it rains, they stay where they are.") == [
        "place/manner",
        "possibility/condition",
    ]
    assert connectors("Lena slept so that Ida could work.") == ["cause/effect"]
    assert connectors("She said that it rained.", relative=False) == []
    assert connectors("Although it rained, Lena left before noon.") == [
        "comparison/contrast",
        "time",
    ]
