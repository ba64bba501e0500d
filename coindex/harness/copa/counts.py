"""A file of counts of words and of pairs of words: a store of mined knowledge with the tables ``word`` and ``near``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from math import log2
from pathlib import Path
from typing import Self

import numpy as np

from coindex.harness.copa.pairs import Pairs, unpacked
from coindex.reasoner.evidence.store import FileRow, MinedStore, write_store
from coindex.reasoner.evidence.tables import COUNTED, Line
from kparse.caches import lru_cache
from kparse.errors import InputError, KnowledgeError

_HINT = "Give a file that `copa count` has written."


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
    path: str | Path,
    header: Header,
    files: Iterable[FileRow],
    words: list[str],
    frequencies: list[int],
    blocks: Iterable[Pairs],
) -> None:
    """Write a file of counts atomically.

    Args:
        path: the file.
        header: what was counted.
        files: the files of the text.
        words: all words, in alphabetical order.
        frequencies: how often each occurs.
        blocks: counts of pairs of their numbers (:mod:`coindex.harness.copa.pairs`), ascending.

    Raises:
        InputError: it cannot be written.
    """
    write_store(path, _rows(header, words, frequencies, blocks), files, {COUNTED: asdict(header)})


def _rows(
    header: Header, words: list[str], frequencies: list[int], blocks: Iterable[Pairs]
) -> Iterator[Line]:
    windows = [str(window) for window in header.windows]
    for block in blocks:
        if not len(block):
            continue
        starts = np.flatnonzero(np.diff(block[:, 0] >> 4, prepend=-1))
        sizes = np.diff(starts, append=len(block))
        often = np.repeat(np.add.reduceat(block[:, 1], starts) >= header.at_least, sizes)
        kept = block[often]
        columns = (*unpacked(kept[:, 0]), kept[:, 1])
        for first, second, window, n in zip(*(c.tolist() for c in columns), strict=True):
            yield "near", (words[first], words[second], windows[window]), (n,), ()
    for word, n in zip(words, frequencies, strict=True):
        if n:
            yield "word", (word,), (n,), ()


class Counts:
    """A file of counts, open for questions. Use it as a context manager, or :meth:`close` it.

    Args:
        path: what ``copa count`` wrote.

    Raises:
        InputError: it is missing, or is no file of counts.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            self._store = MinedStore(path)
        except KnowledgeError as error:
            raise InputError(error.message, hint=_HINT) from error
        counted = self._store.meta.get(COUNTED)
        if counted is None:
            self.close()
            raise InputError(f"{path}: a store without counts of words", hint=_HINT)
        lists = {name: tuple(counted[name]) for name in ("windows", "slots", "sources")}
        self.header = Header(**{**counted, **lists})
        self._word = lru_cache(maxsize=200_000)(self._look_up_word)
        self._pair = lru_cache(maxsize=200_000)(self._look_up_pair)

    def __enter__(self) -> Self:
        """Return the counts."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._store.close()

    def frequency(self, word: str) -> int:
        """How often a word occurs; 0 if it does not, or was not counted."""
        return self._word(word)

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
        self._place(window)
        forth = sum(n for size, n in self._pair(first, second) if size <= window)
        return forth if ordered else forth + self.together(second, first, window)

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

    def _look_up_word(self, word: str) -> int:
        found = self._store.rows("word", word)
        return int(found[0][1]) if found else 0

    def _look_up_pair(self, first: str, second: str) -> tuple[tuple[int, int], ...]:
        found = self._store.rows("near", first, second)
        return tuple((int(window), int(n)) for _, _, window, n, _ in found)
