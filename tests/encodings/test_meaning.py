"""The properties that a clause asserts: composition, qualities, comparison."""

from __future__ import annotations

import pytest

from tests.encodings.programs import bound, model, up_to

FILES = up_to("comparison")

OPEN = 'node(e1,event). concept(e1,"open"). feat(e1,form,"fin"). arg(e1,subj,x1). '
LEAVE = 'node(f,event). node(e,event). arg(f,comp,e). arg(f,subj,x). arg(e,subj,x). key(f,"frob"). '


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param(
            OPEN + 'node(x1,pronoun). concept(x1,"nobody").', {"denied(e1)"}, id="nobody opened"
        ),
        pytest.param(
            OPEN + 'node(x1,entity). concept(x1,"man"). feat(x1,quant,"no").',
            {"denied(e1)"},
            id="no man opened",
        ),
        pytest.param(
            OPEN + 'node(x1,group). concept(x1,"or"). feat(x1,quant,"no").',
            {"denied(e1)"},
            id="neither opened",
        ),
        pytest.param(
            OPEN + 'node(x1,entity). concept(x1,"Nobody"). feat(x1,proper,"+").', set(), id="a name"
        ),
        pytest.param(OPEN + 'node(x1,entity). concept(x1,"man").', set(), id="the man opened"),
        pytest.param(OPEN + 'feat(e1,polarity,"-").', {"denied(e1)"}, id="did not open"),
        pytest.param(LEAVE + 'verb("frob",fail).', {"denied(e)"}, id="failed to leave"),
        pytest.param(
            LEAVE + 'verb("frob",fail). feat(f,polarity,"-").',
            {"denied(f)"},
            id="did not fail to leave",
        ),
        pytest.param(LEAVE + 'verb("frob",succeed).', set(), id="managed to leave"),
        pytest.param(
            LEAVE + 'verb("frob",succeed). feat(f,polarity,"-").',
            {"denied(f)", "denied(e)"},
            id="did not manage",
        ),
        pytest.param('node(e,event). link(f,"without",e).', {"denied(e)"}, id="without leaving"),
        pytest.param('node(e,event). link(s,"too_to",e).', {"denied(e)"}, id="too tired to leave"),
        pytest.param(
            'node(e,event). arg(e,obj,t). node(t,quantity). concept(t,"little").',
            {"denied(e)"},
            id="has little",
        ),
        pytest.param(
            'node(e,event). arg(e,obj,n). node(n,pronoun). concept(n,"nothing").',
            {"denied(e)"},
            id="played nothing",
        ),
        pytest.param(
            'node(e,event). arg(e,obj,n). node(n,pronoun). concept(n,"nothing"). arg(n,mod,m). concept(m,"else").',
            set(),
            id="played nothing else",
        ),
    ],
)
def test_what_is_said_not_to_be_so(facts: str, wanted: set[str]) -> None:
    assert model(facts, *FILES).of("denied") == wanted


HELP = (
    'node(e,event). key(e,"help"). verb("help",help). frame(help,subj,agent). frame(help,obj,patient). arg(e,subj,x). '
    "arg(e,obj,y). gives(help,agent,kind). opposite(kind,cruel). prop_isa(kind,nice). affect(help,patient,pos). "
)
TIRED = 'node(s,state). key(s,"tired"). adj("tired",tired). arg(s,subj,x). '
BIG = 'node(s,state). key(s,"big"). adj("big",dim(size,hi)). arg(s,subj,x). opposite(dim(size,hi),dim(size,lo)). '


@pytest.mark.parametrize(
    ("facts", "name", "wanted"),
    [
        pytest.param(HELP, "class", {"class(e,help)"}, id="an event's class"),
        pytest.param(
            HELP + 'feat(e,polarity,"-").', "class", {"class(e,neg(help))"}, id="a denied one"
        ),
        pytest.param(
            HELP + 'arg(e,mod,m). concept(m,"hardly").',
            "class",
            {"class(e,neg(help))"},
            id="hardly is as good as not",
        ),
        pytest.param(
            HELP,
            "prop",
            {"prop(e,x,kind)", "prop(e,x,nice)", "prop(e,y,helped)"},
            id="what it says of its participants, inherited",
        ),
        pytest.param(
            HELP + 'feat(e,polarity,"-").',
            "direct",
            {"direct(e,x,cruel)", "direct(e,y,neg(helped))"},
            id="denied: the opposite, or the denial",
        ),
        pytest.param(HELP, "helps", {"helps(e,x,y)"}, id="who helps whom"),
        pytest.param(HELP + 'feat(e,polarity,"-").', "helps", set(), id="not who does not"),
        pytest.param(TIRED, "direct", {"direct(s,x,tired)"}, id="an adjective"),
        pytest.param(
            TIRED + 'feat(s,polarity,"-").', "direct", {"direct(s,x,neg(tired))"}, id="a denied one"
        ),
        pytest.param(
            BIG + "good_pole(size,hi).",
            "prop",
            {"prop(s,x,dim(size,hi))", "prop(s,x,good)"},
            id="a good end",
        ),
        pytest.param(
            BIG + 'good_pole(size,hi). feat(s,degree,"too").',
            "prop",
            {"prop(s,x,dim(size,hi))"},
            id="not if too much",
        ),
        pytest.param(
            BIG + "good_pole(size,lo).",
            "prop",
            {"prop(s,x,dim(size,hi))", "prop(s,x,bad)"},
            id="a bad end",
        ),
        pytest.param(
            TIRED + 'adj_of("tired",comp). arg(s,comp,e). node(e,event). arg(e,subj,y).',
            "base",
            {"base(s,y,tired)"},
            id="easy to please: said of the complement's actor",
        ),
        pytest.param(
            'node(e,event). feat(e,modal,"can"). arg(e,subj,x).',
            "base",
            {"base(e,x,able)"},
            id="ability",
        ),
        pytest.param(
            'node(e,event). arg(e,subj,x). arg(e,mod,m). concept(m,"warily"). adverb("warily",careful).',
            "direct",
            {"direct(e,x,careful)"},
            id="manner",
        ),
        pytest.param(
            'node(x,entity). concept(x,"thief"). trait("thief",guilty). prop_isa(guilty,bad).',
            "trait_of",
            {"trait_of(x,guilty)", "trait_of(x,bad)"},
            id="what a noun says for good",
        ),
    ],
)
def test_what_a_clause_says(facts: str, name: str, wanted: set[str]) -> None:
    assert model(facts, *FILES).of(name) == wanted


HAVE = (
    'node(e,event). concept(e,"have"). key(e,"have"). verb("have",have). frame(have,subj,owner). '
    "frame(have,obj,theme). arg(e,subj,x). arg(e,obj,t). node(x,entity). "
)


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param('node(t,quantity). concept(t,"many").', "base(e,x,surplus)", id="has plenty"),
        pytest.param(
            'node(t,entity). concept(t,"fever"). having("fever",ill).',
            "base(e,x,ill)",
            id="has a fever",
        ),
        pytest.param('node(t,entity). feat(t,quant,"more").', "base(e,x,surplus)", id="has more"),
        pytest.param(
            'node(t,entity). concept(t,"tool"). arg(t,mod,m). node(m,property). concept(m,"fine"). adj("fine",good).',
            "base(e,x,good)",
            id="has fine tools",
        ),
    ],
)
def test_what_one_has_tells_of_oneself(facts: str, wanted: str) -> None:
    found = model(HAVE + facts, *FILES).of("base")
    assert wanted in found
    assert wanted not in model(HAVE, *FILES).of("base")


def test_what_an_event_takes_for_granted_is_not_denied_with_it() -> None:
    give = (
        'node(e,event). key(e,"give"). verb("give",give). frame(give,subj,agent). arg(e,subj,x). gives(give,agent,has). '
        'gives(give,agent,generous). feat(e,polarity,"-").'
    )
    assert model(give, *FILES).of("direct") == {"direct(e,x,neg(generous))"}


CAUSES = 'connective("because_of",cause). connective("despite",concession). '
FIRED = CAUSES + (
    'node(e,event). arg(e,obl("because_of"),n). node(n,entity). concept(n,"rudeness"). arg(n,poss,p). '
    'having("rudeness",rude). opposite(rude,polite). '
)


@pytest.mark.parametrize(
    ("facts", "name", "wanted"),
    [
        (FIRED, "base", {"base(n,p,rude)"}),
        (FIRED, "rel", {"rel(e,n,cause,0)"}),
        (FIRED, "sit", {"sit(e)", "sit(n)"}),
        (FIRED.replace('obl("because_of")', 'obl("despite")'), "rel", {"rel(e,n,concession,0)"}),
        (FIRED.replace('obl("because_of")', 'obl("near")'), "base", set()),
        (FIRED + 'arg(n,mod,m). concept(m,"slight").', "base", {"base(n,p,polite)"}),
        (
            FIRED.replace('obl("because_of")', 'obl("in")'),
            "rel",
            {"rel(e,n,cause,0)"},
        ),
        (
            CAUSES
            + 'node(e,event). arg(e,obl("because_of"),n). node(n,entity). concept(n,"refusal"). arg(n,poss,p). '
            'nominal("refusal","refuse").',
            "role",
            {"role(n,agent,p)"},
        ),
    ],
)
def test_a_noun_after_a_preposition_of_cause(facts: str, name: str, wanted: set[str]) -> None:
    assert model(facts, *FILES).of(name) == wanted


PAIR = (
    "candidate(p,a,1). candidate(p,b,2). 1 { binds(p,X) : candidate(p,X,_) } 1. node(p,pronoun). node(a,entity). "
    "node(b,entity). "
)
BIGGER = PAIR + (
    'node(s,state). key(s,"big"). adj("big",dim(size,hi)). opposite(dim(size,hi),dim(size,lo)). arg(s,subj,a). '
    "arg(s,than,b). "
)
MORE, LESS = 'feat(s,degree,"more"). ', 'feat(s,degree,"less"). '
NOT_AS = 'feat(s,degree,"as"). feat(s,polarity,"-"). '


@pytest.mark.parametrize(
    ("degree", "name", "wanted"),
    [
        (MORE, "more", {"more(s,a,b,size,hi)"}),
        (LESS, "more", {"more(s,a,b,size,lo)"}),
        (NOT_AS, "more", {"more(s,a,b,size,lo)"}),
        (MORE, "direct", {"direct(s,a,dim(size,hi))", "direct(s,b,dim(size,lo))"}),
        (LESS, "direct", {"direct(s,a,dim(size,lo))", "direct(s,b,dim(size,hi))"}),
        (MORE, "named_for_contrast", {"named_for_contrast(b)"}),
        (
            MORE + "scale(dim(size,hi),power,pos). ",
            "contrast_side",
            {
                "contrast_side(s,a,size,pos)",
                "contrast_side(s,b,size,neg)",
                "contrast_side(s,a,power,pos)",
            },
        ),
    ],
)
def test_of_two_compared_the_one_is_more_so_and_the_other_less(
    degree: str, name: str, wanted: set[str]
) -> None:
    for found in bound(BIGGER + degree, *FILES).values():
        assert found.of(name) == wanted


@pytest.mark.parametrize(
    ("facts", "pair", "inanimate"),
    [
        ("kind_of(a,agentive).", True, False),
        ("kind_of(a,artefact).", True, True),
        ("candidate(p,c,3). kind_of(a,artefact).", False, False),
    ],
)
def test_a_pair_of_candidates_and_whether_it_is_of_things(
    facts: str, pair: bool, inanimate: bool
) -> None:
    found = bound(PAIR + facts, *FILES)["a"]
    assert ("candidate_pair(p,a,b)" in found.atoms) is pair
    assert ("inanimate_pair(p)" in found.atoms) is inanimate


def test_two_clauses_set_against_each_other_are_about_one_candidate_each() -> None:
    facts = PAIR + (
        'node(e,state). node(f,state). arg(e,subj,a). arg(f,subj,b). link(e,"but",f). connective("but",contrast). '
        'key(e,"brave"). adj("brave",brave). scale(brave,courage,pos). '
    )
    found = bound(facts, *FILES)["a"]
    assert found.of("clause_pair") == {"clause_pair(e,f,a,b)", "clause_pair(f,e,b,a)"}
    assert found.of("clause_pair_side") == {
        "clause_pair_side(e,a,courage,pos)",
        "clause_pair_side(e,b,courage,neg)",
    }


def test_what_is_said_of_the_pronoun_is_put_on_scales_too() -> None:
    facts = (
        BIGGER
        + MORE
        + 'node(t,state). key(t,"brave"). adj("brave",brave). scale(brave,courage,pos). arg(t,subj,p).'
    )
    found = bound(facts, *FILES)["a"]
    assert found.of("pronoun_rated") == {"pronoun_rated(t,p,courage,pos)"}
    assert "bears_on(s,t)" in found.atoms


HELP = (
    'node(e,event). arg(e,subj,x). arg(e,obj,y). key(e,"aid"). verb("aid",help). isa(help,act). '
    "frame(help,subj,agent). frame(help,obj,beneficiary). affect(help,beneficiary,pos). opposite(helped,harmed). "
)


@pytest.mark.parametrize(
    ("facts", "says"),
    [("", {"direct(e,y,helped)"}), ('feat(e,polarity,"-").', set())],
)
def test_who_is_not_helped_is_not_harmed(facts: str, says: set[str]) -> None:
    found = model(HELP + facts, *FILES).of("direct")
    assert {atom for atom in found if atom.startswith("direct(e,y,h")} == says
