"""Atomic writes: a file is written under another name, and takes the old one's place when it is whole."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from coindex.files.locking import lock
from kparse.errors import InputError

_NAME = 60
"""Characters of the target's name in the name of its temporary file."""
_SUFFIX = ".new"


@contextmanager
def replacing(path: str | Path, hint: str = "", *, flush: bool = True) -> Iterator[Path]:
    """Give an empty temporary file to be written; it replaces the target if no exception is raised.

    Readers see the old file or the new one, whole. The new file has the mode of the old one. The temporary file of a
    process that was killed is removed by the next one that writes the same target: a lock on the file, which ends with
    the process, tells whether it is still in use (where files can be locked).

    Args:
        path: the target.
        hint: what to do if it cannot be written.
        flush: whether the file has to survive a power failure; a cache need not.

    Raises:
        InputError: it cannot be written: an ``OSError`` or SQLite error, of this function or of its block.
    """
    target, handle, temporary = _begun(path)
    with os.fdopen(handle, "wb") as held:
        try:
            yield temporary
            if flush:
                os.fsync(handle)
            temporary.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
            if sys.platform == "win32":
                held.close()  # there an open file cannot be renamed
            os.replace(temporary, target)
        except (OSError, sqlite3.Error) as error:
            why = getattr(error, "strerror", None) or error
            raise InputError(f"cannot write {path}: {why}", hint=hint) from error
        finally:
            if sys.platform == "win32":
                held.close()
            temporary.unlink(missing_ok=True)


def ensure_writable(path: str | Path) -> None:
    """Check before long work that its result can be written: an empty temporary file is made there, and removed.

    Raises:
        InputError: it cannot be written.
    """
    _, handle, temporary = _begun(path)
    os.close(handle)
    temporary.unlink(missing_ok=True)


def check_not_read(target: str | Path, read: Iterable[str | Path], option: str = "out") -> None:
    """Check that a file to be written is none of those that are read, under whatever name.

    Args:
        target: the file to be written.
        read: what is read.
        option: the option that names the target.

    Raises:
        InputError: it is one of them.
    """
    for source in read:
        same = os.path.realpath(source) == os.path.realpath(target)
        if same or (
            os.path.exists(source) and os.path.exists(target) and os.path.samefile(source, target)
        ):
            raise InputError(
                f"{target}: this would overwrite what is read",
                hint=f"Give --{option} another name.",
            )


def _begun(path: str | Path) -> tuple[Path, int, Path]:
    """Give the target, and a temporary file beside it with its handle."""
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        what = "a directory" if target.is_dir() else "no regular file"
        raise InputError(f"cannot write {path}: it is {what}", hint="Name a file.")
    try:
        return target, *_create(target)
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {error.strerror}", hint="Name a file in a folder that exists."
        ) from error


def _create(target: Path) -> tuple[int, Path]:
    """Create a locked temporary file, and remove those of processes that have ended."""
    prefix = f".{target.name[:_NAME]}."
    _sweep(target.parent, prefix)
    while True:
        handle, name = tempfile.mkstemp(prefix=prefix, suffix=_SUFFIX, dir=target.parent)
        temporary = Path(name)
        # Before it is locked, another process may remove it.
        if lock(handle) is not False and temporary.exists():
            return handle, temporary
        os.close(handle)


def _sweep(folder: Path, prefix: str) -> None:
    for entry in os.scandir(folder):
        if entry.name.startswith(prefix) and entry.name.endswith(_SUFFIX):
            with contextlib.suppress(OSError), open(entry.path, "rb+") as left:
                if lock(left.fileno()):
                    os.unlink(entry.path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def make_room(target: str | Path) -> None:
    """Make the directories above a file that is to be written, unless something else is in their place.

    Raises:
        InputError: the target is a directory, or a directory cannot be made.
    """
    path = Path(target)
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write {target}: {error.strerror}") from error
    if path.is_dir():
        raise InputError(f"cannot write {target}: it is a directory")
