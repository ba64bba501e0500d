"""Everything that was asked, in one file: a JSON line for each question, with the replies and what became of them.

With the file the answers are the same again, without a model. Lines are only added. Who asks holds a lock on the file,
so that no two processes ask the same question.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

from pydantic import TypeAdapter

from coindex.asking.checking import Checked
from coindex.asking.judged import KIND, PERSON, Judged
from coindex.files.atomic import make_room
from coindex.files.locking import lock, open_file
from coindex.reasoner.asks import Query
from kparse.caches import cache
from kparse.errors import InputError, Location

DEFAULT = "asked.jsonl"
"""The file's name where none is given."""
PATIENCE = 600.0
"""Seconds that a process waits for another one that asks into the same file."""
_STEP = 0.2


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that was asked, what came back, and what became of it."""

    digest: str
    """Of the question (:func:`digest_of`)."""
    source: str
    """The name of the source that was asked."""
    prompt: str
    """The prompt's name and version."""
    date: str
    """The day, as ``2026-11-28``."""
    question: Query
    replies: tuple[str, ...]
    """Word for word, at most two: the second one mends the first."""
    sentences: tuple[Checked, ...]
    said_by: str = ""
    """Who stated the sentences, if that is not the source: a file of replies has them from others."""
    tokens: int = 0

    @property
    def accepted(self) -> tuple[str, ...]:
        """The sentences that may become rules."""
        return tuple(one.sentence for one in self.sentences if one.is_accepted)

    @property
    def stated_by(self) -> str:
        """Who stated the sentences."""
        return self.said_by or self.source


def digest_of(query: Query) -> str:
    """Give a digest of a question: of its text with the pronoun marked, its candidates, and what is asked.

    Blanks do not count, so that offsets may differ.
    """
    parts = [" ".join(part.split()) for part in (query.asks, query.marked, *query.candidates)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class AskedFile:
    """A file of questions that were asked; it is made when the first one is.

    Raises:
        InputError: a line is damaged (with its number).
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._found: list[Asked] = []
        self._by_digest: dict[str, list[Asked]] = {}
        self._judged: dict[str, list[Judged]] = {}
        self._size = 0
        self._lines = 0
        self._sink: BinaryIO | None = None
        self.reload()

    def __iter__(self) -> Iterator[Asked]:
        """Give all entries, in the order of the file."""
        return iter(self._found)

    def reload(self) -> None:
        """Read the lines that were added since the last call."""
        if not self.path.exists():
            return
        with open_file(self.path, "rb") as stream:
            stream.seek(self._size)
            for line in stream:
                if not line.endswith(b"\n"):
                    break  # (another process is writing it, or was interrupted)
                self._lines += 1
                self._size += len(line)
                if line.strip():
                    self._take(self._read(line))

    def _take(self, entry: Asked | Judged) -> None:
        if isinstance(entry, Judged):
            self._judged.setdefault(entry.statement, []).append(entry)
            return
        self._found.append(entry)
        self._by_digest.setdefault(entry.digest, []).append(entry)

    def _read(self, line: bytes) -> Asked | Judged:
        try:
            return entry_from(line)
        except ValueError as error:
            raise InputError(
                "no line of an asked file",
                location=Location(str(self.path), self._lines),
                hint="Remove the line; what it is about is then asked again.",
            ) from error

    def find(self, query: Query, source: str = "", prompt: str = "") -> Asked | None:
        """Give the last entry about a question, of a source and with a prompt if these are named."""
        for entry in reversed(self._by_digest.get(digest_of(query), ())):
            if source in ("", entry.source) and prompt in ("", entry.prompt):
                return entry
        return None

    def judgement(self, statement: str, source: str = "", prompt: str = "") -> Judged | None:
        """Give the last judgement on a statement, of a source and with a prompt if these are named."""
        for entry in reversed(self._judged.get(statement, ())):
            if source in ("", entry.source) and prompt in ("", entry.prompt):
                return entry
        return None

    def judgement_by_a_person(self, statement: str) -> Judged | None:
        """Give the last judgement that a reviewer made on a statement."""
        made = (one for one in self._judged.get(statement, ()) if one.source.startswith(PERSON))
        return max(made, key=lambda one: one.date, default=None)

    def judgements(self) -> list[Judged]:
        """Give the last judgement on each statement, in the order in which they came."""
        return [entries[-1] for entries in self._judged.values()]

    @contextmanager
    def locked(self, waiting: Callable[[], None] | None = None) -> Iterator[None]:
        """Hold the lock on the file, and read what others have added.

        Args:
            waiting: called once if another process holds it.

        Raises:
            InputError: the file cannot be written, or another process holds it for :data:`PATIENCE` seconds.
        """
        if self._sink is not None:
            yield
            return
        make_room(self.path)
        with open_file(self.path, "ab+") as sink:
            ends = time.monotonic() + PATIENCE
            while lock(sink.fileno()) is False:
                if waiting is not None:
                    waiting()
                    waiting = None
                if time.monotonic() > ends:
                    raise InputError(
                        f"another process asks into {self.path}",
                        hint="Wait until it is done, or name another file with --asked.",
                    )
                time.sleep(_STEP)
            self.reload()
            sink.truncate(self._size)  # (the incomplete line of a process that was killed)
            self._sink = sink
            try:
                yield
            finally:
                self._sink = None

    def append(self, entry: Asked | Judged) -> None:
        """Add an entry; the file has to be :meth:`locked`. It is on the disk when this returns."""
        assert self._sink is not None
        line = line_of(entry).encode() + b"\n"
        self._sink.write(line)
        self._sink.flush()
        os.fsync(self._sink.fileno())
        self._size += len(line)
        self._lines += 1
        self._take(entry)

    def state(self) -> str:
        """Give a digest of what answers depend on: the accepted sentences and the judgements of all entries."""
        digest = hashlib.sha256()
        for one in self._found:
            digest.update(repr((one.digest, one.source, one.prompt, one.accepted)).encode())
        for entries in self._judged.values():
            for each in entries:
                said = each.statement, each.source, each.prompt, each.verdict
                digest.update(repr(said).encode())
        return digest.hexdigest()[:16]


def line_of(entry: Asked | Judged) -> str:
    """Write an entry as a line of the file, without its end."""
    kind = {"kind": KIND} if isinstance(entry, Judged) else {}
    return json.dumps(kind | asdict(entry), ensure_ascii=False)


def entry_from(line: str | bytes) -> Asked | Judged:
    """Read an entry.

    Raises:
        ValueError: it is none, or its question was changed by hand.
    """
    entry = _entries().validate_json(line, strict=True)
    if isinstance(entry, Asked):
        query = entry.question
        if not 0 <= query.start <= query.end or entry.digest != digest_of(query):
            raise ValueError(entry.digest)
    return entry


@cache
def _entries() -> TypeAdapter[Asked | Judged]:
    return TypeAdapter(Asked | Judged)
