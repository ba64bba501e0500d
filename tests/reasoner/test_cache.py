"""What one process stores, another reads unchanged or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clingo import Control

from coindex.files.cache import Place, digest, keep, recall
from coindex.reasoner.grounding.pruning import pruner
from coindex.reasoner.grounding.slicing import Slicer
from coindex.reasoner.grounding.statements import Reader
from coindex.reasoner.knowledge import reading
from coindex.reasoner.knowledge.base_program import BaseProgram
from coindex.reasoner.knowledge.reading import FileContent, Source, read, sources
from coindex.reasoner.linting.lint import lint

VALUE = ("a", (1 << 4000, -1), frozenset({"b"}), None)
ENCODINGS = "a(X) :- b(X,c), not -d(X). #show a/1."
HELPERS = ("b(X,c) :- e(X).", "b(X,Y) :- f(X,Y).", "{ g(X) : h(X) } 1.")


def test_a_value_comes_back_under_its_key_only(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    assert recall(path, digest(["x"])) is None
    keep(path, digest(["x"]), VALUE)
    assert recall(path, digest(["x"])) == VALUE
    assert recall(path, digest(["x", ""])) is None
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("damage", [b"", b"\x00" * 40, b"{"])
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    path, key = tmp_path / "kept", digest(["x"])
    keep(path, key, VALUE)
    path.write_bytes(path.read_bytes()[: len(key)] + damage)
    assert recall(path, key) is None


def test_nothing_is_kept_where_others_may_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    keep(tmp_path / "kept", digest(["x"]), VALUE)
    assert not list(tmp_path.iterdir())


def test_a_reader_goes_on_where_another_was() -> None:
    first, second = Reader(), Reader()
    read = [first.statements(text) for text in (ENCODINGS, *HELPERS)]
    assert second.resume(first.state())
    assert [second.statements(text) for text in (ENCODINGS, *HELPERS)] == read
    assert (second.predicates, second.opposed) == (first.predicates, first.opposed)


def test_a_reader_of_something_else_does_not() -> None:
    first, second = Reader(), Reader()
    first.statements(ENCODINGS)
    second.statements("z(1).")
    assert not second.resume(first.state())
    assert list(second.predicates) == ["z"]


def test_predicates_have_the_same_numbers_in_every_process() -> None:
    code = (
        "from coindex.reasoner.grounding.statements import Reader; r = Reader();"
        f" r.statements({ENCODINGS!r}); r.statements('x :- #count {{ Y : p(Y), q(Y), s(Y) }} > 1.');"
        " print(list(r.predicates))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).resolve().parents[2],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1


def test_programs_are_the_same_with_what_was_kept(tmp_path: Path) -> None:
    facts, written = ["e(1)", "f(2,c)", "f(3,d)"], []
    for _ in range(2):
        pruner.cache_clear()
        slicer = Slicer(ENCODINGS, BaseProgram(HELPERS, (), tmp_path / "kept"))
        written.append(slicer.program(facts).ground(Control()))
    pruner.cache_clear()
    written.append(Slicer(ENCODINGS, BaseProgram(HELPERS)).program(facts).ground(Control()))
    assert (tmp_path / "kept").is_file()
    assert len(set(written)) == 1


RULES = """
% @id helped_thanks
% @text {Y} was helped
% @weight 5
% @source authored
expl(helped_thanks,E,S) :- class(E,(help;rescue)), role(E,patient,Y), prop(S,X,grateful), coref(X,Y).

reason(harm,actor,(angry;cruel),5).
"""


def _knowledge(place: Path) -> Path:
    (place / "axioms").mkdir(parents=True)
    (place / "rows").mkdir()
    (place / "axioms" / "one.lp").write_text(RULES, encoding="utf-8")
    (place / "rows" / "verbs.lp").write_text(
        'verb("aid",help). verb(("mend";"heal"),help).\n', encoding="utf-8"
    )
    return place


def test_files_that_were_read_before_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = sources([_knowledge(tmp_path / "knowledge")])
    data = {file.path: file.path.read_bytes() for file in files}
    place = Place(tmp_path / "kept", "these tables")
    first = read(files, data, place)
    monkeypatch.setattr("coindex.reasoner.knowledge.reading.read_file", None)
    second = read(files, data, place)
    assert [content.rows for content in second] == [content.rows for content in first]
    assert [content.rules for content in second] == [content.rules for content in first]
    assert [r.variants for c in second for r in c.rules] == [
        r.variants for c in first for r in c.rules
    ]
    assert sum(len(content.rows) for content in second) == 5


@pytest.mark.parametrize("what", ["the file", "the tables", "what is kept"])
def test_after_a_change_they_are(tmp_path: Path, what: str) -> None:
    files = sources([_knowledge(tmp_path / "knowledge")])
    data = {file.path: file.path.read_bytes() for file in files}
    place = Place(tmp_path / "kept", "these tables")
    before = read(files, data, place)
    if what == "the file":
        data = {path: text.replace(b"angry", b"greedy") for path, text in data.items()}
    elif what == "the tables":
        place = Place(tmp_path / "kept", "other tables")
    else:
        for path in place.directory.iterdir():
            path.write_bytes(path.read_bytes()[:50])
    after = read(files, data, place)
    assert all(content.statements or not content.rules for content in after)
    changed = [row.fact for content in after for row in content.rows if "greedy" in row.fact]
    assert bool(changed) == (what == "the file")
    assert len(after[0].rows) == len(before[0].rows)


def test_what_is_wrong_is_told_each_time(tmp_path: Path) -> None:
    home = _knowledge(tmp_path / "knowledge")
    (home / "axioms" / "two.lp").write_text("expl(a,E,S) :- .\n", encoding="utf-8")
    files = sources([home])
    data = {file.path: file.path.read_bytes() for file in files}
    place = Place(tmp_path / "kept", "these tables")
    messages = [[p.message for c in read(files, data, place) for p in c.problems] for _ in range(2)]
    assert messages[0] == messages[1] != []


def test_files_around_the_one_that_is_checked_are_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    home = _knowledge(tmp_path / "knowledge")
    helper = "spotted(E) :- class(E,help).\n"
    (home / "axioms" / "helpers.lp").write_text(helper, encoding="utf-8")
    own = tmp_path / "own.lp"
    own.write_text("dotted(E) :- spotted(E), speckled(E).\n", encoding="utf-8")
    first = lint([own], context=[home])
    assert any("speckled" in found.message for found in first)
    assert not any("spotted" in found.message for found in first)
    read_files = []
    whole = reading.read_file

    def noted(source: Source, data: bytes | None = None) -> FileContent:
        read_files.append(source.path.name)
        return whole(source, data)

    monkeypatch.setattr("coindex.reasoner.knowledge.reading.read_file", noted)
    assert lint([own], context=[home]) == first
    assert read_files == ["own.lp"]
