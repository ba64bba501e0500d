"""Texts with slots for the special word and brackets round the pronoun.

``The rope snapped because [it] was too {special}.`` has one slot. Where the halves differ in several places, these are
``{special1}``, ``{special2}``, and so on. A literal brace or bracket is doubled.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kparse.caches import lru_cache
from kparse.errors import InputError

_PIECE = re.compile(
    r"(?P<plain>\{\{|\}\}|\[\[|\]\]|[^{}\[\]]+)"
    r"|\{(?P<slot>[^{}\[\]]*)\}|\[(?P<pronoun>[^{}\[\]]*)\]|(?P<stray>[{}\[\]])"
)
_SLOT = re.compile(r"special([1-9])?")
_EMPTY, _BEGIN, _END = "\0", "\1", "\2"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a template: literal text, the number of a slot (0-based), or the pronoun."""

    text: str = ""
    slot: int | None = None
    is_pronoun: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """A template with filled slots; offsets of the pronoun in code points (0, 0 without one)."""

    text: str
    start: int
    end: int

    @property
    def pronoun(self) -> str:
        """The pronoun as it stands in the text."""
        return self.text[self.start : self.end]


@lru_cache(4096)
def pieces(template: str, slots: int) -> tuple[Piece, ...]:
    """Split a template that has at most so many slots into its parts.

    Raises:
        InputError: a brace or bracket is not closed, or a slot has another name.
    """
    found = []
    for match in _PIECE.finditer(template):
        if match["stray"]:
            raise InputError(
                f"there is a `{match['stray']}` without its partner: {_around(template, match)}",
                hint="Write {special} for the slot, [it] for the pronoun; double a literal brace.",
            )
        if match["plain"] is not None:
            plain = match["plain"]
            found.append(Piece(plain[0] if plain[0] in "{}[]" else plain))
        elif match["pronoun"] is not None:
            found.append(Piece(match["pronoun"].strip(), is_pronoun=True))
        else:
            found.append(Piece(slot=_slot(match["slot"], slots)))
    return tuple(found)


def _around(template: str, match: re.Match[str]) -> str:
    return f"...{template[max(0, match.start() - 20) : match.end() + 20]}..."


def _slot(name: str, slots: int) -> int:
    named = _SLOT.fullmatch(name.strip())
    number = int(named[1] or 0) if named else -1
    if (slots == 1 and number == 0) or (slots > 1 and 1 <= number <= slots):
        return max(0, number - 1)
    names = " ".join(f"{{{n}}}" for n in slot_names(slots))
    raise InputError(f"there is no slot `{{{name}}}`", hint=f"Write {names}.")


def slot_names(slots: int) -> list[str]:
    """Name the slots.

    >>> slot_names(1), slot_names(2)
    (['special'], ['special1', 'special2'])
    """
    return ["special"] if slots == 1 else [f"special{n}" for n in range(1, slots + 1)]


def fill(template: str, words: Sequence[str]) -> Filled:
    """Put a word into each slot; an empty word removes one blank.

    >>> fill("You can look {special} [it].", ["over"])
    Filled(text='You can look over it.', start=18, end=20)
    >>> fill("You can see [it] {special}.", [""]).text
    'You can see it.'

    Raises:
        InputError: the template is broken.
    """
    parts = []
    for piece in pieces(template, len(words)):
        if piece.is_pronoun:
            parts.append(f"{_BEGIN}{piece.text}{_END}")
        else:
            parts.append(piece.text if piece.slot is None else words[piece.slot] or _EMPTY)
    text = re.sub(r"(?:(?<=\s)|^)\0\s", "", "".join(parts))
    text = re.sub(r"\s?\0(?=[^\w\1]|$)", "", text).replace(_EMPTY, "")
    start, end = text.find(_BEGIN), text.find(_END)
    text = text.replace(_BEGIN, "").replace(_END, "")
    return Filled(text, start, end - 1) if start >= 0 else Filled(text, 0, 0)


def written(parts: Sequence[Piece], slots: int) -> str:
    """Write a template from its parts (the reverse of :func:`pieces`)."""
    names = slot_names(slots)
    result = []
    for part in parts:
        if part.slot is not None:
            result.append(f"{{{names[part.slot]}}}")
        elif part.is_pronoun:
            result.append(f"[{part.text}]")
        else:
            result.append(re.sub(r"([{}\[\]])", r"\1\1", part.text))
    return "".join(result)
