"""The secret that signs sessions, links and payment codes: a file that other users cannot read."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path

from kparse.errors import InputError

NAME = "secret.key"
_LEAST = 40


def secret_of(directory: Path) -> str:
    """Read the secret in a directory, or create it. Processes that start at the same time get the same one.

    Raises:
        InputError: the directory or the file is unusable, or others can read the file.
    """
    file = directory / NAME
    try:
        directory.mkdir(parents=True, exist_ok=True)
        _create(file)
        if os.name == "posix" and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise InputError(f"other users can read {file}", hint=f"chmod 600 {file}")
        text = file.read_text("ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"cannot use {file}: {getattr(error, 'strerror', None) or 'no text'}",
            hint="Give another --directory, or correct its permissions.",
        ) from error
    if len(text) < _LEAST:
        raise InputError(
            f"the secret in {file} is too short", hint="Delete the file; a new one will be created."
        )
    return text


def _create(file: Path) -> None:
    """Create the file atomically unless it exists."""
    if file.exists():
        return
    temporary = file.with_name(f".{NAME}.{secrets.token_hex(8)}")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(60) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(temporary, file)  # unlike a rename, this fails if another process was first
        except FileExistsError:
            pass
        except OSError:  # the file system has no hard links
            if not file.exists():
                os.replace(temporary, file)
    finally:
        temporary.unlink(missing_ok=True)
