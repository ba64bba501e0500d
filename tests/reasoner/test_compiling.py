"""Compiled statements mean what was written: pools become tables."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.grounding.compiling import Asked, Unit, compile_text
from coindex.reasoner.grounding.program import compiled
from coindex.reasoner.grounding.question_facts import encoding_files
from coindex.reasoner.store.reading_files import load
from coindex.reasoner.store.store import Store

AXIOM = """
% @id a
% @text t
% @weight 6
expl(a,E,S) :- class(E,(neg(break;cut);fix)), not class(S,(go;stay)), prop(S,X,dim(size,P)),
               cls(S,go), P = (hi;lo), 1 #sum { 1,Y : role(E,Y,(X;3)) }.
"""
HOLDING = """
class(e,neg(cut)). class(f,(fix;go)). class(g,stay). cls((f;g),go). prop((f;g),x,dim(size,(hi;lo))).
role(e,agent,3). role(f,patient,x).
"""


def answer_sets(text: str) -> list[list[str]]:
    """All answer sets of a program, without the atoms of tables."""
    control = clingo.Control(["0", "-Wnone"])
    control.add(text)
    control.ground()
    found: list[list[str]] = []

    def note(model: clingo.Model) -> None:
        found.append(sorted(str(a) for a in model.symbols(atoms=True) if a.name != "among"))

    control.solve(on_model=note)
    return sorted(found)


def written(unit: Unit) -> str:
    """A compiled text as a program, with all rows of its tables."""
    tables = (table for rule in unit.rules for table in rule.tables)
    lines = [f"among({name},({';'.join(constants)}))." for _, name, constants in tables]
    lines += (fact + "." for fact in unit.facts)
    return "\n".join((*lines, *(rule.text for rule in unit.rules)))


@pytest.mark.parametrize(
    "text",
    [
        "p(X,(a;b)) :- q(X). q(1).",
        "p :- not q((a;b)). q(a).",
        "p :- not not q((a;b)). q(a).",
        "p(X) :- q(X), X != (a;b). q(a;b;c).",
        "p(X) :- X = (a;b), q(X,(c;d)). q(a,c). q(b,d). q(a,e).",
        "p(X) :- q(X), X = (1;2)+1. q(2..4).",
        "p(f((a;b))) :- q(g((c;d))). q(g(c)).",
        "-p((a;b)) :- q((c;d)). q(c).",
        "p(X) :- not q(X,(a;b)), r(X). r(1;2). q(1,a). q(2,(a;b)).",
        'p(X) :- q(X,("u, v";"w)")). q(1,"w)").',
        "{ q(a;c) }. :- q((a;b)). p((x;y)) :- q((b;c)).",
        # a pool of atoms, or of terms with variables
        "p((a;b);c) :- r((x;y)). r(x).",
        "p :- q(a;b). q(b).",
        "p(1) :- -q(2;3). -q(2).",
        "p(X) :- q(X,(X;f(X);a)). q(1,f(1)). q(2,1). q(3,a).",
        # inside of what counts, lists or chooses, a pool stands for all of it together
        "p :- 2 <= #count { X : q(X,(a;b)) }. q(1,a). q(2,b).",
        "p(S) :- S = #sum { 1,Y : q(Y,(a;b)) }. q(1,a). q(2,b).",
        "p :- q(X,_) : r(X,(a;b)). q(1,1). r(1,a). r(2,b).",
        "p(X) :- q(X), 1 { q((a;b)) : r(X) }. q(a). r(a).",
        "{ p(X,(a;b)) } :- q(X). q(1).",
        "1 { p(X,(a;b)) } 1 :- q(X). q(1;2).",
        "1 { p(a;b;c) } 1. r((u;v)) :- p((b;c)).",
        "p(X) : q(X,(a;b)) :- r. r. q(1,a). q(2,b).",
        "p((a;b)) ; p(c) :- r. r.",
        "p(1..2,(a;b)). q(X) :- p(X,(b;c)).",
        AXIOM + HOLDING,
    ],
)
def test_pools_mean_the_same(text: str) -> None:
    assert answer_sets(written(compile_text(text, "toy"))) == answer_sets(text)


def test_constants_are_rows_and_not_rules() -> None:
    (rule,) = compile_text("p(X) :- q(X,(a;b;a)), r(f(X,c),_), not s((d;e)).", "toy").rules
    (one, first, constants), (other, second, _) = rule.tables
    assert (one, constants, other) == ("Among1", ("a", "b"), "Among2")
    assert rule.text == (
        f"p(X) :- q(X,Among1); r(f(X,c),_); not s(Among2); among({first},Among1); among({second},Among2)."
    )
    assert rule.gives == (Asked("p/1", (("", "X"),)),)
    assert rule.asks == (
        Asked("q/2", (("", "X"), ("", "Among1"))),
        Asked("r/2", (("", ""), ("", ""))),
    )
    assert rule.unsure == {"s/1"}
    assert not rule.root


def test_tables_have_names_of_their_own() -> None:
    text = "p :- q((a;b)). p :- r((a;c)), s((c;d)).\np :- r((a;b)).\n"
    units = [compile_text(text, "toy"), compile_text("p :- q((e;f)).", "toy_1")]
    names = [name for unit in units for rule in unit.rules for _, name, _ in rule.tables]
    assert len(names) == len(set(names)) == 5


def test_shipped_tables_have_names_of_their_own() -> None:
    units = [compile_text(text, Path(name).stem, name) for name, text in encoding_files()]
    with Store.open(KNOWLEDGE) as store:
        units += map(compiled, store.rules())
    tables: dict[str, set[tuple[str, ...]]] = {}
    for unit in units:
        for rule in unit.rules:
            for _, name, constants in rule.tables:
                tables.setdefault(name, set()).add(constants)
    assert len(tables) > 100
    assert {name for name, found in tables.items() if len(found) > 1} == set()


def test_what_is_needed_whenever_it_can_fire() -> None:
    text = "{ a(X) : b(X) } :- c(X). :- d, not e. :~ f(X). [1@1,X] #show g/1. h :- i."
    by_text = {rule.text: rule for rule in compile_text(text, "toy").rules}
    roots = {text for text, rule in by_text.items() if rule.root}
    assert len(roots) == 4
    assert "h :- i." not in roots
    (choice,) = (rule for rule in by_text.values() if rule.chooses)
    assert choice.chooses == {"a/1"}
    assert choice.unsure == {"b/1"}
    assert by_text[""].gives == (Asked("a/1", (("", "X"),)),)


def test_facts_are_apart_and_places_are_told() -> None:
    unit = compile_text("a(1).\nb(X) :- a(X).\n\nc((x;y),2). d(1..2).\n", "toy", "kb/own.lp", 7)
    assert unit.facts == ("a(1)", "c(x,2)", "c(y,2)")
    assert [rule.place for rule in unit.rules] == ["kb/own.lp:8", "kb/own.lp:10"]


def test_an_axiom_comes_with_its_weight(tmp_path: Path) -> None:
    path = tmp_path / "theory.lp"
    path.write_text(f"helps(E) :- class(E,(aid;help)).\n{AXIOM}")
    helper, axiom = load([path]).rules
    (rule,) = compiled(helper).rules
    assert (rule.axiom, rule.facts, rule.place) == ("", (), f"{helper.file}:1")
    parts = compiled(axiom)
    assert {(rule.axiom, rule.facts) for rule in parts.rules} == {("a", ("weight(a,6)",))}
    assert parts.facts == ()
    told = answer_sets(written(parts) + HOLDING)
    assert told == answer_sets(axiom.program + HOLDING)
    assert {"expl(a,e,f)", "expl(a,e,g)", "expl(a,f,g)"} <= set(told[0])


def test_what_clingo_cannot_parse_is_an_error() -> None:
    with pytest.raises(RuntimeError):
        compile_text("p(X :- q.", "toy")
