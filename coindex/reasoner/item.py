"""A question of a batch, as in the JSONL interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coindex.reasoner.answer import Answer, Outcome
from kparse.errors import InputError
from kparse.mentions.candidates import strip_brackets

KEYS = ("id", "text", "pronoun", "pron_start", "pron_end", "candidates", "knowledge")
"""The keys of a question that is given as a dictionary."""


@dataclass(frozen=True, slots=True)
class Item:
    """A text, where the pronoun stands (offsets in code points), and the candidates."""

    id: str
    text: str
    pron_start: int
    pron_end: int
    candidates: tuple[str, ...]
    """Without any, they are found in the text."""
    knowledge: tuple[str, ...] = ()
    """Sentences of knowledge for this question."""
    word: str = ""
    """The pronoun, where its place is not given (then ``pron_start`` is -1); without either, the first one is meant."""

    @property
    def pronoun(self) -> int | str | None:
        """The pronoun, named by its offset or itself."""
        return self.pron_start if self.pron_start >= 0 else self.word or None

    @classmethod
    def of(cls, given: object, number: int = 1) -> Item:
        """Read a question: an item, a text (brackets may mark the pronoun), or a dictionary with :data:`KEYS`.

        >>> Item.of("Ann thanked Bea because [she] helped.").pron_start
        24
        >>> Item.of({"text": "Ann left, as she was ill.", "pronoun": "she"}).pronoun
        'she'

        Raises:
            InputError: it is none.
        """
        if isinstance(given, Item):
            return given
        if isinstance(given, str):
            given = {"text": given}
        if not isinstance(given, Mapping):
            raise InputError(
                f"item {number}: {type(given).__name__} is no question",
                hint="Give a text, a dictionary or an Item.",
            )
        unknown = [key for key in given if key not in KEYS]
        if unknown:
            raise InputError(
                f"item {number}: unknown key {unknown[0]!r}", hint=f"Known are {', '.join(KEYS)}."
            )
        if not isinstance(given.get("text"), str):
            raise InputError(f'item {number}: "text" is missing or no string')
        return cls._read(given, number)

    @classmethod
    def _read(cls, given: Mapping[str, Any], number: int) -> Item:
        text, marked = strip_brackets(given["text"])
        pronoun = given.get("pronoun", given.get("pron_start"))
        if pronoun is None and marked:
            pronoun = marked[0]
        else:
            text = given["text"] if isinstance(pronoun, int) else text
        if isinstance(pronoun, bool) or not isinstance(pronoun, int | str | None):
            raise InputError(f"item {number}: the pronoun is neither a word nor an offset")
        start, word = (pronoun, "") if isinstance(pronoun, int) else (-1, pronoun or "")
        if isinstance(pronoun, int) and not 0 <= pronoun < len(text):
            raise InputError(f"item {number}: the offset {pronoun} is not in the text")
        end = given.get("pron_end", start + 1)
        if isinstance(end, bool) or not isinstance(end, int):
            raise InputError(f'item {number}: "pron_end" is no whole number')
        candidates, knowledge = (
            _strings(given, key, number) for key in ("candidates", "knowledge")
        )
        identity = str(given.get("id", number))
        return cls(identity, text, start, end, candidates, knowledge, word)

    def failed(self, message: str, outcome: Outcome = "error") -> Answer:
        """The answer to a question that could not be solved: the first candidate as a guess, with the error."""
        return Answer(
            text=self.text,
            pronoun=self.text[max(0, self.pron_start) : self.pron_end] or self.word,
            start=max(0, self.pron_start),
            end=max(0, self.pron_end),
            candidates=self.candidates,
            answer=0 if self.candidates else None,
            decided_by=outcome,
            confidence=1 / max(2, len(self.candidates)) if self.candidates else 0.0,
            error=message,
        )


def _strings(given: Mapping[str, Any], key: str, number: int) -> tuple[str, ...]:
    found = given.get(key) or ()
    if isinstance(found, str):
        found = [found]
    if not isinstance(found, Sequence) or not all(isinstance(one, str) for one in found):
        raise InputError(f'item {number}: "{key}" is no list of strings')
    return tuple(found)
