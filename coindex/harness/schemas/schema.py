"""A Winograd schema: a text with a slot, the special and the alternate word, a question, two answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from coindex.harness.schemas.template import Filled, fill, pieces, slot_names
from coindex.reasoner.item import Item
from kparse.errors import InputError, Location

Side: TypeAlias = Literal[0, 1]
"""Which half: 0 has the special word, 1 the alternate. It is also the index of the right answer."""

SIDES: tuple[Side, Side] = (0, 1)
SIDE_NAMES = ("special", "alternate")
LEVELS = ("easy", "medium", "hard")
LONGEST = 20_000
"""Most characters of a text (the reasoner's limit)."""

_TAG = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class SchemaError(InputError):
    """A schema violates the format; ``key`` says where."""

    def __init__(self, key: str, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.key = key


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two questions of a schema: the text with the pronoun's offsets (code points), and the right answer."""

    schema: Schema
    side: Side
    text: str
    start: int
    end: int

    @property
    def id(self) -> str:
        """The schema's id and which half it is."""
        return f"{self.schema.id}:{SIDE_NAMES[self.side]}"

    @property
    def pronoun(self) -> str:
        """The pronoun as it stands in the text."""
        return self.text[self.start : self.end]

    @property
    def question(self) -> str:
        """The question; if the schema has none, it asks what the pronoun stands for."""
        if not self.schema.question:
            return f"What does “{self.pronoun}” stand for?"
        return fill(self.schema.question, self.schema.words(self.side)).text

    @property
    def answers(self) -> tuple[str, str]:
        """Both answers, in the schema's order."""
        return self.schema.answers

    @property
    def right(self) -> int:
        """The index of the right answer."""
        return self.side

    @property
    def item(self) -> Item:
        """The same as a question for the reasoner."""
        return Item(self.id, self.text, self.start, self.end, self.schema.answers)


@dataclass(frozen=True, slots=True)
class Schema:
    """Two questions in one. Answer 0 is right with the special words, answer 1 with the alternate ones.

    Attributes:
        id: a short name, unique in a library: lower-case letters, digits, ``-``, ``_``, ``.``.
        text: a template (:mod:`coindex.harness.schemas.template`) with each slot and one pronoun in brackets.
        special: a word or phrase for each slot; it may be empty.
        alternate: as many for the other half.
        answers: the two parties.
        question: a template that may have the slots too; empty: *what does “it” stand for?*
        quote: the pronoun's clause as a template; empty: from the pronoun to the end of its sentence.
        domains: tags, sorted.
        level: ``easy``, ``medium`` or ``hard``; empty if unknown.
        source: the author.
        place: of the schema (``""``) and of each key in its file.

    Raises:
        SchemaError: it violates the format.
    """

    id: str
    text: str
    special: tuple[str, ...]
    alternate: tuple[str, ...]
    answers: tuple[str, str]
    question: str = ""
    quote: str = ""
    domains: tuple[str, ...] = ()
    level: str = ""
    source: str = ""
    place: Mapping[str, Location] = field(
        default_factory=lambda: MappingProxyType({}), compare=False, repr=False
    )

    def __post_init__(self) -> None:
        _check_tags(self)
        for key in ("text", "question", "quote", "source"):
            _check_string(key, getattr(self, key))
        for key in ("special", "alternate", "answers"):
            for word in getattr(self, key):
                _check_string(key, word)
        _check_words(self)
        _check_templates(self)

    def at(self, key: str = "") -> Location:
        """Return the place of the schema or of one of its keys."""
        return self.place.get(key) or self.place.get("") or Location()

    def words(self, side: Side) -> tuple[str, ...]:
        """The words that fill the slots of a half."""
        return (self.special, self.alternate)[side]

    def half(self, side: Side) -> Half:
        """One of the two questions."""
        filled = fill(self.text, self.words(side))
        return Half(self, side, filled.text, filled.start, filled.end)

    @property
    def halves(self) -> tuple[Half, Half]:
        """Both questions."""
        return self.half(0), self.half(1)

    def excerpt(self, side: Side) -> Filled:
        """The quote of a half; by default from the pronoun to the end of its sentence."""
        if self.quote:
            return fill(self.quote, self.words(side))
        half = self.half(side)
        rest = half.text[half.end :]
        end = re.search(r"[.!?]['\"’”)]*\s", rest)
        rest = (rest[: end.start()] if end else rest).rstrip(".!?;")
        return Filled(half.pronoun + rest, 0, len(half.pronoun))


def _check_tags(schema: Schema) -> None:
    hint = "Small letters, digits, `-`, `_`, `.`; at most 64."
    if not _TAG.fullmatch(schema.id):
        raise SchemaError("id", f"`{schema.id[:80]}` cannot be an id", hint=hint)
    for tag in schema.domains:
        if not _TAG.fullmatch(tag):
            raise SchemaError("domains", f"`{tag[:80]}` cannot be a domain", hint=hint)
    if schema.domains != tuple(sorted(set(schema.domains))):
        raise SchemaError("domains", "domains are not sorted, or one is there twice")
    if schema.level not in ("", *LEVELS):
        raise SchemaError(
            "level", f"`{schema.level}` is no level", hint=f"One of: {', '.join(LEVELS)}."
        )


def _check_string(key: str, text: str) -> None:
    if len(text) > LONGEST:
        raise SchemaError(key, f"{len(text):,} characters are too many (at most {LONGEST:,})")
    if text != " ".join(text.split()):
        raise SchemaError(key, "there are blanks or line breaks too many", hint="One blank each.")
    for character in text:
        if not character.isprintable():
            raise SchemaError(key, f"the character U+{ord(character):04X} cannot be printed")


def _check_words(schema: Schema) -> None:
    slots = len(schema.special)
    if not 1 <= slots <= 9:
        raise SchemaError("special", f"there are {slots} special words", hint="One to nine.")
    if len(schema.alternate) != slots:
        raise SchemaError(
            "alternate",
            f"{slots} special words and {len(schema.alternate)} alternate ones",
            hint="One of either for each slot.",
        )
    for key in ("special", "alternate"):
        for word in getattr(schema, key):
            if any(c in word for c in "{}[]"):
                raise SchemaError(key, f"braces and brackets have no place in a word: {word}")
    if schema.special == schema.alternate:
        raise SchemaError("alternate", "the special and the alternate word are the same")
    if len(schema.answers) != 2:
        raise SchemaError("answers", f"there are {len(schema.answers)} answers, not two")
    if not all(schema.answers):
        raise SchemaError("answers", "an answer is empty")


def _check_templates(schema: Schema) -> None:
    slots = len(schema.special)
    for key in ("text", "question", "quote"):
        template = getattr(schema, key)
        try:
            parts = pieces(template, slots)
        except InputError as error:
            raise SchemaError(key, error.message, hint=error.hint) from error
        marked = [part.text for part in parts if part.is_pronoun]
        wanted = 1 if key == "text" or (key == "quote" and template) else 0
        if len(marked) != wanted or not all(marked):
            raise SchemaError(
                key,
                f"{len(marked) or 'no'} pronoun{'s' * (len(marked) > 1)} in brackets, not {wanted}"
                if len(marked) != wanted
                else "the brackets are empty",
                hint="In text and quote, and only there, the pronoun stands in brackets: [it].",
            )
        missing = set(range(slots)) - {part.slot for part in parts}
        if key == "text" and missing:
            names = " ".join(f"{{{slot_names(slots)[n]}}}" for n in sorted(missing))
            raise SchemaError("text", f"the text lacks the slot {names}")
