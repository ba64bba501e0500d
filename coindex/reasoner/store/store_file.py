"""The file of a store: knowledge files compiled into SQLite tables, built again when one of them has changed."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kparse
from coindex.files.atomic import replacing
from coindex.files.cache import Place, program_digest
from coindex.files.progress import Progress
from coindex.files.shipped import PACKAGE
from coindex.reasoner.asp.signatures import leads_nowhere, row_names
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, inner
from coindex.reasoner.knowledge.derived_rows import without_overridden
from coindex.reasoner.knowledge.expansion import read_by_patterns
from coindex.reasoner.knowledge.overrides import OFF, overridden
from coindex.reasoner.knowledge.scripts import PREDICATES as SCENES
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.store.parallel import WORTH_TELLING, unread, with_helper_process
from coindex.reasoner.store.reading_files import (
    FileContent,
    Row,
    Source,
    first_error,
    leads,
    read,
    skipped_lines,
    sources,
)
from coindex.reasoner.store.sentence_files import compiled_digests, compiled_readings
from coindex.reasoner.store.sentence_index import TABLES, write_sentences
from kparse.caches import cache
from kparse.errors import InputError, KnowledgeError

logger = logging.getLogger(__name__)

SCHEMA_VERSION = 9
"""To be raised when the tables, or what is written into them, change."""

SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE file (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE entry (
    key TEXT NOT NULL,         -- a lemma in quotes or a constant
    seq INTEGER NOT NULL,      -- number of the row in the order of all files
    fact TEXT NOT NULL,
    predicate TEXT NOT NULL,
    own TEXT,                  -- the row's own key, if this entry is under another one
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    leads TEXT NOT NULL        -- keys to follow from here, one a line
);
CREATE TABLE rule (
    id TEXT NOT NULL, seq INTEGER PRIMARY KEY, program TEXT NOT NULL, text TEXT NOT NULL,
    weight INTEGER NOT NULL, source TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL,
    kind TEXT NOT NULL
);
-- one row: sets of constants and words; for each rule its guards and what it introduces
CREATE TABLE asked (value TEXT NOT NULL);
"""

_NOTATION = Path(kparse.__file__).parent / "notation"
_MADE_BY = (PACKAGE / "reasoner" / "asp", PACKAGE / "reasoner" / "knowledge", _NOTATION)
"""Packages whose code decides what a store holds."""
OF_SCENES = "scene:"
"""What the key of a row begins with that tells which scene a clause is about: only choices read these rows."""
_RACY_NS = 2_000_000_000  # nanoseconds
SHIPPED = PACKAGE / "knowledge.sqlite"
"""The store of the shipped knowledge; only a wheel has it."""


def signature_of(source: Source) -> list[Any]:
    """Give a file's path, size, time and name: if they are the same, the file is unchanged."""
    try:
        status = source.path.stat()
    except OSError:
        return [str(source.path), -1, 0, source.name]
    return [str(source.path), status.st_size, status.st_mtime_ns, source.name]


def _digest(path: str | Path) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@cache
def _version() -> list[Any]:
    """Give the version of the tables and of the code that writes a store."""
    return [SCHEMA_VERSION, program_digest(*_MADE_BY)]


def cache_place(directory: Path) -> Place:
    """Give the place in a cache directory for what was read of single knowledge files."""
    return Place(directory / "read", _version()[1])


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for reading."""
    uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(uri, uri=True, check_same_thread=False)


# ------------------------------------------------------------------------------------------ build


def entries_of(contents: Iterable[FileContent]) -> Iterator[tuple[Any, ...]]:
    """Give what the table of rows has for the rows of files, file by file."""
    declaring = {name for name, predicate in row_names().items() if predicate.declares}
    symmetric = {name for name, predicate in row_names().items() if predicate.symmetric}
    special = declaring | symmetric | set(SCENES)
    known: dict[tuple[str, str], str] = {}
    seq = 0
    for number, content in enumerate(contents):
        for row in content.rows:
            seq += 1
            if row.predicate == OFF:  # no question reads it
                about = off_key(arguments(row.fact))
                yield about, seq, row.fact, row.predicate, row.key, number, row.line, ""
                continue
            if row.key.startswith('"') and row.predicate not in special:
                onward = _onward(row, known)
                yield row.key, seq, row.fact, row.predicate, None, number, row.line, onward
                continue
            if row.predicate in declaring and row.fact == f"{row.predicate}({row.key})":
                yield row.key, seq, row.fact, row.predicate, None, number, row.line, "!"
                continue
            if row.predicate in DEFAULT_PREDICATES:  # nothing is followed from these
                under = inner(row.key, "neg") if row.key.startswith("neg(") else row.key
                key = None if under == row.key else row.key
                yield under, seq, row.fact, row.predicate, key, number, row.line, ""
                continue
            args = arguments(row.fact)
            if row.predicate in SCENES:
                key = f"{OF_SCENES}{row.key}"
                onward = args[1]
                yield key, seq, row.fact, row.predicate, row.key, number, row.line, onward
                continue
            found = "\n".join(leads(row.predicate, args, row.key))
            yield row.key, seq, row.fact, row.predicate, None, number, row.line, found
            if row.predicate in symmetric and len(args) == 2 and args[0] != args[1]:
                found = "\n".join(leads(row.predicate, args, args[1]))
                yield args[1], seq, row.fact, row.predicate, row.key, number, row.line, found


def off_key(args: Sequence[str]) -> str:
    """Give the key of a row that switches others off: what those are about."""
    return f"{OFF}:{inner(args[1], 'neg') if len(args) > 1 else ''}"


def _onward(row: Row, known: dict[tuple[str, str], str]) -> str:
    """Write the keys to follow from a row of a word. Many words have rows that differ only in the word."""
    if leads_nowhere(row.predicate):
        return ""
    rest = row.fact[len(row.predicate) + 1 + len(row.key) :]
    if row.key in rest:  # the word itself is not followed
        return "\n".join(leads(row.predicate, arguments(row.fact), row.key))
    if (row.predicate, rest) not in known:
        known[row.predicate, rest] = "\n".join(leads(row.predicate, arguments(row.fact), row.key))
    return known[row.predicate, rest]


def rules_of(contents: Iterable[FileContent]) -> Iterator[tuple[Any, ...]]:
    """Give what the table of rules has for the rules of files, file by file."""
    seq = 0
    for number, content in enumerate(contents):
        for rule in content.rules:
            seq += 1
            yield (
                *(rule.id, seq, rule.program, rule.text, rule.weight, rule.source, number),
                *(rule.line, rule.kind),
            )


def asked_sets(
    contents: Iterable[FileContent], known: Iterable[Sequence[str]] = ()
) -> tuple[list[tuple[str, ...]], list[tuple[list[int], int]]]:
    """Give sets of names, each once, after known ones; and for each rule those it asks for and introduces.

    They are one text in the store, because every process reads it at its start.
    """
    sets: dict[tuple[str, ...], int] = {tuple(one): n for n, one in enumerate(known)}

    def number(names: Iterable[str]) -> int:
        return sets.setdefault(tuple(sorted(names)), len(sets))

    rules = [
        (
            sorted(map(number, sorted(rule.guards, key=sorted))),
            number(rule.introduces),
        )
        for content in contents
        for rule in content.rules
    ]
    return list(sets), rules


def _stats(contents: Sequence[FileContent]) -> dict[str, Any]:
    predicates = Counter(row.predicate for content in contents for row in content.rows)
    kinds = Counter(rule.kind for content in contents for rule in content.rules)
    return {
        "files": len(contents),
        "rows": sum(predicates.values()),
        "axioms": kinds["axiom"],
        "helpers": kinds["helper"],
        "lemmas": len(
            {
                row.key
                for content in contents
                if content.source.role != "sentences"
                for row in content.rows
                if row.key.startswith('"')
            }
        ),
        "predicates": dict(sorted(predicates.items())),
    }


def _write(
    path: Path,
    contents: Sequence[FileContent],
    meta: dict[str, Any],
    readings: Mapping[str, SentenceReading],
) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + SCHEMA + TABLES
        )
        connection.executemany(
            "INSERT INTO file VALUES (?,?)", ((n, c.source.name) for n, c in enumerate(contents))
        )
        connection.executemany("INSERT INTO entry VALUES (?,?,?,?,?,?,?,?)", entries_of(contents))
        connection.executemany("INSERT INTO rule VALUES (?,?,?,?,?,?,?,?,?)", rules_of(contents))
        connection.execute("INSERT INTO asked VALUES (?)", [json.dumps(asked_sets(contents))])
        connection.execute("CREATE INDEX entry_key ON entry (key)")
        write_sentences(connection, contents, readings)
        connection.executemany(
            "INSERT INTO meta VALUES (?,?)",
            [(k, json.dumps(v)) for k, v in {**meta, "stats": _stats(contents)}.items()],
        )
        connection.commit()


def build(path: Path, files: Sequence[Source], *, strict: bool = False) -> None:
    """Compile the files into a new store, which takes its place at the path in one step.

    Nothing is parsed: a sentence whose reading is not compiled waits for a parser. What is wrong in a file is left out,
    and said whenever the store is opened.

    Raises:
        KnowledgeError: the store cannot be written; with ``strict`` also if something is wrong in a file.
    """
    begun = time.perf_counter()
    built = time.time_ns()
    signatures = [signature_of(source) for source in files]
    digests: list[str] = []
    contents: list[FileContent] = []
    data: dict[Path, bytes] = {}
    for source in files:
        with contextlib.suppress(OSError):
            data[source.path] = source.path.read_bytes()
        digests.append(hashlib.sha256(data.get(source.path, b"")).hexdigest())
    place = cache_place(path.parent)
    waiting = unread(files, data, place)
    if len(files) >= WORTH_TELLING:
        read_too, of_files = ("read and ", f" ({len(waiting)} files)") if waiting else ("", "")
        Progress(None).note(
            f"the knowledge is {read_too}compiled{of_files}; this takes some seconds, once"
        )
    with with_helper_process(waiting, data, place):
        contents = overridden(without_overridden(read(files, data, place)))
    error = first_error(contents) if strict else None
    if error is not None:
        raise error
    from kparse.notation.vocabulary import composed  # a store that is up to date does not need it

    meta = {
        "version": _version(),
        "built": built,
        "signatures": signatures,
        "digests": digests,
        "composed": sorted(composed()),
        "compiled": compiled_digests(files),
        "skipped": skipped_lines(contents),
        "patterns": sorted(read_by_patterns(contents)),
    }
    try:
        with replacing(path, flush=False) as temporary:
            _write(temporary, contents, meta, dict(compiled_readings(files)))
    except InputError as problem:
        raise KnowledgeError(
            f"the compiled knowledge cannot be stored: {problem.message}",
            hint="set COINDEX_CACHE to a directory with room",
        ) from problem
    logger.info("built %s in %.2f s", path, time.perf_counter() - begun)


def change(path: Path, edit: Callable[[sqlite3.Connection], None]) -> bool:
    """Change a copy of a store, which takes its place; tell whether that could be done."""
    try:
        with replacing(path, flush=False) as temporary:
            shutil.copyfile(path, temporary)
            with contextlib.closing(sqlite3.connect(temporary)) as connection:
                edit(connection)
                connection.commit()
    except (InputError, sqlite3.Error) as error:
        logger.info("the store %s cannot be changed: %s", path, error)
        return False
    return True


def _refresh(path: Path, signatures: list[list[Any]], given: Path | None = None) -> None:
    """Note the new times of files whose content is the old one, in the store or in a copy of the given one."""
    with contextlib.suppress(InputError), replacing(path, flush=False) as temporary:
        shutil.copyfile(given or path, temporary)
        with contextlib.closing(sqlite3.connect(temporary)) as connection:
            values = {"signatures": signatures, "built": time.time_ns()}
            connection.executemany(
                "UPDATE meta SET value=? WHERE name=?",
                [(json.dumps(v), k) for k, v in values.items()],
            )
            connection.commit()


def fresh(
    path: Path, files: Sequence[Source], *, elsewhere: bool = False
) -> sqlite3.Connection | None:
    """Open a store if it is whole and its files are unchanged.

    With ``elsewhere`` the files may lie in another place than those that it was made of. Else, what has only a new time
    is noted in the store.
    """
    if not path.is_file():
        return None
    try:
        connection = connect(path)
    except sqlite3.Error:
        return None
    try:
        meta = {name: json.loads(value) for name, value in connection.execute("SELECT * FROM meta")}
        if meta["version"] == _version():
            signatures = [signature_of(source) for source in files]
            if compiled_digests(files) != meta["compiled"]:
                connection.close()
                return None
            now = time.time_ns()
            recent = any(s[2] > meta["built"] - _RACY_NS for s in signatures)
            if signatures == meta["signatures"] and not recent:
                return connection
            named = slice(3, None) if elsewhere else slice(0, None, 3)
            same = [s[named] for s in signatures] == [s[named] for s in meta["signatures"]]
            if same and [_digest(s.path) for s in files] == meta["digests"]:
                if not elsewhere and all(s[2] < now - _RACY_NS for s in signatures):
                    _refresh(path, signatures)
                return connection
    except (sqlite3.Error, ValueError, KeyError, TypeError, IndexError) as error:
        logger.info("the store %s cannot be used: %s", path, error)
    connection.close()
    return None


# ---------------------------------------------------------------------------------------- shipped


def ship(path: Path, knowledge: Path) -> None:
    """Build the store that a wheel has: the same bytes wherever and whenever it is built.

    Raises:
        KnowledgeError: something is wrong in a file.
    """
    files = sources([knowledge])
    build(path, files, strict=True)
    signatures = [["", -1, 0, source.name] for source in files]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        values = {"signatures": signatures, "built": 0}
        connection.executemany(
            "UPDATE meta SET value=? WHERE name=?", [(json.dumps(v), k) for k, v in values.items()]
        )
        connection.commit()
        connection.execute("VACUUM")


def adopt(path: Path, files: Sequence[Source]) -> sqlite3.Connection | None:
    """Make the store that shipped one's own, if it is one of these files."""
    found = fresh(SHIPPED, files, elsewhere=True)
    if found is None:
        return None
    found.close()
    _refresh(path, list(map(signature_of, files)), SHIPPED)
    return connect(path if path.is_file() else SHIPPED)
