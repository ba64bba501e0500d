"""What can matter is chosen of rules and rows, and default rules by what happens: the same optima as with all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import clingo
import pytest

from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.grounding.question_facts import encoding_files
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.knowledge.default_rules import default_rule, fact_of
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving import solver
from coindex.reasoner.solving.solver import Grounded, Solution
from coindex.reasoner.store.store import Selection, Store

QUESTIONS = Path(__file__).resolve().parents[2] / "bench" / "questions.jsonl"


def default(fact: str) -> Rule:
    return default_rule(Row(fact, fact.partition("(")[0], "", "default_rules.lp", 1))


def test_what_happens_and_is_told_chooses_rows() -> None:
    facts = ("reason(harm,actor,angry,5)", "effect(harm,other,does(neg(flee)),4)")
    row_facts = RowFacts([default(fact) for fact in (*facts, 'reason("rob",any,dim(size,hi),3)')])
    there = {
        ("plays/4", 1): {"harm", "neg(harm)"},
        ("happens/2", 1): {'"rob"'},
        ("attributed/3", 2): {"dim(size,hi)", "angry"},
    }
    assert row_facts.facts(lambda predicate, place: there[predicate, place]) == [
        'reason("rob",any,dim(size,hi),3)',
        "reason(harm,actor,angry,5)",
    ]
    assert set(row_facts.every()) == {*facts, 'reason("rob",any,dim(size,hi),3)'}


@pytest.mark.model
def test_default_rules_come_when_it_is_known_what_happens(reasoner: Reasoner) -> None:
    """In the shipped knowledge these predicates are in no circle with the rules that read the rows."""
    text = "The porter robbed the clerk because he was greedy."
    found: list[Grounded] = []
    reasoner.observe = found.append
    try:
        reasoner.solve(text, candidates=["the porter", "the clerk"])
    finally:
        reasoner.observe = None
    ((given),) = (one.program for one in found)
    rows = [fact for fact in given.facts if fact.startswith(("reason(", "effect("))]
    every = reasoner.store.fetch(["porter", "rob", "clerk", "greedy"]).row_index.every()
    assert 0 < len(rows) < len(every) / 2
    assert any("greedy" in row for row in rows)


def whole_program(
    facts: Iterable[str], selection: Selection, store: Store, extra: Iterable[str]
) -> clingo.Control:
    """Everything: all encodings, rules, weights and rows, as they are written."""
    rules = (*store.rules(), *selection.added)
    given = [*facts, *extra, *(row.fact for row in selection.rows)]
    given += map(fact_of, selection.row_index.every())
    given += [f"weight({rule.id},{rule.weight})" for rule in rules if rule.kind == "axiom"]
    control = clingo.Control(["--warn=none", "--opt-mode=opt"])
    for text in (*(text for _, text in encoding_files()), *(rule.program for rule in rules)):
        control.add(text)
    control.add("\n".join(f"{fact}." for fact in dict.fromkeys(given)))
    control.ground()
    return control


def optimum(control: clingo.Control, pronoun: str, candidate: str) -> Any:
    """The cost and the shown atoms of the best reading in which a pronoun stands for a candidate."""
    chosen = clingo.Function("binds", [clingo.parse_term(pronoun), clingo.parse_term(candidate)])
    found: list[Any] = []

    def note(model: clingo.Model) -> None:
        found.append((tuple(model.cost), tuple(sorted(map(str, model.symbols(shown=True))))))

    assert control.solve([(chosen, True)], on_model=note).exhausted
    return found[-1]


@pytest.mark.model
@pytest.mark.parametrize("every", [30, pytest.param(6, marks=pytest.mark.slow)])
def test_questions_have_the_same_optima(
    every: int, reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = statements = 0

    class Both(Grounded):
        """Solves a question as it is solved, and from everything."""

        def __init__(
            self, facts: Iterable[str], selection: Selection, store: Store, **options: Any
        ) -> None:
            self.given = list(facts), selection, store
            super().__init__(self.given[0], selection, store, **options)

        def solve(self, pronoun: str, candidates: list[str], **options: Any) -> Solution:
            nonlocal compared, statements
            found = super().solve(pronoun, candidates, **options)
            control = whole_program(*self.given, (one.fact for one in found.fitted))
            for one, candidate in zip(found.optima, candidates, strict=True):
                assert (one.cost, one.shown) == optimum(control, pronoun, candidate)
            compared += 1
            statements += len(found.program.statements)
            return found

    monkeypatch.setattr(solver, "Grounded", Both)
    records = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()[::every]]
    for record in records:
        reasoner.solve(
            record["text"], pronoun=record["pron_start"], candidates=record["candidates"]
        )
    assert compared == len(records)
    assert statements < compared * len(reasoner.store.rules()) / 2
