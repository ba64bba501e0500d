"""A store in which some files are replaced in memory: what an edit makes of it, without writing the whole file anew.

The database is the one of the old store, read only. The rows of replaced files lie in a temporary table beside it, and
a view of the name ``entry`` joins the two. What the edit cannot have changed is taken over from the old store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from coindex.reasoner.asp.records import FileContent, Source
from coindex.reasoner.knowledge.derived_rows import without_overridden
from coindex.reasoner.knowledge.overrides import overridden
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.store.reading_files import first_error, read, sources
from coindex.reasoner.store.sentence_index import TABLES, known_readings, put, take_readings
from coindex.reasoner.store.store import Store
from coindex.reasoner.store.store_file import cache_place, entries_of
from kparse.cachedir import cache_directory

_COLUMNS = "key, seq, fact, predicate, own, file, line, leads"


def contents_of(paths: Sequence[Path], checked: Iterable[Path] | None = None) -> list[FileContent]:
    """Read the knowledge files under some paths.

    Args:
        paths: knowledge directories and files.
        checked: the files in which nothing may be wrong; all by default. Of others what is wrong is left out.

    Raises:
        KnowledgeError: a path is missing, or something is wrong in a file.
    """
    return read_contents(sources(paths), checked=checked)


def read_contents(
    files: Sequence[Source],
    replaced: Mapping[Path, bytes] | None = None,
    checked: Iterable[Path] | None = None,
) -> list[FileContent]:
    """Read knowledge files; the content of some may be given.

    Raises:
        KnowledgeError: something is wrong in a file.
    """
    data = {source.path: source.path.read_bytes() for source in files if source.path.is_file()}
    data.update(replaced or {})
    contents = overridden(without_overridden(read(files, data, cache_place(cache_directory()))))
    names = None if checked is None else set(checked)
    error = first_error(one for one in contents if names is None or one.source.path in names)
    if error is not None:
        raise error
    return contents


def with_file(store: Store, path: Path, other: Path) -> Store:
    """Give a store in which a file has the content of another one; the given store is used up.

    Raises:
        KnowledgeError: something is wrong in it.
    """
    before = read_contents(store.files)
    after = read_contents(store.files, {path: other.read_bytes()})
    made = with_other_files(store, before, after)
    assert made is not None  # the files are the same ones
    return made


def with_other_files(
    store: Store, before: Sequence[FileContent], after: Sequence[FileContent]
) -> Store | None:
    """Give a store for new contents of the same files; ``None`` if other files are there than before.

    Args:
        store: a store made by :meth:`Store.open` or by this function; nobody else may use it afterwards.
        before: what the files had when it was made.
        after: what they have now.
    """
    if [one.source for one in before] != [one.source for one in after]:
        return None
    changed = {
        number: (old, new)
        for number, (old, new) in enumerate(zip(before, after, strict=True))
        if _differ(old, new)
    }
    replaced = getattr(store, "replaced", {}) | {n: new for n, (_, new) in changed.items()}
    made = OverlaidStore(store, replaced)
    made.take_over(store, after, changed)
    return made


def _differ(old: FileContent, new: FileContent) -> bool:
    """Tell whether rows or rules of a file, or their lines, are others."""
    return old.lines != new.lines or old.rows != new.rows or old.rules != new.rules


class OverlaidStore(Store):
    """A store with some files replaced (:func:`with_other_files`)."""

    def __init__(self, store: Store, replaced: Mapping[int, FileContent]) -> None:
        """Take over the database of a store, and put the rows of replaced files beside it."""
        self.replaced = dict(replaced)
        """The contents of replaced files by their number."""
        super().__init__(store.connection, store.path, store.files)
        hide(self.connection, self.replaced)
        self._has_hidden_sentences = any(
            content.source.role == "sentences" for content in self.replaced.values()
        )
        if self._has_hidden_sentences:
            hide_sentences(self.connection, self.replaced, self._classes)

    def take_readings(self, readings: Mapping[str, SentenceReading]) -> None:
        """Take in readings of sentences that were unread, those of replaced files in memory."""
        if self._has_hidden_sentences:
            take_readings(self.connection, readings, self._classes, "temp.other_sentence")
            self.connection.commit()
        self._unread = ()

    def _select(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Query the database."""
        return self.connection.execute(query, values).fetchall()

    def take_over(
        self,
        store: Store,
        after: Sequence[FileContent],
        changed: Mapping[int, tuple[FileContent, FileContent]],
    ) -> None:
        """Take over from the store before what the edit has not changed."""
        keys = {entry[0] for pair in changed.values() for entry in entries_of(pair)}
        self._entries = {k: entry for k, entry in store._entries.items() if k not in keys}
        rules = tuple(rule for content in after for rule in content.rules)
        if store._always is not None and keys.isdisjoint(store._always) and rules == store.rules():
            self._always, self._shared = store._always, store._shared
            self._bringing, self.prepared = store._bringing, store.prepared
            rules = store.rules()
        self._rule_list = rules


def hide(connection: sqlite3.Connection, replaced: Mapping[int, FileContent]) -> None:
    """Hide the rows of some files of a database behind those of other contents."""
    numbers = ",".join(map(str, sorted(replaced)))
    connection.executescript(
        "DROP VIEW IF EXISTS temp.entry; DROP TABLE IF EXISTS temp.other_entry;"
        f"CREATE TEMP TABLE other_entry ({_COLUMNS.replace('leads', 'leads TEXT')});"
        f"CREATE TEMP VIEW entry AS SELECT {_COLUMNS} FROM main.entry WHERE file NOT IN ({numbers})"
        f" UNION ALL SELECT {_COLUMNS} FROM temp.other_entry;"
    )
    for number in sorted(replaced):
        found = connection.execute("SELECT max(seq) FROM main.entry WHERE file < ?", [number])
        start: int = found.fetchone()[0] or 0
        connection.executemany(
            "INSERT INTO temp.other_entry VALUES (?,?,?,?,?,?,?,?)",
            _placed(replaced[number], number, start),
        )
    connection.execute("CREATE INDEX temp.other_key ON other_entry (key)")
    connection.commit()


def hide_sentences(
    connection: sqlite3.Connection,
    replaced: Mapping[int, FileContent],
    classes: Callable[[str], Iterable[str]],
) -> None:
    """Hide the sentences of some files behind those of other contents; the same ones keep their readings."""
    numbers = ",".join(map(str, sorted(replaced)))
    known = known_readings(connection)
    parts = []
    for table in ("sentence", "sentence_pair"):
        connection.execute(f"DROP VIEW IF EXISTS temp.{table}")
        connection.execute(f"DROP TABLE IF EXISTS temp.other_{table}")
        made = f"CREATE TABLE {table} ".join(TABLES.split(f"CREATE TABLE {table} ")[1:])
        parts.append(f"CREATE TEMP TABLE other_{table} {made.partition(';')[0]};")
        parts.append(
            f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table} WHERE file NOT IN ({numbers})"
            f" UNION ALL SELECT * FROM temp.other_{table};"
        )
    connection.executescript("".join(parts))
    for number, content in sorted(replaced.items()):
        if content.source.role != "sentences":
            continue
        found = connection.execute("SELECT max(seq) FROM main.entry WHERE file < ?", [number])
        start, share = found.fetchone()[0] or 0, 1 / (len(content.rows) + 2)
        for place, row in enumerate(content.rows, 1):
            seq, reading = start + place * share, known.get(row.key[1:-1])
            put(connection, "temp.other_sentence", seq, number, row, reading, classes)
    connection.commit()


def _placed(content: FileContent, number: int, start: int) -> Iterator[tuple[Any, ...]]:
    """Give the entries of a file, with places between those of the files before and after it."""
    share = 1 / (len(content.rows) + 2)
    for key, seq, fact, predicate, own, _, line, leads in entries_of([content]):
        yield key, start + seq * share, fact, predicate, own, number, line, leads
