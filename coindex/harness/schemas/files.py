"""Files of schemas: YAML in and out, and the collection's XML in.

A YAML file is a list of schemas; docs/schemas.md describes the keys.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from coindex.harness.schemas.schema import LEVELS, Schema, SchemaError
from coindex.harness.schemas.yamltree import is_missing, parse, place
from kparse.errors import Diagnostic, InputError, Location

LIBRARY = Path(__file__).resolve().parent / "library"
"""The schemas that ship."""

LARGEST = 1024 * 1024
"""Most bytes of a file: about 4,000 schemas."""

_REQUIRED = ("id", "text", "special", "alternate", "answers")
_OPTIONAL = ("question", "quote", "domains", "level", "source")
KEYS = ("id", "text", "special", "alternate", "question", "answers", "quote", "domains", "level", "source")  # fmt: skip
"""The keys of a schema, in the order in which they are written."""


@dataclass
class Contents:
    """Contents of files, in order: schemas, errors (``E1xx``), and what XML has besides schemas (``left``)."""

    schemas: list[Schema] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    left: list[Diagnostic] = field(default_factory=list)


class _Problem(Exception):
    """An error in a file, with its code and place."""

    def __init__(self, code: str, message: str, place: Location, hint: str = "") -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, place, hint)


def load(paths: Iterable[str | Path] = ()) -> Contents:
    """Read schemas from files and directories; the shipped ones if none is given.

    Raises:
        InputError: for the first error, or if there is no schema.
    """
    contents = read(paths)
    if contents.problems:
        first = contents.problems[0]
        raise InputError(first.message, location=first.location, hint=first.hint)
    if not contents.schemas:
        first = contents.left[0]
        raise InputError(f"there is no schema: {first.message}", location=first.location)
    return contents


def read(paths: Iterable[str | Path] = ()) -> Contents:
    """Read schemas, and collect the errors of the others.

    Raises:
        InputError: a path is missing or cannot be read, or the files are empty.
    """
    given = [Path(path) for path in paths] or [LIBRARY]
    contents = Contents()
    for path in _files(given):
        if path.suffix.lower() == ".xml":
            from coindex.harness.schemas.convert import read_xml

            converted = read_xml(path)
            contents.schemas.extend(converted.schemas)
            contents.left.extend(converted.left)
        else:
            _read_yaml(path, contents)
    seen: dict[str, Schema] = {}
    for schema in contents.schemas:
        first = seen.setdefault(schema.id, schema)
        if first is not schema:
            message = f"the id `{schema.id}` is taken by {first.at('id')}"
            contents.problems.append(
                Diagnostic("E106", message, schema.at("id"), "Choose another.")
            )
    if not (contents.schemas or contents.problems or contents.left):
        raise InputError(
            f"no schema in {', '.join(map(str, given))}",
            hint="Each schema begins with a dash: `- id: NAME`.",
        )
    return contents


def _files(given: Sequence[Path]) -> Iterator[Path]:
    seen = set()
    for path in given:
        inside = sorted(file for file in path.glob("*.yaml") if file.is_file())
        found = inside if path.is_dir() else [path]
        if not found:
            raise InputError(
                f"there is no .yaml file in {path}", hint="Name files, or another directory."
            )
        for file in found:
            if file.suffix.lower() not in (".yaml", ".yml", ".xml"):
                raise InputError(
                    f"{file}: unknown kind of schema file",
                    hint="Give .yaml, or .xml of the collection.",
                )
            if file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


# ------------------------------------------------------------------------------------------- YAML


def _read_yaml(path: Path, contents: Contents) -> None:
    try:
        tree = parse(text_of(path), str(path))
    except InputError as error:
        if error.location is None:  # there is no such file
            raise
        contents.problems.append(Diagnostic("E101", error.message, error.location, error.hint))
        return
    if tree is None:
        return
    if not isinstance(tree, yaml.SequenceNode):
        contents.problems.append(
            Diagnostic(
                "E101",
                "this is not a list of schemas",
                place(tree),
                "Each schema begins with a dash: `- id: NAME`.",
            )
        )
        return
    for entry in tree.value:
        try:
            contents.schemas.append(_schema(entry))
        except _Problem as problem:
            contents.problems.append(problem.diagnostic)


def text_of(path: str | Path) -> str:
    """Read a text file.

    Raises:
        InputError: it cannot be read, is too large, or is not UTF-8.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    if len(data) > LARGEST:
        raise InputError(
            f"the file is larger than {LARGEST // 1024 // 1024} MB",
            location=Location(str(path)),
            hint="Split it.",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            f"this is not UTF-8 text (byte 0x{data[error.start]:02X})",
            location=Location(str(path), line, column),
            hint="Save the file as UTF-8.",
        ) from error


def _schema(entry: yaml.Node) -> Schema:
    if not isinstance(entry, yaml.MappingNode):
        raise _Problem(
            "E104", "a schema is a list of keys", place(entry), f"It has {', '.join(_REQUIRED)}."
        )
    values: dict[str, Any] = {}
    places = {"": place(entry)}
    for key, value in entry.value:
        if key.value not in KEYS:
            raise _Problem("E102", f"unknown key `{key.value}`", place(key), _near(key.value))
        places[key.value] = place(key)
        values[key.value] = _value(key.value, value)
    missing = [key for key in _REQUIRED if key not in values]
    if missing:
        raise _Problem(
            "E103",
            f"the schema has no {' and no '.join(f'`{key}`' for key in missing)}",
            place(entry),
            f"Write {', '.join(f'{key}:' for key in missing)}.",
        )
    try:
        return Schema(**values, place=MappingProxyType(places))
    except SchemaError as error:
        where = places.get(error.key, place(entry))
        raise _Problem("E105", error.message, where, error.hint) from error


def _near(key: str) -> str:
    if key == "pronoun":
        return "Put brackets round the pronoun in the text: [it]."
    found = difflib.get_close_matches(key, KEYS, n=1, cutoff=0.5)
    return f"Did you mean `{found[0]}`?" if found else f"The keys are {', '.join(KEYS)}."


def _value(name: str, value: yaml.Node) -> Any:
    if name in ("special", "alternate"):
        return (
            _texts(name, value) if isinstance(value, yaml.SequenceNode) else (_text(name, value),)
        )
    if name in ("answers", "domains"):
        found = _texts(name, value)
        return tuple(sorted(found)) if name == "domains" else found
    text = _text(name, value)
    if name == "level" and text not in LEVELS:
        near = difflib.get_close_matches(text, LEVELS, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else f"One of: {', '.join(LEVELS)}."
        raise _Problem("E105", f"`{text[:80]}` is no level", place(value), hint)
    return text


def _text(name: str, value: yaml.Node) -> str:
    if not isinstance(value, yaml.ScalarNode):
        raise _Problem("E104", f"`{name}` must be a text", place(value))
    if is_missing(value):
        raise _Problem(
            "E104", f"`{name}` has no value", place(value), 'Write "" for a word that is not there.'
        )
    return " ".join(value.value.split())


def _texts(name: str, value: yaml.Node) -> tuple[str, ...]:
    if not isinstance(value, yaml.SequenceNode):
        raise _Problem("E104", f"`{name}` must be a list", place(value), f"Write {name}: [a, b].")
    return tuple(_text(name, item) for item in value.value)


# ---------------------------------------------------------------------------------------- writing


class _Dumper(yaml.SafeDumper):
    """Writes short lists in brackets, and what occurs twice twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _flow_sequence(dumper: yaml.SafeDumper, value: Sequence[str]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)


_Dumper.add_representer(tuple, _flow_sequence)


def to_yaml(schemas: Iterable[Schema]) -> str:
    """Write schemas as YAML: keys in one order, empty ones left out, a blank line between schemas."""
    return "\n".join(
        yaml.dump(
            [_record(schema)],
            Dumper=_Dumper,
            sort_keys=False,
            allow_unicode=True,
            default_flow_style=False,
            width=100,
        )
        for schema in schemas
    )


def _record(schema: Schema) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for key in KEYS:
        value = getattr(schema, key)
        if key in ("special", "alternate") and len(value) == 1:
            value = value[0]
        if value or key in _REQUIRED:
            record[key] = value
    return record
