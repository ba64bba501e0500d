"""What the template of the page ``/docs`` needs to write the OpenAPI document: types, text and commands."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

_REF = re.compile(r"#/components/schemas/(\w+)")
_LEAST = "minimum minLength minItems".split()
_MOST = "maximum maxLength maxItems".split()
_UNITS = {"string": " characters", "array": " items"}


def part_of(schema: Mapping[str, Any]) -> str:
    """Return the name of the part of the document to which a schema refers, or an empty string.

    >>> part_of({"$ref": "#/components/schemas/Question"}), part_of({"type": "string"})
    ('Question', '')
    """
    found = _REF.fullmatch(schema.get("$ref", ""))
    return found[1] if found else ""


def inner_parts(document: Mapping[str, Any]) -> list[str]:
    """Return the names of the parts that are neither sent nor come back themselves, but are in those that do."""
    shown = set(_REF.findall(json.dumps(document["paths"])))
    parts = document["components"]["schemas"]
    inside = {name for part in shown for name in _REF.findall(json.dumps(parts[part]))}
    return sorted(inside - shown)


def curl(address: str, body: str | None = None) -> str:
    """Write a request as a command for the shell: a GET without a body.

    >>> print(curl("http://127.0.0.1:8765/solve", '{"text": "It slept."}'))
    curl -s http://127.0.0.1:8765/solve -H 'Content-Type: application/json' -d '{"text": "It slept."}'
    """
    sent = ["-H", "Content-Type: application/json", "-d", body] if body else []
    return shlex.join(["curl", "-s", address, *sent])


def type_of(schema: Mapping[str, Any]) -> str:
    """Describe what a value may be.

    >>> type_of({"anyOf": [{"type": "string", "maxLength": 9}, {"type": "null"}]})
    'string, at most 9 characters; or null'
    >>> type_of({"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 2, "maxItems": 2})
    'list of strings, 2 items'
    >>> type_of({"anyOf": [{"type": "integer", "maximum": 20000.0}, {"type": "number"}]})
    'whole number, at most 20,000; or number'
    >>> type_of({"anyOf": [{"type": "integer"}, {"type": "number"}]})
    'number'
    """
    if "anyOf" in schema:
        kinds = [type_of(each) for each in schema["anyOf"]]
        return "; or ".join(k for k in kinds if not (k == "whole number" and "number" in kinds))
    if "$ref" in schema:
        return part_of(schema)
    if "const" in schema or "enum" in schema:
        allowed = schema.get("enum", [schema.get("const")])
        return " or ".join(json.dumps(value) for value in allowed)
    kind = str(schema.get("type", "any"))
    least = next((schema[key] for key in _LEAST if key in schema), None)
    most = next((schema[key] for key in _MOST if key in schema), None)
    unit = _UNITS.get(kind, "")
    said = {"integer": "whole number", "boolean": "true or false", "array": "list"}.get(kind, kind)
    if kind == "array" and "items" in schema:
        one = type_of(schema["items"]).partition(",")[0]
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
