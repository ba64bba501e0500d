"""Results of a long run, written line by line while it goes on, so that an interruption loses nothing.

The target appears when the run is finished. Until then the lines are in a ``.part`` file beside it, whose name holds a
digest of what the run depends on: the same run continues it, and another run does not take it for its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self, TypeVar

from coindex.files.atomic import check_not_read, replacing
from coindex.files.locking import exclusive_lock, open_file
from coindex.files.progress import Progress
from coindex.files.textfile import write_text
from coindex.reasoner.jobs.workers import Settings
from kparse.errors import InputError

T = TypeVar("T")


def undamaged(lines: Iterable[str], from_line: Callable[[str], T]) -> list[T]:
    """Read lines up to the first that ``from_line`` cannot read (``ValueError``, ``TypeError`` or ``KeyError``).

    >>> undamaged(["1", "2", "t", "3"], int)
    [1, 2]
    """
    found = []
    for line in lines:
        try:
            found.append(from_line(line))
        except (ValueError, TypeError, KeyError):
            break
    return found


class Journal:
    """The lines of a run, on their way into a file. Use it as a context manager; end the run by :meth:`finish`.

    Without :meth:`finish`, after an exception or not, the part file keeps the lines.

    Args:
        target: the file that is to appear.
        digest: identifies the run, see :func:`digest_of`.

    Raises:
        InputError: the target cannot be written, or another process does the same run.
    """

    def __init__(self, target: str | Path, digest: str) -> None:
        target = Path(target)
        self.target = Path(os.path.realpath(target))
        if target.is_dir() or not self.target.parent.is_dir():
            raise InputError(f"cannot write {target}: not a file in a directory that exists")
        if self.target.exists() and not self.target.is_file():
            raise InputError(f"cannot write {target}: it is no regular file", hint="Name a file.")
        self.path = self.target.with_name(f"{self.target.name}.{digest}.part")
        self.count = 0
        """How many lines there are."""
        self._named = str(target)

    def __enter__(self) -> Self:
        """Open the part file; the incomplete last line of an interrupted run is cut off."""
        with ExitStack() as held:
            held.enter_context(exclusive_lock(self.path, self._named))
            self._sink: BinaryIO = held.enter_context(open_file(self.path, "ab+"))
            self.cut()
            self._held = held.pop_all()
        return self

    def cut(self, most: int | None = None) -> None:
        """Drop all lines after the first ``most``, and an incomplete last line."""
        self._sink.seek(0)
        self.count = size = 0
        while self.count != most and (line := self._sink.readline()).endswith(b"\n"):
            self.count += 1
            size += len(line)
        self._sink.truncate(size)

    def __iter__(self) -> Iterator[str]:
        """Read the lines, without their ends."""
        with open_file(self.path, "rb") as stream:
            for line in stream:
                yield line[:-1].decode("utf-8", errors="replace")

    @property
    def lines(self) -> list[str]:
        """All lines, read from the file."""
        return list(self)

    def resumed(self, from_line: Callable[[str], T]) -> list[T]:
        """Read what an interrupted run left, see :func:`undamaged`; lines from the first damaged one on are dropped."""
        found = undamaged(self, from_line)
        self.cut(len(found))
        return found

    def append(self, line: str) -> None:
        """Write a line (given without its end)."""
        self._sink.write(line.encode() + b"\n")
        self._sink.flush()
        self.count += 1

    def finish(
        self, text: str | None = None, write: Callable[[Path, Path], None] | None = None
    ) -> None:
        """Write the target: this text, what ``write`` makes of the lines, or the lines. The part file is removed."""
        self._sink.flush()
        os.fsync(self._sink.fileno())
        self._sink.close()
        if write is not None:
            with replacing(self.target) as temporary:
                write(self.path, temporary)
            self.path.unlink()
        elif text is not None:
            write_text(self.target, text)
            self.path.unlink()
        else:
            os.replace(self.path, self.target)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the part file; remove it if it is empty."""
        with self._held:  # the lock, until the file is gone
            self._sink.close()
            if not self.count:
                self.path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Summary:
    """How many lines were answered, and how many of them by an error message."""

    lines: int
    failed: int
    resumed: int = 0
    """How many an earlier, interrupted run had answered."""


def write_lines(
    target: str,
    digest: str,
    lines: Callable[[int], Iterable[str]],
    total: int | None,
    *,
    what: str = "answers",
    write: Callable[[Path, Path], None] | None = None,
    progress: bool = True,
) -> Summary:
    """Write the lines of a run: JSON objects whose ``error`` is null unless something failed.

    Args:
        target: ``-`` is standard output; a file appears at the end.
        digest: identifies the run; an empty one is of a run that cannot go on later.
        lines: gives the lines from a number on.
        total: how many there will be, if that is known.
        what: the plural of what the lines are, for a message.
        write: makes the target of the lines (see :meth:`Journal.finish`).
        progress: whether progress is shown.

    Raises:
        InputError: the target cannot be written, or another process does the same run.
    """
    with ExitStack() as held:
        journal = None
        done: list[bool] = []
        if is_stream(target):
            append = held.enter_context(_stream_writer(target))
        else:
            journal = held.enter_context(Journal(target, digest or str(os.getpid())))
            append = journal.append
            if digest:
                done = journal.resumed(_has_failed)
            else:
                journal.cut(0)
        count, failed = len(done), sum(done)
        with Progress(total, count, show=progress) as bar:
            try:
                for line in bar.over(lines(count)):
                    append(line)
                    count += 1
                    failed += _has_failed(line)
            except BaseException:
                if journal and count:
                    again = "; the same command goes on from there" if digest else ""
                    bar.note(f"{count} {what} are kept in {journal.path}{again}")
                raise
        if journal:
            journal.finish(write=write)
    return Summary(count, failed, len(done))


def check_paths(source: str, target: str) -> None:
    """Check that there is a source, and that the target is another file; ``-`` is a standard stream.

    Raises:
        InputError: it is not so.
    """
    if source != "-" and not Path(source).exists():
        raise InputError(f"there is no file {source}")
    if "-" not in (source, target):
        check_not_read(target, [source])


def is_stream(target: str) -> bool:
    """Whether a target is standard output, a device or a pipe."""
    path = Path(target)
    return target == "-" or (path.exists() and not (path.is_file() or path.is_dir()))


@contextmanager
def _stream_writer(target: str) -> Iterator[Callable[[str], None]]:
    """Give what writes a line into a stream at once."""
    opened = nullcontext(sys.stdout.buffer) if target == "-" else open_file(target, "wb")
    with opened as sink:

        def write(line: str) -> None:
            sink.write(line.encode() + b"\n")
            sink.flush()

        yield write


def _has_failed(line: str) -> bool:
    return json.loads(line)["error"] is not None


def digest_of(*parts: bytes | str, settings: Settings) -> str:
    """Give a digest of a run: of what it reads, its settings, and the knowledge and encodings that it uses."""
    digest = hashlib.sha256(repr(settings).encode())
    digest.update(knowledge_state(settings).encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()[:12]


def knowledge_state(settings: Settings) -> str:
    """Name the files of :func:`knowledge_files` with size and time of each."""
    found = ((path.name, path.stat()) for path in knowledge_files(settings))
    return "".join(f"{name} {stat.st_size} {stat.st_mtime_ns}\n" for name, stat in found)


def knowledge_files(settings: Settings) -> Iterator[Path]:
    """Give the files of the knowledge and the encodings, in order, then the statistics and the related words."""
    from coindex.files.shipped import ENCODINGS, KNOWLEDGE
    from coindex.reasoner.evidence.pairwise_model import PAIRWISE_MODEL
    from coindex.reasoner.evidence.word_vectors import WORD_VECTORS
    from coindex.reasoner.knowledge.related_words import RELATED_WORDS

    for root in (KNOWLEDGE, ENCODINGS, *map(Path, settings.extra)):
        found = (root, *root.rglob("*.lp"))
        yield from sorted(p for p in found if p.is_file())
    if settings.mined and Path(settings.mined).is_file():
        yield Path(settings.mined)
    if settings.mined != "":
        learnt = (KNOWLEDGE / PAIRWISE_MODEL, KNOWLEDGE / WORD_VECTORS)
        yield from (path for path in learnt if path.is_file())
    if RELATED_WORDS.is_file():
        yield RELATED_WORDS
