"""`evaluate` as a user types it: what it prints and writes, and one message for whatever is wrong."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from coindex.commands import main as cli
from coindex.harness.questions.copa import read_copa
from coindex.harness.scores.run import read_run
from coindex.reasoner.running.engine import Reasoner
from coindex.version import __version__
from tests.reasoner.inline import working_here

QUESTION = {
    "text": "The crate did not go through the hatch because it was too wide.",
    "pron_start": 47,
    "pron_end": 49,
    "candidates": ["the crate", "the hatch"],
}
COPA = {
    "id": "1",
    "premise": "It froze.",
    "alternatives": ["It was cold.", "It was hot."],
    "asks": "cause",
    "answer": 0,
}

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(
    reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Ran:
    """Run the command in this process, without worker processes: its status, output and messages."""
    working_here(monkeypatch, lambda job, chunk: job(reasoner, chunk))

    def ran(*words: object) -> tuple[int, str, str]:
        status = cli.main(["evaluate", *map(str, words)])
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return ran


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "wide.jsonl"
    records = [
        {**QUESTION, "id": n, "answer": n % 2, "pair_id": n // 2, "tags": [f"row:{n}"]}
        for n in range(6)
    ]
    path.write_text("".join(json.dumps(r) + "\n" for r in records))
    return path


def test_tables_errors_and_tags(run: Ran, file: Path) -> None:
    status, out, err = run(file, f"again={file}", "--by", "connective", "--errors", "--reliability")
    assert (status, err) == (0, "")
    assert "wide: wide.jsonl, 6 questions" in out
    assert "again: wide.jsonl, 6 questions" in out
    assert "All 2 sets" in out
    assert "by connective  items" in out
    assert "questions  confidence" in out
    assert "class " in out
    assert out.count("[again ") == 3


def test_json_and_out_and_compare(run: Ran, file: Path, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    assert run(file, "--out", kept)[0] == 0
    record = read_run(kept)
    assert (len(record.items), record.sets["wide"].kind) == (6, "jsonl")
    assert "row:3" in record.items[3].tags
    assert record.command.startswith("python cli.py evaluate ")
    status, out, _ = run(file, "--format", "json", "--compare", kept, "--part", "tune")
    made = json.loads(out)
    assert status == 0
    assert made["comparison"]["p"] == 1.0
    assert {i["part"] for i in made["items"]} == {"tune"}
    assert "newly right 0, newly wrong 0" in run(file, "--compare", kept)[1]


def test_explanations_and_report(run: Ran, file: Path, tmp_path: Path) -> None:
    _, out, _ = run(file, "--explain", "--errors", 1)
    assert out.count("\n[wide ") == 2
    report = tmp_path / "report.html"
    assert run(file, "--html", report)[0] == 0
    assert "crate" in report.read_text(encoding="utf-8")


def test_tables_for_other_programs(run: Ran, file: Path, tmp_path: Path) -> None:
    table, paper = tmp_path / "t.csv", tmp_path / "t.tex"
    status, out, err = run(file, "--csv", table, "--latex", paper)
    assert (status, err) == (0, "")
    with table.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["part"] for row in rows][-1] == "all"
    assert (rows[-1]["set"], rows[-1]["items"], rows[-1]["coindex"]) == ("wide", "6", __version__)
    assert f"({100 * float(rows[-1]['accuracy']):.1f} %)" in out
    assert rf"wide & {rows[0]['part']} & {rows[0]['items']} &" in paper.read_text("utf-8")


def test_questions_only(run: Ran, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "questions.jsonl"
    assert run(file, "--third", "--questions", out) == (0, "", "")
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(lines) == 2
    assert "answer" not in lines[0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("{file}", "--errors", "nonsense"), "neither a number of items nor a class"),
        (("--errors", "{file}", "{file}"), "Put --errors after the files"),
        (("{file}", "--by", "domain"), "Tags there are: candidates, connective, pronoun, row"),
        (("{file}", "--compare", "{file}"), "not JSON"),
        (("{file}", "--compare", "{dir}/none.json"), "cannot read"),
        (("{file}", "--out", "{dir}"), "cannot write"),
        (("{file}", "--out", "{dir}/no/run.json"), "cannot write"),
        (("{file}", "--html", "{dir}/no/run.html"), "cannot write"),
        (("{file}", "--csv", "{dir}/no/t.csv"), "Name a file in a folder that exists"),
        (("{file}", "--latex", "{file}/t.tex"), "cannot write"),
        (("{file}", "--csv", "{dir}/t", "--latex", "{dir}/t"), "--csv and --latex name the same"),
        (("{file}", "--html", "{dir}/a", "--out", "{dir}/a"), "name the same file"),
        (("{file}", "--human", "{dir}/none.tsv"), "cannot read"),
        (("{copa}", "--questions", "{dir}/q.jsonl"), "COPA asks"),
        (("{copa}", "--part", "{other}"), "no question with a right answer remains"),
        (("{dir}",), "cannot read"),
        (("{dir}/none.xml",), "cannot read"),
        (("{file}", "{file}"), "name of two sets"),
        (("{binary}",), "binary.jsonl"),
        (("{long}",), "long.jsonl"),
        (("--third",), ""),
        (("{file}", "--workers", "0"), ""),
        (("{file}", "--part", "third"), ""),
    ],
)
def test_whatever_is_wrong_is_one_message(
    run: Ran, file: Path, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    copa, binary, long = (tmp_path / f"{n}.jsonl" for n in ("copa", "binary", "long"))
    copa.write_text(json.dumps(COPA) + "\n")
    binary.write_bytes(bytes(range(256)) * 40)
    long.write_text('{"id": "' + "x" * 10_000_000 + '"}\n')
    other = {"tune": "held", "held": "tune"}[read_copa(copa)[0].part("1")]
    places = {
        "file": file,
        "dir": tmp_path,
        "copa": copa,
        "binary": binary,
        "long": long,
        "other": other,
    }
    status, out, err = run(*(w.format(**places) for w in words))
    assert (status, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert len(err) < 2_000
    assert not list(tmp_path.glob("*.part"))


def test_nothing_that_is_read_is_overwritten(run: Ran, file: Path, tmp_path: Path) -> None:
    people, link, earlier = tmp_path / "p.tsv", tmp_path / "link", tmp_path / "run.json"
    first = json.loads(file.read_text().splitlines()[0])["id"]
    people.write_text(f"{first}\t0.5\n")
    link.symlink_to(file)
    assert run(file, "--out", earlier)[0] == 0
    kept = {path: path.read_bytes() for path in (file, people, earlier)}
    for words in (
        ("--out", file),
        ("--html", file),
        ("--csv", file),
        ("--latex", link),
        ("--questions", file),
        ("--html", link),
        ("--human", people, "--out", people),
        ("--human", f"{file.stem}={people}", "--html", people),
        ("--compare", earlier, "--html", earlier),
    ):
        status, out, message = run(file, *words)
        assert (status, out) == (2, "")
        assert "would overwrite what is read" in message
        assert {path: path.read_bytes() for path in kept} == kept
    assert run(file, "--compare", earlier, "--out", earlier)[0] == 0


@pytest.mark.parametrize("option", ["--out", "--html", "--csv", "--latex", "--questions"])
def test_a_pipe_or_device_is_not_replaced(
    run: Ran, file: Path, tmp_path: Path, option: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    status, out, message = run(file, option, pipe)
    assert (status, out) == (2, "")
    assert "no regular file" in message
    assert pipe.is_fifo()
