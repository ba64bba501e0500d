"""Drafts of rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.reasoner.authoring.scaffold import Slots, draft
from coindex.reasoner.store.reading_files import load
from coindex.reasoner.store.store import Store
from kparse.errors import InputError


def drafted(home: Path, name: str, slots: Slots | None = None) -> str:
    """Give a draft; the knowledge must still load with it at the end of a file, and its examples be comments."""
    with Store.open(home) as store:
        made = draft(store, name, slots)
    path = home / "axioms" / "new.lp"
    path.write_text(made.rule)
    load([home])
    assert all(line.startswith("#") for line in made.examples.splitlines())
    return made.rule


def test_axiom_with_slots_is_commented_out(home: Path) -> None:
    lines = drafted(home, "my_rule").splitlines()
    assert all(line.startswith("%") for line in lines)
    assert (
        "%expl(my_rule,E,S) :- class(E,CLASS), role(E,PART,Y), prop(S,X,PROPERTY), coref(X,Y)."
        in lines
    )


@pytest.mark.parametrize(
    ("slots", "statement"),
    [
        (
            Slots("expl", "harm", "actor", "angry"),
            "expl(new_one,E,S) :- class(E,harm), actor(E,Y), prop(S,X,angry), coref(X,Y).",
        ),
        (
            Slots("cons", "neg(harm)", "patient", "does(praise)"),
            "cons(new_one,E,S) :- class(E,neg(harm)), role(E,patient,Y), class(S,praise), actor(S,X), coref(X,Y).",
        ),
        (
            Slots("expl", "wrong", "", "gets(harm)"),
            "expl(new_one,E,S) :- prop(E,Y,wrong), class(S,harm), other(S,X), coref(X,Y).",
        ),
    ],
)
def test_axiom_without_slots(home: Path, slots: Slots, statement: str) -> None:
    assert statement in drafted(home, "new_one", slots).splitlines()
    rule = next(rule for rule in load([home]).rules if rule.id == "new_one")
    assert rule.weight == 4


def test_rows(home: Path) -> None:
    text = drafted(home, "harm")
    assert "Existing rows (kb show harm): reason other 2." in text
    assert "Roles: patient (obj), agent (subj)" in text
    assert "%effect(harm,other,(PROPERTY;does(CLASS);gets(CLASS)),4)." in text
    filled = drafted(home, "harm", Slots("cons", part="patient", says="angry", weight=7))
    assert filled.splitlines()[-1] == "effect(harm,patient,angry,7)."


@pytest.mark.parametrize(
    ("name", "slots", "message"),
    [
        ("angry_hits", None, "is taken by kb/axioms/harm.lp:5"),
        ("Angry", None, "cannot be a rule's id"),
        ("x", Slots(happening="jump"), "no class or property `jump`"),
        ("x", Slots(says="does(jump)"), "no class or property `jump`"),
        ("harm", Slots(part="victim"), "--part victim"),
    ],
)
def test_what_cannot_be(home: Path, name: str, slots: Slots | None, message: str) -> None:
    with Store.open(home) as store, pytest.raises(InputError, match=message):
        draft(store, name, slots)
