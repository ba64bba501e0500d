"""What is traced from derived atoms is what clingo finds when it grounds the rules over the same model."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from coindex.reasoner.answer import Answer, Proof
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.deriving.engine import Derivation, Engine
from coindex.reasoner.deriving.reading import UnknownForm
from coindex.reasoner.explaining.derived_trace import DerivedTrace, RuleSources
from coindex.reasoner.explaining.proofs import prove
from coindex.reasoner.explaining.trace import Firing, GroundedTrace, Premise, trace
from coindex.reasoner.knowledge.base_program import EMPTY
from coindex.reasoner.rendering import render
from coindex.reasoner.running import program as running_program
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.derived import Derived
from coindex.reasoner.solving.solver import Optimum
from kparse.errors import SolveError
from tests.reasoner.test_deriving import BINDING, FACTS, made_up
from tests.reasoner.test_trace import CASES, written

QUESTIONS = Path(__file__).parents[2] / "bench" / "questions.jsonl"
KNOWN_FORMS = (
    "plain",
    "two rules",
    "negation",
    "negated anonymous",
    "comparison",
    "assignment",
    "arithmetic in an atom",
    "pool in the head",
    "pool in the body",
    "pool in both",
    "anonymous",
    "strings",
    "conditional literal",
    "compound argument",
    "computed argument",
    "string argument",
    "primed names",
    "names of the tracer",
    "variables of the tracer",
)


def optimum_of(encodings: str, facts: tuple[str, ...], rules: tuple[str, ...] = ()) -> Optimum:
    derivation = Derivation(Engine(BINDING + encodings, EMPTY), facts, rules)
    return Derived(derivation).optimum("p", "a", 0, True)


def both(
    encodings: str, facts: tuple[str, ...] = FACTS, rules: tuple[str, ...] = ()
) -> tuple[DerivedTrace, GroundedTrace, tuple[str, ...]]:
    """The two traces of a program's first reading, and its atoms."""
    optimum = optimum_of(encodings, facts, rules)
    assert optimum.model is not None
    text = "\n".join((BINDING, encodings, *rules, *(f"{fact}." for fact in facts)))
    programs = [("toy.lp", 1, text)]
    derived = DerivedTrace(RuleSources(programs), optimum.model)
    return derived, trace(programs, optimum.atoms), optimum.atoms


def told(firing: Firing) -> tuple[object, ...]:
    rule = firing.rule
    binding = {v: t for v, t in firing.binding.items() if not v.endswith("'")}
    return rule.id, rule.line, firing.how, written(firing), tuple(sorted(binding.items()))


def same(one: DerivedTrace, other: GroundedTrace, atoms: tuple[str, ...]) -> int:
    """Compare all firings; give how many there are."""
    for atom in atoms:
        assert one.holds(atom)
        assert one.place(atom) == other.place(atom)
        assert sorted(map(told, one.firings_of(atom))) == sorted(map(told, other.firings_of(atom)))
        first, second = prove(one, atom), prove(other, atom)
        assert (first.how, first.atom) == (second.how, second.atom)
    return sum(len(one.firings_of(atom)) for atom in atoms)


@pytest.mark.parametrize(
    ("text", "atom"),
    [(text, atom) for name, text, atom, _ in CASES if name in KNOWN_FORMS]
    + [
        ("w(2,x). w(4,y). w(9,z) :- binds(p,b). s(S) :- t, S = #sum { W,K : w(W,K) }. t.", "s(6)"),
        ("w(2). w(5). m(M) :- t, M = #max { W : w(W), not n(W) }. t. n(7).", "m(5)"),
        ("d(N-1) :- e(N). e(3). f(g(X+1)) :- d(X).", "f(g(3))"),
        ("q(a). q(f(b)). n(X) :- q(X), not r(X,_), X != f(b). ok :- n(a), q(f(Y)), Y = b.", "ok"),
        ("free(X) :- c(X), not t(Y) : u(Y,X). c(1). u(2,1). t(3).", "free(1)"),
    ],
)
def test_forms_of_rules(text: str, atom: str | None) -> None:
    goal = atom or 'p("X, \\"y\\" :- Z.")'
    derived, grounded, atoms = both(f"{text}\n:~ {goal}. [1@1]")
    assert derived.firings_of(goal)
    assert same(derived, grounded, atoms) >= 1


def test_made_up_programs_are_traced_alike() -> None:
    firings = 0
    for seed in range(150):
        encodings, facts, rules = made_up(random.Random(seed))
        try:
            derived, grounded, atoms = both(encodings, facts, rules)
        except (UnknownForm, SolveError):  # (of the latter there is no reading at all)
            continue
        firings += same(derived, grounded, atoms)
    assert firings > 500


def test_rules_carry_annotation_file_and_line() -> None:
    text = (
        "% @id first\n% @text {X} is\n%   good.\np(X) :-\n  q(X).\n\n"
        ":~ p(X). [1@1,X]\nr(X) :- p(X).  s(1).\n:~ r(X). [1@1,X]\n"
    )
    optimum = optimum_of(re.sub("%.*", "", text), (*FACTS, "q(a)"))
    assert optimum.model is not None
    sources = RuleSources([("toy.lp", 11, text)], {("toy.lp", 18): {"id": "second"}})
    found = DerivedTrace(sources, optimum.model, given={"q(a)"})
    (firing,) = found.firings_of("p(a)")
    assert (firing.rule.id, firing.rule.file, firing.rule.line) == ("first", "toy.lp", 14)
    assert firing.rule.notes == {"id": "first", "text": "{X} is good."}
    assert firing.binding == {"X": "a"}
    assert firing.body == (Premise("positive", "q(a)"),)
    (firing,) = found.firings_of("r(a)")
    assert (firing.rule.id, firing.rule.line) == ("second", 18)
    assert found.place("q(a)") == ("<text>", 1)
    assert found.place("s(1)") == ("toy.lp", 18)
    assert prove(found, "r(a)").because[0].because[0].how == "given"


def steps(proof: Proof) -> list[Proof]:
    return [proof, *(below for step in proof.because for below in steps(step))]


def questions() -> list[dict[str, object]]:
    return [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()][::6]


def answered(reasoner: Reasoner, question: dict[str, object]) -> Answer:
    return reasoner.solve(
        str(question["text"]),
        pronoun=int(str(question["pron_start"])),
        candidates=[str(name) for name in question["candidates"]],  # type: ignore[attr-defined]
        explain=True,
    )


def test_explanations_are_as_when_clingo_grounds_the_question(
    reasoner: Reasoner, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = questions()
    derived = [answered(reasoner, question) for question in asked]
    monkeypatch.setattr(running_program, "engine_of", lambda *_: None)
    grounded = [answered(reasoner, question) for question in asked]
    count = alike = 0
    for one, other in zip(derived, grounded, strict=True):
        for first, second in zip(one.readings, other.readings, strict=True):
            assert first.rules == second.rules
            assert [p.atom for p in first.proofs] == [p.atom for p in second.proofs]
            assert [p.rule for p in first.proofs] == [p.rule for p in second.proofs]
            for mine, theirs in zip(first.proofs, second.proofs, strict=True):
                count += 1
                alike += mine == theirs
                kinds = {step.how for step in steps(mine)}
                assert "given" in kinds or "row" in kinds or not theirs.because
        assert render.to_text(one, full=True)
    assert count > 40
    assert alike > 0.8 * count  # (of equally short proofs each may find another one)


def test_what_is_explained_is_true(reasoner: Reasoner) -> None:
    """Each step of a proof is an atom of its reading, and none rests on itself."""
    for question in questions()[:3]:
        for reading in answered(reasoner, question).readings:
            for proof in reading.proofs:
                assert arguments(proof.atom)
                _without_circle(proof, ())


def _without_circle(proof: Proof, above: tuple[str, ...]) -> None:
    if proof.how not in ("above", "assumed false"):
        assert proof.atom not in above
        for step in proof.because:
            _without_circle(step, (*above, proof.atom))
