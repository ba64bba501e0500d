"""Files that are opened, and locked against other processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal

from kparse.errors import InputError


def open_file(path: str | Path, mode: Literal["rb", "wb", "ab", "ab+"]) -> BinaryIO:
    """Open a file.

    Raises:
        InputError: it cannot be opened.
    """
    try:
        return open(path, mode)
    except OSError as error:
        verb = "read" if mode == "rb" else "write"
        raise InputError(f"cannot {verb} {path}: {error.strerror}") from error


def lock(handle: int) -> bool | None:
    """Lock an open file until it is closed: whether that worked; ``None`` where files cannot be locked."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def exclusive_lock(path: Path, target: str) -> Iterator[None]:
    """Keep other processes that use the same lock file from writing to a target (where files can be locked).

    Raises:
        InputError: another process has locked the file.
    """
    if sys.platform == "win32":
        yield
        return
    with open_file(path, "ab") as held:
        # The file may have been renamed or deleted between opening and locking it.
        if lock(held.fileno()) is False or not _is_at(path, held.fileno()):
            raise InputError(
                f"another run is writing the same answers to {target}",
                hint="Wait until it is done, or give --out another name.",
            )
        yield


def _is_at(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), os.stat(path))
    except OSError:
        return False
