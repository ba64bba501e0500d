"""YAML as a tree of plain text with lines and columns; nothing of YAML that a list of schemas does not need.

The tree is made of PyYAML's events, so that every value keeps its place, no value is ever taken for a number, a date or
a truth value, and no object is built. Anchors, aliases and tags are refused, and with them every way in which a short
file can stand for a huge one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import yaml

from kparse.errors import InputError, Location

DEEPEST = 8
"""Levels of nesting; a file of schemas has three."""

MOST = 200_000
"""Parts (keys, values, beginnings and ends) a file may have; a schema has some 30."""

_PLAIN = "Write plain lists, keys and text."


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar. ``given`` is whether anything is written at all (``key:`` alone is not)."""

    value: str
    place: Location
    given: bool


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Tree, ...]
    place: Location


@dataclass(frozen=True, slots=True)
class Keys:
    """A mapping, in the order in which it is written."""

    items: tuple[tuple[Text, Tree], ...]
    place: Location


Tree: TypeAlias = Text | Items | Keys


def parse(text: str, name: str) -> Tree | None:
    """Read one YAML document; ``None`` if there is nothing in it.

    Raises:
        InputError: it is no YAML, or has anchors, aliases, tags, several documents, deep nesting, a key twice.
    """
    try:
        return _document(_counted(yaml.parse(text, Loader=yaml.SafeLoader), name), name)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Location(name, mark.line + 1, mark.column + 1) if mark else Location(name)
        said = ", ".join(part for part in (error.context, error.problem) if part)
        raise InputError(
            f"this is not YAML: {said}",
            location=place,
            source_line=_line(text, place.line),
            hint="Put double quotes round a text that has a colon or begins with a brace or bracket; "
            "indent alike, by blanks, what belongs together.",
        ) from error
    except yaml.reader.ReaderError as error:
        place = _place_of(text, error.position, name)
        raise InputError(
            f"the character U+{error.character:04X} cannot be in a YAML file", location=place
        ) from error


def _line(text: str, number: int | None) -> str | None:
    lines = text.split("\n")
    return lines[number - 1] if number and number <= len(lines) else None


def _place_of(text: str, offset: int, name: str) -> Location:
    before = text[:offset]
    return Location(name, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


def _counted(events: Iterable[yaml.Event], name: str) -> Iterator[yaml.Event]:
    for number, event in enumerate(events):
        if number > MOST:
            raise InputError(
                f"more than {MOST:,} parts", location=_location(event, name), hint="Split the file."
            )
        yield event


def _document(events: Iterator[yaml.Event], name: str) -> Tree | None:
    tree: Tree | None = None
    begun = False
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            if begun:
                raise InputError(
                    "there is a second YAML document",
                    location=_location(event, name),
                    hint="Take out the line `---`.",
                )
            begun = True
        elif isinstance(event, yaml.NodeEvent):
            tree = _node(event, events, name, 1)
    return tree if not isinstance(tree, Text) or tree.given else None


def _location(event: yaml.Event, name: str) -> Location:
    mark = event.start_mark
    return Location(name, mark.line + 1, mark.column + 1) if mark else Location(name)


def _node(event: yaml.Event, events: Iterator[yaml.Event], name: str, depth: int) -> Tree:
    place = _location(event, name)
    for name_of_it, sign in (
        ("anchor", "*" if isinstance(event, yaml.AliasEvent) else "&"),
        ("tag", ""),
    ):
        found = getattr(event, name_of_it, None)
        if found is not None:
            what = "alias" if sign == "*" else name_of_it
            raise InputError(
                f"the {what} `{sign}{found[:40]}` is not read", location=place, hint=_PLAIN
            )
    if depth > DEEPEST:
        raise InputError(f"nested more than {DEEPEST} deep", location=place, hint=_PLAIN)
    if isinstance(event, yaml.ScalarEvent):
        return Text(event.value, place, given=event.style is not None or event.value != "")
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        for inner in events:
            if isinstance(inner, yaml.SequenceEndEvent):
                break
            items.append(_node(inner, events, name, depth + 1))
        return Items(tuple(items), place)
    return _mapping(events, name, depth, place)


def _mapping(events: Iterator[yaml.Event], name: str, depth: int, place: Location) -> Keys:
    pairs: dict[str, tuple[Text, Tree]] = {}
    for event in events:
        if isinstance(event, yaml.MappingEndEvent):
            break
        key = _node(event, events, name, depth + 1)
        if not isinstance(key, Text):
            raise InputError("a key must be a word", location=key.place, hint=_PLAIN)
        if key.value in pairs:
            raise InputError(f"the key `{key.value}` is there twice", location=key.place)
        pairs[key.value] = (key, _node(next(events), events, name, depth + 1))
    return Keys(tuple(pairs.values()), place)
