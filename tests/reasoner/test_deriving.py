"""What is derived in Python is what clingo grounds: the same costs for each candidate."""

from __future__ import annotations

import random

import pytest

from coindex.reasoner.deriving.engine import Derivation, Engine, engine_of
from coindex.reasoner.deriving.reading import UnknownForm, fact_of, rules_of, text_of
from coindex.reasoner.deriving.relations import less
from coindex.reasoner.grounding.question_facts import encoding_text
from coindex.reasoner.grounding.slicing import MultiShotProgram
from coindex.reasoner.knowledge.base_program import EMPTY, BaseProgram
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.derived import Derived
from coindex.reasoner.solving.solver import Grounded, Optimum, Readings
from kparse.errors import SolveError

BINDING = """
1 { binds(P,X) : candidate(P,X,_) } 1 :- candidate(P,_,_).
#show binds/2.
#minimize { 0@2 : #true }.
#minimize { 0@1 : #true }.
"""
FACTS = ("candidate(p,a,0)", "candidate(p,b,1)", "candidate(q,b,0)", "candidate(q,c,1)")


def optima(readings: Readings) -> list[Optimum]:
    return [readings.optimum("p", name, number, False) for number, name in enumerate("ab")]


def compared(encodings: str, facts: tuple[str, ...] = FACTS, rules: tuple[str, ...] = ()) -> str:
    """Compare both ways; give costs as text."""
    text = "\n".join((BINDING, encodings, *rules, *(f"{fact}." for fact in facts)))
    engine = Engine(BINDING + encodings, EMPTY)
    try:
        expected = [o.cost for o in optima(Grounded(MultiShotProgram.single(text)))]
    except SolveError:
        with pytest.raises(SolveError):
            optima(Derived(Derivation(engine, facts, rules)))
        return "none"
    for _ in range(2):  # the second time with what was kept
        found = [o.cost for o in optima(Derived(Derivation(engine, facts, rules)))]
        assert found == expected, text
    return str(found)


@pytest.mark.parametrize(
    ("encodings", "costs"),
    [
        (":~ binds(p,a). [3@2]", "[(3, 0), (0, 0)]"),
        ("same(X) :- binds(p,X), binds(q,X). :~ not same(b). [1@1]", "[(0, 1), (0, 0)]"),
        ("w(2). w(5) :- binds(p,b). :~ M = #max { W : w(W) }, w(_). [M@1]", "[(0, 2), (0, 5)]"),
        (
            "w(2,x). w(4,y) :- binds(p,b). s(S) :- t, S = #sum { W,K : w(W,K) }. t. :~ s(S). [S@1]",
            "[(0, 2), (0, 6)]",
        ),
        ("all :- t, binds(P,X) : candidate(P,X,1). t. :~ all. [1@1]", "[(0, 0), (0, 0)]"),
        ("r(X,Y) :- e(X,Y). r(X,Z) :- r(X,Y), e(Y,Z). e(1,2). e(2,3) :- binds(p,a). e(3,1).\n"
         ":~ r(1,1). [7@1]", "[(0, 7), (0, 0)]"),
        ("d(N-1) :- binds(p,a), N = 3. :~ d(X), X < 3, X >= 2. [X@2,X]", "[(2, 0), (0, 0)]"),
        ("g(f(X)) :- binds(p,X). :~ g(f(a)). [1@1] :~ not g(f(_)). [5@1]", "[(0, 1), (0, 0)]"),
        ("l(A,B) :- c(A), c(B), A < B. c(\"z\"). c(b). c(2). c(f(1)).\n"
         ":~ l(2,b), l(b,\"z\"), l(\"z\",f(1)), binds(p,b). [1@1]", "[(0, 0), (0, 1)]"),
        ("k(X) :- j(X), not n(X). n(X) :- m(X), k(Y), X != Y. j(1). j(2). m(1) :- binds(p,a).\n"
         ":~ not k(1). [1@1]", "[(0, 1), (0, 0)]"),
        ("k(X) :- j(X), not n(X), S = #sum { W : w(W) }, S > 3. n(X) :- m(X), k(Y), X != Y. j(1). j(2).\n"
         "w(3). w(1) :- binds(p,a). m(1) :- binds(p,a). :~ not k(1). [1@1] :~ k(2). [5@1]", "[(0, 6), (0, 1)]"),
        ("k(X) :- j(X), not n(X), S = #max { W : w(W) }, S > 3. n(X) :- m(X), k(Y), X != Y. j(1). j(2).\n"
         "w(3). w(5) :- binds(p,b). m(1) :- binds(p,b). :~ not k(1). [1@1] :~ k(2). [5@1]", "[(0, 1), (0, 6)]"),
        (":- binds(p,a).", "none"),
        ("a((1;2),x). b(X) :- a(X,(x;y)), binds(p,a). :~ b(X). [X@1,X]", "[(0, 3), (0, 0)]"),
    ],
)  # fmt: skip
def test_constructs_of_the_language(encodings: str, costs: str) -> None:
    assert compared(encodings) == costs


def test_a_sum_of_what_it_leads_to_is_left_to_clingo() -> None:
    with pytest.raises(UnknownForm, match="sum"):
        compared(
            "k(S) :- j(X), not n(X), S = #sum { W : n(W) }. n(X) :- m(X), k(X). j(1). m(0).\n:~ k(1). [1@1]"
        )


def test_a_question_brings_facts_and_rules_of_its_own() -> None:
    encodings = "t(X,Z) :- e(X,Y), e(Y,Z). :~ t(X,Y), binds(p,b). [1@1,X,Y]"
    base = BaseProgram(("e(X,Y) :- f(X,Y).",), facts=("f(1,2)", "f(2,3)"))
    engine = Engine(BINDING + encodings, base)
    given = (*FACTS, *base.facts)
    for facts, rules, cost in (
        (given, (), 1),
        ((*given, "f(3,4)"), (), 2),
        (given, ("f(3,X) :- binds(p,b), X = 4.",), 2),
        (given, (), 1),
    ):
        assert optima(Derived(Derivation(engine, facts, rules)))[1].cost == (0, cost)


def made_up(rng: random.Random) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """A random program: encodings, facts, rules; predicates deny each other in circles, too."""
    names, constants = "r s t u v".split(), ["a", "b", "c", "f(a)"]

    def atom(variables: str) -> str:
        name = rng.choice(names)
        terms = [
            rng.choice(variables) if variables and rng.random() < 0.7 else rng.choice(constants)
            for _ in range(1 + (name in "rs"))
        ]
        return f"{name}({','.join(terms)})"

    def rule() -> str:
        body = [atom("XY") for _ in range(rng.randint(1, 2))]
        if rng.random() < 0.3:
            body.append("binds(P,X)")
        bound = "".join(v for v in "XY" if any(v in literal for literal in body))
        if rng.random() < 0.5:
            body.append(f"not {atom(bound)}")
        if bound and rng.random() < 0.1:
            body.append(f"{bound[0]} != a")
        if rng.random() < 0.1:
            body.append("t(Z) : u(Z)")
        return f"{atom(bound)} :- {'; '.join(body)}."

    encodings = "\n".join(rule() for _ in range(rng.randint(3, 10)))
    encodings += "\n:~ r(X,Y). [1@1,X,Y]\n:~ t(X), not u(X). [-2@2,X]\n:~ s(X,_), binds(p,X). [3@1]"
    facts = (*FACTS, *dict.fromkeys(atom("") for _ in range(rng.randint(1, 6))))
    return encodings, facts, tuple(rule() for _ in range(rng.randint(0, 3)))


def test_made_up_programs_cost_the_same() -> None:
    outcomes = set()
    unknown = 0
    for seed in range(300):
        encodings, facts, rules = made_up(random.Random(seed))
        try:
            outcomes.add(compared(encodings, facts, rules))
        except UnknownForm:
            unknown += 1
    assert unknown < 100
    assert len(outcomes) > 20


@pytest.mark.parametrize(
    "text",
    ["a | b.", "{ a; b }.", "a :- 1 <= #count { X : b(X) }.", "a(1..3).", "a(X) :- X = @f(1)."],
)
def test_what_only_clingo_knows_is_left_to_it(text: str) -> None:
    with pytest.raises(UnknownForm):
        list(rules_of(text))
    assert engine_of(text, EMPTY) is None


def test_values_are_ordered_as_in_clingo() -> None:
    values = [
        fact_of(f"p({text})")[1][0]
        for text in ("-1", "3", "a", "b", '"a"', "f(2)", "g(1)", "f(1,2)")
    ]
    for number, value in enumerate(values):
        assert [less(value, other) for other in values] == [number < n for n in range(len(values))]
    assert text_of(values[-1]) == "f(1,2)"


@pytest.mark.model
def test_every_shipped_rule_is_known(reasoner: Reasoner) -> None:
    variants = reasoner.store.fetch(()).variants
    assert variants is not None
    assert engine_of(encoding_text(), variants.base) is not None
