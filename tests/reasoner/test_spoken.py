"""What speaks for a candidate as numbers, by made-up atoms and a small store."""

from __future__ import annotations

import pytest

from coindex.reasoner.evidence.breadth import Breadths, asked_by
from coindex.reasoner.evidence.forms import classes_of, form_of
from coindex.reasoner.evidence.similar_nouns import similarities
from coindex.reasoner.evidence.spoken import Spoken, Text, features, spoken_in
from coindex.reasoner.evidence.word_vectors import WordVectors
from coindex.reasoner.store.store import Store
from kparse.graph import SemanticGraph

ROWS = """
event_class(act). event_class(harm). event_class(attack). isa(harm,act). isa(attack,harm).
property(angry). property(wrong). property(hurt).
verb("hit",attack). verb("maul",attack). verb("spoil",harm). adj("furious",angry). adj("cross",angry).
gives(attack,patient,hurt). adj("sore",hurt).
reason(harm,actor,angry,6).
reason("hit",other,wrong,5).
"""
AXIOMS = """
% @id rage
% @text “{S}” is typical of {Y}.
% @weight 7
% @source authored
favour(rage,X,Y,S) :- class(E,(attack;harm)), role(E,agent,Y), prop(S,X,angry), coref(X,Y).
"""
ROW, WORD = "reason(harm,actor,angry)", 'reason("hit",other,wrong)'


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    directory = tmp_path_factory.mktemp("spoken") / "kb"
    (directory / "rows").mkdir(parents=True)
    (directory / "axioms").mkdir()
    (directory / "rows" / "harm.lp").write_text(ROWS)
    (directory / "axioms" / "anger.lp").write_text(AXIOMS)
    return Store.open([directory], tmp_path_factory.mktemp("cache"))


def graph() -> SemanticGraph:
    found = SemanticGraph()
    found.add_node("e1", "hit", kind="event")
    found.add_node("s1", "furious", kind="state")
    found.add_node("p1", "she", kind="pronoun")
    found.add_node("x1", "cook", kind="entity")
    found.add_node("x2", "thief", kind="entity")
    for edge in (("e1", "subj", "x1"), ("e1", "obj", "x2"), ("s1", "subj", "p1")):
        found.add_edge(*edge)
    return found


@pytest.fixture
def text(store: Store) -> Text:
    selection = store.fetch(["hit", "furious"])
    return Text(graph(), selection.rows, ['key(e1,"hit")'], store.rule, Breadths(store))


def test_forms_and_demands(store: Store) -> None:
    assert form_of("effect(s_theft,any,s_trial)", "scripts/law.script") == "scene"
    assert form_of("effect(lend,sell,obj,~cause)", "corpus.txt") == "counts"
    assert classes_of(ROW) == ("harm", "angry")
    rage = store.rule("rage")
    assert rage is not None
    assert asked_by(rage) == (("angry",), ("attack", "harm"))


def test_breadth_counts_the_words_that_lead_to_a_demand(store: Store) -> None:
    breadths = Breadths(store)
    assert [breadths.words([name]) for name in ("attack", "harm", "act", "angry", '"hit"')] == [
        2,
        3,
        3,
        2,
        1,
    ]
    assert breadths.words(["hurt"]) == 3  # (who is hit or mauled is hurt)
    assert breadths.words(["attack", "angry"]) == 4


def test_a_support_says_how_exactly_it_matches(text: Text) -> None:
    shown = {
        "binds(p1,x1)",
        f"explained({ROW},e1,s1,5,link(e1,s1))",
        f"explained({ROW},contrary(e1),contrary(s1),3,link(e1,s1))",
        f"support({ROW},link(e1,s1),4)",
    }
    [one] = spoken_in(shown, "x1", text)
    assert one == Spoken(ROW, "class_row", 40, 2, distance=1, discount=1, steps=2, narrow=2, wide=3)


def test_what_no_word_leads_to_was_inferred(text: Text) -> None:
    shown = {f"support({WORD},link(e1,s1),5)", f"explained({WORD},e1,s1,5,link(e1,s1))"}
    [one] = spoken_in(shown, "x2", text)
    assert (one.form, one.steps, one.inferred, one.narrow) == ("word_row", 0, 1, 1)


def test_hints_clashes_profiles_and_statistics(text: Text) -> None:
    shown = {
        "binds(p1,x1)",
        "hint(rage,p1,7)",
        "clash(rage,p1,x1)",
        "clash(rage,p1,x2)",
        'profile_speaks(word("hit","",subj,"furious",said),x1,30)',
        'profile_speaks(word("hit","",obj,"sore",said),x2,30)',
        'mined("goes_with(x1)",p1,x1,15)',
    }
    found = spoken_in(shown, "x1", text)
    assert sorted((one.form, one.points, one.halves) for one in found) == [
        ("axiom", -70, 1),
        ("axiom", 70, 1),
        ("pairs", 15, 2),
        ("profile", 30, 2),
    ]


def test_features_are_named_and_nothing_is_left_of_a_silent_candidate(text: Text) -> None:
    shown = {
        "binds(p1,x1)",
        f"support({ROW},link(e1,s1),6)",
        f"explained({ROW},e1,s1,6,link(e1,s1))",
        "hint(rage,p1,2)",
        "prefer(subject,p1,2)",
        "prefer(subject,p2,2)",
        "salient(p1,x1,12)",
        "pick(1,2)",
    }
    row = features(spoken_in(shown, "x1", text), shown, "p1", "x1")
    expected = {"class_row": 60, "class_row_steps": 2, "exact": 60, "forms": 2, "rules": 1}
    expected |= {
        "weak": 20,
        "prefers_subject": 2,
        "salience": 12,
        "other_parse": 1,
        "strongest": 60,
    }
    assert {name: row[name] for name in expected} == expected
    assert features([], {"binds(p1,x2)"}, "p1", "x2") == {}


def test_nouns_are_compared_with_what_is_said_of_the_pronoun() -> None:
    import numpy as np

    vectors = WordVectors.of({"furious": 0, "cook": 0, "thief": 1}, np.eye(2, dtype=np.float32))
    assert similarities(graph(), "p1", ["x1", "x2"], vectors) == pytest.approx([1.0, 0.0])
    assert similarities(graph(), "p1", ["none(0)"], vectors) == [0.0]
