"""Direct speech in a text: the quotations, and who speaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

_MARKS = {'"': '"', "“": "”", "``": "''"}
_ALL_MARKS = frozenset((*_MARKS, *_MARKS.values()))
_LONG = 20
"""Words between a subject and its verb, at most."""
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


def _spans(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    opened, closing = -1, ""
    for i, token in enumerate(tokens):
        if opened >= 0 and token.form == closing:
            yield opened, i
            opened = -1
        elif opened < 0 and token.form in _MARKS:
            opened, closing = i, _MARKS[token.form]


def _speaker(tokens: tuple[Token, ...], first: int, last: int) -> int | None:
    """Give the subject of the verb of saying right after a quotation, or else right before it; else who acted before."""
    for near in (tokens[last + 1 : last + 1 + _NEAR], tokens[max(0, first - _NEAR) : first]):
        for verb in near:
            if verb.upos == "VERB" and verb.lemma.lower() in _saying():
                found = _subject(tokens, verb)
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
