"""What was judged false: listed for repair, or a person says that the judgement is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.asking.false_rules import FalseRules
from coindex.commands import main as cli
from coindex.commands.kb import review as command
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


def test_only_what_is_false_waits_with_its_place(asked: Path, tmp_path: Path) -> None:
    waiting = FalseRules(asked, tmp_path / "list.tsv", "Ina").waiting()
    assert [(one.judged.verdict, one.rule, one.place) for one in waiting] == [
        ("false", "reason(wait,actor,late)", "x.lp:3"),
        ("other", "reason(wait,other,late)", "x.lp:4"),
    ]


def test_decisions_last(asked: Path, tmp_path: Path) -> None:
    into = tmp_path / "list.tsv"
    review = FalseRules(asked, into, "Ina")
    first, second = review.waiting()
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
    with pytest.raises(InputError, match=r"must end in \.tsv"):
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
