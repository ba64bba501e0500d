"""Rows with pools that are written out without clingo."""

from __future__ import annotations

from pathlib import Path

import pytest

from reasoner._pools import laws_in
from reasoner.knowledge import Row, load, remembering, sources
from reasoner.knowledge import read as read_sources


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
                f"effect({happening},actor,{said},4)"
                for happening in ("win", "gain")
                for said in ("does(laugh)", "does(neg(cry))", "happy")
            ],
        ),
        (
            'reason("give_up",actor,tired,5). effect("hire",other,happy,5).',
            ['reason("give_up",actor,tired,5)', 'effect("hire",other,happy,5)'],
        ),
    ],
)
def test_written_out(line: str, facts: list[str]) -> None:
    found = laws_in(line)
    assert found is not None
    assert [fact for fact, _ in found] == facts


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
    assert laws_in(line) is None


def test_same_as_by_clingo(tmp_path: Path) -> None:
    text = 'reason((harm;"hit"),other,(wrong;gets(neg(help));dim(size,lo)),6).\n'
    plain, split = tmp_path / "a" / "theory", tmp_path / "b" / "theory"
    for directory, written in ((plain, text), (split, text.replace("),6)", "),\n  6)"))):
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
        (home / "theory" / "harm.lp").write_text("reason(harm,actor,angry,3).\n")
        second = rows()
    assert [row.fact for row in second if row.predicate == "reason"] == [
        "reason(harm,actor,angry,3)"
    ]
    assert [r for r in first if r.file.endswith("words.lp")] == [
        r for r in second if r.file.endswith("words.lp")
    ]
