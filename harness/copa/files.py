"""Small text files, read and written whole: what is wrong with one is a message with its line."""

from __future__ import annotations

import os
from pathlib import Path

from harness.xmlfile import read_bytes
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
        before = data[: error.start]
        raise InputError(
            "not UTF-8",
            location=Location(
                str(path), before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            ),
            hint="Save the file as UTF-8.",
        ) from error
    return text.replace("\r\n", "\n")


def write_text(path: str | Path, text: str) -> None:
    """Write a file at once: a half-written one is never seen.

    Raises:
        InputError: it cannot be written.
    """
    path = Path(path)
    aside = path.with_name(path.name + ".part")
    try:
        aside.write_bytes(text.encode())
        os.replace(aside, path)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
