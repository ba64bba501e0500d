"""What rules are asked for in bulk, without a question: the frames of a word, those of a topic, or a topic in words.

A frame is a verb, adjective or noun with its preposition, and the relations of its parties, as profiles have them
(``docs/profiles.md``). What comes back is for review: it belongs to no question, so no answer finds it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.reasoner.asks import RULES, Query
from coindex.reasoner.knowledge.frequencies import LISTS, ListName, read_list
from coindex.reasoner.knowledge.profiles import PREDICATE, ROLES, Profile, profile_of
from coindex.reasoner.showing.profiles import profiles_of
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.store.store import Store

LONGEST = 200
"""Characters of a topic."""
_ALL = 10**9
_PLAIN: dict[ListName, tuple[str, ...]] = {"verbs": ("subj", "obj"), "adjectives": ("subj", "than")}
"""The parties of a common word that has no profile."""


def topic_of(text: str) -> Query:
    """Make what is asked about a topic in words.

    Raises:
        InputError: it is empty or too long.
    """
    text = " ".join(text.split())
    if not text or len(text) > LONGEST:
        raise InputError(f"a topic has 1 to {LONGEST} characters, this one has {len(text)}")
    return Query(text, 0, 0, (), RULES)


def queries_for(topic: str, store: Store) -> list[Query]:
    """Give what is asked about a topic, the commonest frames first.

    Args:
        topic: the name of a file of profiles (``exchange``); or a word (``lend``), perhaps with its preposition; or
            some words that say what it is about.
        store: the knowledge.

    Raises:
        InputError: the topic is empty or too long.
    """
    about = topic_of(topic)
    files = {source.name for source in store.files if source.role == "profiles"}
    named = [name for name in files if Path(name).stem == about.text]
    if named:
        profiles = map(profile_of, store.rows_of(PREDICATE, _ALL))
        return _by_frequency(_frames(one for one in profiles if one.file in named))
    frames = _frames(profiles_of(store, about.text))
    if " " not in about.text and not frames:
        frames = _plain(about.text)
    return _by_frequency(frames) or [about]


def topics(store: Store) -> list[str]:
    """Name the files of profiles, each a topic."""
    return sorted({Path(s.name).stem for s in store.files if s.role == "profiles"})


def _frames(profiles: Iterable[Profile]) -> dict[str, set[str]]:
    """Give the frames of two parties or more, with the relations of these: a rule says something of one of them."""
    found: dict[str, set[str]] = {}
    for one in profiles:
        found.setdefault(one.frame, set()).add(one.role)
    return {frame: roles for frame, roles in found.items() if len(roles) > 1}


def _plain(word: str) -> dict[str, set[str]]:
    """Give a common verb or adjective the parties that such words have."""
    ranks = {
        name: next((w.rank for w in read_list(name) if w.lemma == word), _ALL) for name in _PLAIN
    }
    name = min(ranks, key=lambda one: ranks[one])
    return {word: set(_PLAIN[name])} if ranks[name] < _ALL else {}


def _by_frequency(frames: dict[str, set[str]]) -> list[Query]:
    frequency: dict[str, float] = {}
    for name in LISTS:
        for word in read_list(name):
            frequency[word.lemma] = max(frequency.get(word.lemma, 0.0), word.frequency)
    order = sorted(frames, key=lambda frame: (-frequency.get(frame.partition(" ")[0], 0.0), frame))
    return [
        Query(frame, 0, 0, tuple(sorted(frames[frame], key=ROLES.index)), RULES) for frame in order
    ]
