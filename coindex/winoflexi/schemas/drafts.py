"""Drafts that contributors write, and the schemas made from them.

A draft has two sentences with the pronoun in brackets (optional if there is only one pronoun), two questions, two
targets, and the right target of each half. The converter of the contest's XML derives the library's form (a template
with slots) from it, so that one module decides which sentences are halves of one schema.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coindex.harness.questions.collection import Collection, Problem
from coindex.harness.schemas.checks.parties import PRONOUNS
from coindex.harness.schemas.convert import paired
from coindex.harness.schemas.schema import SIDES, Schema, SchemaError
from coindex.harness.schemas.template import Piece, fill, written
from kparse.errors import InputError

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_WORDS = re.compile(r"\w+(?:['’-]\w+)*")


@dataclass(frozen=True, slots=True)
class Draft:
    """The contents of the form; ``right`` has indices of targets, ``None`` if nothing was chosen."""

    sentences: tuple[str, str]
    questions: tuple[str, str]
    targets: tuple[str, str]
    right: tuple[int | None, int | None]

    def __post_init__(self) -> None:
        for name in ("sentences", "questions", "targets"):
            one, other = (" ".join(text.split()) for text in getattr(self, name))
            object.__setattr__(self, name, (one, other))


def gettext_noop(text: str) -> str:
    """Mark a text for translation by the page (worker processes have no Django)."""
    return text


class DraftError(InputError):
    """Two halves make no schema.

    Args:
        template: the message, with ``{name}`` for values.
        hint: how to correct it.
        values: the values.
    """

    def __init__(self, template: str, *, hint: str = "", **values: object) -> None:
        super().__init__(template.format(**values), hint=hint)
        self.template, self.values = template, values


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence without brackets, and the position of its pronoun."""

    text: str
    start: int
    end: int

    @property
    def bracketed(self) -> str:
        """The sentence with the pronoun in brackets."""
        middle = f"[{self.text[self.start : self.end]}]"
        return self.text[: self.start] + middle + self.text[self.end :]


def marked(sentence: str) -> Marked:
    """Find the pronoun of a sentence: the one in brackets, or the only one.

    Raises:
        DraftError: there is none, or there are several without brackets.

    >>> marked("Nils thanked Olaf because he had helped.").bracketed
    'Nils thanked Olaf because [he] had helped.'
    """
    found = list(_BRACKETS.finditer(sentence))
    if len(found) > 1:
        raise DraftError(
            gettext_noop("Several words are in brackets."),
            hint=gettext_noop("Put only the pronoun in brackets."),
        )
    if found:
        inner = found[0][1].strip()
        if inner.lower() not in PRONOUNS:
            raise DraftError(
                gettext_noop("“{word}” in brackets is not a third-person pronoun."),
                hint=gettext_noop("Put the brackets round he, she, it, they or a form of these."),
                word=inner[:40],
            )
        text = sentence[: found[0].start()] + inner + sentence[found[0].end() :]
        if re.search(r"[\[\]]", text):
            raise DraftError(
                gettext_noop("There is one bracket too many."),
                hint=gettext_noop("Only the pronoun needs them."),
            )
        return Marked(text, found[0].start(), found[0].start() + len(inner))
    if re.search(r"[\[\]]", sentence):
        raise DraftError(
            gettext_noop("A bracket is not closed."),
            hint=gettext_noop("Write the pronoun like this: [it]."),
        )
    there = [m for m in _WORDS.finditer(sentence) if m[0].lower() in PRONOUNS]
    if len(there) != 1:
        several = gettext_noop("The sentence has {number} pronouns.")
        raise DraftError(
            several if there else gettext_noop("The sentence has no third-person pronoun."),
            hint=gettext_noop("Put brackets round the pronoun you ask about: [it]."),
            number=len(there),
        )
    return Marked(sentence, there[0].start(), there[0].end())


def schema_of(draft: Draft, name: str = "draft") -> Schema:
    """Return the schema of a draft.

    Raises:
        DraftError: the halves make no schema (with the reason).
    """
    if None in draft.right or draft.right[0] == draft.right[1]:
        raise DraftError(
            gettext_noop("The same target is marked in both halves."),
            hint=gettext_noop("Choose one target in the first half and the other in the second."),
        )
    places = [marked(sentence) for sentence in draft.sentences]
    if places[0].text == places[1].text:
        raise DraftError(
            gettext_noop("Both sentences are the same."),
            hint=gettext_noop("Change a word or two."),
        )
    problems = tuple(
        Problem(
            number=number + 1,
            line=1,
            text=place.text,
            start=place.start,
            end=place.end,
            excerpt=place.text,
            answers=draft.targets,
            gold=draft.right[number],
        )
        for number, place in enumerate(places)
    )
    found = paired(Collection("draft", problems))
    if not found.schemas:
        message = found.left[0].message.partition(": ")[2] if found.left else "they are no twins"
        raise DraftError(
            gettext_noop("The two sentences do not make a schema: {why}."),
            hint=gettext_noop("They should differ in a word or two and have the same pronoun."),
            why=message,
        )
    base = found.schemas[0]
    order = SIDES if draft.right[0] == 0 else SIDES[::-1]
    questions = (draft.questions[order[0]], draft.questions[order[1]])
    try:
        return Schema(
            id=name,
            text=base.text,
            special=base.special,
            alternate=base.alternate,
            answers=base.answers,
            question=_question(questions, base),
        )
    except SchemaError as error:
        raise DraftError("{why}", hint=error.hint, why=error.message) from error


def _question(questions: tuple[str, str], schema: Schema) -> str:
    """Return the template of two questions, which may differ only by the special and alternate words.

    Raises:
        DraftError: they differ by other words.
    """
    one, other = questions
    if one == other:
        return written([Piece(one)], 1)
    parts: list[Piece] = [Piece(one)]
    for slot, word in enumerate(schema.special):
        if word:
            parts = [new for part in parts for new in _split(part, word, slot)]
    template = written(parts, len(schema.special))
    if (
        fill(template, schema.special).text == one
        and fill(template, schema.alternate).text == other
    ):
        return template
    raise DraftError(
        gettext_noop("The questions differ in other words than the sentences."),
        hint=gettext_noop(
            "Ask the same question, or change only the words that differ in the sentences."
        ),
    )


def _split(part: Piece, word: str, slot: int) -> list[Piece]:
    if part.slot is not None:
        return [part]
    found: list[Piece] = []
    for number, text in enumerate(re.split(rf"(?<!\w){re.escape(word)}(?!\w)", part.text)):
        found += [Piece(slot=slot)] if number else []
        found.append(Piece(text))
    return found


FIELDS = "text special alternate answers question quote domains level source".split()
"""What a schema is made of, apart from its id."""


def record(schema: Schema) -> dict[str, Any]:
    """Return a schema as plain data, for a table or another process."""
    values = {name: getattr(schema, name) for name in FIELDS}
    return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}


def from_record(data: Mapping[str, Any], name: str = "draft") -> Schema:
    """Make a schema from plain data (the reverse of :func:`record`).

    Raises:
        SchemaError: the data are no schema.
    """
    values: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
    return Schema(id=name, **values)


def fingerprint(schema: Schema) -> str:
    """Return a hash of the words of both halves that ignores their order, case and punctuation."""
    texts = sorted(" ".join(_WORDS.findall(half.text.lower())) for half in schema.halves)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def halves(schema: Schema) -> list[dict[str, Any]]:
    """Return both halves as people read them, with the pronoun in brackets."""
    return [
        {
            "side": half.side,
            "sentence": Marked(half.text, half.start, half.end).bracketed,
            "question": half.question,
            "target_a": half.answers[0],
            "target_b": half.answers[1],
            "right": half.right,
        }
        for half in schema.halves
    ]
