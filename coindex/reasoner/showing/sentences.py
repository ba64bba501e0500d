"""How ``kb show`` prints the sentences that say a word in one of their halves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

_MOST = 20
"""Sentences that are listed."""


def sentence_parts(store: Store, word: str) -> Iterator[list[str]]:
    """List the stored sentences of which one half says a word; this reads the index of all."""
    found = store.sentences_with(word)
    if found:
        lines = [f"  {one.text}  {one.file}:{one.line}" for one in found[:_MOST]]
        more = [f"  and {len(found) - _MOST} more"] if len(found) > _MOST else []
        yield [f"sentences with {word} ({len(found)})", *lines, *more]
