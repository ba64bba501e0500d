"""A file of counts: written once by the counting pass, queried for single words and pairs.

It is an SQLite file with three tables: ``about`` (what was counted), ``word`` (number, word, frequency) and ``pair``
(numbers of a word and of one that follows it, and how often, a column for each window). Queries read from disk;
nothing is loaded.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import log2
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np

from coindex.harness.copa.sorted_runs import Pairs
from kparse.caches import lru_cache
from kparse.errors import InputError

FORMAT = "coindex-counts 1"
_BITS = 29  # bits of a packed pair, for the second word
_MASK = (1 << _BITS) - 1


@dataclass(frozen=True, slots=True)
class Header:
    """What was counted."""

    windows: tuple[int, ...]
    """Sizes in words, ascending."""
    unit: str
    """The unit that no window crosses: ``line`` or ``block``."""
    words: int
    """Number of words in the text, including those that were not counted."""
    slots: tuple[int, ...]
    """For each window, the number of all pairs of words within it, of which pair counts are a share."""
    at_least: int
    """Pairs that occur less often in the widest window are left out."""
    limited: bool
    """Whether only the words of a given vocabulary were counted."""
    sources: tuple[str, ...]
    """The files' names, without directories."""


def write_counts(
    path: Path, header: Header, frequencies: Iterable[tuple[str, int]], pairs: Iterator[Pairs]
) -> None:
    """Write a file of counts.

    Args:
        path: an empty file, or one that does not exist.
        header: what was counted.
        frequencies: words by number, with how often each occurs.
        pairs: keys made of the first word's number, the second's and the narrowest window's, ascending, with counts.
    """
    columns = [f"w{window}" for window in header.windows]
    store = sqlite3.connect(path, isolation_level=None)
    try:
        store.execute("PRAGMA journal_mode = OFF")  # the file is of no use until it is whole
        store.execute("PRAGMA synchronous = OFF")
        store.execute("CREATE TABLE about (format TEXT, header TEXT)")
        store.execute("CREATE TABLE word (number INTEGER PRIMARY KEY, word TEXT UNIQUE, n INTEGER)")
        store.execute(
            f"CREATE TABLE pair (first INTEGER, second INTEGER, {' INTEGER, '.join(columns)} INTEGER,"
            " PRIMARY KEY (first, second)) WITHOUT ROWID"
        )
        store.execute("BEGIN")
        store.execute("INSERT INTO about VALUES (?, ?)", (FORMAT, json.dumps(asdict(header))))
        store.executemany(
            "INSERT INTO word VALUES (?, ?, ?)",
            ((number, word, n) for number, (word, n) in enumerate(frequencies)),
        )
        marks = ", ".join("?" * (2 + len(columns)))
        for rows in _rows(pairs, len(columns), header.at_least):
            store.executemany(f"INSERT INTO pair VALUES ({marks})", rows)
        store.execute("COMMIT")
    finally:
        store.close()


def _rows(pairs: Iterator[Pairs], windows: int, at_least: int) -> Iterator[list[list[int]]]:
    """Gather the windows of each pair of words into a row; what lies in a window lies in each wider one."""
    held = np.empty((0, 2), dtype=np.int64)
    for block in pairs:
        joined = np.concatenate((held, block))
        # The last pair of words may go on in the next block.
        last = int(np.searchsorted(joined[:, 0], joined[-1, 0] >> 4 << 4))
        joined, held = joined[:last], joined[last:]
        yield _table(joined, windows, at_least)
    yield _table(held, windows, at_least)


def _table(pairs: Pairs, windows: int, at_least: int) -> list[list[int]]:
    if not len(pairs):
        return []
    keys, row = np.unique(pairs[:, 0] >> 4, return_inverse=True)
    table = np.zeros((len(keys), windows), dtype=np.int64)
    table[row, pairs[:, 0] & 15] = pairs[:, 1]
    table = np.cumsum(table, axis=1)
    kept = table[:, -1] >= at_least
    whole = np.column_stack((keys >> _BITS, keys & _MASK, table))[kept]
    rows: list[list[int]] = whole.tolist()
    return rows


class Counts:
    """A file of counts, open for questions. Use it as a context manager, or :meth:`close` it.

    Args:
        path: what ``copa count`` wrote.

    Raises:
        InputError: it is missing, or is no file of counts.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        hint = "Give a file that `copa count` has written."
        try:
            if not Path(path).is_file():
                raise InputError(f"cannot read {path}: no such file", hint=hint)
            self._store = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True)
            form, text = self._store.execute("SELECT format, header FROM about").fetchone()
            record: dict[str, Any] = json.loads(text)
            lists = {name: tuple(record[name]) for name in ("windows", "slots", "sources")}
            self.header = Header(**{**record, **lists})
        except (sqlite3.Error, TypeError, ValueError, KeyError) as error:
            raise InputError(f"{path}: not a file of counts", hint=hint) from error
        if form != FORMAT:
            raise InputError(f"{path}: written in another format ({form})", hint="Count again.")
        self._word = lru_cache(maxsize=200_000)(self._look_up_word)
        self._pair = lru_cache(maxsize=200_000)(self._look_up_pair)

    def __enter__(self) -> Self:
        """Return the counts."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def frequency(self, word: str) -> int:
        """How often a word occurs; 0 if it does not, or was not counted."""
        return self._word(word)[1]

    def together(self, first: str, second: str, window: int, *, ordered: bool = True) -> int:
        """How often ``second`` follows ``first`` within a window.

        Args:
            first: a word in lower case.
            second: another, or the same.
            window: one of the sizes that were counted.
            ordered: if not, ``first`` following ``second`` counts, too.

        Raises:
            InputError: that window was not counted.
        """
        place = self._place(window)
        one, two = self._word(first)[0], self._word(second)[0]
        if one is None or two is None:
            return 0
        forth = self._pair(one, two)[place]
        return forth if ordered else forth + self._pair(two, one)[place]

    def pmi(self, first: str, second: str, window: int, *, ordered: bool = True) -> float | None:
        """Pointwise mutual information of two words, in bits: positive above chance.

        log2 of P(first, second) / (P(first) P(second)). P of a word is its share of all words; P of the pair is the
        share of this pair in all pairs of places that lie within the window. Source: K. W. Church, P. Hanks, Word
        association norms, mutual information, and lexicography, Computational Linguistics 16 (1990), pp. 22-29 (there
        P of the pair is its count by the number of words; their own correction for the window's size divides by
        ``window - 1``, which is what this comes to in long lines).

        Args:
            first: a word in lower case.
            second: another, or the same.
            window: one of the sizes that were counted.
            ordered: whether ``second`` has to follow ``first``; else either may come first.

        Returns:
            ``None`` if they never come together, or one was not counted.

        Raises:
            InputError: that window was not counted.
        """
        together = self.together(first, second, window, ordered=ordered)
        if not together:
            return None
        pairs = self.header.slots[self._place(window)] * (1 if ordered else 2)
        chance = self.frequency(first) * self.frequency(second) / self.header.words**2
        return log2(together / pairs / chance)

    def dice(self, first: str, second: str, window: int, *, ordered: bool = True) -> float:
        """Dice coefficient of two words: 2 f(first, second) / (f(first) + f(second)); 0 if never together.

        Source: L. R. Dice, Measures of the amount of ecologic association between species, Ecology 26 (1945). In a
        window a word may be followed by another several times; so in principle it can pass 1.

        Raises:
            InputError: that window was not counted.
        """
        together = self.together(first, second, window, ordered=ordered)
        if not together:
            return 0.0
        return 2 * together / (self.frequency(first) + self.frequency(second))

    def _place(self, window: int) -> int:
        if window not in self.header.windows:
            known = ", ".join(map(str, self.header.windows))
            raise InputError(
                f"{self.path}: a window of {window} words was not counted",
                hint=f"Take one of {known}, or count again with --window {window}.",
            )
        return self.header.windows.index(window)

    def _look_up_word(self, word: str) -> tuple[int | None, int]:
        found = self._store.execute("SELECT number, n FROM word WHERE word = ?", (word,)).fetchone()
        return found or (None, 0)

    def _look_up_pair(self, first: int, second: int) -> tuple[int, ...]:
        found: tuple[int, ...] | None = self._store.execute(
            "SELECT * FROM pair WHERE first = ? AND second = ?", (first, second)
        ).fetchone()
        return found[2:] if found else (0,) * len(self.header.windows)
