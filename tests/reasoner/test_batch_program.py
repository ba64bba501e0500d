"""Questions solved in one program have the answers, costs and rules that each has alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clingo
import pytest

from coindex.reasoner.answer import Answer
from coindex.reasoner.grounding.numbering import numbered, numbered_fact
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving import batch_program
from coindex.reasoner.solving.certain import certain
from kparse.errors import SolveError

QUESTIONS = Path(__file__).resolve().parents[2] / "bench" / "questions.jsonl"


def questions(step: int) -> list[dict[str, Any]]:
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()[::step]
    records = map(json.loads, lines)
    return [{key: value for key, value in r.items() if key != "answer"} for r in records]


def seen(answer: Answer) -> tuple[Any, ...]:
    """What must not depend on how a question is solved."""
    rules = [[(rule.id, rule.weight) for rule in reading.rules] for reading in answer.readings]
    levels = [reading.cost_by_level for reading in answer.readings]
    return answer.answer, answer.costs, levels, answer.decided_by, answer.confidence, rules


@pytest.mark.model
def test_together_as_alone(reasoner: Reasoner) -> None:
    items = questions(4)
    found = list(reasoner.solve_many(items))
    alone = [next(iter(reasoner.solve_many([item]))) for item in items]
    assert [seen(answer) for answer in found] == [seen(answer) for answer in alone]
    assert len({answer.decided_by for answer in found}) > 1


@pytest.mark.model
def test_what_cannot_be_solved_together_is_solved_alone(
    reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = questions(20)
    found = list(reasoner.solve_many(items))

    def fails(*_: object) -> list[Any]:
        raise SolveError("too long")

    monkeypatch.setattr(batch_program, "solved_in_one_program", fails)
    assert [seen(a) for a in reasoner.solve_many(items)] == [seen(answer) for answer in found]


def test_questions_in_one_program_do_not_meet() -> None:
    predicates = {"p/1", "q/2", "r/1"}
    rules = "r(X) :- p(X), not q(X,_). r(X) :- q(X,Y), p(Y), t(X,Y)."
    text = "\n".join(numbered(f"{rule.strip()}.", predicates) for rule in rules.split(".")[:2])
    facts = [numbered_fact("p(a)", 0), numbered_fact("q(a,b)", 1), numbered_fact("p(b)", 1)]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], text + "t(a,b). " + "".join(f"{fact}." for fact in facts))
    control.ground([("base", [])])
    found = {str(atom.symbol) for atom in control.symbolic_atoms.by_signature("r", 2)}
    assert found == {"r(0,a)", "r(1,a)", "r(1,b)"}


def test_an_atom_is_certain_if_propagation_says_so() -> None:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], "{ a }. b :- not c. c :- not d. d. e :- a. f :- e. f :- not e.")
    control.ground([("base", [])])
    every = list(control.symbolic_atoms)
    assert {str(atom.symbol) for atom in certain(control, every)} == {"b", "d"}
    loop = clingo.Control(["--warn=none"])
    loop.add("base", [], "x(1) :- not y(1). y(X) :- x(X), z(X). { u }. z(2) :- u. w :- x(1).")
    loop.ground([("base", [])])
    assert "w" in {str(atom.symbol) for atom in certain(loop, loop.symbolic_atoms)}
