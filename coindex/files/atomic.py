"""Large files that are made beside, and take the old one's place when they are whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kparse.errors import InputError

_NAME = 60
"""Characters of the target's name that stand in that of the file beside it."""


@contextmanager
def replacing(path: str | Path, hint: str) -> Iterator[Path]:
    """Give an empty file beside a target, to be written; it takes the target's place if all goes well.

    Whoever looks sees the old file or the new one, whole. What a build leaves behind that was killed, the next build of
    the same target removes; it tells by a lock, which goes with the process (where files can be locked).

    Args:
        path: the target.
        hint: what to do if it cannot be written.

    Raises:
        InputError: it cannot be written: an ``OSError``, or an error of SQLite, within.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise InputError(f"cannot write {path}: it is no regular file", hint="Name a file.")
    try:
        handle, aside = _made(target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    try:
        yield aside
        os.fsync(handle)
        aside.chmod(0o666 & ~_umask())
        os.replace(aside, target)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"cannot write {path}: {why}", hint=hint) from error
    finally:
        aside.unlink(missing_ok=True)
        os.close(handle)


def _made(target: Path) -> tuple[int, Path]:
    """Make the file and lock it; remove those that nobody holds any more."""
    prefix = f".{target.name[:_NAME]}."
    for left in target.parent.glob(f"{_plain(prefix)}*.new"):
        with contextlib.suppress(OSError):
            _remove(left)
    while True:
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=".new", dir=target.parent)
        aside = Path(name)
        # Another build may take it for left over before it is locked.
        if _locked(handle) is not False and aside.exists():
            return handle, aside
        os.close(handle)


def _remove(left: Path) -> None:
    handle = os.open(left, os.O_RDWR)
    try:
        if _locked(handle):
            left.unlink(missing_ok=True)
    finally:
        os.close(handle)


def _locked(handle: int) -> bool | None:
    """Lock a file: whether nobody else holds it; ``None`` where files cannot be locked."""
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


def _plain(text: str) -> str:
    """A text in which no sign stands for others in a pattern of file names."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in text)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
