"""Django's database settings from ``DATABASE_URL``."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from kparse.errors import InputError

_SECONDS = 20
"""How long a write waits for other writes (SQLite), or for a connection (PostgreSQL)."""
_HINT = "Write postgresql://USER:PASSWORD@HOST:5432/NAME, or sqlite:///FILE."


def database(url: str) -> dict[str, Any]:
    """Return the settings for the address of a database.

    Args:
        url: ``postgresql://USER:PASSWORD@HOST:PORT/NAME?sslmode=require`` (a directory with a socket may be given as
            ``?host=DIR``), ``sqlite:///relative/file`` or ``sqlite:////absolute/file``.

    Raises:
        InputError: the address is invalid.

    >>> made = database("postgresql://ada:p%40ss@db.example:5433/flexi?sslmode=require")
    >>> made["HOST"], made["PORT"], made["USER"], made["PASSWORD"], made["NAME"], made["OPTIONS"]["sslmode"]
    ('db.example', '5433', 'ada', 'p@ss', 'flexi', 'require')
    >>> database("sqlite:///flexi.db")["NAME"]
    'flexi.db'
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise InputError(f"DATABASE_URL cannot be read: {error}", hint=_HINT) from error
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path.removeprefix("/"))))
    if parts.scheme not in ("postgres", "postgresql"):
        raise InputError(f"DATABASE_URL: unknown kind of database {parts.scheme!r}", hint=_HINT)
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    host = options.pop("host", "") or unquote(parts.hostname or "")
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise InputError("DATABASE_URL names no database", hint=_HINT)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(options.pop("port", "") or port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,  # reopen connections that the server has closed
        "OPTIONS": {"connect_timeout": _SECONDS, **options},
    }


def sqlite(file: Path) -> dict[str, Any]:
    """Return the settings for an SQLite file: readers never wait, and writers queue when they begin."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {
            "timeout": _SECONDS,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
