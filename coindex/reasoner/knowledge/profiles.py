"""Participant profiles: plain words that are said of one participant of an event rather than of the other.

A profile is a line of three columns with a tab between them: the head, the role, the words::

    teach<TAB>subj<TAB>know patient skill prepare respect/obj
    teach<TAB>obj<TAB>learn curious homework -ready

The head is a lemma, with a preposition after a blank (``fit in``). A word is a lemma; ``word/obj`` says that the
participant is its object, ``-word`` that its denial is typical. In a file read later ``-word`` takes away ``word``
(:mod:`coindex.reasoner.knowledge.overrides`). ``knowledge/CONVENTIONS.md`` says how to write them.
A line becomes a row:

>>> row_of("fit in", "subj", "big fold/obj", "space.tsv", 7).fact
'profile("fit","in",subj,"big fold/obj")'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from coindex.reasoner.asp.terms import arguments
from kparse.asp import quote
from kparse.caches import lru_cache

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import FileContent, Row

PROFILES = "profiles"
"""The directory of profiles in a knowledge directory; also the part that such a file plays in it."""
SUFFIX = ".tsv"
PREDICATE = "profile"
"""The predicate of the rows."""
ROLES = ("subj", "obj", "iobj", "obl", "than", "self", "poss")
"""The participants that a profile can be of: grammatical relations of a predicate, the one that it is compared with or
contrasted to (``than``), what a noun names (``self``), and whose it is (``poss``)."""
NOUN_ROLES = ("self", "poss")
_OF_VERBS, _OF_ADJECTIVES = ("obj", "iobj"), ("than",)
"""Participants that only verbs, and only adjectives have."""
TAKEN = "~"
"""What an entry begins with, in the row of a line, that the line takes away from one read before."""
Kind = Literal["said", "object", "denied"]
_QUOTED = 40
"""The most characters of an entry that a message quotes."""
_NONE = r'\s\x00-\x1f"\\A-Z'
"""Characters that a lemma does not have."""
_HEAD = re.compile(rf"[^{_NONE}]+(?: [^{_NONE}]+)?")
_TAKES = re.compile(rf"-[^{_NONE}/~-][^{_NONE}/]*/obj")
_WORD = re.compile(rf"(-?)([^{_NONE}/~-][^{_NONE}/]*)(/obj)?")


@dataclass(frozen=True, slots=True)
class Word:
    """An entry of a profile."""

    lemma: str
    kind: Kind
    """Said of the participant; the participant is its object; its denial is said of the participant."""

    def __str__(self) -> str:
        """Write it as in the file."""
        return f"{'-' * (self.kind == 'denied')}{self.lemma}{'/obj' * (self.kind == 'object')}"


@dataclass(frozen=True, slots=True)
class Profile:
    """The words that are said of one participant, most typical first, and where they are written."""

    head: str
    preposition: str
    """Empty if the head has none."""
    role: str
    words: tuple[Word, ...]
    file: str
    line: int
    takes: tuple[str, ...] = ()
    """Entries that this line takes away from one read before."""

    @property
    def frame(self) -> str:
        """The head with its preposition, as in the file."""
        return f"{self.head} {self.preposition}".rstrip()


def is_frame(text: str) -> bool:
    """Tell whether a text may be the first column of a profile.

    >>> is_frame("rely on"), is_frame("Rely")
    (True, False)
    """
    return _HEAD.fullmatch(text) is not None


@lru_cache(200_000)
def word_of(entry: str) -> Word | None:
    """Read an entry; ``None`` if it is malformed.

    >>> word_of("respect/obj"), word_of("-ready"), word_of("Big")
    (Word(lemma='respect', kind='object'), Word(lemma='ready', kind='denied'), None)
    """
    match = _WORD.fullmatch(entry)
    if match is None or (match[1] and match[3]):
        return None
    return Word(match[2], "denied" if match[1] else "object" if match[3] else "said")


def row_of(frame: str, role: str, words: str, file: str, line: int) -> Row:
    """Give the row of a line."""
    from coindex.reasoner.asp.records import Row

    head, _, preposition = frame.partition(" ")
    fact = f"{PREDICATE}({quote(head)},{quote(preposition)},{role},{quote(words)})"
    return Row(fact, PREDICATE, quote(head), file, line)


@lru_cache(20_000)
def profile_of(row: Row) -> Profile:
    """Read a row."""
    head, preposition, role, words = arguments(row.fact)
    found = tuple(word for entry in words[1:-1].split() if (word := word_of(entry)))
    takes = tuple(entry[1:] for entry in words[1:-1].split() if entry.startswith(TAKEN))
    return Profile(head[1:-1], preposition[1:-1], role, found, row.file, row.line, takes)


def opposite_entry(entry: str) -> str:
    """Give the entry that an entry takes away.

    >>> opposite_entry("-ready"), opposite_entry("ready"), opposite_entry("-help/obj")
    ('ready', '-ready', 'help/obj')
    """
    return entry[1:] if entry.startswith("-") else f"-{entry}"


def contrasted(role: str, other: str) -> bool:
    """Tell whether two roles can be of one word: of homographs a noun has its own, and so have verb and adjective.

    >>> contrasted("subj", "obj"), contrasted("obj", "self"), contrasted("obj", "than")
    (True, False, False)
    """
    mixed = {role, other} & {*_OF_VERBS} and {role, other} & {*_OF_ADJECTIVES}
    same_part = (role in NOUN_ROLES) == (other in NOUN_ROLES)
    return role != other and same_part and not mixed


def take_profiles(content: FileContent) -> None:
    """Read the lines of a file of profiles into rows; what is wrong is noted with line and column."""
    frames: dict[str, dict[str, tuple[int, dict[str, int]]]] = {}
    for number, line in enumerate(content.lines, 1):
        text = line.rstrip("\r")
        if not text.strip() or text.startswith("#"):
            continue
        columns = text.split("\t")
        if len(columns) != 3:
            content.problem(
                "E601",
                f"a profile has three columns, this line has {len(columns)}",
                number,
                hint="write HEAD, ROLE and WORDS with a tab between them",
            )
            continue
        frame, role, words = columns
        if not is_frame(frame):
            hint = "a lemma in lower case, with a preposition after one blank if it has one"
            content.problem("E602", f"`{_cut(frame)}` is no head of a profile", number, hint=hint)
            continue
        if role not in ROLES:
            column = len(frame) + 2
            hint = f"one of {', '.join(ROLES)}"
            content.problem("E603", f"unknown role `{_cut(role)}`", number, column, hint)
            continue
        seen = _entries(content, number, len(frame) + len(role) + 3, words)
        others = frames.setdefault(frame, {})
        if role in others:
            where = others[role][0]
            content.problem("E604", f"`{frame}` has a profile of `{role}` in line {where}", number)
            continue
        for other, (_, theirs) in others.items():
            for entry in sorted(seen.keys() & theirs.keys()) if contrasted(role, other) else ():
                hint = "keep it where it fits better"
                message = f"`{entry}` stands under `{role}` and under `{other}` of `{frame}`"
                content.problem("E605", message, number, seen.pop(entry), hint)
        others[role] = number, seen
        if not seen:
            continue
        content.rows.append(row_of(frame, role, " ".join(seen), content.source.name, number))
        content.columns.append(1)


def _entries(content: FileContent, number: int, column: int, words: str) -> dict[str, int]:
    """Check the entries of a line; give them with their columns."""
    seen: dict[str, int] = {}
    for match in re.finditer(r"\S+", words):
        place = column + match.start()
        if word_of(match[0]) is None and not _TAKES.fullmatch(match[0]):
            hint = "a lemma in lower case, `word/obj` or `-word`"
            what = f"`{_cut(match[0])}` is no entry of a profile"
            content.problem("E606", what, number, place, hint)
        elif match[0] in seen:
            content.problem("E605", f"`{match[0]}` stands twice in this line", number, place)
        else:
            seen[match[0]] = place
    if not words.strip():
        content.problem("E606", "this profile has no words", number, column)
    return seen


def _cut(text: str) -> str:
    """Shorten what a message quotes."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
