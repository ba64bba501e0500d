"""What of a text is not mined, and why: other languages, verse, tables and lists, what is too long.

The tests look at letters and words only, for they are made before anything is parsed. A line that fails one is dropped
and counted under its reason; a rare sentence wrongly dropped costs less than verse or tables that are parsed as prose.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Literal, TypeAlias

from kparse.semantics.build import MAX_CHARACTERS

Reason: TypeAlias = Literal[
    "undecodable", "too long", "other language", "verse", "table or list", "duplicate", "failed"
]
REASONS: dict[Reason, str] = {
    "undecodable": "lines that are not UTF-8, or hold control characters",
    "too long": "sentences of more than 300 characters, lines of more than 20,000",
    "other language": "lines with too few English function words, or letters of another script",
    "verse": "lines of verse, and other lines that stop before a sentence is finished",
    "table or list": "rows of tables, items of lists, headings, strings of names and numbers",
    "duplicate": "sentences that have come before",
    "failed": "sentences that the parser or the extractor failed on",
}
MAX_SENTENCE = 300
"""Characters of a sentence at most."""

FUNCTION_WORDS = frozenset(
    """the of and to he for it with his be at by this not are but from or have they which you were her she all their
    there been has when who if out said what up its about into than them can only other time some could these two
    may then first any now such like our even most after also did many before must through years where much your way
    well down should because him how us himself herself itself would that very never upon though until while again
    those nor yet too one got get went go come came don't didn't wasn't isn't it's i'm he's she's that's there's
    they're you're can't couldn't won't wouldn't""".split()
)
"""Frequent English words that are not words of German, French, Dutch, Spanish, Italian or Latin as well (*a*, *in*,
*was*, *so*, *no*, *is*, *me*)."""
_FUNCTION_SHARE = 0.1
_FEW = 8
"""The minimum number of words of a line whose language is determined."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\ufffd]")
_BULLET = re.compile(r"\s*(?:[*•·▪|#]|[-–—]\s|\(?(?:\d{1,3}|[ivxlc]{1,5})[.)]\s)")
_FINAL = re.compile(r"[.!?…:;—–-][\"'”’)\]*_]*$|[\"”’]$")
_SLASHES = re.compile(r"\w[,.;:!?]? / [A-Z\"'“]")
ENDS = re.compile(r"[.!?…][\"'”’)\]]*\s+[\"'“‘(\[]*[A-Z0-9]")
"""Where a sentence may end within a line."""
_PLAIN = re.compile(r"\W+")


def prose(
    data: bytes,
    first: int,
    drop: Callable[[Reason], object],
    is_new: Callable[[int], bool],
    *,
    tail: bool = False,
) -> Iterator[tuple[int, str]]:
    """Yield the lines of a piece of text that are mined, with their numbers.

    Args:
        data: the piece.
        first: the number of its first line.
        drop: told why a line is not mined.
        is_new: whether words have not come before, by their :func:`key`.
        tail: whether the first line is the rest of one that was dropped as too long.
    """
    for number, raw in enumerate(data.split(b"\n"), first):
        if not raw.strip() or (tail and number == first):
            continue
        try:
            text = raw.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            drop("undecodable")
            continue
        fault = line_fault(text)
        if fault is None and len(text) > MAX_SENTENCE and not ENDS.search(text):
            fault = "too long"
        if fault is None and not is_new(key(text)):
            fault = "duplicate"
        if fault is None:
            yield number, text
        else:
            drop(fault)


def line_fault(text: str) -> Reason | None:
    """Why a line is not mined; ``None`` if nothing speaks against it.

    >>> line_fault("Nora thanked Tom because he had carried her bag.")
    >>> line_fault("Der Hund hat den Mann gebissen, weil er Angst vor ihm hatte.")
    'other language'
    >>> line_fault("And o'er the silver meadow went the moon")
    'verse'
    >>> line_fault("* apples, pears and plums")
    'table or list'
    """
    if len(text) > MAX_CHARACTERS:
        return "too long"
    if _CONTROL.search(text):
        return "undecodable"
    if _BULLET.match(text) or text.count("|") > 1 or text.count("\t") > 1:
        return "table or list"
    letters = sum(map(str.isalpha, text))
    if letters < 0.6 * len(text) or _looks_listed(text):
        return "table or list"
    words = _WORD.findall(text)
    if len(words) < 3:
        return "table or list"
    if sum(c > "\u024f" and c.isalpha() for c in text) > 0.2 * letters:
        return "other language"
    hits = sum(w.lower().replace("’", "'") in FUNCTION_WORDS for w in words)
    if len(words) >= _FEW and hits < _FUNCTION_SHARE * len(words):
        capitals = sum(w[0].isupper() for w in words)
        return "table or list" if capitals > 0.6 * len(words) else "other language"
    if len(_SLASHES.findall(text)) > 1:
        return "verse"
    if not _FINAL.search(text):
        return "verse"
    return None


def _looks_listed(text: str) -> bool:
    """Whether it is a string of short things between commas."""
    commas = text.count(",") + text.count(";")
    return commas >= 8 and commas > 0.25 * text.count(" ")


def key(text: str) -> int:
    """A number for what a sentence says: the same for the same words, whatever the signs, blanks and capitals.

    >>> key("He left, because it rained.") == key("he left because  it rained")
    True
    """
    plain = _PLAIN.sub(" ", text.lower()).strip()
    return int.from_bytes(blake2b(plain.encode(), digest_size=8).digest(), "big", signed=True)
