"""The store: knowledge files compiled into an SQLite file with an index by lemma.

A question costs as much as the rows that its words lead to, however many rows there are. The file lies in the user's
cache directory (or in ``COINDEX_CACHE``) and is built again when a knowledge file has changed. A store in use is
never written to.

>>> store = Store.open(["knowledge"])  # doctest: +SKIP
>>> selection = store.fetch(["trophy", "fit", "suitcase", "big"])  # doctest: +SKIP
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, takewhile
from pathlib import Path
from typing import Any, Self

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import (
    DEFAULT_PREDICATES,
    default_rule,
    inner,
    is_default_rule,
    sides_of,
)
from coindex.reasoner.knowledge.overrides import OFF
from coindex.reasoner.knowledge.profiles import PREDICATE, Profile, profile_of
from coindex.reasoner.knowledge.row_index import EMPTY, RowIndex, Rows
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.knowledge.sentences import StoredSentence, parts_of_id, sentence_of
from coindex.reasoner.store.extending import extended
from coindex.reasoner.store.folders import is_whole, tell
from coindex.reasoner.store.reading_files import (
    Row,
    Rule,
    Source,
    sources,
)
from coindex.reasoner.store.sentence_files import unpacked
from coindex.reasoner.store.sentence_index import (
    Found,
    classes_of,
    find,
    looked_up,
    take_readings,
    unread,
)
from coindex.reasoner.store.store_file import (
    OF_SCENES,
    SCHEMA_VERSION,
    adopt,
    build,
    change,
    connect,
    fresh,
)
from kparse.asp import quote
from kparse.cachedir import cache_directory, temporary_directory, writable
from kparse.loading import collector_paused

logger = logging.getLogger(__name__)

_REMEMBERED = 50_000  # words with their rows
_NO_MEANING = frozenset(
    (
        "worth",
        "profile",
        "does_by_nature",
        "institutional",
        "of_members",
        "fits_word",
        "sort_of_word",
        "shows",
        "ing_says",
        "ed_says",
        "stuff_says",
        "does_to",
        "leaves_doing",
        "measures",
        "sensed_how",
        "pains_word",
        "part_of_kind",
    )
)
_KINDS = ("kind", "kind_isa")
"""The predicates of rows that say of what kind things are."""
_NOT_FACTS = (*DEFAULT_PREDICATES, PREDICATE, SENTENCE)
"""Predicates of rows of which a question gets only some, as other facts."""


@dataclass(frozen=True, slots=True)
class Selection:
    """The rows and rules that can matter for a question, in the order of the files."""

    rows: tuple[Row, ...]
    every: tuple[Rule, ...] = ()
    """All axioms and helpers of the store."""
    constants: frozenset[str] = frozenset()
    """Classes, properties, kinds and dimensions that the words lead to."""
    row_index: RowIndex = EMPTY
    """The default rules."""
    profiles: tuple[Profile, ...] = ()
    """The profiles of the words."""
    added: tuple[Rule, ...] = ()
    """Rules that were given with the question."""
    only: frozenset[str] | None = None
    """The axioms that take part, by name; ``None``: all."""

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Axioms and helpers that could speak: those whose constants are at hand, and those given."""
        only, at_hand = self.only, self.constants
        found = [
            rule
            for rule in self.every
            if (rule.kind == "helper" or only is None or rule.id in only)
            and not any(guard.isdisjoint(at_hand) for guard in rule.guards)
        ]
        return (*found, *self.added)

    def every_rule(self) -> tuple[Rule, ...]:
        """Give axioms and helpers, then some thousands of default rules."""
        return (*self.rules, *self.row_index.every())

    def helpers(self) -> Selection:
        """Give the same without axioms."""
        return self.with_axioms(())

    def with_axioms(self, names: Iterable[str]) -> Selection:
        """Give the same with only some axioms, and without default rules."""
        return replace(self, only=frozenset(names), row_index=EMPTY, added=())

    def without(self, names: Collection[str]) -> Selection:
        """Give the same without some axioms, default rules and rules that were given, by their names."""
        if not names:
            return self
        axioms = {rule.id for rule in self.every if rule.kind != "helper"}
        return replace(
            self,
            only=frozenset(axioms if self.only is None else self.only) - frozenset(names),
            row_index=self.row_index.without(names),
            added=tuple(rule for rule in self.added if rule.id not in names),
        )

    def adding(self, rules: Iterable[Rule]) -> Selection:
        """Give the same with further rules."""
        return replace(self, added=(*self.added, *rules))


@dataclass(frozen=True, slots=True)
class _Entry:
    """What the store has under a key: rows with their places, and the keys to follow."""

    rows: tuple[tuple[int, Row], ...]
    constants: tuple[str, ...]
    lemmas: tuple[str, ...]
    defaults: Mapping[str, Rows] = field(default_factory=dict)
    """Default rules (:mod:`coindex.reasoner.knowledge.default_rules`), by what each is about."""
    profiles: tuple[Profile, ...] = ()


class Store:
    """Rows by lemma and constant, rules by what they ask for. Made by :meth:`open`."""

    def __init__(self, connection: sqlite3.Connection, path: Path, files: Sequence[Source]) -> None:
        """Take over an open database; use :meth:`open`."""
        self.path = path
        """Where the compiled store lies."""
        self.files = tuple(files)
        """The files that it was compiled from."""
        self.connection = connection
        """The open database."""
        self._prepare()

    def _prepare(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._rule_list: tuple[Rule, ...] | None = None
        self._by_id: dict[str, Rule] | None = None
        self._bringing: list[Rule] | None = None
        self._shared: tuple[dict[int, Row], dict[str, Rows]] = {}, {}
        self._always: dict[str, None] | None = None
        self._narrow: frozenset[str] | None = None
        self._unread: tuple[str, ...] | None = None
        self.prepared: dict[str, Any] = {}
        """What :mod:`coindex.reasoner.grounding.program` made of the rules."""
        self._names: dict[int, str] = dict(self.connection.execute("SELECT id, name FROM file"))
        found = self.connection.execute("SELECT value FROM meta WHERE name='composed'")
        self._composed: list[str] = json.loads(found.fetchone()[0])
        skipped = self.connection.execute("SELECT value FROM meta WHERE name='skipped'").fetchone()
        for message in json.loads(skipped[0]) if skipped else ():
            tell(message)

    @classmethod
    def open(
        cls, knowledge_dirs: Iterable[Path | str] | Path | str, cache_dir: Path | str | None = None
    ) -> Self:
        """Open the store for knowledge directories and files; compile it first if they changed.

        Raises:
            KnowledgeError: if a path is missing or something is wrong in a file that has changed.
        """
        given = (
            [knowledge_dirs] if isinstance(knowledge_dirs, (str, Path)) else list(knowledge_dirs)
        )
        files = sources(given)
        identity = json.dumps([SCHEMA_VERSION, [[str(Path(p).resolve()), str(p)] for p in given]])
        name = f"knowledge-{hashlib.sha256(identity.encode()).hexdigest()[:16]}.sqlite"
        directory = Path(cache_dir) if cache_dir is not None else cache_directory()
        connection = fresh(directory / name, files)
        if connection is None and not writable(directory):
            directory = temporary_directory()
            connection = fresh(directory / name, files)
        path = directory / name
        if connection is None:
            connection = adopt(path, files)
        if connection is None and not cls._extended(given, path, files, cache_dir):
            build(path, files)
        return cls(connection or connect(path), path, files)

    @classmethod
    def _extended(
        cls,
        given: Sequence[Path | str],
        path: Path,
        files: Sequence[Source],
        cache_dir: Path | str | None,
    ) -> bool:
        """Put files of one's own beside a compiled knowledge, which takes a moment; tell whether that could be done."""
        if len(given) < 2 or not is_whole(Path(given[0])):
            return False
        with cls.open(given[0], cache_dir) as base:
            if list(files[: len(base.files)]) != list(base.files):
                return False
            return extended(path, base.path, files, len(base.files))

    def close(self) -> None:
        """Close the store."""
        self.connection.close()

    def __enter__(self) -> Self:
        """Give the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def forget(self) -> None:
        """Drop cached rows, except those that all questions share."""
        shared = self._always_reached()
        self._entries = {key: entry for key, entry in self._entries.items() if key in shared}

    # -- lookups

    def _select(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Query the database; a damaged one is built again, once."""
        try:
            return self.connection.execute(query, values).fetchall()
        except sqlite3.DatabaseError as error:
            logger.warning("the store %s is damaged and is built again: %s", self.path, error)
            self.connection.close()
            build(self.path, self.files)
            self.connection = connect(self.path)
            self._prepare()
            return self.connection.execute(query, values).fetchall()

    def _look_up(self, keys: Iterable[str]) -> None:
        """Load the entries of keys into memory."""
        wanted = list(keys)
        missing = [key for key in wanted if key not in self._entries]
        if missing and len(self._entries) + len(missing) > _REMEMBERED:
            self._entries.clear()
            missing = wanted
        for start in range(0, len(missing), 500):
            part = missing[start : start + 500]
            found: dict[str, list[tuple[Any, ...]]] = {key: [] for key in part}
            marks = ",".join("?" * len(part))
            for record in self._select(
                "SELECT key, seq, fact, predicate, own, file, line, leads FROM entry"
                f" WHERE key IN ({marks}) ORDER BY seq",
                part,
            ):
                found[record[0]].append(record)
            for key, records in found.items():
                self._entries[key] = self._entry(key, records)

    def _entry(self, key: str, records: Sequence[tuple[Any, ...]]) -> _Entry:
        found = [(record[1], self._row(record)) for record in records if record[7] != "!"]
        rows = tuple(pair for pair in found if pair[1].predicate not in _NOT_FACTS)
        defaults: dict[str, list[tuple[int, Row]]] = {}
        for seq, row in found:
            if row.predicate in DEFAULT_PREDICATES:
                defaults.setdefault(arguments(row.fact)[0], []).append((seq, row))
        onward = dict.fromkeys(
            lead
            for record in records
            if record[7] not in ("", "!")
            for lead in record[7].split("\n")
        )
        if key.startswith("dim("):
            onward[key[4:].partition(",")[0]] = None
        return _Entry(
            rows,
            tuple(lead for lead in onward if lead[0] != '"'),
            tuple(lead for lead in onward if lead[0] == '"'),
            {happening: tuple(rows) for happening, rows in defaults.items()},
            tuple(profile_of(row) for _, row in found if row.predicate == PREDICATE),
        )

    def _row(self, record: tuple[Any, ...]) -> Row:
        key, _, fact, predicate, own, file, line, _ = record
        return Row(fact, predicate, own or key, self._names[file], line)

    def _follow(self, constants: Iterable[str], reached: dict[str, None]) -> None:
        """Add the constants, and all that their rows lead to, to those reached."""
        layer = list(dict.fromkeys(c for c in constants if c not in reached))
        while layer:
            self._look_up(layer)
            reached.update(dict.fromkeys(layer))
            entries = self._entries
            layer = list(
                dict.fromkeys(
                    n for key in layer for n in entries[key].constants if n not in reached
                )
            )

    # -- questions

    def fetch(
        self, lemmas: Iterable[str], constants: Iterable[str] = (), *, scenes: bool = False
    ) -> Selection:
        """Give the rows that the words lead to, and the rules that could speak about them.

        Args:
            lemmas: the words.
            constants: further classes, properties, kinds and dimensions to start from.
            scenes: whether the question is a choice of a cause or effect, which reads the scenes of scripts.
        """
        keys = list(dict.fromkeys(quote(lemma) for lemma in lemmas))
        self._look_up(keys)
        keys = list(dict.fromkeys(chain(keys, *(self._entries[key].lemmas for key in keys))))
        self._look_up(keys)
        words = [self._entries[key] for key in keys]
        reached = dict(self._always_reached())
        self._follow(chain(constants, *(word.constants for word in words)), reached)
        if scenes:
            self._bring_in(reached)
            told = [f"{OF_SCENES}{key}" for key in (*keys, *reached)]
            self._look_up(told)
            words += [self._entries[key] for key in told]
            self._follow(chain(*(self._entries[key].constants for key in told)), reached)
        self._bring_in(reached)
        self._look_up(reached)  # in case the memory was emptied on the way
        always = self._always_reached()
        rows, defaults = self._shared[0].copy(), self._shared[1].copy()
        own = (self._entries[key] for key in reached if key not in always)
        for entry in chain(words, own):
            rows.update(entry.rows)
            defaults.update(entry.defaults)
        found = frozenset(reached)
        return Selection(
            tuple(rows[seq] for seq in sorted(rows)),
            self.rules(),
            found,
            RowIndex(defaults, found),
            tuple(chain.from_iterable(entry.profiles for entry in words)),
        )

    @property
    def shared_facts(self) -> tuple[str, ...]:
        """The rows that come with every question."""
        self._always_reached()
        return tuple(dict.fromkeys(row.fact for row in self._shared[0].values()))

    def _always_reached(self) -> dict[str, None]:
        """Give the constants that every question reaches; sort the rules by them, once."""
        if self._always is None:
            with collector_paused(stays=True):
                self._always = self._find_always_reached()
        return self._always

    def _find_always_reached(self) -> dict[str, None]:
        """Find the constants that every question reaches, and the rules and rows that come with them."""
        always: dict[str, None] = {}
        self._follow(self._composed, always)
        self._bring_in(always)
        named = frozenset(always)
        self._bringing = [
            rule for rule in self.rules() if rule.kind == "helper" and not rule.introduces <= named
        ]
        rows: dict[int, Row] = {}
        defaults: dict[str, Rows] = {}
        self._look_up(always)  # in case the store was built again on the way
        for entry in (self._entries[key] for key in always):
            rows.update(entry.rows)
            defaults.update(entry.defaults)
        self._shared = {seq: rows[seq] for seq in sorted(rows)}, defaults
        return always

    def _bring_in(self, reached: dict[str, None]) -> None:
        """Add what helpers introduce whose own conditions are reached."""
        waiting = [
            rule
            for rule in (self.rules() if self._bringing is None else self._bringing)
            if rule.kind == "helper" and not rule.introduces <= reached.keys()
        ]
        moved = True
        while moved:
            moved = False
            for rule in waiting:
                if not rule.introduces <= reached.keys() and _speaks(rule, reached):
                    self._follow(sorted(rule.introduces), reached)
                    moved = True

    # -- sentences

    @property
    def unread(self) -> tuple[str, ...]:
        """The sentences that no parser has read yet; no question finds them."""
        if self._unread is None:
            self._unread = unread(self._select)
        return self._unread

    def take_readings(self, readings: Mapping[str, SentenceReading]) -> None:
        """Take in readings of sentences that were unread, by sentence; they are written into the file of the store."""

        def edit(connection: sqlite3.Connection) -> None:
            take_readings(connection, readings, self._classes)

        if readings and change(self.path, edit):
            self.connection.close()
            self.connection = connect(self.path)
        self._unread = ()

    @property
    def has_sentences(self) -> bool:
        """Whether there are sentences at all that a question could find."""
        if self._narrow is None:
            found = self._select("SELECT name FROM narrow_class")
            self._narrow = frozenset(name for (name,) in found)
        return bool(self._narrow)

    def sentences_about(self, pairs: Iterable[tuple[str, str]]) -> list[Found]:
        """Give the sentences whose halves say one of these pairs of predicates, or one of them and the other's class.

        The same words come before those of a class; then the order is that of the files. There are at most
        :data:`coindex.reasoner.store.sentence_index.MOST`.
        """
        if not self.has_sentences:
            return []
        return find(self._select, self._names, looked_up(pairs, self._classes))

    def _classes(self, word: str) -> list[str]:
        """Give the keys of a word's narrow classes."""
        key = quote(word)
        self._look_up([key])
        rows = (row for _, row in self._entries[key].rows)
        return classes_of(rows, self._narrow or ()) if self.has_sentences else []

    def same_narrow_class(self, one: str, other: str) -> bool:
        """Tell whether two predicates share a class that few words have."""
        return not set(self._classes(one)).isdisjoint(self._classes(other))

    def is_kind_of(self, noun: str, other: str) -> bool:
        """Tell whether what a noun names is always of the kind that another noun names: *bread*, *food*."""
        reached: dict[str, None] = {}
        todo = [quote(noun)]
        while todo:
            self._look_up(todo)
            rows = [row for key in todo for _, row in self._entries[key].rows]
            found = (arguments(row.fact) for row in rows if row.predicate in _KINDS)
            todo = [args[1] for args in found if args[1] not in reached]
            reached.update(dict.fromkeys(todo))
        return other in reached

    def halves_of(self, row: Row) -> list[tuple[frozenset[str], frozenset[str]]]:
        """Give for a sentence the keys (lemmas in quotes, classes) that a question needs for each half to find it."""
        found = self._select("SELECT reading FROM sentence WHERE fact = ?", [row.fact])
        pairs = [p.keys for (data,) in found if data for p in unpacked(data).halves]
        return [(self._needed(one), self._needed(other)) for one, other in dict.fromkeys(pairs)]

    def _needed(self, key: str) -> frozenset[str]:
        last = key.rpartition(" ")[2]  # of a verb that only frames, its noun
        return frozenset((quote(last), *(name.lstrip("=") for name in self._classes(key))))

    def sentences_with(self, word: str) -> list[StoredSentence]:
        """Give the sentences of which one half says a word; this reads the whole index."""
        start, end = f"{word}\n", f"\n{word}"
        found = self._select(
            "SELECT fact, file, line FROM sentence WHERE seq IN (SELECT seq FROM sentence_pair WHERE alike = 0"
            " AND (substr(keys, 1, ?) = ? OR substr(keys, -?) = ?)) ORDER BY seq",
            [len(start), start, len(end), end],
        )
        return [self._sentence(*record) for record in found]

    def _sentence(self, fact: str, file: int, line: int) -> StoredSentence:
        return sentence_of(Row(fact, SENTENCE, arguments(fact)[0], self._names[file], line))

    def known(self, lemma: str) -> bool:
        """Tell whether a row says what a word means; a scene, or a deed with something beside it, is not enough."""
        key = quote(lemma)
        self._look_up([key])
        return any(row.predicate not in _NO_MEANING for _, row in self._entries[key].rows)

    def classes(self, lemma: str) -> frozenset[str]:
        """Give the event classes of a word as a verb."""
        key = quote(lemma)
        self._look_up([key])
        rows = self._entries[key].rows
        return frozenset(arguments(row.fact)[1] for _, row in rows if row.predicate == "verb")

    def rows_for(self, key: str) -> tuple[Row, ...]:
        """Give all rows under a lemma and under the constant of that name, declarations included."""
        keys = [quote(key), key]
        keys += [f"{mark}:{one}" for mark in (OF_SCENES[:-1], OFF) for one in keys]
        found = self._select(
            "SELECT key, seq, fact, predicate, own, file, line, leads FROM entry"
            " WHERE key IN (?,?,?,?,?,?) ORDER BY key = ?, seq",
            [*keys, key],
        )
        return tuple(dict.fromkeys(self._row(record) for record in found))

    def block_at(self, row: Row) -> tuple[str, ...]:
        """Give the lines below a row's line in its file, up to an empty one."""
        path = next((source.path for source in self.files if source.name == row.file), None)
        if path is None or not path.is_file():
            return ()
        lines = path.read_text(encoding="utf-8-sig").split("\n")[row.line :]
        return tuple(takewhile(str.strip, lines))

    def every_row(self) -> Iterator[Row]:
        """Yield all rows."""
        yield from map(self._row, self._select("SELECT * FROM entry ORDER BY seq"))

    def rows_about(self, term: str, limit: int = 1000) -> tuple[Row, ...]:
        """Give the rows in which a term occurs as an argument; this reads the whole store."""
        found = self._select(
            "SELECT key, seq, fact, predicate, own, file, line, leads FROM entry"
            " WHERE instr(fact, ?) ORDER BY seq",
            [term],
        )
        rows = dict.fromkeys(self._row(record) for record in found)
        return tuple(row for row in rows if term in arguments(row.fact))[:limit]

    def rows_of(self, predicate: str, limit: int = 1000) -> tuple[Row, ...]:
        """Give the first rows of a predicate; this reads the whole store."""
        found = self._select(
            "SELECT key, seq, fact, predicate, own, file, line, leads FROM entry"
            " WHERE predicate = ? AND (own IS NULL OR key GLOB ?) ORDER BY seq LIMIT ?",
            [predicate, f"{OF_SCENES}*", limit],
        )
        return tuple(self._row(record) for record in found)

    def keys(self, prefix: str = "") -> tuple[str, ...]:
        """List the keys that begin so: constants bare, lemmas in quotes."""
        found = self._select(
            "SELECT DISTINCT key FROM entry WHERE key >= ? AND key < ? ORDER BY key",
            [prefix, prefix + chr(0x10FFFF)],
        )
        return tuple(key for (key,) in found if not key.startswith((OF_SCENES, f"{OFF}:")))

    def rules(self) -> tuple[Rule, ...]:
        """Give axioms and helpers in the order of the files."""
        if self._rule_list is None:
            records = self._select(
                "SELECT id, program, text, weight, source, file, line, kind FROM rule ORDER BY seq"
            )
            sets, asked = json.loads(self._select("SELECT value FROM asked")[0][0])
            sets = [frozenset(names) for names in sets]
            self._rule_list = tuple(
                [self._rule(*one, sets) for one in zip(records, asked, strict=True)]
            )
        return self._rule_list

    def _rule(
        self, record: tuple[Any, ...], asked: tuple[Any, ...], sets: Sequence[frozenset[str]]
    ) -> Rule:
        name, program, text, weight, source, file, line, kind = record
        guards, introduces = asked
        return Rule(
            *(name, program, text, weight, source, self._names[file], line),
            guards=frozenset(sets[guard] for guard in guards),
            kind=kind,
            introduces=sets[introduces],
        )

    def rule(self, name: str) -> Rule | None:
        """Give the axiom, helper or default rule with that id."""
        if is_default_rule(name):
            happening = arguments(name)[0]
            key = inner(happening, "neg")
            self._look_up([key])
            rows = self._entries[key].defaults.get(happening, ())
            return next(
                (default_rule(row) for _, row in rows if sides_of(row.fact).id == name), None
            )
        if sentence := parts_of_id(name):
            found = self._select(
                "SELECT fact, file, line FROM sentence WHERE substr(fact, 1, ?) = ? ORDER BY seq",
                [len(sentence[1]) + 10, f"{SENTENCE}({sentence[1]},"],
            )
            those = (self._sentence(*record) for record in found)
            return next((one.as_rule() for one in those if one.id == name), None)
        if self._by_id is None:
            self._by_id = {rule.id: rule for rule in reversed(self.rules()) if rule.id}
        return self._by_id.get(name)

    def every_rule(self) -> Iterator[Rule]:
        """Give axioms and helpers, then all default rules; this reads the whole store."""
        yield from self.rules()
        marks = ",".join("?" * len(DEFAULT_PREDICATES))
        for record in self._select(
            "SELECT key, seq, fact, predicate, own, file, line, leads FROM entry"
            f" WHERE predicate IN ({marks}) AND own IS NULL ORDER BY seq",
            DEFAULT_PREDICATES,
        ):
            yield default_rule(self._row(record))

    def stats(self) -> dict[str, Any]:
        """Count files, rows (all, and by predicate), lemmas, axioms, helpers."""
        found = self._select("SELECT value FROM meta WHERE name='stats'")
        stats: dict[str, Any] = json.loads(found[0][0])
        return stats


def _speaks(rule: Rule, reached: dict[str, None]) -> bool:
    return all(not guard.isdisjoint(reached) for guard in rule.guards)
