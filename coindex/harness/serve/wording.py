"""The error in a body that is JSON but not a question, in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from coindex.harness.serve import schemas

_FIELDS = frozenset(
    name
    for model in (schemas.Question, schemas.Batch, schemas.ChoiceQuestion)
    for name in model.model_fields
)
_TYPES = {
    "string_type": "not a string",
    "int_type": "not a whole number",
    "float_type": "not a number",
    "bool_type": "neither true nor false",
    "list_type": "not a list",
    "model_type": "not an object",
    "model_attributes_type": "not an object",
}
_OTHERS = {
    "missing": "this key is missing",
    "extra_forbidden": "there is no such key",
    "string_too_long": "more than {max_length:,} characters",
    "string_too_short": "empty",
    "string_pattern_mismatch": "nothing but white space",
    "string_unicode": "half a surrogate pair is no character",
    "too_long": "more than {max_length}",
    "too_short": "fewer than {min_length}",
    "greater_than_equal": "less than {ge}",
    "less_than_equal": "more than {le:,}",
    "literal_error": "not {expected}",
    "finite_number": "not a finite number",
}


def what_is_wrong(errors: Sequence[Any]) -> str:
    """Describe the first error, and count the others.

    Args:
        errors: pydantic's, of a request: each place begins with ``"body"``.

    >>> what_is_wrong([{"type": "missing", "loc": ("body", "questions", 2, "text"), "msg": "Field required"}])
    'questions[2].text: this key is missing'
    """
    first = _place(errors[0])
    here = [e for e in errors if _place(e) == first]
    # A union reports an error for each member: the member that fails on more than the type was meant.
    meant = [e for e in here if e["type"] not in _TYPES] or here
    problem = ", ".join(dict.fromkeys(map(_message, meant)))
    others = len({_place(e) for e in errors}) - 1
    rest = f" ({others} more place{'s are' if others > 1 else ' is'} wrong)" if others else ""
    return f"{first or 'the body'}: {problem}{rest}"


def _place(error: Any) -> str:
    """Return the name of a place in the body, without the union members that pydantic adds.

    >>> _place({"type": "int_type", "loc": ("body", "questions", 0, "id", "int")})
    'questions[0].id'
    """
    parts = error["loc"][1:]
    place = ""
    for number, part in enumerate(parts, 1):
        if isinstance(part, int):
            place += f"[{part}]"
        elif part in _FIELDS:
            place += f".{part}"
        elif error["type"] == "extra_forbidden" and number == len(parts):
            place += f".{part[:40]}"
    return place.lstrip(".")


def _message(error: Any) -> str:
    template = _TYPES.get(error["type"]) or _OTHERS.get(error["type"])
    if template is None:
        return str(error["msg"])
    return template.format(**error.get("ctx", {}))
