"""The store of mined knowledge: an SQLite file that several processes read at once, and that is never written to.

A new store replaces the old one when it is whole. Equal rows give equal bytes.

>>> with MinedStore("mined.sqlite") as store:  # doctest: +SKIP
...     store.rows("fact", "subj", "bark")
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, Self

from coindex.files.atomic import replacing
from coindex.reasoner.evidence.tables import (
    APPLICATION,
    SCHEMA_VERSION,
    TABLES,
    Line,
    read,
    written,
)
from coindex.version import __version__
from kparse.errors import KnowledgeError

_META = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL,"
    " lines INTEGER NOT NULL, licence TEXT NOT NULL)",
)
_MAKE = "Make one with `mine run CORPUS --out DIR --store FILE`."
FileRow = tuple[str, str, int, str]
"""Name, sha256 of the text, lines, licence."""


class _TooLarge(Exception):
    """The store would be larger than it may be."""


def write_store(
    path: str | Path,
    rows: Iterable[Line],
    files: Iterable[FileRow],
    meta: Mapping[str, Any],
    *,
    most: float | None = None,
) -> bool:
    """Write a store atomically.

    Args:
        path: the file.
        rows: in the order of :func:`coindex.reasoner.evidence.tables.place`, each place once.
        files: what references are to, by number.
        meta: what else is to be known of it.
        most: largest size in bytes; a larger store is not kept.

    Returns:
        Whether it was kept.

    Raises:
        InputError: it cannot be written.
    """
    try:
        with replacing(path, "Make room there, and run the same command again.") as temporary:
            with contextlib.closing(sqlite3.connect(temporary, isolation_level=None)) as connection:
                _fill(connection, rows, files, meta)
            if most is not None and temporary.stat().st_size > most:
                raise _TooLarge
    except _TooLarge:
        return False
    return True


def _fill(
    connection: sqlite3.Connection,
    rows: Iterable[Line],
    files: Iterable[FileRow],
    meta: Mapping[str, Any],
) -> None:
    execute = connection.execute
    execute("PRAGMA journal_mode = OFF")  # the file is of no use until it is whole
    execute("PRAGMA synchronous = OFF")
    execute(f"PRAGMA application_id = {APPLICATION}")
    execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    for statement in (*_META, *(table.schema for table in TABLES)):
        execute(statement)
    execute("BEGIN")
    numbers: dict[str, int] = {}
    arity = {table.name: len(table.keys) + len(table.counts) + 1 for table in TABLES}
    for name, some in groupby(rows, key=lambda row: row[0]):
        marks = ",".join("?" * arity[name])
        values = ((*keys, *counts, written(refs)) for _, keys, counts, refs in some)
        found = connection.executemany(f"INSERT INTO {name} VALUES ({marks})", values)
        numbers[name] = found.rowcount
    connection.executemany(
        "INSERT INTO file VALUES (?,?,?,?,?)", ((n, *file) for n, file in enumerate(files))
    )
    connection.executemany(
        "INSERT INTO meta VALUES (?,?)",
        [
            (key, json.dumps(value, sort_keys=True, ensure_ascii=False))
            for key, value in sorted({**meta, "rows": numbers, "coindex": __version__}.items())
        ],
    )
    execute("COMMIT")
    execute("VACUUM")


class MinedStore:
    """A store, open for questions. Use it as a context manager, or :meth:`close` it.

    It may be read by several threads and processes: nobody ever writes to it.

    Args:
        path: what ``mine run --store`` has written.

    Raises:
        KnowledgeError: it is missing, no store, or written by another version.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        if not Path(path).is_file():
            raise KnowledgeError(f"cannot read {path}: no such file", hint=_MAKE)
        uri = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        try:
            self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            (mark,) = self._connection.execute("PRAGMA application_id").fetchone()
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise KnowledgeError(f"{path}: not a store of mined knowledge", hint=_MAKE) from error
        if mark != APPLICATION:
            self.close()
            raise KnowledgeError(f"{path}: not a store of mined knowledge", hint=_MAKE)
        if version != SCHEMA_VERSION:
            self.close()
            raise KnowledgeError(
                f"{path}: a store of version {version}; this program reads version {SCHEMA_VERSION}",
                hint="Run the command that made it again (existing shards are not parsed again),"
                " or use the program that made it.",
            )

    def __enter__(self) -> Self:
        """Give the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    @cached_property
    def meta(self) -> dict[str, Any]:
        """Metadata: ``rows`` by table, ``lost`` and others."""
        found = self._connection.execute("SELECT key, value FROM meta")
        return {key: json.loads(value) for key, value in found}

    @cached_property
    def files(self) -> tuple[FileRow, ...]:
        """The files that references name, by number."""
        found = self._connection.execute(
            "SELECT name, sha256, lines, licence FROM file ORDER BY id"
        )
        return tuple(found)

    def rows(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        """Give the rows of a table whose first keys are these: key columns, counts, references as text.

        The look-up follows the table's order, so its cost is proportional to its result.
        """
        names = next(t.keys for t in TABLES if t.name == table)[: len(keys)]
        where = " AND ".join(f"{name} = ?" for name in names)
        query = f"SELECT * FROM {table}" + (f" WHERE {where}" if where else "")
        return self._connection.execute(query, keys).fetchall()

    def lines(self) -> Iterator[Line]:
        """Give all rows in the order of :func:`coindex.reasoner.evidence.tables.place`."""
        for table in TABLES:
            middle = len(table.keys)
            order = ", ".join(table.keys)
            for row in self._connection.execute(f"SELECT * FROM {table.name} ORDER BY {order}"):
                yield table.name, row[:middle], row[middle:-1], read(row[-1])

    def where(self, refs: str) -> str:
        """Write references with the names of their files: ``novels.txt:12, :40``."""
        return ", ".join(f"{self.files[file][0]}:{line}" for file, line in read(refs))

    def like(self, table: str, column: str, values: tuple[str, ...]) -> list[tuple[Any, ...]]:
        """Give the rows with one of the values in a column; this may read the whole table."""
        marks = ",".join("?" * len(values))
        query = f"SELECT * FROM {table} WHERE {column} IN ({marks})"
        return self._connection.execute(query, values).fetchall()
