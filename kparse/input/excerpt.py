"""Some sentences of a longer text, read as a text of their own."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kparse.input.tokens import ParsedText, Token

Piece = tuple[int, int]
"""The first token of a run of tokens, and the one after its last."""


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Pieces of a text, joined by blanks, and where they stand in the text."""

    parsed: ParsedText
    pieces: tuple[tuple[int, int], ...]
    """Where each piece begins: here and in the text."""

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Give a place of the excerpt as one of the text."""
        return self._shifted(start), self._shifted(end - 1) + 1

    def _shifted(self, offset: int) -> int:
        here, there = self.pieces[max(0, bisect_right(self.pieces, (offset, 1 << 60)) - 1)]
        return offset - here + there


def pieces_of(parsed: ParsedText, longest: int) -> list[Piece]:
    """Divide a text into its sentences; one of more than ``longest`` tokens is cut, after a comma if possible."""
    found: list[Piece] = []
    tokens = parsed.tokens
    first = 0
    for i in range(1, len(tokens) + 1):
        if i < len(tokens) and tokens[i].sentence == tokens[first].sentence:
            continue
        while i - first > longest:
            commas = range(first + longest // 2, first + longest)
            cut = next((k for k in reversed(commas) if tokens[k].upos == "PUNCT"), commas[-1]) + 1
            found.append((first, cut))
            first = cut
        found.append((first, i))
        first = i
    return found


def excerpt(parsed: ParsedText, pieces: Sequence[Piece]) -> Excerpt:
    """Read some pieces of a text as a text. What a word depends on in another piece is dropped."""
    number = {
        old: new for new, old in enumerate(i for first, end in pieces for i in range(first, end))
    }
    texts: list[str] = []
    starts: list[tuple[int, int]] = []
    tokens: list[Token] = []
    length = 0
    for sentence, (first, end) in enumerate(pieces):
        begin, close = parsed.tokens[first].start, parsed.tokens[end - 1].end
        texts.append(parsed.text[begin:close])
        starts.append((length, begin))
        for token in parsed.tokens[first:end]:
            head = number.get(token.head, -1)
            tokens.append(
                replace(
                    token,
                    index=number[token.index],
                    head=head,
                    deprel=token.deprel if head >= 0 else "root",
                    start=token.start - begin + length,
                    end=token.end - begin + length,
                    sentence=sentence,
                )
            )
        length += close - begin + 1
    blanks, asked = (
        frozenset(number[i] for i in some if i in number) for some in (parsed.blanks, parsed.asked)
    )
    return Excerpt(ParsedText(" ".join(texts), tuple(tokens), blanks, asked), tuple(starts))
