"""The words of a question file, or of another text, to which counting can be limited."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from coindex.files.textfile import read_text
from coindex.files.xmlfile import Element, read_xml
from coindex.harness.copa.words import phrases, words
from kparse.errors import InputError, Location


def vocabulary(paths: Iterable[str | Path], *, with_phrases: bool = False) -> frozenset[str]:
    """Return all words of some files: of the text of ``.xml``, of the strings of ``.jsonl``, of all of any other file.

    Args:
        paths: the files.
        with_phrases: whether to return their phrases, too.

    Raises:
        InputError: a file cannot be read, or has no word in it.
    """
    found: set[str] = set()
    for path in paths:
        texts = list(_texts(path))
        inside = {word for text in texts for word in words(text)}
        if not inside:
            raise InputError(f"{path}: there is no word in it")
        found |= inside
        if with_phrases:
            found |= {phrase for text in texts for phrase in phrases(text)}
    return frozenset(found)


def _texts(path: str | Path) -> Iterator[str]:
    suffix = Path(path).suffix
    if suffix == ".xml":
        yield from _of_element(read_xml(path).root)
    elif suffix == ".jsonl":
        for number, line in enumerate(read_text(path).split("\n"), 1):
            if line.strip():
                try:
                    yield from _of_value(json.loads(line))
                except (ValueError, RecursionError) as error:
                    raise InputError(
                        f"not JSON: {error}", location=Location(str(path), number, 1)
                    ) from error
    else:
        yield read_text(path)


def _of_element(element: Element) -> Iterator[str]:
    for piece in element.content:
        if isinstance(piece, str):
            yield piece
        else:
            yield from _of_element(piece)


def _of_value(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _of_value(inner)
    elif isinstance(value, dict):
        yield from _of_value(list(value.values()))
