"""Read untrusted XML: bounded in size, depth and number of elements, without entities.

The tree keeps the line and column of every element for error messages. A document type may be named (``<!DOCTYPE
copa-corpus SYSTEM "copa.dtd">``), but nothing is fetched, and declarations inside the file are refused, since they can
define entities. The declared encoding is only a hint, see :mod:`coindex.files.decoding`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from coindex.files.decoding import decode
from kparse.errors import InputError, Location

MAX_BYTES = 8 * 2**20
"""Maximum size of a file; the Winograd collection of 285 problems has about 0.15 MB."""
MAX_ELEMENTS = 200_000
"""About as many as 8 MB of problems contain; more suggests an attack on memory."""
MAX_DEPTH = 64
"""Maximum depth; problems are four elements deep."""

_DOCTYPE = re.compile(
    r"""(?>\s+|<\?.*?\?>|<!--.*?-->)*+
    (<!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC)(?:\s+(?:"[^"<>]*"|'[^'<>]*')){1,2})?\s*>)""",
    re.DOTALL | re.VERBOSE,
)
"""A document type without declarations, after comments and the like."""
_SHOWN = 400
"""Maximum length of a source line shown under a message."""


@dataclass(slots=True)
class Element:
    """An element: name, position (1-based line and column), attributes, and its texts and elements in order."""

    tag: str
    line: int
    column: int
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[str | Element] = field(default_factory=list)

    @property
    def children(self) -> list[Element]:
        """The child elements."""
        return [piece for piece in self.content if isinstance(piece, Element)]

    def find(self, tag: str) -> Element | None:
        """Return the first child with that name (case-insensitive)."""
        return next((c for c in self.children if c.tag.lower() == tag.lower()), None)

    def iter(self, tag: str) -> Iterator[Element]:
        """Yield the elements of that name at any depth, including this one, in document order."""
        if self.tag.lower() == tag.lower():
            yield self
        for child in self.children:
            yield from child.iter(tag)

    @property
    def text(self) -> str:
        """All text at any depth, in document order."""
        return "".join(p if isinstance(p, str) else p.text for p in self.content)


@dataclass(frozen=True, slots=True)
class Document:
    """A file's root element, how its bytes were decoded, and a note about that."""

    name: str
    root: Element
    encoding: str
    remark: str = ""
    """Why the bytes were not decoded as the header says; usually empty."""


def read_bytes(path: str | Path, limit: int = MAX_BYTES) -> bytes:
    """Read a whole file of at most ``limit`` bytes, without reading more from a larger one.

    Raises:
        InputError: the file does not exist, is empty or is too large.
    """
    try:
        with open(path, "rb") as stream:
            data = stream.read(limit + 1)
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error
    if len(data) > limit:
        raise InputError(
            f"the file goes on after {limit / 2**20:g} MB",
            location=Location(
                str(path), data.count(b"\n") + 1, limit - data.rfind(b"\n", 0, limit)
            ),
            hint="Is it the right file? Then give it in parts.",
        )
    if not data.strip():
        raise InputError(f"{path}: the file is empty")
    return data


def read_xml(path: str | Path) -> Document:
    """Read an XML file.

    Raises:
        InputError: the file cannot be read or is not XML as described above, with line and column.
    """
    return parse_xml(read_bytes(path), str(path))


def parse_xml(data: bytes, name: str) -> Document:
    """Parse the bytes of an XML file; ``name`` is used in messages.

    >>> document = parse_xml(b"<a>one <b>two</b></a>", "x.xml")
    >>> document.root.text, document.root.children[0].column
    ('one two', 8)

    Raises:
        InputError: see :func:`read_xml`.
    """
    text, encoding, remark = decode(data, name)
    # Blank lines before the header are a common, harmless mistake.
    if late := re.match(r"\s+<\?xml[^>]*\?>", text):
        text = _blanked(text, 0, late.end())
    # With a document type that is not fetched, expat would replace an unknown entity in an attribute by nothing.
    if named := _DOCTYPE.match(text):
        text = _blanked(text, *named.span(1))
    return Document(name, _Reader(text, name).read(), encoding, remark)


def _blanked(text: str, start: int, end: int) -> str:
    """Replace part of a text by blanks, preserving lines and columns."""
    return text[:start] + re.sub(r"\S", " ", text[start:end]) + text[end:]


class _Reader:
    """One pass of expat over a text."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        # The text is already decoded: override the encoding in the header.
        self.parser = expat.ParserCreate(encoding="utf-8")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.SkippedEntityHandler = self._skipped
        self.parser.ExternalEntityRefHandler = self._external

    def read(self) -> Element:
        """Parse the whole text."""
        try:
            self.parser.Parse(self.text.encode("utf-8", errors="surrogatepass"), True)
        except expat.ExpatError as error:
            cut_off = error.code in (
                expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
                expat.errors.codes[expat.errors.XML_ERROR_UNCLOSED_TOKEN],
            )
            self._refuse(
                f"not well-formed XML: {expat.ErrorString(error.code)}",
                "The file ends too early: is it cut off?"
                if cut_off
                else _HINTS.get(error.code, ""),
                (error.lineno, error.offset),
            )
        assert self.root is not None  # expat rejects a text without an element
        return self.root

    def _refuse(
        self, message: str, hint: str = "", place: tuple[int, int] | None = None
    ) -> NoReturn:
        line, column = place or (self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        lines = self.text.split("\n", line)
        shown = lines[line - 1] if line <= len(lines) else ""
        shown = "".join(c if c.isprintable() else " " for c in shown[:_SHOWN])
        raise InputError(
            message,
            location=Location(self.name, line, column + 1),
            source_line=shown if column < len(shown) < _SHOWN else None,
            hint=hint,
        )

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            self._refuse(f"more than {MAX_ELEMENTS:,} elements", "Give the file in parts.")
        if len(self.open) >= MAX_DEPTH:
            self._refuse(f"elements nested more than {MAX_DEPTH} deep", "Problems are 4 deep.")
        element = Element(
            tag, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1, attributes
        )
        if self.open:
            self.open[-1].content.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, _: str) -> None:
        self.open.pop()

    def _data(self, text: str) -> None:
        self.open[-1].content.append(text)

    def _doctype(
        self, _name: str, _system: str | None, _public: str | None, internal: bool | int
    ) -> None:
        if internal:
            self._refuse(
                "declarations inside the file are not read: they could define entities",
                "Take the part of the DOCTYPE in square brackets out.",
            )

    def _entity(self, *_: object) -> NoReturn:
        self._refuse("entities are not read", "Take the declaration out.")

    def _skipped(self, name: str, _is_parameter: bool | int) -> NoReturn:
        self._refuse(f"the entity &{name}; is not known", "Write the character itself.")

    def _external(self, *_: object) -> NoReturn:
        self._refuse("external entities are not read", "Take the reference out.")


_HINTS = {
    expat.errors.codes[expat.errors.XML_ERROR_UNDEFINED_ENTITY]: (
        "Write the character itself; known are &amp; &lt; &gt; &quot; &apos; and &#...;."
    ),
    expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]: (
        "A single & is written &amp;, a < &lt;; control characters are not allowed."
    ),
    expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH]: (
        "Each element ends with its own name; is one left open?"
    ),
}
