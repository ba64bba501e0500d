"""The folders of a knowledge directory: their roles, their former names, and what is not read."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.asp.rows import DEFAULT_PREDICATES
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.store.folders import examples_of, is_whole, sources
from coindex.reasoner.store.reading_files import load, read
from kparse.errors import KnowledgeError

ROW = 'verb("shove",harm).\n'
RULE = "% @id r\n% @text t\nexpl(r,E,S) :- class(E,harm), class(S,harm).\n"
SCENE = "flood\n  if flood\n  then flood\n"


def made(home: Path, **files: str) -> Path:
    """Write files whose names have a double underscore for the slash and one for the dot."""
    for name, text in files.items():
        path = home / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return home


def roles(home: Path) -> list[tuple[str, str]]:
    return [(s.path.relative_to(home).as_posix(), s.role) for s in sources([home])]


def test_each_folder_has_its_role(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    home = made(
        tmp_path,
        axioms__a_lp=RULE,
        rows__a_lp=ROW,
        learned__derived__a_lp=ROW,
        learned__frequency__a_tsv="no profile",
        profiles__a_tsv="push\tobj\tsmall\n",
        scripts__a_script=SCENE,
        examples__a_txt="r: no knowledge",
    )
    assert roles(home) == [
        ("rows/a.lp", "rows"),
        ("learned/derived/a.lp", "rows"),
        ("profiles/a.tsv", "profiles"),
        ("scripts/a.script", "scripts"),
        ("axioms/a.lp", "axioms"),
    ]
    assert not caplog.records


def test_former_names_are_read_with_one_warning_each(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = made(
        tmp_path,
        lexicon__a_lp=ROW,
        lexicon__b_lp=ROW,
        derived__a_lp=ROW,
        theory__a_lp=RULE,
        frames__a_lp=RULE.replace("r", "q"),
        scripts__a_txt=SCENE,
    )
    assert not is_whole(home)  # nothing declares classes
    for _ in range(2):
        assert roles(home) == [
            ("lexicon/a.lp", "rows"),
            ("lexicon/b.lp", "rows"),
            ("derived/a.lp", "rows"),
            ("scripts/a.txt", "scripts"),
            ("theory/a.lp", "axioms"),
            ("frames/a.lp", "axioms"),
        ]
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        f"{home}/lexicon is read; the name of such a folder is now rows/",
        f"{home}/derived is read; the name of such a folder is now learned/derived/",
        f"{home}/theory is read; the name of such a folder is now axioms/",
        f"{home}/frames is read; the name of such a folder is now axioms/",
        f"{home}/scripts is read; the suffix of scripts is now .script, not .txt",
    ]
    assert {record.levelno for record in caplog.records} == {logging.WARNING}


def test_old_and_new_names_give_the_same(tmp_path: Path) -> None:
    old = made(tmp_path / "old", lexicon__a_lp=ROW, theory__a_lp=RULE, scripts__a_txt=SCENE)
    new = made(tmp_path / "new", rows__a_lp=ROW, axioms__a_lp=RULE, scripts__a_script=SCENE)
    one, other = load([old]), load([new])
    assert [row.fact for row in one.rows] == [row.fact for row in other.rows]
    assert [rule.program for rule in one.rules] == [rule.program for rule in other.rules]


def test_a_folder_without_folders_gives_all_that_is_knowledge(tmp_path: Path) -> None:
    home = made(tmp_path, a_lp=ROW, b_tsv="push\tobj\tsmall\n", c_script=SCENE, d_txt="r: x")
    assert roles(home) == [("a.lp", "any"), ("b.tsv", "profiles"), ("c.script", "scripts")]


def test_what_has_nothing_is_not_passed_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(KnowledgeError, match=r"has no \.lp, \.tsv or \.script file"):
        sources([made(tmp_path / "none", a_md="# notes")])
    with pytest.raises(KnowledgeError, match="does not exist"):
        sources([tmp_path / "nowhere"])
    empty = made(tmp_path / "empty", a_lp="% later\n\n") / "a.lp"
    sources([empty])
    assert caplog.messages == [
        f"{empty} has nothing but comments: there is no row or rule to read in it"
    ]


def test_what_lies_beside_the_folders_is_read_by_what_it_is(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    home = made(
        tmp_path,
        profiles__a_tsv="push\tobj\tsmall\n",
        theories__a_lp=RULE,
        own_lp=ROW,
        fuse_tsv="fuse\tself\tblow\n",
        rules_txt="% Of mine.\nPerson1 thanks person2 because person2 helped person1.\n",
        sentences__a_txt="Noise annoys people.\n",
        questions_txt="knowledge: Ann met Eve because [she] called. = Eve | Ann\n",
        notes__a_md="# x",
    )
    assert roles(home) == [
        ("profiles/a.tsv", "profiles"),
        ("sentences/a.txt", "sentences"),
        ("fuse.tsv", "profiles"),
        ("own.lp", "any"),
        ("rules.txt", "sentences"),
        ("theories/a.lp", "any"),
    ]
    assert not caplog.records
    assert examples_of(home) == [home / "questions.txt"]


def test_what_is_not_read_is_named(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    home = made(
        tmp_path,
        rows__a_lp=ROW,
        rows__b_csv="x",
        diary_txt="once upon a time\n",
        examples__a_lp=ROW,
        **{"_hidden": "x"},
    )
    assert roles(home) == [("rows/a.lp", "rows")]
    named = [f"{home}/diary.txt", f"{home}/examples/a.lp", f"{home}/rows/b.csv"]
    assert [message.partition(" is not read: ")[0] for message in caplog.messages] == named
    findings = lint([home], select=["W105"])
    assert [one.location.file for one in findings] == named
    assert "end in .lp, .tsv, .script, or .txt" in findings[-1].hint


def test_a_broken_file_beside_a_folder_is_found(tmp_path: Path) -> None:
    home = made(tmp_path, profiles__a_tsv="push\tobj\tsmall\n", broken_lp="verb(((\n")
    assert [one.code for one in lint([home], select=["E"])] == ["E101"]


def test_own_folders_are_checked_beside_what_ships(tmp_path: Path) -> None:
    home = made(tmp_path, rows__a_lp='verb("zib",help).\n', axioms__a_lp="% later\n")
    assert not is_whole(home)
    assert lint([home]) == []


def test_examples_are_no_knowledge(tmp_path: Path) -> None:
    made(tmp_path, a_txt="knowledge: Ann met Eve because [she] called. = Eve | Ann\n")
    with pytest.raises(KnowledgeError, match="has examples, no knowledge"):
        sources([tmp_path / "a.txt"])


def test_facts_and_rules_are_apart_in_what_ships() -> None:
    for content in read(sources([KNOWLEDGE])):
        if content.source.role == "axioms":
            assert not content.rows, content.source.name
        elif content.source.role == "rows":
            assert not content.rules, content.source.name


def test_no_default_rule_ships_with_two_weights() -> None:
    seen: dict[str, str] = {}
    for source in sources([KNOWLEDGE]):
        if source.role != "rows" or "learned" in source.name:
            continue
        for row in read([source])[0].rows:
            if row.predicate in DEFAULT_PREDICATES:
                name, _, weight = row.fact.rpartition(",")
                assert seen.setdefault(name, weight) == weight, row
    assert seen
