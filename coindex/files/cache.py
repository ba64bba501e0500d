"""Computed values kept on disk for the next process, beside the compiled store.

A value is kept under a key made of what it depends on, and is found only under the same key. Values are packed by
``msgpack`` (which spaCy brings in ``srsly``): reading them can run nothing. Still nothing is kept where other users
could write, since they could change answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coindex.files.atomic import replacing
from kparse.cachedir import private
from kparse.errors import InputError

logger = logging.getLogger(__name__)

_PATIENCE = 5.0
"""Seconds to wait for another process that writes a database."""

_SET = "frozenset()"
"""The key of a dictionary that stands for a frozen set."""
_SOURCES = frozenset((".py", ".toml", ".lark", ".txt", ".tsv"))


@dataclass(frozen=True, slots=True)
class Place:
    """The directory of values, and a digest of the programs that made them."""

    directory: Path
    made_by: str


def digest(texts: Iterable[str | bytes]) -> bytes:
    """Give a digest of texts in their order, and of the form in which values are kept."""
    found = hashlib.sha256(b"msgpack 1")
    for text in texts:
        data = text.encode() if isinstance(text, str) else text
        found.update(len(data).to_bytes(8))
        found.update(data)
    return found.digest()


def program_digest(*places: Path) -> str:
    """Give a digest of programs: files, and folders with all programs, tables and grammars in them.

    It serves as a key for what the programs made; no list of files has to be maintained.
    """
    found = hashlib.sha256()
    for place in places:
        for path in [place] if place.is_file() else sorted(place.rglob("*")):
            if path.suffix in _SOURCES:
                found.update(path.relative_to(place.parent).as_posix().encode())
                found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def packed(value: tuple[Any, ...]) -> bytes:
    """Write a value of tuples, frozen sets, dictionaries, numbers and texts as bytes."""
    from srsly.msgpack import packb

    return bytes(packb(value, use_bin_type=True, default=_pack_set))


def unpacked(data: bytes | memoryview) -> Any:
    """Read what :func:`packed` wrote.

    Raises:
        ValueError: it is damaged.
    """
    from srsly.msgpack import unpackb

    return unpackb(data, raw=False, use_list=False, object_hook=_unpack_set)


def _pack_set(one: object) -> dict[str, Any]:
    if not isinstance(one, frozenset):
        raise TypeError(f"{type(one).__name__} cannot be kept")
    return {_SET: tuple(one)}


def _unpack_set(one: dict[str, Any]) -> Any:
    return frozenset(one[_SET]) if _SET in one else one


def recall(path: Path, key: bytes) -> Any:
    """Give the value kept in a file if it was kept under that key, else ``None``."""
    try:
        if not private(path.parent):
            return None
        data = path.read_bytes()
        if data[: len(key)] == key:
            found = unpacked(memoryview(data)[len(key) :])
            return found if isinstance(found, tuple) else None
    except (
        OSError,
        ValueError,
        TypeError,
        ImportError,
    ) as error:  # (a wheel is built without spaCy)
        logger.debug("nothing is kept in %s: %s", path, error)
    return None


def keep(path: Path, key: bytes, value: tuple[Any, ...]) -> None:
    """Keep a value (see :func:`packed`); where that cannot be done, do nothing."""
    with contextlib.suppress(OSError, InputError, ImportError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not private(path.parent):
            return
        with replacing(path, flush=False) as temporary, open(temporary, "wb") as file:
            file.write(key)
            file.write(packed(value))


def open_database(path: Path, schema: str) -> sqlite3.Connection | None:
    """Open a database of kept values, or make it; ``None`` where others may write, or if it cannot be used."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not private(path.parent):  # what other users wrote is not to be trusted
            return None
        connection = sqlite3.connect(path, timeout=_PATIENCE)
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute(schema)
    except (OSError, sqlite3.DatabaseError) as error:
        logger.debug("%s cannot be used: %s", path, error)
        if isinstance(error, sqlite3.DatabaseError) and "not a database" in str(error):
            path.unlink(missing_ok=True)  # a damaged one; the next process makes it anew
        return None
    return connection
