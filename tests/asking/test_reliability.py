"""How sure answers by the rules of a source are: figures beside the asked file, and how they are fitted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coindex.asking.asking import Asking, replaying
from coindex.asking.reliability import CHOICE, PRONOUN, Reliability, beside
from coindex.asking.sending import ask_all
from coindex.commands import main as cli
from coindex.harness.evaluation.asked_sources import fit_sources, report
from coindex.harness.evaluation.calibrate import Observation
from coindex.reasoner.calibration import MODEST, Curve
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from tests.asking.making import CHOICE as ONE_CHOICE
from tests.asking.making import QUERY, RULE, TEXT, Saying

FIGURES = """
["asked pronoun".levels."test:saying"]
intercept = 3.0
slope = 0.01
"""
WRONG = "Person1 waits for person2 because person1 loses a shoe."


def seen(source: str, right: bool, number: int = 1, kind: str = PRONOUN) -> list[Observation]:
    return [
        Observation("s", kind, f"p{n}", source, 40, 2, right)  # type: ignore[arg-type]
        for n in range(number)
    ]


def test_a_source_is_as_sure_as_its_answers_are_right() -> None:
    observations = [*seen("good", True, 300), *seen("bad", True, 30), *seen("bad", False, 30)]
    observations += [*seen("new", True), *seen("good", False, 50, CHOICE)]
    fitted = fit_sources(observations)
    sure = {
        (kind, source): one.curve.confidence(40)
        for kind, sources in fitted.items()
        for source, one in sources.items()
    }
    assert sure[PRONOUN, "good"] > 0.95
    assert 0.5 <= sure[PRONOUN, "bad"] < 0.6
    assert abs(sure[PRONOUN, "new"] - MODEST) < 0.05
    assert sure[CHOICE, "good"] < 0.55  # (another kind of questions; never less sure than a guess)
    lines = [line.split() for line in report(fitted, seen("good", True, 10)).splitlines()[1:]]
    assert [line[:3] for line in lines] == [
        ["choice", "good", "50"],
        ["pronoun", "bad", "60"],
        ["pronoun", "good", "300"],
        ["pronoun", "new", "1"],
    ]
    assert lines[2][5:8] == ["10", "100.0", "%"]


def test_figures_beside_the_file_hold_for_their_source_and_kind(tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"
    assert Reliability(path).curve("test:saying", QUERY) is None
    assert Reliability(path).state() == ""
    beside(path).write_text(FIGURES, "utf-8")
    found = Reliability(path)
    assert found.curve("test:saying", QUERY) == Curve(3.0, 0.01)
    assert found.curve("test:saying", ONE_CHOICE) is None
    assert found.curve("test:other", QUERY) is None
    assert found.state()


@pytest.mark.parametrize("text", ["[", '["asked pronoun".levels.x]\nintercept = "a"\n'])
def test_damaged_figures_are_one_message(tmp_path: Path, text: str) -> None:
    path = tmp_path / "asked.jsonl"
    beside(path).write_text(text, "utf-8")
    with pytest.raises(InputError, match=r"asked\.jsonl\.calibration"):
        Asking(Saying(), path)


@pytest.mark.model
def test_an_answer_is_as_sure_as_the_figures_say(reasoner: Reasoner, tmp_path: Path) -> None:
    path = tmp_path / "asked.jsonl"

    def confidence(asking: Asking) -> float:
        reasoner.asks = asking
        try:
            return reasoner.solve(TEXT, candidates=list(QUERY.candidates)).confidence
        finally:
            reasoner.asks = None

    modest = confidence(Asking(Saying(), path))
    assert modest < 0.8
    before = Asking(Saying(), path).replayed().state
    beside(path).write_text(FIGURES, "utf-8")
    assert confidence(replaying(path)) > 0.95
    assert Asking(Saying(), path).replayed().state != before


def gold(folder: Path, numbers: range) -> Path:
    """Write questions, of every fourth of which the recorded rule is for the wrong candidate."""
    file, rules = folder / "gold.jsonl", folder / "said.jsonl"
    questions, replies = [], []
    for number in numbers:
        text = TEXT.replace("a shoe", f"a shoe in street {number}")
        place = {"text": text, "pron_start": QUERY.start, "pron_end": QUERY.end}
        named = {"id": number, "pair_id": number, "answer": 1, "candidates": QUERY.candidates}
        questions.append({**place, **named})
        replies.append({**place, "rules": [RULE if number % 4 else WRONG]})
    file.write_text("".join(json.dumps(q) + "\n" for q in questions), "utf-8")
    rules.write_text("".join(json.dumps(r) + "\n" for r in replies), "utf-8")
    return file


@pytest.mark.model
@pytest.mark.slow
def test_the_command_fits_and_what_it_writes_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, asked = gold(tmp_path, range(16)), tmp_path / "asked.jsonl"
    asking = Asking(f"recorded:{tmp_path / 'said.jsonl'}", asked)
    questions = [json.loads(line)["text"] for line in file.read_text("utf-8").splitlines()]
    ask_all([replace(QUERY, text=text) for text in questions], asking, show=False)
    command = ["calibrate", str(file), "--asked", str(asked), "--workers", "1"]
    assert cli.main([*command, "--out", str(beside(asked))]) == 0
    assert "recorded:said.jsonl" in capsys.readouterr().out
    curve = Reliability(asked).curve("recorded:said.jsonl", QUERY)
    assert curve is not None
    assert 0.6 < curve.confidence(40) < 0.9


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--asked", "none.jsonl"], "there is no file none.jsonl"),
        (["--asked", "asked.jsonl", "--check"], "goes neither with --check"),
    ],
)
def test_what_calibrate_cannot_use_is_one_message(
    more: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    file = gold(tmp_path, range(2))
    assert cli.main(["calibrate", str(file), *more]) == 2
    assert message in capsys.readouterr().err
