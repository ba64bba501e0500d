"""Shards on disk: a Parquet table of pairs and one of facts, with where each record comes from and no sentence.

A row has ``line`` (of the file), ``sentence`` (within the line, from 0), ``text`` (a number for what the sentence says,
by which duplicates are found) and the fields of its record. What the shard was made of, and what was dropped, is in
the files' metadata. Equal records give equal bytes.
"""

from __future__ import annotations

import dataclasses
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, get_type_hints

from coindex.mining.extracting.records import KINDS, Record

Row: TypeAlias = "tuple[int, int, int, Record]"
"""Line, sentence, text, record."""

_META = b"coindex"
_PLACE = ("line", "sentence", "text")


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the text of a shard."""

    lines: int = 0
    """Lines with something in them."""
    sentences: int = 0
    """Sentences parsed that are no duplicates and not too long."""
    graphs: int = 0
    """Of these, those that a graph was built of."""
    records: int = 0
    dropped: dict[str, int] = dataclasses.field(default_factory=dict)
    """By reason (:data:`coindex.mining.text.filters.REASONS`)."""
    failed: tuple[str, ...] = ()
    """Where the extractor failed, and why: the first few."""

    def __add__(self, other: Report) -> Report:
        names = sorted({*self.dropped, *other.dropped})
        return Report(
            self.lines + other.lines,
            self.sentences + other.sentences,
            self.graphs + other.graphs,
            self.records + other.records,
            {n: self.dropped.get(n, 0) + other.dropped.get(n, 0) for n in names},
            (*self.failed, *other.failed)[:5],
        )


def folders() -> tuple[str, ...]:
    """Name the directories of a run's tables."""
    return tuple(f"{kind.__name__.lower()}s" for kind in KINDS)


def _columns(kind: Any) -> dict[str, Any]:
    import pyarrow as pa

    types = {str: pa.string(), bool: pa.bool_(), int: pa.int32()}
    hints = get_type_hints(kind)
    return {
        field.name: types.get(hints[field.name], pa.list_(pa.string()))
        for field in dataclasses.fields(kind)
    }


def encode(rows: Sequence[Row], about: dict[str, Any]) -> tuple[bytes, ...]:
    """Write the tables of a shard, one a kind of record, in the order of :func:`folders`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    written = []
    for kind in KINDS:
        mine = [row for row in rows if type(row[3]) is kind]
        fields = {
            "line": pa.array([r[0] for r in mine], pa.int64()),
            "sentence": pa.array([r[1] for r in mine], pa.int32()),
            "text": pa.array([r[2] for r in mine], pa.int64()),
        }
        for name, type_ in _columns(kind).items():
            fields[name] = pa.array([getattr(r[3], name) for r in mine], type_)
        table = pa.table(fields).replace_schema_metadata(
            {_META: json.dumps(about, sort_keys=True, ensure_ascii=False)}
        )
        sink = io.BytesIO()
        pq.write_table(
            table,
            sink,
            compression="zstd",
            compression_level=3,
            version="2.6",
            write_page_checksum=True,
        )
        written.append(sink.getvalue())
    return tuple(written)


def about(path: Path) -> dict[str, Any] | None:
    """Give what a table says of itself; ``None`` if it is missing or damaged."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path).metadata or {}
        found: dict[str, Any] = json.loads(metadata[_META])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return None
    return found


def sound(number: int, path: Path) -> bool:
    """Whether all of a table can be read, as it was written; ``number`` as for :func:`decode`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException):
        return False
    names: list[str] = table.column_names
    return names == [*_PLACE, *_columns(KINDS[number])]


def texts(paths: Sequence[Path]) -> Any:
    """Give the different sentences that a shard has records of, as numbers in ascending order (a numpy array)."""
    import numpy as np
    import pyarrow.parquet as pq

    columns = [pq.read_table(path, columns=["text"]).column(0).to_numpy() for path in paths]
    return np.unique(np.concatenate(columns))


def decode(number: int, data: bytes) -> Iterator[Row]:
    """Give the rows of a table; ``number`` is its kind's place in :func:`folders`."""
    import pyarrow.parquet as pq

    kind = KINDS[number]
    table = pq.read_table(io.BytesIO(data))
    names = list(_columns(kind))
    columns = [table.column(name).to_pylist() for name in (*_PLACE, *names)]
    lists = [
        n for n, hint in enumerate(get_type_hints(kind).values()) if hint not in (str, bool, int)
    ]
    for line, sentence, text, *values in zip(*columns, strict=True):
        for n in lists:
            values[n] = tuple(values[n])
        yield line, sentence, text, kind(*values)
