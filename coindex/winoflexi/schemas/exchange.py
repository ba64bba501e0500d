"""Import and export of libraries: the schema library's YAML, without loss, and the contest's XML."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from django.db import transaction

from coindex.harness.questions.collection import parse_collection
from coindex.harness.schemas import schema as library
from coindex.harness.schemas.convert import paired, to_xml
from coindex.harness.schemas.files import LIBRARY, load, read, to_yaml
from coindex.winoflexi.models import Library, Schema, State
from coindex.winoflexi.schemas import drafts
from coindex.winoflexi.schemas.checks import problems_of
from coindex.winoflexi.schemas.storage import add, made_of
from kparse.errors import InputError


@dataclass
class Imported:
    """New schemas, the number of known ones, and messages about those that were not converted."""

    known: int = 0
    rows: list[Schema] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    @property
    def new(self) -> int:
        """The number of new schemas."""
        return len(self.rows)


def export(of: Sequence[Library], form: str) -> str:
    """Return the valid schemas of libraries as ``yaml`` or ``xml``.

    Raises:
        InputError: there is none, or one cannot be written in this format.
    """
    rows = Schema.objects.filter(library__in=of, state=State.VALID).order_by("pk")
    found = [made_of(row) for row in rows]
    if not found:
        raise InputError("there is no valid schema to write")
    return to_xml(found) if form == "xml" else to_yaml(found)


def take(schemas: Iterable[library.Schema], of: Library) -> Imported:
    """Add schemas to a library, all or none. Identical schemas are skipped.

    Raises:
        InputError: a schema does not pass the quick checks; another one has the same id, or the same words.
    """
    result = Imported()
    schemas = list(schemas)
    _check(schemas)
    with transaction.atomic():
        there = {row.name: row for row in Schema.objects.all()}
        same = Schema.objects.filter(library=of).exclude(state=State.WITHDRAWN)
        marks = dict(same.values_list("fingerprint", "name"))
        for made in schemas:
            row, mark = there.get(made.id), drafts.fingerprint(made)
            if row is None and mark in marks:
                raise InputError(
                    f"`{made.id}` has the words of `{marks[mark]}`",
                    location=made.at(),
                    hint="Leave it out.",
                )
            marks[mark] = made.id
            if row is None:
                there[made.id] = add(made, of, State.VALID)
                result.rows.append(there[made.id])
            elif drafts.record(made_of(row)) == drafts.record(made):
                result.known += 1
            else:
                raise InputError(
                    f"the id `{made.id}` is taken by another schema",
                    location=made.at("id"),
                    hint="Give it another id.",
                )
    return result


_MOST_TOLD = 5


def _check(schemas: Sequence[library.Schema]) -> None:
    """Run the quick checks.

    Raises:
        InputError: schemas do not pass (with the first few reasons).
    """
    found = [(made, problem) for made in schemas for problem in problems_of(made)]
    if not found:
        return
    told = [f"`{made.id}`: {problem.rstrip('.')}" for made, problem in found[:_MOST_TOLD]]
    if len(found) > _MOST_TOLD:
        told.append(f"and {len(found) - _MOST_TOLD} more")
    raise InputError(
        "; ".join(told),
        location=found[0][0].at(),
        hint="Nothing was imported. Correct the file, or leave these schemas out.",
    )


def take_file(data: bytes, name: str, of: Library) -> Imported:
    """Add the schemas of an uploaded file to a library.

    Args:
        data: contents of the file.
        name: name of the file; its suffix gives the format.
        of: the library.

    Raises:
        InputError: the file cannot be read (with line and column).
    """
    suffix = Path(name).suffix.lower()
    if suffix == ".xml":
        converted = paired(parse_collection(data, Path(name).name))
        result = take(converted.schemas, of)
        result.messages = [str(left) for left in converted.left]
        return result
    if suffix not in (".yaml", ".yml"):
        raise InputError("the file is neither .yaml nor .xml", hint="Name it by what it is.")
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "library.yaml"
        file.write_bytes(data)
        try:
            contents = load([file])
        except InputError as error:
            place = error.location
            at = f"line {place.line}, column {place.column}: " if place and place.line else ""
            raise InputError(f"{at}{error.message}", hint=error.hint) from error
    return take(contents.schemas, of)


def take_shipped() -> Imported:
    """Add the schemas that ship to the experts' library."""
    return take(read([LIBRARY]).schemas, Library.EXPERT)
