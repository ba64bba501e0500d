"""A store with replaced files selects what a store compiled anew does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.store.overlay import contents_of, with_file, with_other_files
from coindex.reasoner.store.store import Selection, Store
from kparse.errors import KnowledgeError

LEMMAS = ["lift", "crate", "heavy", "zorble", "blick"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(KNOWLEDGE, tmp_path_factory.mktemp("revised") / "knowledge"))


def said(selection: Selection) -> list[str]:
    """Rows and rules of a selection, as they are written."""
    rules = [rule.program for rule in selection.every_rule()]
    return [*(row.fact for row in selection.rows), *rules]


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("rows/classes.lp", '\n% A line more.\nisa(help,harm).\nverb("zorble",help).\n'),
        (
            "axioms/space.lp",
            "% @id zorbling\n% @text {X} is so\n% @weight 3\n% @source authored\n"
            "expl(zorbling,E,S) :- class(E,help), actor(E,X), prop(S,X,angry).\n",
        ),
    ],
)
def test_a_file_replaced(home: Path, name: str, more: str) -> None:
    path = home / name
    before = path.read_bytes()
    try:
        store, contents = Store.open([home]), contents_of([home])
        first = said(store.fetch(LEMMAS))
        path.write_bytes(before + more.encode())
        after = contents_of([home])
        made = with_other_files(store, contents, after)
        assert made is not None
        other = Store.open([home])
        assert made.rules() == other.rules()
        one, two = made.fetch(LEMMAS), other.fetch(LEMMAS)
        assert (one.rows, one.rules, one.constants) == (two.rows, two.rules, two.constants)
        assert one.row_index.every() == two.row_index.every()
        assert [row.fact for row in made.every_row()] == [row.fact for row in other.every_row()]
        assert said(one) == said(two) != first
        again = with_other_files(made, after, contents)  # back again
        assert again is not None
        assert said(again.fetch(LEMMAS)) == first
    finally:
        path.write_bytes(before)


def test_a_file_more(home: Path) -> None:
    store, contents = Store.open([home]), contents_of([home])
    more = home / "rows" / "zz.lp"
    more.write_text('verb("zorble",help).\n')
    try:
        assert with_other_files(store, contents, contents_of([home])) is None
    finally:
        more.unlink()


def test_with_another_version(tmp_path: Path) -> None:
    path = KNOWLEDGE / "rows" / "motion.lp"
    other = tmp_path / "motion.lp"
    other.write_bytes(path.read_bytes() + b'verb("zorble",help).\n')
    store = Store.open([KNOWLEDGE])
    assert not store.known("zorble")
    assert with_file(store, path, other).known("zorble")
    other.write_text('verb("zorble",\n')
    with pytest.raises(KnowledgeError):
        with_file(store, path, other)
