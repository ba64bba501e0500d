"""The tools of the rule author as a user runs them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from coindex.commands import main as cli
from coindex.commands.kb import watch
from coindex.files.shipped import KNOWLEDGE
from tests.conftest import ROOT

EXAMPLES = """\
provocation: Max punched Leo because [he] had cheated at cards. = Leo | Max
provocation: ! Max punched Leo because [he] was furious. = Max | Leo
"""
LEXICON = """\
event_class(act). event_class(harm). isa(harm,act). frame(act,subj,agent). frame(harm,obj,patient).
property(angry;wrong). kind_class(person;agentive). kind_isa(person,agentive).
verb("hit",harm). adj("furious",angry). adj("rude",wrong). connective("because",cause).
name("Max",masc). name("Leo",masc).
"""
QUESTION = {
    "id": "a",
    "text": "Max hit Leo because he was rude.",
    "pron_start": 20,
    "pron_end": 22,
    "candidates": ["Max", "Leo"],
    "answer": 1,
}


@pytest.fixture
def run(parser_loaded_once: None, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*argv: object) -> tuple[int, str, str]:
        status = cli.main(["kb", *(str(a) for a in argv)])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def home(tmp_path: Path) -> Path:
    directory = tmp_path / "kb"
    for part in ("rows", "axioms", "examples"):
        (directory / part).mkdir(parents=True)
    (directory / "rows" / "words.lp").write_text(LEXICON)
    (directory / "axioms" / "harm.lp").write_text("reason(harm,other,wrong,5).\n")
    (directory / "examples" / "harm.txt").write_text(
        "reason(harm): Max hit Leo because [he] was rude. = Leo | Max\n"
    )
    return directory


@pytest.mark.model
def test_test(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "e.txt"
    file.write_text(EXAMPLES)
    status, out, err = run("test", file, "--rule", "provocation", "--rules")
    assert status == 0, out
    assert "2 of 2 examples" in err
    assert "1 of 1 groups of twins" in err
    assert "must  stay silent  fired" in out
    assert " provocation " not in out
    assert "there is no example of `other`" in run("test", file, "--rule", "other")[2]


@pytest.mark.model
@pytest.mark.slow
def test_test_with_workers(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "e.txt"
    file.write_text(EXAMPLES)
    status, out, err = run("test", file, "--workers", 2)
    assert (status, out) == (0, ""), err


def test_show_laws(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "rows.lp"
    file.write_text("reason(hire,theme,(skilled;does(work)),7). effect(neg(hire),theme,sad,5).\n")
    out = run("show", "hire", "--all", "--knowledge", file)[1]
    assert "is explained by (reason):" in out
    assert "skilled" in out
    assert "neg(hire) leads to (effect):" in out
    out = run("show", "effect(neg(hire),theme,sad)", "--all", "--knowledge", file)[1]
    assert "  weight  " in out
    assert "cons(effect(neg(hire),theme,sad),E,S) :- " in out
    assert run("show", "neg(hire)", "--all", "--knowledge", file)[1].startswith("class hire")
    assert "  explains (reason): " in run("show", "skilled", "--all", "--knowledge", file)[1]


def test_stats(run: Any, tmp_path: Path) -> None:
    status, out, _ = run("stats")
    assert status == 0
    assert "verbs" in out
    assert "knowledge/rows/classes.lp" in out
    out = run("stats", "--missing", 5, "--words", "verbs")[1]
    assert out.startswith("verbs without rows (5 of ")
    record = json.loads(run("stats", "--format", "json")[1])
    assert set(record["words"]) == {"verbs", "adjectives", "nouns"}
    assert run("stats", "--run", tmp_path / "none.json")[0] == 2


@pytest.mark.model
def test_stats_of_a_run(run: Any, tmp_path: Path) -> None:
    questions, kept = tmp_path / "q.jsonl", tmp_path / "run.json"
    questions.write_text(json.dumps(QUESTION) + "\n")
    assert cli.main(["evaluate", str(questions), "--out", str(kept), "--workers", "1"]) == 0
    out = run("stats", "--run", kept)[1]
    assert "axioms that fired in no question: " in out
    assert "rows reason/4 and effect/4 that fired in none: " in out
    status, out, _ = run("diff", kept, kept)
    assert status == 0
    assert out.endswith("1 questions, 0 of them with different rules or rows: nothing changes\n")


@pytest.mark.model
def test_why_not(run: Any) -> None:
    text = "Ida scolded Rosa because [she] had lied."
    status, out, _ = run("why-not", text, "--answer", "Ida")
    assert status == 0
    assert "asked about: Ida" in out
    assert "rules that came nearest" in out
    status, out, _ = run(
        "why-not", text, "--answer", "Ida", "--rule", "harm_in_anger", "--format", "json"
    )
    record = json.loads(out)
    assert record["rule"] == "harm_in_anger"
    assert record["near"]
    assert run("why-not", text, "--answer", "Otto")[0] == 2
    assert run("why-not", text, "--answer", "Ida", "--candidates", "Ida")[0] == 2
    assert "there is no rule" in run("why-not", text, "--answer", "Ida", "--rule", "nothing")[2]


def test_new(run: Any, tmp_path: Path) -> None:
    rules, examples = tmp_path / "r.lp", tmp_path / "e.txt"
    rules.write_text("% here already")
    status, out, err = run("new", "hire", "--to", rules, "--examples", examples)
    assert (status, out) == (0, "")
    assert err.count("the draft is at the end of") == 2
    assert rules.read_text().startswith("% here already\n\n% ---- hire")
    assert "#reason(hire): TEXT. = RIGHT ANSWER | OTHER ANSWER" in examples.read_text()
    assert run("lint", rules)[:2] == (0, "")
    assert "%expl(some_rule,E,S)" in run("new", "some_rule")[1]
    assert run("new", "hire", "--to", tmp_path / "r.txt")[0] == 2
    assert run("new", "hire", "--to", rules / "r.lp")[0] == 2
    assert "is taken by" in run("new", "provocation")[2]


@pytest.mark.model
def test_diff(run: Any, home: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    os.rename(home, old)
    for part in ("rows", "axioms", "examples"):
        (home / part).mkdir(parents=True)
    (home / "rows" / "words.lp").write_text(LEXICON)
    (home / "axioms" / "harm.lp").write_text("reason(harm,actor,wrong,5).\n")
    status, out, _ = run("diff", old, home, "--examples", old / "examples")
    assert status == 0
    assert "newly wrong  examples/harm.txt:1" in out
    assert "for Leo: - reason(harm,other,wrong) 5  (gone, old/axioms/harm.lp:1)" in out
    questions = tmp_path / "q.jsonl"
    questions.write_text(json.dumps(QUESTION) + "\n")
    record = json.loads(run("diff", old, home, "--questions", questions, "--format", "json")[1])
    assert [c["kind"] for c in record["changes"]] == ["newly wrong"]
    assert run("diff", old, "run.json")[0] == 2
    assert run("diff", tmp_path / "none", home)[0] == 2


@pytest.mark.model
def test_watch(run: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edits = iter(["reason(harm,actor,wrong,5).\n", "reason(harm,\n"])

    def pause() -> None:
        text = next(edits, None)
        if text is None:
            raise KeyboardInterrupt
        (home / "axioms" / "harm.lp").write_text(text)

    monkeypatch.setattr(watch, "_pause", pause)
    status, out, err = run("watch", home)
    assert status == 0
    assert "all examples asked: 0 fail" in out
    assert "harm.lp: 2 rows and 0 rules differ; of 1 examples, 1 may be affected" in out
    assert "now fails   examples/harm.txt:1  E701" in out
    assert "harm.lp: cannot be used" in out
    assert "no longer watching" in err
    assert run("watch", home / "nowhere")[0] == 2


@pytest.mark.model
def test_watch_of_files_beside_the_shipped_ones(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits = iter(['verb("officiate_for",help).\n'])
    mine = tmp_path / "my"
    mine.mkdir()
    (mine / "words.lp").write_text("% Words of my own.\n")
    assert "there are no examples" in run("watch", mine)[2]
    (mine / "examples.txt").write_text(
        "knowledge: Ivan officiated for Boris because [he] was ill. = Boris | Ivan\n"
    )

    def pause() -> None:
        text = next(edits, None)
        if text is None:
            raise KeyboardInterrupt
        (mine / "words.lp").write_text(text)

    monkeypatch.setattr(watch, "_pause", pause)
    status, out, _ = run("watch", mine)
    assert status == 0
    assert "all examples asked: 1 fail" in out
    assert "words.lp: 1 rows and 0 rules differ; of 1 examples, 1 may be affected" in out
    assert "now right   my/examples.txt:1  Ivan officiated for Boris" in out


@pytest.mark.model
@pytest.mark.parametrize("folder", ["rows", "axioms"])
def test_diff_of_one_file(run: Any, tmp_path: Path, folder: str) -> None:
    file, examples = tmp_path / "space.lp", tmp_path / "e.txt"
    file.write_text((KNOWLEDGE / folder / "space.lp").read_text())
    examples.write_text(EXAMPLES)
    status, out, _ = run("diff", file, "--examples", examples)
    assert (status, out) == (
        0,
        "2 questions, 0 of them with different rules or rows: nothing changes\n",
    )
    other = file.rename(tmp_path / "nothing_like_it.lp")
    assert "no files of that name" in run("diff", other, "--examples", examples)[2]


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_watch_ends_cleanly(home: Path) -> None:
    argv = [sys.executable, str(ROOT / "cli.py"), "kb", "watch", str(home)]
    with subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("watching ")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in out + err
    assert err.endswith(
        "coindex: no longer watching; what came of the examples is kept for the next start\n"
    )


def test_every_verb_has_an_example(run: Any) -> None:
    for name in ("show", "lint", "test", "stats", "why-not", "new", "diff", "watch"):
        status, out, _ = run(name, "--help")
        assert status == 0
        assert f"coindex kb {name} " in out


# -------------------------------------------------------------------------------------- reliability


@pytest.fixture
def answered(run: Any, tmp_path: Path) -> Path:
    """A run of three questions of our own."""
    from coindex.commands import main as whole

    twin = QUESTION | {"id": "b", "text": "Max hit Leo because he was angry.", "answer": 0}
    lines = [QUESTION, twin, QUESTION | {"id": "c", "text": "Max hit Leo because he was cruel."}]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    out = tmp_path / "run.json"
    assert (
        whole.main(["kb", "reliability", str(questions), "--out", str(out), "--workers", "1"]) == 0
    )
    return out


@pytest.mark.model
def test_reliability_counts_in_a_run(run: Any, answered: Path, tmp_path: Path) -> None:
    table, kept = tmp_path / "rules.csv", tmp_path / "kept.tsv"
    written = ("--csv", table, "--keep", kept)
    status, out, _ = run("reliability", "--run", answered, "--by", "form", "--least", 1, *written)
    assert status == 0
    assert "\nform " in out
    assert "class_row" in out
    assert table.read_text().startswith("by,name,part,spoke,told_apart,right,share,low,high,alone")
    assert kept.read_text().startswith("# How often each rule")


def test_reliability_wants_questions_or_a_run(run: Any) -> None:
    status, _, err = run("reliability")
    assert status == 2
    assert "give either files of questions or --run" in err


def test_show_has_the_figure_of_a_rule(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coindex.reasoner.showing import reliability
    from kparse.caches import forget
    from kparse.errors import InputError

    row = "reason(harm,other,dishonest)"
    figures = reliability.Reliability(20, 15, 53, 89, 0, 0)
    found = {row: figures, "act_from_mind": figures}
    monkeypatch.setattr(reliability, "read_reliability", lambda: found)
    for name in found:
        assert "right in 15 of 20 questions" in run("show", name)[1]
    monkeypatch.undo()
    forget()
    broken = tmp_path / "figures.tsv"
    broken.write_text("# head\nrule\t3\n")
    with pytest.raises(InputError, match="not the figures of a rule"):
        reliability.read_reliability(broken)
    assert reliability.read_reliability(tmp_path / "none.tsv") == {}


def test_help_fits_a_screen_in_the_order_of_a_days_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main(["kb", "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 24
    places = [
        next(place for place, line in enumerate(lines) if line.split()[:1] == [verb])
        for verb in ("why-not", "find", "show", "new", "lint", "test", "watch", "diff", "stats")
    ]
    assert places == sorted(places)
