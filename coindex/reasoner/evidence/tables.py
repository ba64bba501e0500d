"""What the store holds: the one place where its tables are defined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

SCHEMA_VERSION = 3
"""To be raised when a table, or what is counted in it, changes."""
APPLICATION = 0x414E5445
"""Marks an SQLite file as a store of mined knowledge."""
COUNTED = "counted"
"""The metadata of counts of words (:class:`coindex.harness.copa.counts.Header`)."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: what is counted under which keys."""

    name: str
    keys: tuple[str, ...]
    counts: tuple[str, ...]
    what: str
    """What a row says, for people."""

    @property
    def schema(self) -> str:
        """The statement that makes it."""
        columns = [f"{name} TEXT NOT NULL" for name in self.keys]
        columns += [f"{name} INTEGER NOT NULL" for name in self.counts]
        columns += ["refs TEXT NOT NULL", f"PRIMARY KEY ({', '.join(self.keys)})"]
        return f"CREATE TABLE {self.name} ({', '.join(columns)}) WITHOUT ROWID"


TABLES = (
    Table(
        "effect",
        ("kind", "key", "side", "role", "conn"),
        ("actor", "other"),
        "how often the one meant in that role was the actor of the situation, or another participant",
    ),
    Table("fact", ("relation", "head", "filler"), ("n",), "how often that filled that role"),
    Table(
        "near",
        ("first", "second", "window"),
        ("n",),
        "how often the second word followed the first, no narrower window holding both",
    ),
    Table("word", ("word",), ("n",), "how often the word occurred"),
)
"""Sorted by name. An empty key column stands for all values: such rows are totals."""

Tally: TypeAlias = "tuple[str, tuple[str, ...], tuple[int, ...]]"
"""Something counted: table, values of its keys, what is to be added to its counts."""
Reference: TypeAlias = "tuple[int, int]"
"""Number of a file, and line."""
Line: TypeAlias = "tuple[str, tuple[str, ...], tuple[int, ...], tuple[Reference, ...]]"
"""A row of a table: its name, keys, counts, references."""
REFERENCES = 3
"""References of a row at most: the first ones, by file and line."""


def added(rows: Iterable[Line]) -> Iterator[Line]:
    """Add up the rows with the same keys, which follow each other."""
    held: Line | None = None
    for row in rows:
        if held is None or held[:2] != row[:2]:
            if held is not None:
                yield held
            held = row
            continue
        counts = tuple(a + b for a, b in zip(held[2], row[2], strict=True))
        refs = tuple(sorted({*held[3], *row[3]})[:REFERENCES])
        held = (held[0], held[1], counts, refs)
    if held is not None:
        yield held


def place(row: Line) -> tuple[str, tuple[str, ...]]:
    """Give a row's place in the order of all rows."""
    return row[:2]


def written(refs: Iterable[Reference]) -> str:
    """Write references.

    >>> written([(0, 12), (3, 4)]), read("0:12 3:4"), read("")
    ('0:12 3:4', ((0, 12), (3, 4)), ())
    """
    return " ".join(f"{file}:{line}" for file, line in refs)


def read(text: str) -> tuple[Reference, ...]:
    """Read references."""
    pairs = (part.split(":") for part in text.split())
    return tuple((int(file), int(line)) for file, line in pairs)
