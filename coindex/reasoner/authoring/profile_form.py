"""The form of a profile that is still to be written: a line for each participant of a frame, commented out.

    #rely on<TAB>obl<TAB>
    #rely on<TAB>subj<TAB>

A line in a file waits, without harm, until somebody writes words into it and takes the ``#`` away.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.reasoner.knowledge.derived_rows import PART_OF, is_derived
from coindex.reasoner.knowledge.frequencies import FREQUENCIES, ListName, read_list
from coindex.reasoner.knowledge.profiles import is_frame
from coindex.reasoner.knowledge.related_words import related_words
from coindex.reasoner.showing.profiles import profiles_of
from kparse.asp import quote
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

INSTRUCTIONS = """\
# Write lemmas after the second tab, 20 to 40, the most typical first; then take the # of the line away.
# What do people say of this participant rather than of the other: reasons, results, feelings, traits, belongings?
# A word that fits both goes nowhere, one that fits one goes there, its opposite to the other (big / small).
# `word/obj`: it is done to this participant. `-word`: typical when denied. A phrase is joined: give_up.
# Then: kb lint FILE, kb show FRAME, kb test (an example line is `profile(FRAME,ROLE): text`).
"""
_ROLES: dict[ListName, tuple[str, ...]] = {
    "verbs": ("obj", "subj"),
    "adjectives": ("subj", "than"),
    "nouns": ("poss", "self"),
}
_NAMES: dict[str, ListName] = {"verb": "verbs", "adj": "adjectives", "noun": "nouns"}
_MARKS: dict[ListName, str] = {"verbs": "v", "adjectives": "a", "nouns": "n"}


def form(store: Store, frame: str, directory: Path = FREQUENCIES) -> tuple[list[str], list[str]]:
    """Give what is to be known of a frame as comments, and its lines that are still to be written.

    Args:
        store: the knowledge.
        frame: a verb, adjective or noun, with a preposition after a blank if it has one.
        directory: the frequency lists, which say what the word is.

    Raises:
        InputError: it is no frame, or both its profiles are written.
    """
    frame = " ".join(frame.split())
    if not is_frame(frame):
        raise InputError(
            f"`{frame}` cannot have a profile",
            hint="Give a lemma in lower case, with a preposition after a blank if it has one.",
        )
    written = profiles_of(store, frame)
    written = [profile for profile in written if profile.frame == frame]
    places = [f"{one.role} {one.file}:{one.line}" for one in written]
    roles = ("obl", "subj") if " " in frame else _roles(store, frame, directory)
    lines = [f"#{frame}\t{role}\t" for role in roles if role not in {p.role for p in written}]
    if not lines:
        raise InputError(
            f"the profiles of `{frame}` are written: {', '.join(places)}",
            hint="Add words to them; `kb show` prints them side by side.",
        )
    notes = [f"# There is already: {place}" for place in places]
    others = sorted({p.frame for p in profiles_of(store, frame.partition(" ")[0])} - {frame})
    if others:
        notes.append(f"# Other frames with profiles: {', '.join(others)}")
    return notes, lines


def _roles(store: Store, word: str, directory: Path) -> tuple[str, ...]:
    """Give the participants of a word: of a verb, unless it is commoner as an adjective, or only a noun.

    The frequency lists say what a common word is; of others the rows do, authored ones before derived ones, or else
    the table of related words.
    """
    found = {
        name: next((w.frequency for w in read_list(name, directory) if w.lemma == word), 0.0)
        for name in _ROLES
    }
    if not any(found.values()):
        return _ROLES[_part_of(store, word)]
    if found["adjectives"] > found["verbs"]:
        return _ROLES["adjectives"]
    return _ROLES["nouns"] if found["nouns"] and not found["verbs"] else _ROLES["verbs"]


def _part_of(store: Store, word: str) -> ListName:
    """Tell what an uncommon word is; a verb, if nothing says it."""
    rows = sorted(store.rows_for(word), key=lambda row: is_derived(row.file))
    for row in rows:
        part = PART_OF.get(row.predicate)
        if row.key == quote(word) and part in _NAMES:
            return _NAMES[part]
    table = related_words()
    parts = [name for name, mark in _MARKS.items() if table.has(word, mark)]
    return parts[0] if len(parts) == 1 else "verbs"


def inserted(text: str, lines: Sequence[str]) -> tuple[str, list[int]]:
    r"""Put lines where a sorted file has them; also give their numbers in the new file.

    >>> inserted("hire\tsubj\tneed\n", ["#hire\tobj\t", "#sack\tobj\t"])
    ('#hire\tobj\t\nhire\tsubj\tneed\n#sack\tobj\t\n', [1, 3])

    Raises:
        InputError: one of the lines is there.
    """
    end = "\r\n" if "\r\n" in text else "\n"
    found = text.split(end)
    if not found[-1]:
        found.pop()
    places: list[int] = []
    for line in sorted(lines, key=_key):
        known = [_key(one) for one in found]
        if _key(line) in known:
            number = known.index(_key(line)) + 1
            raise InputError(f"`{' '.join(_key(line))}` stands in line {number} already")
        # After the last smaller line, so that comments stay above the line that they are about.
        place = max((n for n, key in enumerate(known, 1) if key[1] and key < _key(line)), default=0)
        if not place:
            place = next((n for n, key in enumerate(known) if key[1]), len(found))
        found.insert(place, line)
        places.append(place + 1)
    return end.join(found) + end, places


def _key(line: str) -> tuple[str, str]:
    """Give frame and role of a line, also of one that is commented out; the role of a mere comment is empty."""
    frame, _, rest = line.lstrip("\ufeff#").partition("\t")
    return frame, rest.partition("\t")[0]
