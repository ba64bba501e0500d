"""The whole site in one file, for any database: a line of JSON a row, compressed.

Sessions, rate limits and one-time links are left out; the secret is a file of its own and has to be kept beside it, or
payment codes that are out lose their worth.
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
from coindex.winoflexi.models import Person
from kparse.errors import InputError, Location

FORMAT = "winoflexi 1"
_LEFT_OUT = frozenset({"Link", "RateWindow"})
_BATCH = 500


def _models() -> list[type[Model]]:
    """The tables that are kept, referred ones first."""
    config = apps.get_app_config("winoflexi")
    every = serializers.sort_dependencies([(config, list(config.get_models()))])
    return [model for model in every if model.__name__ not in _LEFT_OUT]


def _state() -> str:
    """The last migration that was applied."""
    rows = MigrationRecorder.Migration.objects.filter(app="winoflexi").order_by("pk")
    return str(rows.values_list("name", flat=True).last())


def dump(path: Path) -> dict[str, int]:
    """Write everything into a file, as it is at one moment; give the number of rows by table.

    Raises:
        InputError: the file cannot be written.
    """
    counts: dict[str, int] = {}
    buffer = io.BytesIO()
    with transaction.atomic(), gzip.GzipFile(fileobj=buffer, mode="wb", mtime=0) as packed:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        head = {"format": FORMAT, "migration": _state()}
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
    """Read such a file into an empty site, all or nothing; give the number of rows by table.

    Raises:
        InputError: the site is not empty, or the file cannot be read (with its line).
    """
    if Person.objects.exists():
        raise InputError(
            "this site has people already", hint="Restore into a new --directory or database."
        )
    counts = {model.__name__: 0 for model in _models()}
    try:
        with transaction.atomic():
            for model in reversed(_models()):  # what the first start has put there
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
            hint="Is the file whole?",
        ) from error
    return counts


def _rows(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if number == 1:
                    _check_head(line, path)
                    continue
                try:
                    yield from serializers.deserialize("jsonl", line)
                except DeserializationError as error:
                    raise InputError(
                        "this line is no row of this version",
                        location=Location(str(path), number, 1),
                        hint="Restore with the version that has written it, then upgrade.",
                    ) from error
    except (OSError, EOFError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no dump, or it is cut off"
        raise InputError(f"cannot read {path}: {reason}") from error


def _check_head(line: str, path: Path) -> None:
    try:
        head = json.loads(line)
        written, state = head["format"], head["migration"]
    except (ValueError, TypeError, KeyError):
        written, state = "", ""
    if written != FORMAT:
        raise InputError(
            f"{path} is no dump of WinoFlexi", hint="`winoflexi dump FILE` writes one."
        )
    if state != _state():
        raise InputError(
            f"{path} was written at {state}, the tables are at {_state()}",
            hint="Restore with the version that has written it, then upgrade.",
        )
