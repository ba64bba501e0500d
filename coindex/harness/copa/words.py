"""Words for counting: lower-case runs of letters, with apostrophes inside; and phrases, which are runs of words."""

from __future__ import annotations

import re

from coindex.files.corpora import Unit
from kparse.caches import cache

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
