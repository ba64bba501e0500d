"""Backup of the whole site in one file, for any database: one line of JSON per row, compressed.

Sessions, rate limits and one-time links are left out. The secret is a separate file. Keep it with the backup:
without it, issued payment codes are worthless.
"""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core import serializers
from django.core.management.color import no_style
from django.core.serializers.base import DeserializationError
from django.db import DatabaseError, connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from coindex.files.textfile import write_bytes
from coindex.version import __version__
from coindex.winoflexi.models import Person
from kparse.errors import InputError, Location

FORMAT = "winoflexi 1"
_OMITTED = frozenset({"Link", "RateWindow"})
_BATCH = 500


def _models() -> list[type[Model]]:
    """Return the tables to save; each comes after those that it refers to."""
    config = apps.get_app_config("winoflexi")
    every = serializers.sort_dependencies([(config, list(config.get_models()))])
    return [model for model in every if model.__name__ not in _OMITTED]


def _state() -> str:
    """Return the name of the last applied migration (those of some that were joined are recorded later)."""
    rows = MigrationRecorder.Migration.objects.filter(app="winoflexi").order_by("name")
    return str(rows.values_list("name", flat=True).last())


def dump(path: Path) -> dict[str, int]:
    """Write a consistent snapshot to a file; return the number of rows by table.

    Raises:
        InputError: the file cannot be written.
    """
    counts: dict[str, int] = {}
    buffer = io.BytesIO()
    with transaction.atomic(), gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        head = {"format": FORMAT, "migration": _state(), "coindex": __version__}
        packed.write(json.dumps(head).encode() + b"\n")
        for model in _models():
            rows = model._default_manager.order_by("pk").iterator(_BATCH)
            counts[model.__name__] = 0
            for row in rows:
                packed.write(serializers.serialize("jsonl", [row], ensure_ascii=False).encode())
                counts[model.__name__] += 1
    write_bytes(path, buffer.getvalue())
    return counts


def restore(path: Path) -> dict[str, int]:
    """Read a backup into an empty site, completely or not at all; return the number of rows by table.

    Raises:
        InputError: the site is not empty, or the file cannot be read (with the line).
    """
    if Person.objects.exists():
        raise InputError(
            "this site already has people", hint="Restore into a new --directory or database."
        )
    counts = {model.__name__: 0 for model in _models()}
    try:
        with transaction.atomic():
            for model in reversed(_models()):  # rows from the first start
                model._default_manager.all().delete()
            for row in _rows(path):
                row.save()
                counts[type(row.object).__name__] += 1
            with connection.cursor() as cursor:
                for command in connection.ops.sequence_reset_sql(no_style(), _models()):
                    cursor.execute(command)
    except DatabaseError as error:
        raise InputError(
            f"{path}: the rows do not fit together: {str(error).splitlines()[0]}",
            hint="The file may be damaged.",
        ) from error
    return counts


def _rows(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            number = 0
            for number, line in enumerate(lines, 1):
                if number == 1:
                    _check_head(line, path)
                    continue
                try:
                    yield from serializers.deserialize("jsonl", line)
                except DeserializationError as error:
                    raise InputError(
                        "this line is not a row of this version",
                        location=Location(str(path), number, 1),
                        hint="Restore it with the version that wrote it, then upgrade.",
                    ) from error
            if not number:
                raise InputError(
                    f"{path}: the file is empty", hint="Give a file of `winoflexi dump`."
                )
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a dump, or is truncated"
        raise InputError(f"cannot read {path}: {reason}") from error


def _check_head(line: str, path: Path) -> None:
    try:
        head = json.loads(line)
        written, state = head["format"], head["migration"]
    except (ValueError, TypeError, KeyError):
        written, state = "", ""
    if written != FORMAT:
        raise InputError(
            f"{path} is not a dump of WinoFlexi", hint="`winoflexi dump FILE` writes one."
        )
    if state != _state():
        raise InputError(
            f"{path} was written at migration {state}, but the tables are at {_state()}",
            hint="Restore it with the version that wrote it, then upgrade.",
        )
