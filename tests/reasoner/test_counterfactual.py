"""Counterfactuals: which literals of a rule's body a reading lacks."""

from __future__ import annotations

import pytest

from coindex.reasoner.asp.records import Rule
from coindex.reasoner.counterfactuals.search import Counterfactual, Search
from tests.reasoner.test_trace import models

SPILL = "stain(X,Y) :- holds(X,W), wet(W), near(Y,X), not covered(Y), size(W,N), N > 2."
SCENE = """
holds(bob,mug). wet(mug). size(mug,3). near(rug,bob). covered(rug).
holds(ann,jug). size(jug,4). near(mat,ann).
holds(eve,cup). wet(cup). size(cup,1). near(cloth,eve).
holds(tom,pot). wet(pot). size(pot,5).
"""


def axiom(program: str, name: str = "r") -> Rule:
    """Return a rule."""
    return Rule(name, program, "", 1, "authored", "toy.lp", 1, frozenset(), "axiom")


def test_the_lacking_literal_is_named() -> None:
    found = Search(models(SCENE)[0]).lacking([axiom(SPILL)], 1)
    assert [one.missing for one in found] == [
        ("holds(ann,mug)",),
        ("holds(ann,pot)",),
        ("holds(eve,mug)",),
        ("holds(eve,pot)",),
        ("wet(jug)",),
        ("not covered(rug)",),
        ("1 > 2",),
    ]
    assert found[4].holds == ("holds(ann,jug)", "near(mat,ann)", "size(jug,4)")
    assert found[4].binding == {"X": "ann", "W": "jug", "Y": "mat", "N": "4"}
    assert found[4].rule.id == "r"


def test_more_literals_fixed_ones_and_several_rules() -> None:
    search = Search(["q(1)", "s(2)"], fixed=["s"])
    rules = [axiom("a :- q(X), r(X), s(X).", "one"), axiom("b :- q(X), r(X), t(X).", "two")]
    assert [(one.rule.id, one.missing) for one in search.lacking(rules, 2)] == [
        ("one", ("q(2)", "r(2)")),
        ("two", ("r(1)", "t(1)")),
    ]
    assert search.lacking(rules, 0) == []
    assert search.lacking([axiom("a :- q(X), s(Y).")], 0)[0].lacks == ()
    assert len(search.lacking(rules, 2, limit=0)) == 0


@pytest.mark.parametrize(
    ("program", "atoms", "expected"),
    [
        ("p :- q(X), r(X+1).", "q(1)", ["r(2)"]),
        ("p :- q(X), r(_,X).", "q(1)", ["r(_,1)"]),
        ("p :- q(X), not r(_,X).", "q(1) r(2,1)", ["not r(_,1)"]),
        ("p :- q(X), Y = X+1, r(Y).", "q(1)", ["r(2)"]),
        ("p :- q(X), #count { Y : r(Y) } > X.", "q(1) r(a)", ["1 < #count { Y: r(Y) }"]),
        ("p :- q(X), not not r(X).", "q(1)", ["r(1)"]),
        ("p :- q(X), r(Y), X > Y.", "q(1) r(2)", ["1 > 2"]),
        ("p :- q(X), r(Y), X > Y.", "q(1)", []),
        ("p(X) :- not q(X), X = 1..2.", "q(1) q(2)", ["not q(1)", "not q(2)"]),
        ("p :- q(X), r(X,(a;b)).", "q(1) q(2) r(2,a)", ["r(1,(a;b))"]),
        (
            "p :- q(X,(a;b)), r(X), not s(X,(a;b)).",
            "q(1,b) s(1,a) s(1,b) r(1) q(2,c)",
            ["not s(1,(a;b))"],
        ),
    ],
)
def test_literals(program: str, atoms: str, expected: list[str]) -> None:
    found = Search(atoms.split()).lacking([axiom(program)], 1)
    assert [missing for one in found for missing in one.missing] == expected


def test_what_has_no_value_is_passed_over_if_loose() -> None:
    def lacks(*, loose: bool) -> list[Counterfactual]:
        return Search(["q(1)"], loose=loose).lacking([axiom("p :- q(X), r(X,N), N > 4.")], 1)

    assert [one.missing for one in lacks(loose=True)] == [("r(1,_)",)]
    assert lacks(loose=False) == []
