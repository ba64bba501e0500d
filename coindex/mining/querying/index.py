"""An index over the lines of a corpus: their words, their places, and optionally their records.

It is an SQLite file with a full-text index (FTS5, words stemmed), the lines themselves in compressed blocks and, if a
run of ``mine run`` was imported, the records of each line. Lines that are not mined are not indexed
(:mod:`coindex.mining.text.filters`); of duplicate lines only the first is kept. The same text always gives the same
bytes.

>>> with Index("books.index") as index:  # doctest: +SKIP
...     index.search('"refuse" AND "because"', 10)
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from coindex.files.atomic import check_not_read, replacing
from coindex.files.corpora import DAMAGED, STDIN, opened
from coindex.files.progress import Progress
from coindex.mining.counting.manifest import Manifest, Shard, read_manifest
from coindex.mining.extracting.records import written
from coindex.mining.text import filters
from coindex.mining.text.corpus import Source, cut, sources
from coindex.mining.text.filters import Reason, prose
from coindex.version import __version__
from kparse.cachedir import cache_directory, writable
from kparse.errors import InputError

VERSION = 1
"""Increase this when the tables or their contents change."""
APPLICATION = 0x414E5449
"""Marks an SQLite file as an index of a corpus."""
_BLOCK = 64
"""Number of lines that are compressed together."""
_PIECE = 4000  # lines in a piece
_SEEN_KB = 65_536  # kilobytes
_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL,"
    " lines INTEGER NOT NULL)",
    # Lines are numbered consecutively from 1. A block holds the lines from "first" on, with their numbers in the file.
    "CREATE TABLE block (first INTEGER PRIMARY KEY, file INTEGER NOT NULL, data BLOB NOT NULL)",
    "CREATE TABLE record (id INTEGER PRIMARY KEY, data TEXT NOT NULL)",
    "CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='porter unicode61')",
)
_MAKE = "Make one with `mine index CORPUS --out FILE`."
_AGAIN = "Make room there, and run the same command again."
_AT_ONCE = 500
"""Maximum number of values per SQL statement."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the corpus."""

    file: int
    """Number of the line's file."""
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Built:
    """The result of building an index."""

    lines: int
    """Number of lines in the index."""
    dropped: dict[str, int]
    """Number of lines left out, by reason (:data:`coindex.mining.text.filters.REASONS`)."""
    recorded: int
    """Number of lines with imported records."""
    sha256: str
    """Size of the index."""


# ------------------------------------------------------------------------------------------ build


def build_index(
    corpora: Sequence[str], out: str | Path, *, records: str | None = None, show: bool = True
) -> Built:
    """Build an index and put it in place atomically.

    Args:
        corpora: text files (plain, gzip, xz), directories, or ``-``.
        out: the file.
        records: directory of a run of ``mine run`` over the same text, whose records are imported.
        show: whether to draw progress bars.

    Raises:
        InputError: the text cannot be read, is empty or is not plain text; the run is over other text; the file cannot
            be written; SQLite lacks full-text search.
    """
    needs_fts()
    found = sources(corpora)
    for source in found:
        if source.kind == "conllu":
            raise InputError(
                f"{source.path}: an index is made of plain text", hint="Leave CoNLL-U files out."
            )
    run = read_manifest(Path(records)) if records is not None else None
    check_not_read(out, [source.path for source in found])
    with replacing(out, _AGAIN) as aside:
        with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as connection:
            builder = _Builder(connection, found, show)
            builder.fill(run)
        with open(aside, "rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
    return Built(builder.lines, dict(sorted(builder.dropped.items())), builder.recorded, sha256)


def cached_index(corpora: Sequence[str]) -> Path:
    """Return the path in the cache directory for an index of these files in their current state.

    Raises:
        InputError: the files do not exist, or the cache directory cannot be used.
    """
    stamps: list[tuple[str, str, int, int]] = []
    for source in sources(corpora):
        if source.path == STDIN:
            raise InputError("standard input (-) cannot be kept", hint="Give files.")
        status = os.stat(source.path)
        path = os.path.realpath(source.path)
        stamps.append((source.name, path, status.st_size, status.st_mtime_ns))
    digest = hashlib.sha256(json.dumps([VERSION, _digest_of_filters(), stamps]).encode())
    folder = cache_directory() / "indexes"
    if not writable(folder):
        raise InputError(
            f"cannot write {folder}",
            hint="Set COINDEX_CACHE, or make an index with `mine index`.",
        )
    return folder / f"{digest.hexdigest()[:16]}.sqlite"


def _digest_of_filters() -> str:
    return hashlib.sha256(Path(filters.__file__).read_bytes()).hexdigest()


def needs_fts() -> None:
    """Check that SQLite supports full-text search.

    Raises:
        InputError: it does not.
    """
    try:
        with contextlib.closing(sqlite3.connect(":memory:")) as connection:
            connection.execute("CREATE VIRTUAL TABLE words USING fts5 (text)")
    except sqlite3.Error as error:
        raise InputError(
            "this Python's SQLite has no full-text search (FTS5)",
            hint="Use a Python whose sqlite3 was built with it, as those of python.org are.",
        ) from error


class _Builder:
    """Builds an index."""

    def __init__(self, connection: sqlite3.Connection, files: Sequence[Source], show: bool) -> None:
        self._db, self._files, self._show = connection, files, show
        self.lines = self.recorded = 0
        self.dropped: dict[Reason, int] = {}
        self._digests: list[str] = []

    def fill(self, run: Manifest | None) -> None:
        """Write the whole index."""
        execute = self._db.execute
        execute("PRAGMA journal_mode = OFF")  # an incomplete file is useless anyway
        execute("PRAGMA synchronous = OFF")
        execute(f"PRAGMA application_id = {APPLICATION}")
        execute(f"PRAGMA user_version = {VERSION}")
        for statement in _TABLES:
            execute(statement)
        # The lines seen so far go into a temporary database on disk, so that memory use stays constant.
        execute("ATTACH '' AS aside")
        execute(f"PRAGMA aside.cache_size = -{_SEEN_KB}")
        execute("CREATE TABLE aside.seen (key INTEGER PRIMARY KEY)")
        execute("BEGIN")
        sizes = [os.stat(f.path).st_size if os.path.isfile(f.path) else 0 for f in self._files]
        with Progress(sum(sizes) >> 20 or None, show=self._show) as progress:
            for number, (source, before) in enumerate(zip(self._files, _sums(sizes), strict=True)):
                self._file(number, source, before, progress)
        if not self.lines:
            raise InputError(
                f"there is no text to index in {', '.join(f.name for f in self._files[:5])}"
            )
        meta: dict[str, Any] = {"coindex": __version__}
        if run is not None:
            self._take(run)
            meta["records"] = asdict(run.options)
        meta |= {"lines": self.lines, "dropped": self.dropped, "recorded": self.recorded}
        self._db.executemany(
            "INSERT INTO meta VALUES (?,?)",
            [(k, json.dumps(v, sort_keys=True)) for k, v in sorted(meta.items())],
        )
        execute("INSERT INTO words (words) VALUES ('optimize')")
        execute("COMMIT")
        execute("DETACH aside")
        execute("VACUUM")

    def _file(self, number: int, source: Source, before: int, progress: Progress) -> None:
        whole = hashlib.sha256()
        last = 0
        held: list[tuple[int, str]] = []
        try:
            with opened(source.path) as (raw, stream):
                for piece in progress.over(cut(stream, "text", _PIECE)):
                    whole.update(piece.data)
                    last = piece.line + piece.lines - 1
                    good = prose(piece.data, piece.line, self._drop, self._is_new, tail=piece.tail)
                    for found in good:
                        held.append(found)
                        if len(held) == _BLOCK:
                            self._keep(number, held)
                            held = []
                    read = raw.tell() if raw.seekable() else 0
                    progress.done = max(0, (before + read >> 20) - 1)
        except DAMAGED as error:
            raise InputError(f"{source.path}: damaged or cut off: {error}") from error
        except OSError as error:
            raise InputError(f"cannot read {source.path}: {error.strerror or error}") from error
        self._keep(number, held)
        self._digests.append(whole.hexdigest())
        self._db.execute(
            "INSERT INTO file VALUES (?,?,?,?)", (number, source.name, whole.hexdigest(), last)
        )

    def _is_new(self, digest: int) -> bool:
        insert = "INSERT OR IGNORE INTO aside.seen VALUES (?)"
        return bool(self._db.execute(insert, (digest,)).rowcount)

    def _drop(self, reason: Reason) -> None:
        self.dropped[reason] = self.dropped.get(reason, 0) + 1

    def _keep(self, file: int, some: Sequence[tuple[int, str]]) -> None:
        if not some:
            return
        first = self.lines + 1
        data = "\n".join(f"{line}\t{text}" for line, text in some)
        self._db.execute(
            "INSERT INTO block VALUES (?,?,?)", (first, file, zlib.compress(data.encode(), 6))
        )
        self._db.executemany(
            "INSERT INTO words (rowid, text) VALUES (?,?)",
            ((first + n, text) for n, (_, text) in enumerate(some)),
        )
        self.lines += len(some)

    # -------------------------------------------------------------------------------------- records

    def _take(self, run: Manifest) -> None:
        """Import the records of a run."""
        named = {file.name: number for number, file in enumerate(run.files)}
        for number, (source, digest) in enumerate(zip(self._files, self._digests, strict=True)):
            theirs = named.get(source.name)
            if theirs is None or run.files[theirs].sha256 != digest:
                raise InputError(
                    f"{run.folder} has no records of {source.name} as it is now",
                    hint="Give --records the directory of a run over the same files.",
                )
            where = {s.number: s for s in run.shards if s.file == theirs}
            lines = self._lines_of(number)
            held = next(lines, None)
            for shard in where.values():
                mine: list[tuple[int, int]] = []
                while held is not None and held[0] < shard.line + shard.lines:
                    mine.append(held)
                    held = next(lines, None)
                # Lines of a missing shard are parsed when a query finds them.
                if mine and run.report(shard) is not None and run.sound(shard):
                    self._records(run, shard, mine)

    def _lines_of(self, file: int) -> Iterator[tuple[int, int]]:
        """Yield the indexed lines of a file: number in the file, number in the index."""
        query = "SELECT first, data FROM block WHERE file = ? ORDER BY first"
        for first, data in self._db.execute(query, (file,)):
            for n, text in enumerate(_unpacked(data)):
                yield int(text.partition("\t")[0]), first + n

    def _records(self, run: Manifest, shard: Shard, mine: Sequence[tuple[int, int]]) -> None:
        from coindex.mining.extracting.shards import decode

        of: dict[int, list[str]] = {line: [] for line, _ in mine}
        for number, path in enumerate(run.paths(shard)):
            for line, _, _, record in decode(number, path.read_bytes()):
                if line in of:
                    of[line].append(written(record))
        self._db.executemany(
            "INSERT INTO record VALUES (?,?)",
            ((id_, "\n".join(sorted(of[line]))) for line, id_ in mine),
        )
        self.recorded += len(mine)


def _sums(sizes: Sequence[int]) -> Iterator[int]:
    total = 0
    for size in sizes:
        yield total
        total += size


def _unpacked(data: bytes) -> list[str]:
    return zlib.decompress(data).decode().split("\n")


# ------------------------------------------------------------------------------------------- read


class Index:
    """An open index. Use it as a context manager, or :meth:`close` it.

    Several threads and processes may read it, since nothing ever writes to it.

    Args:
        path: a file made by :func:`build_index`.

    Raises:
        InputError: it is missing, not an index, or made by another version; SQLite lacks full-text search.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        if not Path(path).is_file():
            raise InputError(f"cannot read {path}: no such file", hint=_MAKE)
        needs_fts()
        uri = f"{Path(path).resolve().as_uri()}?mode=ro&immutable=1"
        try:
            self._db = sqlite3.connect(uri, uri=True, check_same_thread=False)
            (mark,) = self._db.execute("PRAGMA application_id").fetchone()
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            raise InputError(f"{path}: not an index of a corpus", hint=_MAKE) from error
        if mark != APPLICATION:
            self.close()
            raise InputError(f"{path}: not an index of a corpus", hint=_MAKE)
        if version != VERSION:
            self.close()
            raise InputError(
                f"{path}: an index of version {version}; this program reads version {VERSION}",
                hint="Run the command that made it again, or use the program that made it.",
            )

    def __enter__(self) -> Self:
        """Return the index itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close it."""
        self._db.close()

    @cached_property
    def meta(self) -> dict[str, Any]:
        """Metadata: ``lines``, ``dropped``, ``recorded``, ``records`` (options of their run)."""
        found = self._rows("SELECT key, value FROM meta")
        return {key: json.loads(value) for key, value in found}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Names of the files, by number."""
        return tuple(name for (name,) in self._rows("SELECT name FROM file ORDER BY id"))

    def _rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        try:
            return self._db.execute(statement, values).fetchall()
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: damaged: {error}", hint=_MAKE) from error

    def search(self, query: str, limit: int, *, ranked: bool = True) -> list[int]:
        """Find lines by words.

        Args:
            query: in FTS5 query syntax.
            limit: maximum number of lines.
            ranked: best lines first (bm25, ties in corpus order); otherwise in corpus order.

        Returns:
            Their numbers.

        Raises:
            InputError: the index is damaged.
        """
        order = "bm25(words), rowid" if ranked else "rowid"
        statement = f"SELECT rowid FROM words WHERE words MATCH ? ORDER BY {order} LIMIT ?"
        return [number for (number,) in self._rows(statement, (query, limit))]

    def places(self, numbers: Sequence[int]) -> list[Place]:
        """Return lines by their numbers, in the same order."""
        found: dict[int, Place] = {}
        wanted = sorted(set(numbers))
        block = "SELECT first, file, data FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1"
        at, texts, file = 0, [""], 0
        for number in wanted:
            if not at <= number < at + len(texts) or not at:
                ((at, file, data),) = self._rows(block, (number,))
                texts = _unpacked(data)
            line, _, text = texts[number - at].partition("\t")
            found[number] = Place(file, int(line), text)
        return [found[number] for number in numbers]

    def records(self, numbers: Sequence[int]) -> dict[int, tuple[str, ...]]:
        """Return the serialised records of the lines that have any (:mod:`coindex.mining.querying.recorded`)."""
        found: dict[int, tuple[str, ...]] = {}
        for start in range(0, len(numbers), _AT_ONCE):
            some = numbers[start : start + _AT_ONCE]
            statement = f"SELECT id, data FROM record WHERE id IN ({','.join('?' * len(some))})"
            for number, data in self._rows(statement, some):
                found[number] = tuple(data.split("\n")) if data else ()
        return found
