"""Documents with gold trees and gold entities, as GUM has them: CoNLL-U with ``Entity=`` in MISC.

Zeldes (2017), *The GUM corpus*; the notation of entities is that of CorefUD. A document becomes a plain text, the
offsets of its words, and the mentions of its entities, each with the word that is its head in the gold tree.
"""

from __future__ import annotations

import gzip
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kparse.errors import InputError, Location

THIRD = frozenset(
    "he him his himself she her hers herself it its itself they them their theirs themselves".split()
)
"""Forms of the pronouns that are scored."""
_SHORT = 3
"""Words of a mention of which any counts as its head: *Ann Hill*."""
_SPLIT = re.compile(r"(?:^|\|)SplitAnte=([^|]*)")
_MENTION = re.compile(r"\([^()]*\)?|[^()]+\)")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text: its place, and the number of the word that it depends on (``None``: none)."""

    start: int
    end: int
    form: str
    upos: str
    above: int | None


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A mention: the numbers of its first word, its last and its head."""

    first: int
    last: int
    head: int


@dataclass(slots=True)
class Document:
    """A text with its entities."""

    name: str
    text: str = ""
    words: list[Word] = field(default_factory=list)
    entities: dict[str, list[GoldMention]] = field(default_factory=dict)
    split: set[str] = field(default_factory=set)
    """Entities that are several others together, which were named apart."""

    @property
    def genre(self) -> str:
        """The second part of its name."""
        return self.name.split("_")[1] if "_" in self.name else ""

    def pronouns(self) -> dict[int, str]:
        """Give the third-person pronouns that have an antecedent: their entities, by their offsets.

        An antecedent is an earlier mention that is no such pronoun.
        """
        found = {}
        for entity, mentions in self.entities.items():
            named = [m.first for m in mentions if not self._is_pronoun(m)]
            for one in mentions:
                if self._is_pronoun(one) and any(first < one.first for first in named):
                    found[self.words[one.first].start] = entity
        return found

    def pronouns_for_several(self) -> set[int]:
        """Give the offsets of the third-person pronouns that stand for several entities named apart."""
        return {
            self.words[one.first].start
            for entity in self.split
            for one in self.entities.get(entity, ())
            if self._is_pronoun(one)
        }

    def others(self) -> set[int]:
        """Give the offsets of the third-person pronouns that have none."""
        asked = self.pronouns()
        return {
            w.start
            for w in self.words
            if w.form.lower() in THIRD and w.upos == "PRON" and w.start not in asked
        }

    def is_mention(self, start: int, end: int, entity: str, pronoun: int) -> bool:
        """Tell whether the head of a phrase is that of a mention of an entity, other than the pronoun at an offset."""
        head = self._head(start, end)
        return head is not None and any(
            head == one.head
            or (
                one.first <= head <= one.last
                and self.words[one.head].start >= start
                and self.words[one.head].end <= end
                and one.last - one.first < _SHORT + 1
            )
            for one in self.entities[entity]
            if self.words[one.first].start != pronoun
        )

    def _is_pronoun(self, mention: GoldMention) -> bool:
        return mention.first == mention.last and self.words[mention.first].form.lower() in THIRD

    def _head(self, start: int, end: int) -> int | None:
        inside = range(
            bisect_left(self.words, start, key=lambda w: w.start),
            bisect_right(self.words, end, key=lambda w: w.end),
        )
        return next((n for n in inside if self.words[n].above not in inside), None)


def read_documents(path: Path) -> Iterator[Document]:
    """Read the documents of a CoNLL-U file, which may be compressed with gzip.

    Raises:
        InputError: it cannot be read, or a line is no word (with the line).
    """
    try:
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as handle:
            yield from _documents(handle, str(path))
    except (OSError, EOFError, UnicodeError) as error:
        raise InputError(f"cannot read {path}: {error}") from error


def _documents(lines: Iterable[str], name: str) -> Iterator[Document]:
    document: _Builder | None = None
    rows: list[list[str]] = []
    paragraph = False
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\n")
        if line.startswith("# newdoc"):
            if document is not None:
                yield document.made
            document = _Builder(Document(line.partition("=")[2].strip()))
        elif line.startswith("# newpar"):
            paragraph = True
        elif line and not line.startswith("#"):
            row = line.split("\t")
            if len(row) != 10:
                raise InputError(
                    f"a word has {len(row)} columns, not 10",
                    location=Location(name, number, 1),
                    hint="Give a file in CoNLL-U with `Entity=` in the last column.",
                )
            rows.append(row)
        elif not line and rows:
            document = document or _Builder(Document(name))
            document.add(rows, paragraph=paragraph)
            rows, paragraph = [], False
    if rows:
        document = document or _Builder(Document(name))
        document.add(rows, paragraph=paragraph)
    if document is not None:
        yield document.made


class _Builder:
    """Writes a document word by word."""

    def __init__(self, made: Document) -> None:
        self.made = made
        self._open: dict[str, list[int]] = {}

    def add(self, rows: Sequence[list[str]], *, paragraph: bool) -> None:
        """Add a sentence."""
        made = self.made
        if made.text:
            made.text = made.text.rstrip(" ") + ("\n\n" if paragraph else " ")
        base = len(made.words)
        whole: tuple[int, int, int] | None = None  # last word of a multiword token, its place
        closed: list[tuple[str, int, int]] = []
        for row in rows:
            if "-" in row[0]:
                last = int(row[0].split("-")[1])
                whole = (last, len(made.text), len(made.text) + len(row[1]))
                made.text += row[1] + ("" if "SpaceAfter=No" in row[9] else " ")
                at = whole[1]
                continue
            if "." in row[0]:
                continue
            above = int(row[6])
            if whole is not None and int(row[0]) <= whole[0]:
                found = made.text.lower().find(row[1].lower(), at, whole[2])
                start = found if found >= 0 else at
                end = whole[2] if int(row[0]) == whole[0] else min(whole[2], start + len(row[1]))
                at = end
            else:
                start, end = len(made.text), len(made.text) + len(row[1])
                made.text += row[1] + ("" if "SpaceAfter=No" in row[9] else " ")
            made.words.append(Word(start, end, row[1], row[3], base + above - 1 if above else None))
            closed += self._mentions(row[9], len(made.words) - 1)
        made.text = made.text.rstrip(" ")
        for entity, first, last in closed:
            made.entities.setdefault(entity, []).append(
                GoldMention(first, last, self._head(first, last))
            )

    def _mentions(self, misc: str, word: int) -> Iterator[tuple[str, int, int]]:
        several = _SPLIT.search(misc)
        for pair in several[1].split(",") if several is not None else ():
            self.made.split.add(pair.partition("<")[2])
        found = re.search(r"(?:^|\|)Entity=([^|]*)", misc)
        for part in _MENTION.findall(found[1]) if found is not None else ():
            entity = re.match(r"\(?(\d+)", part)
            if entity is None:
                continue
            if not part.startswith("("):
                if self._open.get(entity[1]):
                    yield entity[1], self._open[entity[1]].pop(), word
            elif part.endswith(")"):
                yield entity[1], word, word
            else:
                self._open.setdefault(entity[1], []).append(word)

    def _head(self, first: int, last: int) -> int:
        words = self.made.words
        return next(
            (
                n
                for n in range(first, last + 1)
                if words[n].above is None or not first <= (words[n].above or 0) <= last
            ),
            first,
        )
