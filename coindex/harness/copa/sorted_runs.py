"""Counts that do not fit into memory: sorted runs of (key, count) on disk, merged as they become many.

Keys are whole numbers below 2^63. A run is a file of pairs of 64-bit numbers, sorted by key, each key once. ``FAN``
runs of one size are merged into one of the next size; so the number of open files, the memory for a merge and the
number of copies of a count stay small.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Pairs: TypeAlias = NDArray[np.int64]
"""Of shape (n, 2): keys, ascending, and their counts."""

FAN = 16
"""Runs merged at once."""
BLOCK = 65_536
"""Pairs of a run that are in memory while it is merged."""


class Runs:
    """Runs in a directory.

    Files that have been merged into others are kept until :meth:`sweep`, so that a state of :attr:`levels` can be
    restored until then.

    Args:
        folder: an existing directory for the runs alone.
        levels: the names of existing runs by level, as in :attr:`levels`.
    """

    def __init__(self, folder: Path, levels: Sequence[Sequence[str]] = ()) -> None:
        self.folder = folder
        self.levels: list[list[str]] = [list(level) for level in levels]
        names = [name for level in self.levels for name in level]
        self._made = max((int(name.removesuffix(".run")) for name in names), default=0)

    def add(self, keys: NDArray[np.int64]) -> None:
        """Count keys, given in any order and as often as they occur; they must fit into memory."""
        if not keys.size:
            return
        unique, counts = np.unique(keys, return_counts=True)
        self._write(0, iter([np.column_stack((unique, counts.astype(np.int64)))]))
        level = 0
        while len(self.levels[level]) >= FAN:
            merged = self._merged(self.levels[level])
            self._write(level + 1, merged)
            self.levels[level] = []
            level += 1

    def merged(self) -> Iterator[Pairs]:
        """Return all counts, in blocks, ascending by key over all of them; each key comes once."""
        return self._merged([name for level in self.levels for name in level])

    def sweep(self) -> None:
        """Delete the files that are no longer part of a run."""
        held = {name for level in self.levels for name in level}
        for path in self.folder.glob("*.run"):
            if path.name not in held:
                path.unlink()

    def _write(self, level: int, blocks: Iterator[Pairs]) -> None:
        self._made += 1
        name = f"{self._made:08d}.run"
        with open(self.folder / name, "wb") as stream:
            for block in blocks:
                stream.write(np.ascontiguousarray(block).tobytes())
        while len(self.levels) <= level:
            self.levels.append([])
        self.levels[level].append(name)

    def _merged(self, names: Sequence[str]) -> Iterator[Pairs]:
        return merge([_blocks(self.folder / name) for name in names])


def _blocks(path: Path) -> Iterator[Pairs]:
    with open(path, "rb") as stream:
        while data := stream.read(16 * BLOCK):
            yield np.frombuffer(data, dtype=np.int64).reshape(-1, 2)


def merge(sources: Sequence[Iterator[Pairs]]) -> Iterator[Pairs]:
    """Merge ascending sources; counts of one key are added up.

    >>> one, two = np.array([[1, 5], [4, 1]]), np.array([[1, 2], [9, 1]])
    >>> np.concatenate(list(merge([iter([one]), iter([two])]))).tolist()
    [[1, 7], [4, 1], [9, 1]]
    """
    held = [(next(source, None), source) for source in sources]
    while parts := [(block, source) for block, source in held if block is not None]:
        # Keys up to the smallest of the last keys in memory are complete: no source has any more of them.
        limit = min(int(block[-1, 0]) for block, _ in parts)
        ready, held = [], []
        for block, source in parts:
            cut = int(np.searchsorted(block[:, 0], limit, side="right"))
            ready.append(block[:cut])
            rest = block[cut:]
            held.append((rest if len(rest) else next(source, None), source))
        yield _summed(np.concatenate(ready))


def _summed(pairs: Pairs) -> Pairs:
    """Sort by key and add up the counts of equal ones."""
    ordered = pairs[np.argsort(pairs[:, 0], kind="stable")]
    starts = np.flatnonzero(np.diff(ordered[:, 0], prepend=-1))
    return np.column_stack((ordered[starts, 0], np.add.reduceat(ordered[:, 1], starts)))
