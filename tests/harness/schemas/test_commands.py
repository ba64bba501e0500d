"""`schema ...` as a user runs it."""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from coindex.commands import schema
from coindex.harness.schemas.files import load, to_yaml
from kparse.errors import InputError
from tests.conftest import ROOT

FILES = Path(__file__).parent / "check"
Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(parser_loaded_once: None, capsys: pytest.CaptureFixture[str]) -> Call:
    parser = argparse.ArgumentParser()
    schema.register(parser.add_subparsers())

    def call(*argv: object) -> tuple[int, str, str]:
        options = parser.parse_args(["schema", *map(str, argv)])
        status = options.run(options)
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_list_and_show(run: Call) -> None:
    status, out, err = run("list", "--domain", "time", "--level", "easy", "--level", "hard")
    assert status == 0
    assert "soup-roast" in out
    assert "[it] had been started earlier/later" in out
    assert len(out.splitlines()) == int(err.split()[1])
    status, out, _ = run("show", "soup-roast")
    assert "special: earlier" in out
    assert "What had been started later?  the roast" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("list", "--domain", "spase"), "Did you mean `space`?"),
        (("list", "--level", "tough"), "no schema has the level `tough`"),
        (("list", "--level", "hard", "--domain", "purpose", "none.yaml"), "none.yaml"),
        (("show", "soup-rost"), "Did you mean soup-roast?"),
        (("administer", "--n", "1000"), "schemas for 1000 questions"),
        (("administer", "--key", "x"), "--key goes with --answers"),
        (("administer", "--sheet", "x", "--answers", "y"), "Give one of them"),
        (("administer", "--answers", "none.txt"), "cannot read none.txt"),
        (("convert", "a.yaml", "b.json"), "unknown kind of file"),
        (("check", "--counts", "none.counts"), "no such file"),
        (("check", "--domain", "spase"), "Did you mean `space`?"),
        (("check", "--select", "W9"), "no finding has the code `W9`"),
        (("administer", "--answers", ""), "cannot read"),
        (("vocabulary", ROOT / "docs"), "no .yaml file"),
    ],
)
def test_bad_usage_is_one_message(run: Call, argv: tuple[object, ...], message: str) -> None:
    with pytest.raises(InputError) as caught:
        run(*argv)
    assert message in str(caught.value)


def test_one_is_said_as_one(run: Call, tmp_path: Path) -> None:
    _, _, err = run("administer", "--n", 1, "--sheet", tmp_path / "one.txt")
    assert "1 question in" in err
    one = tmp_path / "one.yaml"
    one.write_text(to_yaml(load().schemas[:1]), "utf-8")
    assert "1 schema; " in run("list", one)[2]


def test_a_sheet_its_key_and_grading(run: Call, tmp_path: Path) -> None:
    paper = tmp_path / "test.txt"
    chosen = ("--seed", "x", "--domain", "norms", "--n", 5)
    run("administer", *chosen, "--sheet", paper)
    text = paper.read_text("utf-8")
    for line in (tmp_path / "test.txt.key").read_text("utf-8").splitlines()[1:]:
        number, letter, _ = line.split()
        text = text.replace(f"Answer {number}: ____", f"Answer {number}: {letter}")
    done = tmp_path / "done.txt"
    done.write_text(text, "utf-8")
    for how in (chosen, ("--key", f"{paper}.key")):
        status, out, _ = run("administer", *how, "--answers", done)
        assert (status, out.splitlines()) == (
            0,
            [
                "5 of 5 right: 100.0 %, 95 % interval 56.6 to 100.0 %",
                "who guesses gets 5 or more with probability 0.0312",
            ],
        )
    with pytest.raises(InputError, match=r"done\.txt:1: these are answers to test"):
        run("administer", "--seed", "y", "--answers", done)


def test_a_test_on_paper_with_its_answers_apart(run: Call, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        "- id: tags\n  text: The <b>cook</b> asked the nurse to stay because [she] was {special}.\n"
        "  special: alone\n  alternate: kind\n  answers: [the <b>cook</b>, the nurse]\n",
        "utf-8",
    )
    paper = tmp_path / "paper.html"
    _, _, err = run("administer", own, "--sheet", paper)
    key = (tmp_path / "paper.html.key").read_text("utf-8").split()
    letter, code = key[5], key[3]
    test, answers = (f.read_text("utf-8") for f in (paper, tmp_path / "paper-answers.html"))
    assert "paper-answers.html" in err
    for page in (test, answers):
        assert code in page
        assert "&lt;b&gt;cook&lt;/b&gt;" in page
        assert "<b>" not in page
        assert "<script" not in page
        assert "@media print" in page
    assert f'<td class="n">{letter}</td>' in answers
    assert "tags:" not in test  # the id says which half it is
    assert test.count('class="box"') == 2
    (tmp_path / "typed.txt").write_text(f"1 {letter}\n", "utf-8")
    _, out, _ = run("administer", "--answers", tmp_path / "typed.txt", "--key", f"{paper}.key")
    assert out.startswith("1 of 1 right")


def test_a_test_at_the_terminal(run: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("A\nnothing\nB\n"))
    status, out, _ = run("administer", "--domain", "help")
    assert status == 0
    assert out.count("Please write A or B") == 1
    assert " of 2 right: " in out
    assert "10 not asked\n" in out
    assert " s for 2 questions: median " in out


def test_ctrl_c_ends_with_what_was_graded(tmp_path: Path) -> None:
    program = (
        "import argparse; from coindex.commands import schema; p = argparse.ArgumentParser();"
        " schema.register(p.add_subparsers()); o = p.parse_args(['schema', 'administer']); o.run(o)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("A\n")
    process.stdin.flush()
    seen = ""
    while "2. " not in seen or not seen.endswith("A or B? "):
        more = process.stdout.read(1)
        assert more, process.stderr.read() if process.stderr else ""
        seen += more
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0, err
    assert " of 1 right: " in out


def test_vocabulary_lists_every_word_with_its_lemma(run: Call, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "- id: a\n  text: Rolf carried the boxes because [he] was {special}.\n  special: stronger\n"
        "  alternate: told to\n  question: Who was {special}?\n  answers: [Rolf, the boxes]\n"
    )
    status, out, _ = run("vocabulary", path, "--format", "json")
    words = {entry["lemma"]: entry for entry in json.loads(out)}
    assert status == 0
    assert words["box"] == {"lemma": "box", "count": 4, "forms": {"boxes": 4}}
    assert words["Rolf"]["count"] == 4
    assert words["strong"]["forms"] == {"stronger": 2}
    assert words["tell"]["forms"] == {"told": 2}
    assert words["be"]["forms"] == {"was": 4}
    assert list(words) == sorted(words, key=str.casefold)
    _, text, _ = run("vocabulary", path)
    lines = text.splitlines()
    assert "     4  box  (boxes 4)" in lines
    assert lines[-1].startswith(f"{len(words)} lemmas in ")


def test_convert_there_and_back(run: Call, tmp_path: Path) -> None:
    xml, back = tmp_path / "own.xml", tmp_path / "own.yaml"
    source = Path(schema.__file__).parents[1] / "harness" / "schemas" / "library" / "time.yaml"
    status, out, err = run("convert", source, xml)
    assert (status, out) == (0, "")
    assert f"8 schemas in {xml}" in err
    run("convert", xml, back)
    for one, other in zip(load([source]).schemas, load([back]).schemas, strict=True):
        assert [h.text for h in one.halves] == [h.text for h in other.halves]
        assert one.answers == other.answers


def test_convert_says_what_it_leaves_out(run: Call, tmp_path: Path) -> None:
    _, _, err = run("convert", FILES / "W107.xml", tmp_path / "x.yaml")
    assert "W107.xml:15:1: problem 3 is left out" in err
    assert "1 schema in" in err


def test_check(run: Call) -> None:
    status, out, err = run("check", FILES / "E501.yaml", "--solve")
    assert status == 1
    assert "E501.yaml:3:3: E501: e501: selectional restrictions alone give the answer" in out
    assert "1 error, 1 warning" in out  # W504: the other half is given away, too
    assert " of 2 halves answered rightly" in out
    assert "W503 (association of words alone) was not looked at" in err
    assert "W503" not in out
    assert err.count("W503") == 1
    status, out, _ = run("check", FILES / "W402.yaml", "--format", "json")
    assert status == 0
    record = json.loads(out)
    assert [finding["code"] for finding in record["findings"]] == ["W402"]
    assert record["not_looked_at"]
    assert run("check", FILES / "W402.near.yaml")[:2] == (0, "no findings\n")
    assert run("check", FILES / "E101.yaml")[0] == 1
