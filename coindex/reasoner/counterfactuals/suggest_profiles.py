"""Suggest words for profiles: what the text says of the pronoun, as a word of a participant that is a candidate."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import name_of, split_term
from coindex.reasoner.grounding.profile_facts import ProfileWord
from coindex.reasoner.knowledge.profiles import (
    NOUN_ROLES,
    Profile,
    is_frame,
    profile_of,
    row_of,
    word_of,
)

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Row
    from coindex.reasoner.solving.case import Solved

_ALWAYS = ("subj", "obj", "than")
_VAGUE = frozenset("be have do get go make".split())
"""Words that are said of anybody."""


@dataclass(frozen=True, slots=True)
class MissingWord:
    """A word that a profile could have."""

    frame: str
    role: str
    entry: str
    written: Profile | None = None
    """The profile, if it is written."""

    @property
    def row(self) -> Row:
        """The profile with this word as its first one."""
        words = self.written.words if self.written else ()
        return row_of(
            self.frame, self.role, " ".join(map(str, (self.entry, *words))), "suggested", 1
        )

    @property
    def id(self) -> str:
        """The id of the evidence that the word would be."""
        profile = profile_of(self.row)
        return ProfileWord(profile, profile.words[0], 0).id

    @property
    def line(self) -> str:
        """The line of a file of profiles that says it."""
        return f"{self.frame}\t{self.role}\t{self.entry}"

    @property
    def advice(self) -> str:
        """What to do."""
        if self.written:
            place = f"{self.written.file}:{self.written.line}"
            return f"add `{self.entry}` to `{self.frame}` {self.role} in {place}"
        new = f'"{self.frame}"' if " " in self.frame else self.frame
        return f"write a profile: `{self.entry}` for `{self.frame}` {self.role} (kb new --profile {new})"


def probes(solved: Solved) -> tuple[Row, ...]:
    """Give a profile for each participant that a word of the text may have, so that the program names all parties."""
    lemmas = [lemma for lemma in sorted(solved.program.lemmas) if is_frame(lemma)]
    frames = {(lemma, role) for lemma in lemmas for role in (*_ALWAYS, "self")}
    frames |= {(one.frame, one.role) for one in solved.selection.profiles}
    heads = {one.head for one in solved.selection.profiles}
    graph = solved.case.graph
    for node in graph.nodes.values():
        roles = [edge.role for edge in graph.out(node.id)]
        if node.concept in heads or "obj" in roles:
            continue  # a frame with a preposition would hide the one without
        for role in roles:
            if role.startswith("obl.") and is_frame(frame := f"{node.concept} {role[4:]}"):
                frames |= {(frame, "subj"), (frame, "obl")}
    return tuple(
        row_of(frame, role, frame.partition(" ")[0], "suggested", 1)
        for frame, role in sorted(frames)
    )


def missing_words(
    atoms: Iterable[str], candidate: str, profiles: Sequence[Profile]
) -> Iterator[MissingWord]:
    """Give words that the profiles of a candidate could have, those of written profiles first.

    Args:
        atoms: a reading of the program with the :func:`probes`.
        candidate: the candidate's node.
        profiles: the written profiles of the text's words.
    """
    parties: list[tuple[str, str, str]] = []
    said: list[tuple[str, str, str]] = []
    for atom in atoms:
        if name_of(atom) == "profile_party":
            head, preposition, event, role, node = split_term(atom)[1]
            if node == candidate and head != '"be"':
                parties.append((f"{head[1:-1]} {preposition[1:-1]}".rstrip(), event, role))
        elif name_of(atom) == "ascribed":
            word, kind, manner, situation = split_term(atom)[1]
            entry = word[1:-1] + "/obj" * (kind == "object")
            if word_of(entry) and word[1:-1] not in _VAGUE:
                said.append((entry, manner, situation))
    written = {(one.frame, one.role): one for one in profiles}
    heads = {one.head for one in profiles}
    taken = {(one.frame, str(word)) for one in profiles for word in one.words}
    found: dict[MissingWord, tuple[bool, ...]] = {}
    for (frame, event, role), (entry, manner, situation) in product(parties, said):
        own = written.get((frame, role))
        if event == situation or (frame, entry) in taken or entry == frame:
            continue
        if own is None and not _may_be_new(frame, role, heads):
            continue
        one = MissingWord(frame, role, entry, own)
        rank = role in NOUN_ROLES, own is None, manner != "predicate", entry.endswith("/obj")
        found[one] = min(found.get(one, rank), rank)
    given: set[tuple[str, str]] = set()
    for missing in sorted(found, key=lambda w: (found[w], w.frame, w.role, w.entry)):
        once = (
            missing.frame.replace(" ", "_"),
            missing.entry,
        )  # `rely on` and `rely_on` are the same
        if once not in given:
            given.add(once)
            yield missing


def _may_be_new(frame: str, role: str, heads: Collection[str]) -> bool:
    """Tell whether a frame is worth a profile: one with a preposition only for a head without any other."""
    head, _, preposition = frame.partition(" ")
    if not preposition:
        return role not in ("obl", "iobj")
    return role in ("subj", "obl") and head not in heads and not head.endswith(f"_{preposition}")
