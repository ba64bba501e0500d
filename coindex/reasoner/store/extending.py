"""Files of one's own beside a compiled knowledge: a copy of its store, in which only what they say is changed.

To compile all anew takes some seconds, to copy a store a moment. The result is that of compiling all, but for one
thing: words of one's own do not make a class too wide to count as a meaning (``sentence_index.NARROW``).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from coindex.files.atomic import replacing
from coindex.reasoner.asp.records import FileContent, Row, Source
from coindex.reasoner.knowledge.derived_rows import PART_OF, is_derived, word_of
from coindex.reasoner.knowledge.overrides import OFF, Changes, changed_rows, overridden, rules_off
from coindex.reasoner.knowledge.profiles import PREDICATE
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.store.reading_files import read, skipped_lines
from coindex.reasoner.store.sentence_files import compiled_digests, compiled_readings
from coindex.reasoner.store.sentence_index import class_key, narrow_classes, put_all
from coindex.reasoner.store.store_file import (
    asked_sets,
    cache_place,
    entries_of,
    rules_of,
    signature_of,
)
from kparse.asp import quote
from kparse.errors import InputError

logger = logging.getLogger(__name__)

_TABLES = ("entry", "sentence", "sentence_pair")
_ENTRY = "SELECT seq, fact, predicate, key, own, file, line FROM entry"


def extended(path: Path, base: Path, files: Sequence[Source], count: int) -> bool:
    """Make a store of a compiled one and further files; tell whether that could be done.

    Args:
        path: where the new store is to lie.
        base: the compiled store of the first files.
        files: all files.
        count: how many of them the compiled store has.
    """
    begun, built = time.perf_counter(), time.time_ns()
    own = files[count:]
    data: dict[Path, bytes] = {}
    for source in own:
        with contextlib.suppress(OSError):
            data[source.path] = source.path.read_bytes()
    contents = read(own, data, cache_place(path.parent))
    try:
        with replacing(path, flush=False) as temporary:
            shutil.copyfile(base, temporary)
            with contextlib.closing(sqlite3.connect(temporary)) as connection:
                connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;")
                edit = _Edit(connection, contents, count)
                if not edit.is_possible():
                    raise InputError("all has to be compiled")
                edit.apply(dict(compiled_readings(own)))
                digests = [hashlib.sha256(data.get(s.path, b"")).hexdigest() for s in own]
                edit.note(
                    signatures=[signature_of(source) for source in files],
                    digests=[*edit.meta["digests"], *digests],
                    compiled=compiled_digests(files),
                    built=built,
                )
                connection.commit()
    except (InputError, sqlite3.Error, OSError) as error:
        logger.info("%s is compiled anew: %s", path, error)
        return False
    logger.info("extended %s in %.2f s", path, time.perf_counter() - begun)
    return True


class _Edit:
    """What further files change in the tables of a store."""

    def __init__(
        self, connection: sqlite3.Connection, contents: Sequence[FileContent], count: int
    ) -> None:
        self._connection = connection
        self._count = count
        self._names: dict[int, str] = dict(connection.execute("SELECT id, name FROM file"))
        found = connection.execute("SELECT name, value FROM meta")
        self.meta: dict[str, Any] = {name: json.loads(value) for name, value in found}
        self._contents = list(contents)
        self._gone: Counter[str] = Counter()

    def is_possible(self) -> bool:
        """Tell whether the further files say nothing from which rows of other files follow, or the other way round."""
        if not all(content.expanded for content in self._contents):
            return False
        patterns = set(self.meta["patterns"])
        if any(row.predicate in patterns for one in self._contents for row in one.rows):
            return False
        sentences = any(one.source.role == "sentences" for one in self._contents)
        narrow = self._connection.execute("SELECT count(*) FROM narrow_class").fetchone()[0]
        return bool(narrow) or not sentences

    def apply(self, readings: Mapping[str, Any]) -> None:
        """Change the tables."""
        self._refuse_taken_ids()
        shipped = self._shipped()
        everything = [*(content for content, _ in shipped), *self._contents]
        self._change_rows(shipped, changed_rows(everything))
        self._drop_derived()
        off = rules_off(self._contents)
        self._contents = overridden(everything)[len(shipped) :]
        self._change_rules(off)
        top = self._connection.execute("SELECT max(seq) FROM entry").fetchone()[0] or 0
        keys = {row.key for one in self._contents for row in one.rows if row.key[:1] == '"'}
        known = {key for (key,) in self._among("SELECT DISTINCT key FROM entry", "key", keys)}
        self._connection.executemany(
            "INSERT INTO file VALUES (?,?)",
            [(n, one.source.name) for n, one in enumerate(self._contents, self._count)],
        )
        self._connection.executemany(
            "INSERT INTO entry VALUES (?,?,?,?,?,?,?,?)",
            (
                (key, top + seq, fact, predicate, own, self._count + number, line, leads)
                for key, seq, fact, predicate, own, number, line, leads in entries_of(
                    self._contents
                )
            ),
        )
        self._put_sentences(readings, top)
        self._count_again(len(keys - known))

    def note(self, **values: Any) -> None:
        """Write what is known of the store."""
        skipped = [*self.meta["skipped"], *skipped_lines(self._contents)]
        written = {**self.meta, **values, "skipped": skipped}
        self._connection.executemany(
            "UPDATE meta SET value=? WHERE name=?",
            [(json.dumps(value), name) for name, value in written.items()],
        )

    def _among(self, query: str, column: str, values: Iterable[Any]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        wanted = sorted(values)
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            found += self._connection.execute(f"{query} WHERE {column} IN ({marks})", part)
        return found

    def _refuse_taken_ids(self) -> None:
        places = {
            name: f"{self._names[file]}:{line}"
            for name, file, line in self._connection.execute(
                "SELECT id, file, line FROM rule WHERE id != '' ORDER BY seq DESC"
            )
        }
        for content in self._contents:
            for rule in content.rules:
                if rule.id in places:
                    where = places[rule.id]
                    content.problem("E403", f"the id `{rule.id}` is taken by {where}", rule.line)
            content.rules = [rule for rule in content.rules if rule.id not in places]

    # -- rows

    def _shipped(self) -> list[tuple[FileContent, list[int]]]:
        """Give the rows of the store that the further files may change, file by file, with their places in it."""
        rows = [row for one in self._contents for row in one.rows]
        heads = {row.key for row in rows if row.predicate == PREDICATE}
        off = {row.key.strip('"') for row in rows if row.predicate == OFF}
        found = [one for one in self._among(_ENTRY, "key", heads) if one[2] == PREDICATE]
        found += self._among(_ENTRY, "predicate", off)
        files: dict[int, tuple[FileContent, list[int]]] = {}
        for seq, fact, predicate, key, own, file, line in sorted(set(found), key=_by_place):
            if file not in files:
                name = self._names[file]
                files[file] = FileContent(Source(Path(name), name, "rows"), []), []
            content, places = files[file]
            content.rows.append(Row(fact, predicate, own or key, content.source.name, line))
            content.columns.append(1)
            places.append(seq)
        return [files[number] for number in sorted(files)]

    def _change_rows(
        self, shipped: Sequence[tuple[FileContent, list[int]]], changes: Changes
    ) -> None:
        for (number, place), row in sorted(changes.items(), key=lambda pair: pair[0]):
            if number >= len(shipped):
                continue
            content, places = shipped[number]
            before, seq = content.rows[place], places[place]
            if row is not None:
                self._connection.execute("UPDATE entry SET fact=? WHERE seq=?", [row.fact, seq])
                continue
            self._gone[before.predicate] += 1
            for table in _TABLES if before.predicate == SENTENCE else _TABLES[:1]:
                self._connection.execute(f"DELETE FROM {table} WHERE seq=?", [seq])

    def _drop_derived(self) -> None:
        """Delete derived rows of words that the further files have rows of."""
        own = {
            (part, row.key)
            for content in self._contents
            for row in content.rows
            if row.key[0] == '"' and (part := PART_OF.get(row.predicate)) is not None
        }
        for seq, fact, predicate, key, given, file, line in self._among(
            _ENTRY, "key", {key for _, key in own}
        ):
            name = self._names[file]
            if is_derived(name) and word_of(Row(fact, predicate, given or key, name, line)) in own:
                self._gone[predicate] += 1
                self._connection.execute("DELETE FROM entry WHERE seq=?", [seq])

    # -- rules and sentences

    def _change_rules(self, off: Mapping[str, int]) -> None:
        records = self._connection.execute("SELECT id, seq, kind FROM rule ORDER BY seq").fetchall()
        sets, asked = json.loads(self._connection.execute("SELECT value FROM asked").fetchone()[0])
        kept = [one for record, one in zip(records, asked, strict=True) if record[0] not in off]
        for name, seq, kind in records:
            if name in off:
                self._gone[f"{kind}s"] += 1
                self._connection.execute("DELETE FROM rule WHERE seq=?", [seq])
        top = max((seq for _, seq, _ in records), default=0)
        self._connection.executemany(
            "INSERT INTO rule VALUES (?,?,?,?,?,?,?,?,?)",
            (
                (name, top + seq, program, text, weight, source, self._count + number, line, kind)
                for name, seq, program, text, weight, source, number, line, kind in rules_of(
                    self._contents
                )
            ),
        )
        every, more = asked_sets(self._contents, sets)
        value = json.dumps([every, [*kept, *more]])
        self._connection.execute("UPDATE asked SET value=?", [value])

    def _put_sentences(self, readings: Mapping[str, Any], top: int) -> None:
        narrow = {name for (name,) in self._connection.execute("SELECT name FROM narrow_class")}
        new = narrow_classes(self._contents) - narrow if narrow else set()
        wide = {
            key
            for _, fact, predicate, word, _, file, line in self._among(
                _ENTRY, "predicate", ("verb", "adj") if new else ()
            )
            if file < self._count
            and (key := class_key(Row(fact, predicate, word, self._names[file], line))) in new
        }
        self._connection.executemany(
            "INSERT INTO narrow_class VALUES (?)", [(name,) for name in sorted(new - wide)]
        )
        narrow |= new - wide
        names = {n: one.source.name for n, one in enumerate(self._contents, self._count)}

        def classes(word: str) -> set[str]:
            rows = self._connection.execute(
                "SELECT fact, predicate, key, file, line FROM entry WHERE key=?", [quote(word)]
            )
            found = (
                class_key(Row(fact, predicate, key, {**self._names, **names}[file], line))
                for fact, predicate, key, file, line in rows
            )
            return {name for name in found if name is not None and name in narrow}

        put_all(self._connection, self._contents, readings, classes, (self._count, top))

    def _count_again(self, lemmas: int) -> None:
        stats = self.meta["stats"]
        kinds = Counter(f"{rule.kind}s" for one in self._contents for rule in one.rules)
        rows = Counter(row.predicate for one in self._contents for row in one.rows)
        for kind in ("axioms", "helpers"):
            stats[kind] += kinds[kind] - self._gone.pop(kind, 0)
        predicates = Counter(stats["predicates"]) + rows - self._gone
        stats["predicates"] = dict(sorted(predicates.items()))
        stats["rows"] = sum(predicates.values())
        stats["files"] += len(self._contents)
        stats["lemmas"] += lemmas


def _by_place(record: tuple[Any, ...]) -> tuple[int, int]:
    return record[5], record[0]
