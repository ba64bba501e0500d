"""Read corpora in pieces, in a fixed order: plain, gzip or xz files, directories of them, or standard input."""

from __future__ import annotations

import gzip
import lzma
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, Literal, TypeAlias, cast

from kparse.errors import InputError, Location

Unit: TypeAlias = Literal["line", "block"]
"""The unit that a context window never crosses: a line, or a block of lines up to an empty one."""

SUFFIXES = (".txt", ".txt.gz", ".txt.xz")
"""Suffixes of the files to read in a directory."""
PIECE = 1 << 20
"""Number of bytes read at once. A longer line is cut at a blank, a longer block at a line end."""
STDIN = "-"
DAMAGED = (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error)
"""Exceptions raised by reading a damaged file."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some whole lines (or blocks) of a file, and the position after them."""

    text: str
    end: int
    """Offset of its end in the uncompressed text, from which reading can resume."""
    read: int
    """Bytes read from disk so far (for a progress bar)."""


def text_files(paths: Sequence[str], suffixes: tuple[str, ...] = SUFFIXES) -> list[str]:
    """Return the files to read, in order; a directory gives all files below it with a known suffix, sorted by name.

    Raises:
        InputError: a file or directory does not exist, a directory contains no text, or ``-`` is not alone.
    """
    found: list[str] = []
    for given in paths:
        path = Path(given)
        if given == STDIN:
            found.append(given)
        elif path.is_dir():
            inside = sorted(p for p in path.rglob("*") if p.name.endswith(suffixes) and p.is_file())
            if not inside:
                raise InputError(
                    f"{given}: no text in this directory",
                    hint=f"Text is in files that end in {', '.join(suffixes)}.",
                )
            found += map(str, inside)
        elif path.exists():
            found.append(given)
        else:
            raise InputError(f"cannot read {given}: No such file or directory")
    if STDIN in found and len(found) > 1:
        raise InputError("standard input (-) does not go together with files")
    return found


def pieces(
    name: str, unit: Unit = "line", *, start: int = 0, encoding: str = "utf-8"
) -> Iterator[Piece]:
    """Read a file in pieces.

    Args:
        name: the file, or ``-``. Compression is detected from its first bytes.
        unit: pieces end at the end of a unit.
        start: number of uncompressed bytes to skip; the ``end`` of an earlier piece.
        encoding: encoding of the text; a line end must be the byte 10.

    Raises:
        InputError: the file cannot be read, is damaged, or is not text in that encoding (with the line).
    """
    try:
        with opened(name) as (raw, stream):
            yield from _pieces(name, raw, stream, unit, start, encoding)
    except DAMAGED as error:
        raise InputError(f"{name}: damaged or cut off: {error}") from error
    except OSError as error:
        raise InputError(f"cannot read {name}: {error.strerror or error}") from error


class opened:
    """A context manager for the raw file and its decompressed stream; compression is detected from the first bytes.

    Raises:
        OSError: the file cannot be opened. Reading may raise the exceptions in :data:`DAMAGED`.
    """

    def __init__(self, name: str) -> None:
        self.raw = sys.stdin.buffer if name == STDIN else open(name, "rb")  # noqa: SIM115  see __exit__

    def __enter__(self) -> tuple[BinaryIO, IO[bytes]]:
        """Return the raw file and its decompressed stream."""
        raw = self.raw
        magic = raw.peek(6)[:6]  # type: ignore[union-attr]
        if magic.startswith(b"\x1f\x8b"):
            return raw, cast(IO[bytes], gzip.GzipFile(fileobj=raw))
        if magic == b"\xfd7zXZ\x00":
            return raw, lzma.LZMAFile(raw)
        return raw, raw

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.raw.close()


def _pieces(
    name: str, raw: BinaryIO, stream: IO[bytes], unit: Unit, start: int, encoding: str
) -> Iterator[Piece]:
    lines = 0
    skipped = 0
    while skipped < start:
        data = stream.read(min(PIECE, start - skipped))
        if not data:
            return
        skipped += len(data)
        lines += data.count(b"\n")
    held, end, more = b"", start, True
    while more:
        # Fill each piece up from the end of the last one, so that cuts depend on nothing else.
        asked = PIECE - len(held)
        data = stream.read(asked)
        more = len(data) == asked
        held += data
        if not held:
            return
        cut = _cut(held, unit) if more else len(held)
        whole, held = held[:cut], held[cut:]
        end += cut
        read = raw.tell() if raw.seekable() else end
        yield Piece(_decoded(whole, encoding, name, lines), end, read)
        lines += whole.count(b"\n")


def _cut(data: bytes, unit: Unit) -> int:
    """Return where to cut a full piece: after its last block, else line, else blank, else character."""
    if unit == "block" and (cut := data.rfind(b"\n\n") + 2) > 1:
        return cut
    if cut := data.rfind(b"\n") + 1 or data.rfind(b" ") + 1:
        return cut
    return next(k for k in range(len(data) - 1, -1, -1) if data[k] & 0xC0 != 0x80) or len(data)


def _decoded(data: bytes, encoding: str, name: str, before: int) -> str:
    if (place := data.find(b"\0")) >= 0:
        raise InputError(
            "a byte 0: this is not text",
            location=_location(data, place, name, before),
            hint="Give text files, plain or compressed with gzip or xz.",
        )
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"not {encoding.upper()}",
            location=_location(data, error.start, name, before),
            hint="Give the right --encoding.",
        ) from error


def _location(data: bytes, place: int, name: str, before: int) -> Location:
    line = before + data.count(b"\n", 0, place) + 1
    return Location(name, line, place - data.rfind(b"\n", 0, place))
