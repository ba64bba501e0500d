"""The commands as a user runs them: what they print, their exit status, and one message for whatever is wrong."""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coindex.commands import main as cli
from coindex.commands.kb import find as kb
from kparse.notation.penman import decode
from tests.conftest import ROOT

TEXT = "Carla thanked Dora because [she] had carried the bags upstairs."
CONLLU = """\
1\tMia\tMia\tPROPN\tNNP\tGender=Fem|Number=Sing\t2\tnsubj\t_\t_
2\tslept\tsleep\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_
"""
MORE = """\
1\tShe\tshe\tPRON\tPRP\tCase=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs\t2\tnsubj\t_\t_
2\tsnored\tsnore\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t_\t_
"""
QUESTION = {
    "id": "a",
    "text": "Mia fed Rex because he was hungry.",
    "pron_start": 20,
    "pron_end": 22,
}
QUESTION["candidates"] = ["Mia", "Rex"]


UNSURE = "The nurse zibbed the guard because [he] was rude."


class Ran:
    """What a command printed, and its exit status."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err


@pytest.fixture
def run(parser_loaded_once: None, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: object) -> Ran:
        status = cli.main([str(a) for a in argv])
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return call


@pytest.fixture
def fails(run: Any) -> Any:
    """A command that must end in exit status 2, one message, and nothing on standard output."""

    def call(*argv: object) -> str:
        ran = run(*argv)
        assert ran.status == 2
        assert ran.out == ""
        assert "Traceback" not in ran.err
        assert "internal error" not in ran.err
        assert len(re.findall(r"^coindex[^:]*: ", ran.err, re.MULTILINE)) == 1
        return str(ran.err)

    return call


def outside(*argv: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(ROOT / "cli.py"), *argv]
    return subprocess.run(command, capture_output=True, check=False, timeout=120, **options)


# ------------------------------------------------------------------------------------------ solve


def test_solve_prints_a_line_a_pronoun(run: Any) -> None:
    ran = run("solve", TEXT)
    assert (ran.status, ran.err) == (0, "")
    assert re.fullmatch(r"she = (Carla|Dora)  \([a-z, ]+(likely as \w+)?, \d\d %\)\n", ran.out)
    both = run("solve", "Carla thanked Dora because she had fed her.")
    assert [line.split(" = ")[0] for line in both.out.splitlines()] == ["she", "her"]


@pytest.mark.parametrize("pronoun", ["her", "40"])
def test_a_pronoun_is_named_by_word_or_offset(run: Any, pronoun: str) -> None:
    text = "Carla thanked Dora because she had fed her."
    assert text[39:42] == "her"
    assert run("solve", text, "--pronoun", pronoun).out.startswith("her = ")


def test_candidates_can_be_given(run: Any) -> None:
    ran = run("solve", TEXT, "--candidates", "Dora; Carla", "--format", "json")
    assert json.loads(ran.out)["candidates"] == ["Dora", "Carla"]


def test_explanations_name_rule_and_place(run: Any) -> None:
    ran = run("solve", "--explain", TEXT)
    assert ran.status == 0
    assert "she (= Dora)" in ran.out
    assert re.search(r"\.lp:\d+", ran.out)


@pytest.mark.parametrize(
    ("form", "begins"), [("json", "{"), ("dot", "digraph"), ("svg", "<svg"), ("html", "<!doc")]
)
def test_other_forms(run: Any, form: str, begins: str) -> None:
    ran = run("solve", TEXT, "--format", form)
    assert ran.status == 0
    assert ran.out.lower().startswith(begins)


def test_why_not(run: Any, fails: Any) -> None:
    chosen = json.loads(run("solve", TEXT, "--format", "json").out)["candidate"]
    other = "Carla" if chosen == "Dora" else "Dora"
    assert f"Why not “{other}”?" in run("solve", TEXT, "--why-not", other).out
    assert "The candidates are: Carla; Dora." in fails("solve", TEXT, "--why-not", "Rosa")


def test_solve_from_conllu(run: Any, tmp_path: Path, fails: Any) -> None:
    file = tmp_path / "in.conllu"
    file.write_text(CONLLU)
    assert "no pronoun" in fails("solve", "--conllu", file)
    file.write_text(f"{CONLLU}\n{MORE}")
    assert run("solve", "--conllu", file).out.startswith("She = Mia  (")
    for name in ("solve", "parse"):
        assert "cannot read" in fails(name, "--conllu", "")


def test_text_comes_from_standard_input() -> None:
    ran = outside("solve", "-", input=TEXT.encode())
    assert ran.returncode == 0
    assert ran.stdout.startswith(b"she = ")


def test_extra_knowledge_is_used(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "more.lp"
    file.write_text('verb("flumph",help).\n')
    ran = run("kb", "show", "flumph", "--knowledge", file)
    assert ran.status == 0
    assert "more.lp:1" in ran.out


# ------------------------------------------------------------------------------------------ batch


def test_batch(run: Any, tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(
        json.dumps(QUESTION) + "\nnonsense\n" + json.dumps({**QUESTION, "id": "b"}) + "\n"
    )
    ran = run("solve", "--jsonl", source, "--out", target, "--workers", 2)
    assert ran.status == 0
    assert "1 of 3 lines" in ran.err
    records = [json.loads(line) for line in target.read_text().splitlines()]
    assert [r["id"] for r in records] == ["a", None, "b"]
    assert [r["error"] is None for r in records] == [True, False, True]


def test_batch_as_a_filter() -> None:
    ran = outside("solve", "--jsonl", "-", input=json.dumps(QUESTION).encode() + b"\n\xff\n")
    assert ran.returncode == 0
    assert [json.loads(line)["id"] for line in ran.stdout.splitlines()] == ["a", None]


@pytest.mark.slow
def test_an_interruption_loses_nothing(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps({**QUESTION, "id": n}) + "\n" for n in range(2000)))
    argv = [
        sys.executable,
        str(ROOT / "cli.py"),
        "solve",
        "--jsonl",
        str(source),
        "--out",
        str(target),
    ]

    with subprocess.Popen(argv, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 100
        while (
            not any(p.stat().st_size for p in tmp_path.glob("*.part"))
            and time.monotonic() < deadline
        ):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"goes on from there" in err
    assert not target.exists()
    (part,) = tmp_path.glob("*.part")
    ids = [json.loads(line)["id"] for line in part.read_text().splitlines()]
    assert ids
    assert ids == list(range(len(ids)))


# ----------------------------------------------------------------------------------- parse and kb


@pytest.mark.parametrize(
    ("form", "sign"),
    [
        ("penman", ":subj"),
        ("facts", "arg("),
        ("json", '"nodes"'),
        ("dot", "digraph"),
        ("svg", "</svg>"),
    ],
)
def test_parse(run: Any, form: str, sign: str) -> None:
    ran = run("parse", "Mia slept.", "--format", form)
    assert (ran.status, ran.err) == (0, "")
    assert sign in ran.out


def test_parse_conllu(run: Any, fails: Any, tmp_path: Path) -> None:
    file = tmp_path / "in.conllu"
    file.write_text(CONLLU)
    graph = decode(run("parse", "--conllu", file).out)
    assert {n.concept for n in graph.nodes.values()} >= {"Mia", "sleep"}
    file.write_text(f"# newdoc\n{CONLLU}\n# newdoc\n{CONLLU}")
    assert run("parse", "--conllu", file, "--format", "facts").out.count("root(") == 2
    assert "one graph" in fails("parse", "--conllu", file, "--format", "svg")
    file.write_text("1\tMia\n")
    assert "in.conllu:1:1" in fails("parse", "--conllu", file)


@pytest.mark.parametrize("verb", ["parse", "solve"])
@pytest.mark.parametrize("content", ["", "\n# newdoc\n\n"])
def test_a_file_without_a_sentence_is_told(
    fails: Any, tmp_path: Path, verb: str, content: str
) -> None:
    file = tmp_path / "empty.conllu"
    file.write_text(content)
    assert "empty.conllu: there is no sentence" in fails(verb, "--conllu", file)


def test_a_directory_without_examples_is_told(
    fails: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "there is no example in" in fails("kb", "test", tmp_path)
    (tmp_path / "bad.txt").write_text("no example\n")
    monkeypatch.chdir(tmp_path)
    assert fails("kb", "test", "bad.txt").startswith("coindex: bad.txt:1:1: ")


def test_kb_show(run: Any, fails: Any) -> None:
    assert re.search(r"\.lp:\d+", run("kb", "show", "thank").out)
    assert "nothing is known" in fails("kb", "show", "xyzzyx")


def test_kb_lint_fails_with_status_1(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "rules.lp"
    file.write_text('verb("lend",no_such_class).\n')
    ran = run("kb", "lint", file)
    assert ran.status == 1
    assert "rules.lp:1:" in ran.out
    assert json.loads(run("kb", "lint", file, "--format", "json").out)[0]["line"] == 1
    file.write_text("")
    assert (run("kb", "lint", file).status, run("kb", "lint", file).out) == (0, "")


def test_kb_test_fails_with_status_1(run: Any, fails: Any, tmp_path: Path) -> None:
    file = tmp_path / "examples.txt"
    file.write_text("no_such_rule: Mia fed Rex because [he] was hungry. = Rex | Mia\n")
    ran = run("kb", "test", file)
    assert ran.status == 1
    assert "/examples.txt:1:1: E70" in ran.out
    file.write_text("no_such_rule: ! Mia fed Rex because [he] was hungry. = Rex | Mia\n")
    ran = run("kb", "test", file)
    assert (ran.status, "E704: there is no rule" in ran.out) == (1, True)
    file.write_text("provocation: ! Mia fed Rex because [he] was hungry. = Rex | Mia\n")
    ran = run("kb", "test", file)
    assert (ran.status, ran.out) == (0, "")
    assert "1 of 1 examples" in ran.err
    file.write_text("nonsense\n")
    assert "/examples.txt:1:1: not an example" in fails("kb", "test", file)
    assert fails("kb", "test", tmp_path / "missing.txt")


def test_evaluate(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    records = [{**QUESTION, "id": n, "pair_id": n // 2, "answer": 1} for n in range(8)]
    file.write_text("".join(json.dumps(r) + "\n" for r in records))
    ran = run("evaluate", file, "--errors", 2)
    assert ran.status == 0
    assert re.search(r"^all +8 ", ran.out, re.MULTILINE)
    assert re.search(r"^all +4 ", run("evaluate", file, "--third").out, re.MULTILINE)


# ------------------------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    "argv",
    [
        ("solve",),
        ("solve", ""),
        ("solve", " \n\t "),
        ("solve", "Mia slept."),
        ("solve", "It rains."),
        ("solve", "..."),
        ("solve", "\x00\x01\x02"),
        ("solve", "[]"),
        ("solve", "a\ud800 it"),
        ("solve", TEXT, "--pronoun", "they"),
        ("solve", TEXT, "--pronoun", "9999"),
        ("solve", TEXT, "--pronoun", "0"),
        ("solve", TEXT, "--pronoun", "9" * 5000),
        ("solve", TEXT, "--candidates", "Carla"),
        ("solve", TEXT, "--candidates", " ; "),
        ("solve", TEXT, "--format", "pdf"),
        ("solve", TEXT, "--model", "no_such_model"),
        ("solve", TEXT, "--model", "."),
        ("solve", TEXT, "--knowledge", "no/such/file.lp"),
        ("solve", TEXT, "--no-such-option"),
        ("solve", "She fed her.", "--format", "svg", "--pronoun", "him"),
        ("solve", "Mia saw Eva when she fed her.", "--format", "html"),
        ("solve", "--jsonl", "no/such/file.jsonl", "--out", "out"),
        ("solve", "--jsonl", "-", "--pronoun", "it"),
        ("solve", TEXT, "--jsonl", "-"),
        ("solve", TEXT, "--out", "out"),
        ("parse",),
        ("parse", TEXT, "--conllu", "in.conllu"),
        ("solve", "--jsonl", "-", "--workers", "0"),
        ("solve", "--jsonl", "-", "--workers", "many"),
        ("solve", "--jsonl", "-", "--time-limit", "-1"),
        ("solve", "--jsonl", "-", "--time-limit", "inf"),
        ("parse", ""),
        ("parse", "--conllu", "no/such/file.conllu"),
        ("kb", "lint", "no/such/file.lp"),
        ("evaluate", "no/such/file.xml"),
        ("evaluate", "README.md"),
        ("no-such-verb",),
    ],
)
def test_whatever_is_wrong_is_one_message(fails: Any, argv: tuple[str, ...]) -> None:
    assert fails(*argv)


@pytest.mark.parametrize("argv", [(), ("kb",)])
def test_no_verb_shows_the_help(run: Any, argv: tuple[str, ...]) -> None:
    ran = run(*argv)
    assert (ran.status, ran.out) == (2, "")
    assert "usage:" in ran.err


def test_a_megabyte_of_text_is_refused() -> None:
    ran = outside("solve", "-", input=TEXT.encode() * 17_000)
    assert ran.returncode == 2
    assert ran.stdout == b""
    assert ran.stderr.startswith(b"coindex: the text has 1,0")
    assert outside("solve", "-", input=b"\xff").returncode == 2


def test_control_characters_are_no_harm(run: Any) -> None:
    assert run("solve", TEXT.replace(" ", "\x07 \x00")).status in (0, 2)


def test_a_broken_line_is_left_out_and_told_by_its_place(
    run: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "broken.lp"
    file.write_text('verb("lend",lend).\nverb("oops",.\n')
    ran = run("solve", TEXT, "--knowledge", file)
    assert ran.status == 0
    assert "broken.lp:2:13: left out: " in caplog.text + ran.err
    assert run("kb", "show", "lend", "--knowledge", file).status == 0


def test_a_reader_that_leaves_is_no_failure() -> None:
    argv = [sys.executable, str(ROOT / "cli.py"), "kb", "show", "thank"]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 141)


def test_an_internal_error_is_one_message(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise ZeroDivisionError("oops")

    monkeypatch.delenv("COINDEX_DEBUG", raising=False)
    monkeypatch.setattr(kb, "kb_show", broken)
    ran = run("kb", "show", "thank")
    assert (ran.status, ran.out) == (2, "")
    assert "internal error: ZeroDivisionError: oops" in ran.err
    monkeypatch.setenv("COINDEX_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main(["kb", "show", "thank"])


def test_an_interruption_is_one_message(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(kb, "kb_show", interrupted)
    ran = run("kb", "show", "thank")
    assert (ran.status, ran.err) == (130, "coindex: interrupted\n")


def test_what_a_terminal_cannot_show_is_escaped() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    ran = outside("solve", "--explain", TEXT.replace("Dora", "Renée"), env=environment)
    assert ran.returncode == 0
    assert rb"Ren\xe9e" in ran.stdout


def test_help_and_version_need_no_heavy_package() -> None:
    code = (
        "import sys, cli\n"
        "assert cli.main(['solve', '--help']) == 0\n"
        "assert cli.main(['--version']) == 0\n"
        "assert not {'spacy', 'clingo', 'lark', 'networkx'} & set(sys.modules), 'heavy'"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    subprocess.run(
        [sys.executable, "-c", code], check=True, stdout=subprocess.PIPE, env=environment
    )


@pytest.mark.model
def test_an_answer_that_is_not_sure_enough_is_undecided(run: Any, fails: Any) -> None:
    ran = run("solve", UNSURE, "--min-confidence", 0.99)
    assert ran.out.startswith("he: undecided  (best guess: ")
    assert "% for “The nurse”, one of:" in ran.out
    assert run("solve", UNSURE, "--min-confidence", 0.5).out.startswith("he = ")
    record = json.loads(run("solve", UNSURE, "--min-confidence", 0.99, "--format", "json").out)
    assert record["undecided"]
    assert record["suggestions"]
    told = run(
        "choose", "It rained.", "It zibbed.", "It zobbed.", "--asks", "cause", "--min-confidence", 1
    )
    assert told.out.startswith("the cause: undecided")
    assert "--min-confidence goes with" in fails(
        "solve", UNSURE, "--min-confidence", 1, "--format", "dot"
    )


# ------------------------------------------------------------------------------------- the command


@pytest.mark.parametrize(
    ("started", "words"), [("cli.py", "python cli.py"), ("/usr/bin/coindex", "coindex")]
)
def test_help_names_the_command_that_was_started(
    started: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    for verbs in every_command():
        assert cli.main([*verbs, "--help"]) == 0
        text = capsys.readouterr().out
        assert text.startswith(f"usage: {' '.join([words, *verbs])}")
        other = "coindex" if words != "coindex" else "python cli.py"
        assert not re.search(rf"^ *{re.escape(other)} [a-z]", text, re.MULTILINE), verbs
    assert cli.main(["kb", "show"]) == 2
    assert capsys.readouterr().err.startswith(f"usage: {words} kb show")


def every_command() -> list[list[str]]:
    """The words of each command, those of verbs that have verbs of their own too."""
    found: list[list[str]] = []

    def walk(parser: argparse.ArgumentParser, words: list[str]) -> None:
        found.append(words)
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for verb, below in action.choices.items():
                    walk(below, [*words, verb])

    walk(cli._parser(), [])
    return found


@pytest.mark.parametrize("option", ["--pronoun", "--candidates"])
@pytest.mark.parametrize("verb", ["solve", "hardness"])
def test_an_option_for_one_value_is_not_given_twice(
    verb: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([verb, TEXT, option, "she; her", option, "it; them"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert f"{option} may be given once; the second is 'it; them'" in err


def test_examples_in_another_encoding_are_one_message(fails: Any, tmp_path: Path) -> None:
    file = tmp_path / "examples.txt"
    file.write_bytes(b"# caf\xe9\n")
    assert "not UTF-8" in fails("kb", "test", file)
