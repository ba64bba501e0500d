"""The costs of a reading by level: objective, backoff, preference, choice, mined, display."""

from __future__ import annotations

import pytest

from coindex.reasoner.asp.terms import name_of
from coindex.reasoner.solving.solver import LEVELS as NAMES
from tests.encodings.programs import bound, model, models

LEVELS = {3: 0, 2: 0, 1: 0, 0: 0}
LINK = "link(e,s)"


@pytest.mark.parametrize(
    ("facts", "costs"),
    [
        pytest.param("", {}, id="nothing counts, yet each level is there"),
        pytest.param("problem(co_argument,args(e,a,b)).", {3: 10}, id="a problem"),
        pytest.param(
            "problem(disagreement,args(p,a)). weighed(disagreement,args(p,a),80).",
            {2: 80},
            id="a problem that is not certain is evidence",
        ),
        pytest.param(
            f"support(r,{LINK},6). strongest({LINK},6).", {2: -61}, id="a rule that explains a link"
        ),
        pytest.param(
            f"support(r,{LINK},6). support(q,{LINK},4). strongest({LINK},6).",
            {2: -62},
            id="a weaker second rule adds a little",
        ),
        pytest.param(
            f"support(r,{LINK},2). strongest({LINK},2).", {1: -6}, id="a rule of weight 2 is a hint"
        ),
        pytest.param("clash(r,p,a). binds(p,a). weight(r,5).", {2: 50}, id="a clash"),
        pytest.param(
            "clash(r,p,a). binds(p,b). weight(r,5).", {}, id="a clash with another reading"
        ),
        pytest.param("hint(r,a,4).", {2: -40}, id="a strong hint"),
        pytest.param("hint(r,a,2).", {1: -6}, id="a weak hint"),
        pytest.param(
            "hint(r,a,4). hint(q,a,2).", {2: -40, 1: -6}, id="hints count by what they weigh"
        ),
        pytest.param(
            "profile_speaks(r,a,12). asked_about(p). binds(p,a).", {2: -12}, id="a profile"
        ),
        pytest.param(
            "profile_speaks(r,a,12). asked_about(p). binds(p,b).",
            {},
            id="a profile of another candidate",
        ),
        pytest.param(
            "profile_speaks(r,a,12). binds(p,a).", {}, id="a profile, where nothing is asked about"
        ),
        pytest.param('mined("r",p,a,7).', {2: -7}, id="counted text"),
        pytest.param(
            'mined("r",p,a,7). hint(r,a,4). clash(q,p,a). binds(p,a). weight(q,5).',
            {2: 3},
            id="knowledge and counted text are added",
        ),
        pytest.param("salient(p,a,-12). asked_about(p). binds(p,a).", {2: 12}, id="salience"),
        pytest.param(
            "salient(p,a,20). salient(p,b,9). asked_about(p). binds(p,b).",
            {2: -9},
            id="the salience of the one who is meant",
        ),
        pytest.param(
            "salient(p,a,20). asked_about(q). binds(p,a).",
            {},
            id="salience for a pronoun that is not asked about",
        ),
        pytest.param(
            "salient(p,a,20). salient(q,a,20). asked_about(p). binds(p,a). binds(q,a).",
            {2: -20},
            id="salience for one of two pronouns",
        ),
        pytest.param("pick(1,1).", {1: 50, 0: 1}, id="an attachment other than the parser's"),
        pytest.param("pick(1,1). pick(2,3).", {1: 100, 0: 4}, id="two attachments"),
        pytest.param("pick(1,0).", {}, id="the parser's attachment"),
        pytest.param("last_subject(p,a). binds(p,b).", {1: 50}, id="not the last subject"),
        pytest.param("last_subject(p,a). binds(p,a).", {}, id="the last subject"),
        pytest.param("two_subjects(p,q).", {1: 50}, id="two subjects of one form that are not one"),
        pytest.param(
            "prefer(parallel,p,2). prefer(jars,s,-2). prefer(near,p,1).", {1: -1}, id="preferences"
        ),
        pytest.param(
            "pick(1,1). prefer(parallel,p,2).", {1: 48, 0: 1}, id="an attachment outweighs preferences"
        ),
        pytest.param(
            "candidate(p,a,0). candidate(p,b,1). asked_about(p). binds(p,b).",
            {0: 1},
            id="the order of the candidates",
        ),
        pytest.param(
            "candidate(p,a,0). candidate(p,b,1). asked_about(p). binds(p,a).",
            {},
            id="the first candidate",
        ),
        pytest.param(
            "candidate(q,b,1). asked_about(p). binds(q,b).",
            {0: 1},
            id="the order of a pronoun that is not asked about",
        ),
    ],
)
def test_each_thing_counts_at_its_level(facts: str, costs: dict[int, int]) -> None:
    assert model(facts, "objective").cost == LEVELS | costs


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param("mined(r,p,a,1).", "prefer(near,p,900).", id="evidence over preference"),
        pytest.param("", "problem(k,x). mined(r,p,a,900).", id="certain grammar over evidence"),
        pytest.param("prefer(near,p,1).", "", id="preference over order"),
        pytest.param("", "", id="the first of equals"),
    ],
)
def test_a_lower_level_never_outweighs_a_higher_one(better: str, worse: str) -> None:
    asked = "candidate(p,a,0). candidate(p,b,1). asked_about(p). "
    first, second = (f"{better} binds(p,b).", f"{worse} binds(p,a).")
    if not better + worse:
        first, second = second, first
    costs = [
        sorted(model(asked + facts, "objective").cost.items(), reverse=True)
        for facts in (first, second)
    ]
    assert costs[0] < costs[1]


def test_levels_have_the_names_that_costs_are_read_with() -> None:
    found = model("", "objective").of("level")
    assert found == {f'level({3 - n},"{name}")' for n, name in enumerate(NAMES)}


BACKED_OFF = 'key(e,"frob"). backed_off("frob",verb,"nearest","rub",2). node(e,event). '


@pytest.mark.parametrize(
    ("facts", "cost"),
    [
        (BACKED_OFF + "hint(r,p,5). favour(r,p,a,e). weight(r,5).", -30),
        (BACKED_OFF + "hint(r,p,5). favour(r,p,a,s). weight(r,5).", -50),
        (BACKED_OFF + "clash(r,p,a). arg(e,subj,p). binds(p,a). weight(r,5).", 30),
        (BACKED_OFF + "clash(r,p,a). arg(s,subj,p). binds(p,a). weight(r,5).", 50),
        (
            'clash(r,p,a). binds(p,a). weight(r,5). node(a,entity). concept(a,"frob"). '
            'backed_off("frob",noun,"nearest","cup",1).',
            40,
        ),
    ],
)
def test_what_rests_on_a_word_without_rows_counts_less(facts: str, cost: int) -> None:
    assert model(facts, "objective", "backoff").cost[2] == cost


def test_the_dearest_word_of_a_situation_sets_its_discount() -> None:
    facts = (
        BACKED_OFF + 'arg(e,mod,m). concept(m,"frobbily"). adverb("frobbily",careful). sit(e). '
        'backed_off("frobbily",adverb,"nearest","warily",3).'
    )
    assert model(facts, "backoff").of("discount") == {"discount(e,3)", "discount(contrary(e),3)"}


TWO = "candidate(p,a,1). candidate(p,b,2). order(a,1). order(b,3). order(p,5). "


@pytest.mark.parametrize(
    ("facts", "a", "b"),
    [
        pytest.param("", {"before"}, {"before", "near"}, id="the nearest"),
        pytest.param(
            "same(a,m). order(m,4).",
            {"before", "near"},
            {"before"},
            id="as near as its last mention",
        ),
        pytest.param(
            "arg(e,subj,a). arg(e,obj,b). arg(s,subj,p). sit(e). sit(s).",
            {"before", "subject", "parallel"},
            {"before", "near"},
            id="a subject for a subject",
        ),
        pytest.param(
            "arg(e,subj,a). arg(e,obj,b). arg(s,obj,p). sit(e). sit(s).",
            {"before", "subject"},
            {"before", "near", "parallel"},
            id="an object for an object",
        ),
        pytest.param(
            "arg(e,subj,a). arg(e,obj,b). arg(x,poss,p). sit(e).",
            {"before", "subject", "possessor"},
            {"before", "near"},
            id="the subject for an owner",
        ),
        pytest.param(
            'arg(e,subj,a). arg(e,obj,b). arg(s,subj,p). sit(e). sit(s). link(e,"and",s). node(e,event). cls(e,act).',
            {"before", "subject", "parallel"},
            {"before", "near", "another"},
            id="and she: somebody else",
        ),
    ],
)
def test_preferences_by_structure(facts: str, a: set[str], b: set[str]) -> None:
    found = bound(TWO + "1 { binds(p,X) : candidate(p,X,_) } 1. " + facts, "preference")
    for candidate, wanted in (("a", a), ("b", b)):
        names = {
            atom.removeprefix("prefer(").split(",")[0] for atom in found[candidate].of("prefer")
        }
        assert names == wanted


CHOICE = (
    'link(e,"because",g). node(g,pronoun). sit(e). sit(s). sit(t). 1 { binds(g,s); binds(g,t) } 1. '
    "coref(a,a). prop(e,a,hurt). prop(s,a,failed). prop(t,a,able)."
)


def test_a_clause_that_is_asked_for_is_the_alternative_chosen() -> None:
    found = {min(m.of("filled")): m.of("link") for m in models(CHOICE, "choice")}
    assert found == {
        "filled(e,s)": {'link(e,"because",g)', 'link(e,"because",s)'},
        "filled(e,t)": {'link(e,"because",g)', 'link(e,"because",t)'},
    }


def test_bad_goes_with_bad_and_not_with_good() -> None:
    found = {min(m.of("filled")): m.of("prefer") for m in models(CHOICE, "choice")}
    assert found == {
        "filled(e,s)": {"prefer(fits,s,2)"},
        "filled(e,t)": {"prefer(jars,t,-2)"},
    }


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ("counted(c,e,s,p,actor,7). arg(e,subj,a). coref(a,p).", {"mined(c,e,s,7)"}),
        ("counted(c,e,s,p,actor,7). arg(e,obj,a). coref(a,p).", set()),
        ("counted(c,e,s,p,other,7). arg(e,obj,a). coref(a,p).", {"mined(c,e,s,7)"}),
        ("counted(c,e,s,p,other,7). arg(e,tmod,a). coref(a,p).", set()),
        ("counted(c,e,s,p,other,7). arg(e,obj,p). coref(p,p).", set()),
        ("typical(c,p,a,5). binds(p,a).", {"mined(c,p,a,5)"}),
        ("typical(c,p,a,5). binds(p,b).", set()),
    ],
)
def test_counted_text_speaks_where_the_reading_has_it_so(facts: str, wanted: set[str]) -> None:
    assert model(facts, "mined").of("mined") == wanted


def test_only_what_the_solver_needs_leaves_it() -> None:
    facts = "binds(p,a). support(r,l,3). clash(r,p,a). hint(r,a,4). prefer(near,p,1). problem(k,x). pick(1,0). "
    facts += "salient(p,a,3). "
    found = model(facts + 'mined("r",p,a,7). coref(p,a). base(e,a,hurt).', "display")
    assert {name_of(atom) for atom in found.shown} == set(
        "binds support clash hint prefer problem pick mined salient".split()
    )
