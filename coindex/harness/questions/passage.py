"""A text joined from its parts (before the pronoun, the pronoun, after it), with the pronoun's place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coindex.files.xmlfile import Element
from kparse.caches import lru_cache

_CLOSING = re.compile(r"""[.,;:!?%)\]}”…]|['’](?:s|d|m|ll|re|ve|t)?(?!\w)|n['’]t(?!\w)""", re.I)
"""What follows a word without a blank."""
_OPENING = "([{“‘"
LONGEST = 20_000
"""Most characters that a text may have; the parser refuses longer ones."""
_PRONOUN = re.compile(r"([^\w]*)(\w+)(.*)", re.S)


def squeeze(text: str) -> str:
    """Normalise white space: one blank for each run of it, none at the ends."""
    return " ".join(text.split())


@dataclass(frozen=True, slots=True)
class Passage:
    """The parts as in the file, with white space; ``word`` is the pronoun without adjacent punctuation."""

    before: str = ""
    pronoun: str = ""
    after: str = ""

    @classmethod
    def of(cls, element: Element | None) -> Passage:
        """Read the parts from an element: ``pron`` divides it; the names of the other elements do not matter."""
        before: list[str] = []
        after: list[str] = []
        pronoun: str | None = None
        for piece in element.content if element else ():
            if isinstance(piece, Element) and piece.tag.lower() == "pron" and pronoun is None:
                pronoun = piece.text
            else:
                text = piece if isinstance(piece, str) else _set_off(piece)
                (before if pronoun is None else after).append(text)
        return cls("".join(before), pronoun or "", "".join(after))

    @property
    def word(self) -> str:
        """The pronoun alone, or nothing."""
        match = _PRONOUN.match(self.pronoun)
        return match[2] if match else ""

    def placed(self) -> tuple[str, int, int]:
        """The whole text and the pronoun's place in it (the same number twice if there is none)."""
        match = _PRONOUN.match(squeeze(self.pronoun))
        if not match:
            return squeeze(f"{self.before} {self.pronoun} {self.after}"), 0, 0
        lead, word, rest = match.groups()
        before = squeeze(self.before)
        if lead and lead[0] not in "'\"“‘([{":
            before, lead = join_two(before, lead.strip()), ""
        text, start = join(before, lead + word + rest, squeeze(self.after))
        start += len(lead)
        return text, start, start + len(word)


def _set_off(element: Element) -> str:
    """The text of ``txt1`` and the like is set off by blanks; that of <b> or <i> inside a word is not."""
    return element.text if len(element.tag) < 3 else f" {element.text} "


def join(before: str, word: str, after: str) -> tuple[str, int]:
    """Put a word between two texts without a blank before punctuation: the whole, and where the word begins.

    >>> join("Ida took the lid off, for", "it", ", too, was hot.")
    ('Ida took the lid off, for it, too, was hot.', 26)
    >>> join("He said: \u201c", "It", "'s late.\u201d")
    ("He said: “It's late.”", 10)
    """
    head = join_two(before, word)
    return join_two(head, after), len(head) - len(word)


def join_two(left: str, right: str) -> str:
    """Put two texts together."""
    if not left or not right:
        return left + right
    glued = (
        left[-1] in _OPENING
        or _CLOSING.match(right)
        or (left[-1] == '"' and left.count('"') % 2 == 1)
        or (right[0] == '"' and left.count('"') % 2 == 1)
    )
    return left + right if glued else f"{left} {right}"


def find_pronoun(text: str, excerpt: tuple[str, int, int], word: str) -> tuple[int, int]:
    """Find a pronoun by its excerpt, or by itself if it occurs once; return its place, or 0, 0.

    Args:
        text: where to look; a text longer than ``LONGEST`` is not searched.
        excerpt: some words of the text, and the pronoun's place in them (see :meth:`Passage.placed`).
        word: the pronoun.

    >>> find_pronoun("When Ida met Mia, she smiled, and she waved.", ("she waved", 0, 3), "she")
    (34, 37)
    >>> find_pronoun("When Ida met Mia, she smiled, and she waved.", ("", 0, 0), "she")
    (0, 0)
    """
    if not word or len(text) > LONGEST:
        return 0, 0
    phrase, start, end = excerpt
    places: list[int] = []
    if start != end and len(phrase) > end - start:
        places = [place + start for place in _places(text, phrase)]
    if len(places) != 1:
        places = word_places(text, word)
    return (places[0], places[0] + len(word)) if len(places) == 1 else (0, 0)


def _places(text: str, phrase: str) -> list[int]:
    """Return the first two places of a phrase, in time linear in the text."""
    low = text.lower()
    if len(low) == len(
        text
    ):  # otherwise the lower-case form of some letter is longer, and places would be wrong
        text, phrase = low, phrase.lower()
    first = text.find(phrase)
    second = text.find(phrase, first + 1) if first >= 0 else -1
    return [place for place in (first, second) if place >= 0]


def word_places(text: str, word: str) -> list[int]:
    """Where a word stands in a text, in capitals or not."""
    return list(_words(text).get(word.lower(), ()))


@lru_cache(4)
def _words(text: str) -> dict[str, list[int]]:
    """The places of all words; many problems in a row may ask about one text."""
    found: dict[str, list[int]] = {}
    for match in re.finditer(r"\w+", text):
        found.setdefault(match[0].lower(), []).append(match.start())
    return found
