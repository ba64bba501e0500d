"""``kb fit``, from question files to a file of weights."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import cli
import harness.fit.kept
from harness.fit.evidence import evidence_task
from harness.fit.kept import Work, evidence_for
from harness.questions import part_of
from harness.scores.sources import Entry, Selection, read_sets
from kparse.errors import InputError
from reasoner.engine import Reasoner
from reasoner.workers import Settings

NAMES = ("Nadia", "Ruth"), ("Paula", "Greta"), ("Tom", "Karl"), ("Omar", "Ivan")
TWINS = (
    ("{0} thanked {1} because [{2}] had helped with the garden.", 1),
    ("{0} thanked {1} because [{2}] had received help with the garden.", 0),
)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    """Twins with answers, half of the pairs tuned on."""
    lines = []
    for number in range(12):
        first, second = NAMES[number % 4]
        for text, answer in TWINS:
            told = text.format(first, second, "he" if number % 4 > 1 else "she")
            start = told.index("[")
            end = told.index("]") - 1
            record = {
                "id": f"{number}-{answer}",
                "pair_id": f"thanks-{number}",
                "text": told.replace("[", "").replace("]", ""),
                "pron_start": start,
                "pron_end": end,
                "candidates": [first, second],
                "answer": answer,
            }
            lines.append(json.dumps(record) + "\n")
    path = tmp_path / "own.jsonl"
    path.write_text("".join(lines))
    return path


@pytest.fixture
def solved_here(reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve in this process, which has the parser."""

    def collect(entries: Sequence[Entry], *_: object, **__: object) -> Iterator[object]:
        yield from evidence_task(reasoner, entries)

    monkeypatch.setattr(harness.fit.kept, "collect", collect)


def run(*words: object) -> int:
    return cli.main(["kb", "fit", *map(str, words)])


@pytest.mark.usefixtures("solved_here")
def test_a_fit_from_questions_to_weights(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, kept, rest = tmp_path / "w.toml", tmp_path / "f.jsonl", tmp_path / "u.tsv"
    words = ("own=" + str(questions), "--folds", 3, "--date", "2026-11-21", "--out", out)
    assert run(*words, "--features", kept, "--unused", rest) == 0
    shown = capsys.readouterr()
    assert "as authored" in shown.out
    assert "by knowledge" in shown.out
    first = out.read_bytes()
    told = tomllib.loads(first.decode())
    tuned = sum(part_of(f"thanks-{n}") == "tune" for n in range(12))
    assert told["fit"]["crossed"]["fitted"]["all"]["of"] == 2 * tuned
    assert told["fit"]["sets"]["own"]["items"] == 24
    assert rest.read_text().startswith(("idle\t", "silent\t", "unheard\t"))
    assert run(*words, "--features", kept) == 0, "from what was kept"
    assert out.read_bytes() == first, "the same in, the same out"
    assert "solved anew" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--folds", "1"], "--folds"),
        (["--date", "yesterday"], "is no date"),
        (["--without", "own:77"], "no such question"),
        (["--without", "other:1"], "no such question"),
    ],
)
def test_options_that_make_no_sense(
    questions: Path, capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    assert run(f"own={questions}", *words) == 2
    assert message in capsys.readouterr().err


def test_nothing_read_is_overwritten(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(f"own={questions}", "--out", questions) == 2
    assert "overwrite" in capsys.readouterr().err
    same = str(tmp_path / "x")
    assert run(f"own={questions}", "--out", same, "--features", same) == 2
    assert "the same file" in capsys.readouterr().err
    assert run(f"own={questions}", "--out", tmp_path / "no" / "x") == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.usefixtures("solved_here")
def test_an_interrupted_run_goes_on(questions: Path, tmp_path: Path) -> None:
    _, entries = read_sets([f"own={questions}"], Selection("tune"), {})
    entries = entries[:4]
    kept, work, notes = tmp_path / "f.jsonl", Work(Settings()), list[str]()
    whole = evidence_for(entries, work, kept, notes.append)
    lines = kept.read_text().splitlines()
    kept.unlink()
    name = json.loads(lines[0])["evidence"][:12]
    part = tmp_path / f"f.jsonl.{name}.part"
    part.write_text("".join(f"{line}\n" for line in lines[1:3]) + lines[3][:20])
    assert evidence_for(entries, work, kept, notes.append) == whole
    assert notes == ["2 of 4 questions were solved by an earlier run"]
    assert kept.read_text().splitlines() == lines
    kept.write_text("".join(f"{line}\n" for line in ("{}", *lines[1:])))
    assert evidence_for(entries, work, kept, notes.append) == whole
    assert "solved anew" in notes[-1]
    kept.unlink()
    part.write_text("nothing of ours\n")
    with pytest.raises(InputError, match="not what an interrupted run has left"):
        evidence_for(entries, work, kept)
