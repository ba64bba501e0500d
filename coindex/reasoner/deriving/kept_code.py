"""The code of rules' functions, kept on disk: to write and compile them takes longer than to run them.

Code is found by a digest of what it is made of, so it is still found when other rules have changed.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from typing import Any

from coindex.files.cache import digest, keep, recall

_LEAST = 100
"""New functions for which the file is written again (or a tenth of those in it, if that is more)."""
_MOST = 20_000
"""Functions in the file; if there would be more, only those are kept that this process used."""


class KeptCode:
    """Code by what it is made of; in a file, once :meth:`open` has named one."""

    def __init__(self, programs: tuple[Path, ...]) -> None:
        """Take the programs that make the code."""
        self._programs = programs
        self._place: Path | None = None
        self._key = b""
        self._kept: dict[bytes, bytes] = {}
        self._used: set[bytes] = set()
        self._new = 0

    def open(self, place: Path) -> None:
        """Use the code in a file, and keep new code there."""
        if place == self._place:
            return
        self._place = place
        self._key = digest(path.read_bytes() for path in self._programs)
        kept = recall(place, self._key)
        if isinstance(kept, tuple):
            self._kept.update(zip(kept[::2], kept[1::2], strict=True))

    def code(self, of: tuple[Any, ...], write: Callable[[], CodeType]) -> CodeType:
        """Give the code that is made of some plain values: the one that is kept, or what ``write`` gives."""
        name = blake2b(marshal.dumps(of, 2), digest_size=12).digest()
        self._used.add(name)
        kept = self._kept.get(name)
        if kept is not None:
            found: CodeType = marshal.loads(kept)
            return found
        code = write()
        self._kept[name] = marshal.dumps(code)
        self._new += 1
        return code

    def save(self) -> None:
        """Write the file if much is new."""
        if self._place is None or self._new < max(_LEAST, len(self._kept) // 10):
            return
        if len(self._kept) > _MOST:
            self._kept = {name: code for name, code in self._kept.items() if name in self._used}
        self._new = 0
        keep(self._place, self._key, tuple(part for pair in self._kept.items() for part in pair))
