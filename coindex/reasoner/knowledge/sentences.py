"""Sentences as knowledge: one general rule a line, in plain English.

A file of ``knowledge/sentences`` is a topic::

    % what people do who are helped
    Person1 thanks person2 because person2 helped person1.
    If person1 is rude, person2 avoids person1.        % @weight 4
    % @source overheard
    Person1 lends person2 money because person1 trusts person2.

``%`` begins a comment. An annotation at the end of a line is about this line, one in a line of its own about the next
sentence. ``knowledge/CONVENTIONS.md`` says how to write sentences. A line becomes a row:

>>> row_of("Person1 hides because person1 is shy.", 5, "authored", "fear.txt", 3).fact
'sentence("Person1 hides because person1 is shy.",5,"authored")'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments, name_of
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import FileContent, Row, Rule

SENTENCES = "sentences"
"""The directory of sentences in a knowledge directory; also the part that such a file plays in it."""
SUFFIX = ".txt"
PREDICATE = "sentence"
"""The predicate of the rows, and of the names of the rules that sentences become."""
WEIGHT, HEAVIEST = 5, 9
"""The weight of a sentence that names none, and the largest one."""
SOURCE = "authored"
LONGEST = 300
"""Characters of a sentence."""
_NOTE = re.compile(r"@(\w+)(?:\s+([^@]*))?")
_QUOTED = 40  # characters of a line that a message quotes


@dataclass(frozen=True, slots=True)
class StoredSentence:
    """A sentence, and where it is written."""

    text: str
    weight: int
    source: str
    file: str
    line: int

    @property
    def topic(self) -> str:
        """The name of its file without folders and suffix."""
        return self.file.replace("\\", "/").rpartition("/")[2].removesuffix(SUFFIX)

    @property
    def id(self) -> str:
        """The name of the rule that it becomes.

        >>> StoredSentence("Noise annoys.", 5, "authored", "sentences/anger.txt", 1).id
        'sentence("anger","Noise annoys.")'
        """
        return f"{PREDICATE}({quote(self.topic)},{quote(self.text)})"

    def as_rule(self, program: str = "", part: str = "", weight: int | None = None) -> Rule:
        """Give the rule that it becomes for a question.

        Args:
            program: the rule's statement; nothing where no question is at hand.
            part: what the sentence calls the participant that the pronoun is.
            weight: of the match; that of the sentence by default.
        """
        from coindex.reasoner.asp.records import Rule

        said = f"“{self.text}”" + (f" (“{part}” is {{Y}})" if part else "")
        weight = self.weight if weight is None else weight
        given = self.id, program, said, weight, self.source, self.file, self.line
        return Rule(*given, guards=frozenset(), kind="axiom")


def row_of(text: str, weight: int, source: str, file: str, line: int) -> Row:
    """Give the row of a sentence."""
    from coindex.reasoner.asp.records import Row

    key = quote(text)
    return Row(f"{PREDICATE}({key},{weight},{quote(source)})", PREDICATE, key, file, line)


def sentence_of(row: Row) -> StoredSentence:
    """Read a row."""
    text, weight, source = arguments(row.fact)
    return StoredSentence(text[1:-1], int(weight), source[1:-1], row.file, row.line)


def parts_of_id(rule: str) -> tuple[str, str] | None:
    """Give topic and text of a rule that a sentence became; ``None`` for other rules.

    >>> parts_of_id('sentence("anger","Noise annoys.")'), parts_of_id("provocation")
    (('"anger"', '"Noise annoys."'), None)
    """
    if name_of(rule) != PREDICATE or len(args := arguments(rule)) != 2:
        return None
    return args[0], args[1]


def take_sentences(content: FileContent) -> None:
    """Read the lines of a file into rows; what is wrong is noted with line and column."""
    first: dict[str, int] = {}
    waiting: dict[str, str] = {}
    for number, raw in enumerate(content.lines, 1):
        said, mark, comment = raw.partition("%")
        text = " ".join(said.split())
        notes = dict(_notes(content, number, len(said) + 2, comment)) if mark else {}
        if not text:
            waiting |= notes
            if not mark:
                waiting = {}  # an annotation ends at an empty line
            continue
        notes, waiting = waiting | notes, {}
        column = len(raw) - len(raw.lstrip()) + 1
        if found := re.search(r'["\\\x00-\x1f]', text):
            hint = "leave quotation marks and backslashes out: say what is so, not what is said"
            content.problem("E801", f"{found[0]!r} in a sentence", number, column, hint)
        elif len(text) > LONGEST:
            message = f"this sentence has {len(text)} characters; at most {LONGEST} are read"
            content.problem("E801", message, number, column, "write several short ones")
        elif text in first:
            where = first[text]
            content.problem("E804", f"this sentence stands in line {where}", number, column)
        else:
            first[text] = number
            weight = int(notes.get("weight", WEIGHT))
            source = notes.get("source", SOURCE)
            content.rows.append(row_of(text, weight, source, content.source.name, number))
            content.columns.append(column)


def _notes(
    content: FileContent, number: int, column: int, comment: str
) -> Iterator[tuple[str, str]]:
    """Read the annotations of a comment."""
    for match in _NOTE.finditer(comment):
        name, value = match[1], (match[2] or "").strip().replace('"', "'").replace("\\", "/")
        place = column + match.start()
        if name not in ("weight", "source"):
            hint = "sentences have @weight and @source"
            content.problem("E803", f"unknown annotation @{name}", number, place, hint)
        elif name == "weight" and not (value.isdigit() and 1 <= int(value) <= HEAVIEST):
            hint = f"a number from 1 (a hint) to {HEAVIEST} (nearly certain)"
            content.problem("E802", f"`{value[:_QUOTED]}` is no weight", number, place, hint)
        elif not value:
            content.problem("E803", f"@{name} says nothing", number, place)
        else:
            yield name, value
