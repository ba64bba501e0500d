"""``copa`` as it is typed: files in, files and lines out."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from coindex.commands.options.table import declare_all
from coindex.harness.copa.counts import Counts
from kparse.errors import InputError

QUESTIONS = [
    ("a", "The storm raged.", ["The window broke.", "The soup cooled."], "effect", 0),
    ("b", "The window broke.", ["The soup cooled.", "The storm raged."], "cause", 1),
]
TEXT = "A storm raged and the window broke.\nThe soup was good.\nThe window broke in a storm.\n"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    keys = ("id", "premise", "alternatives", "asks", "answer")
    lines = [json.dumps(dict(zip(keys, question, strict=True))) for question in QUESTIONS]
    (tmp_path / "q.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "text.txt").write_text(TEXT)
    return tmp_path / "q.jsonl"


def call(*argv: object) -> int:
    parser = argparse.ArgumentParser()
    declare_all(parser.add_subparsers())
    options = parser.parse_args(["copa", *map(str, argv)])
    status: int = options.run(options)
    return status


def test_count_baseline_score(
    questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts, out, first = tmp_path / "counts", tmp_path / "pmi.dev", tmp_path / "first.dev"
    given = ["--window", 5, "--window", 9, "--vocabulary-from", questions]
    assert call("count", tmp_path / "text.txt", "--out", counts, *given) == 0
    assert "17 words counted in 1 file\n" in capsys.readouterr().err
    for method in ("pmi", "dice"):
        for words in ([], ["--all-words"]):
            wanted = ["--method", method, "--counts", counts, *words]
            assert call("baseline", questions, *wanted, "--out", out) == 0
            assert out.read_text() == "a 1 0\nb 0 1\n"
    assert call("baseline", questions, "--method", "first", "--out", first) == 0
    assert first.read_text() == "a 1 0\nb 1 0\n"
    capsys.readouterr()
    assert call("score", out, questions, first, "--shuffles", 99, "--seed", "x") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{out}: 2 of 2 right, 100.0 %")
    assert lines[1] == "  against chance: p = 0.500000"
    assert lines[4].startswith(f"{first}: 1 of 2 right, 50.0 %")
    assert lines[8].startswith("p against chance is that of the exact binomial test")
    assert lines[-2].startswith("approximate randomisation: 99 shuffles (seed x), 99 with")
    assert lines[-1] == "exact p of the same test: 1.000000"


def test_content_words_are_what_counts(questions: Path, tmp_path: Path) -> None:
    # (*the* comes often after *the*)
    (tmp_path / "text.txt").write_text("broke raged storm the the the the the the\n" * 3)
    counts, out = tmp_path / "counts", tmp_path / "c"
    assert call("count", tmp_path / "text.txt", "--window", 9, "--out", counts) == 0
    for words, line in (([], "a 1 0"), (["--all-words"], "a 0 1")):
        (tmp_path / "one.jsonl").write_text(
            json.dumps(
                {
                    "id": "a",
                    "premise": "The broke.",
                    "alternatives": ["Storm.", "The the."],
                    "asks": "effect",
                }
            )
        )
        wanted = ["--method", "dice", "--window", 9, "--counts", counts, *words]
        assert call("baseline", tmp_path / "one.jsonl", *wanted, "--out", out) == 0
        assert out.read_text() == f"{line}\n"


def test_phrases_are_counted_and_paired(tmp_path: Path) -> None:
    question = {"id": "a", "premise": "He lost the key.", "asks": "effect"}
    question["alternatives"] = ["He broke in.", "He broke the cup."]
    (tmp_path / "q.jsonl").write_text(json.dumps(question))
    text = "one lost the key and then broke the cup\nhe broke the key\n"
    (tmp_path / "text.txt").write_text(text)
    wanted = ["--window", 9, "--vocabulary-from", tmp_path / "q.jsonl", "--out", tmp_path / "n"]
    assert call("count", tmp_path / "text.txt", "--phrases", *wanted) == 0
    with Counts(tmp_path / "n") as counts:
        assert counts.frequency("lost the key") == counts.frequency("broke the cup") == 1
        assert counts.together("lost the key", "broke the cup", 9) == 1
        assert counts.together("lost the key", "broke", 9) == 1
        assert counts.together("lost", "lost the key", 9) == 0  # (they overlap)
        assert counts.together("key", "broke the cup", 9) == 1
        assert counts.header.words == 13
    wanted = ["--method", "dice", "--window", 9, "--counts", tmp_path / "n"]
    for words in ([], ["--phrases"]):
        assert call("baseline", tmp_path / "q.jsonl", *wanted, *words, "--out", tmp_path / "c") == 0
        assert (tmp_path / "c").read_text() == "a 0 1\n"
    with pytest.raises(InputError, match="--phrases needs --vocabulary-from"):
        call("count", tmp_path / "text.txt", "--phrases", "--out", tmp_path / "m")


def test_raters_agree_beyond_chance(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, chosen in (("x", "00110"), ("y", "00111"), ("z", "00110")):
        lines = [f"{n} {1 - int(c)} {c}\n" for n, c in enumerate(chosen, 1)]
        Path(name).write_text("".join(lines))
    assert call("agree", "x", "y", "z") == 0
    assert capsys.readouterr().out.splitlines() == [
        "x and y: 4 of 5 the same, kappa 0.615",
        "x and z: 5 of 5 the same, kappa 1.000",
        "y and z: 4 of 5 the same, kappa 0.615",
        "not all agree on 1: 5",
    ]
    with pytest.raises(InputError, match="nobody to agree with"):
        call("agree", "x")
    Path("y").write_text("1 1 0\n")
    with pytest.raises(InputError, match="y: no choice for question '2' and 3 more of x"):
        call("agree", "x", "y")


def test_ties_are_told(questions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.txt").write_text("Nothing of the kind.\n")
    assert call("count", tmp_path / "text.txt", "--out", tmp_path / "counts") == 0
    wanted = ["--method", "pmi", "--counts", tmp_path / "counts", "--out", tmp_path / "c"]
    assert call("baseline", questions, *wanted) == 0
    assert "2 of 2 questions are ties" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["baseline", "q.jsonl", "--method", "pmi", "--out", "c"], "needs --counts"),
        (["baseline", "q.jsonl", "--method", "first", "--out", "q.jsonl"], "would overwrite"),
        (["count", "text.txt", "--window", "1", "--out", "c"], "windows of 2 words or more"),
        (["count", "none", "--out", "c"], "No such file"),
        (["count", "text.txt", "-", "--out", "c"], "does not go together with files"),
        (["count", "empty", "--out", "c"], "no text in this directory"),
        (["run", "q.jsonl", "--out", "q.jsonl"], "would overwrite"),
        (
            ["count", "text.txt", "--vocabulary-from", "q.jsonl", "--out", "q.jsonl"],
            "would overwrite",
        ),
        (["run", "text.txt", "--out", "c"], "unknown kind of question file"),
        (["score", "text.txt", "q.jsonl"], "text.txt:1:1: not a choice"),
    ],
)
def test_bad_input_is_one_message(
    questions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as caught:
        call(*argv)
    assert message in str(caught.value)
    assert not (tmp_path / "c").exists()
