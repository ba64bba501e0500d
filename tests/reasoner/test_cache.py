"""What one process stores, another reads unchanged or not at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clingo import Control

from coindex.files.cache import Place, digest, keep, recall
from coindex.reasoner.grounding.program import selector_of
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.store import reading_files as reading
from coindex.reasoner.store.reading_files import FileContent, Source, read, sources
from coindex.reasoner.store.store import Store

VALUE = ("a", (1 << 62, -1), frozenset({("b", frozenset({2}))}), None, True, b"c", {"d": ()})
TOY = (
    "a(X) :- b(X,c), not -d(X), 1 #count { Y : f(Y,_), e(Y), b(Y,(c;d)) }. #show a/1."
    "b(X,c) :- e(X). b(X,Y) :- f(X,(c;d)), f(_,Y). { g(X) : b(X,c) } 1."
)


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


def test_statements_are_in_the_same_order_in_every_process() -> None:
    code = (
        "import clingo;"
        "from coindex.reasoner.grounding.compiling import compile_text;"
        "from coindex.reasoner.grounding.selecting import Selector;"
        f"unit = compile_text({TOY!r}, 'toy');"
        "selector = Selector(unit.rules, unit.facts);"
        "given = selector.ground(clingo.Control(), ['e(1)', 'f(2,c)', 'f(3,d)']);"
        "print([(s.text, sorted(s.unsure), f) for some, facts in given for s in some for f in facts])"
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
    assert "a(X) :-" in outputs.pop()


def test_what_was_compiled_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, cache = _knowledge(tmp_path / "knowledge"), tmp_path / "cache"
    written = []
    for made in (True, False):
        with Store.open(home, cache) as store:
            if not made:
                monkeypatch.setattr("coindex.reasoner.grounding.program._units", None)
            selector = selector_of(store)
            assert selector_of(store) is selector
            assert store.path.with_suffix(".program").is_file()
            control = Control(["-Wnone"])
            written.append(list(selector.ground(control, HELPED, everything=True)))
    assert written[0] == written[1]
    assert any(one.axiom == "helped_thanks" for some, _ in written[0] for one in some)
    assert any("weight(helped_thanks,5)" in facts for _, facts in written[0])


def test_a_selector_that_has_seen_too_many_words_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, cache = _knowledge(tmp_path / "knowledge"), tmp_path / "cache"
    with Store.open(home, cache) as store:
        first = selector_of(store)
        assert selector_of(store) is first
        monkeypatch.setattr("coindex.reasoner.grounding.selecting.MOST_TERMS", 0)
        assert selector_of(store) is not first


@pytest.mark.parametrize("what", ["a rule", "what is kept"])
def test_after_a_change_it_is_compiled_again(tmp_path: Path, what: str) -> None:
    home, cache = _knowledge(tmp_path / "knowledge"), tmp_path / "cache"
    with Store.open(home, cache) as store:
        selector_of(store)
        place = store.path.with_suffix(".program")
    if what == "a rule":
        path = home / "axioms" / "one.lp"
        path.write_text(path.read_text("utf-8").replace("@weight 5", "@weight 7"), "utf-8")
    else:
        place.write_bytes(place.read_bytes()[:50])
    weight = 7 if what == "a rule" else 5
    with Store.open(home, cache) as store:
        given = selector_of(store).ground(Control(["-Wnone"]), HELPED, everything=True)
        assert any(f"weight(helped_thanks,{weight})" in facts for _, facts in given)


RULES = """
% @id helped_thanks
% @text {Y} was helped
% @weight 5
% @source authored
expl(helped_thanks,E,S) :- class(E,(help;rescue)), role(E,patient,Y), prop(S,X,grateful), coref(X,Y).

reason(harm,actor,(angry;cruel),5).
"""


HELPED = ("class(e,help)", "role(e,patient,y)", "prop(s,x,grateful)", "coref(x,y)")
"""Facts for which the rule fires."""


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
    monkeypatch.setattr("coindex.reasoner.store.reading_files.read_file", None)
    second = read(files, data, place)
    assert [content.rows for content in second] == [content.rows for content in first]
    assert [content.rules for content in second] == [content.rules for content in first]
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

    monkeypatch.setattr("coindex.reasoner.store.reading_files.read_file", noted)
    assert lint([own], context=[home]) == first
    assert read_files == ["own.lp"]
