"""Pruning: the same answer sets, costs and shown atoms as for the whole program."""

from __future__ import annotations

import random
import re
from pathlib import Path

import clingo
import pytest

from coindex.reasoner.asp.terms import split_statements
from coindex.reasoner.grounding.pruning import Pruner, Tables, pruner
from coindex.reasoner.grounding.slicing import LATE, MultiShotProgram, Slicer
from coindex.reasoner.knowledge.base_program import BaseProgram

QUESTIONS = Path(__file__).resolve().parents[2] / "bench" / "questions.jsonl"

Outcome = list[tuple[list[int], list[str]]]


def outcome(program: str | MultiShotProgram, *, shown: bool) -> Outcome:
    """All answer sets: costs and shown (or all) atoms."""
    control = clingo.Control(["0", "--warn=none", "--opt-mode=ignore"])
    staged = MultiShotProgram.single(program) if isinstance(program, str) else program
    staged.ground(control)
    found: Outcome = []
    control.solve(
        on_model=lambda m: found.append(
            (list(m.cost), sorted(map(str, m.symbols(shown=shown, atoms=not shown))))
        )
    )
    return sorted(found)


def without_weights(atoms: list[str]) -> list[str]:
    return [atom for atom in atoms if not atom.startswith("weight(")]


def same(encodings: str, facts: list[str], rules: list[str]) -> tuple[str, str]:
    """Compare both ways of pruning with the whole program; give the pruned texts."""
    whole = "\n".join([*(f"{fact}." for fact in facts), *rules, encodings])
    pruner = Pruner(encodings)
    lean = pruner.program(facts, rules)
    derivable = pruner.program(facts, rules, everything=True)
    assert outcome(lean, shown=True) == outcome(whole, shown=True), lean
    assert outcome(derivable, shown=False) == outcome(whole, shown=False), derivable
    axioms = [("weight(x,1)", rule) for rule in rules if rule.startswith(LATE)]
    others = [rule for rule in rules if not rule.startswith(LATE)]
    given = f"weight(x,1). {whole}" if axioms else whole
    for base in (BaseProgram(), BaseProgram(tuple(others[::2]), tuple(axioms[::2]))):
        slicer = Slicer(encodings, base)
        late = axioms[1::2] if base.axioms else axioms
        more = others[1::2] if base.helpers else others
        parts = slicer.program(facts, more, late)
        assert outcome(parts, shown=True) == outcome(given, shown=True), (encodings, facts, rules)
        text = slicer.whole(facts, more, late, everything=True)
        found = [(cost, without_weights(atoms)) for cost, atoms in outcome(text, shown=False)]
        assert found == [(c, without_weights(a)) for c, a in outcome(given, shown=False)]
    return lean, derivable


# --------------------------------------------------------------------------------- small programs


def test_what_cannot_fire_is_left_out() -> None:
    lean, derivable = same(
        "a(X) :- b(X,c). a(X) :- b(X,d). z(X) :- a(X). #show a/1.", ["b(1,c)"], []
    )
    assert "b(X,d)" not in derivable
    assert "z(X)" in derivable
    assert "z(X)" not in lean


@pytest.mark.parametrize(
    "encodings",
    [
        "a :- not b. c :- a. #show c/0.",
        "p(1..3). q(X) :- p(X), X > 2. #show q/1.",
        "p(a;b,c). q(X) :- p(X). q(X) :- p(_,X). #show q/1.",
        "p(X) :- X = 1..2. q(X+1) :- p(X). r :- q(3). s :- q(4). #show r/0. #show s/0.",
        "{ a; b }. c :- a. d :- b. :- c, d. #show c/0.",
        "1 { pick(X) : f(_,X) } 1 :- f(_,_). g(X) :- pick(X). #show g/1.",
        "n(N) :- N = #count { X : f(_,X) }. m :- n(0). k :- n(2). #show m/0. #show k/0.",
        "all :- f(X,_) : f(_,X). none :- not f(_,_). #show all/0. #show none/0.",
        "a :- not b. b :- not a. #show c/0. c :- f(_,_).",
        "a :- f(_,_), not a. #show c/0.",
        "p(flip(X)) :- f(X,_). q :- p(flip(1)). r :- p(flip(7)). s :- p(flop(1)). #show q/0. #show r/0. #show s/0.",
        'p("a, b :- c. (") :- f(_,_). q :- p("a, b :- c. ("). #show q/0.',
        "p(X) :- f(X,Y), g(Y). p(X) :- f(X,Y), h(Y). h(9). g(2). #show p/1.",
        "-p(1). p(X) :- f(X,_). #show q/0. q :- f(_,_).",
        "p(1) | p(2). q(X) :- p(X), f(X,_). #show q/1.",
        "t(X,Y) :- f(X,Y). t(X,Z) :- t(X,Y), t(Y,Z). #show t/2. :~ t(X,Y). [X@2,X,Y] #minimize { 1@1,X : t(X,_) }.",
        "p(X) :- f(X,_), not not q(X). q(1). #show p/1.",
        "p(f(X)) :- f(X,_). q(X) :- p(f(X)). r(Y) :- q(X), f(X,Y), Y = X+1. #show r/1.",
        "a(X) :- b : c, d; f(X,_). #show a/1.",
        "a(0x1). b :- a(1). #show b/0.",
        "#const k = 1. a :- f(k,_). #show a/0.",
    ],
)
def test_constructs_of_the_language(encodings: str) -> None:
    same(encodings, ["f(1,2)", "f(2,1)"], [])
    same(encodings, ["f(1,2)"], ["f(2,X) :- f(1,X)."])
    same(encodings, [], [])


def test_statements_end_where_clingo_ends_them() -> None:
    text = 'a("."). b(1..2). :~ b(X). [X@1] c :- d. #minimize { 1@2,X : b(X) }.'
    assert list(split_statements(text)) == [
        *('a(".").', "b(1..2).", ":~ b(X). [X@1]", "c :- d.", "#minimize { 1@2,X : b(X) }."),
    ]


def test_a_directive_that_changes_meanings_stops_pruning() -> None:
    encodings = "#const c = 1. a :- b(c). z :- y."
    assert Pruner(encodings).program(["b(1)"], []) == f"b(1).\n{encodings}"


def test_a_pruner_is_made_once_for_a_text() -> None:
    assert pruner("a :- b.") is pruner("a :- b.")


def made_up(rng: random.Random) -> tuple[str, list[str], list[str]]:
    """A random program: encodings, facts, rules."""
    names, constants = "p q r s t u".split(), ["a", "b", '"c"', "1", "f(a)", "f(b)"]

    def atom(variables: str, choice: list[str]) -> str:
        def term() -> str:
            kind = rng.random()
            if variables and kind < 0.6:
                return rng.choice(variables)
            return (
                f"f({rng.choice(variables)})" if variables and kind < 0.7 else rng.choice(constants)
            )

        name = rng.choice(choice)
        both = (name in "prt") != (rng.random() < 0.05)  # a name may come with several arities
        return f"{name}({term()},{term()})" if both else f"{name}({term()})"

    def rule() -> str:
        body = [atom("XY", names) for _ in range(rng.randint(1, 3))]
        bound = "".join(v for v in "XY" if any(v in literal for literal in body))
        head = re_headed(atom(bound, names))
        if bound and rng.random() < 0.4:
            body.append(f"not {atom(bound, names)}")
        if rng.random() < 0.1:
            body.append(f"1 <= #count {{ Z : {rng.choice('qsu')}(Z) }}")
        return f"{head} :- {'; '.join(body)}."

    def re_headed(head: str) -> str:
        kind = rng.random()
        if "f(" in head:  # no endless terms
            head = head.replace("f(X)", "X").replace("f(Y)", "Y")
        return f"{{ {head} }}" if kind < 0.1 else "" if kind < 0.15 else head

    encodings = "\n".join(rule() for _ in range(rng.randint(3, 12)))
    encodings += f"\n#show {rng.choice('qsu')}/1.\n:~ {rng.choice('prt')}(X,Y). [1@1,X,Y]"
    facts = [atom("", names) for _ in range(rng.randint(0, 5))]
    return encodings, facts, [rule() for _ in range(rng.randint(0, 4))]


@pytest.mark.parametrize("seed", range(300))
def test_made_up_programs_mean_the_same(seed: int) -> None:
    same(*made_up(random.Random(seed)))


@pytest.mark.parametrize("seed", range(300))
def test_made_up_programs_with_axioms_mean_the_same(seed: int) -> None:
    def late(text: str) -> str:
        for short, name in {"r": "role", "s": "prop", "t": "cons", "u": "expl"}.items():
            text = re.sub(rf"\b{short}(?=[(/])", name, text)
        return text

    encodings, facts, rules = made_up(random.Random(1000 + seed))
    same(late(encodings), list(map(late, facts)), list(map(late, rules)))


def test_an_axiom_without_atoms_for_it_is_left_out() -> None:
    slicer = Slicer(
        "c(X) :- b(X). d(X) :- c(X), e(X). f(X+1) :- b(X). told(X) :- expl(X). #show told/1."
    )
    axioms = [
        ("weight(one,4)", "expl(one) :- c(X), e(X)."),
        ("weight(two,5)", "expl(two) :- d(X), b(3)."),
        ("weight(three,6)", "expl(three) :- d(1)."),
        ("weight(four,7)", "expl(four) :- f(9)."),
    ]
    text = slicer.program(["b(1)", "b(2)", "e(2)"], [], axioms).ground(clingo.Control())
    assert text.split("\n")[-4:] == [
        "weight(one,4).",
        "expl(one) :- c(X), e(X).",
        "told(X) :- expl(X).",
        "#show told/1.",
    ]
    assert "weight(two" not in text


def test_a_rule_that_brings_something_in_keeps_all_in_one_part() -> None:
    slicer = Slicer("a(X) :- b(X). #show a/1.")
    staged = slicer.program(
        ["b(1)"], ["b(2) :- expl(_)."], [("weight(one,4)", "expl(one) :- a(1).")]
    )
    assert outcome(staged, shown=True) == [([], ["a(1)", "a(2)"])]


# -------------------------------------------------------------------------------------- questions


def test_a_table_of_which_nothing_is_asked_fits_as_a_whole() -> None:
    table = Tables()
    table.rows[0] = [(1, 2), (4, 8)]
    assert table.fitting(0, []) == [5, 10]
    assert table.fitting(0, [0, 4]) == [4, 8]
    assert table.fitting(0, [0, 16]) == []


def test_facts_that_stand_count_only_where_they_are_given() -> None:
    encodings = "a(X) :- b(X,Y), c(Y). #show a/1."
    helper, facts = "b(X,Y) :- d(X,Y), e(Y).", ("c(1)", "c(2)", "e(1)", "e(2)")
    slicer = Slicer(encodings, BaseProgram((helper,), facts=facts))
    for given, expected in (
        ([*facts, "d(3,1)"], ["a(3)"]),
        ([*facts, "d(3,1)", "c(7)", "e(7)", "d(4,7)"], ["a(3)", "a(4)"]),
        (["c(1)", "e(2)", "d(3,1)"], []),
        (["c(1)", "e(1)", "d(3,1)", "d(4,2)"], ["a(3)"]),
    ):
        control = clingo.Control()
        slicer.program(given).ground(control)
        with control.solve(yield_=True) as handle:
            found = [sorted(map(str, model.symbols(shown=True))) for model in handle]
        assert found == [expected]
