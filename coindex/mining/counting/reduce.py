"""The reduce: the records of all shards to rows of counts, out of core.

A sentence that occurs in several shards counts in the first of them. Workers count some shards at a time; each result
is a sorted file of rows, and all files are merged into the store. :mod:`coindex.mining.querying.counts` defines what is
counted.
"""

from __future__ import annotations

import gzip
import hashlib
import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from coindex.files.textfile import write_bytes
from coindex.mining.counting.manifest import Manifest, Shard
from coindex.mining.extracting.records import Counter
from coindex.mining.extracting.shards import Report, decode, texts
from coindex.reasoner.evidence.tables import REFERENCES, Line, added, place, read, written
from coindex.reasoner.jobs.workers import Settings

GROUP = 200_000
"""Records that a worker counts at a time."""
FAN = 64
"""Files merged at once."""
PARTITION = 8_000_000
"""Sentences compared with each other at a time, to find repeated ones."""


@dataclass(frozen=True, slots=True)
class Counting:
    """A task of the reduce."""

    number: int
    shards: tuple[tuple[int, tuple[bytes, ...], tuple[int, ...]], ...]
    """Number of the file, the tables, and the sentences that other shards have had before."""


@dataclass(frozen=True, slots=True)
class ReduceSettings(Settings):
    """What every worker makes its counter of."""

    counter: str = "coindex.mining.querying.counts"
    """A module with ``counter()``, which gives what turns a record into tallies."""

    def reasoner(self) -> Any:
        """Make the counter."""
        return import_module(self.counter).counter()


def count(counter: Counter, task: Counting) -> bytes:
    """Do a task of the reduce: what a worker is given to do."""
    counts: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    refs: dict[tuple[str, tuple[str, ...]], list[tuple[int, int]]] = {}
    for file, tables, repeated in task.shards:
        known = frozenset(repeated)
        for number, table in enumerate(tables):
            for line, _, text, record in decode(number, table):
                if text in known:
                    continue
                for name, keys, more in counter(record):
                    entry = (name, keys)
                    held = counts.get(entry)
                    if held is None:
                        counts[entry] = list(more)
                        refs[entry] = [(file, line)]
                        continue
                    for n, value in enumerate(more):
                        held[n] += value
                    mine = refs[entry]
                    if len(mine) < REFERENCES and (file, line) not in mine:
                        mine.append((file, line))  # they come in order
    rows = (
        (name, keys, tuple(counts[name, keys]), tuple(sorted(refs[name, keys])))
        for name, keys in sorted(counts)
    )
    return gzip.compress("".join(map(_line, rows)).encode(), 1, mtime=0)


def _line(row: Line) -> str:
    name, keys, counts, refs = row
    return "\t".join((name, *keys, ",".join(map(str, counts)), written(refs))) + "\n"


def _row(line: str) -> Line:
    name, *keys, counts, refs = line.rstrip("\n").split("\t")
    return name, tuple(keys), tuple(map(int, counts.split(","))), read(refs)


def rows_in(file: Path | IO[bytes]) -> Iterator[Line]:
    """Give the rows of what :func:`count` has given."""
    with gzip.open(file, "rt", encoding="utf-8", newline="\n") as stream:
        yield from map(_row, stream)


def repeated(manifest: Manifest, shards: Sequence[tuple[Shard, Report]]) -> dict[int, Any]:
    """Find the sentences with records that earlier shards have as well: by shard, an array of their numbers."""
    import numpy as np

    parts = 1 + sum(report.sentences for _, report in shards) // PARTITION
    found: dict[int, list[Any]] = {}
    for part in range(parts):
        keys, owners = [], []
        for shard, _ in shards:
            mine = texts(manifest.paths(shard))
            mine = mine[mine % parts == part]
            keys.append(mine)
            owners.append(np.full(len(mine), shard.number, dtype=np.int64))
        every, owner = np.concatenate(keys), np.concatenate(owners)
        _, first = np.unique(every, return_index=True)
        again = np.ones(len(every), dtype=bool)
        again[first] = False
        for number in np.unique(owner[again]).tolist():
            found.setdefault(number, []).append(every[again & (owner == number)])
    return {number: np.concatenate(some) for number, some in sorted(found.items())}


class Counts:
    """The files of counts of a pass.

    Args:
        manifest: the run.
        shards: those that are done, with what became of their text.
        again: see :func:`repeated`.
        made_by: digest of the program and settings that count.
    """

    def __init__(
        self,
        manifest: Manifest,
        shards: Sequence[tuple[Shard, Report]],
        again: dict[int, Any],
        made_by: str,
    ) -> None:
        self.manifest, self.again = manifest, again
        self.folder = manifest.folder / "counts"
        self._groups = list(_grouped(shards))
        self._paths = [
            self.folder / f"{number:06d}.{self._digest(group, made_by)}.gz"
            for number, group in enumerate(self._groups)
        ]

    def _digest(self, group: Sequence[Shard], made_by: str) -> str:
        digest = hashlib.sha256(made_by.encode())
        for shard in group:
            digest.update(self.manifest.digest(shard).encode())
            digest.update(self.again[shard.number].tobytes() if shard.number in self.again else b"")
        return digest.hexdigest()[:12]

    def missing(self) -> list[int]:
        """Name the tasks that are still to be done."""
        return [n for n, path in enumerate(self._paths) if not path.exists()]

    def tasks(self, numbers: Iterable[int]) -> Iterator[Counting]:
        """Give tasks with all that they need."""
        for number in numbers:
            yield Counting(
                number,
                tuple(
                    (
                        shard.file,
                        tuple(path.read_bytes() for path in self.manifest.paths(shard)),
                        tuple(self.again[shard.number].tolist())
                        if shard.number in self.again
                        else (),
                    )
                    for shard in self._groups[number]
                ),
            )

    def keep(self, number: int, data: bytes) -> None:
        """Write what a task gave.

        Raises:
            InputError: it cannot be written.
        """
        self.folder.mkdir(exist_ok=True)
        write_bytes(self._paths[number], data)

    def where(self, number: int) -> str:
        """Say what a task is of."""
        group = self._groups[number]
        return f"counting shards {group[0].number}-{group[-1].number}"

    def rows(self) -> Iterator[Line]:
        """Give all rows in order, each once."""
        paths = [path for path in self._paths if path.exists()]
        with ExitStack() as held:
            while len(paths) > FAN:
                paths = [self._joined(paths[n : n + FAN], held) for n in range(0, len(paths), FAN)]
            yield from added(heapq.merge(*map(rows_in, paths), key=place))

    def _joined(self, paths: Sequence[Path], held: ExitStack) -> Path:
        name = hashlib.sha256("".join(p.name for p in paths).encode()).hexdigest()[:12]
        joined = self.folder / f"merged.{name}.gz"
        held.callback(joined.unlink, missing_ok=True)
        with gzip.GzipFile(joined, "wb", 1, mtime=0) as stream:
            for row in added(heapq.merge(*map(rows_in, paths), key=place)):
                stream.write(_line(row).encode())
        return joined


def _grouped(shards: Sequence[tuple[Shard, Report]]) -> Iterator[list[Shard]]:
    held: list[Shard] = []
    records = 0
    for shard, report in shards:
        if held and records + report.records > GROUP:
            yield held
            held, records = [], 0
        held.append(shard)
        records += report.records
    if held:
        yield held


def digest_of(*parts: object) -> str:
    """Return a digest of the settings."""
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()
