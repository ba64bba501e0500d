"""What can matter is grounded layer by layer: the same answer sets, costs and shown atoms as for the whole program."""

from __future__ import annotations

import random

import clingo
import pytest

from coindex.reasoner.asp.terms import split_fact
from coindex.reasoner.grounding import selecting
from coindex.reasoner.grounding.compiling import compile_text
from coindex.reasoner.grounding.selecting import Selector

Outcome = list[tuple[list[int], list[str]]]


def outcome(control: clingo.Control, *, shown: bool) -> Outcome:
    """All answer sets: costs, and shown atoms or all but those of tables."""
    found: Outcome = []

    def note(model: clingo.Model) -> None:
        atoms = map(str, model.symbols(shown=shown, atoms=not shown))
        found.append((list(model.cost), sorted(a for a in atoms if not a.startswith("among("))))

    control.solve(on_model=note)
    return sorted(found)


def fresh() -> clingo.Control:
    return clingo.Control(["0", "--warn=none", "--opt-mode=ignore"])


def whole(text: str) -> clingo.Control:
    control = fresh()
    control.add("base", [], text)
    control.ground([("base", [])])
    return control


def same(encodings: str, facts: list[str], rules: list[str]) -> list[str]:
    """Compare with the whole program; give the statements that clingo was given."""
    text = "\n".join([*(f"{fact}." for fact in facts), *rules, encodings])
    shared, own = compile_text(encodings, "shared"), compile_text("\n".join(rules), "own")
    selector = Selector(shared.rules, shared.facts)
    given: list[str] = []
    for everything in (False, True):
        control = fresh()
        of_question = [*facts, *own.facts]
        for statements, _ in selector.ground(
            control, of_question, own.rules, everything=everything
        ):
            given += [one.text for one in statements if not everything]
        expected = outcome(whole(text), shown=not everything)
        assert outcome(control, shown=not everything) == expected, text
    return given


def test_what_cannot_fire_or_is_not_asked_for_is_left_out() -> None:
    given = same("a(X) :- b(X,c). a(X) :- b(X,d). z(X) :- a(X). #show a/1.", ["b(1,c)"], [])
    assert given == ["a(X) :- b(X,c).", "#show a/1."]


@pytest.mark.parametrize("layer", [1, 1000])
@pytest.mark.parametrize(
    "encodings",
    [
        "a :- not b. c :- a. #show c/0.",
        "p(1..3). q(X) :- p(X), X > 2. #show q/1.",
        "p(a;b). p(b,c). q(X) :- p(X). q(X) :- p(_,X). #show q/1.",
        "p(X) :- X = 1..2. q(X+1) :- p(X). r :- q(3). s :- q(4). #show r/0. #show s/0.",
        "{ a; b }. c :- a. d :- b. :- c, d. #show c/0.",
        "1 { pick(X) : f(_,X) } 1 :- f(_,_). g(X) :- pick(X). #show g/1.",
        "n(N) :- N = #count { X : f(_,X) }. m :- n(0). k :- n(2). #show m/0. #show k/0.",
        "all :- f(X,_) : f(_,X). none :- not f(_,_). #show all/0. #show none/0.",
        "a :- not b. b :- not a. #show c/0. c :- f(_,_).",
        "p(flip(X)) :- f(X,_). q :- p(flip(1)). r :- p(flip(7)). #show q/0. #show r/0.",
        'p("a, b :- c. (") :- f(_,_). q :- p("a, b :- c. ("). #show q/0.',
        "-p(1). p(X) :- f(X,_). #show q/0. q :- f(_,_).",
        "p(1) | p(2). q(X) :- p(X), f(X,_). #show q/1.",
        "t(X,Y) :- f(X,Y). t(X,Z) :- t(X,Y), t(Y,Z). #show t/2. :~ t(X,Y). [X@2,X,Y] #minimize { 1@1,X : t(X,_) }.",
        "p(X) :- f(X,_), not not q(X). q(1). #show p/1.",
        "p(f(X)) :- f(X,_). q(X) :- p(f(X)). r(Y) :- q(X), f(X,Y), Y = X+1. #show r/1.",
        "a(X) :- b : c, d; f(X,_). #show a/1.",
        "p(X) :- f(X,(1;2)), not f((1;2),X). #show p/1.",
        "p(X,(u;v)) :- f(X,Y), Y = (1;2). q(X) :- p(X,u), p(X,v). #show q/1.",
        "p(neg((1;2))) :- f(_,_). q :- p(neg(2)). #show q/0.",
        "p(X) :- f(X,_), 1 = #sum { Y : f(X,Y), Y = (1;2) }. #show p/1.",
    ],
)
def test_constructs_of_the_language(
    encodings: str, layer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selecting, "LAYER", layer)
    same(encodings, ["f(1,2)", "f(2,1)"], [])
    same(encodings, ["f(1,2)"], ["f(2,X) :- f(1,X)."])
    same(encodings, [], [])


def made_up(rng: random.Random) -> tuple[str, list[str], list[str]]:
    """A random program: encodings, facts, rules."""
    names, constants = "p q r s t u".split(), ["a", "b", '"c"', "1", "f(a)", "f(b)"]

    def atom(variables: str, choice: list[str]) -> str:
        def term() -> str:
            kind = rng.random()
            if variables and kind < 0.6:
                return rng.choice(variables)
            if variables and kind < 0.7:
                return f"f({rng.choice(variables)})"
            if variables and kind < 0.8:
                return f"({';'.join(rng.sample(constants, 2))})"
            return rng.choice(constants)

        name = rng.choice(choice)
        both = (name in "prt") != (rng.random() < 0.05)  # a name may come with several arities
        return f"{name}({term()},{term()})" if both else f"{name}({term()})"

    def rule() -> str:
        body = [atom("XY", names) for _ in range(rng.randint(1, 3))]
        bound = "".join(v for v in "XY" if any(v in literal for literal in body))
        head = headed(atom(bound, names))
        if bound and rng.random() < 0.4:
            body.append(f"not {atom(bound, names)}")
        if rng.random() < 0.1:
            body.append(f"1 <= #count {{ Z : {rng.choice('qsu')}(Z) }}")
        return f"{head} :- {'; '.join(body)}."

    def headed(head: str) -> str:
        kind = rng.random()
        if "f(" in head:  # no endless terms
            head = head.replace("f(X)", "X").replace("f(Y)", "Y")
        return f"{{ {head} }}" if kind < 0.1 else "" if kind < 0.15 else head

    encodings = "\n".join(rule() for _ in range(rng.randint(3, 12)))
    encodings += f"\n#show {rng.choice('qsu')}/1.\n:~ {rng.choice('prt')}(X,Y). [1@1,X,Y]"
    facts = [atom("", names) for _ in range(rng.randint(0, 5))]
    return encodings, facts, [rule() for _ in range(rng.randint(0, 4))]


@pytest.mark.parametrize("seed", range(300))
def test_made_up_programs_mean_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selecting, "LAYER", seed % 7)
    same(*made_up(random.Random(seed)))


def test_facts_that_are_chosen_late_are_chosen_by_what_holds() -> None:
    unit = compile_text("a(X) :- b(X). c(X) :- row(X,Y), a(Y). #show c/1.", "toy")
    selector = Selector(unit.rules, wild={"row/2": ("a/1",)})
    seen: list[set[str]] = []

    def late(terms: selecting.Terms) -> list[str]:
        seen.append(set(terms("a/1", 0)))
        return ["row(x,1)", "row(y,2)"]

    control = fresh()
    given = [fact for _, facts in selector.ground(control, ["b(1)"], late=late) for fact in facts]
    assert seen == [{"1"}]
    assert given == ["b(1)", "row(x,1)", "row(y,2)"]
    assert outcome(control, shown=True) == [([], ["c(x)"])]


def test_axioms_that_take_no_part_are_left_out() -> None:
    unit = compile_text("e(r,X) :- b(X). e(q,X) :- b(X). #show e/2.", "toy")
    rules = [
        one._replace(axiom=name, facts=(f"weight({name},3)",)) if one.gives else one
        for one, name in zip(unit.rules, ("r", "q", ""), strict=True)
    ]
    selector = Selector(rules)
    for only, names in ((None, {"r", "q"}), (["q"], {"q"}), ([], set())):
        control = fresh()
        found = list(selector.ground(control, ["b(1)"], only=only))
        assert {f for _, facts in found for f in facts if f[0] == "w"} == {
            f"weight({name},3)" for name in names
        }
        ((_, atoms),) = outcome(control, shown=True)
        assert atoms == sorted(f"e({name},1)" for name in names)


def test_facts_are_split() -> None:
    assert split_fact("a") == ("a/0", ())
    assert split_fact('verb("a, (b",f(c,d))') == ("verb/2", ('"a, (b"', "f(c,d)"))
