"""Rows that would decide a question: they match one reading only, and each was tried."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.reasoner import Reasoner
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.explaining.suggest import SHOWN, as_row, constants_of

pytestmark = pytest.mark.model

UNKNOWN = "The nurse zibbed the guard because [he] was rude."


def test_rows_for_each_candidate(reasoner: Reasoner) -> None:
    answer = reasoner.solve(UNKNOWN)
    assert answer.decided_by != "knowledge"
    found = reasoner.suggestions(answer)
    rows = {index: [s.rows[0] for s in found if s.index == index] for index in (0, 1)}
    assert rows[0][0] == 'reason("zib",actor,rude,5).'
    assert rows[1][0] == 'reason("zib",other,rude,5).'
    assert all(1 <= len(some) <= SHOWN for some in rows.values())
    assert all(s.margin > 0 for s in found)
    assert {s.candidate for s in found} == set(answer.candidates)


def test_pasted_they_decide(reasoner: Reasoner, tmp_path: Path) -> None:
    found = reasoner.suggestions(reasoner.solve(UNKNOWN))
    (tmp_path / "more.lp").write_text("\n".join(found[-1].rows) + "\n")
    taught = Reasoner(extra=[tmp_path / "more.lp"])
    taught._nlp = reasoner.nlp
    answer = taught.solve(UNKNOWN)
    assert (answer.answer, answer.decided_by) == (found[-1].index, "knowledge")


def test_an_adjective_without_rows(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The nurse interviewed the guard because [he] was glorpy.")
    found = reasoner.suggestions(answer)
    adjectives = [r for s in found for r in s.rows if r.startswith("adj(")]
    assert adjectives
    assert all(arguments(row.rstrip("."))[0] == '"glorpy"' for row in adjectives)


def test_what_is_decided_needs_nothing(reasoner: Reasoner) -> None:
    answer = reasoner.solve("The teacher punished the boy because [he] had lied.")
    assert answer.decided_by == "knowledge"
    assert answer.answer not in {s.index for s in reasoner.suggestions(answer)}


def test_nothing_to_go_by(reasoner: Reasoner) -> None:
    assert reasoner.suggestions(reasoner.solve("Ann saw Eve near [her] house.")) is not None


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", UNKNOWN, "--suggest"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "% for “The nurse”, one of:" in lines
    assert '  reason("zib",other,rude,5).' in lines
    assert cli.main(["solve", UNKNOWN, "--suggest", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["answer"]["decided_by"] in ("mined", "preference", "tie")
    assert record["suggestions"][0]["rows"] == ['reason("zib",actor,rude,5).']


@pytest.mark.parametrize("more", [["--format", "svg"], ["--why-not", "the guard"]])
def test_what_does_not_go_together(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["solve", UNKNOWN, "--suggest", *more]) == 2
    assert "--suggest goes with" in capsys.readouterr().err


def test_constants() -> None:
    assert constants_of([as_row('reason("zib",other,does(neg(help)),5)')]) == ["other", "help"]
    assert constants_of([as_row('adj("glorpy",dim(size,hi))')]) == ["dim(size,hi)"]
