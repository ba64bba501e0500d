"""A server asks for rules only if it was told whom to ask, for requests that want it, and so many times a day."""

from __future__ import annotations

import datetime
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="serve needs FastAPI (the extra `serve`)")
pytest.importorskip("uvicorn", reason="serve needs uvicorn (the extra `serve`)")

from coindex.asking.asked_file import AskedFile
from coindex.asking.asking import Asking
from coindex.asking.source import Request
from coindex.commands import main as cli
from coindex.harness.serve import asking as serve_asking
from coindex.harness.serve.answers import Asked, answer
from coindex.harness.serve.asking import Brought, Desk
from coindex.reasoner.asks import Supplied
from coindex.reasoner.jobs.workers import Settings
from coindex.reasoner.running.engine import Reasoner
from tests.asking.making import QUERY, RULE, TEXT, Failing, Saying, query
from tests.harness.serve.light import Light
from tests.harness.serve.serving import Served, raw, serving

ONE: dict[str, Any] = {
    "text": TEXT,
    "pron_start": QUERY.start,
    "pron_end": QUERY.end,
    "candidates": list(QUERY.candidates),
}


class Wanting(Light):
    """Settings of workers that want rules for each question (see :func:`job`)."""


def job(_: object, task: Any) -> Any:
    """Want rules for question ``N``; with rules, say them; a text ``decided`` wants none."""
    from coindex.asking.asked_file import digest_of
    from coindex.harness.serve.answers import Reply

    brought = task.brought
    if brought is None or task.text == "decided":
        return Reply('{"plain": true}')
    wanted = query(int(task.text))
    rules = brought.rules.get(digest_of(wanted))
    if rules is not None:
        return Reply(json.dumps({"rules": list(rules.sentences)}))
    return Reply('{"plain": true}', wants=(wanted,))


@contextmanager
def asking_server(desk: Desk | None, **more: Any) -> Iterator[Served]:
    with serving(settings=Wanting(), job=job, desk=desk, **more) as served:
        yield served


def sent(served: Served, body: dict[str, Any], path: str = "/solve") -> tuple[int, Any]:
    head, _, text = served.talk(raw(json.dumps(body).encode(), path)).partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(text)


def test_a_server_that_asks_nobody_refuses_and_says_so() -> None:
    with asking_server(None) as served:
        status, problem = sent(served, {"text": "1", "ask": True})
        assert (status, problem["error"]) == (403, "this server asks nobody for rules")
        assert "--ask" in problem["hint"]
        assert sent(served, {"text": "1"}) == (200, {"plain": True})
        health = served.talk(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b'"ask_budget_left":null' in health


def test_who_asks_gets_rules_and_others_do_not(tmp_path: Path) -> None:
    source = Saying()
    desk = Desk(Asking(source, tmp_path / "asked.jsonl"), per_day=5)
    with asking_server(desk) as served:
        assert sent(served, {"text": "1"}) == (200, {"plain": True})
        assert source.requests == []
        for _ in range(2):
            assert sent(served, {"text": "1", "ask": True}) == (
                200,
                {"rules": [RULE], "asking": "rules"},
            )
        assert len(source.requests) == 1
        expected = {"plain": True, "asking": "not wanted"}
        assert sent(served, {"text": "decided", "ask": True}) == (200, expected)
        health = served.talk(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b'"ask_budget_left":4' in health


def test_a_batch_asks_for_all_together(tmp_path: Path) -> None:
    source = Saying(at_once=3)
    desk = Desk(Asking(source, tmp_path / "asked.jsonl"), per_day=50)
    questions = [{"text": str(number % 4)} for number in range(8)]
    with asking_server(desk) as served:
        status, found = sent(served, {"questions": questions, "ask": True}, "/batch")
    assert status == 200
    assert found["answers"] == [{"rules": [RULE], "asking": "rules"}] * 8
    assert len(source.requests) == 4


def test_the_budget_of_the_day_outlives_the_server(tmp_path: Path) -> None:
    source, path = Saying(), tmp_path / "asked.jsonl"
    for number, outcome in ((1, "rules"), (2, "rules"), (3, "budget"), (1, "rules")):
        desk = Desk(Asking(source, path), per_day=2)
        with asking_server(desk) as served:
            _, found = sent(served, {"text": str(number), "ask": True})
            assert found["asking"] == outcome
    assert len(source.requests) == 2
    entries = path.read_text("utf-8")
    yesterday = datetime.date.today() - datetime.timedelta(days=1)
    path.write_text(entries.replace(datetime.date.today().isoformat(), yesterday.isoformat()))
    assert Desk(Asking(source, path), per_day=2).left == 2


def test_a_source_out_of_reach_costs_no_answer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    source = Failing(again=True)
    desk = Desk(Asking(source, tmp_path / "asked.jsonl"), per_day=2)
    with asking_server(desk) as served:
        outcomes = [sent(served, {"text": "1", "ask": True})[1]["asking"] for _ in range(3)]
    assert outcomes == ["failed", "budget", "budget"] or outcomes == ["failed", "failed", "budget"]
    assert len(source.requests) == 2
    assert "could not be asked: nobody is there" in capfd.readouterr().err


def test_nothing_usable_is_said_so(tmp_path: Path) -> None:
    desk = Desk(Asking(Saying("He is late."), tmp_path / "asked.jsonl"), per_day=2)
    with asking_server(desk) as served:
        found = sent(served, {"text": "1", "ask": True})
    assert found == (200, {"plain": True, "asking": "no rules"})


def test_waiting_for_a_model_holds_no_worker_and_ends_no_process(tmp_path: Path) -> None:
    """The only worker answers others meanwhile, and is not killed although the model takes longer than its limit."""
    go = threading.Event()

    def slowly(_: Request) -> str:
        go.wait(20)
        return RULE

    desk = Desk(Asking(Saying(slowly), tmp_path / "asked.jsonl"), per_day=5)
    with asking_server(desk, seconds=0.5) as served:
        got: list[Any] = []
        waiting = threading.Thread(
            target=lambda: got.append(sent(served, {"text": "1", "ask": True}))
        )
        waiting.start()
        time.sleep(1.0)
        assert sent(served, {"text": "2"}) == (200, {"plain": True})
        go.set()
        waiting.join(20)
        assert got == [(200, {"rules": [RULE], "asking": "rules"})]
        assert served.pool.executor.replaced == 0


def test_a_request_is_answered_without_rules_that_come_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve_asking, "PATIENCE", 0.3)
    go, path = threading.Event(), tmp_path / "asked.jsonl"
    desk = Desk(Asking(Saying(lambda _: RULE if go.wait(20) else ""), path), per_day=5)
    with asking_server(desk) as served:
        assert sent(served, {"text": "1", "ask": True})[1]["asking"] == "failed"
        go.set()
        ends = time.monotonic() + 20
        while not list(AskedFile(path)) and time.monotonic() < ends:
            time.sleep(0.05)
        assert sent(served, {"text": "1", "ask": True})[1] == {"rules": [RULE], "asking": "rules"}


@pytest.mark.model
def test_a_worker_says_what_it_wants_and_decides_with_what_is_brought(reasoner: Reasoner) -> None:
    task = Asked(1, TEXT, (QUERY.start, QUERY.end), None, QUERY.candidates)
    alone = json.loads(answer(reasoner, task).line)
    first = Asked(1, TEXT, task.span, None, QUERY.candidates, brought=Brought(0.85))
    reply = answer(reasoner, first)
    assert json.loads(reply.line) | {"ms": 0} == alone | {"ms": 0}
    assert reply.wants == (QUERY,)
    from coindex.asking.asked_file import digest_of

    rules: dict[str, Supplied | None] = {digest_of(QUERY): Supplied((RULE,), "asked of X")}
    second = Asked(1, TEXT, task.span, None, QUERY.candidates, brought=Brought(0.85, rules))
    reply = answer(reasoner, second)
    found = json.loads(reply.line)
    assert (found["candidate"], found["decided_by"], reply.wants) == ("the florist", "asked", ())
    assert reasoner.asks is None


@pytest.mark.model
@pytest.mark.slow
def test_a_question_over_http_from_end_to_end(tmp_path: Path) -> None:
    desk = Desk(Asking(Saying(), tmp_path / "asked.jsonl"), per_day=5)
    with serving(settings=Settings(), job=answer, desk=desk, seconds=60.0) as served:
        status, found = sent(served, {**ONE, "ask": True, "explain": True})
        assert (status, found["candidate"], found["decided_by"]) == (200, "the florist", "asked")
        assert found["asking"] == "rules"
        assert "asked of test:saying, not reviewed" in " ".join(found["explanation"].split())
        plain = sent(served, ONE)[1]
    assert plain["decided_by"] != "asked"
    assert "asking" not in plain


@pytest.mark.parametrize("option", ["--ask-budget-per-day=3", "--asked=a", "--ask-below=0.5"])
def test_options_that_go_with_ask_are_refused_alone(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", option]) == 2
    assert f"{option.partition('=')[0]} goes with --ask" in capsys.readouterr().err
