"""Rows reason/4 and effect/4 joined to a text: parts, default rules."""

from __future__ import annotations

import pytest

from tests.encodings.programs import model

FILES = ("parts", "default_rules")
DEED = (
    "sit(e). node(e,event). class(e,harm). cls(e,harm). actor(e,a). other(e,b). sit(s). node(s,state). "
    "direct(s,p,angry). candidate(p,a,1). "
)
REASON = "reason(harm,actor,angry,6). "


def names(facts: str, name: str) -> set[str]:
    return model(facts, *FILES).of(name)


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param(
            "coref(p,a).", {"expl(reason(harm,actor,angry),e,s)"}, id="of the one of whom it holds"
        ),
        pytest.param("coref(p,b).", set(), id="not of the other one"),
        pytest.param(
            "coref(p,a). cls(e,maul). isa(maul,harm).",
            {"expl(reason(harm,actor,angry),e,s)"},
            id="inherited",
        ),
        pytest.param(
            "coref(p,a). cls(e,maul). class(e,maul). isa(maul,harm). reason(maul,actor,angry,3).",
            {"expl(reason(maul,actor,angry),e,s)"},
            id="a row of the narrower class goes first",
        ),
        pytest.param(
            'coref(p,a). key(e,"bite"). reason("bite",actor,angry,3).',
            {'expl(reason("bite",actor,angry),e,s)'},
            id="so does one of the word",
        ),
        pytest.param(
            "coref(p,a). prop_isa(angry,upset). reason(harm,actor,upset,4).",
            {"expl(reason(harm,actor,angry),e,s)"},
            id="and one for the property itself",
        ),
        pytest.param(
            "coref(p,a). direct(s,p,sad). prop_isa(sad,upset). reason(harm,actor,upset,4).",
            {"expl(reason(harm,actor,angry),e,s)", "expl(reason(harm,actor,upset),e,s)"},
            id="which silences the wider one for itself only",
        ),
        pytest.param("coref(p,a). rule_blocked(e,s,p,a,angry).", set(), id="blocked by the theory"),
    ],
)
def test_a_reason_joined_to_a_text(facts: str, wanted: set[str]) -> None:
    assert names(DEED + REASON + facts, "expl") == wanted


def test_an_effect_is_a_consequence() -> None:
    found = model(DEED + "effect(harm,actor,angry,5). coref(p,a).", *FILES)
    assert found.of("cons") == {"cons(effect(harm,actor,angry),e,s)"}
    assert found.of("expl") == set()
    assert found.of("weight") == {"weight(effect(harm,actor,angry),5)"}


def test_what_has_no_will_is_not_provoked() -> None:
    facts = (
        DEED
        + "reason(harm,other,rude,5). direct(s,p,rude). coref(p,b). grel(e,subj,a). node(a,entity). "
    )
    assert names(facts, "expl") == {"expl(reason(harm,other,rude),e,s)"}
    assert names(facts + "lifeless(a).", "expl") == set()


def test_a_row_about_nobody_in_particular_holds_in_choices_only() -> None:
    facts = "class(e,rain). attributed(s,x,wet). reason(rain,any,wet,5). filled(e,s)."
    assert names(facts, "expl") == {"expl(reason(rain,any,wet),e,s)"}
    assert names(facts.replace("filled(e,s).", ""), "expl") == set()


@pytest.mark.parametrize(
    ("facts", "name", "wanted"),
    [
        pytest.param(
            "class(e,harm). actor(e,a). other(e,b). role(e,patient,b).",
            "plays",
            {"plays(e,harm,actor,a)", "plays(e,harm,other,b)", "plays(e,harm,patient,b)"},
            id="who plays which part",
        ),
        pytest.param(
            "class(e,neg(harm)). actor(e,a).",
            "plays",
            {"plays(e,neg(harm),actor,a)"},
            id="in what is denied",
        ),
        pytest.param(
            'key(e,"bite"). denied(e). actor(e,a).',
            "plays",
            {'plays(e,neg("bite"),actor,a)'},
            id="or in a word",
        ),
        pytest.param(
            "class(e,steal). actor(e,a). role(e,theme,t). possessor(t,b).",
            "other_side",
            {"other_side(e,b)"},
            id="whose thing it is done to",
        ),
        pytest.param(
            "class(e,harm). actor(e,a). other(e,b).",
            "attributed",
            {"attributed(e,a,does(harm))", "attributed(e,b,gets(harm))"},
            id="what one does and undergoes",
        ),
        pytest.param(
            "direct(s,a,angry). prop_isa(angry,upset).",
            "attributed",
            {"attributed(s,a,angry)", "attributed(s,a,upset)"},
            id="what one is said to be",
        ),
        pytest.param(
            "sit(e). cls(e,act). cls(e,give). role(e,agent,a). gives(give,agent,has). sort_of_property(has,incidental). "
            "direct(e,a,has). direct(e,a,kind).",
            "attributed",
            {"attributed(e,a,kind)"},
            id="not what a deed merely takes along",
        ),
        pytest.param(
            "class(e,get). class(e,buy). cls(e,give). cls(e,buy). cls(e,get). can_be_for(buy). actor(e,a). "
            "arg(e,iobj,b).",
            "attributed",
            {"attributed(e,a,does(buy))"},
            id="who buys for another does not get",
        ),
        pytest.param(
            "role(e,beneficiary,b). cls(e,act). actor(e,a).",
            "attributed",
            {"attributed(e,a,does(help))", "attributed(e,b,gets(help))"},
            id="what is done for somebody is a help",
        ),
    ],
)
def test_parts_and_what_is_attributed(facts: str, name: str, wanted: set[str]) -> None:
    assert names(facts, name) == wanted


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ("candidate(p,a,1).", {"relevant_coref(p,a)", "relevant_coref(a,p)"}),
        ("candidate(q,a,1).", set()),
        ("second_pronoun(q,p).", {"relevant_coref(p,a)", "relevant_coref(a,p)"}),
        ("filled(e,s).", {"relevant_coref(p,a)", "relevant_coref(a,p)", "relevant_coref(p,p)"}),
    ],
)
def test_only_what_the_question_is_about_is_matched(facts: str, wanted: set[str]) -> None:
    assert names("coref(p,a). coref(a,p). coref(p,p). " + facts, "relevant_coref") == wanted


def test_of_two_set_against_each_other_the_other_one_does_not() -> None:
    facts = (
        "class(e,win). cls(e,win). actor(e,a). named_for_contrast(b). candidate_pair(p,a,b). clause_names(e,a). "
        "holds(e,a,proud). opp(proud,ashamed)."
    )
    assert {"plays(e,neg(win),actor,b)", "plays(e,ashamed,bearer,b)"} <= names(facts, "plays")
    assert "plays(e,neg(win),actor,b)" not in names(facts.replace("named_for_contrast(b).", ""), "plays")
