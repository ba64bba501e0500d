"""Text to mine: files and what is read from them, a piece of some thousand lines at a time, in fixed order.

A piece is a range of bytes of what a file holds uncompressed. It ends at the end of a line (of a sentence, in
CoNLL-U), unless a line is longer than any text.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, TypeAlias, cast

from coindex.files.corpora import DAMAGED, STDIN, opened, text_files
from kparse.errors import InputError

Kind: TypeAlias = Literal["text", "conllu"]

_CONLLU = (".conllu", ".conllu.gz", ".conllu.xz")
SUFFIXES = (".txt", ".txt.gz", ".txt.xz", *_CONLLU)
"""Files that are read of a directory."""
MAX_PIECE = 16 << 20
"""Bytes of a piece at most."""
_MAX_LINE = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A file of the corpus."""

    path: str
    """Where it lies."""
    name: str
    """What it is called in references: no directories of this machine."""
    kind: Kind


@dataclass(frozen=True, slots=True)
class Piece:
    """Some lines of a file."""

    line: int
    """Number of its first line, from 1."""
    start: int
    """Where it starts in the uncompressed text, in bytes."""
    data: bytes
    lines: int
    tail: bool = False
    """Whether its first line began in the piece before: it is longer than any text."""


def sources(paths: Sequence[str], stdin: str | None = None) -> list[Source]:
    """Give the files meant, in order, and what to call them.

    Args:
        paths: files, directories, or ``-`` alone.
        stdin: where the text of standard input lies, if ``-`` is given.

    Raises:
        InputError: there is no such file, a directory has no text in it, or a file is given twice.
    """
    found: list[Source] = []
    for given in paths:
        for path in text_files([given], SUFFIXES):
            kind: Kind = "conllu" if path.endswith(_CONLLU) else "text"
            if path == STDIN:
                if len(paths) > 1:
                    raise InputError("standard input (-) does not go together with files")
                found.append(Source(stdin or STDIN, STDIN, kind))
                continue
            inside = Path(given).is_dir()
            base = Path(os.path.abspath(given))
            name = os.path.relpath(path, Path(given).parent if given != "." else base.parent)
            found.append(Source(path, Path(name).as_posix() if inside else base.name, kind))
    seen: dict[str, Source] = {}
    for source in found:
        other = seen.setdefault(source.name, source)
        if other is not source:
            raise InputError(
                f"two files are called {source.name}: {other.path} and {source.path}",
                hint="References need different names. Give the directory above them, or rename one.",
            )
    return found


def cut(stream: IO[bytes], kind: Kind, lines: int) -> Iterator[Piece]:
    """Cut a file into pieces of so many lines, or of so many sentences of CoNLL-U.

    Raises:
        OSError: it cannot be read; or one of ``DAMAGED``. What came before was given.
    """
    number, start = 1, 0
    held: list[bytes] = []
    size = units = ends = 0
    tail = False
    trouble: list[Exception] = []
    for line in _lines(stream, trouble):
        held.append(line)
        size += len(line)
        whole = line.endswith(b"\n")
        ends += whole
        units += whole and (kind == "text" or not line.strip())
        # A line that is longer than any text must not fill the memory: the piece ends within it.
        if units >= lines or size >= MAX_PIECE:
            yield Piece(number, start, b"".join(held), ends, tail)
            number, start, tail = number + ends, start + size, not whole
            held, size, units, ends = [], 0, 0, 0
    if held:
        yield Piece(number, start, b"".join(held), ends + (not held[-1].endswith(b"\n")), tail)
    if trouble:
        raise trouble[0]


def _lines(stream: IO[bytes], trouble: list[Exception]) -> Iterator[bytes]:
    """Give the lines, up to where reading fails."""
    buffered = stream if hasattr(stream, "peek") else io.BufferedReader(cast(io.RawIOBase, stream))
    try:
        while line := buffered.readline(_MAX_LINE):
            yield line
    except (*DAMAGED, OSError) as error:
        trouble.append(error)


class Reader:
    """Gives ranges of bytes of a file, in ascending order; use it as a context manager.

    Raises:
        InputError: the file cannot be read, or is damaged.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self._opened = opened(path)
        except OSError as error:
            raise InputError(f"cannot read {path}: {error.strerror or error}") from error

    def __enter__(self) -> Reader:
        """Open it."""
        self._raw, self._stream = self._opened.__enter__()
        self._at = 0
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self._opened.__exit__()

    def read(self, start: int, size: int) -> bytes:
        """Give the bytes from there on.

        Raises:
            InputError: the file cannot be read, is damaged, or is shorter than that.
        """
        try:
            if self._stream is self._raw and self._raw.seekable():
                self._raw.seek(start)
            else:
                while self._at < start:
                    got = len(self._stream.read(min(1 << 20, start - self._at)))
                    if not got:
                        raise EOFError("it ends early")
                    self._at += got
            data = self._stream.read(size)
        except DAMAGED as error:
            raise InputError(f"{self.path}: damaged or cut off: {error}") from error
        except OSError as error:
            raise InputError(f"cannot read {self.path}: {error.strerror or error}") from error
        self._at = start + len(data)
        if len(data) < size:
            raise InputError(f"{self.path}: damaged or cut off: it ends early")
        return data


def blocks(data: bytes) -> Iterable[tuple[int, bytes]]:
    """Give the sentences of a piece of CoNLL-U, each with the number of lines before it."""
    held: list[bytes] = []
    first = 0
    for number, line in enumerate(data.split(b"\n")):
        if line.strip():
            if not held:
                first = number
            held.append(line)
        elif held:
            yield first, b"\n".join(held)
            held = []
    if held:
        yield first, b"\n".join(held)
