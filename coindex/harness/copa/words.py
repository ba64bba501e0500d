"""Words for counting: lower-case runs of letters, with apostrophes inside; phrases, which are runs of words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from coindex.files.corpora import Unit
from coindex.files.textfile import read_text
from coindex.files.xmlfile import Element, read_xml
from kparse.caches import cache
from kparse.errors import InputError, Location

BREAK = "\n"
"""What :func:`pattern` matches where a window must end."""
_WORD = r"[^\W\d_]{1,100}(?:'(?!s\b)[^\W\d_]{1,100}){0,3}|'s\b"
"""A genitive or a shortened *is* is a word, as in treebanks; other short forms (*don't*) are one word.

Strings longer than any word are split, so that the number of words bounds a vocabulary's size.
"""


def words(text: str) -> list[str]:
    """Return the words of a text.

    >>> words("The cook’s 2 cats didn't eat, so they left.")
    ['the', 'cook', "'s", 'cats', "didn't", 'eat', 'so', 'they', 'left']
    """
    return re.findall(_WORD, text.lower().replace("\u2019", "'"))


@cache
def pattern(unit: Unit) -> re.Pattern[str]:
    """Return a pattern for words and, as :data:`BREAK`, the ends of lines or the empty lines between blocks."""
    ends = r"\n" if unit == "line" else r"\n(?=[^\S\n]*\n)"
    return re.compile(f"{_WORD}|{ends}")


@cache
def stop_words() -> frozenset[str]:
    """Function words and other very frequent ones: spaCy's English list, in the form that :func:`words` gives."""
    from spacy.lang.en.stop_words import STOP_WORDS

    return frozenset(part for word in STOP_WORDS for part in words(word))


LONGEST_PHRASE = 4
"""Most words of a phrase."""


def phrases(text: str) -> list[str]:
    """Return the phrases of a text: runs of two to four words that begin and end with a content word.

    >>> phrases("The cook burnt the soup.")
    ['cook burnt', 'cook burnt the soup', 'burnt the soup']
    """
    found, inner = words(text), stop_words()
    return [
        " ".join(found[start : start + size])
        for start in range(len(found))
        for size in range(2, LONGEST_PHRASE + 1)
        if start + size <= len(found)
        and not {found[start], found[start + size - 1]} & inner
        and "'s" not in (found[start], found[start + size - 1])
    ]


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
