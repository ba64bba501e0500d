"""The vocabulary is complete and consistent, and its reference page is up to date."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from kparse import graph
from kparse.graph import SemanticGraph
from kparse.notation import usage, vocabulary
from kparse.notation.uses import Programs, read_programs
from kparse.notation.vocabulary import Attribute


def test_kinds_are_those_of_the_graph() -> None:
    assert {k.prefix: k.name for k in vocabulary.kinds().values()} == graph.KINDS


def test_predicates_are_consistent() -> None:
    for predicate in vocabulary.entries():
        assert predicate.group in vocabulary.GROUPS, predicate
        assert predicate.follows in ("constants", "words", "nothing"), predicate
        assert predicate.declares in ("", *predicate.types), predicate
        assert predicate.meaning, predicate
        assert len({name for name, _ in predicate.args}) == predicate.arity, predicate
        assert set(predicate.types) <= set(vocabulary.types()), predicate


def test_names_are_consistent() -> None:
    kinds = set(vocabulary.kinds())
    for attribute in vocabulary.attributes().values():
        assert set(attribute.on) <= kinds
        assert len(set(attribute.values)) == len(attribute.values)
    for role in vocabulary.roles().values():
        assert set(role.source) <= kinds
        assert role.form in vocabulary.FORMS
    assert not set(vocabulary.roles()) & set(vocabulary.attributes())


def test_no_entry_is_given_twice() -> None:
    tables = vocabulary._tables()
    names = Counter((entry.name, entry.arity) for entry in vocabulary.entries())
    assert [name for name, count in names.items() if count > 1] == []
    assert len(tables["attribute"]) == len(vocabulary.attributes())
    assert len(tables["role"]) == len(vocabulary.roles())
    assert len(tables["kind"]) == len(vocabulary.kinds())
    assert len(tables["type"]) == len(vocabulary.types())


def test_is_role() -> None:
    roles = ["subj", "obl.in", "obl.out_of", "link.because", "snt12"]
    others = ["obl", "obl.", "subj.in", "subj1", "snt", "snt1.x", "num", ""]
    assert [name for name in (*roles, *others) if vocabulary.is_role(name)] == roles


def test_suggest() -> None:
    near = {
        "subject": "subj", "object": "obj", "tens": "tense", "numb": "num", "obl_in": "obl.in",
        "nmod-of": "nmod.of", "oblique.in": "obl.in", "lnk.because": "link.because", "obl": "obl.WORD",
        "snt": "snt1",
    }  # fmt: skip
    assert {name: vocabulary.suggest(name)[0] for name in near} == near
    assert vocabulary.suggest("zzz") == []


def test_attribute_values() -> None:
    assert [v for v in ("all", "3", "x") if vocabulary.attributes()["quant"].allows(v)] == [
        "all",
        "3",
    ]


def test_find() -> None:
    found = vocabulary.find("feat", 3)
    assert found is not None
    assert found.args == (("Node", "node"), ("Attribute", "attribute"), ("Value", "string"))
    assert vocabulary.find("feat", 2) is None


def test_bad_entries_are_named() -> None:
    with pytest.raises(ValueError, match=r"\[\[attribute\]\] num: missing or unknown: meaning"):
        vocabulary._entry(Attribute, "attribute", {"name": "num", "on": [], "values": []})


def test_findings() -> None:
    odd = SemanticGraph()
    odd.add_node("d1", "text")
    odd.add_node("x1", "dog", attrs={"tense": "past", "num": "dual", "mode": "x"})
    odd.add_edge("d1", "snt1", "x1")
    odd.add_edge("x1", "subj", "x1")
    odd.add_edge("x1", "subject", "x1")
    assert [(f.code, f.message) for f in vocabulary.findings(odd)] == [
        ("W202", "x1 / dog: :tense on a node of kind entity"),
        ("W201", "x1 / dog: unlisted value :num dual"),
        ("E201", "x1 / dog: unknown attribute :mode"),
        ("W203", "x1 :subj x1: leaves from a node of kind entity"),
        ("E202", "x1 :subject x1: unknown role"),
    ]


@pytest.fixture(scope="module")
def programs() -> Programs:
    return read_programs()


def test_vocabulary_is_that_of_the_programs(programs: Programs) -> None:
    assert usage.differences(programs) == [], (
        "run: python -m kparse.notation.usage --update, and say what new predicates mean"
    )


def test_pages_and_encodings_say_what_the_programs_say(programs: Programs) -> None:
    assert usage.stale(programs) == []


def test_heads_of_axioms_are_read_by_encodings(programs: Programs) -> None:
    for entry in vocabulary.predicates("axiom").values():
        assert "knowledge/axioms" in entry.producers
        assert any(name.startswith("encodings/") for name in entry.consumers)


SMALL = {
    "encodings/one.lp": "cls(E,C) :- node(E,event), verb(_,C). grows(X) :- cls(X,(grow;swell)). cls(x,good).",
    "encodings/two.lp": "1 { cls(S,C) : inner(C) } 1 :- node(S,state). inner(a). inner(C) :- far(C,_;C).",
    "encodings/show.lp": "#show grows/1. :~ binds(X,Y), far(X,Y), unheard_of(Y). [1,X]",
    "knowledge/axioms/a.lp": "helper(X) :- node(X,event). expl(i,E,S) :- cls(E,S).",
    "knowledge/axioms/b.lp": "% a comment\nother(X) :- helper(X), not cls(X,b).",
    "knowledge/rows/w.lp": 'verb("a",b). verb("a",c). novel("a",b,c). property(good).',
}


def small(tmp_path: Path) -> Programs:
    """Read the programs above."""
    for name, text in SMALL.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_programs(tmp_path)


def test_uses_are_found(tmp_path: Path) -> None:
    uses = small(tmp_path).uses
    one, two, show = (f"encodings/{name}.lp" for name in ("one", "two", "show"))
    theory = "knowledge/axioms"
    assert (uses["cls", 2].written, uses["cls", 2].read) == ({one, two}, {one, theory})
    assert (uses["inner", 1].written, uses["inner", 1].read) == ({two}, {two})
    assert (uses["grows", 1].written, uses["grows", 1].read) == ({one}, {show})
    assert (uses["far", 2].written, uses["far", 2].read) == (set(), {two, show})
    assert (uses["far", 1].read, uses["helper", 1].written) == ({two}, {theory})
    assert uses["novel", 3].written == {"knowledge/rows"}


def test_differences_and_updates(tmp_path: Path) -> None:
    found = small(tmp_path)
    assert {name for name, _ in found.shared()} == {"cls", "far", "grows", "helper", "node"}
    differences = usage.differences(found)
    assert "cls/2 (derived): producer lacks encodings/one.lp" in differences
    assert (
        "cls/2 (derived): producer names encodings/senses.lp, which does not use it" in differences
    )
    assert "far/2 is shared and not in the vocabulary" in differences
    assert "novel/3 is shared and not in the vocabulary" in differences
    assert "inner/1" not in " ".join(differences)
    assert any(
        line.startswith("unheard_of/1 is read by encodings/show.lp, but no program writes it")
        for line in differences
    )
    text = usage.updated(vocabulary.FILE.read_text("utf-8"), found)
    added = tomllib.loads(text)["predicate"][len(vocabulary.entries()) :]
    assert {entry["name"]: entry["group"] for entry in added} == {
        "far": "derived",
        "grows": "derived",
        "helper": "derived",
        "novel": "row",
    }
    (cls,) = (entry for entry in tomllib.loads(text)["predicate"] if entry["name"] == "cls")
    assert cls["producer"] == ["encodings/one.lp", "encodings/two.lp"]
    assert cls["consumer"] == ["encodings/one.lp", "knowledge/axioms"]


def test_constants_that_composition_introduces(tmp_path: Path) -> None:
    assert usage.introduced(small(tmp_path)) == {"good"}


def test_unknown_options_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert usage.main(["--wrong"]) == 2
    assert "usage" in capsys.readouterr().err


def test_two_helpers_of_one_name_are_reported(tmp_path: Path) -> None:
    for name in ("a", "b"):
        path = tmp_path / f"knowledge/axioms/{name}.lp"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("lost_to(S,X) :- class(S,have), arg(S,subj,X).", encoding="utf-8")
    differences = [line for line in usage.differences(read_programs(tmp_path)) if "lost_to" in line]
    assert any(
        "lost_to/2 is derived in a.lp and b.lp: give it another name" in line
        for line in differences
    )
    lone = [
        line
        for line in usage.differences(small(tmp_path))
        if line.startswith("less_of/1 is derived")
    ]
    assert lone == ["less_of/1 is derived in one file of axioms: remove its homes"]
