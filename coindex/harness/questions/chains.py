"""Passages of running text in which every third-person pronoun has its right antecedents (JSON lines).

Each line has ``id``, ``style``, ``part`` (``open`` or ``aside``), ``text``, ``persons`` (all phrases for persons and
animals) and ``pronouns``. A pronoun has ``start`` and ``end`` (code points), ``antecedents`` (every phrase of the text
that is a right answer), and, where they apply, ``pleonastic`` (*it* that stands for nothing) or ``split`` (for each of
those whom *they* stands for a list of phrases: *Ann ... Bob ... they*).
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from coindex.files.xmlfile import read_bytes
from coindex.harness.questions.questions import LONGEST_LIST
from kparse.errors import InputError, Location

PARTS = ("open", "aside")
"""``open`` may be read while rules are written, ``aside`` is for measuring only."""
PRONOUN = re.compile(
    r"\b(?:he|him|his|himself|she|hers?|herself|its?|itself|they|them|theirs?|themselves)\b", re.I
)
"""The third-person pronouns."""
_DETERMINER = re.compile(r"(?:the|an?|his|her|its|their|my|your|our|this|that|these|those) ", re.I)
_ONWARDS = re.compile(
    r"$|,| (?:[A-Z]|(?:about|above|at|by|for|from|in|near|of|on|that|to|where|which|who|whom|whose|with)\b)"
)
"""How a phrase goes on after its noun: by an apposition, a prepositional phrase or a relative clause."""


@dataclass(frozen=True, slots=True)
class GoldPronoun:
    """A pronoun in a passage and the phrases it may be answered with."""

    start: int
    end: int
    antecedents: tuple[str, ...]
    split: tuple[tuple[str, ...], ...] = ()
    pleonastic: bool = False

    def accepts(self, answer: str | None) -> bool:
        """Tell whether an answer is right; ``None`` means that there is no answer."""
        if answer is None or self.pleonastic:
            return answer is None and self.pleonastic
        if names_any(answer, self.antecedents):
            return True
        members = _members(answer)
        return len(self.split) == len(members) and all(
            any(names_any(member, phrases) for member in members) for phrases in self.split
        )


@dataclass(frozen=True, slots=True)
class GoldPassage:
    """A text and the antecedents of its pronouns."""

    id: str
    style: str
    part: str
    text: str
    persons: tuple[str, ...]
    pronouns: tuple[GoldPronoun, ...]

    def word(self, pronoun: GoldPronoun) -> str:
        """The pronoun as the text has it."""
        return self.text[pronoun.start : pronoun.end]

    def is_absurd(self, pronoun: GoldPronoun, answer: str | None) -> bool:
        """Tell whether a place, a time or a thing is said to be *he* or *she*."""
        if answer is None or self.word(pronoun).lower()[:1] not in ("h", "s"):
            return False
        return not any(names_any(member, self.persons) for member in (answer, *_members(answer)))


def names_any(answer: str, phrases: tuple[str, ...]) -> bool:
    """Tell whether an answer is one of some phrases, whatever its article and whatever follows the noun.

    >>> names_any("the baker", ("A baker from Lyon",))
    True
    >>> names_any("the baker's dog", ("A baker from Lyon",))
    False
    """
    return any(_same(_bare(answer), _bare(phrase)) for phrase in phrases)


def _same(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return long.lower().startswith(short.lower()) and bool(_ONWARDS.match(long[len(short) :]))


def _bare(phrase: str) -> str:
    return _DETERMINER.sub("", " ".join(phrase.replace("’", "'").split()), count=1)


def _members(answer: str) -> list[str]:
    return re.split(r", (?:and )?| and ", answer)


def read_passages(path: str | Path) -> list[GoldPassage]:
    """Read passages.

    Raises:
        InputError: the file cannot be read, a line is malformed, a place is no pronoun, an antecedent is not in the
            text, or a pronoun of the text is left out.
    """
    path = Path(path)
    lines = read_bytes(path, LONGEST_LIST).decode("utf-8").splitlines()
    return [_passage(line, Location(str(path), number, 1)) for number, line in enumerate(lines, 1)]


def _passage(line: str, place: Location) -> GoldPassage:
    try:
        passage = passage_of(json.loads(line))
    except ValueError as error:
        why = " ".join(str(error).split())[:200]
        raise InputError(f"no passage: {why}", location=place) from None
    if fault := _fault(passage):
        raise InputError(f"{passage.id}: {fault}", location=place)
    return passage


_PASSAGE = TypeAdapter(GoldPassage)


def passage_of(record: object) -> GoldPassage:
    """Make a passage of the object of a line.

    Raises:
        ValueError: something is missing, or of the wrong type.
    """
    return _PASSAGE.validate_python(record)


def _fault(passage: GoldPassage) -> str | None:
    """What is wrong with a passage, if anything."""
    if passage.part not in PARTS:
        return f"the part is {passage.part!r}, not one of {', '.join(PARTS)}"
    there = [match.span() for match in PRONOUN.finditer(passage.text)]
    listed = [(pronoun.start, pronoun.end) for pronoun in passage.pronouns]
    if there != listed:
        odd = sorted(set(there) ^ set(listed)) or listed
        return f"the pronouns listed are not those of the text: see offset {odd[0][0]}"
    for pronoun in passage.pronouns:
        answers = (*pronoun.antecedents, *(p for member in pronoun.split for p in member))
        if bool(answers) == pronoun.pleonastic:
            return f"the pronoun at {pronoun.start} must have antecedents or be pleonastic"
        for phrase in answers:
            if phrase not in passage.text:
                return f"the antecedent {phrase!r} is not in the text"
    return next(
        (f"{p!r} is not in the text" for p in passage.persons if p not in passage.text), None
    )
