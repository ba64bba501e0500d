"""Profiles as facts of a question: only the words that the question's text has.

A profile has up to a hundred words, and a text leads to some twenty profiles; of these words it has a handful. They are
the facts ``profile_word(Id,Head,Preposition,Role,Kind,Place,Word)`` that ``encodings/profiles.lp`` joins to the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.profiles import Kind, Profile, Word
from kparse.asp import quote

IDENTIFIED_BY = "word"
"""The functor of the ids of evidence from profiles."""


@dataclass(frozen=True, slots=True)
class ProfileWord:
    """A word of a profile that a text has, and its place in the list, from 0."""

    profile: Profile
    word: Word
    place: int

    @property
    def id(self) -> str:
        """Its name in the program and in an answer.

        >>> from coindex.reasoner.knowledge.profiles import profile_of, row_of
        >>> profile = profile_of(row_of("fit in", "subj", "big fold/obj", "space.tsv", 7))
        >>> ProfileWord(profile, profile.words[1], 1).id
        'word("fit","in",subj,"fold",object)'
        """
        head, preposition = quote(self.profile.head), quote(self.profile.preposition)
        lemma, kind = quote(self.word.lemma), self.word.kind
        return f"{IDENTIFIED_BY}({head},{preposition},{self.profile.role},{lemma},{kind})"

    @property
    def fact(self) -> str:
        """Its fact in the program."""
        head, preposition, role, lemma, kind = arguments(self.id)
        return f"profile_word({self.id},{head},{preposition},{role},{kind},{self.place},{lemma})"


def parts_of_id(name: str) -> tuple[str, str, str] | None:
    """Give frame, role and entry of the id of evidence from a profile; ``None`` for the id of anything else.

    >>> parts_of_id('word("rely","on",obl,"hurt",object)')
    ('rely on', 'obl', 'hurt/obj')
    """
    parts = arguments(name) if name.startswith(f"{IDENTIFIED_BY}(") else ()
    if len(parts) != 5:
        return None
    head, preposition, role, lemma, kind = parts
    frame = f"{head[1:-1]} {preposition[1:-1]}".rstrip()
    return frame, role, str(Word(lemma[1:-1], cast("Kind", kind)))


def profile_words(profiles: Iterable[Profile], lemmas: Collection[str]) -> Iterator[ProfileWord]:
    """Give the words of profiles that are among the lemmas of a text.

    A profile may be written in several files: all words count, each at its place in its own line; of a word that two
    have, the first.
    """
    seen: set[str] = set()
    for profile in profiles:
        for place, word in enumerate(profile.words):
            if word.lemma in lemmas:
                found = ProfileWord(profile, word, place)
                if found.id not in seen:
                    seen.add(found.id)
                    yield found
