"""The page ``/docs``, made of the OpenAPI document: requests, keys, examples to send or to paste, and replies."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

_REF = "#/components/schemas/"
_LEAST = "minimum minLength minItems".split()
_MOST = "maximum maxLength maxItems".split()
_UNITS = {"string": " characters", "array": " items"}


@dataclass(frozen=True, slots=True)
class Field:
    """A key of an object."""

    name: str
    type: str
    meaning: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Part:
    """An object: what is sent, or what comes back."""

    name: str
    about: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A request to send or to paste."""

    id: str
    summary: str
    body: str
    curl: str


@dataclass(frozen=True, slots=True)
class Operation:
    """A request that is taken."""

    id: str
    method: str
    path: str
    summary: str
    description: str
    body: Part | None
    examples: tuple[Example, ...]
    reply: Part | None


def documented(document: Mapping[str, Any], base: str) -> dict[str, Any]:
    """Return the values of the page's template.

    Args:
        document: the OpenAPI document.
        base: address of the server, for commands.
    """
    schemas = document["components"]["schemas"]
    operations = []
    shown: set[str] = set()
    for path, methods in document["paths"].items():
        for method, found in methods.items():
            operation = _operation(method.upper(), path, found, schemas, base)
            operations.append(operation)
            shown |= {part.name for part in (operation.body, operation.reply) if part}
    nested = {
        name
        for part in shown
        for name in re.findall(rf"{_REF}(\w+)", json.dumps(schemas.get(part, {})))
    }
    return {
        "about": document["info"]["description"],
        "operations": operations,
        "parts": [_part(name, schemas) for name in sorted(nested - shown)],
    }


def _operation(
    method: str, path: str, found: Mapping[str, Any], schemas: Mapping[str, Any], base: str
) -> Operation:
    name = f"{method.lower()}{path.replace('/', '-')}"
    content = found.get("requestBody", {}).get("content", {}).get("application/json", {})
    reply = found["responses"]["200"]["content"]["application/json"]["schema"]
    examples = tuple(_examples(name, method, path, content.get("examples", {}), base))
    return Operation(
        name,
        method,
        path,
        found.get("summary", ""),
        found.get("description", ""),
        _part(_name(content["schema"]), schemas) if content else None,
        examples,
        _part(_name(reply), schemas) if "$ref" in reply else None,
    )


def _examples(
    name: str, method: str, path: str, given: Mapping[str, Any], base: str
) -> Iterator[Example]:
    if method == "GET":
        yield Example(f"{name}-1", "", "", shlex.join(["curl", "-s", f"{base}{path}"]))
    for number, each in enumerate(given.values(), 1):
        body = json.dumps(each["value"], ensure_ascii=False, indent=2)
        plain = json.dumps(each["value"], ensure_ascii=False)
        yield Example(
            f"{name}-{number}", each.get("summary", ""), body, curl(f"{base}{path}", plain)
        )


def curl(address: str, body: str) -> str:
    """Write a request as a command for the shell.

    >>> print(curl("http://127.0.0.1:8765/solve", '{"text": "It slept."}'))
    curl -s http://127.0.0.1:8765/solve -H 'Content-Type: application/json' -d '{"text": "It slept."}'
    """
    words = ["curl", "-s", address, "-H", "Content-Type: application/json", "-d", body]
    return shlex.join(words)


def _name(schema: Mapping[str, Any]) -> str:
    return str(schema.get("$ref", "")).removeprefix(_REF)


def _part(name: str, schemas: Mapping[str, Any]) -> Part:
    schema = schemas[name]
    needed = schema.get("required", [])
    fields = tuple(
        Field(key, _type(value), value.get("description", ""), key in needed)
        for key, value in schema["properties"].items()
    )
    return Part(name, schema.get("description", ""), fields)


def _type(schema: Mapping[str, Any]) -> str:
    """Describe what a value may be.

    >>> _type({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]})
    'string, at most 9 characters; or null'
    >>> _type({"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 2, "maxItems": 2})
    'list of strings, 2 items'
    >>> _type({"anyOf": [{"type": "integer", "maximum": 20000.0}, {"type": "number"}]})
    'whole number, at most 20,000; or number'
    >>> _type({"anyOf": [{"type": "integer"}, {"type": "number"}]})
    'number'
    """
    if "anyOf" in schema:
        kinds = [_type(each) for each in schema["anyOf"]]
        return "; or ".join(k for k in kinds if not (k == "whole number" and "number" in kinds))
    if "$ref" in schema:
        return _name(schema)
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return " or ".join(json.dumps(value) for value in allowed)
    kind = str(schema.get("type", "any"))
    least = next((schema[key] for key in _LEAST if key in schema), None)
    most = next((schema[key] for key in _MOST if key in schema), None)
    unit = _UNITS.get(kind, "")
    said = {"integer": "whole number", "boolean": "true or false", "array": "list"}.get(kind, kind)
    if kind == "array" and "items" in schema:
        one = _type(schema["items"]).partition(",")[0]
        said += f" of {one}s"
    if most is not None:
        number = f"{int(most):,}{unit}"
        return f"{said}, {number}" if least == most else f"{said}, at most {number}"
    return said


def marked_up(text: str) -> Markup:
    """Write a description as HTML: what is in backticks is code.

    >>> print(marked_up("`GET <x>`: a & b."))
    <code>GET &lt;x&gt;</code>: a &amp; b.
    """
    parts = re.split(r"`([^`]*)`", " ".join(text.split()))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )
