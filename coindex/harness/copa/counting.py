"""The counting pass: how often each word occurs, and how often one follows another within a window.

Words are numbered, a pair is one number (:mod:`coindex.harness.copa.pairs`). Memory holds the vocabulary and a buffer,
whatever the size of the text. Temporary files are in a directory beside the target; an interrupted pass resumes from
the last checkpoint.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from coindex.files.atomic import check_not_read, replacing
from coindex.files.corpora import STDIN, Unit, pieces, text_files
from coindex.files.locking import exclusive_lock
from coindex.files.progress import Progress
from coindex.harness.copa.counts import Header, write_counts
from coindex.harness.copa.pairs import PairCounts, packed
from coindex.harness.copa.words import BREAK, pattern
from kparse.errors import InputError

BUFFER = 8_000_000
"""Pairs that are gathered before they are counted (8 bytes each, three times that to sort)."""
MAX_WORDS = 1_000_000
"""Most different words that are counted.

A word is counted from its first occurrence on, or not at all; a word that first occurs after this many others is
rare.
"""
NOTE_EVERY = 30.0
"""Seconds between two checkpoints."""
MAX_WINDOWS = 15  # sizes of window in one pass
_NOTE = "state.npz"
_OTHER, _BREAK = -1, -2
"""Markers of a word that is not counted (it takes a place in the window), and of the end of a window."""


@dataclass(frozen=True, slots=True)
class Task:
    """What to count."""

    sources: tuple[str, ...]
    """Files or directories, or ``-`` alone."""
    windows: tuple[int, ...] = (5,)
    """Sizes in words, ascending: within 5 a word is followed by 4 others."""
    unit: Unit = "line"
    vocabulary: frozenset[str] | None = None
    """The words to count, and phrases (words with blanks between them); ``None`` for all words."""
    at_least: int = 1
    """Pairs that occur less often in the widest window are left out of the result."""
    encoding: str = "utf-8"


@dataclass(slots=True)
class _State:
    """The checkpoint of a pass."""

    source: int = 0
    offset: int = 0
    words: int = 0
    slots: list[int] = field(default_factory=list)
    parts: int = 0


class _Vocabulary(dict[str, int]):
    """Words and their numbers, from 0. A new word is added when it is looked up, as long as there is room."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__({BREAK: _BREAK})
        self.update({word: number for number, word in enumerate(words)})

    def __missing__(self, word: str) -> int:
        if self.size >= MAX_WORDS:
            return _OTHER
        number = self.size
        self[word] = number
        return number

    @property
    def size(self) -> int:
        """How many words there are."""
        return len(self) - 1

    @property
    def words(self) -> list[str]:
        """All words, by number."""
        return list(self)[1:]


def count(task: Task, target: str | Path, *, show: bool = True) -> Header:
    """Count words and pairs, and write the result to ``target`` when all is done.

    Args:
        task: what to count.
        target: the file of counts, read by :class:`coindex.harness.copa.counts.Counts`.
        show: whether to draw a progress bar (in MiB of the files on disk).

    Raises:
        InputError: the text cannot be read, or the target cannot be written.
    """
    target = Path(os.path.realpath(target))
    if (target.exists() and not target.is_file()) or not target.parent.is_dir():
        raise InputError(f"cannot write {target}: not a file in a directory that exists")
    files = text_files(task.sources)
    check_not_read(target, [name for name in files if name != STDIN])
    folder = target.with_name(f"{target.name}.{_digest(task, files)}.part")
    try:
        folder.mkdir(exist_ok=True)
        with exclusive_lock(folder / "lock", str(target)):
            try:
                header = _Pass(task, files, folder).run(target, show)
            except BaseException:
                if not (folder / _NOTE).exists():
                    shutil.rmtree(folder)
                raise
            shutil.rmtree(folder)
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror or error}") from error
    return header


def _digest(task: Task, files: Sequence[str]) -> str:
    """Return a digest of a pass: of its task, and of the name, size and time of each file."""
    stats = [(name, *_stamp(name)) for name in files]
    words = None if task.vocabulary is None else sorted(task.vocabulary)
    what = [stats, words, task.windows, task.unit, task.at_least, task.encoding]
    return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:12]


def _stamp(name: str) -> tuple[int, int]:
    if name == STDIN:
        return 0, 0
    stat = os.stat(name)
    return stat.st_size, stat.st_mtime_ns


class _Pass:
    """A counting pass with its directory."""

    def __init__(self, task: Task, files: Sequence[str], folder: Path) -> None:
        self.task, self.files, self.folder = task, files, folder
        self.note = folder / _NOTE
        self.state = _State(slots=[0] * len(task.windows))
        self.vocabulary = _Vocabulary(sorted(task.vocabulary or ()))
        self.counts = np.zeros(max(self.vocabulary.size, 1024), dtype=np.int64)
        self.pairs = PairCounts(folder)
        self.phrases: dict[str, list[tuple[int, str]]] = {}
        for phrase in sorted(word for word in task.vocabulary or () if " " in word):
            size = phrase.count(" ") + 1
            self.phrases.setdefault(phrase.partition(" ")[0], []).append((size, phrase))
        # Standard input can be read only once: the pass cannot be resumed.
        self.resumes = STDIN not in files
        if self.resumes and self.note.exists():
            self._recall()
        self.pattern = pattern(task.unit)
        self.buffer: list[NDArray[np.int64]] = []
        self.held = 0
        self.noted = time.monotonic()

    def run(self, target: Path, show: bool) -> Header:
        """Read the text from the checkpoint on, and write the counts."""
        sizes = [_stamp(name)[0] for name in self.files]
        with Progress(sum(sizes) >> 20 or None, show=show) as progress:
            for piece in progress.over(self._pieces(progress, sizes)):
                self._count(piece)
                if self.held >= BUFFER:
                    self._spill()
                    self._note()
        self._spill()
        if not self.state.words:
            raise InputError(f"there is no word in {', '.join(self.files)[:200]}")
        header = Header(
            windows=self.task.windows,
            unit=self.task.unit,
            words=self.state.words,
            slots=tuple(self.state.slots),
            at_least=self.task.at_least,
            limited=self.task.vocabulary is not None,
            sources=tuple(Path(name).name for name in self.files),
        )
        words = self.vocabulary.words
        order = sorted(range(len(words)), key=words.__getitem__)
        ranks = np.empty(len(words), dtype=np.int64)
        ranks[order] = np.arange(len(words))
        write_counts(
            target,
            header,
            [(Path(name).name, _sha256(name), 0, "") for name in self.files],
            [words[number] for number in order],
            self.counts[order].tolist(),
            self.pairs.sorted(ranks),
        )
        return header

    def _pieces(self, progress: Progress, sizes: Sequence[int]) -> Iterable[str]:
        while self.state.source < len(self.files):
            before = sum(sizes[: self.state.source])
            for piece in pieces(
                self.files[self.state.source],
                self.task.unit,
                start=self.state.offset,
                encoding=self.task.encoding,
            ):
                self.state.offset = piece.end
                progress.done = max(0, (before + piece.read >> 20) - 1)
                yield piece.text
            self.state.source, self.state.offset = self.state.source + 1, 0

    def _count(self, text: str) -> None:
        """Count the words of a piece, and put its pairs into the buffer."""
        found = self.pattern.findall(text.lower().replace("\u2019", "'"))
        if self.task.vocabulary is None:
            each = map(self.vocabulary.__getitem__, found)
        else:
            each = map(self.vocabulary.get, found, repeat(_OTHER))
        numbers = np.fromiter(each, np.int64, len(found))
        breaks = numbers == _BREAK
        self.state.words += len(numbers) - int(breaks.sum())
        # Words stand one place apart; at a break there is a gap that no window spans.
        widest = self.task.windows[-1]
        places = np.arange(len(numbers), dtype=np.int64) + np.cumsum(breaks) * widest
        lengths = np.diff(np.flatnonzero(breaks), prepend=-1, append=len(numbers)) - 1
        for which, window in enumerate(self.task.windows):
            self.state.slots[which] += slots(lengths, window)
        kept = numbers >= 0
        sizes = np.ones(int(kept.sum()), dtype=np.int64)
        if self.phrases:
            starts, more, long = self._phrases(found)
            # A phrase stands where its last word does.
            ends = places[starts + long - 1]
            numbers = np.concatenate((numbers[kept], more))
            places, sizes = np.concatenate((places[kept], ends)), np.concatenate((sizes, long))
            order = np.argsort(places, kind="stable")
            numbers, places, sizes = numbers[order], places[order], sizes[order]
        else:
            numbers, places = numbers[kept], places[kept]
        if len(self.counts) < self.vocabulary.size:
            more = np.zeros(2 * self.vocabulary.size - len(self.counts), dtype=np.int64)
            self.counts = np.concatenate((self.counts, more))
        seen = np.bincount(numbers)
        self.counts[: len(seen)] += seen
        self._pair(numbers, places, sizes)

    def _phrases(
        self, found: Sequence[str]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """Find the phrases among the words of a piece: where each begins, its number, and how many words it has."""
        rows = [
            (start, self.vocabulary[phrase], size)
            for start, word in enumerate(found)
            for size, phrase in self.phrases.get(word, ())
            if " ".join(found[start : start + size]) == phrase
        ]
        table = np.array(rows, dtype=np.int64).reshape(-1, 3)
        return table[:, 0], table[:, 1], table[:, 2]

    def _pair(
        self, numbers: NDArray[np.int64], places: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> None:
        """Pair each word with the words after it, as long as they are in one window; nothing with what it overlaps."""
        windows = np.array(self.task.windows)
        for step in range(1, len(numbers)):
            distance = places[step:] - places[:-step]
            if not (distance < windows[-1]).any():
                break
            near = np.flatnonzero((distance < windows[-1]) & (distance >= sizes[step:]))
            # In window w are words that are at most w - 1 places away.
            narrowest = np.searchsorted(windows, distance[near], side="right")
            self.buffer.append(packed(numbers[near], numbers[near + step], narrowest))
            self.held += near.size

    def _spill(self) -> None:
        if self.buffer:
            gathered = np.concatenate(self.buffer)
            self.buffer, self.held = [], 0
            self.pairs.add(gathered)

    def _note(self) -> None:
        """Write a checkpoint, if the last one is old; the buffer must be empty."""
        if not self.resumes or time.monotonic() - self.noted < NOTE_EVERY:
            return
        self.state.parts = self.pairs.parts
        with replacing(self.note) as aside, open(aside, "wb") as stream:
            np.savez(
                stream,
                state=json.dumps(asdict(self.state)),
                vocabulary=json.dumps(self.vocabulary.words),
                counts=self.counts[: self.vocabulary.size],
                held=self.pairs.held,
            )
        self.noted = time.monotonic()

    def _recall(self) -> None:
        try:
            with np.load(self.note) as record:
                self.state = _State(**json.loads(str(record["state"])))
                self.vocabulary = _Vocabulary(json.loads(str(record["vocabulary"])))
                self.counts = record["counts"]
                self.pairs = PairCounts(self.folder, self.state.parts, record["held"])
        except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
            raise InputError(
                f"{self.note}: a damaged note of an interrupted pass",
                hint=f"Delete {self.folder} to count from the start.",
            ) from error


def _sha256(name: str) -> str:
    if name == STDIN:
        return ""
    with open(name, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def slots(lengths: NDArray[np.int64], window: int) -> int:
    """Return how many pairs of places are at most ``window - 1`` apart in texts of these lengths.

    >>> slots(np.array([3, 1]), 5), slots(np.array([10]), 2)
    (3, 9)
    """
    reach = (
        np.minimum(lengths, window) - 1
    )  # distances 1 .. reach occur, distance d in length - d places
    reach = np.maximum(reach, 0)
    return int((reach * lengths - reach * (reach + 1) // 2).sum())
