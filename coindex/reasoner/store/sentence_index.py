"""The tables of stored sentences: each with its reading, and an index on what both of its halves say.

A key of the index names two predicates, one of each half, or the predicate of one half and the class of the other's: a
question looks up the pairs of what it says, and gets only sentences whose two halves both meet it. So it costs as much
for a hundred thousand sentences as for a thousand. A class counts if few words have it: words that share one then mean
nearly the same.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.derived_rows import is_derived
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.knowledge.sentences import PREDICATE, StoredSentence, sentence_of
from coindex.reasoner.store.reading_files import FileContent, Row
from coindex.reasoner.store.sentence_files import packed, unpacked
from kparse.asp import quote

TABLES = """
CREATE TABLE sentence (
    seq NUMERIC PRIMARY KEY,   -- number of the row in the order of all files
    fact TEXT NOT NULL,
    file INTEGER NOT NULL,
    line INTEGER NOT NULL,
    reading BLOB               -- NULL until a parser has read it
);
CREATE TABLE sentence_pair (
    keys TEXT NOT NULL,        -- what the two halves say
    alike INTEGER NOT NULL,    -- how many of the two are classes
    seq NUMERIC NOT NULL,
    file INTEGER NOT NULL,
    PRIMARY KEY (keys, alike, seq)
) WITHOUT ROWID;
CREATE TABLE narrow_class (name TEXT PRIMARY KEY) WITHOUT ROWID;
"""
NARROW = 25
"""The most words of a class that counts as a meaning of its own."""
MOST = 60
"""Sentences that are looked at for one question: those found by the same words before those found by a class."""
_CLASS = "="
"""What the key of a class begins with."""
_TOGETHER = 500  # keys in one query
_SAID = ("verb", "adj")
"""The predicates of rows that say which class a word has, or which property it asserts."""


@dataclass(frozen=True, slots=True)
class Found:
    """A stored sentence that a question may meet."""

    sentence: StoredSentence
    reading: SentenceReading
    alike: int
    """How many of its two halves have another word of the same class: 0 or 1."""


def pair(one: str, other: str) -> str:
    """Write the key of two predicates, in either order."""
    return "\n".join(sorted((one, other)))


def class_key(row: Row) -> str | None:
    """Give the key of the class that a row gives its word; ``None`` for other rows.

    >>> class_key(Row('verb("help",help)', "verb", '"help"', "rows/help.lp", 1))
    '=help'
    """
    if row.predicate not in _SAID or is_derived(row.file):
        return None
    return f"{_CLASS}{arguments(row.fact)[1]}"


def narrow_classes(contents: Iterable[FileContent]) -> set[str]:
    """Give the keys of classes that few words have."""
    counts = Counter(
        key
        for content in contents
        for row in content.rows
        if row.predicate in _SAID and (key := class_key(row)) is not None
    )
    return {key for key, count in counts.items() if count <= NARROW}


def classes_of(rows: Iterable[Row], narrow: Collection[str]) -> list[str]:
    """Give the keys of a word's narrow classes by its rows, sorted."""
    return sorted({key for row in rows if (key := class_key(row)) is not None and key in narrow})


def pairs_of(
    reading: SentenceReading, classes: Callable[[str], Iterable[str]]
) -> Iterator[tuple[str, int]]:
    """Yield the keys of a sentence in the index, each with the number of classes in it."""
    found: dict[str, int] = {}
    for halves in reading.halves:
        one, other = halves.keys
        found[pair(one, other)] = 0
        for first, second in ((one, other), (other, one)):
            for name in classes(second):
                found.setdefault(pair(first, name), 1)
    yield from sorted(found.items())


def looked_up(
    pairs: Iterable[tuple[str, str]], classes: Callable[[str], Iterable[str]]
) -> list[str]:
    """Give the keys under which a question with these pairs of predicates looks, sorted."""
    found: set[str] = set()
    for one, other in pairs:
        found.add(pair(one, other))
        found.update(pair(one, name) for name in classes(other))
        found.update(pair(name, other) for name in classes(one))
    return sorted(found)


# -------------------------------------------------------------------------------------------- writing


def write_sentences(
    connection: sqlite3.Connection,
    contents: Iterable[FileContent],
    readings: Mapping[str, SentenceReading],
) -> None:
    """Fill the tables of a new store from the rows of its files."""
    contents = list(contents)
    if not any(content.source.role == "sentences" for content in contents):
        return
    narrow = narrow_classes(contents)
    connection.executemany("INSERT INTO narrow_class VALUES (?)", [(n,) for n in sorted(narrow)])
    words: dict[str, set[str]] = {}
    for content in contents:
        for row in content.rows:
            if row.predicate in _SAID and (key := class_key(row)) in narrow and key:
                words.setdefault(row.key, set()).add(key)
    put_all(connection, contents, readings, lambda word: words.get(quote(word), ()))


def put_all(
    connection: sqlite3.Connection,
    contents: Iterable[FileContent],
    readings: Mapping[str, SentenceReading],
    classes: Callable[[str], Iterable[str]],
    before: tuple[int, int] = (0, 0),
) -> None:
    """Write the sentences of files, after so many files and rows."""
    first, seq = before
    for number, content in enumerate(contents, first):
        for row in content.rows:
            seq += 1
            if content.source.role == "sentences":
                put(
                    connection,
                    "sentence",
                    seq,
                    number,
                    row,
                    readings.get(row.key[1:-1]),
                    classes,
                )


def put(
    connection: sqlite3.Connection,
    table: str,
    seq: float,
    number: int,
    row: Row,
    reading: SentenceReading | None,
    classes: Callable[[str], Iterable[str]],
) -> None:
    """Write a sentence into a table, and its keys into the index beside it."""
    data = None if reading is None else packed(reading)
    connection.execute(
        f"INSERT OR REPLACE INTO {table} VALUES (?,?,?,?,?)",
        (seq, row.fact, number, row.line, data),
    )
    if reading is not None:
        connection.executemany(
            f"INSERT OR REPLACE INTO {table}_pair VALUES (?,?,?,?)",
            [(keys, alike, seq, number) for keys, alike in pairs_of(reading, classes)],
        )


# -------------------------------------------------------------------------------------------- looking up

Select = Callable[..., list[tuple[Any, ...]]]
"""Queries the database: a query and its values."""


def find(select: Select, names: Mapping[int, str], keys: Sequence[str]) -> list[Found]:
    """Give the sentences under some keys of the index, each once: the same words first, then in file order.

    Args:
        select: queries the database.
        names: the names of files by number.
        keys: what :func:`looked_up` gave.
    """
    best: dict[float, int] = {}
    for start in range(0, len(keys), _TOGETHER):
        part = keys[start : start + _TOGETHER]
        marks = ",".join("?" * len(part))
        query = f"SELECT seq, alike FROM sentence_pair WHERE keys IN ({marks}) ORDER BY alike, seq LIMIT ?"
        for seq, alike in select(query, [*part, MOST]):
            best[seq] = min(alike, best.get(seq, alike))
    chosen = sorted(best, key=lambda seq: (best[seq], seq))[:MOST]
    if not chosen:
        return []
    marks = ",".join("?" * len(chosen))
    query = f"SELECT seq, fact, file, line, reading FROM sentence WHERE seq IN ({marks})"
    found = {}
    for seq, fact, file, line, data in select(query, chosen):
        row = Row(fact, PREDICATE, arguments(fact)[0], names[file], line)
        found[seq] = Found(sentence_of(row), unpacked(data), best[seq])
    return [found[seq] for seq in chosen]


def unread(select: Select) -> tuple[str, ...]:
    """Give the sentences without a reading, each once, in file order."""
    records = select("SELECT fact FROM sentence WHERE reading IS NULL ORDER BY seq")
    return tuple(dict.fromkeys(arguments(fact)[0][1:-1] for (fact,) in records))


def known_readings(connection: sqlite3.Connection) -> dict[str, SentenceReading]:
    """Give the readings of all sentences, those of replaced files included, by sentence."""
    records = connection.execute("SELECT reading FROM sentence WHERE reading IS NOT NULL")
    return {one.sentence: one for (data,) in records if (one := unpacked(data))}


def take_readings(
    connection: sqlite3.Connection,
    readings: Mapping[str, SentenceReading],
    classes: Callable[[str], Iterable[str]],
    table: str = "sentence",
) -> None:
    """Give unread sentences of a table their readings, and put them into the index beside it."""
    records = connection.execute(
        f"SELECT seq, fact, file, line FROM {table} WHERE reading IS NULL ORDER BY seq"
    )
    for seq, fact, file, line in records.fetchall():
        row = Row(fact, PREDICATE, arguments(fact)[0], "", line)
        put(connection, table, seq, file, row, readings.get(row.key[1:-1]), classes)
