"""Fitted weights in a knowledge directory: what the store makes of them, and what is wrong with them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kparse.errors import KnowledgeError
from reasoner._written import Rule
from reasoner.journal import knowledge_files
from reasoner.kb import show
from reasoner.knowledge import Row
from reasoner.laws import law_of
from reasoner.lint import lint
from reasoner.store import Store
from reasoner.weights import Fitted, Overlay, group_of, read_weights
from reasoner.workers import Settings

LEXICON = """\
event_class(act). event_class(harm). isa(harm,act). property(wrong;angry;sad;hungry).
verb("rob",harm). verb("slap",harm). adj("angry",angry). adj("sad",sad). adj("hungry",hungry). adj("wrong",wrong).
reason(harm,actor,angry,6).
reason(harm,actor,sad,4).
reason("slap",other,wrong,5).
"""
THEORY = """\
% @id provocation
% @text {Y} had done wrong
% @weight 6
expl(provocation,E,S) :- class(E,harm), role(E,patient,Y), prop(S,X,wrong), coref(X,Y).
% @id appetite
% @text hungry
cons(appetite,E,S) :- class(E,harm), prop(S,X,hungry).
"""
WEIGHTS = """\
[factor]
reason = 0.5

[weight]
provocation = 3  # authored 6
"reason(harm,actor,angry)" = 0
'reason("slap",other,wrong)' = 9
"""
WORDS = ["rob", "slap", "angry", "sad", "hungry", "wrong"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A small knowledge directory."""
    for part, text in (("lexicon", LEXICON), ("theory", THEORY)):
        (tmp_path / "kb" / part).mkdir(parents=True)
        (tmp_path / "kb" / part / "x.lp").write_text(text)
    return tmp_path / "kb"


def selected(store: Store) -> dict[str, int]:
    return {rule.id: rule.weight for rule in store.fetch(WORDS).every_rule()}


def test_without_a_file_weights_are_as_authored(home: Path, tmp_path: Path) -> None:
    store = Store.open(home, tmp_path)
    assert selected(store) == {
        "provocation": 6,
        "appetite": 4,
        "reason(harm,actor,angry)": 6,
        "reason(harm,actor,sad)": 4,
        'reason("slap",other,wrong)': 5,
    }
    assert store.told_weight("provocation") == "6"


def test_a_file_is_laid_over_and_taken_off(home: Path, tmp_path: Path) -> None:
    Store.open(home, tmp_path).close()
    (home / "weights.toml").write_text(WEIGHTS)
    fitted = {
        "provocation": 3,
        "appetite": 4,
        "reason(harm,actor,angry)": 0,
        "reason(harm,actor,sad)": 2,
        'reason("slap",other,wrong)': 9,
    }
    store = Store.open(home, tmp_path)
    assert selected(store) == fitted, "a factor goes to what has no line of its own"
    assert store.told_weight("provocation") == "authored 6, fitted 3"
    assert store.told_weight("reason(harm,actor,angry)") == "authored 6, fitted 0"
    assert selected(store.as_authored())["provocation"] == 6
    assert {rule.id: rule.weight for rule in store.every_rule()} == fitted
    assert selected(Store.open(home, tmp_path)) == fitted, "compiled once"
    (home / "weights.toml").unlink()
    assert selected(Store.open(home, tmp_path))["provocation"] == 6


def test_a_silent_axiom_is_in_no_selection(home: Path, tmp_path: Path) -> None:
    (home / "weights.toml").write_text("[weight]\nprovocation = 0\n")
    store = Store.open(home, tmp_path)
    assert "provocation" not in selected(store)
    assert store.told_weight("provocation") == "authored 6, fitted 0"


def test_an_edit_makes_the_store_stale(home: Path, tmp_path: Path) -> None:
    path = home / "weights.toml"
    path.write_text(WEIGHTS)
    assert selected(Store.open(home, tmp_path))["provocation"] == 3
    path.write_text(WEIGHTS.replace("provocation = 3", "provocation = 8"))
    os.utime(path, ns=(10**18, 10**18))
    assert selected(Store.open(home, tmp_path))["provocation"] == 8


def test_lines_speak_of_any_rule_factors_of_the_directorys_own(home: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    (more / "lexicon").mkdir(parents=True)
    (more / "lexicon" / "y.lp").write_text("reason(harm,actor,hungry,4).\n")
    (more / "weights.toml").write_text("[weight]\nappetite = 9\n")
    (home / "weights.toml").write_text("[factor]\nreason = 0.5\n")
    found = selected(Store.open([home, more], tmp_path))
    assert found["appetite"] == 9
    assert (found["reason(harm,actor,sad)"], found["reason(harm,actor,hungry)"]) == (2, 4)


def test_show_tells_both_weights(home: Path, tmp_path: Path) -> None:
    (home / "weights.toml").write_text(WEIGHTS)
    store = Store.open(home, tmp_path)
    assert "authored 6, fitted 3" in show(store, "provocation")
    assert "weight  4" in show(store, "appetite")
    assert "authored 6, fitted 0" in show(store, "reason(harm,actor,angry)")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("[weight]\nenvy = 12\n", 2, 1, "not a whole number from 0 to 9"),
        ("[weight]\n\n  'reason(a,b,c)' = true\n", 3, 3, "not a whole number"),
        ("[weight]\nreason(a,b,c) = 4\n", 2, 7, "not TOML"),
        ("[factor]\ncons = 0\n", 2, 1, "not a number above 0"),
        ("[fit]\nx = 1\n[wieght]\nenvy = 3\n", 3, 1, "no table of weights"),
        ("weight = 3\n", 1, 1, "is not a table"),
        ("[weight]\nenvy = 3\nenvy = 4\n", 3, 9, "not TOML"),
    ],
)
def test_a_malformed_line_is_named(
    home: Path, tmp_path: Path, text: str, line: int, column: int, message: str
) -> None:
    (home / "weights.toml").write_text(text)
    with pytest.raises(KnowledgeError, match=message) as caught:
        Store.open(home, tmp_path)
    place = caught.value.location
    assert place is not None
    assert (place.file, place.line, place.column) == ("kb/weights.toml", line, column)
    found = [problem for problem in lint([home]) if problem.code == "E601"]
    assert [(p.location.line, p.location.column) for p in found] == [(line, column)]


def test_a_file_that_is_no_text_is_refused(home: Path, tmp_path: Path) -> None:
    (home / "weights.toml").write_bytes(b"[weight]\n\xff\n")
    with pytest.raises(KnowledgeError, match="not UTF-8"):
        Store.open(home, tmp_path)
    with pytest.raises(KnowledgeError, match="cannot read"):
        read_weights(home)


def test_a_weight_without_a_rule_is_a_warning(home: Path) -> None:
    (home / "weights.toml").write_text(f"{WEIGHTS}forgotten = 4\n")
    found = [problem for problem in lint([home]) if problem.code.startswith(("E6", "W6"))]
    assert [(p.code, p.location.line) for p in found] == [("W602", 8)]
    assert "forgotten" in found[0].message


def test_runs_know_weights_from_other_weights(home: Path) -> None:
    (home / "weights.toml").write_text(WEIGHTS)
    assert home / "weights.toml" in set(knowledge_files(Settings(extra=(str(home),))))


def test_a_line_that_names_the_authored_weight_keeps_it_from_the_factor() -> None:
    law = law_of(Row("reason(harm,actor,sad,4)", "reason", "harm", "x.lp", 1))
    fitted = Fitted({law.id: 4}, {"reason": 0.5})
    assert fitted.weight(law) == 4
    assert Overlay(((fitted, frozenset()),)).weight(law) == 4
    assert Overlay(((Fitted({}, {"reason": 0.5}), frozenset({"x.lp"})),)).weight(law) == 2
    assert Overlay.from_json(Overlay(((fitted, frozenset({"a"})),)).to_json()).weight(law) == 4


@pytest.mark.parametrize(
    ("fact", "group"),
    [
        ("reason(harm,actor,angry,5)", "reason"),
        ("effect(neg(help),other,sad,5)", "effect of a denied event"),
        ('reason("slap",other,does(harm),5)', "reason of a word, a deed"),
        ('effect(neg("slap"),other,neg(sad),5)', "effect of a word"),
    ],
)
def test_groups_of_rows(fact: str, group: str) -> None:
    predicate, key = fact.split("(")[0], fact.split("(", 1)[1].rsplit(",", 3)[0]
    assert group_of(law_of(Row(fact, predicate, key, "x.lp", 1))) == group


def test_groups_of_axioms() -> None:
    mined = Rule("m", "cons(m,E,S) :- a(E,S).", "", 4, "counted", "x.lp", 1, frozenset(), "axiom")
    assert group_of(mined) == "cons, counted"
