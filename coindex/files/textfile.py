"""Small files, read and written whole: what is wrong with a text is a message with its line."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from coindex.files.xmlfile import read_bytes
from kparse.errors import InputError, Location


def read_text(path: str | Path) -> str:
    """Give the text of a UTF-8 file, without byte order mark and carriage returns at the ends of lines.

    Raises:
        InputError: it is missing, empty, no file, too large, or not UTF-8.
    """
    data = read_bytes(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()  # without the byte order mark
        raise InputError(
            "not UTF-8",
            location=Location(str(path), before.count("\n") + 1, len(before) - before.rfind("\n")),
            hint="Save the file as UTF-8.",
        ) from error
    return text.replace("\r\n", "\n")


def write_text(path: str | Path, text: str) -> None:
    """Write a text file at once, see :func:`write_bytes`.

    Raises:
        InputError: it cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file at once: what was there is replaced only when all is written, and keeps its mode.

    Raises:
        InputError: it cannot be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not (target.is_file() or target.is_dir()):
        # It would be replaced by a file, and whoever else uses the device or pipe would get that.
        raise InputError(f"cannot write {path}: it is no regular file", hint="Name a file.")
    try:
        handle, aside = tempfile.mkstemp(prefix=f".{target.name[:60]}.", dir=target.parent)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(aside, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(aside, target)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
    finally:
        Path(aside).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
