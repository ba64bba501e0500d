"""A question's program, printed: clingo alone finds the same best reading and the same answer."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from coindex.commands.main import main
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving import solver
from coindex.reasoner.solving.solver import Grounded, Solution
from kparse.errors import InputError

pytestmark = pytest.mark.model
ROOT = Path(__file__).resolve().parents[2]
(UNSEEN,) = ROOT.glob("*/unseen/questions.jsonl")
SETS = ((ROOT / "bench" / "questions.jsonl", 60), (UNSEEN, 140))
"""Files of questions, and how many are taken of each, evenly."""
CARLA = "Carla thanked Dora because [she] had carried the bags upstairs."


@dataclass(frozen=True)
class Best:
    """The best reading: the costs of its levels, and what the pronoun asked about stands for."""

    cost: tuple[int, ...]
    pronoun: str
    candidate: str


def by_clingo(text: str, path: Path) -> Best:
    """Solve a program with nothing but clingo."""
    path.write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "clingo", str(path)], capture_output=True, text=True, timeout=120
    )
    assert done.stderr == "", text
    assert "OPTIMUM FOUND" in done.stdout
    *_, shown = re.findall(r"^Answer: [0-9]+.*\n(.*)$", done.stdout, re.MULTILINE)
    *_, cost = re.findall(r"^Optimization: (.*)$", done.stdout, re.MULTILINE)
    answer = re.fullmatch(r"answer\(([^,]+),(.+)\)", shown.strip())
    assert answer, shown
    return Best(tuple(map(int, cost.split())), *answer.groups())


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[Best]:
    """The best readings of the questions that the reasoner solves, the last one last."""
    found: list[Best] = []

    class Noted(Grounded):
        def solve(self, pronoun: str, candidates: list[str], **options: Any) -> Solution:
            solution = super().solve(pronoun, candidates, **options)
            if options.get("keep_atoms"):
                return solution  # what the situations are, for a stored sentence
            best = min(solution.optima, key=lambda one: one.cost)
            found.append(Best(best.cost, pronoun, candidates[best.index]))
            return solution

    monkeypatch.setattr(solver, "Grounded", Noted)
    return found


def questions(share: int) -> Iterator[dict[str, Any]]:
    """Give some own questions: a share of those of :data:`SETS`."""
    for path, number in SETS:
        lines = path.read_text("utf-8").splitlines()
        step = len(lines) * share // number
        yield from map(json.loads, lines[::step][: number // share])


WANTED = [
    pytest.mark.slow,
    pytest.mark.skipif("not config.getoption('-m')", reason="asked when wanted: -m slow"),
]


@pytest.mark.parametrize(("share", "number"), [(5, 40), pytest.param(1, 200, marks=WANTED)])
def test_clingo_alone_answers_as_the_reasoner(
    share: int, number: int, reasoner: Reasoner, solved: list[Best], tmp_path: Path
) -> None:
    programs = [
        reasoner.program(one["text"], pronoun=one["pron_start"], candidates=one["candidates"])
        for one in questions(share)
    ]
    assert len(programs) == len(solved) == number
    places = [tmp_path / f"{n}.lp" for n in range(number)]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(by_clingo, programs, places))
    assert found == solved


def test_a_program_answers_like_solve(
    reasoner: Reasoner, solved: list[Best], tmp_path: Path
) -> None:
    answer = reasoner.solve(CARLA)
    best = by_clingo(reasoner.program(CARLA), tmp_path / "a.lp")
    assert [best, best] == solved
    assert answer.best is not None
    assert best.candidate == answer.best.node


def test_comments_name_the_files_and_lines(reasoner: Reasoner) -> None:
    lines = reasoner.program(CARLA).splitlines()
    assert lines[0] == "% Carla thanked Dora because she had carried the bags upstairs."
    assert "[she]" in lines[1]
    assert "= Carla" in lines[1]
    parts = [line.removeprefix("% ==== ") for line in lines if line.startswith("% ==== ")]
    files = [part for part in parts if "/" in part]
    assert any(file.startswith("encodings/") for file in files)
    assert any(file.startswith("knowledge/") for file in files)
    assert all((ROOT / file).is_file() for file in files)
    assert str(ROOT) not in "\n".join(lines)
    file = ""
    checked = 0
    for line in lines:
        if line.startswith("% ==== "):
            file = line.removeprefix("% ==== ")
        row = re.fullmatch(r"(\w+)\(.*\)\.  % ([0-9]+)", line)
        rule = re.fullmatch(r"% line ([0-9]+)", line)
        if "/" in file and (row or rule):
            number = int(row[2] if row else rule[1] if rule else 0)
            there = (ROOT / file).read_text("utf-8").splitlines()[number - 1]
            assert row is None or row[1] in there or not file.endswith(".lp"), line
            assert rule is None or there.strip(), line
            checked += 1
    assert checked > 100


def test_what_a_program_is_given_besides(
    reasoner: Reasoner, solved: list[Best], tmp_path: Path
) -> None:
    text = "The nurse trained the guard because [he] was glorpy."
    sentence = "Person1 trains person2 because person2 is glorpy."
    program = reasoner.program(text, knowledge=[sentence])
    assert "english_rule(1)" in program
    best = by_clingo(program, tmp_path / "a.lp")
    assert best == solved[-1]
    answer = reasoner.solve(text, knowledge=[sentence])
    assert answer.best is not None
    assert (answer.candidate, best.candidate) == ("the guard", answer.best.node)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Karen phoned Lisa because she wanted to invite her.", 2),
        ("Karen phoned Lisa because [she] wanted to invite [her].", 2),
    ],
)
def test_a_program_answers_one_question(text: str, number: int, reasoner: Reasoner) -> None:
    with pytest.raises(InputError) as caught:
        reasoner.program(text)
    assert f"{number} pronouns are asked about" in str(caught.value)
    assert "--pronoun" in (caught.value.hint or "")
    assert "[it]" in (caught.value.hint or "")
    assert "answer(P,X)" in reasoner.program(text, pronoun="she")


def test_an_empty_text_has_no_program(reasoner: Reasoner) -> None:
    with pytest.raises(InputError, match="empty"):
        reasoner.program("  ")


def test_the_command_prints_it(
    capsys: pytest.CaptureFixture[str], solved: list[Best], tmp_path: Path
) -> None:
    assert main(["solve", CARLA, "--format", "lp"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert by_clingo(printed.out, tmp_path / "a.lp") == solved[-1]


@pytest.mark.parametrize("more", [["--explain"], ["--explain", "full"], ["--conllu", "x.conllu"]])
def test_what_does_not_go_with_a_program(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = [] if "--conllu" in more else [CARLA]
    assert main(["solve", *text, "--format", "lp", *more]) == 2
    error = capsys.readouterr().err
    assert "--format lp prints a program, without --explain and --conllu" in error
