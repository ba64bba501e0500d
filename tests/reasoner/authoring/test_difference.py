"""Two versions of the knowledge compared."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from coindex.reasoner.authoring.difference import (
    Difference,
    Question,
    compare,
    gathered,
    report,
    to_record,
)
from coindex.reasoner.authoring.examples import read_examples
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.store.store import Store
from tests.reasoner.authoring.conftest import edit

pytestmark = pytest.mark.model


def compared(old: Path, new: Path) -> tuple[Difference, tuple[Store, Store]]:
    questions = [
        (Question(str(e.location.line), e.item.text, e.item.candidates, 0), e.item)
        for e in read_examples([old / "examples"])
    ]
    before, after = Reasoner(knowledge=[old]), Reasoner(knowledge=[new])
    return gathered(compare(before, after, questions)), (before.store, after.store)


@pytest.fixture
def other(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home, tmp_path / "new"))


def test_the_same(home: Path, other: Path) -> None:
    found, stores = compared(home, other)
    assert (found.questions, found.asked, found.changes) == (4, 0, ())
    assert report(found, stores) == (
        "4 questions, 0 of them with different rules or rows: nothing changes"
    )


def test_another_rule(home: Path, other: Path) -> None:
    edit(
        other / "axioms" / "harm.lp",
        "actor(E,Y), prop(S,X,angry)",
        "role(E,patient,Y), prop(S,X,angry)",
    )
    found, stores = compared(home, other)
    assert [(c.question.name, c.kind) for c in found.changes] == [("1", "newly wrong")]
    text = report(found, stores)
    assert "Max (knowledge) -> Leo (knowledge)" in text
    assert "for Max: - angry_hits 6  (changed, new/axioms/harm.lp:5)" in text
    assert "for Leo: + angry_hits 6" in text
    assert json.loads(json.dumps(to_record(found)))["changes"][0]["kind"] == "newly wrong"


@pytest.mark.parametrize(
    ("old", "new", "kinds", "said"),
    [
        (
            "% @weight 6",
            "% @weight 5",
            ["1 other rules"],
            "6 -> 5  (weight 6 -> 5, new/axioms/harm.lp:5)",
        ),
        (
            "(wrong;does(harm))",
            "does(harm)",
            ["2 newly wrong", "3 newly wrong"],
            "- reason(harm,other,wrong) 5  (gone, kb/axioms/harm.lp:",
        ),
    ],
)
def test_what_became_of_a_rule(
    home: Path, other: Path, old: str, new: str, kinds: list[str], said: str
) -> None:
    edit(other / "axioms" / "harm.lp", old, new)
    found, stores = compared(home, other)
    assert [f"{c.question.name} {c.kind}" for c in found.changes] == kinds
    assert said in report(found, stores, everything=True)


def test_a_word_of_a_profile(profiled: Path, tmp_path: Path) -> None:
    old = Path(shutil.copytree(profiled, tmp_path / "old" / "kb"))
    edit(old / "profiles" / "a.tsv", "lonely", "famous")
    found, stores = compared(old, profiled)
    assert (found.questions, found.asked, len(found.changes)) == (4, 3, 1)
    text = report(found, stores, everything=True)
    assert '+ word("visit","",obj,"lonely",said)' in text
    assert "(new, kb/profiles/a.tsv:1)" in text


def test_another_row(home: Path, other: Path) -> None:
    edit(other / "rows" / "words.lp", 'adj("rude",wrong)', 'adj("rude",angry)')
    found, stores = compared(home, other)
    assert [(c.question.name, c.kind) for c in found.changes] == [
        ("2", "newly wrong"),
        ("3", "newly wrong"),
    ]
    text = report(found, stores)
    assert 'rows - adj("rude",wrong). (not in the other)' in text
    assert 'rows + adj("rude",angry). (not in the other)' in text
    assert "2  - reason(harm,other,wrong)" in text
