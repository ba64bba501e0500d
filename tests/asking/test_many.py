"""Many questions are asked some at a time; a budget, failures and interruptions lose nothing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from coindex.asking import sending
from coindex.asking.asked_file import AskedFile
from coindex.asking.asking import Asking
from coindex.asking.sending import MOST_FAILURES, ask_all
from coindex.asking.source import Request, SourceError
from tests.asking.making import RULE, Failing, Saying, query

QUERIES = [query(number) for number in range(12)]


def test_all_are_asked_once_and_kept(tmp_path: Path) -> None:
    source, path = Saying(at_once=4), tmp_path / "asked.jsonl"
    done = ask_all(QUERIES, Asking(source, path), show=False)
    assert (done.wanted, done.asked, done.sentences, done.tokens) == (12, 12, 12, 60)
    again = ask_all(QUERIES, Asking(source, path), show=False)
    assert (again.known, again.asked, again.left) == (12, 0, 0)
    assert len(source.requests) == 12
    assert {entry.question for entry in AskedFile(path)} == set(QUERIES)


def test_some_are_asked_at_a_time(tmp_path: Path) -> None:
    together = threading.Barrier(3, timeout=20)

    def meeting(_: object) -> str:
        together.wait()
        return RULE

    done = ask_all(QUERIES, Asking(Saying(meeting, at_once=3), tmp_path / "a.jsonl"), show=False)
    assert done.asked == 12


def test_a_budget_limits_the_questions(tmp_path: Path) -> None:
    source, path = Saying(), tmp_path / "asked.jsonl"
    done = ask_all(QUERIES, Asking(source, path, budget=5), show=False)
    assert (done.asked, done.left, len(source.requests)) == (5, 7, 5)
    done = ask_all(QUERIES, Asking(source, path, budget=0), show=False)
    assert (done.known, done.asked, done.left) == (5, 0, 7)


def test_one_repair_is_asked_for_and_tells_the_reasons(tmp_path: Path) -> None:
    source = Saying(
        lambda request: "She is late." if "cannot be used" not in request.prompt else RULE
    )
    asking = Asking(source, tmp_path / "asked.jsonl")
    done = ask_all(QUERIES[:1], asking, show=False)
    assert (done.asked, done.sentences, done.refused, len(source.requests)) == (1, 1, 1, 2)
    assert "- She is late. (a pronoun: She)" in source.requests[1].prompt
    (entry,) = asking.file
    assert entry.replies == ("She is late.", RULE)
    stubborn = Saying("She is late.")
    ask_all(QUERIES[1:2], Asking(stubborn, tmp_path / "asked.jsonl"), show=False)
    assert len(stubborn.requests) == 2


def test_a_repair_that_fails_loses_nothing(tmp_path: Path) -> None:
    def once(request: Request) -> str:
        if "cannot be used" in request.prompt:
            raise SourceError("the prompt is too long")
        return "She is late."

    asking = Asking(Saying(once), tmp_path / "asked.jsonl")
    done = ask_all(QUERIES[:1], asking, show=False)
    assert (done.asked, done.failed, done.refused) == (1, 0, 1)
    assert next(iter(asking.file)).replies == ("She is late.",)


def test_a_source_out_of_reach_is_left_alone(tmp_path: Path) -> None:
    for again, most in ((True, MOST_FAILURES), (False, 1)):
        done = ask_all(QUERIES, Asking(Failing(again=again), tmp_path / "a.jsonl"), show=False)
        assert (done.asked, done.failed, done.left) == (0, most, 12 - most)
        assert "nobody is there" in done.why


def test_a_fault_of_a_source_costs_its_question_only(tmp_path: Path) -> None:
    def faulty(request: object) -> str:
        if "number 3 " in str(request):
            raise RuntimeError("oops")
        return RULE

    done = ask_all(QUERIES, Asking(Saying(faulty), tmp_path / "a.jsonl"), show=False)
    assert (done.asked, done.failed) == (11, 1)
    assert "RuntimeError: oops" in done.why


def test_an_interruption_keeps_what_was_said(tmp_path: Path) -> None:
    path, source = tmp_path / "asked.jsonl", Saying()
    asking = Asking(source, path)
    kept = asking.keep

    def interrupted(entry: object) -> None:
        kept(entry)  # type: ignore[arg-type]
        if len(list(asking.file)) == 4:
            raise KeyboardInterrupt

    asking.keep = interrupted  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        ask_all(QUERIES, asking, show=False)
    assert len(list(AskedFile(path))) == 4
    done = ask_all(QUERIES, Asking(source, path), show=False)
    assert (done.known, done.asked) == (4, 8)


def test_a_source_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "TIMEOUT", 0.2)
    never = threading.Event()
    source = Saying(lambda _: str(never.wait(30)))
    done = ask_all(QUERIES[:2], Asking(source, tmp_path / "a.jsonl"), show=False)
    never.set()
    assert done.asked == 0
    assert "has not answered within 0.2 seconds" in done.why
