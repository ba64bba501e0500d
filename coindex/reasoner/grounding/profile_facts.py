"""Profiles as facts of a question: only the words that the question's text has.

A profile has up to a hundred words, and a text leads to some twenty profiles; of these words it has a handful. They are
the facts ``profile_word(Head,Preposition,Role,Word,Kind,Place)`` that ``encodings/profiles.lp`` joins to the text.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.profiles import Profile, Word
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
        """Its name in the program and in an answer."""
        head, preposition = quote(self.profile.head), quote(self.profile.preposition)
        lemma = quote(self.word.lemma)
        return f"{IDENTIFIED_BY}({head},{preposition},{self.profile.role},{lemma},{self.word.kind})"

    @property
    def fact(self) -> str:
        """Its fact in the program."""
        return f"profile_word({','.join(arguments(self.id))},{self.place})"


def profile_words(
    profiles: Iterable[Profile], lemmas: Collection[str]
) -> Iterator[ProfileWord]:
    """Give the words of profiles that are among the lemmas of a text."""
    for profile in profiles:
        for place, word in enumerate(profile.words):
            if word.lemma in lemmas:
                yield ProfileWord(profile, word, place)


def by_id(words: Iterable[ProfileWord]) -> Mapping[str, ProfileWord]:
    """Give words by their ids; of a profile that is written twice, the first counts."""
    found: dict[str, ProfileWord] = {}
    for word in words:
        found.setdefault(word.id, word)
    return found
