"""Documents of running text: one file, a folder, JSON lines or a Parquet table; and answers as a Parquet table.

A document has a name: the path of its file within the folder, or its ``id``; a single text file has none.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coindex.files.corpora import DAMAGED, opened, pieces, text_files
from coindex.files.extras import require_pyarrow
from coindex.files.textfile import read_text
from kparse.errors import InputError, Location

PARQUET = ".parquet"
_HINT = 'A document has an "id" (text or whole number) and a "text".'
_AT_ONCE = 64
"""Documents of a table that are in memory at the same time."""


def documents(source: str | Path) -> Iterator[tuple[str | None, str]]:
    """Give the documents of a source, in order: name and text.

    Raises:
        InputError: the source or a document cannot be read; a single text file is empty.
    """
    path = Path(source)
    if path.is_dir():
        for file in text_files([str(path)]):
            name = Path(file).relative_to(path).as_posix()
            yield name, "".join(piece.text for piece in pieces(file)).replace("\r\n", "\n")
    elif path.suffix in (".jsonl", PARQUET):
        rows = _rows if path.suffix == PARQUET else _lines
        for place, record in rows(path):
            yield _document(record, place)
    else:
        text = read_text(path)
        if not text.strip():
            raise InputError(f"{source} is empty")
        yield None, text


def _document(record: Any, place: Location) -> tuple[str, str]:
    name, text = (record.get("id"), record.get("text")) if isinstance(record, dict) else (None, 0)
    if not isinstance(name, str | int) or isinstance(name, bool) or not isinstance(text, str):
        raise InputError("this is no document", location=place, hint=_HINT)
    return str(name), text


def _lines(path: Path) -> Iterator[tuple[Location, Any]]:
    try:
        with opened(str(path)) as (_, stream):
            for number, line in enumerate(stream, 1):
                place = Location(str(path), number)
                try:
                    record = json.loads(line) if line.strip() else None
                except (ValueError, RecursionError) as error:
                    raise InputError(f"not JSON: {error}", location=place, hint=_HINT) from error
                if record is not None:
                    yield place, record
    except DAMAGED as error:
        raise InputError(f"{path}: damaged or cut off: {error}") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def _rows(path: Path) -> Iterator[tuple[Location, Any]]:
    require_pyarrow("a Parquet table")
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        number = 0
        with pq.ParquetFile(path) as table:
            wanted = [name for name in ("id", "text") if name in table.schema_arrow.names]
            for batch in table.iter_batches(_AT_ONCE, columns=wanted):
                for record in batch.to_pylist():
                    number += 1
                    yield Location(str(path), number), record
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="Is it a Parquet table?") from error


def write_parquet(lines: Path, target: Path) -> None:
    """Write JSON lines of sections as a Parquet table; pronouns and chains are nested as they are in the lines.

    Raises:
        InputError: pyarrow is not installed.
    """
    require_pyarrow("a Parquet table")
    import pyarrow as pa
    import pyarrow.json
    import pyarrow.parquet as pq

    kinds = {"document": pa.string(), "section": pa.int64(), "start": pa.int64(), "end": pa.int64()}
    kinds |= {"hurried": pa.int64(), "error": pa.string()}
    found = pa.json.read_json(
        lines,
        pa.json.ReadOptions(block_size=max(1 << 20, lines.stat().st_size)),
        pa.json.ParseOptions(explicit_schema=pa.schema(list(kinds.items()))),
    )
    pq.write_table(found, target)


def check_output(target: str | Path) -> None:
    """Check before long work that what writes this kind of file is installed.

    Raises:
        InputError: it is not.
    """
    if Path(target).suffix == PARQUET:
        require_pyarrow("a Parquet table")
