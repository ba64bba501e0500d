"""Profiles as facts of a question: only the words that the question's text has, or that are near to one of its words.

A profile has up to a hundred words, and a text leads to some twenty profiles; of these words it has a handful. They are
the facts ``profile_word(Id,Head,Preposition,Role,Kind,Place,Word,How)`` that ``encodings/profiles.lp`` joins to the
text: Place is the place in the list, Word the text's own word, How says whether the profile has this very word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from coindex.reasoner.asp.records import Row
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.profiles import Profile, Word
from kparse.asp import quote

IDENTIFIED_BY = "word"
"""The functor of the ids of evidence from profiles."""


@dataclass(frozen=True, slots=True)
class ProfileWord:
    """A word of a profile that a text has."""

    profile: Profile
    word: Word
    place: int
    """In the list, from 0."""
    found: str
    """The word of the text: the same one, or one near to it in meaning."""

    @property
    def how(self) -> Literal["exact", "related"]:
        """Whether the text has this very word."""
        return "exact" if self.found == self.word.lemma else "related"

    @property
    def id(self) -> str:
        """Its name in the program and in an answer."""
        head, preposition = quote(self.profile.head), quote(self.profile.preposition)
        lemma, kind = quote(self.word.lemma), self.word.kind
        return f"{IDENTIFIED_BY}({head},{preposition},{self.profile.role},{lemma},{kind})"

    @property
    def fact(self) -> str:
        """Its fact in the program."""
        head, preposition, role, _, kind = arguments(self.id)
        found = quote(self.found)
        return f"profile_word({self.id},{head},{preposition},{role},{kind},{self.place},{found},{self.how})"


def profile_words(
    profiles: Iterable[Profile], lemmas: Collection[str], related: Iterable[Row] = ()
) -> Iterator[ProfileWord]:
    """Give the words of profiles that are among the lemmas of a text, or near to one of them.

    Args:
        profiles: those of the text's words.
        lemmas: the words of the text.
        related: rows ``related/2`` of these words.
    """
    near = _near(lemmas, related)
    for profile in profiles:
        for place, word in enumerate(profile.words):
            if word.lemma in lemmas:
                yield ProfileWord(profile, word, place, word.lemma)
            for found in near.get(word.lemma, ()):
                yield ProfileWord(profile, word, place, found)


def _near(lemmas: Collection[str], related: Iterable[Row]) -> Mapping[str, list[str]]:
    """Give for words of profiles the words of the text that are near to them."""
    found: dict[str, list[str]] = {}
    for row in related:
        lemma, others = (argument[1:-1] for argument in arguments(row.fact))
        for other in others.split():
            if other not in lemmas:
                found.setdefault(other, []).append(lemma)
    return found
