"""Both columns of a run with sentences, and the sentences that misled."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from coindex.commands import main as cli
from coindex.harness.scores import assistance
from coindex.harness.scores.assistance import Assistance
from coindex.harness.scores.run import Cell, Sentence, item_from, item_line, read_run

GOOD = Sentence("Person1 kicks person2 because person1 is angry.", True, "asked of X")
BAD = Sentence("Person1 kicks person2 because person1 is sore.", True, "asked of X")
IDLE = Sentence("Those who fall are sore.", False, "asked of X")

TEXT = "The ferryman waited for the florist because she had lost a shoe."
RULE = "Person1 waits for person2 because person2 loses a shoe."
MISLEADING = "Person1 waits for person2 because person1 loses a shoe."


@pytest.fixture
def items(make: Callable[..., Any]) -> list[Any]:
    return [
        make(id="1"),
        make(id="2", sentences=(GOOD, IDLE), alone=0),
        make(id="3", answer=0, sentences=(BAD,), alone=1, part="held"),
        make(id="4", answer=0, sentences=(BAD, IDLE), alone=0),
        make(id="5", sentences=(IDLE,), alone=1),
        make(id="6", gold=None, answer=0, sentences=(BAD,), alone=0),
    ]


def test_both_columns_are_counted(items: list[Any]) -> None:
    found = assistance.by_part(items)["s"]
    assert found["all"] == Assistance(Cell(5, 3), Cell(5, 3), Cell(3, 1), lost=1)
    assert found["all"].misled == 2
    assert found["held"] == Assistance(Cell(1, 1), Cell(1, 0), Cell(1, 0), lost=1)
    shown = assistance.summary(items).splitlines()
    assert shown[0].split("  ")[0] == "set"
    assert shown[-1].split() == ("s all 5 3 (60.0 %) 3 (60.0 %) 3 (60.0 %) 1 (33.3 %) 2 1".split())
    assert assistance.as_record(items)["s"]["all"]["misled"] == 2


def test_a_run_without_sentences_has_one_column(make: Callable[..., Any]) -> None:
    assert not assistance.is_assisted([make()])
    assert assistance.by_part([make()]) == {}


def test_sentences_that_misled_are_listed_with_their_questions(
    items: list[Any], tmp_path: Path
) -> None:
    (one,) = assistance.sentences(items)
    assert (one.sentence, one.used, one.right) == (BAD.sentence, 2, 0)
    assert [(m["id"], m["alone"], m["answer"]) for m in one.misled] == [("3", 1, 0), ("4", 0, 0)]
    assistance.write_misled(items, tmp_path / "misled.jsonl")
    (line,) = (tmp_path / "misled.jsonl").read_text("utf-8").splitlines()
    assert json.loads(line)["sentence"] == BAD.sentence


def test_records_of_earlier_versions_are_read(items: list[Any]) -> None:
    for item in items:
        assert item_from(item_line(item)) == item
    record = json.loads(item_line(items[0]))
    del record["sentences"], record["alone"]
    assert item_from(json.dumps(record)) == items[0]


@pytest.mark.model
def test_evaluate_shows_both_columns_and_writes_what_misled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence helps, one misleads, both from a table of sentences; workers are used as always."""
    question = {"text": TEXT, "pron_start": 44, "pron_end": 47, "answer": 1}
    names = ["The ferryman", "the florist"]
    records = [{**question, "id": n, "pair_id": n, "candidates": names} for n in ("good", "bad")]
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), "utf-8")
    (tmp_path / "s.tsv").write_text(f"good\t{RULE}\nbad\t{MISLEADING}\n", "utf-8")
    out, misled = tmp_path / "run.json", tmp_path / "misled.jsonl"
    words = ["evaluate", str(tmp_path / "q.jsonl"), "--knowledge", str(tmp_path / "s.tsv")]
    assert cli.main([*words, "--out", str(out), "--misled", str(misled), "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert "right alone" in shown
    assert "q    all   2" in shown
    run = read_run(out)
    assert [item.alone for item in run.items] == [0, 0]
    assert [[s.used for s in item.sentences] for item in run.items] == [[True], [True]]
    assert [item.right for item in run.items] == [True, False]
    (line,) = misled.read_text("utf-8").splitlines()
    assert json.loads(line)["sentence"] == MISLEADING
    assert [one["id"] for one in json.loads(line)["misled"]] == ["bad"]


def test_misled_may_not_overwrite_what_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text("{}", "utf-8")
    assert cli.main(["evaluate", str(file), "--misled", str(file)]) == 2
    assert file.read_text("utf-8") == "{}"
    assert "Traceback" not in capsys.readouterr().err
