"""Asking on the command line: what goes together, what is replayed, and nobody is asked without being told to."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from coindex.asking.asking import Asking
from coindex.commands import main as cli
from coindex.reasoner.asks import Asks
from coindex.reasoner.jobs.workers import Settings
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "asking.md").read_text("utf-8")
COMMANDS = [shlex.split(line)[2:] for line in re.findall(r"^    (python cli\.py .*)$", PAGE, re.M)]

pytestmark = pytest.mark.model


def test_the_first_question_is_answered_wrongly_alone() -> None:
    """The page says so; if the knowledge has learnt it, it needs another question."""
    from coindex import Reasoner

    text, candidates = COMMANDS[1][1], COMMANDS[1][3].split("; ")
    assert Reasoner().solve(text, candidates=candidates).candidate != "the florist"


def test_files_of_a_batch_are_the_same_with_the_file_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The trace of COPA has no times: with the asked file and without a source it is the same, byte for byte."""
    choices = tmp_path / "choices.jsonl"
    premise, alternatives = "The lantern went out.", ["The scout sang.", "The scout dropped it."]
    record = {"premise": premise, "choice1": alternatives[0], "choice2": alternatives[1]}
    choices.write_text(
        json.dumps({**record, "question": "cause", "idx": 1, "label": 1}) + "\n", "utf-8"
    )
    said = tmp_path / "said.jsonl"
    rules = {"premise": premise, "alternatives": alternatives, "asks": "cause"}
    rules["rules"] = ["If person1 drops a lantern, the lantern goes out."]
    said.write_text(json.dumps(rules), "utf-8")
    asked = str(tmp_path / "asked.jsonl")
    run = ["copa", "run", str(choices), "--asked", asked, "--ask-below", "1"]
    run += ["--workers", "1", "--out"]
    assert cli.main([*run, str(tmp_path / "one"), "--ask", f"recorded:{said}"]) == 0
    assert "1 asked of recorded:said.jsonl: 1 rules, 0 refused" in capsys.readouterr().err
    assert cli.main([*run, str(tmp_path / "two")]) == 0
    first, second = ((tmp_path / f"{n}-trace.jsonl").read_bytes() for n in ("one", "two"))
    assert first == second
    assert b"asked of recorded:said.jsonl, not reviewed" in first


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "It ran.", "--ask-budget", "3"], "--ask-budget goes with --ask"),
        (["solve", "It ran.", "--asked", "none.jsonl"], "there is no file none.jsonl"),
        (["solve", "It ran.", "--ask", "recorded:none.jsonl"], "none.jsonl"),
        (["solve", "--jsonl", "-", "--ask", "recorded"], "reads the questions twice"),
        (["solve", "It ran.", "--ask", "recorded", "--format", "lp"], "asks nobody"),
        (["kb", "ask", "none.jsonl"], "nobody is named whom to ask"),
        (["kb", "review", "none.jsonl", "--into", "a.txt"], "there is no file none.jsonl"),
    ],
)
def test_what_does_not_go_together_is_one_message(
    words: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    err = capsys.readouterr().err
    assert message in err
    assert "Traceback" not in err


@pytest.mark.parametrize("verb", ["solve", "choose", "evaluate"])
def test_the_help_says_that_the_text_leaves_the_machine(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([verb, "--help"]) == 0
    assert "The text leaves this machine" in " ".join(capsys.readouterr().out.split())


def test_what_asks_goes_to_workers_as_plain_data(tmp_path: Path) -> None:
    import pickle

    asking = Asking("recorded", tmp_path / "asked.jsonl")
    settings = Settings(asks=asking.replayed())
    copied = pickle.loads(pickle.dumps(settings))
    assert copied == settings
    assert "recorded:example" in repr(settings)
    made: Asks = copied.asks()
    assert isinstance(made, Asking)
    assert made.source is None
