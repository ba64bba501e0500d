"""GAP (Webster et al. 2018): ambiguous pronouns in paragraphs of an encyclopedia, with two names each.

A table with a head, separated by tabs, plain or compressed with gzip. Offsets count code points. At most one of the
two names is right; only rows with a right one are questions, since an answer is always one of the candidates.
``coindex.harness.evaluation.names`` scores all rows as their authors do.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from zlib import error as ZlibError

from coindex.files.decoding import decode
from coindex.reasoner.item import Item
from kparse.errors import InputError, Location

COLUMNS = (
    "ID",
    "Text",
    "Pronoun",
    "Pronoun-offset",
    "A",
    "A-offset",
    "A-coref",
    "B",
    "B-offset",
    "B-coref",
)
"""Columns that a file must have, in any order."""
SUFFIXES = (".tsv", ".tsv.gz")
_MAGIC = b"\x1f\x8b"
_MOST = 64 * 2**20
"""Most characters of a decompressed file."""


@dataclass(frozen=True, slots=True)
class Row:
    """A pronoun, where both names begin, and whether it stands for them."""

    item: Item
    places: tuple[int, int]
    right: tuple[bool, bool]


def rows_of(data: bytes, name: str) -> Iterator[tuple[Item, int]]:
    """Yield the questions of a file, each with the index of the right name.

    Raises:
        InputError: see :func:`table_of`.
    """
    for row in table_of(data, name):
        if any(row.right):
            yield row.item, row.right.index(True)


def table_of(data: bytes, name: str) -> Iterator[Row]:
    """Yield all rows of a file.

    Args:
        data: the file.
        name: of the file, for messages.

    Raises:
        InputError: it is damaged, has no such columns, or a row does not fit (with the line).
    """
    lines = decode(_unpacked(data, name), name)[0].split("\n")
    head = lines[0].rstrip("\r").split("\t")
    missing = [column for column in COLUMNS if column not in head]
    if missing:
        raise InputError(
            f"the first line has no column {missing[0]}",
            location=Location(name, 1, 1),
            hint=f"A GAP file has the columns {', '.join(COLUMNS)}, separated by tabs.",
        )
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        cells = dict(zip(head, line.rstrip("\r").split("\t"), strict=False))
        place = Location(name, number, 1)
        if not all(column in cells for column in COLUMNS):
            raise InputError("the line has too few columns", location=place)
        start, pronoun = _offset(cells["Pronoun-offset"]), cells["Pronoun"]
        if cells["Text"][start : start + len(pronoun)] != pronoun or not pronoun:
            raise InputError(f"the pronoun {pronoun[:40]!r} is not at its offset", location=place)
        places = _offset(cells["A-offset"]), _offset(cells["B-offset"])
        right = cells["A-coref"].upper() == "TRUE", cells["B-coref"].upper() == "TRUE"
        candidates = (cells["A"], cells["B"])
        item = Item(cells["ID"], cells["Text"], start, start + len(pronoun), candidates)
        yield Row(item, places, right)


def _offset(cell: str) -> int:
    return int(cell) if cell.isascii() and cell.isdigit() else -1


def _unpacked(data: bytes, name: str) -> bytes:
    if not data.startswith(_MAGIC):
        return data
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as file:
            text = file.read(_MOST + 1)
    except (EOFError, OSError, ZlibError) as exc:
        raise InputError(f"{name}: damaged: {exc}") from exc
    if len(text) > _MOST:
        raise InputError(f"{name}: larger than {_MOST >> 20} MB when decompressed")
    return text
