"""The indexed store."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES
from coindex.reasoner.store import store as compiled
from coindex.reasoner.store import store_file
from coindex.reasoner.store.reading_files import Rule, load
from coindex.reasoner.store.sentence_index import TABLES
from coindex.reasoner.store.store import Selection, Store
from coindex.reasoner.store.store_file import SCHEMA, SCHEMA_VERSION, ship
from kparse.errors import KnowledgeError
from kparse.notation.vocabulary import composed

LEXICON = """\
event_class(act). event_class(maul). isa(maul,act). event_class(steal). isa(steal,maul).
gives(maul,agent,vile). gives(steal,agent,sly). sel(maul,patient,mind). affect(maul,patient,neg).
property(vile;sly;bad;good;innocent;famished;able). prop_isa(sly,bad). prop_isa(vile,bad).
opposite(vile,innocent). opposite(good,bad). good_pole(bad,hi). prop_sel(innocent,person).
dimension(size). property(dim(D,hi;D,lo)) :- dimension(D).
opposite(dim(D,hi),dim(D,lo)) :- dimension(D). good_pole(size,hi).
kind_class(person;mind;thing;stone). kind_isa(person,mind). disjoint(stone,mind).
verb("rob",steal). verb("thieve",steal). frame("rob",obl("of"),theme).
nominal("robbery","rob"). deed("thief",steal,agent). kind("thief",person).
adj("big",dim(size,hi)). adj("famished",famished).
kind("pebble",stone). part("wheel","car"). size("car",7). kind("car",thing).
"""
THEORY = """\
% @id provocation
% @text {Y} had done vile
expl(provocation,E,S) :- class(E,maul), role(E,patient,Y), prop(S,X,(vile;sly)), coref(X,Y).
% @id hunger
% @text famished
cons(hunger,E,S) :- prop(E,X,famished), prop(S,X,bad).
% @id any
% @text any
favour(any,X,Y,S) :- prop(S,X,P), prop(S,Y,P).
% @id grows
% @text big
goal(grows,E,S) :- more(E,X,_,size,hi), prop(S,X,dim(size,_)).
% @id derived
% @text derived
goal(derived,E,S) :- class(E,found_out), class(S,act).
class(E,found_out) :- class(E,steal).
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A small knowledge directory."""
    for part, text in (("rows", LEXICON), ("axioms", THEORY)):
        (tmp_path / "kb" / part).mkdir(parents=True)
        (tmp_path / "kb" / part / "x.lp").write_text(text)
    return tmp_path / "kb"


@pytest.fixture
def store(home: Path, tmp_path: Path) -> Iterator[Store]:
    with Store.open(home, tmp_path / "cache") as opened:
        yield opened


def facts(selection: Selection) -> set[str]:
    return {row.fact for row in selection.rows}


def ids(selection: Selection) -> set[str]:
    return {rule.id for rule in selection.rules if rule.id}


# -- what is fetched


def test_words_lead_to_their_rows_and_onward(store: Store) -> None:
    found = facts(store.fetch(["rob"]))
    assert {'verb("rob",steal)', 'frame("rob",obl("of"),theme)'} <= found
    assert {
        "isa(steal,maul)",
        "isa(maul,act)",
        "gives(maul,agent,vile)",
        "affect(maul,patient,neg)",
    } <= found
    assert {"prop_isa(vile,bad)", "opposite(vile,innocent)", "good_pole(bad,hi)"} <= found
    assert {"sel(maul,patient,mind)", "disjoint(stone,mind)", "prop_sel(innocent,person)"} <= found
    assert not found & {'verb("thieve",steal)', 'adj("famished",famished)', 'kind("pebble",stone)'}
    assert not any(fact.startswith(("event_class", "property(", "kind_class")) for fact in found)


def test_event_nouns_and_deeds_lead_to_their_verbs(store: Store) -> None:
    assert 'verb("rob",steal)' in facts(store.fetch(["robbery"]))
    assert {"gives(steal,agent,sly)", 'kind("thief",person)'} <= facts(store.fetch(["thief"]))
    assert "isa(steal,maul)" in facts(store.fetch(["robbery"]))
    assert 'kind("car",thing)' not in facts(store.fetch(["wheel"]))


def test_symmetric_rows_are_found_from_both_sides(store: Store) -> None:
    assert "disjoint(stone,mind)" in facts(store.fetch(["pebble"]))
    assert "disjoint(stone,mind)" in facts(store.fetch(["thief"]))
    assert 'kind("thief",person)' not in facts(store.fetch(["pebble"]))
    (row,) = store.rows_of("disjoint")
    assert row.key == "stone"
    assert row in store.rows_for("mind")


def test_dimension_is_reached_from_its_pole(store: Store) -> None:
    selection = store.fetch(["big"])
    assert {"good_pole(size,hi)", "opposite(dim(size,hi),dim(size,lo))"} <= facts(selection)
    assert ids(selection) == {"any", "grows"}


def test_rules_come_when_all_they_ask_for_is_reached(store: Store) -> None:
    assert ids(store.fetch(["pebble"])) == {"any"}
    assert ids(store.fetch(["famished"])) == {"any", "hunger"}  # bad is composed
    assert ids(store.fetch(["thief"])) == {"any", "provocation", "derived"}
    assert "hunger" in ids(store.fetch(["pebble"], ["famished"]))
    assert [rule.kind for rule in store.fetch([]).rules] == ["axiom"]
    thief = store.fetch(["thief"])
    assert [rule.kind for rule in thief.rules] == ["axiom", "axiom", "axiom", "helper"]
    assert thief.every == store.rules()


def test_fetch_is_in_file_order_without_doubles(store: Store) -> None:
    selection = store.fetch(["thief", "rob", "thief", "pebble", "unknown", ""])
    assert len(set(selection.rows)) == len(selection.rows)
    lines = [row.line for row in selection.rows]
    assert lines == sorted(lines)
    assert selection == store.fetch({"", "pebble", "rob", "unknown", "thief"})
    assert selection.rows[0].fact == "isa(maul,act)"


def test_fetch_equals_closure_of_all_rows(store: Store, home: Path) -> None:
    everything = load([home])
    words = [row.key.strip('"') for row in everything.rows if row.key.startswith('"')]
    declared = {"event_class", "property", "kind_class", "dimension"}
    names = [row.key for row in everything.rows]
    fetched = facts(store.fetch(words, names))
    assert "property(dim(size,hi))" not in fetched
    assert fetched == {row.fact for row in everything.rows if row.predicate not in declared}


def test_memory_of_keys_is_bounded(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = store.fetch(["rob", "thief", "big", "famished"])
    monkeypatch.setattr(compiled, "_REMEMBERED", 30)
    for _ in range(3):
        assert store.fetch(["rob", "thief", "big", "famished"]) == expected
        store.fetch(["pebble", "wheel", "car", *map(str, range(25))])
        store.fetch(["rob", *map(str, range(20))])


# -- lookups


def test_what_was_forgotten_is_looked_up_again(store: Store) -> None:
    before = store.fetch(["rob"])
    own = set(store._entries) - set(store._always_reached())
    store.forget()
    assert own
    assert own.isdisjoint(store._entries)
    assert store.fetch(["rob"]) == before


def test_lookups(store: Store) -> None:
    assert store.known("rob")
    assert not store.known("robb")
    assert not store.known("maul")
    assert [row.fact for row in store.rows_for("big")] == ['adj("big",dim(size,hi))']
    assert [row.fact for row in store.rows_for("stone")] == [
        "kind_class(stone)",
        "disjoint(stone,mind)",
    ]
    assert [row.fact for row in store.rows_about('"rob"')] == [
        'verb("rob",steal)',
        'frame("rob",obl("of"),theme)',
        'nominal("robbery","rob")',
    ]
    assert [row.fact for row in store.rows_of("deed")] == ['deed("thief",steal,agent)']
    assert store.keys('"ro') == ('"rob"', '"robbery"')
    rule = store.rule("provocation")
    assert rule is not None
    assert (rule.file, rule.line, rule.text) == ("kb/axioms/x.lp", 3, "{Y} had done vile")
    assert store.rule("") is None
    stats = store.stats()
    assert (stats["files"], stats["axioms"], stats["helpers"]) == (2, 5, 1)
    assert stats["predicates"]["verb"] == 2
    assert stats["rows"] == sum(stats["predicates"].values())


def test_words_with_quotes_and_the_like(tmp_path: Path) -> None:
    (tmp_path / "x.lp").write_text('adj("a\\"b\\\\",sly).\nadj("naïve",sly).\n', encoding="utf-8")
    with Store.open(tmp_path / "x.lp", tmp_path / "cache") as store:
        assert store.known('a"b\\')
        assert store.known("naïve")
        assert not store.known("nai\0ve\n")


# -- freshness


def test_unchanged_files_are_not_read_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Store.open(home, tmp_path / "cache")
    monkeypatch.setattr(compiled, "build", None)
    second = Store.open(home, tmp_path / "cache")
    assert first.fetch(["rob"]) == second.fetch(["rob"])


def files_in(cache: Path) -> list[Path]:
    """The stores in a cache, and leftovers; the contents of single files are elsewhere."""
    assert not [path for path in cache.rglob("*") if path.suffix == ".new"]
    return [path for path in cache.iterdir() if path.name != "read"]


def test_changes_are_seen(home: Path, tmp_path: Path) -> None:
    def opened() -> Store:
        return Store.open([home], tmp_path / "cache")

    old = opened()
    file = home / "rows" / "x.lp"
    file.write_text(LEXICON.replace('"rob"', '"mug"'))  # same length, same second
    assert opened().known("mug")
    (home / "rows" / "y.lp").write_text('adj("new",sly).\n')
    assert opened().known("new")
    (home / "rows" / "y.lp").unlink()
    assert not opened().known("new")
    assert old.known("rob")  # the one in use stays as it was
    assert [path.suffix for path in files_in(tmp_path / "cache")] == [".sqlite"]


def test_touched_files_are_compared_by_content_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def age(seconds: float) -> None:
        when = time.time() - seconds
        for path in home.glob("*/*.lp"):
            os.utime(path, (when, when))

    age(100)
    Store.open(home, tmp_path / "cache").close()
    monkeypatch.setattr(compiled, "build", None)
    age(50)
    Store.open(home, tmp_path / "cache").close()
    monkeypatch.setattr(store_file, "_digest", None)
    Store.open(home, tmp_path / "cache").close()


def test_what_is_broken_is_left_out_and_said(
    home: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Store.open(home, tmp_path / "cache").close()
    (home / "axioms" / "x.lp").write_text(THEORY + "expl(q,E,S) :- class(E\n")
    for _ in range(2):
        with Store.open(home, tmp_path / "cache") as store:
            assert store.known("rob")
            assert store.rule("q") is None
    assert [one.partition(": left out: ")[0] for one in caplog.messages] == ["kb/axioms/x.lp:17:23"]
    with pytest.raises(KnowledgeError, match=r"kb/axioms/x\.lp:17:"):
        ship(tmp_path / "shipped.sqlite", home)


@pytest.mark.parametrize("damage", ["text", "empty", "cut", "old", "table", "middle"])
def test_bad_cache_is_built_again(home: Path, tmp_path: Path, damage: str) -> None:
    with Store.open(home, tmp_path / "cache") as good:
        expected = good.fetch(["rob", "thief"])
        path = good.path
    data = path.read_bytes()
    if damage == "text":
        path.write_text("this is no database")
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif damage == "middle":
        path.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    else:
        with sqlite3.connect(path) as connection:
            old = "UPDATE meta SET value='0' WHERE name='version'"
            connection.execute(old if damage == "old" else "DROP TABLE entry")
        connection.close()
    with Store.open(home, tmp_path / "cache") as store:
        assert store.fetch(["rob", "thief"]) == expected


def test_nothing_but_the_store_is_left_after_failures(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(store_file, "_write", fail)
    with pytest.raises(KnowledgeError, match=r"disk full\n  set COINDEX_CACHE"):
        Store.open(home, tmp_path / "cache")
    assert files_in(tmp_path / "cache") == []


def open_and_fetch(home: str, cache: str, go: float) -> int:
    time.sleep(max(0.0, go - time.time()))
    with Store.open(home, cache) as store:
        return len(store.fetch(["rob", "thief"]).rows)


def test_many_processes_at_once(home: Path, tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(4) as pool:
        go = time.time() + 1.5
        jobs = [(str(home), str(tmp_path / "cache"), go)] * 8
        counts = pool.starmap(open_and_fetch, jobs)
    assert len(set(counts)) == 1
    assert [path.suffix for path in files_in(tmp_path / "cache")] == [".sqlite"]


# -- where it lies


def test_unwritable_cache_falls_back(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Store.open(home, blocked / "cache") as store:
        assert store.path.is_relative_to(tmp_path)
        assert store.known("rob")


def test_schema_change_needs_a_new_version() -> None:
    """If this fails: raise SCHEMA_VERSION and put the new pair here."""
    import hashlib

    digest = hashlib.sha256((SCHEMA + TABLES).encode()).hexdigest()[:12]
    assert (SCHEMA_VERSION, digest) == (9, "dede0e5a6aac")


# -- cost


def test_neither_clingo_nor_the_vocabulary_is_needed_for_an_up_to_date_store(
    home: Path, tmp_path: Path
) -> None:
    Store.open(home, tmp_path / "cache").close()
    code = (
        "import sys; from coindex.reasoner.store.store import Store;"
        f"Store.open({str(home)!r}, {str(tmp_path / 'cache')!r}).fetch(['rob']);"
        "sys.exit('clingo' in sys.modules or 'tomllib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=KNOWLEDGE.parent).returncode == 0


def test_cost_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    """Counts the rows read, which does not depend on the machine."""
    big = tmp_path / "big.lp"
    rows = (f'verb("w{n}",maul). gives("w{n}",agent,famished).' for n in range(20_000))
    big.write_text("\n".join(rows))
    small = tmp_path / "small.lp"
    small.write_text(LEXICON)
    with (
        Store.open([small], tmp_path / "cache") as few,
        Store.open([small, big], tmp_path / "cache") as many,
    ):
        assert facts(few.fetch(["rob", "thief"])) == facts(many.fetch(["rob", "thief"]))
        plan = many._select(
            "EXPLAIN QUERY PLAN SELECT fact FROM entry WHERE key IN (?,?)", ["a", "b"]
        )
        assert "USING INDEX entry_key" in plan[0][3]
        assert many.stats()["rows"] == few.stats()["rows"] + 40_000


def test_shipped_knowledge_in_the_store() -> None:
    with Store.open(KNOWLEDGE) as store:  # as the whole run has compiled it
        selection = store.fetch(["thief", "steal", "big"])
        assert selection.rows
        assert len(selection.rules) < len(store.rules())
        defaults = len(selection.row_index.every())
        # (what composing a clause may bring in reaches a sixth of them, whatever the words)
        assert (
            0 < defaults < sum(store.stats()["predicates"][name] for name in DEFAULT_PREDICATES) / 4
        )
        reached = {row.key for row in selection.rows}
        assert reached & composed()


def test_rules_come_back_as_they_were_written(home: Path, tmp_path: Path) -> None:
    (home / "axioms" / "pools.lp").write_text(
        "% @id a\n% @text t\nexpl(a,E,S) :- class(E,(go;neg(stay;hurt))), prop(S,X,(sad;glad)).\n"
    )
    with Store.open(home, tmp_path / "other") as store:
        assert store.rules() == load([home]).rules
        (rule,) = (rule for rule in store.rules() if rule.id == "a")
        assert {guard for guard in rule.guards if "sad" in guard} == {frozenset({"sad", "glad"})}


def test_a_selection_with_some_axioms_only(store: Store) -> None:
    selection = store.fetch(["thief"])
    assert ids(selection.helpers()) == set()
    assert [rule.kind for rule in selection.helpers().rules] == ["helper"]
    some = selection.with_axioms(["any"])
    assert (ids(some), some.only) == ({"any"}, {"any"})
    assert not some.row_index.every()
    given = Rule("own", "expl(own,e,s).", "", 5, "given", "sentence", 1, frozenset(), "axiom")
    assert ids(selection.adding([given])) == {*ids(selection), "own"}


def test_rows_that_come_with_every_question(store: Store) -> None:
    shared = set(store.shared_facts)
    assert shared
    assert shared < facts(store.fetch(["thief"]))
    assert facts(store.fetch([])) == shared
