"""Direct speech in a text: quotations and the turns of a transcript, who speaks, and to whom."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from kparse.input.tokens import ParsedText, Token
from kparse.input.turns import labels_of
from kparse.input.word_lists import word_list

_MARKS = {'"': '"', "“": "”", "``": "''"}
_ALL_MARKS = frozenset((*_MARKS, *_MARKS.values()))
_LONG = 20
"""Words between a subject and its verb, at most."""
TURNS = 10
"""Quotations that are looked back through for who is spoken to."""
_NEAR = 5
"""Words between a quotation and its verb of saying, at most."""


Part = Literal["speaks", "may speak", "is spoken to"]
"""What somebody does in a quotation."""


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation or a turn: its place, and the offset of the last word of the speaker's name, if there is one."""

    start: int
    end: int
    speaker: int | None
    sure: bool = True
    """Whether a verb of saying or a label names the speaker."""
    begins: bool = True
    """Whether it begins a line or a paragraph."""


def quotes_of(parsed: ParsedText) -> list[Quote]:
    """Find the quotations of a text, and the lines that begin with a name and a colon."""
    tokens = parsed.tokens
    found = []
    pronouns = {token.start for token in tokens if token.upos == "PRON"}
    for first, last in _spans(tokens):
        said, acting = _said(tokens, first, last), _acting(tokens, first)
        sure = said is not None
        if said is None or (said in pronouns and acting is not None):
            said = acting  # "she said": not answered yet
        begins = first == 0 or "\n" in parsed.text[tokens[first - 1].end : tokens[first].start]
        found.append(
            Quote(
                tokens[first].start,
                tokens[last].end,
                said,
                sure,
                begins,
            )
        )
    for _, name_end, said in labels_of(parsed.text):
        line = parsed.text.find("\n", said)
        last = bisect_left(tokens, name_end, key=lambda t: t.start) - 1
        end = len(parsed.text) if line < 0 else line
        found.append(Quote(said - 1, end, tokens[last].start))
    return sorted(found, key=lambda quote: (quote.start, -quote.end))


class Speech:
    """Who speaks in a text, and to whom."""

    def __init__(self, parsed: ParsedText) -> None:
        self._quotes = quotes_of(parsed)

    def at(self, offset: int) -> Quote | None:
        """Give the quotation around a place."""
        place = bisect_left(self._quotes, offset, key=lambda q: q.start) - 1
        quote = self._quotes[place] if place >= 0 else None
        return quote if quote is not None and quote.start < offset < quote.end else None

    def parts(self, quote: Quote, number_at: Callable[[int], int | None]) -> Mapping[int, Part]:
        """Give who speaks a quotation, and who is spoken to: who spoke before, if that was somebody else.

        Where nothing names the speaker, quotations of one paragraph have the same one, and two who spoke in turn
        go on in turn.

        Args:
            quote: the quotation.
            number_at: the number of whom a word names.
        """
        place = bisect_left(self._quotes, quote.start, key=lambda q: q.start)
        turns: list[int | None] = []
        sure = False
        for one in self._quotes[max(0, place - TURNS) : place + 1]:
            number = None if one.speaker is None else number_at(one.speaker)
            sure = number is not None and one.sure
            if not one.begins and turns:
                turns[-1] = turns[-1] if number is None else number
                continue
            if not sure and len(turns) > 1 and None not in turns[-2:] and turns[-2] != turns[-1]:
                number = turns[-2]
            turns.append(number)
        speaker = turns[-1] if turns else None
        others = [n for n in turns if n is not None and n != speaker]
        found: dict[int, Part] = dict.fromkeys(others[-1:], "is spoken to")
        if speaker is not None:
            found[speaker] = "speaks" if sure else "may speak"
        return found


def _spans(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int]]:
    opened, closing = -1, ""
    for i, token in enumerate(tokens):
        if opened >= 0 and token.form == closing:
            yield opened, i
            opened = -1
        elif opened < 0 and token.form in _MARKS:
            opened, closing = i, _MARKS[token.form]


def _said(tokens: tuple[Token, ...], first: int, last: int) -> int | None:
    """Give the subject of the verb of saying right after a quotation or right before it, or of the clause before it."""
    for near in (tokens[last + 1 : last + 1 + _NEAR], tokens[max(0, first - _NEAR) : first]):
        for verb in near:
            if verb.upos == "VERB" and verb.lemma.lower() in _saying():
                found = _subject(tokens, verb)
                if found is not None:
                    return found
    if first < 2 or tokens[first - 1].form not in (",", ":"):
        return None
    for verb in reversed(tokens[max(0, first - _LONG) : first - 1]):
        is_here = verb.sentence == tokens[first - 1].sentence
        if is_here and verb.upos == "VERB" and verb.lemma.lower() in _saying():
            return _subject(tokens, verb)
    return None


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
    return (
        word_list("saying")
        | word_list("speaking")
        | {"ask", "answer", "complain", "cry", "comment", "remark", "write"}
    )
