"""The verb, from a corpus to an index."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from coindex.commands import main
from coindex.commands import main as cli
from coindex.harness.hardness import measured as measuring
from coindex.harness.hardness.coefficients import read_coefficients
from coindex.harness.hardness.metric import SIZES
from coindex.harness.hardness.report import plots
from coindex.mining.querying.index import build_index
from tests.harness.hardness.made import collection, corpus, golds, inline, people
from tests.harness.hardness.test_model import coefficients

pytest.importorskip("scipy")
SCOLDED = "The teacher scolded the pupil because [he] was angry."
BOTH = "the teacher; the pupil"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus with its index, schemas, and what people answer."""
    folder = tmp_path_factory.mktemp("hardness")
    (folder / "a.txt").write_text(corpus())
    build_index([str(folder / "a.txt")], folder / "index", show=False)
    collection(folder / "s.jsonl")
    people(folder / "h.tsv", {"0": 1.0, "1": 0.9, "2": 0.6, "3": 0.7})
    return folder


@pytest.fixture
def run(
    parser_loaded_once: None, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Any:
    monkeypatch.setattr(measuring, "in_order", inline)

    def call(*words: object) -> tuple[int, str, str]:
        status = cli.main(["hardness", *map(str, words)])
        out, err = capsys.readouterr()
        return status, out, err

    return call


QUICK = ("--sentences", "5,20,100", "--rounds", "6")


def test_evaluate_with_all_that_it_writes(run: Any, folder: Path, tmp_path: Path) -> None:
    command = ["evaluate", folder / "s.jsonl", "--human", folder / "h.tsv", *QUICK]
    command += ["--index", folder / "index", "--measured", tmp_path / "m.jsonl"]
    command += ["--out", tmp_path / "o.json", "--html", tmp_path / "o.html"]
    status, out, err = run(*command, "--table", tmp_path / "o.tsv")
    assert (status, err) == (0, "")
    assert "Spearman" in out
    found = json.loads((tmp_path / "o.json").read_text())
    assert [item["class"] for item in found["items"][:2]] == ["easy", "easy"]
    assert found["sizes"] == [5, 20, 100]
    assert found["origin"]["schemas"] == "s.jsonl"
    assert str(tmp_path) not in (tmp_path / "o.json").read_text()
    assert (tmp_path / "o.html").read_text().startswith("<!DOCTYPE html>")
    assert len((tmp_path / "o.tsv").read_text().splitlines()) == 5
    # Once more from what was measured.
    status, again, _ = run(*command, "--format", "json")
    assert status == 0
    assert json.loads(again) == found


def test_plots(run: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    whole = plots.plots
    monkeypatch.setattr(plots, "plots", lambda r: [p for p in whole(r) if p.name == "stack"])
    labels = tmp_path / "l.tsv"
    labels.write_text("item\tlabel\n" + "".join(f"{n}\tright\n" for n in range(4)))
    status, out, err = run(
        "evaluate", folder / "s.jsonl", "--labels", labels, "--plots", tmp_path / "plots"
    )
    assert (status, err.count("\n")) == (0, 1)
    assert "4 easy" in out
    assert sorted(p.name for p in (tmp_path / "plots").iterdir()) == ["stack.png", "stack.svg"]


def test_several_systems_in_one_table(run: Any, folder: Path, tmp_path: Path) -> None:
    a, b = tmp_path / "a.tsv", tmp_path / "b.jsonl"
    a.write_text("item\tlabel\n" + "".join(f"{n}\tright\n" for n in range(4)))
    b.write_text("".join(f'{{"id": "{n}", "answer": 0}}\n' for n in range(4)))
    written = tmp_path / "t.tsv"
    _, out, _ = run(
        "evaluate", folder / "s.jsonl", "--labels", a, "--labels", f"first={b}", "--table", written
    )
    lines = out.splitlines()
    assert lines[1].split()[:3] == ["a", "4", "(100.0"]
    assert lines[2].split()[:3] == ["first", "2", "(50.0"]
    assert written.read_text().startswith("system\tright\twrong")


def test_without_a_corpus_it_says_so(run: Any, folder: Path, tmp_path: Path) -> None:
    command = ["evaluate", folder / "s.jsonl", "--human", folder / "h.tsv"]
    status, out, err = run(*command, "--measured", tmp_path / "m.jsonl")
    assert status == 0
    assert "without a corpus" in err
    assert "explained, as shipped" in out
    assert "published" not in out


def test_one_question(run: Any, folder: Path) -> None:
    command = [SCOLDED, "--candidates", BOTH, "--index", folder / "index", *QUICK]
    status, out, _ = run(*command, "--answer", "the teacher", "--format", "json")
    assert status == 0
    found = json.loads(out)
    assert found["class"] == "easy"
    assert found["published"] == 0.0
    assert not found["presumed"]
    assert 0 <= found["index"] <= 1
    status, out, _ = run(*command, "--answer", "the pupil", "--format", "json")
    other = json.loads(out)
    assert (other["class"], other["published"]) == ("hard", 0.0)
    assert other["index"] > found["index"]
    assert other["smooth"] == 1.0
    status, out, _ = run(*command)
    assert "is presumed to be the reasoner" in out
    assert "would get this wrong" in out.splitlines()[0]
    assert "published index 0.0000, class easy" in out
    assert "How to change that:\n  - To make it " in out


def test_one_question_on_a_fresh_install(run: Any) -> None:
    status, out, err = run(SCOLDED, "--candidates", BOTH)
    assert (status, err) == (0, "")
    assert "would get this wrong" in out.splitlines()[0]
    assert "published index" not in out
    status, out, _ = run(SCOLDED, "--candidates", BOTH, "--format", "json")
    found = json.loads(out)
    assert found["corpus"] is False
    assert found["published"] is None
    assert found["labels"] == []


def test_a_file_the_hardest_first(run: Any, folder: Path, tmp_path: Path) -> None:
    kept = ("--measured", tmp_path / "m.jsonl")
    status, out, err = run(folder / "s.jsonl", *kept)
    assert status == 0
    assert "without a corpus" not in err
    numbers = [int(m) for m in re.findall(r"^ +(\d+)  \d+: The teacher", out, re.MULTILINE)]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 4
    assert "because [he] was angry. = the teacher" in out
    assert out.splitlines()[-1].startswith("4 questions: on average")
    status, again, _ = run(folder / "s.jsonl", *kept, "--format", "json")
    records = [json.loads(line) for line in again.splitlines()]
    assert [r["id"] for r in records] == ["0", "1", "2", "3"]
    assert sorted((round(100 * r["index"]) for r in records), reverse=True) == numbers


def test_a_file_of_schemas(run: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "- id: kettle\n  text: The cook put the kettle on the stove because [it] was {special}.\n"
        "  special: cold\n  alternate: hot\n  answers: [the kettle, the stove]\n",
        "utf-8",
    )
    status, out, _ = run(own, "--measured", tmp_path / "m.jsonl")
    assert status == 0
    assert "kettle:special: The cook put" in out
    assert "[it] was hot. = the stove" in out
    assert "Presumed" not in out


def test_a_file_without_right_answers_and_one_of_another_kind(run: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.xml"
    own.write_text(
        "<collection><schema><text><txt1>The pot fell on the lid because</txt1><pron>it</pron>"
        "<txt2>was heavy.</txt2></text><answers><answer>the pot</answer><answer>the lid</answer>"
        "</answers></schema></collection>",
        "utf-8",
    )
    status, out, _ = run(own, "--measured", tmp_path / "m.jsonl")
    assert status == 0
    assert "(presumed)" in out
    assert "Presumed: the file has no right answer there" in out
    word = tmp_path / "own.docx"
    word.write_text("x", "utf-8")
    status, _, err = run(word)
    assert status == 2
    assert "unknown kind of file" in err
    assert ".yaml" in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("none.yaml",), "cannot read none.yaml"),
        (("none.jsonl",), "none.jsonl"),
        (("a.yaml", "b.yaml"), "there are 2 texts or files"),
        (("none.xml", "--answer", "x"), "--answer does not go with `hardness FILE`"),
        (("It rained.", "--measured", "m"), "--measured does not go with `hardness TEXT`"),
    ],
)
def test_what_is_no_file_is_told(run: Any, argv: tuple[str, ...], message: str) -> None:
    status, out, err = run(*argv)
    assert (status, out) == (2, "")
    assert message in err


def test_fit_writes_what_evaluate_reads(
    run: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [(SCOLDED, 0), ("The teacher praised the pupil because [he] was brave.", 1)] * 11
    collection(tmp_path / "s.jsonl", golds(texts))
    people(tmp_path / "h.tsv", {str(n): 0.5 + n / 50 for n in range(22)})
    words = ["fit", tmp_path / "s.jsonl", "--human", tmp_path / "h.tsv", *QUICK]
    words += ["--index", folder / "index", "--date", "2026-11-21"]
    words += ["--measured", tmp_path / "m.jsonl"]
    status, out, err = run(*words, "--out", tmp_path / "c.toml")
    assert (status, err) == (0, "")
    assert "without corpus" in out
    first = (tmp_path / "c.toml").read_bytes()
    run(*words, "--out", tmp_path / "c.toml")
    assert (tmp_path / "c.toml").read_bytes() == first
    origin = read_coefficients(tmp_path / "c.toml").origin
    assert (origin.items, origin.date) == (22, "2026-11-21")
    assert sorted(origin.files) == ["h.tsv", "s.jsonl"]
    status, out, _ = run(SCOLDED, "--candidates", BOTH, "--coefficients", tmp_path / "c.toml")
    assert status == 0


def test_the_published_plan_is_the_default() -> None:
    options = main._parser().parse_args(["hardness", "x"])
    assert (tuple(options.sentences), options.rounds) == (SIZES, 100)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["evaluate"], "takes one collection"),
        (["fit", "a", "b"], "takes one collection"),
        (["The cat", "sat"], "there are 2 texts or files"),
        (["  "], "the text is empty"),
        (["Rain fell."], "no pronoun to ask about"),
        ([SCOLDED, "--candidates", "the teacher"], "two or more candidates"),
        ([SCOLDED, "--candidates", BOTH, "--answer", "Ann"], "none of the candidates"),
        ([SCOLDED, "--answer", "Ann"], "goes with --candidates"),
        ([SCOLDED, "--human", "h.tsv"], "--human does not go"),
        ([SCOLDED, "--index", "none"], "no such file"),
        ([SCOLDED, "--rounds", "0"], "--rounds"),
        ([SCOLDED, "--coefficients", "none.toml"], "cannot read none.toml"),
        (["evaluate", "none.xml"], "none.xml"),
        (["evaluate", "empty.xml"], "empty.xml"),
        (["evaluate", "s.jsonl", "--human", "none.tsv"], "none.tsv"),
        (["evaluate", "s.jsonl", "--human", "strange.tsv"], "no question 'zz'"),
        (["evaluate", "s.jsonl", "--human", "nan.tsv"], "no share"),
        (["evaluate", "s.jsonl", "--answer", "x"], "--answer does not go"),
        (["evaluate", "s.jsonl", "--out", "s.jsonl"], "overwrite what is read"),
        (["evaluate", "s.jsonl", "--out", "x", "--html", "x"], "name the same file"),
        (["evaluate", "s.jsonl", "--html", "no/where/x"], "cannot write"),
        (["evaluate", "s.jsonl", "--labels", "h.tsv"], "no column 'label'"),
        (
            ["evaluate", "s.jsonl", "--labels", "h.tsv", "--labels", "h.tsv"],
            "two systems are called 'h'",
        ),
        (
            ["evaluate", "s.jsonl", "--labels", "a=h.tsv", "--labels", "h.tsv", "--html", "x.html"],
            "--html shows one system, and there are 2",
        ),
        (["evaluate", "unanswered.jsonl"], "has no right answer"),
        (["evaluate", "twice.jsonl"], "two questions have the id"),
        (["fit", "s.jsonl", "--human", "h.tsv"], "a fit needs a corpus"),
        (["fit", "s.jsonl", "--index", "index"], "nothing to fit to"),
        (["fit", "s.jsonl", "--human", "h.tsv", "--index", "index", *QUICK], "only 2 pairs"),
        (["fit", "s.jsonl", "--html", "x"], "--html does not go"),
    ],
)
def test_what_is_wrong_is_one_message(
    run: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    message: str,
    tmp_path: Path,
) -> None:
    for name in ("s.jsonl", "h.tsv", "index"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "empty.xml").write_text("")
    (tmp_path / "strange.tsv").write_text("item\thuman_accuracy\nzz\t0.5\n")
    (tmp_path / "nan.tsv").write_text("item\thuman_accuracy\n0\tnan\n")
    lines = (folder / "s.jsonl").read_text().splitlines()
    (tmp_path / "twice.jsonl").write_text("\n".join([lines[0], lines[0]]))
    (tmp_path / "unanswered.jsonl").write_text(lines[0].replace('"answer": 0', '"answer": null'))
    monkeypatch.chdir(tmp_path)
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert "internal error" not in err


def test_people_who_were_not_asked_everything(run: Any, folder: Path, tmp_path: Path) -> None:
    people(tmp_path / "h.tsv", {"0": 0.9})
    measured = tmp_path / "m.jsonl"
    status, out, err = run(
        *("evaluate", folder / "s.jsonl", "--human", tmp_path / "h.tsv", *QUICK),
        *("--index", folder / "index", "--measured", measured),
    )
    assert status == 0
    assert "3 of 4 questions have no human accuracy" in err
    assert "Spearman" in out
    assert coefficients().origin.items == 20
