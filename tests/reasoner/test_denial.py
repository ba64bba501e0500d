"""What is said not to be so: negation at the verb, and where nobody does it; what there is plenty of."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

ENCODINGS = Path(__file__).parents[2] / "encodings"
FILES = ("readings", "binding", "roles", "composition", "comparison", "discourse")


def derived(facts: str, name: str) -> set[str]:
    """The atoms of one predicate that the encodings derive from facts."""
    control = clingo.Control(["1", "-Wnone"])
    for file in FILES:
        control.load(str(ENCODINGS / f"{file}.lp"))
    control.add(facts)
    control.ground()
    found: set[str] = set()
    control.solve(
        on_model=lambda m: found.update(str(a) for a in m.symbols(atoms=True) if a.name == name)
    )
    return found


OPEN = 'node(e1,event). concept(e1,"open"). feat(e1,form,"fin"). arg(e1,subj,x1). '
NOBODY = 'node(x1,pronoun). concept(x1,"nobody").'
NO_MAN = 'node(x1,entity). concept(x1,"man"). feat(x1,quant,"no").'
NEITHER = 'node(x1,group). concept(x1,"or"). feat(x1,quant,"no").'
NAMED = 'node(x1,entity). concept(x1,"Nobody"). feat(x1,proper,"+").'


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param(OPEN + NOBODY, {"denied(e1)"}, id="nobody opened"),
        pytest.param(OPEN + NO_MAN, {"denied(e1)"}, id="no man opened"),
        pytest.param(OPEN + NEITHER, {"denied(e1)"}, id="neither of the two opened"),
        pytest.param(OPEN + NAMED, set(), id="a name"),
        pytest.param(OPEN + 'node(x1,entity). concept(x1,"man").', set(), id="the man opened"),
    ],
)
def test_what_nobody_does_is_denied(facts: str, wanted: set[str]) -> None:
    assert derived(facts, "denied") == wanted


def test_who_has_plenty_has_a_surplus() -> None:
    facts = (
        'node(e1,event). concept(e1,"have"). key(e1,"have"). verb("have",have). '
        "frame(have,subj,owner). frame(have,obj,theme). arg(e1,subj,x1). arg(e1,obj,q1). "
        'node(x1,entity). concept(x1,"Ann"). node(q1,quantity). concept(q1,"many").'
    )
    assert "base(e1,x1,surplus)" in derived(facts, "base")
