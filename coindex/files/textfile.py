"""Small files, read and written whole: what is wrong with a text is a message with its line."""

from __future__ import annotations

from pathlib import Path

from coindex.files.atomic import replacing
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
    """Replace a file by a text in UTF-8.

    Raises:
        InputError: it cannot be written.
    """
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes, hint: str = "") -> None:
    """Replace a file; ``hint`` tells what to do if it cannot be written.

    Raises:
        InputError: it cannot be written.
    """
    with replacing(path, hint) as temporary:
        temporary.write_bytes(data)
