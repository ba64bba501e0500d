"""Where readings of sentences are kept: compiled beside the sentences, and in the cache directory.

``knowledge/sentences/readings.jsonl.xz`` has a line for each sentence of its folder and a first line that says which
parser read them. ``python cli.py kb compile`` writes it. The readings of one's own sentences are kept in the cache
directory, under a digest of sentence and parser. In both they are JSON: nothing is executed when they are read.
"""

from __future__ import annotations

import hashlib
import json
import logging
import lzma
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from coindex.files.cache import open_database
from coindex.files.textfile import write_bytes
from coindex.reasoner.asp.records import Source
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from kparse.cachedir import cache_directory
from kparse.errors import KnowledgeError, Location

logger = logging.getLogger(__name__)

COMPILED = "readings.jsonl.xz"
"""The name of the file of readings in a folder of sentences."""
_FORM = 2
"""To be raised when the lines of such a file change."""
_CACHE = "sentences.sqlite"
_SCHEMA = (
    "CREATE TABLE IF NOT EXISTS reading (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
)


def compiled_files(files: Iterable[Source]) -> list[Path]:
    """Give the files of readings beside files of sentences, whether they are there or not, each once, sorted."""
    return sorted({one.path.parent / COMPILED for one in files if one.role == "sentences"})


def write_compiled(path: Path, parser: str, readings: Iterable[SentenceReading]) -> None:
    """Write a file of readings: the same bytes for the same readings.

    Raises:
        InputError: it cannot be written.
    """
    lines = [json.dumps({"form": _FORM, "parser": parser})]
    lines += [one.to_json() for one in sorted(readings, key=lambda each: each.sentence)]
    data = "".join(f"{line}\n" for line in lines).encode()
    write_bytes(path, lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def read_compiled(path: Path) -> tuple[str, dict[str, SentenceReading]]:
    """Give the parser's digest and the readings by sentence; nothing if there is no file, or one of another form.

    Raises:
        KnowledgeError: the file is damaged.
    """
    try:
        lines = lzma.decompress(path.read_bytes()).decode().splitlines()
        head = json.loads(lines[0])
        if head["form"] != _FORM:
            return "", {}
        found = (SentenceReading.of_json(line) for line in lines[1:])
        return head["parser"], {one.sentence: one for one in found}
    except FileNotFoundError:
        return "", {}
    except (
        OSError,
        lzma.LZMAError,
        ValueError,
        KeyError,
        TypeError,
        IndexError,
        AttributeError,
    ) as error:
        raise KnowledgeError(
            f"the compiled sentences cannot be read: {error}",
            location=Location(str(path), 1, 1),
            hint="write the file anew with `python cli.py kb compile`",
        ) from error


def compiled_digests(files: Iterable[Source]) -> list[str]:
    """Give the digests of the files of readings beside files of sentences; empty for one that is not there."""
    found = []
    for path in compiled_files(files):
        try:
            found.append(hashlib.sha256(path.read_bytes()).hexdigest())
        except OSError:
            found.append("")
    return found


class KeptReadings:
    """Readings in the cache directory; where it cannot be used nothing is kept.

    Args:
        parser: a digest of the parser (:func:`coindex.reasoner.running.parses.made_by`); without one nothing is kept.
        directory: where the file lies; the cache directory by default.
    """

    def __init__(self, parser: str | None, directory: Path | None = None) -> None:
        self._parser = (parser or "").encode()
        self._path = (directory or cache_directory()) / _CACHE

    def find(self, sentences: Sequence[str]) -> dict[str, SentenceReading]:
        """Give the readings that are kept, by sentence."""
        found: dict[str, SentenceReading] = {}
        connection = self._open()
        if connection is None:
            return found
        keys = {self._key(sentence): sentence for sentence in sentences}
        wanted = list(keys)
        with closing(connection):
            try:
                for start in range(0, len(wanted), 500):
                    part = wanted[start : start + 500]
                    marks = ",".join("?" * len(part))
                    query = f"SELECT key, value FROM reading WHERE key IN ({marks})"
                    for key, value in connection.execute(query, part):
                        found[keys[key]] = unpacked(value)
            except (sqlite3.Error, ValueError, KeyError, TypeError, zlib.error) as error:
                logger.debug("no readings of sentences are found: %s", error)
        return found

    def keep(self, readings: Mapping[str, SentenceReading]) -> None:
        """Keep readings by sentence."""
        connection = self._open()
        if connection is None:
            return
        with closing(connection):
            try:
                with connection:
                    connection.executemany(
                        "INSERT OR REPLACE INTO reading VALUES (?,?)",
                        [(self._key(text), packed(one)) for text, one in readings.items()],
                    )
            except sqlite3.Error as error:
                logger.debug("no readings of sentences are kept: %s", error)

    def _key(self, sentence: str) -> bytes:
        return hashlib.sha256(b"%d\0%s\0%s" % (_FORM, self._parser, sentence.encode())).digest()

    def _open(self) -> sqlite3.Connection | None:
        if not self._parser:
            return None
        return open_database(self._path, _SCHEMA)


def packed(reading: SentenceReading) -> bytes:
    """Write a reading for a database."""
    return zlib.compress(reading.to_json().encode(), 9)


def unpacked(data: bytes) -> SentenceReading:
    """Read what :func:`packed` wrote."""
    return SentenceReading.of_json(zlib.decompress(data).decode())


def compiled_readings(files: Iterable[Source]) -> Iterator[tuple[str, SentenceReading]]:
    """Yield the compiled readings beside files of sentences, by sentence.

    Raises:
        KnowledgeError: such a file is damaged.
    """
    for path in compiled_files(files):
        yield from read_compiled(path)[1].items()
