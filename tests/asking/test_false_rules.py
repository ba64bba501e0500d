"""What was judged false: listed for repair, or a person says that the judgement is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.asking.asked_file import AskedFile
from coindex.asking.asking import Asking
from coindex.asking.false_rules import FalseRules
from coindex.commands import main as cli
from coindex.commands.kb import review as command
from coindex.reasoner.asp.records import Row
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from tests.asking.making import Saying
from tests.asking.test_judged import LATE, RULES, WAITED, judge

THIRD = "Those who wait are patient."


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    path = tmp_path / "asked.jsonl"
    check = judge({LATE: "false", WAITED: "other", THIRD: "true"})
    Asking(None, path, check=check).left_out(RULES | {THIRD: "patient y.lp:9"})
    return path


def test_decisions_last(asked: Path, tmp_path: Path) -> None:
    into = tmp_path / "list.tsv"
    review = FalseRules(asked, into, "Ina")
    first, second = review.waiting()
    told = [(one.judged.verdict, one.rule, one.place) for one in (first, second)]
    assert told == [
        ("false", "reason(wait,actor,late)", "x.lp:3"),
        ("other", "reason(wait,other,late)", "x.lp:4"),
    ]
    review.accept(first)
    review.reject(second)
    assert review.waiting() == FalseRules(asked, into, "Ben").waiting() == []
    head, line = into.read_text("utf-8").splitlines()
    assert head.startswith("rule\tplace\tjudgement")
    said = ["reason(wait,actor,late)", "x.lp:3", "false", "test:saying", LATE, "Ina"]
    assert line.split("\t")[:6] == said


def test_a_rejected_judgement_leaves_nothing_out_and_is_not_asked_again(
    asked: Path, tmp_path: Path
) -> None:
    review = FalseRules(asked, tmp_path / "list.tsv", "Ina")
    review.reject(review.waiting()[0])
    source = Saying("1. false\n2. false")
    left_out = Asking(None, asked, check=source).left_out({LATE: ""})
    assert (left_out, source.requests) == ({}, [])


def test_a_damaged_list_is_one_message_with_its_line(asked: Path, tmp_path: Path) -> None:
    (tmp_path / "list.tsv").write_text("a\tb\n", "utf-8")
    with pytest.raises(InputError, match=r"list\.tsv:1: 2 columns instead of 7"):
        FalseRules(asked, tmp_path / "list.tsv", "Ina")
    with pytest.raises(InputError, match=r"must end in \.lp or \.tsv"):
        FalseRules(asked, tmp_path / "list.txt", "Ina")


def test_the_command_goes_on_where_it_was_left(
    asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "list.tsv"
    for typed, told in ((["x", "a", "q"], "[1 of 2]"), (["s"], "[1 of 1]")):
        keys = iter(typed)
        monkeypatch.setattr(command, "_input", lambda _, keys=keys: next(keys, None))
        words = ["kb", "review", str(asked), "--repair", str(into), "--reviewer", "Ina"]
        assert cli.main(words) == 0
        assert told in capsys.readouterr().out
    assert len(into.read_text("utf-8").splitlines()) == 2
    assert cli.main(["kb", "review", str(asked)]) != 0
    assert "nowhere to put what is accepted" in capsys.readouterr().err


HELD = "If people hold a ladder, it may be because they are fond of heights."
CLASS = "reason(hold,actor,brave)"


def judged_for(path: Path, rule: str, statement: str = HELD) -> Path:
    Asking(None, path, check=judge({statement: "false"})).left_out({statement: rule})
    return path


def test_a_row_about_a_class_gets_an_exception_for_the_verb(tmp_path: Path) -> None:
    asked = judged_for(tmp_path / "a.jsonl", f"{CLASS} x.lp:3 for grip")
    rows = [Row("reason(hold,other,brave,4)", "reason", "hold", "x.lp", 4)]
    into = tmp_path / "my" / "exceptions.lp"
    review = FalseRules(asked, into, "Ina", lambda _: rows)
    (one,) = review.waiting()
    wanted = ('reason("grip",actor,brave,0).', 'reason("grip",other,brave,4).')
    assert (one.rule, one.place, one.exception) == (CLASS, "x.lp:3", wanted)
    assert "an exception for this verb" in one.offer
    review.accept(one)
    said, note, *written = into.read_text("utf-8").splitlines()
    assert said == f"% False: {HELD}"
    assert f"exception to {CLASS} x.lp:3; judged false by test:saying; accepted by Ina" in note
    assert tuple(written) == wanted
    assert review.waiting() == FalseRules(asked, into, "Ben").waiting() == []
    assert [one.code for one in lint([into], context=[], select=["E4", "E5"])] == []


@pytest.mark.parametrize(
    "rule",
    [
        "act_from_want want.lp:7",
        'reason("grip",actor,brave) x.lp:3 for grip',
        'word("fit in","",subj,"big",said) space.tsv:7',
        "reason(neg(hold),actor,brave) x.lp:3 for grip",
        f"{CLASS} x.lp:3",
    ],
)
def test_what_has_no_exception_is_noted(tmp_path: Path, rule: str) -> None:
    asked = judged_for(tmp_path / "a.jsonl", rule)
    into = tmp_path / "exceptions.lp"
    review = FalseRules(asked, into, "Ina")
    (one,) = review.waiting()
    assert one.exception == ()
    assert one.offer.startswith("a note")
    review.accept(one)
    assert f"to mend by hand: {one.rule} {one.place}" in into.read_text("utf-8")
    assert not any(line.startswith("reason") for line in into.read_text("utf-8").splitlines())
    assert review.waiting() == []


@pytest.mark.model
def test_an_exception_silences_the_row_for_this_verb_alone(
    reasoner: Reasoner, tmp_path: Path
) -> None:
    """From an answer to its judgement, to the review, to an answer without the row."""
    text = "The guard arrested the boy because [he] had lied."
    asked = tmp_path / "a.jsonl"
    reasoner.asks = Asking(None, asked, check=judge({}))
    try:
        answer = reasoner.solve(text)
    finally:
        reasoner.asks = None
    assert answer.best is not None
    said = {one.rules[0]: one.statement for one in AskedFile(asked).judgements()}
    about = [one for one in said if one.startswith("reason(") and one.endswith(" for arrest")]
    rule = next(one for one in about if one.split("(")[1].partition(",")[0].isidentifier())
    spoke, statement = rule.partition(" ")[0], said[rule]
    assert spoke in {r.id for each in answer.readings for r in each.rules}
    false = judged_for(tmp_path / "b.jsonl", rule, statement)
    into = tmp_path / "my" / "exceptions.lp"
    review = FalseRules(false, into, "Ina", lambda p: reasoner.store.rows_of(p, 200_000))
    review.accept(review.waiting()[0])
    taught = Reasoner(extra=[into])
    taught.share_parser(reasoner)
    again = taught.solve(text)
    assert spoke not in {r.id for each in again.readings for r in each.rules}
    assert not [r for each in again.readings for r in each.rules if r.weight == 0]
