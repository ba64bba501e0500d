"""The secret that signs sessions, links and payment codes: a file that nobody else may read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from kparse.errors import InputError

NAME = "secret.key"
_LEAST = 40


def secret_of(directory: Path) -> str:
    """Read the secret of a directory; make it the first time. Two processes that start at once get the same one.

    Raises:
        InputError: the directory or the file cannot be used, or others may read the file.
    """
    file = directory / NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        _made(file)
        if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise InputError(f"others may read {file}", hint=f"chmod 600 {file}")
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"cannot use {file}: {getattr(error, 'strerror', None) or 'no text'}",
            hint="Name another --directory, or mend its rights.",
        ) from error
    if len(text) < _LEAST:
        raise InputError(f"the secret in {file} is too short", hint="Delete the file: it is made.")
    return text


def _made(file: Path) -> None:
    """Make the file whole, or find that it is there."""
    if file.exists():
        return
    aside = file.with_name(f".{NAME}.{secrets.token_hex(8)}")
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(60) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(aside, file)  # unlike a rename it fails where another process was first
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not file.exists():
                os.replace(aside, file)
    finally:
        aside.unlink(missing_ok=True)
