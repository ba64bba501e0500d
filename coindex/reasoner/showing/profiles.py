"""How ``kb show`` prints profiles: the participants of a frame side by side, and which profiles have a word."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from coindex.reasoner.grounding.profile_facts import parts_of_id
from coindex.reasoner.knowledge.profiles import PREDICATE, ROLES, Profile, profile_of

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

_ALL = 10**9
_GAP = 3
"""Blanks between two columns."""
_NARROW = 30
"""The fewest characters of a column; a narrower terminal gets one column."""
_MOST = 100
"""The most characters of a line."""
_FIRST = 12
"""The most profiles named that have a word."""


def profiles_of(store: Store, frame: str) -> list[Profile]:
    """Give the profiles of a frame (``rely on``); without a preposition, those of all frames of the head."""
    head, _, preposition = frame.partition(" ")
    found = (profile_of(row) for row in store.rows_for(head) if row.predicate == PREDICATE)
    return [one for one in found if not preposition or one.preposition == preposition]


def place_in_profile(store: Store, name: str) -> tuple[int, str] | None:
    """Give the place in its list, from 0, and the file and line of the word that an id of evidence names."""
    frame, role, entry = parts_of_id(name) or ("", "", "")
    for profile in profiles_of(store, frame):
        entries = [str(word) for word in profile.words]
        if (profile.frame, profile.role) == (frame, role) and entry in entries:
            return entries.index(entry), f"{profile.file}:{profile.line}"
    return None


def profile_parts(store: Store, query: str, width: int | None = None) -> Iterator[list[str]]:
    """Describe the profiles of a word, of a frame, or of an id of evidence from profiles, frame by frame."""
    if parts := parts_of_id(query):
        query = parts[0]
    found = profiles_of(store, query)
    if " " in query:
        found += profiles_of(store, query.replace(" ", "_"))
    for frame in sorted({one.frame for one in found}):
        those = [
            tuple(one for one in found if (one.frame, one.role) == (frame, role)) for role in ROLES
        ]
        yield [f"profiles of {frame}", *side_by_side([one for one in those if one], width)]


def side_by_side(those: Sequence[Sequence[Profile]], width: int | None = None) -> Iterator[str]:
    """Write the lines of each participant in columns, two beside each other if the terminal is wide enough.

    A participant with lines in several files has all of them below each other: first what was read first.
    """
    total = min(width or shutil.get_terminal_size((_MOST, 24)).columns, _MOST)
    wide = (total - 2 - _GAP) // 2
    several = 2 if wide >= _NARROW and len(those) > 1 else 1
    wide = wide if several == 2 else max(total - 2, 20)
    for start in range(0, len(those), several):
        if start:
            yield ""
        columns = [_column(one, wide) for one in those[start : start + several]]
        for cells in zip_longest(*columns, fillvalue=""):
            yield "  " + (" " * _GAP).join(cell.ljust(wide) for cell in cells).rstrip()


def _column(lines: Sequence[Profile], wide: int) -> list[str]:
    count = sum(len(one.words) for one in lines)
    column = [f"{lines[0].role}: {count} words"]
    for one in lines:
        words = " ".join(map(str, one.words))
        column += [f"{one.file}:{one.line}", *textwrap.wrap(words, wide, break_on_hyphens=False)]
        if one.takes:
            column += textwrap.wrap(f"takes away: {' '.join(one.takes)}", wide)
    return column


def profiles_with(store: Store, lemma: str) -> Iterator[str]:
    """Say which profiles have a word, those first in which it is most typical; this reads all profiles."""
    found: list[tuple[int, str]] = []
    for row in store.rows_of(PREDICATE, limit=_ALL):
        if lemma in row.fact:
            profile = profile_of(row)
            places = [n for n, word in enumerate(profile.words) if word.lemma == lemma]
            found += [(n, f"{profile.frame} {profile.role}") for n in places[:1]]
    if found:
        named = ", ".join(name for _, name in sorted(found)[:_FIRST])
        more = f" and {len(found) - _FIRST} more" if len(found) > _FIRST else ""
        text = f"in profiles ({len(found)}): {named}{more}"
        yield from textwrap.wrap(text, 78, initial_indent="  ", subsequent_indent="    ")
