"""Stores: versions, atomic writing, merging, pruning, listing."""

from __future__ import annotations

import multiprocessing
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from coindex.mining.counting.stores import merge, prune, stats, stats_lines
from coindex.reasoner.evidence.store import MinedStore, write_store
from coindex.reasoner.evidence.tables import TABLES, Line, added, place
from coindex.reasoner.showing.mined import counted_sentences
from kparse.errors import InputError, KnowledgeError

META = {"lines": 9, "sentences": 8, "graphs": 7, "records": 6, "dropped": {"verse": 1}, "lost": []}


def rows(*more: Line) -> list[Line]:
    found: list[Line] = [
        ("fact", ("obj", "bake", "bread"), (4,), ((0, 3),)),
        ("fact", ("obj", "bake", ""), (5,), ((0, 3), (0, 9))),
        ("effect", ("word", "fear-", "first", "subject", ""), (2, 1), ((0, 1), (0, 2), (0, 3))),
    ]
    return sorted((*found, *more), key=place)


def made(path: Path, name: str = "a.txt", *more: Line) -> str:
    write_store(path, rows(*more), [(name, name * 3, 9, "public domain")], META)
    return str(path)


def read(path: str) -> int:
    with MinedStore(path) as store:
        return len(store.rows("fact", "obj", "bake"))


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    with MinedStore(path) as store:
        assert list(store.lines()) == rows()
        assert store.rows("effect", "word", "fear-") == [
            ("word", "fear-", "first", "subject", "", 2, 1, "0:1 0:2 0:3")
        ]
        assert store.rows("effect", "class") == []
        assert store.where("0:2 0:3") == "a.txt:2, a.txt:3"
        assert store.meta["rows"] == {"effect": 1, "fact": 2}
    assert Path(path).read_bytes() == Path(made(tmp_path / "b.sqlite")).read_bytes()


def test_a_look_up_uses_the_tables_order(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    connection = sqlite3.connect(path)
    for table in TABLES:
        query = f"EXPLAIN QUERY PLAN SELECT * FROM {table.name} WHERE {table.keys[0]} = 'x'"
        assert "USING PRIMARY KEY" in connection.execute(query).fetchone()[3]
    connection.close()


def test_several_processes_read_at_once_and_nobody_writes(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    with MinedStore(path) as store, multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(read, [path] * 4) == [2] * 4
        with pytest.raises(sqlite3.OperationalError):
            store._connection.execute("DELETE FROM fact")
    assert [p.name for p in tmp_path.iterdir()] == ["a.sqlite"]


def test_a_store_in_use_can_be_replaced(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    with MinedStore(path) as store:
        made(tmp_path / "a.sqlite", "a.txt", ("fact", ("obj", "bake", "pie"), (1,), ()))
        assert len(store.rows("fact", "obj", "bake")) == 2
    assert read(path) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("PRAGMA user_version = 99", r"a store of version 99; this program reads version \d"),
        ("PRAGMA application_id = 7", "not a store of mined knowledge"),
    ],
)
def test_a_store_of_another_version_is_refused_with_what_to_do(
    tmp_path: Path, change: str, message: str
) -> None:
    path = made(tmp_path / "a.sqlite")
    connection = sqlite3.connect(path)
    connection.execute(change)
    connection.commit()
    connection.close()
    with pytest.raises(KnowledgeError, match=rf"{message}\n  \w+"):
        MinedStore(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(KnowledgeError, match="not a store of mined knowledge"):
        MinedStore(tmp_path / "x.sqlite")
    with pytest.raises(KnowledgeError, match="no such file"):
        MinedStore(tmp_path / "y.sqlite")


def test_stores_of_different_text_add_up(tmp_path: Path) -> None:
    one = made(tmp_path / "a.sqlite")
    two = made(tmp_path / "b.sqlite", "b.txt", ("fact", ("subj", "bark", "dog"), (2,), ((0, 5),)))
    out = tmp_path / "c.sqlite"
    assert merge([one, two], str(out)) == 4
    with MinedStore(out) as store:
        assert store.rows("fact", "obj", "bake") == [
            ("obj", "bake", "", 10, "0:3 0:9 1:3"),
            ("obj", "bake", "bread", 8, "0:3 1:3"),
        ]
        assert store.where("1:3") == "b.txt:3"
        assert (store.meta["lines"], store.meta["dropped"]) == (18, {"verse": 2})
    with pytest.raises(InputError, match=r"hold the same text \(a.txt\)"):
        merge([one, str(out)], str(tmp_path / "d.sqlite"))
    with pytest.raises(InputError, match="overwrite what is read"):
        merge([one, two], one)


def test_pruning_by_count(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    out = str(tmp_path / "b.sqlite")
    assert prune(path, out, min_count=3) == 3
    with MinedStore(out) as store:
        assert [row[0] for row in store.lines()] == ["effect", "fact", "fact"]
        assert store.meta["min_count"] == 3


def test_pruning_to_a_size(tmp_path: Path) -> None:
    many: list[Line] = [
        ("fact", ("obj", f"verb{n}", f"noun{n}"), (1 + n % 7,), ((0, n),)) for n in range(5000)
    ]
    path = made(tmp_path / "a.sqlite", "a.txt", *many)
    out = tmp_path / "b.sqlite"
    least = prune(path, str(out), max_mb=0.1)
    assert 1 < least < 8
    assert out.stat().st_size <= 0.1 * 2**20
    with MinedStore(out) as store:
        assert min(sum(row[2]) for row in store.lines()) == least
    with pytest.raises(InputError, match="even the most frequent rows"):
        prune(path, str(out), max_mb=0.001)


def test_what_was_counted_is_told_in_sentences(tmp_path: Path) -> None:
    path = made(tmp_path / "a.sqlite")
    with MinedStore(path) as store:
        assert counted_sentences(store, "bake") == [
            "“bread” was the object of “bake” 4 times  [a.txt:3]"
        ]
        assert counted_sentences(store, "bake", "bread") == counted_sentences(store, "bread")
        assert counted_sentences(store, "fear") == [
            "Whatever the connective, the subject of what follows “not fear” was the one who acted before in 2 of 3"
            " cases  [a.txt:1, a.txt:2, a.txt:3]"
        ]
        assert counted_sentences(store, "sing") == counted_sentences(store, "bake", "pie") == []
    lines = stats_lines(stats(path))
    assert "  a.txt: 9 lines, public domain" in lines
    assert any(line.startswith("dropped 1: lines of verse") for line in lines)


def test_rows_of_one_place_add_up() -> None:
    some: list[Line] = [
        ("fact", ("a", "b", "c"), (1,), ((1, 5),)),
        ("fact", ("a", "b", "c"), (2,), ((0, 9), (0, 2), (1, 1))),
        ("fact", ("a", "b", "d"), (1,), ()),
    ]
    assert list(added(some)) == [
        ("fact", ("a", "b", "c"), (3,), ((0, 2), (0, 9), (1, 1))),
        ("fact", ("a", "b", "d"), (1,), ()),
    ]


SLOW = """\
import sys, time
from coindex.reasoner.evidence.store import write_store
def rows():
    for n in range(2):
        yield "fact", ("obj", f"verb{n}", "noun"), (1,), ((0, 1),)
        print("writing", flush=True)
        time.sleep(60)
write_store(sys.argv[1], rows(), [], {})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be removed there")
def test_what_a_killed_build_has_left_is_swept_and_what_is_being_written_is_not(
    tmp_path: Path,
) -> None:
    target = tmp_path / "a[1].sqlite"
    (tmp_path / ".b.sqlite.xyz.new").touch()
    with subprocess.Popen(
        [sys.executable, "-c", SLOW, str(target)], stdout=subprocess.PIPE, text=True
    ) as slow:
        assert slow.stdout is not None
        slow.stdout.readline()
        (half,) = tmp_path.glob(".a*.new")
        made(target)
        assert half.exists()
        slow.kill()
    assert half.exists()
    made(target)
    assert sorted(p.name for p in tmp_path.iterdir()) == [".b.sqlite.xyz.new", "a[1].sqlite"]
