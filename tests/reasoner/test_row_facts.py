"""Default rules that are added when the events are known: the same optima as with all rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import clingo
import pytest

from coindex.reasoner.asp.records import Row
from coindex.reasoner.grounding.pruning import pruner
from coindex.reasoner.grounding.question_facts import encoding_text
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.grounding.slicing import MultiShotProgram, Slicer, slicer
from coindex.reasoner.knowledge.base_program import BaseProgram
from coindex.reasoner.knowledge.store import Selection
from coindex.reasoner.knowledge.typical_rows import default_rule, is_default_rule
from coindex.reasoner.knowledge.variants import fact_for
from coindex.reasoner.running import program as programs
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.running.program import applicable, program_of, readings_of
from coindex.reasoner.solving import solver
from coindex.reasoner.solving.derived import Derived
from coindex.reasoner.solving.solver import Grounded

QUESTIONS = Path(__file__).resolve().parents[2] / "bench" / "questions.jsonl"


def default(fact: str) -> Any:
    return default_rule(Row(fact, fact.partition("(")[0], "", "default_rules.lp", 1))


def test_a_book_gives_what_happens_and_is_told() -> None:
    facts = ("reason(harm,actor,angry,5)", "effect(harm,other,does(neg(flee)),4)")
    row_facts = RowFacts([default(fact) for fact in (*facts, 'reason("rob",any,dim(size,hi),3)')])
    there = {
        ("plays", 1): {"harm", "neg(harm)"},
        ("happens", 1): {'"rob"'},
        ("attributed", 2): {"dim(size,hi)", "angry"},
    }
    assert row_facts.facts(lambda name, arity, place: there[name, place]) == [
        'reason("rob",any,dim(size,hi),3)',
        "reason(harm,actor,angry,5)",
    ]
    assert set(row_facts.every()) == {*facts, 'reason("rob",any,dim(size,hi),3)'}


DEFAULT_PREDICATES = (
    "reason(act,actor,bad,5)",
    "reason(harm,other,bad,4)",  # silences the default rule above where that is about a harm
    "reason(harm,bearer,sly,6)",  # nobody bears a harm, and yet it silences the general `bad` for who is sly
    "effect(harm,actor,sly,3)",
    "reason(harm,actor,unheard,8)",
    "reason(unknown,actor,sly,8)",
)
ENCODING = """
expl(I,E,S) :- found(I,E,S).
found(reason(C,R,P),E,S) :- reason(C,R,P,_), plays(E,C,R,Y), attributed(S,Y,P), not exact_rule(C,S,Y,P).
exact_rule(C,S,X,P) :- reason(C,_,P,_), attributed(S,X,P), attributed(S,X,Q), over(Q,P), reason(C,_,Q,_).
weight(effect(C,R,P),W) :- effect(C,R,P,W).
{ binds(p,x) }.
#show expl/3.  #show weight/2.
:~ expl(I,_,_), reason(C,R,P,W), I = reason(C,R,P). [-W@1,I]
"""
FACTS = (
    *("plays(e,harm,actor,x)", "plays(e,harm,other,y)", "plays(e,act,actor,x)"),
    *("attributed(s,x,sly)", "attributed(s,x,bad)", "attributed(s,y,bad)", "over(sly,bad)"),
)


def test_what_is_left_out_neither_speaks_nor_silences(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "encoding_text", lambda: ENCODING)
    selection = Selection((), tuple(default(fact) for fact in DEFAULT_PREDICATES))
    program = program_of(FACTS, selection)
    assert "harm,actor,unheard" not in program.ground(clingo.Control())
    found = solver.solve(program, "p", ["x"]).optima[0]
    whole = "\n".join(f"{fact}." for fact in (*FACTS, *DEFAULT_PREDICATES)) + ENCODING
    expected = solver.solve(MultiShotProgram.single(whole), "p", ["x"]).optima[0]
    assert found.cost == expected.cost
    atoms = [atom for atom in expected.shown if not atom.startswith("weight(")]
    assert [atom for atom in found.shown if not atom.startswith("weight(")] == atoms
    assert "expl(reason(harm,other,bad),e,s)" in atoms


def test_everything_has_all_laws_as_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "encoding_text", lambda: ENCODING)
    program = program_of(FACTS, Selection((), (default(DEFAULT_PREDICATES[4]),)), everything=True)
    assert f"{DEFAULT_PREDICATES[4]}." in program.ground(clingo.Control()).splitlines()


@pytest.mark.model
def test_shipped_knowledge_is_grounded_in_parts(reasoner: Reasoner) -> None:
    """It fails if a helper and axioms derive one predicate; a question then takes five times as long."""
    variants = reasoner.store.fetch(()).variants
    assert variants is not None
    assert slicer(encoding_text(), variants.base).multi_shot


def test_what_axioms_say_may_not_lead_to_what_they_rest_on() -> None:
    assert Slicer("a(X) :- expl(X,_,_).", BaseProgram(("b(X) :- c(X).",))).multi_shot
    assert not Slicer("a(X) :- expl(X,_,_).", BaseProgram(("b(X) :- a(X).",))).multi_shot


@pytest.mark.model
def test_questions_have_the_same_optima(
    reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    class Ways:
        """Solves a question as it is solved, by clingo in parts, and by clingo from all rules and rows."""

        def __init__(self, facts: Iterable[str], selection: Selection, **given: bool) -> None:
            self.facts, self.selection, self.given = list(facts), selection, given

        def solve(self, *asked: Any, **options: Any) -> Any:
            nonlocal compared
            every = list(self.selection.every_rule())
            known = [fact_for(rule) for rule in every if rule.id]
            rules = list(applicable(self.selection))
            whole = pruner(encoding_text()).program([*self.facts, *known], rules)
            readings = readings_of(self.facts, self.selection, **self.given)
            assert isinstance(readings, Derived)
            found = readings.solve(*asked, **options)
            for program in (
                program_of(self.facts, self.selection),
                MultiShotProgram.single(whole),
            ):
                expected = Grounded(program).solve(*asked, **options)
                assert [(o.cost, o.shown) for o in found.optima] == [
                    (o.cost, o.shown) for o in expected.optima
                ]
            compared += sum(is_default_rule(rule.id) for rule in every)
            return found

    monkeypatch.setattr("coindex.reasoner.running.program.readings_of", Ways)
    for line in QUESTIONS.read_text(encoding="utf-8").splitlines()[::6]:
        record = json.loads(line)
        reasoner.solve(
            record["text"], pronoun=record["pron_start"], candidates=record["candidates"]
        )
    assert compared > 1000
