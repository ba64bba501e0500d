"""Parses each sentence by itself where its beginning is certain, so that neighbours do not change how it is read."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

T = TypeVar("T")

_ENDS = frozenset(".!?")
_QUOTES = frozenset('"“”')


def beginnings(doc: Doc) -> list[int]:
    """Give the tokens at which a sentence certainly begins, outside of quotations; the first is always one.

    Args:
        doc: a text that is cut into tokens. The signs of abbreviations (*Mr.*) are no tokens of their own.
    """
    found, quoted = [0], False
    for i in range(1, len(doc)):
        before = doc[i - 1]
        quoted ^= before.text in _QUOTES
        ended = before.text in _ENDS and before.whitespace_
        if ended and not quoted and doc[i].text[:1].isupper():
            found.append(i)
    return found


def parse_docs(nlp: Language, docs: Iterable[tuple[Doc, T]]) -> Iterator[tuple[Doc, T]]:
    """Parse texts, in batches of sentences; what comes with a text is given back with it."""
    from spacy.tokens import Doc

    waiting: deque[tuple[int, T]] = deque()

    def sentences() -> Iterator[Doc]:
        for doc, item in docs:
            begins = beginnings(doc)
            waiting.append((len(begins), item))
            if len(begins) == 1:
                yield doc
                continue
            for first, last in zip(begins, [*begins[1:], len(doc)], strict=True):
                yield doc[first:last].as_doc()

    parsed = nlp.pipe(sentences())
    for first in parsed:
        number, item = waiting.popleft()
        if number == 1:
            yield first, item
        else:
            yield Doc.from_docs([first, *islice(parsed, number - 1)], ensure_whitespace=False), item
