"""How much of common English has rows, and which rules were never used."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from coindex.reasoner.knowledge.frequencies import FREQUENCIES, LISTS, read_list
from coindex.reasoner.showing.coverage import (
    WANTED,
    all_default_rows,
    coverage,
    holdings,
    missing_report,
    report,
    unused,
    unused_report,
    with_two_weights,
)
from coindex.reasoner.store.store import Store
from kparse.errors import InputError

VERBS = "# rank\n1\thit\t9.0\n2\tshove_away\t3.0\n3\tponder\t2.0\n"
ADJECTIVES = "1\tfurious\t4.0\n2\tshoved\t2.0\tshove\n3\tpink\t2.0\n"


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    (tmp_path / "verbs.tsv").write_text(VERBS)
    (tmp_path / "adjectives.tsv").write_text(ADJECTIVES)
    return tmp_path


def test_coverage(home: Path, lists: Path) -> None:
    with Store.open(home) as store:
        verbs = coverage(store, "verbs", directory=lists)
        adjectives = coverage(store, "adjectives", directory=lists)
        first = coverage(store, "verbs", first=1, directory=lists)
        text = report([verbs, adjectives], holdings(store))
    assert [w.lemma for w in verbs.own] == ["hit"]
    assert [w.lemma for w in verbs.by_verb] == ["shove_away"]
    assert [w.lemma for w in verbs.missing] == ["ponder"]
    assert round(verbs.text_share, 3) == round(12 / 14, 3)
    assert [w.lemma for w in adjectives.by_verb] == ["shoved"]
    assert (first.words, first.missing) == (1, ())
    assert "3 ponder" in missing_report([verbs], 10)
    assert "kb/axioms/harm.lp" in text
    assert "reason 3" in text


@pytest.mark.parametrize("line", ["2\thit\t9.0", "1\thit\tmuch"])
def test_damaged_list(tmp_path: Path, line: str) -> None:
    (tmp_path / "verbs.tsv").write_text(f"# rank\n{line}\n")
    with pytest.raises(InputError, match=r"verbs\.tsv:2:1: not a line of a list"):
        read_list("verbs", tmp_path)


def test_shipped_lists() -> None:
    for name in LISTS:
        words = read_list(name, FREQUENCIES)
        assert len(words) >= WANTED[name]
        assert all(a.frequency >= b.frequency for a, b in pairwise(words))
        assert len({word.lemma for word in words}) == len(words)


def test_unused(home: Path) -> None:
    with Store.open(home) as store:
        assert len(all_default_rows(store)) == 3  # one of them about a denied event
        found = unused(store, ["angry_hits", "reason(harm,other,wrong)"])
    assert [name for name, *_ in found.axioms] == ["unused"]
    assert [name for name, *_ in found.rows] == [
        "reason(harm,other,does(harm))",
        "reason(neg(harm),actor,kind)",
    ]
    assert "1 of 2" in unused_report(found)
    assert "reason(neg(harm),actor,kind)" in unused_report(found, rows=True)


def test_with_two_weights(home: Path) -> None:
    (home / "axioms" / "more.lp").write_text("reason(harm,other,(wrong;kind),6).\n")
    with Store.open(home) as store:
        found = with_two_weights(store)
    assert [(name, [row.file for row in rows]) for name, rows in found] == [
        ("reason(harm,other,wrong)", ["kb/axioms/harm.lp", "kb/axioms/more.lp"])
    ]
