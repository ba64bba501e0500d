"""Rows of evidence: what is written, read again and fitted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from coindex.harness.questions.sources import Entry
from coindex.reasoner.evidence.pairwise_model import QuestionTerms
from coindex.reasoner.evidence.spoken import Spoken
from coindex.reasoner.item import Item
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from kparse.errors import InputError
from training.evidence import combining, rating, shares
from training.evidence.__main__ import main, some
from training.evidence.combining import Two, by_form, by_rating, cross_fitted, fitted, matrix, read
from training.evidence.questions import (
    Asked,
    Candidate,
    from_line,
    task,
    to_line,
    to_lines,
    unanswered,
)
from training.evidence.rating import apart

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


def twos(count: int) -> list[Two]:
    """The right candidate has more of *good* and as much of *idle*."""
    found = []
    for number in range(count):
        ours = {"good": 3.0 + number % 3, "idle": float(number % 2)}
        found.append(
            Two(
                "s",
                str(number),
                f"p{number}",
                "tune",
                True,
                "mined",
                ours,
                {"good": 1.0, "idle": 0.5},
            )
        )
    return found


def test_the_model_learns_what_tells_apart() -> None:
    questions = twos(60)
    names, rows = matrix(questions, lambda ours, _theirs: ours)
    assert names == ["good", "idle"]
    weights = dict(zip(names, fitted(rows), strict=True))
    assert weights["good"] > 0.5
    assert abs(weights["idle"]) < 0.5
    leads = cross_fitted(questions, rows, np.ones(len(questions), bool))
    assert (leads > 0).all()


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "evidence.jsonl"
    file.write_text("".join(f"{line}\n" for line in to_lines(ASKED)))
    [two] = read(file)
    assert (two.ours, two.theirs, two.right) == ({"forms": 1.0}, {"pairs": 15.0}, False)
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


def test_the_report_compares_with_today(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert by_form(
        {"axiom": 50.0, "pairs": 9.0, "prefers_near": 1.0, "prefers_subject": 2.0}, {}
    ) == {
        "axiom": 50.0,
        "prefers_near": 1.0,
        "prefers_subject": 2.0,
    }
    file = tmp_path / "evidence.jsonl"
    lines = []
    for number in range(40):
        part = "tune" if number % 2 else "check"
        right = Candidate({"axiom": 50.0, "forms": 1.0}, ())
        asked = replace(ASKED, id=str(number), pair=f"p{number}", part=part, answer=number % 4 // 2)
        lines += to_lines(replace(asked, candidates=(Candidate({}, ()), right)))
    file.write_text("".join(f"{line}\n" for line in lines))
    assert combining.main([str(file)]) == 0
    out = capsys.readouterr().out
    found = next(line.split() for line in out.splitlines() if line.startswith("all sets"))
    assert found[2:] == ["check", "20", "10", "20", "10", "0", "0.00", "20", "10", "0", "0.00"]
    assert "axiom  +" in out
    file.write_text("")
    assert combining.main([str(file)]) == 2
    assert "no question to fit to" in capsys.readouterr().err


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


def test_rules_are_rated_by_form_weight_and_match() -> None:
    exact = Spoken("effect(a,actor,b)", "class_row", 60, 2)
    far = Spoken("effect(a,actor,c)", "class_row", 60, 2, distance=2)
    same = Spoken("alike", "axiom", 50, 2)
    assert list(apart(((exact, same), (far, same)))) == [(exact, 1), (far, -1)]
    found = rating.fit([((exact,), (far,))] * 20 + [((far,), ())] * 5)
    assert found.of(exact) > 0.5 > found.of(far)
    best, other = found.strongest(((exact, same), (far, same)))
    assert best == [found.of(exact)]
    assert other == [found.of(far)] * (found.of(far) > 0)


def test_a_question_is_rated_without_its_fold() -> None:
    exact = Spoken("effect(a,actor,b)", "class_row", 60, 2)
    questions = [replace(two, our_rules=(exact,)) for two in twos(30)]
    found = combining.rated(questions, np.ones(30, bool))
    assert len({two.ours[combining.BEST] for two in found}) > 1
    assert not any(combining.BEST in two.theirs for two in found)
    assert "second_best" not in by_rating(found[0].ours, {})
    assert combining.report(
        [replace(two, part=p) for two, p in zip(questions, PARTS, strict=True)], ratings=True
    )


PARTS = ["tune", "check"] * 15
