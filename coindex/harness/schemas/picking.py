"""Selecting schemas by domain, level and id; showing them."""

from __future__ import annotations

import difflib
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from coindex.harness.schemas.files import to_yaml
from coindex.harness.schemas.schema import SIDE_NAMES, Schema
from coindex.harness.schemas.template import fill
from kparse.errors import InputError


def pick(
    schemas: Sequence[Schema], *, domains: Sequence[str] = (), levels: Sequence[str] = ()
) -> list[Schema]:
    """Return the schemas that have one of the domains and one of the levels; an empty list selects all.

    Raises:
        InputError: there is no such domain or level, or no schema has both.
    """
    for what, asked, known in (
        ("domain", domains, Counter(d for s in schemas for d in s.domains)),
        ("level", levels, Counter(s.level for s in schemas if s.level)),
    ):
        for tag in asked:
            if tag not in known:
                near = difflib.get_close_matches(tag, known, n=1)
                names = ", ".join(f"{name} ({known[name]})" for name in sorted(known)) or "none"
                hint = f"Did you mean `{near[0]}`? " if near else ""
                raise InputError(
                    f"no schema has the {what} `{tag}`", hint=f"{hint}There are: {names}."
                )
    found = [
        schema
        for schema in schemas
        if (not domains or set(domains) & set(schema.domains))
        and (not levels or schema.level in levels)
    ]
    if not found:
        asked = " and ".join(", ".join(tags) for tags in (domains, levels) if tags)
        raise InputError(f"no schema is of {asked}")
    return found


def by_id(schemas: Sequence[Schema], name: str) -> Schema:
    """Return the schema with that id.

    Raises:
        InputError: there is none; the hint names similar ids.
    """
    for schema in schemas:
        if schema.id == name:
            return schema
    near = difflib.get_close_matches(name, [schema.id for schema in schemas], n=3)
    raise InputError(
        f"there is no schema `{name}`",
        hint=f"Did you mean {' or '.join(near)}?" if near else "`schema list` lists them.",
    )


def listed(schemas: Iterable[Schema]) -> Iterator[str]:
    """Return one line for each schema: id, level, domains, the text with both words in the slot."""
    rows = [(s.id, s.level or "-", ",".join(s.domains) or "-", _with_both(s)) for s in schemas]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(3)]
    for row in rows:
        yield "  ".join([*(c.ljust(w) for c, w in zip(row[:3], widths, strict=True)), row[3]])


def _with_both(schema: Schema) -> str:
    """Return the text with `special/alternate` in each slot.

    >>> _with_both(Schema("a", "The [it] is {special}.", ("old",), ("",), ("x", "y")))
    'The [it] is old/-.'
    """
    both = [
        f"{one or '-'}/{other or '-'}"
        for one, other in zip(schema.special, schema.alternate, strict=True)
    ]
    filled = fill(schema.text, both)
    return f"{filled.text[: filled.start]}[{filled.pronoun}]{filled.text[filled.end :]}"


def shown(schema: Schema) -> str:
    """Return a schema in full: as it is written, then the question and the right answer of each half."""
    lines = [f"# {schema.at()}", to_yaml([schema])]
    for name, half in zip(SIDE_NAMES, schema.halves, strict=True):
        lines.append(f"{name}:")
        lines.extend(textwrap.wrap(half.text, 96, initial_indent="  ", subsequent_indent="  "))
        lines.append(f"  {half.question}  {half.answers[half.right]}")
    return "\n".join(lines)


def summary(schemas: Sequence[Schema]) -> str:
    """Return the number of schemas by level and by domain."""
    levels = Counter(schema.level or "without level" for schema in schemas)
    domains = Counter(domain for schema in schemas for domain in schema.domains)
    counted = [
        ", ".join(f"{name} {count[name]}" for name in sorted(count)) for count in (levels, domains)
    ]
    number = f"{len(schemas)} schema{'s' * (len(schemas) != 1)}"
    return f"{number}; {'; '.join(part for part in counted if part)}"
