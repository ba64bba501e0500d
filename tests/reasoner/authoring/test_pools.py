"""Rows with pools that are written out without clingo."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.reasoner.asp.rows import DEFAULT_PREDICATES, rows_in
from coindex.reasoner.store.reading_files import Row, load, remembering, sources
from coindex.reasoner.store.reading_files import read as read_sources


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("reason(harm,actor,angry,6).", ["reason(harm,actor,angry,6)"]),
        (
            "  reason( harm , actor , ( angry ; dim(size,hi) ) , 6 ) . % why",
            ["reason(harm,actor,angry,6)", "reason(harm,actor,dim(size,hi),6)"],
        ),
        (
            "effect((win;gain),actor,(does((laugh;neg(cry)));happy),4).",
            [
                f"effect({happening},actor,{words},4)"
                for happening in ("win", "gain")
                for words in ("does(laugh)", "does(neg(cry))", "happy")
            ],
        ),
        (
            'reason("give_up",actor,tired,5). effect("hire",other,happy,5).',
            ['reason("give_up",actor,tired,5)', 'effect("hire",other,happy,5)'],
        ),
    ],
)
def test_written_out(line: str, facts: list[str]) -> None:
    found = rows_in([line], 0, "x.lp", DEFAULT_PREDICATES)
    assert found is not None
    assert [row.fact for row, _ in found[0]] == facts


def test_statements_over_several_lines_have_their_places() -> None:
    lines = ["scene((a;", '  "b c"),', "", "  (d)).  prop(e(f),0).  % both", "prop(g,h)."]
    found = rows_in(lines, 0, "x.lp")
    assert found is not None
    assert [(row.fact, row.key, row.line, column) for row, column in found[0]] == [
        ("scene(a,d)", "a", 1, 1),
        ('scene("b c",d)', '"b c"', 1, 1),
        ("prop(e(f),0)", "e(f)", 4, 10),
    ]
    assert found[1] == 4


@pytest.mark.parametrize(
    "line",
    [
        "reason(harm,actor,P,6) :- property(P).",
        "reason(harm,actor,dim(size,hi;size,lo),6).",
        "reason(harm,actor,angry,5+1).",
        "reason(harm,actor,angry,6), x.",
        "reason(harm,actor,angry,6). other(row).",
        "reason(harm,actor,(angry;calm),6)",
        "reason(harm,actor,not,6).",
        "expl(a,E,S) :- class(E,harm).",
        "% reason(harm,actor,angry,6).",
        "",
    ],
)
def test_left_for_clingo(line: str) -> None:
    assert rows_in([line], 0, "x.lp", DEFAULT_PREDICATES) is None


@pytest.mark.parametrize(
    "lines",
    [
        ["scene((a;", "b), % why", "c)."],
        ["scene((a;", "b)"],
        ["scene((a;", "b),c) :- d(e)."],
        ["scene(a;b,c)."],
        ["scene(a,", "", "1..2)."],
        ["not scene(a)."],
    ],
)
def test_of_any_predicate_left_for_clingo(lines: list[str]) -> None:
    assert rows_in(lines, 0, "x.lp") is None


def test_same_as_by_clingo(tmp_path: Path) -> None:
    text = 'reason((harm;"hit"),other,(wrong;gets(neg(help));dim(size,lo)),6).\n'
    plain, split = tmp_path / "a" / "axioms", tmp_path / "b" / "axioms"
    for directory, written in ((plain, text), (split, text.replace("),6)", "),  % so\n  6)"))):
        directory.mkdir(parents=True)
        (directory / "x.lp").write_text(written)

    def facts(directory: Path) -> set[tuple[str, str, str]]:
        return {(row.fact, row.predicate, row.key) for row in load([directory.parent]).rows}

    assert facts(plain) == facts(split)
    assert len(facts(plain)) == 6


def test_remembered_until_the_file_is_another(home: Path) -> None:
    def rows() -> list[Row]:
        files = sources([home])
        data = {source.path: source.path.read_bytes() for source in files}
        return [row for content in read_sources(files, data) for row in content.rows]

    with remembering():
        first = rows()
        assert rows() == first
        (home / "axioms" / "harm.lp").write_text("reason(harm,actor,angry,3).\n")
        second = rows()
    assert [row.fact for row in second if row.predicate == "reason"] == [
        "reason(harm,actor,angry,3)"
    ]
    assert [r for r in first if r.file.endswith("words.lp")] == [
        r for r in second if r.file.endswith("words.lp")
    ]
