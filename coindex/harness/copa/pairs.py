"""Counts of pairs of words: in memory as long as there is room, else in parts on disk, merged at the end.

A pair is one number below 2^63: that of its first word, that of its second, and in the last four bits the index of the
narrowest window that holds both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Pairs: TypeAlias = NDArray[np.int64]
"""Of shape (n, 2): numbers of pairs, ascending, and their counts."""

BITS = 29
"""Bits of a word's number."""
HELD = 8_000_000
"""Pairs held in memory before they become a part on disk; while parts are merged, at most as many of all together."""
BLOCK = 65_536
"""Pairs that are given at a time."""
_WORD = (1 << BITS) - 1


def packed(
    first: NDArray[np.int64], second: NDArray[np.int64], window: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Make the numbers of pairs."""
    return (((first << BITS) | second) << 4) | window


def unpacked(pairs: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Give first word, second word and window of pairs."""
    return pairs >> 4 >> BITS, pairs >> 4 & _WORD, pairs & 15


class PairCounts:
    """Counts of pairs.

    Args:
        folder: an existing directory for the parts.
        parts: how many parts are there already.
        held: what was in memory besides.
    """

    def __init__(self, folder: Path, parts: int = 0, held: Pairs | None = None) -> None:
        self._folder, self.parts = folder, parts
        self.held: Pairs = np.empty((0, 2), np.int64) if held is None else held

    def add(self, pairs: NDArray[np.int64]) -> None:
        """Count pairs, in any order and as often as they occur; they have to fit into memory."""
        numbers, counts = np.unique(pairs, return_counts=True)
        self.held = _summed(np.concatenate((self.held, np.column_stack((numbers, counts)))))
        if len(self.held) >= HELD:
            np.save(self._part(self.parts), self.held)
            self.parts += 1
            self.held = self.held[:0].copy()

    def sorted(self, ranks: NDArray[np.int64]) -> Iterator[Pairs]:
        """Give all counts, each pair once, in blocks that hold all windows of a pair.

        Args:
            ranks: the new number of each word, by its old one.
        """
        size = max(1, min(BLOCK, HELD // (self.parts + 1)))
        sources = [_blocks(_renumbered(self.held, ranks), size)]
        for number in range(self.parts):
            path = self._part(number).with_suffix(".sorted.npy")
            np.save(path, _renumbered(np.load(self._part(number)), ranks))
            sources.append(_blocks(np.load(path, mmap_mode="r"), size))
        rest = self.held[:0]
        for block in _merged(sources):
            joined = np.concatenate((rest, block))
            # The last pair of words may go on in the next block.
            end = int(np.searchsorted(joined[:, 0], joined[-1, 0] >> 4 << 4))
            yield joined[:end]
            rest = joined[end:]
        yield rest

    def _part(self, number: int) -> Path:
        return self._folder / f"{number:06d}.npy"


def _renumbered(pairs: Pairs, ranks: NDArray[np.int64]) -> Pairs:
    first, second, window = unpacked(pairs[:, 0])
    numbers = packed(ranks[first], ranks[second], window)
    return np.column_stack((numbers, pairs[:, 1]))[np.argsort(numbers)]


def _blocks(pairs: Pairs, size: int) -> Iterator[Pairs]:
    return (np.array(pairs[start : start + size]) for start in range(0, len(pairs), size))


def _merged(sources: Sequence[Iterator[Pairs]]) -> Iterator[Pairs]:
    held = [(next(source, None), source) for source in sources]
    while parts := [(block, source) for block, source in held if block is not None]:
        # Pairs up to the smallest of the last ones in memory are complete: no source has any more of them.
        limit = min(int(block[-1, 0]) for block, _ in parts)
        ready, held = [], []
        for block, source in parts:
            cut = int(np.searchsorted(block[:, 0], limit, side="right"))
            ready.append(block[:cut])
            held.append((block[cut:] if cut < len(block) else next(source, None), source))
        yield _summed(np.concatenate(ready))


def _summed(pairs: Pairs) -> Pairs:
    """Sort pairs and add up the counts of equal ones."""
    ordered = pairs[np.argsort(pairs[:, 0], kind="stable")]
    starts = np.flatnonzero(np.diff(ordered[:, 0], prepend=-1))
    if not len(starts):
        return ordered
    return np.column_stack((ordered[starts, 0], np.add.reduceat(ordered[:, 1], starts)))
