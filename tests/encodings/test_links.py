"""Links between situations (cause, result, goal), and what explains them: discourse, coherence."""

from __future__ import annotations

import pytest

from tests.encodings.programs import model, up_to

FILES = up_to("comparison")
TEXT = "node(e,event). node(s,event). "
CONNECTIVES = "".join(
    f'connective("{word}",{relation}). '
    for word, relation in {
        "because": "cause",
        "so": "result",
        "if": "condition",
        "but": "deny",
        "although": "concession",
        "and": "and",
        "after": "after",
        "so_that": "purpose",
    }.items()
)


def stated(word: str, facts: str = "") -> set[str]:
    return model(f'{TEXT}{CONNECTIVES}link(e,"{word}",s). {facts}', *FILES).of("stated")


@pytest.mark.parametrize(
    ("word", "facts", "wanted"),
    [
        ("because", "", {"stated(s,e,0)"}),
        ("so", "", {"stated(e,s,0)"}),
        ("if", "", {"stated(s,e,0)"}),
        ("and", "", {"stated(e,s,1)"}),
        ("after", "", {"stated(s,e,1)"}),
        ("although", "", {"stated(contrary(s),e,0)", "stated(s,contrary(e),1)"}),
        ("but", "", {"stated(e,s,1)", "stated(e,contrary(s),0)", "stated(s,contrary(e),2)"}),
        ("due_to", 'connective("due_to",cause).', {"stated(s,e,0)"}),
        ("since", 'ambiguous("since",cause,1). ambiguous("since",after,0).', {"stated(s,e,1)"}),
        ("because", 'feat(e,polarity,"-").', {"stated(s,e,0)", "stated(contrary(s),contrary(e),2)"}),
    ],
)
def test_a_connective_says_what_causes_what(word: str, facts: str, wanted: set[str]) -> None:
    assert stated(word, facts) == wanted


def test_so_that_states_a_goal_and_no_cause() -> None:
    found = model(f'{TEXT}{CONNECTIVES}link(e,"so_that",s).', *FILES)
    assert found.of("purpose") == {"purpose(e,s,0,link(e,s))"}
    assert found.of("stated", "causal") == set()


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param("", {"causal(s,e,0,link(e,s))"}, id="as it is stated"),
        pytest.param(
            'node(f,event). link(e,"and",f).',
            {
                "causal(s,e,0,link(e,s))",
                "causal(s,f,2,link(e,s))",
                "causal(e,f,1,link(e,f))",
                "causal(e,f,3,link(e,f))",
            },
            id="for a coordinated clause",
        ),
        pytest.param(
            "node(f,event). arg(e,comp,f).",
            {"causal(s,e,0,link(e,s))", "causal(s,f,1,link(e,s))"},
            id="for what is embedded",
        ),
        pytest.param(
            'node(f,event). arg(e,comp,f). key(e,"refuse"). verb("refuse",refuse).',
            {"causal(s,e,0,link(e,s))"},
            id="but not under a verb that hides it",
        ),
        pytest.param(
            "node(d,event). arg(s,obj,x). arg(x,rel,d).",
            {"causal(s,e,0,link(e,s))", "causal(d,e,2,link(e,s))", "causal(d,s,3,link(s,d))"},
            id="for a relative clause",
        ),
    ],
)
def test_a_stated_cause_reaches_further_at_a_price(facts: str, wanted: set[str]) -> None:
    found = model(f'{TEXT}{CONNECTIVES}link(e,"because",s). {facts}', *FILES).of("causal")
    assert wanted - {"causal(e,f,3,link(e,f))"} <= found <= wanted


def test_a_situation_turned_round_says_the_opposite() -> None:
    facts = (
        'node(e,event). node(s,state). link(e,"although",s). connective("although",concession). key(s,"brave"). '
        'adj("brave",brave). opposite(brave,afraid). arg(s,subj,x). key(e,"run"). verb("run",go).'
    )
    found = model(facts, *FILES)
    assert "direct(contrary(s),x,afraid)" in found.atoms
    assert "class(contrary(e),neg(go))" in found.atoms


def test_what_the_text_presents_as_content() -> None:
    assert model(TEXT + "arg(e,comp,s).", *FILES).of("content") == {"content(e,s)"}


LINK = "causal(s,e,1,link(e,s)). weight(r,6). weight(q,2). "


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        pytest.param("expl(r,e,s).", {"support(r,link(e,s),5)"}, id="weight less price"),
        pytest.param("expl(q,e,s).", set(), id="a faint rule"),
        pytest.param("weight(v,1). expl(v,e,s).", set(), id="none is left of it"),
        pytest.param("cons(r,e,s).", set(), id="a consequence is no reason"),
        pytest.param("cons(r,s,e).", {"support(r,link(e,s),5)"}, id="but its cause is one"),
        pytest.param(
            "expl(r,e,s). causal(s,f,3,link(e,s)). expl(r,f,s).",
            {"support(r,link(e,s),5)"},
            id="once a link, at its best",
        ),
        pytest.param(
            "expl(r,e,s). discount(s,2). discounted(s).",
            {"support(r,link(e,s),3)"},
            id="less a discount",
        ),
        pytest.param(
            "expl(r,e,s). discount(s,2). discounted(s). discount(e,2). discounted(e).",
            set(),
            id="less two: too little is left",
        ),
        pytest.param(
            "purpose(e,s,0,link(e,s)). goal(r,e,s).", {"support(r,link(e,s),6)"}, id="a goal"
        ),
        pytest.param("content(e,s). accept(r,e,s).", {"support(r,link(e,s),6)"}, id="a content"),
    ],
)
def test_a_rule_supports_the_link_that_it_explains(facts: str, wanted: set[str]) -> None:
    assert model(LINK + facts, "coherence").of("support") == wanted


def test_the_strongest_support_of_a_link() -> None:
    found = model(LINK + "expl(r,e,s). expl(q,e,s).", "coherence")
    assert found.of("strongest") == {"strongest(link(e,s),5)"}


@pytest.mark.parametrize(
    ("rule", "weight", "speaks"),
    [
        ("reason(c,actor,p)", 3, False),
        ("effect(c,actor,p)", 3, False),
        ("reason(c,actor,p)", 4, True),
        ("some_axiom", 3, True),
    ],
)
def test_a_faint_default_rule_says_nothing(rule: str, weight: int, speaks: bool) -> None:
    facts = f"causal(s,e,0,link(e,s)). expl({rule},e,s). weight({rule},{weight})."
    found = model(facts, "coherence").of("support")
    assert found == ({f"support({rule},link(e,s),{weight})"} if speaks else set())


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ("coref(p,a).", {"hint(r,p,4)"}),
        ("coref(p,b).", set()),
    ],
)
def test_a_rule_hints_at_whoever_the_pronoun_stands_for(facts: str, wanted: set[str]) -> None:
    assert model("favour(r,p,a,s). weight(r,4). " + facts, "coherence").of("hint") == wanted
