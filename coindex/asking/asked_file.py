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
from typing import Any, BinaryIO, cast

from coindex.asking.checking import Checked
from coindex.asking.judged import KIND, PERSON, Judged, judged_from, record_of
from coindex.files.atomic import make_room
from coindex.files.locking import lock, open_file
from coindex.reasoner.asks import RULES, Query
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
            record = json.loads(line)
            return judged_from(record) if record.get("kind") == KIND else asked_from(record)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
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
        text = record_of(entry) if isinstance(entry, Judged) else line_of(entry)
        line = text.encode() + b"\n"
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


def line_of(entry: Asked) -> str:
    """Write an entry as a line of the file, without its end."""
    record = asdict(entry)
    record["question"]["candidates"] = list(entry.question.candidates)
    return json.dumps(record, ensure_ascii=False)


def asked_from(record: dict[str, Any]) -> Asked:
    """Read an entry.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    asked = record["question"]
    query = Query(
        _string(asked["text"]),
        _number(asked["start"]),
        _number(asked["end"]),
        _strings(asked["candidates"]),
        cast("Any", asked["asks"]),
    )
    if query.asks not in ("", "cause", "effect", RULES) or not 0 <= query.start <= query.end:
        raise ValueError
    found = Asked(
        digest=digest_of(query),
        source=_string(record["source"]),
        prompt=_string(record["prompt"]),
        date=_string(record["date"]),
        question=query,
        replies=_strings(record["replies"]),
        sentences=tuple(
            Checked(_string(one["sentence"]), _string(one["why"])) for one in record["sentences"]
        ),
        said_by=_string(record.get("said_by", "")),
        tokens=_number(record.get("tokens", 0)),
    )
    if found.digest != record["digest"]:
        raise ValueError  # (the question was changed by hand)
    return found


def _string(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError
    return given


def _number(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise TypeError
    return given


def _strings(given: object) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise TypeError
    return tuple(map(_string, given))
