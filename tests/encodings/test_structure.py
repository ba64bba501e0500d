"""What is derived from the text before any rule fires: readings, binding, roles, selection, speech."""

from __future__ import annotations

import pytest

from tests.encodings.programs import bound, model, models, up_to

OPEN = "alt(1,0,arg(e,obl(with),x)). alt(1,1,arg(y,nmod(with),x)). "


def test_of_an_open_attachment_exactly_one_choice_holds() -> None:
    found = [m.of("pick", "arg") for m in models(OPEN, "readings")]
    assert len(found) == 2
    assert {"pick(1,0)", "arg(e,obl(with),x)"} in found
    assert {"pick(1,1)", "arg(y,nmod(with),x)"} in found


SITUATIONS = up_to("situations")
BINDING = up_to("binding")
LOSING = 'sense_when("lose",lose_contest,kind(obj,event)). sense_when("lose",lose,otherwise). '


@pytest.mark.parametrize(
    ("facts", "name", "wanted"),
    [
        ("node(e,event). node(s,state). node(x,entity).", "sit", {"sit(e)", "sit(s)"}),
        (
            "node(e,event). node(x,entity). node(p,pronoun). node(g,group).",
            "participant",
            {"participant(x)", "participant(p)", "participant(g)"},
        ),
        (
            'arg(e,comp,f). link(e,"in",g). link(e,"because",h).',
            "complement",
            {"complement(e,f)", "complement(e,g)"},
        ),
        (
            'link(e,"before",f). feat(f,elided,"+"). link(f,"because",g). connective("because",cause).',
            "link",
            {'link(e,"before",f)', 'link(f,"because",g)', 'link(e,"because",g)'},
        ),
        (
            'link(e,"before",f). link(f,"because",g). connective("because",cause).',
            "link",
            {'link(e,"before",f)', 'link(f,"because",g)'},
        ),
    ],
)
def test_situations_participants_and_complements(facts: str, name: str, wanted: set[str]) -> None:
    assert model(facts, *SITUATIONS).of(name) == wanted


CLAUSE = "node(e,event). sit(e). node(p,pronoun). node(a,entity). node(b,entity). " + "".join(
    f"participant({x}). " for x in "pab"
)
PAIR = "candidate(p,a,1). candidate(p,b,2). "


def problems(facts: str) -> dict[str, set[str]]:
    """The kinds of problems of each candidate's reading."""
    found = bound(CLAUSE + PAIR + facts, *BINDING)
    return {x: {atom[8:].split(",")[0] for atom in m.of("problem")} for x, m in found.items()}


def test_a_pronoun_is_bound_to_one_candidate_and_is_one_with_it() -> None:
    found = bound(CLAUSE + PAIR + "same(a,m).", *BINDING)
    assert set(found) == {"a", "b"}
    assert found["a"].of("binds") == {"binds(p,a)"}
    assert {"coref(p,a)", "coref(a,p)", "coref(p,m)", "coref(m,p)"} <= found["a"].atoms
    assert not {"coref(p,a)", "coref(p,m)"} & found["b"].atoms


@pytest.mark.parametrize(
    ("facts", "a", "b"),
    [
        pytest.param("arg(e,subj,a). arg(e,obj,p).", {"co_argument"}, set(), id="A hit her"),
        pytest.param(
            'arg(e,subj,a). arg(e,obj,p). feat(p,case,"refl").', set(), set(), id="A hit herself"
        ),
        pytest.param(
            "arg(e,subj,a). arg(e,obl(to),p).", {"co_argument"}, set(), id="A spoke to her"
        ),
        pytest.param(
            "arg(e,subj,p). arg(e,than,b).", set(), {"co_argument"}, id="it was larger than B"
        ),
        pytest.param("arg(a,poss,p).", {"own_possessor"}, set(), id="her A"),
        pytest.param(
            'feat(p,gender,"masc"). gender_of(a,"fem").', {"disagreement"}, set(), id="he, a woman"
        ),
        pytest.param(
            'feat(p,gender,"masc"). gender_of(a,"fem"). feat(a,proper,"+").',
            set(),
            set(),
            id="he, a woman's name",
        ),
        pytest.param(
            'feat(p,num,"pl"). feat(a,num,"sg"). kind_of(a,artefact). feat(b,num,"pl").',
            {"disagreement"},
            set(),
            id="they, a thing or things",
        ),
        pytest.param(
            'feat(p,num,"pl"). feat(a,num,"sg"). kind_of(a,group). feat(b,num,"pl").',
            set(),
            set(),
            id="they, a group",
        ),
        pytest.param(
            'feat(p,num,"sg"). feat(a,num,"pl"). feat(b,num,"sg"). kind_of(b,artefact).',
            {"disagreement"},
            set(),
            id="it, things or a thing",
        ),
    ],
)
def test_what_grammar_forbids(facts: str, a: set[str], b: set[str]) -> None:
    assert problems(facts) == {"a": a, "b": b}


@pytest.mark.parametrize(
    ("facts", "cost"),
    [
        ('feat(p,gender,"masc"). gender_of(a,"fem").', "40"),
        ('feat(p,num,"pl"). feat(a,num,"sg"). kind_of(a,artefact). feat(b,num,"pl").', "20"),
    ],
)
def test_a_noun_that_does_not_agree_with_the_pronoun_asked_about_has_a_cost(
    facts: str, cost: str
) -> None:
    found = bound(CLAUSE + PAIR + facts, *BINDING)["a"]
    assert found.of("weighed") == set()
    found = bound(CLAUSE + PAIR + facts + "asked_about(p).", *BINDING)["a"]
    assert found.of("weighed") == {f"weighed(disagreement,args(p,a),{cost})"}


def test_two_pronouns_of_different_gender_are_not_one() -> None:
    facts = (
        CLAUSE
        + PAIR
        + 'node(q,pronoun). candidate(q,a,1). feat(p,gender,"masc"). feat(q,gender,"fem").'
    )
    assert bound(facts, *BINDING)["a"].of("problem") == {"problem(disagreement,args(p,q))"}
    assert bound(facts, *BINDING)["b"].of("problem") == set()


OTHER = (
    'asked_about(z). arg(s,subj,p). sit(s). arg(e,subj,a). arg(f,subj,b). sit(f). feat(e,form,"fin"). '
    'feat(f,form,"fin"). order(a,1). order(b,3). order(p,5). '
)


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param("", {"last_subject(p,b)"}, id="the subject told of last"),
        pytest.param(
            "arg(x,rel,f).", {"last_subject(p,a)"}, id="but not that of a relative clause"
        ),
        pytest.param(
            'feat(p,gender,"neut"). kind_of(b,person).', {"last_subject(p,a)"}, id="it is no person"
        ),
        pytest.param("asked_about(p).", set(), id="the pronoun asked about"),
    ],
)
def test_other_pronouns_stand_for_the_subject_told_of_last(facts: str, wanted: set[str]) -> None:
    for found in models(CLAUSE + PAIR + OTHER + facts, *BINDING):
        assert found.of("last_subject") == wanted


LEND = (
    'node(e,event). key(e,"lend"). verb("lend",lend). isa(lend,give). frame(give,subj,agent). frame(give,obj,theme). '
    "frame(lend,iobj,recipient). arg(e,subj,x). arg(e,iobj,y). arg(e,obj,z). "
)
BREAK = 'node(e,event). key(e,"break"). verb("break",break). alternates("break"). arg(e,subj,x). '


@pytest.mark.parametrize(
    ("facts", "names", "wanted"),
    [
        pytest.param(LEND, ("cls",), {"cls(e,lend)", "cls(e,give)"}, id="classes are inherited"),
        pytest.param(
            LEND,
            ("role",),
            {"role(e,agent,x)", "role(e,theme,z)", "role(e,recipient,y)"},
            id="roles by the frames of the class and of what it inherits from",
        ),
        pytest.param(
            LEND + 'frame("lend",subj,source).',
            ("role",),
            {"role(e,source,x)", "role(e,theme,z)", "role(e,recipient,y)"},
            id="the verb's own frame goes first",
        ),
        pytest.param(
            'node(e,event). key(e,"frob"). arg(e,subj,x). arg(e,obj,y).',
            ("role",),
            {"role(e,agent,x)", "role(e,patient,y)"},
            id="an unknown verb",
        ),
        pytest.param(BREAK, ("role",), {"role(e,patient,x)"}, id="the vase broke"),
        pytest.param(BREAK, ("actor",), set(), id="the vase is no actor"),
        pytest.param(
            BREAK + "arg(e,obj,y).",
            ("role",),
            {"role(e,agent,x)", "role(e,patient,y)"},
            id="Ann broke the vase",
        ),
        pytest.param(
            'node(e,event). arg(e,obl("after"),y). as_object(e,obl("after")).',
            ("grel",),
            {"grel(e,obj,y)"},
            id="a verb's own preposition",
        ),
        pytest.param(
            'node(e,event). key(e,"lose"). verb("lose",lose). verb("lose",lose_contest). arg(e,obj,x). node(x,entity). '
            f'{LOSING} concept(x,"key"). kind("key",artefact).',
            ("sense",),
            {"sense(e,lose)"},
            id="lost the key",
        ),
        pytest.param(
            'node(e,event). key(e,"lose"). verb("lose",lose). verb("lose",lose_contest). arg(e,obj,x). node(x,entity). '
            f'{LOSING} concept(x,"game"). kind("game",contest_event). kind_isa(contest_event,event).',
            ("sense",),
            {"sense(e,lose_contest)"},
            id="lost the game",
        ),
        pytest.param(
            'node(x,entity). concept(x,"cat"). kind("cat",pet). kind_isa(pet,animal). kind_isa(animal,agentive).',
            ("kind_of",),
            {"kind_of(x,pet)", "kind_of(x,animal)", "kind_of(x,agentive)"},
            id="kinds are inherited",
        ),
        pytest.param(
            'node(x,entity). concept(x,"Ruler"). kind("Ruler",tool). feat(x,proper,"+"). person_name(x).',
            ("direct_kind",),
            {"direct_kind(x,person)"},
            id="a name is no noun",
        ),
        pytest.param(
            'name_of(x,"Ann"). name("Ann",fem). name_of(y,"Kim"). name("Kim",fem). name("Kim",either).',
            ("gender_of",),
            {'gender_of(x,"fem")'},
            id="gender by name, unless either bears it",
        ),
        pytest.param("arg(x,poss,y).", ("possessor",), {"possessor(x,y)"}, id="his coat"),
    ],
)
def test_roles_and_kinds(facts: str, names: tuple[str, ...], wanted: set[str]) -> None:
    assert model(facts, *up_to("asserted")).of(*names) == wanted


RULER = 'node(a,entity). concept(a,"ruler"). kind("ruler",tool). kind("ruler",person). candidate(p,a,1). node(p,pronoun). '


@pytest.mark.parametrize(
    ("gender", "kind"), [("neut", "direct_kind(a,tool)"), ("masc", "direct_kind(a,person)")]
)
def test_a_noun_of_two_sorts_is_what_the_pronoun_asks_for(gender: str, kind: str) -> None:
    found = model(RULER + f'feat(p,gender,"{gender}").', *SITUATIONS).of("direct_kind")
    assert {atom for atom in found if atom.startswith("direct_kind(a")} == {kind}


GRAZE = (
    "node(p,pronoun). sense(e,graze). role(e,agent,p). sel(graze,agent,animal). candidate(p,a,1). candidate(p,b,2). "
    "direct_kind(a,cow). kind_isa(cow,animal). direct_kind(b,stone). kind_isa(stone,thing). disjoint(thing,animal). "
)


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param("", {"mismatch(e,p,b)"}, id="stones do not graze"),
        pytest.param("sense(e,touch).", set(), id="unless the word has another sense"),
        pytest.param("direct_kind(b,cow).", set(), id="or the noun"),
    ],
)
def test_what_a_predicate_asks_of_its_arguments(facts: str, wanted: set[str]) -> None:
    assert model(GRAZE + facts, "selection").of("mismatch") == wanted


def test_an_adjective_asks_for_a_kind_too() -> None:
    facts = (
        'key(s,"rusty"). node(s,state). arg(s,subj,p). adj("rusty",rusty). prop_isa(rusty,worn). '
        "prop_sel(worn,thing). node(p,pronoun). candidate(p,a,1). direct_kind(a,person). disjoint(thing,person). "
        "role(s,theme,p)."
    )
    assert model(facts, "selection").of("mismatch") == {"mismatch(s,p,a)"}


SAYS = "sit(e). sit(s). arg(e,subj,a). arg(e,comp,s). quoted(q). arg(s,subj,q). asked_about(q). candidate_pair(q,a,b). "


def test_i_is_who_speaks() -> None:
    found = model(SAYS + 'feat(q,person,"1"). feat(q,num,"sg").', *BINDING)
    assert found.of("speaker", "hearer") == {"speaker(q,a)"}
    assert found.of("coref") == {"coref(q,a)", "coref(a,q)"}


def test_we_is_nobody_in_particular() -> None:
    assert not model(SAYS + 'feat(q,person,"1"). feat(q,num,"pl").', *BINDING).of("speaker")


@pytest.mark.parametrize(
    ("facts", "hearer"), [('arg(e,obl("to"),c).', "c"), ("arg(e,iobj,c).", "c"), ("", "b")]
)
def test_you_is_who_is_spoken_to_or_else_the_other_one(facts: str, hearer: str) -> None:
    found = model(SAYS + 'feat(q,person,"2"). ' + facts, *BINDING)
    assert found.of("hearer") == {f"hearer(q,{hearer})"}


def test_a_quoted_verb_of_saying_is_not_what_makes_the_speech() -> None:
    assert not model(SAYS + 'quoted(e). feat(q,person,"1"). feat(q,num,"sg").', *BINDING).of(
        "speaker"
    )
