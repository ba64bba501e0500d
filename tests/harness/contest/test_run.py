"""A run answers every problem, whatever fails inside, and gives the confidence of each answer."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, cast

import pytest

from coindex.harness.contest.output import read_output
from coindex.harness.contest.run import (
    TRACE_KEYS,
    Task,
    answer_problem,
    check_team,
    guess,
    run,
    tasks_of,
)
from coindex.harness.questions import traces
from coindex.harness.questions.collection import Problem, parse_collection, read_collection
from coindex.reasoner.answer import Answer
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.journal import Journal, digest_of
from coindex.reasoner.jobs.workers import Limits, Settings
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from kparse.mentions.candidates import strip_brackets
from tests.harness.contest.stubs import StubReasoner, StubSettings, failing
from tests.harness.contest.test_output import EXAMPLE

STUB = cast("Reasoner", StubReasoner())
SETTINGS = StubSettings(explain=True)
BROKEN = """<collection>
<schema><text><txt1>Ida met Mia, and</txt1><pron>she</pron><txt2>sang.</txt2></text>
<answer>Ida</answer><answer>Mia</answer></schema>
<schema/>
<schema><text><txt1>Nobody sang.</txt1></text><answer>.</answer><answer>Mia</answer><answer>Jo</answer></schema>
<schema><text><pron>She</pron><txt2>sang.</txt2></text><answer>Mia</answer></schema>
<schema><text><pron>She</pron><txt2>sang for long.</txt2></text>
<answer/><answer>Mia</answer><answer>Jo</answer></schema>
</collection>"""


def traced(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_nothing_is_left_out_of_a_broken_file(tmp_path: Path) -> None:
    source = tmp_path / "in.xml"
    source.write_text(BROKEN, encoding="utf-8")
    done = run(source, "T", tmp_path / "out", SETTINGS)
    assert (done.problems, done.guesses, done.errors, done.resumed) == (5, 3, 3, 0)
    lines = traced(done.trace)
    assert [line["number"] for line in lines] == [1, 2, 3, 4, 5]
    assert all(list(line) == TRACE_KEYS for line in lines)
    assert [line["error"] for line in lines] == [
        None,
        "there is no text",
        "there is no pronoun, or its place in the text is not given",
        "there is one answer only",
        None,
    ]
    output = read_output(done.output)
    assert output.fitted(read_collection(source).problems) == output
    assert list(output.letters) == [line["answer"] for line in lines]
    # An empty answer is never chosen; the letters of the others are not moved by it.
    assert [line["candidate"] for line in lines][1:4] == [None, "Mia", "Mia"]
    assert lines[2]["answer"] == "B"
    assert lines[4]["answer"] in "BC"
    assert lines[0]["rules"][0]["file"] == "axioms/length.lp"
    assert sorted(p.name for p in done.output.parent.iterdir()) == ["T-output.txt", "T-trace.jsonl"]


def test_problems_that_are_lost_are_guessed(tmp_path: Path) -> None:
    done = run(EXAMPLE, "T", tmp_path, SETTINGS, workers=3, limits=Limits(1.0), job=failing)
    lines = traced(done.trace)
    assert [line["error"] for line in lines] == [
        "no answer within 1 seconds",
        "the worker process died of this question (out of memory?)",
        "internal error: RuntimeError: no luck",
        "the memory limit was reached",
        None,
        None,
    ]
    assert [line["answer"] for line in lines][:4] == ["A", "A", "A", "A"]
    assert [line["guess"] for line in lines] == [True] * 4 + [False] * 2
    assert lines[0]["explanation"] == "A guess: no answer within 1 seconds"
    assert (done.guesses, done.errors) == (4, 4)
    assert len(read_output(done.output).letters) == 6


class Careful:
    """A reasoner that cannot answer several questions together."""

    def solve_together(self, items: list[Item], *, explain: bool = False) -> Any:
        if len(items) > 1:
            raise RuntimeError("too many")
        return StubReasoner().solve_together(items)


def test_an_answer_is_not_lost_for_the_others_of_its_text() -> None:
    task = tasks_of(read_collection(EXAMPLE).problems)[1]
    assert [problem.number for problem in task.together] == [1, 2]
    plain = json.loads(answer_problem(STUB, Task(task.problem)))
    assert json.loads(answer_problem(cast("Reasoner", Careful()), task)) == plain


def test_an_answer_is_not_lost_for_its_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Task(read_collection(EXAMPLE).problems[0])
    plain = json.loads(answer_problem(STUB, problem))

    def broken(*_: object) -> str:
        raise ValueError("no width")

    monkeypatch.setattr("coindex.reasoner.rendering.render.to_text", broken)
    line = json.loads(answer_problem(STUB, problem))
    assert line["explanation"] == "cannot be shown: ValueError: no width"
    assert line["answer"] == plain["answer"]


def test_an_answer_without_a_choice_becomes_a_guess() -> None:
    class Silent:
        def solve_together(self, items: list[Item], *, explain: bool = False) -> Any:
            return [Answer("", "", 0, 0, (), None, "no candidate", 0.0)]

    line = json.loads(
        answer_problem(cast("Reasoner", Silent()), Task(read_collection(EXAMPLE).problems[1]))
    )
    assert (line["answer"], line["guess"], line["error"]) == ("A", True, "no answer was found")
    assert line["confidence"] == round(1 / 3, 6)


def test_more_answers_than_letters() -> None:
    many = Problem(1, 1, "He sang.", 0, 2, "", ("",) * 30 + ("Jo", "Al"), fault="too many")
    assert json.loads(guess(many, "too many"))["answer"] == "A"


@pytest.mark.model
def test_real_answers_have_the_right_pronoun_and_an_explanation(
    reasoner: Reasoner, tmp_path: Path
) -> None:
    problems = read_collection(EXAMPLE).problems
    tasks = tasks_of(problems)
    lines = [json.loads(answer_problem(reasoner, tasks[p.number])) for p in problems]
    assert [line["error"] for line in lines] == [None] * 6
    assert [line["pronoun"] for line in lines] == ["she", "it", "it", "it", "she", "He"]
    assert lines == [json.loads(answer_problem(reasoner, tasks[p.number])) for p in problems]
    for line in lines:
        sentence = f"{line['pronoun']} = {line['candidate']}"
        assert sentence.lower() in line["explanation"].lower()
        assert line["guess"] == (line["decided_by"] not in ("knowledge", "mined"))
    unreadable = parse_collection(
        b"<schema><text><txt1>Ida met Mia</txt1><pron>and</pron><txt2>sang.</txt2></text>"
        b"<answer>Ida</answer><answer>Mia</answer></schema>",
        "x",
    ).problems[0]
    line = json.loads(answer_problem(reasoner, Task(unreadable)))
    assert (line["answer"], line["decided_by"], line["guess"]) == ("A", "no pronoun", True)
    assert "there is no pronoun at offset 12" in line["error"]


def asked(text: str, answers: tuple[str, ...]) -> list[Problem]:
    """Give a problem for each pronoun in brackets."""
    plain, starts = strip_brackets(text)
    ends = [plain.find(" ", start) for start in starts]
    return [
        Problem(n, 1, plain, start, end if end > 0 else len(plain) - 1, "", answers)
        for n, (start, end) in enumerate(zip(starts, ends, strict=True), 1)
    ]


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "answers", "letters"),
    [
        ("Dario explained [his] plan to Felix, but [he] could not persuade [him] .", "AAB", "AAB"),
        (
            "The baker watched the beggar. As [he] pitied [him] , [he] gave [him] a loaf.",
            "",
            "XYXY",
        ),
        ("Peer met his uncle. When [he] lost [his] job, [he] asked [him] for money.", "", "XXXY"),
    ],
)
def test_the_pronouns_of_one_text_agree(
    reasoner: Reasoner, text: str, answers: str, letters: str
) -> None:
    names = {"D": ("Dario", "Felix"), "T": ("The baker", "the beggar"), "P": ("Peer", "his uncle")}
    tasks = tasks_of(asked(text, names[text[0]]))
    found = [json.loads(answer_problem(reasoner, task))["answer"] for task in tasks.values()]
    if answers:
        assert found == list(letters)
    first = found[0]
    assert ["X" if one == first else "Y" for one in found] == [
        "X" if one == letters[0] else "Y" for one in letters
    ]


@pytest.mark.model
def test_an_answer_that_is_not_in_the_text(reasoner: Reasoner) -> None:
    text = "Nora put the vase on the shelf, and [it] broke under the weight."
    for answers, letter in (
        (("the vase", "the bookcase"), "A"),
        (("the bookcase", "the vase"), "B"),
        (("the mug", "the rack"), "A"),
    ):
        line = json.loads(answer_problem(reasoner, Task(asked(text, answers)[0])))
        assert (line["answer"], line["error"]) == (letter, None)
    assert line["guess"]


def test_what_an_interrupted_run_left_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run(EXAMPLE, "T", tmp_path / "whole", SETTINGS)
    whole = first.trace.read_text(encoding="utf-8")
    (tmp_path / "part").mkdir()
    data = EXAMPLE.read_bytes()
    digest = digest_of("contest trace 2", data, repr(60.0), settings=SETTINGS)
    part = tmp_path / "part" / f"T-trace.jsonl.{digest}.part"
    part.write_text(whole[: whole.index("\n", len(whole) // 2) + 20], encoding="utf-8")
    done = run(EXAMPLE, "T", tmp_path / "part", SETTINGS)
    assert 0 < done.resumed < 6
    assert done.trace.read_text(encoding="utf-8") == whole
    assert done.output.read_bytes() == first.output.read_bytes()
    # Killed between the two files: all lines are there, nothing has to be answered again.
    part.write_text(whole, encoding="utf-8")
    done.output.unlink()
    done.trace.unlink()
    monkeypatch.setattr(traces, "in_order", None)
    again = run(EXAMPLE, "T", tmp_path / "part", SETTINGS)
    assert again.resumed == 6
    assert again.trace.read_text(encoding="utf-8") == whole
    assert not part.exists()
    # Somebody has written into it.
    for damaged in (whole.replace('"number": 2', '"number": 3'), "[]\n", "{\n", whole + whole):
        part.write_text(damaged, encoding="utf-8")
        with pytest.raises(InputError, match="Remove the file to start again"):
            run(EXAMPLE, "T", tmp_path / "part", SETTINGS)


def test_an_interruption_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(problems: Any, job: Any, *_: object, **__: object) -> Any:
        yield job(STUB, next(iter(problems)))
        raise KeyboardInterrupt

    monkeypatch.setattr(traces, "in_order", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(EXAMPLE, "T", tmp_path, SETTINGS)
    assert "1 of 6 answers are kept" in capsys.readouterr().err
    (part,) = tmp_path.iterdir()
    assert part.name.startswith("T-trace.jsonl.")
    assert part.read_text(encoding="utf-8").count("\n") == 1


def test_two_runs_at_once(tmp_path: Path) -> None:
    digest = digest_of("contest trace 2", EXAMPLE.read_bytes(), repr(60.0), settings=SETTINGS)
    with (
        Journal(tmp_path / "T-trace.jsonl", digest),
        pytest.raises(InputError, match="another run is writing the same answers"),
    ):
        run(EXAMPLE, "T", tmp_path, SETTINGS)


@pytest.mark.parametrize("name", ["A", "Zoë-2", "team_1.b", "9"])
def test_names_of_teams(name: str) -> None:
    assert check_team(name) == name


@pytest.mark.parametrize(
    "name", ["", ".", "..", "-x", "a/b", "a\\b", "a b", "a\n", "a\0", "/etc/x", "é" * 60, "_"]
)
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InputError, match="is no name for a team"):
        check_team(name)


def test_what_cannot_be_written_is_said_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "T-output.txt").mkdir()
    with pytest.raises(InputError, match="it is a directory"):
        run(EXAMPLE, "T", tmp_path, SETTINGS)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot make the directory"):
        run(EXAMPLE, "T", tmp_path / "file", SETTINGS)
    with pytest.raises(InputError, match="cannot make the directory"):
        run(EXAMPLE, "T", tmp_path / "none" / "none", SETTINGS)
    source = tmp_path / "U-output.txt"
    source.write_bytes(EXAMPLE.read_bytes())
    with pytest.raises(InputError, match="would overwrite what is read"):
        run(source, "U", tmp_path, SETTINGS)
    assert Settings() != SETTINGS


def test_a_pipe_or_device_is_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "ada-output.txt")
    with pytest.raises(InputError, match="no regular file"):
        run(EXAMPLE, "ada", tmp_path, SETTINGS)
