"""Direct speech in a text: the quotations, and who speaks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

_MARKS = {'"': '"', "“": "”", "``": "''"}
_ALL_MARKS = frozenset((*_MARKS, *_MARKS.values()))
_LONG = 20
"""Words between a subject and its verb, at most."""
TURNS = 10
"""Quotations that are looked back through for who is spoken to."""
_NEAR = 5
"""Words between a quotation and its verb of saying, at most."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation: its place, and the offset of the last word of the speaker's name, if there is one."""

    start: int
    end: int
    speaker: int | None


def quotes_of(parsed: ParsedText) -> list[Quote]:
    """Find the quotations of a text."""
    tokens = parsed.tokens
    return [
        Quote(tokens[first].start, tokens[last].end, _speaker(tokens, first, last))
        for first, last in _spans(tokens)
    ]


class Speech:
    """Who speaks in a text, and to whom."""

    def __init__(self, parsed: ParsedText) -> None:
        self._quotes = quotes_of(parsed)

    def at(self, offset: int) -> Quote | None:
        """Give the quotation around a place."""
        place = bisect_left(self._quotes, offset, key=lambda q: q.start) - 1
        quote = self._quotes[place] if place >= 0 else None
        return quote if quote is not None and quote.start < offset < quote.end else None

    def speaking(self, quote: Quote, number_at: Callable[[int], int | None]) -> set[int]:
        """Give who speaks a quotation, and who is spoken to: who spoke before, if that was somebody else.

        Args:
            quote: the quotation.
            number_at: the number of whom a word names.
        """
        place = bisect_left(self._quotes, quote.end, key=lambda q: q.start)
        numbers = [
            number_at(q.speaker)
            for q in self._quotes[max(0, place - TURNS) : place]
            if q.speaker is not None
        ]
        if quote.speaker is None or numbers[-1] is None:
            return set()
        others = [n for n in numbers if n is not None and n != numbers[-1]]
        return {numbers[-1], *others[-1:]}


def _spans(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    opened, closing = -1, ""
    for i, token in enumerate(tokens):
        if opened >= 0 and token.form == closing:
            yield opened, i
            opened = -1
        elif opened < 0 and token.form in _MARKS:
            opened, closing = i, _MARKS[token.form]


def _speaker(tokens: tuple[Token, ...], first: int, last: int) -> int | None:
    """Give the subject of the verb of saying right after a quotation or right before it, else who acted before.

    Where that is a pronoun, which is not answered yet, the one who acted before comes first.
    """
    beside = tokens[last + 1 : last + 1 + _NEAR]
    said_by_pronoun = {token.start for token in beside if token.upos == "PRON"}
    for near in (beside, tokens[max(0, first - _NEAR) : first]):
        for verb in near:
            if verb.upos == "VERB" and verb.lemma.lower() in _saying():
                found = _subject(tokens, verb)
                if found is not None and found in said_by_pronoun:
                    return _acting(tokens, first) or found
                if found is not None:
                    return found
    return _acting(tokens, first)


def _subject(tokens: tuple[Token, ...], verb: Token) -> int | None:
    for token in tokens[max(0, verb.index - _LONG) : verb.index + _NEAR]:
        if token.head == verb.index and token.deprel.startswith("nsubj"):
            return _last_word(tokens, token).start
    return None


def _acting(tokens: tuple[Token, ...], first: int) -> int | None:
    """Give the subject of the sentence right before a quotation in its paragraph: *Ann put down her cup. "..."*."""
    if first < 2 or tokens[first - 1].form not in (".", ":"):
        return None
    sentence = tokens[first - 1].sentence
    start = first - 1
    while start > 0 and tokens[start - 1].sentence == sentence:
        start -= 1
    before = tokens[start : first - 1]
    if any(t.form in _ALL_MARKS for t in before):
        return None
    root = next((t for t in before if t.deprel == "root" and t.upos == "VERB"), None)
    return None if root is None else _subject(tokens, root)


def _last_word(tokens: tuple[Token, ...], name: Token) -> Token:
    parts = [t for t in tokens[name.index : name.index + 4] if t.head == name.index]
    return max(
        [name, *(t for t in parts if t.deprel.startswith(("flat", "compound")))],
        key=lambda t: t.index,
    )


def _saying() -> frozenset[str]:
    return word_list("saying") | word_list("speaking") | {"ask", "answer", "complain", "cry"}
