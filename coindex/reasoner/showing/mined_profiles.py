"""What raw text adds to profiles: ``kb show`` prints it beside the authored words, ``kb suggest-profiles`` proposes it.

A person decides what is accepted. See :mod:`coindex.reasoner.evidence.contrast` for the order.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.evidence.contrast import TOLD, Contrast, MinedWord
from coindex.reasoner.evidence.keys import ANY
from coindex.reasoner.knowledge.profiles import ROLES
from coindex.reasoner.showing.profiles import profiles_of

if TYPE_CHECKING:
    from coindex.reasoner.evidence.store import MinedStore
    from coindex.reasoner.store.store import Store

LEAST = 2
"""A word that was told less often is not proposed."""
SCORE = 1.0
"""Nor one whose weight is less than so many standard deviations."""
_SHOWN = 12
"""The most words of a participant in ``kb show``."""
_WIDTH = 100  # characters of a line


def mined_parts(mined: MinedStore, frame: str) -> Iterator[list[str]]:
    """Describe what text tells of the participants of a frame; without a preposition, of all frames of the head."""
    contrast = Contrast(mined)
    for one in _frames_of(mined, frame):
        found = [word for word in contrast.words(one) if word.weight > 0 and word.here >= LEAST]
        lines: list[str] = []
        for role in ROLES:
            words = [word for word in found if word.role == role][:_SHOWN]
            if words:
                text = f"{role}: {', '.join(map(str, words))}"
                lines += textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="    ")
        if lines:
            yield [f"told in texts of {one} (this participant : the others)", *lines]


def _frames_of(mined: MinedStore, frame: str) -> list[str]:
    """The frame itself; of a bare head, those with a preposition, too."""
    heads = {row[0] for row in mined.rows(TOLD, frame)}
    if " " not in frame:
        heads |= set(mined.heads(TOLD, f"{frame} "))
    return sorted(heads)


def suggestions(
    store: Store, mined: MinedStore, frames: Iterable[str] = (), *, least: int = LEAST
) -> list[MinedWord]:
    """Words that text tells of a participant and that no authored profile of the frame has, best first.

    Args:
        store: the knowledge.
        mined: counts of raw text.
        frames: frames or heads; all that have authored profiles, without any.
        least: how often a word must have been told.
    """
    contrast = Contrast(mined)
    asked = list(frames)
    wanted = [f for frame in asked for f in _frames_of(mined, frame)] if asked else _all(mined)
    found: list[MinedWord] = []
    for frame in dict.fromkeys(wanted):
        profiles = [one for one in profiles_of(store, frame) if one.frame == frame]
        if not profiles and not asked:
            continue
        known = {word.lemma for one in profiles for word in one.words} | {frame.partition(" ")[0]}
        found += [
            word
            for word in contrast.words(frame)
            if word.here >= least
            and word.score >= SCORE
            and _lemma(word.word) not in known | _EMPTY
        ]
    return sorted(found, key=lambda one: (-one.score, one.frame, one.role, one.word))


def _all(mined: MinedStore) -> list[str]:
    return [head for head in mined.heads(TOLD, "") if head != ANY]


def _lemma(entry: str) -> str:
    return entry.removeprefix("-").removesuffix("/obj")


_EMPTY = frozenset("be do have get go come make let one way thing time so too very other".split())
"""Words that say nothing by themselves."""
