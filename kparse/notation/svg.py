"""Writing SVG, and the texts that SVG and DOT can hold."""

from __future__ import annotations

import unicodedata
from xml.etree import ElementTree as ET

FONT = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"


def printable(text: str) -> str:
    """Replace the characters that XML and DOT cannot hold; newlines stay."""
    return "".join(
        c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn") else "\ufffd"
        for c in text
    )


def dot_string(text: str) -> str:
    """Write a string of graphviz' language."""
    escaped = printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def text_width(text: str, size: float) -> float:
    """Estimate how wide a text is in a font of that size."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    narrow = sum(c in "iljft.,:;'|!()[] " for c in text)
    return size * (0.62 * (len(text) - wide - narrow) + 1.05 * wide + 0.36 * narrow)


def document(title: str) -> ET.Element:
    """Begin a picture; a reader of the page hears the title."""
    picture = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg"}, role="img")
    picture.set("font-family", FONT)
    add(picture, "title", title)
    return picture


def add(parent: ET.Element, tag: str, text: str = "", **attributes: str | float) -> ET.Element:
    """Add an element, e.g. ``add(picture, "text", "Ann", x=1.5, y=20, font_size="13")``.

    Numbers get one decimal place. ``_`` in a name stands for ``-``; a ``_`` at its end is dropped (``class_``).
    """
    element = ET.SubElement(parent, tag)
    element.text = printable(text) or None
    for name, value in attributes.items():
        written = value if isinstance(value, str) else f"{value:.1f}"
        element.set(name.rstrip("_").replace("_", "-"), written)
    return element


def finish(picture: ET.Element, width: float, height: float) -> str:
    """Set the size of a picture and write it, with an element of the top level on each line."""
    picture.set("width", f"{width:.0f}")
    picture.set("height", f"{height:.0f}")
    picture.set("viewBox", f"0 0 {width:.0f} {height:.0f}")
    picture.text = "\n"
    for element in picture:
        element.tail = "\n"
    return ET.tostring(picture, "unicode") + "\n"
