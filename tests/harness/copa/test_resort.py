"""The last resort: word association decides what no rule has decided, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

import cli
from harness.copa.resort import Resort, decided
from harness.copa.running import run, trace_of
from kparse.errors import InputError
from reasoner.choice import Choice
from reasoner.workers import Settings
from tests.harness.copa.stubs import StubReasoner

if TYPE_CHECKING:
    from reasoner.answer import Answer
    from reasoner.engine import Reasoner

CHOICE = Choice("1", "The lamp smoked.", ("The curtain burned.", "The wick needed oil."), "effect")
OTHER = Choice("2", "The lamp shone.", ("The gnome waited.", "The snail waited."), "cause")


@pytest.fixture
def counts(tmp_path: Path) -> str:
    """Counts of a text in which wicks go with smoke, and curtains with nothing."""
    text = tmp_path / "text.txt"
    lines = ["smoked wick", "smoked lamp needed oil", "curtain rod", "burned toast"] * 5
    text.write_text("\n".join(lines) + "\n")
    path = str(tmp_path / "counts")
    assert cli.main(["copa", "count", str(text), "--out", path, "--window", "5"]) == 0
    return path


@dataclass(frozen=True, slots=True)
class Undecided(Settings):
    """Workers whose reasoner never knows."""

    def reasoner(self) -> Reasoner:
        class Silent(StubReasoner):
            def choose(self, choice: Choice, *, explain: bool = False) -> Answer:
                answer = super().choose(choice, explain=explain)
                readings = tuple(replace(one, rules=()) for one in answer.readings)
                return replace(answer, answer=0, decided_by="tie", readings=readings)

        return cast("Reasoner", Silent())


def answered(settings: Settings, choice: Choice) -> Answer:
    return settings.reasoner().choose(choice)


def test_where_no_rule_decides_association_does(counts: str) -> None:
    answer = decided(answered(Undecided(), CHOICE), CHOICE, Resort(counts))
    assert (answer.answer, answer.decided_by, answer.confidence) == (1, "mined", 0.5)
    assert answer.best is not None
    (rule,) = answer.best.rules
    assert (rule.id, rule.level, rule.file) == ("pmi(5)", "mined", counts)


def test_a_rule_is_never_outvoted_and_a_tie_changes_nothing(counts: str) -> None:
    known = answered(Undecided(), CHOICE)
    known = replace(known, decided_by="knowledge")
    assert decided(known, CHOICE, Resort(counts)) == known
    tie = answered(Undecided(), OTHER)
    assert decided(tie, OTHER, Resort(counts)) == tie


def test_a_run_with_counts(counts: str, tmp_path: Path) -> None:
    target = tmp_path / "c"
    asked = [CHOICE, OTHER]
    done = run(asked, target, Undecided(), resort=Resort(counts), show=False)
    assert target.read_bytes() == b"1 0 1\n2 1 0\n"
    assert done.guesses == 1
    first: dict[str, Any] = json.loads(trace_of(target).read_text().splitlines()[0])
    assert (first["decided_by"], first["guess"]) == ("mined", False)
    assert first["rules"][0]["text"].startswith("in counted text")
    run(asked, target, Undecided(), show=False)
    assert target.read_bytes() == b"1 1 0\n2 1 0\n"


def test_what_is_wrong_with_the_counts_is_said_at_the_start(counts: str, tmp_path: Path) -> None:
    for resort, message in (
        (Resort(str(tmp_path / "none")), "no such file"),
        (Resort(str(tmp_path / "text.txt")), "not a file of counts"),
        (Resort(counts, window=25), "a window of 25 words was not counted"),
    ):
        with pytest.raises(InputError, match=message):
            run([CHOICE], tmp_path / "c", Undecided(), resort=resort, show=False)
    assert not (tmp_path / "c").exists()


def test_counts_are_not_overwritten(counts: str, tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    record = {"id": "1", "premise": "It rained.", "alternatives": ["A.", "B."], "asks": "cause"}
    questions.write_text(json.dumps(record) + "\n")
    command = ["copa", "run", str(questions), "--out", counts, "--counts", counts]
    assert cli.main(command) == 2
