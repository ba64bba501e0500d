"""The linter's checks of participant profiles. What is malformed is found while reading (``knowledge.profiles``)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from coindex.reasoner.knowledge.frequencies import LISTS, read_list
from coindex.reasoner.knowledge.profiles import NOUN_ROLES, Profile, profile_of, word_of
from coindex.reasoner.linting.subject import Finding, Subject
from coindex.reasoner.store.reading_files import FileContent, Row
from kparse.caches import cache
from kparse.input.word_lists import word_list

SHORT = 10
"""A profile with fewer words is too short."""


@cache
def common_words() -> frozenset[str]:
    """Give the lemmas of the frequency lists, and the parts of those with several."""
    found = {word.lemma for name in LISTS for word in read_list(name)}
    return frozenset(found | {part for word in found for part in word.split("_")})


def _profiles(subject: Subject) -> Iterator[tuple[FileContent, Profile]]:
    for content in subject.checked:
        if content.source.role == "profiles":
            for row in content.rows:
                yield content, profile_of(row)


def _known(known: Collection[str], lemma: str) -> bool:
    """Tell whether a lemma, or each word of a phrase, is in a frequency list or has rows in the lexicon."""
    return lemma in known or all(part in known for part in re.split("[_-]", lemma))


def short_profile(subject: Subject) -> Iterator[Finding]:
    """Too short a profile."""
    folders: dict[tuple[str, str], set[Path]] = {}  # a line may add to one of another folder
    for frame, role, row in subject.profiles:
        folders.setdefault((frame, role), set()).add(subject.folders[row.file])
    for content, profile in _profiles(subject):
        own = subject.folders[content.source.name]
        adds = folders.get((profile.frame, profile.role), set()) - {own}
        if len(profile.words) < SHORT and not adds:
            what = f"`{profile.frame}` {profile.role} has {len(profile.words)} words"
            hint = f"write at least {SHORT}, better 20 to 40"
            yield content.source.name, profile.line, 1, what, hint


def unsorted_profiles(subject: Subject) -> Iterator[Finding]:
    """Profiles out of order."""
    last: tuple[str, Profile] | None = None
    named: set[str] = set()
    for content, profile in _profiles(subject):
        file = content.source.name
        if last is not None and last[0] == file and file not in named:
            before = last[1]
            if (before.frame, before.role) > (profile.frame, profile.role):
                what = (
                    f"`{profile.frame}` {profile.role} stands after `{before.frame}` {before.role}"
                )
                named.add(file)
                yield file, profile.line, 1, what, "sort the lines of the file"
        last = file, profile


def uncommon_word(subject: Subject) -> Iterator[Finding]:
    """A word in no frequency list."""
    profiles = list(_profiles(subject))
    known = subject.lemmas | common_words() if profiles else frozenset[str]()
    for content, profile in profiles:
        line = content.line(profile.line) or ""
        start = line.rfind("\t") + 1
        for match in re.finditer(r"\S+", line[start:]):
            word = word_of(match[0])
            if word is not None and not _known(known, word.lemma):
                hint = "check the spelling; a profile has lemmas"
                column = start + match.start() + 1
                yield content.source.name, profile.line, column, f"`{match[0]}`", hint


def unknown_head(subject: Subject) -> Iterator[Finding]:
    """Unknown lemma."""
    profiles = list(_profiles(subject))
    known = subject.lemmas | common_words() if profiles else frozenset[str]()
    for content, profile in profiles:
        if not _known(known, profile.head):
            hint = "the head is a verb, adjective or noun in its dictionary form"
            yield content.source.name, profile.line, 1, f"`{profile.head}`", hint


def unmatched_head(subject: Subject) -> Iterator[Finding]:
    """A head that no text has in this form."""
    named: set[str] = set()
    for content, profile in _profiles(subject):
        right = matching_form(profile.frame, subject.participants[profile.frame])
        if right != profile.frame and profile.frame not in named:
            named.add(profile.frame)
            hint = f"write `{right}`"
            yield content.source.name, profile.line, 1, f"`{profile.frame}`", hint


def matching_form(frame: str, roles: Collection[str]) -> str:
    """Give the form in which a text has a frame: a particle is joined, a preposition with its noun stands apart.

    >>> matching_form("give up", ("subj", "than")), matching_form("rely_on", ("subj", "obl"))
    ('give_up', 'rely on')
    >>> matching_form("run_out of", ("subj", "obl")), matching_form("fall_out with", ("subj", "obl"))
    ('run out_of', 'fall_out with')
    """
    head, _, preposition = frame.partition(" ")
    verb, _, last = head.rpartition("_")
    if last == "out" and preposition == "of":
        return f"{verb} out_of"
    if preposition in word_list("particles") and "obl" not in roles:
        return f"{head}_{preposition}"
    if verb and not preposition and "obl" in roles:
        return f"{verb} {last}"
    return frame


def lone_participant(subject: Subject) -> Iterator[Finding]:
    """A profile without that of the other participant."""
    for content, profile in _profiles(subject):
        others = subject.participants[profile.frame] - {profile.role}
        if profile.role not in NOUN_ROLES and not others:
            what = f"`{profile.frame}` has only `{profile.role}`"
            yield content.source.name, profile.line, 1, what, "contrast needs both"


def profile_elsewhere(subject: Subject) -> Iterator[Finding]:
    """Profile written in another file."""
    first: dict[tuple[str, str, Path], Row] = {}
    checked = {c.source.name for c in subject.checked if c.source.role == "profiles"}
    for frame, role, row in subject.profiles if checked else ():
        where = first.setdefault((frame, role, subject.folders[row.file]), row)
        if where.file != row.file and row.file in checked:
            yield row.file, row.line, 1, f"`{frame}` {role}", f"first in {where.file}:{where.line}"
