"""YAML as nodes with their places, restricted to what a list of schemas needs: lists, mappings and text.

No value becomes a number, a date or a truth value, and no object is built. Anchors, aliases and tags are refused, and
so is every other way in which a short file can stand for a huge one.
"""

from __future__ import annotations

import re
from typing import Any

import yaml

from kparse.errors import InputError, Location

DEEPEST = 8
"""Levels of nesting; a file of schemas has three."""

MOST = 200_000
"""Events (keys, values, starts and ends) that a file may have; a schema has about 30."""

_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line in YAML 1.1, and so in a mark's line number (section 5.4)."""

_PLAIN = "Write plain lists, keys and text."


def parse(text: str, name: str) -> yaml.Node | None:
    """Read one YAML document; ``None`` if it is empty.

    Args:
        text: the document.
        name: of the file.

    Raises:
        InputError: the text is not YAML, or has anchors, aliases, tags, several documents, deep nesting, a key twice.
    """
    try:
        loader = _Loader(text, name)
        node = loader.get_node() if loader.check_node() else None
        if loader.check_node():
            raise InputError(
                "there is a second YAML document",
                location=loader.location(),
                hint="Remove the line `---`.",
            )
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        assert mark is not None  # scanner, parser and composer always set one
        problem = ", ".join(part for part in (error.context, error.problem) if part)
        raise InputError(
            f"this is not YAML: {problem}",
            location=_location(mark),
            source_line=_LINE_END.split(text)[mark.line],
            hint="Put double quotes round a text that has a colon or begins with a brace or bracket. "
            "Indent with blanks, not tabs: lines that belong together by the same number.",
        ) from error
    except yaml.reader.ReaderError as error:
        before = text[: error.position]
        where = Location(name, before.count("\n") + 1, error.position - before.rfind("\n"))
        message = f"the character U+{error.character:04X} cannot be in a YAML file"
        raise InputError(message, location=where) from error
    return None if node is None or is_missing(node) else node


def place(part: yaml.Node | yaml.Event) -> Location:
    """Return where a node or an event starts."""
    return _location(part.start_mark)


def is_missing(node: yaml.Node) -> bool:
    """Whether nothing is written where a value should be, as in ``key:`` alone."""
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value == ""


def _location(mark: Any) -> Location:
    return Location(mark.name, mark.line + 1, mark.column + 1)


class _Loader(yaml.BaseLoader):
    def __init__(self, text: str, name: str) -> None:
        super().__init__(text)
        self.name = name
        self._events = self._depth = 0

    def location(self) -> Location:
        """Where the next event starts."""
        return place(self.peek_event())  # type: ignore[no-untyped-call]

    def get_event(self) -> yaml.Event:
        event: yaml.Event = super().get_event()  # type: ignore[no-untyped-call]
        if self._events > MOST:
            message = f"more than {MOST:,} parts"
            raise InputError(message, location=place(event), hint="Split the file.")
        self._events += 1
        return event

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        anchor, tag = event.anchor, getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            self._refuse(f"the alias `*{anchor[:40]}` is not read")
        if anchor is not None:
            self._refuse(f"the anchor `&{anchor[:40]}` is not read")
        if tag is not None:
            self._refuse(f"the tag `{tag[:40]}` is not read")
        if self._depth == DEEPEST:
            self._refuse(f"nested more than {DEEPEST} deep")
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node

    def compose_mapping_node(self, anchor: Any) -> yaml.MappingNode:
        node = super().compose_mapping_node(anchor)
        seen = set()
        for key, _ in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise InputError("a key must be a word", location=place(key), hint=_PLAIN)
            if key.value in seen:
                raise InputError(f"the key `{key.value}` is there twice", location=place(key))
            seen.add(key.value)
        return node

    def _refuse(self, message: str) -> None:
        raise InputError(message, location=self.location(), hint=_PLAIN)
