"""Words of profiles joined to a text: parties, what is said of the pronoun, sign, points."""

from __future__ import annotations

import pytest

from tests.encodings.programs import model

FILES = ("situations", "comparatives", "comparison", "profiles")
THANKED = (
    'root(t). node(e,event). concept(e,"thank"). arg(e,subj,a). arg(e,obj,b). node(a,entity). node(b,entity). '
    "candidate(p,a,0). candidate(p,b,1). asked_about(p). node(p,pronoun). "
    'link(e,"because",s). connective("because",cause). connective("although",concession). '
)
STATE = 'node(s,state). concept(s,"kind"). arg(s,subj,p). '
DEED = 'node(s,event). concept(s,"help"). arg(s,subj,p). sense(s,help). cls(s,act). '


def word(
    lemma: str, role: str = "obj", kind: str = "said", place: int = 0, head: str = "thank"
) -> str:
    """Write the fact of a word of a profile."""
    name = f'word("{head}","",{role},"{lemma}",{kind})'
    return f'profile_word({name},"{head}","",{role},{kind},{place},"{lemma}"). '


def points(facts: str) -> dict[str, int]:
    """Give the points of each candidate."""
    found: dict[str, int] = {}
    for atom in model(facts, *FILES).of("profile_speaks"):
        _, candidate, number = atom[:-1].rsplit(",", 2)
        found[candidate] = found.get(candidate, 0) + int(number)
    return found


def test_a_state_speaks_for_its_participant() -> None:
    """A word, 4; first of its list, 5; reason, 15; predicate, 12; state, 4."""
    assert points(THANKED + STATE + word("kind")) == {"b": 40}
    assert points(THANKED + STATE + word("kind", "subj")) == {"a": 40}


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param(STATE + word("kind", place=20), 35, id="further down the list"),
        pytest.param(STATE + word("kind", place=60), 24, id="at its end"),
        pytest.param(DEED + word("help"), 36, id="a deed"),
        pytest.param(STATE + "denied(s). " + word("kind"), 0, id="a denied state"),
        pytest.param(DEED + "denied(s). " + word("help"), 36, id="a deed not done keeps its doer"),
        pytest.param(
            DEED + 'denied(s). feat(s,modal,"could"). ' + word("help"), 0, id="a denied ability"
        ),
        pytest.param(STATE + 'feat(s,degree,"less"). ' + word("kind"), 0, id="less"),
        pytest.param(STATE + word("kind", kind="denied"), 0, id="what is typically denied"),
        pytest.param(
            STATE + "denied(s). " + word("kind", kind="denied"), 40, id="and is denied here"
        ),
        pytest.param(STATE + "denied(e). " + word("kind"), 22, id="the first event is denied"),
    ],
)
def test_sign_and_place(facts: str, wanted: int) -> None:
    assert points(THANKED + facts) == ({"b": wanted} if wanted else {})


def test_although_turns_round() -> None:
    conceded = THANKED.replace('"because",s', '"although",s')
    assert points(conceded + STATE + word("kind")) == {}
    assert points(conceded + STATE + "denied(s). " + word("kind")) == {"b": 20}


def test_the_pronoun_as_object() -> None:
    praised = 'node(s,event). concept(s,"praise"). arg(s,obj,p). '
    assert points(THANKED + praised + word("praise", kind="object")) == {"b": 38}
    assert points(THANKED + praised + word("praise")) == {}


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param(
            'node(s,event). concept(s,"have"). sense(s,have). arg(s,subj,p). arg(s,obj,t). node(t,entity). concept(t,"gift"). ',
            24,
            id="what somebody has",
        ),
        pytest.param(
            'node(s,event). concept(s,"break"). sense(s,break). cls(s,act). arg(s,subj,p). arg(s,obj,t). node(t,entity). '
            'concept(t,"gift"). ',
            0,
            id="not what somebody breaks",
        ),
        pytest.param(
            'node(s,event). concept(s,"fill"). arg(s,subj,t). arg(t,poss,p). node(t,entity). concept(t,"gift"). ',
            21,
            id="what somebody owns",
        ),
    ],
)
def test_things_of_the_pronoun(facts: str, wanted: int) -> None:
    assert points(THANKED + facts + word("gift")).get("b", 0) == wanted


def test_less_exchanges_the_parties() -> None:
    compared = (
        'root(t). node(e,state). concept(e,"strict"). arg(e,subj,a). arg(e,than,b). node(a,entity). node(b,entity). '
        "candidate(p,a,0). candidate(p,b,1). asked_about(p). node(p,pronoun). node(s,state). "
        'concept(s,"kind"). arg(s,subj,p). '
    )
    kind = word("kind", "than", head="strict")
    assert points(compared + kind) == {"b": 25}
    assert points(compared + 'feat(e,degree,"less"). ' + kind) == {"a": 25}


def test_what_a_noun_names() -> None:
    things = (
        'root(t). node(e,event). concept(e,"stand"). arg(e,subj,a). arg(e,obl("beside"),b). node(a,entity). node(b,entity). '
        'concept(a,"kettle"). concept(b,"clock"). candidate(p,a,0). candidate(p,b,1). asked_about(p). node(p,pronoun). '
        'node(s,event). concept(s,"boil"). arg(s,subj,p). '
    )
    assert points(things + word("boil", "self", head="kettle")) == {"a": 28}


def test_choices() -> None:
    """Words of the premise's profiles in an alternative speak for it, and the other way round."""
    premise = (
        'root(t). node(e,event). concept(e,"thank"). node(s,event). concept(s,"help"). node(u,event). concept(u,"sing"). '
        'node(p,pronoun). gap(e,"because",p). candidate(p,s,0). candidate(p,u,1). asked_about(p). '
    )
    assert points(premise + word("help")) == {"s": 6}
    assert points(premise + word("thank", "subj", head="help", place=40)) == {"s": 4}
