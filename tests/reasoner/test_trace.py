"""The tracer: which rules fired, their bindings and places; proofs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import clingo
import pytest

from coindex.reasoner.answer import Proof
from coindex.reasoner.asp import instrument as _instrument
from coindex.reasoner.asp.instrument import compile_text, map_variables
from coindex.reasoner.explaining.firings import Notes, Sources
from coindex.reasoner.explaining.proofs import DEEPEST, prove
from coindex.reasoner.explaining.trace import Firing, Premise, Trace, trace
from kparse.errors import KnowledgeError, SolveError


def models(text: str) -> list[list[str]]:
    """All stable models, with all their atoms."""
    control = clingo.Control(["0", "-Wnone"])
    control.add(text)
    control.ground()
    found: list[list[str]] = []
    control.solve(on_model=lambda m: found.append(sorted(map(str, m.symbols(atoms=True)))))
    return found


def traced(
    text: str,
    model: list[str] | None = None,
    file: str = "toy.lp",
    line: int = 1,
    notes: Notes | None = None,
) -> Trace:
    """The trace of a model of a program; of its first one, if none is given."""
    atoms = models(text)[0] if model is None else model
    return trace(Sources([(file, line, text)], notes), atoms, atoms)


def written(firing: Firing) -> str:
    """A firing in one line."""
    return f"{firing.head} <- " + "; ".join(_premise(p) for p in firing.body)


def _premise(premise: Premise) -> str:
    sign = {"negative": "not ", "maybe": "not not "}.get(premise.kind, "")
    inner = " | ".join(", ".join(map(_premise, e)) for e in premise.elements)
    return f"{sign}{premise.text}" + (f" [{inner}]" if inner else "")


CASES = [
    ("plain", "q(a). p(X) :- q(X).", "p(a)", ["p(a) <- q(a)"]),
    ("two rules", "q. r. p :- r. p :- q.", "p", ["p <- r", "p <- q"]),
    ("negation", "q(a). p(X) :- q(X), not r(X).", "p(a)", ["p(a) <- q(a); not r(a)"]),
    ("negated anonymous", "q(a). p(X) :- q(X), not r(X,_).", "p(a)", ["p(a) <- q(a); not r(a,_)"]),
    ("double negation", "{a} = 1. p :- not not a.", "p", ["p <- not not a"]),
    ("strong negation", "q(a). -p(X) :- q(X), not p(X).", "-p(a)", ["-p(a) <- q(a); not p(a)"]),
    ("comparison", "q(3). p(X) :- q(X), X > 2.", "p(3)", ["p(3) <- q(3); 3 > 2"]),
    ("assignment", "q(3). p(Y) :- q(X), Y = X+1.", "p(4)", ["p(4) <- q(3); 4 = 3+1"]),
    ("interval in the body", "q(2). q(3). p :- q(1..2).", "p", ["p <- q(2)"]),
    ("pool in the body", "q(a). q(c). p :- q(a;b).", "p", ["p <- q(a)"]),
    ("pool in both", "q(a). q(b). p(a;b) :- q(a;b).", "p(a)", ["p(a) <- q(a)", "p(a) <- q(b)"]),
    ("anonymous", "q(a,1). q(a,2). p(X) :- q(X,_).", "p(a)", ["p(a) <- q(a,1)", "p(a) <- q(a,2)"]),
    ("strings", 'q("X :- Z."). p(X) :- q(X).', 'p("X :- Z.")', ['p("X :- Z.") <- q("X :- Z.")']),
    (
        "count",
        "q(a). q(b). q(c). r(c). p(N) :- N = #count { X : q(X), not r(X) }.",
        "p(2)",
        ["p(2) <- 2 = #count { X: q(X), not r(X) } [q(a), not r(a) | q(b), not r(b)]"],
    ),
    (
        "sum with a guard and an outer variable",
        "o(a). w(a,3). w(a,4). w(b,9). p(X) :- o(X), #sum { N : w(X,N) } > 6.",
        "p(a)",
        ["p(a) <- o(a); 6 < #sum { N: w(a,N) } [w(a,3) | w(a,4)]"],
    ),
    ("negated aggregate", "q(a). p :- not 2 { q(X) }.", "p", ["p <- not 2 <= { q(X) } [q(a)]"]),
    (
        "set in a body",
        "q(a). q(b). p :- 2 { q(X) } 3.",
        "p",
        ["p <- 2 <= { q(X) } <= 3 [q(a) | q(b)]"],
    ),
    (
        "empty aggregate",
        "p :- #count { X : q(X) } = 0. #defined q/1.",
        "p",
        ["p <- 0 = #count { X: q(X) }"],
    ),
    (
        "conditional literal",
        "q(a). q(b). r(a). r(b). p :- r(X) : q(X).",
        "p",
        ["p <- r(X): q(X) [r(a), q(a) | r(b), q(b)]"],
    ),
    (
        "choice",
        "q(a). w. 1 { p(X) : q(X), not r(X) } 1 :- w.",
        "p(a)",
        ["p(a) <- w; q(a); not r(a)"],
    ),
    (
        "a choice and an aggregate with variables of the same name",
        "q(a). h(1). h(2). { p(X) : q(X) } = 1 :- #count { X : h(X) } = 2.",
        "p(a)",
        ["p(a) <- 2 = #count { X': h(X') } [h(1) | h(2)]; q(a)"],
    ),
    ("names of the tracer", "_t_f(1). p(V1) :- _t_f(V1).", "p(1)", ["p(1) <- _t_f(1)"]),
    ("variables of the tracer", "q(a,b). p(V1) :- q(V1,_).", "p(a)", ["p(a) <- q(a,b)"]),
]


@pytest.mark.parametrize(("name", "text", "atom", "expected"), CASES, ids=[c[0] for c in CASES])
def test_firings(name: str, text: str, atom: str, expected: list[str]) -> None:
    assert [written(f) for f in traced(text).firings_of(atom)] == expected
    for model in models(text):
        found = traced(text, model)
        for true in model:
            firings = found.firings_of(true)
            assert found.place(true) or firings, true
            assert_no_circle(prove(found, true))
            for firing in (f for f in firings if ":-" in f.rule.text and f.how != "chosen"):
                values = dict(firing.binding)
                body = firing.rule.text.split(" :- ", 1)[1]
                ground = map_variables(body, lambda v, values=values: values.get(v, v))  # type: ignore[misc]
                facts = "".join(f"{a}." for a in model)
                assert "ok__" in models(f"{facts} ok__ :- {ground}")[0], ground


def assert_no_circle(proof: Proof, above: frozenset[str] = frozenset()) -> None:
    assert proof.atom not in above or proof.how == "assumed false"
    assert proof.how != "given"
    for step in proof.because:
        assert_no_circle(step, above | {proof.atom})


def steps(proof: Proof) -> Iterator[Proof]:
    yield proof
    for step in proof.because:
        yield from steps(step)


# -------------------------------------------------------------------- places, annotations, bindings


ANNOTATED = """\
% A heading that is not part of the annotation.

% @id flood
% @text {X} is wet because
%   {Y} flooded
% @weight 3
wet(X) :- flooded(Y), in(X,Y). % @id trailing
% @id second
dry(X) :- in(X,_),
          not wet(X).

in(cat,
   cellar). flooded(cellar).
%* a block
   comment % @id no
*% in(dog,attic). damp(X) :- wet(X).
"""


def test_rules_carry_annotation_file_and_line() -> None:
    found = traced(ANNOTATED, file="house.lp", line=101)
    (firing,) = found.firings_of("wet(cat)")
    assert (firing.rule.id, firing.rule.file, firing.rule.line) == ("flood", "house.lp", 107)
    assert firing.rule.notes["text"] == "{X} is wet because {Y} flooded"
    assert firing.binding == {"Y": "cellar", "X": "cat"}
    (other,) = found.firings_of("dry(dog)")
    assert (other.rule.id, other.rule.line) == ("second", 109)
    (plain,) = found.firings_of("damp(cat)")
    assert (plain.rule.id, plain.rule.line) == (None, 116)
    places = {"in(cat,cellar)": 112, "flooded(cellar)": 113, "in(dog,attic)": 116}
    assert {atom: found.place(atom) for atom in places} == {
        atom: ("house.lp", line) for atom, line in places.items()
    }
    assert found.firings_of("in(dog,attic)") == ()


def test_rows_given_and_assumed_false() -> None:
    programs = [
        ("rules.lp", 1, "p(X) :- row(X), said(X), store(X), not r(X)."),
        ("rows.lp", 40, "\nrow(a)."),
        ("<question>", 1, "said(a)."),
    ]
    model = ["row(a)", "said(a)", "store(a)", "p(a)"]
    proof = prove(trace(Sources(programs), model, ["p(a)"], {"store(a)": ("store.lp", 7)}), "p(a)")
    assert [(s.how, s.atom, s.file, s.line) for s in proof.because] == [
        ("row", "row(a)", "rows.lp", 41),
        ("given", "said(a)", None, None),
        ("row", "store(a)", "store.lp", 7),
        ("assumed false", "r(a)", None, None),
    ]


def test_annotations_may_come_from_elsewhere() -> None:
    notes = {("rules.lp", 30): {"id": "given", "text": "{X} is so"}}
    found = traced("p(X) :- q(X).", ["q(a)", "p(a)"], "rules.lp", 30, notes)
    (firing,) = found.firings_of("p(a)")
    assert (firing.rule.id, firing.rule.notes["text"]) == ("given", "{X} is so")


def test_an_atom_outside_the_model_did_not_fire() -> None:
    found = traced("q. p :- q.", ["q"])
    assert found.firings_of("p") == ()
    assert prove(found, "p").how == "assumed false"


def test_targets_leave_out_what_cannot_bear_on_them() -> None:
    text = "a. b :- a. c :- b. d :- a."
    found = trace(Sources([("t", 1, text)]), models(text)[0], ["c"])
    assert [atom for atom in "bcd" if found.firings_of(atom)] == ["b", "c"]


def test_parts_with_parameters_are_left_out() -> None:
    found = traced("a.\n#program step(t).\nb(t) :- a.\n#program base.\nc :- a.", ["a", "b(1)", "c"])
    assert [atom for atom in ("b(1)", "c") if found.firings_of(atom)] == ["c"]


def test_what_cannot_be_read_or_grounded_is_told() -> None:
    with pytest.raises(KnowledgeError) as error:
        traced("a.\nb :- c d.", ["a"], "bad.lp", 11)
    assert str(error.value).startswith("bad.lp:12:")
    with pytest.raises(SolveError):
        traced("p(X) :- not q(X).", ["p(1)"])


# ------------------------------------------------------------------------------------------- proofs


def test_proof_through_a_loop_is_well_founded() -> None:
    text = "c. a :- b. b :- a. a :- c."
    proof = prove(traced(text), "b")
    assert [(s.atom, s.how) for s in steps(proof)] == [("b", "rule"), ("a", "rule"), ("c", "row")]


def test_flattest_proof_first_in_file_order() -> None:
    text = "x. y. a :- y. long :- a. p :- long. p :- y. p :- x."
    proof = prove(traced(text), "p")
    assert [s.atom for s in proof.because] == ["y"]


def test_repeats_are_justified_above() -> None:
    text = "x. a :- x. b :- a. p :- a, b."
    proof = prove(traced(text), "p")
    assert [s.how for s in proof.because] == ["rule", "rule"]
    assert [(s.how, s.because) for s in proof.because[1].because] == [("above", ())]


def test_depth_hide_and_stop() -> None:
    found = traced("x. a :- x. b :- a. p :- b, not q, 1 < 2.")
    assert prove(found, "p", max_depth=0).because == ()
    assert [s.because for s in prove(found, "p", max_depth=1).because] == [(), (), ()]
    for hide, stop, left in (
        (["b", "not", "condition"], [], ["p", "a", "x"]),
        (["x", "not", "condition"], [], ["p", "b", "a"]),
        ([], ["b"], ["p", "b", "q", "1 < 2"]),
    ):
        assert [s.atom for s in steps(prove(found, "p", hide=hide, stop=stop))] == left


def test_long_derivations_are_cut_off() -> None:
    text = "p(0). p(X+1) :- p(X), X < 300."
    proof = prove(traced(text), "p(300)")
    assert len(list(steps(proof))) == 2 * DEEPEST + 1


def test_a_premise_is_named_once_beside_itself() -> None:
    text = "a. b :- a. c :- b. d :- b. p :- c, d."
    proof = prove(traced(text), "p", hide=["c", "d"])
    assert [(s.atom, s.how) for s in proof.because] == [("b", "rule")]


def test_counted_atoms_are_explained() -> None:
    text = "x. q(a) :- x. q(b). p(N) :- N = #count { X : q(X) }."
    proof = prove(traced(text), "p(2)")
    (counted,) = proof.because
    assert counted.how == "counted"
    assert [(s.atom, s.how) for s in counted.because] == [("q(a)", "rule"), ("q(b)", "row")]


def test_words_for_steps() -> None:
    text = "% @id one\np(X) :- q(X), not r(X). q(a)."
    seen: list[tuple[str, str | None]] = []

    def say(atom: str, firing: Firing | None) -> str:
        seen.append((atom, firing.rule.id if firing else None))
        return f"<{atom}>"

    proof = prove(traced(text), "p(a)", say=say)
    assert [s.statement for s in steps(proof)] == ["<p(a)>", "<q(a)>", "<not r(a)>"]
    assert set(seen) == {("p(a)", "one"), ("q(a)", None), ("not r(a)", None)}


def test_recursion_through_an_aggregate_has_a_proof() -> None:
    text = "w(a,2). w(b,1). in(a). in(b) :- #sum { N,X : in(X), w(X,N) } >= 2."
    found = traced(text)
    proof = prove(found, "in(b)")
    assert proof.how == "rule"
    assert {s.atom for s in steps(proof)} >= {"in(a)", "w(a,2)"}


def test_choices_are_marked() -> None:
    text = "{ a ; b } = 1. :- b. c :- a."
    proof = prove(traced(text), "c")
    assert [(s.how, s.line) for s in steps(proof)] == [("rule", 1), ("chosen", 1)]


@pytest.mark.parametrize("seed", range(12))
def test_random_programs_are_proved_without_circles(seed: int) -> None:
    rng = random.Random(seed)
    names = [f"a{i}" for i in range(9)]
    rules = ["{a0}.", "a1."]
    for _ in range(16):
        body = [
            ("not " if rng.random() < 0.25 else "") + rng.choice(names)
            for _ in range(rng.randint(1, 3))
        ]
        rules.append(f"{rng.choice(names)} :- {', '.join(body)}.")
    text = "\n".join(rules)
    for model in models(text)[:4]:
        found, again = traced(text, model), traced(text, model[::-1])
        for atom in model:
            proof = prove(found, atom)
            assert_no_circle(proof)
            assert proof == prove(again, atom)
            assert found.firings_of(atom) == again.firings_of(atom)
            for firing in found.firings_of(atom):
                assert all(p.text in model for p in firing.body if p.kind == "positive")
                assert all(p.text not in model for p in firing.body if p.kind == "negative")


# ------------------------------------------------------------------------------- reading and speed


@pytest.mark.parametrize(
    ("statement", "facts"),
    [
        ("p", ["p"]),
        ('p( a , "b c" )', ['p(a,"b c")']),
        ("p(f(g(1)),h)", ["p(f(g(1)),h)"]),
        ("p((a,b))", ["p((a,b))"]),
        ("p(a;b)", ["p(a)", "p(b)"]),
        ("p(2-3)", []),
        ("p(@f(1))", []),
        ("p(1..2)", []),
        ("{p}", []),
        ("p :- q", []),
        ("#const n=1", []),
    ],
)
def test_plain_facts(statement: str, facts: list[str]) -> None:
    assert list(compile_text(f"{statement}.").facts) == facts


def test_texts_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "once(X) :- upon(X), a(X), time(X)."
    first = compile_text(text)
    monkeypatch.setattr(_instrument, "_compile", lambda *_: pytest.fail("compiled again"))
    assert compile_text(text, "elsewhere.lp", 30) is first
