"""Rows of evidence: what is written, read again and fitted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coindex.harness.questions.sources import Entry
from coindex.reasoner.evidence.pairwise_model import QuestionTerms
from coindex.reasoner.evidence.spoken import Spoken
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError
from training.evidence import shares
from training.evidence.__main__ import main, some
from training.evidence.questions import (
    Asked,
    Candidate,
    from_line,
    task,
    to_line,
    to_lines,
    unanswered,
)
from training.evidence.shares import read

TEXT = "Nora scolded Iris because she had lied."
ITEM = Item("1", TEXT, 26, 29, ("Nora", "Iris"))


def entry(number: int, pair: int = 0) -> Entry:
    return Entry("own", str(number), f"p{pair}", "held", (), ITEM, 1)


ASKED = Asked(
    "own",
    "1",
    "p0",
    "tune",
    "pronoun",
    1,
    0,
    "mined",
    (
        Candidate({"pairs": 15.0}, (Spoken("goes_with(x1)", "pairs", 15, 2),)),
        Candidate({"forms": 1.0}, ()),
    ),
    QuestionTerms(frozenset({"prop(wrong)"}), (frozenset({"a"}), frozenset())),
)


def test_a_question_is_read_as_it_was_written() -> None:
    assert from_line(to_line(ASKED)) == ASKED
    assert from_line(to_line(unanswered(entry(1)))) == unanswered(entry(1))


def test_a_line_a_candidate() -> None:
    first, second = map(json.loads, to_lines(ASKED, 0.8))
    assert (first["gold"], first["answered"]) == (False, True)
    assert first["features"] == {"pairs": 15.0, "pairs_fitted": -0.4}
    assert second["features"] == {"forms": 1.0, "pairs_fitted": 0.4}
    assert first["rules"][0][:3] == ["goes_with(x1)", "pairs", 15]


def test_pairs_are_drawn_whole() -> None:
    entries = [entry(n, n // 2) for n in range(20)]
    drawn = some(entries, 6, "1")
    assert len(drawn) == 6
    assert len({e.pair for e in drawn}) == 3
    assert some(entries, 6, "1") == drawn != some(entries, 6, "2")
    assert some(entries, None, "1") == entries


@pytest.mark.model
def test_evidence_is_the_same_alone_and_in_a_batch(reasoner: Reasoner) -> None:
    choice = Choice("c", "The vase broke.", ("Somebody dropped it.", "Somebody slept."), "cause")
    entries = [
        entry(1),
        Entry("own", "c", "c", "tune", (), choice, 0),
        Entry("own", "2", "p1", "tune", (), Item("2", TEXT, 26, 29, ("Iris", "Nora")), 0),
    ]
    together = task(reasoner, entries)
    assert together == [one for each in entries for one in task(reasoner, [each])]
    liar = together[0].candidates[1]
    assert liar.features["forms"] >= 1
    assert together[0].part == "check"
    assert together[0].terms is not None
    assert together[1].terms is None
    assert together[2].candidates[0].rules == liar.rules
    assert reasoner.answered is None


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "evidence.jsonl"
    file.write_text("".join(f"{line}\n" for line in to_lines(ASKED)))
    [two] = read(file)
    assert (two.part, len(two.our_rules), len(two.their_rules)) == ("tune", 0, 1)
    file.write_text("[]\n")
    with pytest.raises(InputError, match="not the evidence"):
        read(file)


def test_a_wrong_option_ends_in_a_message(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {"id": "1", "text": TEXT, "pron_start": 26, "pron_end": 29, "answer": 1}
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps(line | {"candidates": ["Nora", "Iris"]}) + "\n")
    out = str(tmp_path / "out.jsonl")
    assert main([str(questions), "--out", out, "--check", "other"]) == 2
    assert "no set 'other'" in capsys.readouterr().err
    assert main([str(questions), "--out", out, "--most", "q"]) == 2
    assert "not NAME=NUMBER" in capsys.readouterr().err


def test_shares_by_how_exact_a_match_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exact = Spoken("effect(a,actor,b)", "class_row", 50, 2)
    far = Spoken("effect(a,actor,c)", "class_row", 30, 2, distance=2, steps=7)
    misfit = Spoken("misfit", "axiom", -60, 1)
    sides = [((far, misfit), (exact,)), ((far,), (far, exact)), ((exact,), ())]
    lines = []
    for number, rules in enumerate(sides):
        asked = replace(ASKED, id=str(number), candidates=tuple(Candidate({}, r) for r in rules))
        lines += to_lines(asked)
    file = tmp_path / "evidence.jsonl"
    file.write_text("".join(f"{line}\n" for line in lines))
    found = shares.counted(read(file))
    assert {kind: found[kind, "tune"] for kind, _ in found if kind[0] != "discount"} == {
        ("form", "class_row"): (3, 2),
        ("form", "axiom, against"): (1, 1),
        ("weight", "3"): (1, 0),
        ("weight", "5"): (3, 2),
        ("distance", "0"): (3, 2),
        ("distance", "2"): (1, 0),
        ("steps", "0"): (3, 2),
        ("steps", "4 or more"): (1, 0),
        ("turned", "0"): (3, 2),
        ("inferred", "0"): (3, 2),
        ("halves", "2"): (3, 2),
    }
    assert shares.main([str(file)]) == 0
    assert "class_row" in capsys.readouterr().out
