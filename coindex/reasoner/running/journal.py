"""Results of a long run, kept line by line while it goes on, so that nothing done is lost.

The target appears when all is done. Until then the lines are in a ``.part`` file beside it, whose name holds a digest
of what the run depends on: the same run goes on from there, another one does not mistake them for its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from coindex.files.locking import alone, open_file
from coindex.files.textfile import write_text
from coindex.reasoner.knowledge.weights import NAME as WEIGHTS
from coindex.reasoner.running.workers import Settings
from kparse.errors import InputError

T = TypeVar("T")


def undamaged(lines: Iterable[str], from_line: Callable[[str], T]) -> list[T]:
    """Read lines up to the first of which ``from_line`` says by an error that it is something else.

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
    """The lines of a run on their way into a file. Use it as a context manager; end the run by :meth:`finish`.

    Left without :meth:`finish`, by an exception or not, what was appended stays in the part file.

    Args:
        target: the file that is to appear.
        digest: tells this run from others, see :func:`digest_of`.

    Raises:
        InputError: the target cannot be written, or another process is at the same run.
    """

    def __init__(self, target: str | Path, digest: str) -> None:
        target = Path(target)
        self.target = Path(os.path.realpath(target))
        if target.is_dir() or not self.target.parent.is_dir():
            raise InputError(f"cannot write {target}: not a file in a directory that exists")
        if self.target.exists() and not self.target.is_file():
            raise InputError(f"cannot write {target}: it is no regular file", hint="Name a file.")
        self.path = self.target.with_name(f"{self.target.name}.{digest}.part")
        self._named = str(target)

    def __enter__(self) -> Self:
        """Open the part file and read what an interrupted run left; a torn last line is cut off."""
        with ExitStack() as held:
            held.enter_context(alone(self.path, self._named))
            self._sink = held.enter_context(open_file(self.path, "ab+"))
            self._sink.seek(0)
            size = 0
            self.lines: list[str] = []
            for line in self._sink:
                if not line.endswith(b"\n"):
                    break
                self.lines.append(line[:-1].decode("utf-8", errors="replace"))
                size += len(line)
            self._sink.truncate(size)
            self._held = held.pop_all()
        return self

    def append(self, line: str) -> None:
        """Keep a line (without its line end)."""
        self._sink.write(line.encode() + b"\n")
        self._sink.flush()
        self.lines.append(line)

    def finish(self, text: str | None = None) -> None:
        """Let the target appear: with this text, or with the lines. The part file goes."""
        self._sink.flush()
        os.fsync(self._sink.fileno())
        self._sink.close()
        if text is not None:
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
        """Close; a part file with nothing in it goes."""
        with self._held:  # the lock, until the file is gone
            self._sink.close()
            if not self.lines:
                self.path.unlink(missing_ok=True)


def digest_of(*parts: bytes | str, settings: Settings) -> str:
    """Tell a run from others by what it reads, by its settings, and by the knowledge and encodings it uses."""
    digest = hashlib.sha256(repr(settings).encode())
    digest.update(knowledge_state(settings).encode())
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return digest.hexdigest()[:12]


def knowledge_state(settings: Settings) -> str:
    """Which files the knowledge and the encodings are in, with size and time of each."""
    found = ((path.name, path.stat()) for path in knowledge_files(settings))
    return "".join(f"{name} {stat.st_size} {stat.st_mtime_ns}\n" for name, stat in found)


def knowledge_files(settings: Settings) -> Iterator[Path]:
    """Give the files of the knowledge and the encodings, in order, the counts, and what was learnt."""
    from coindex.files.shipped import ENCODINGS, KNOWLEDGE
    from coindex.reasoner.evidence.cooccurrence import COMPANY
    from coindex.reasoner.evidence.pairs import PAIRS
    from coindex.reasoner.running.engine import MINED

    for root in (KNOWLEDGE, ENCODINGS, *map(Path, settings.extra)):
        found = (root, *root.rglob("*.lp"), *root.glob(WEIGHTS))
        yield from sorted(p for p in found if p.is_file())
    counts = MINED if settings.mined is None else Path(settings.mined)
    if counts.is_file():
        yield counts
    if settings.mined != "":
        learnt = (KNOWLEDGE / PAIRS, KNOWLEDGE / COMPANY)
        yield from (path for path in learnt if path.is_file())
