"""Scripts: kinds of everyday situations (*scenes*), the words that tell of them, and which one leads to which.

A file of ``knowledge/scripts`` is a domain. A scene is a name and the lines below it that are set in::

    burnt_food
      if burnt_food
      if blacken burn char + bread cake meat toast
      then ordering_food smoke
      maybe having_a_snack

A clause tells of the scene if it has a word of an ``if`` line; with a plus, one word from each side. In a ``not`` line
the words before the plus, or all if there is none, are denied. ``class`` and ``state`` give classes and properties.
``then`` names what to expect afterwards, ``maybe`` what is possible. A line set in further continues the one above.
``knowledge/CONVENTIONS.md`` says how to write scripts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coindex.reasoner.english.scene_names import PREFIX
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import FileContent

SCRIPTS = "scripts"
"""The directory of scripts in a knowledge directory; also the part that such a file plays in it."""
SUFFIX = ".script"
FORMER_SUFFIX = ".txt"
"""The former suffix; such files in a directory ``scripts`` are still read."""
WORD, HALF, CLASS, STATE = "scene", "scene_half", "scene_of_class", "scene_of_state"
PREDICATES = (WORD, HALF, CLASS, STATE)
"""The predicates of the rows that tell which scene a clause is about."""
KEYWORDS = ("if", "not", "class", "state", "then", "maybe")
"""What a line of a scene may begin with, in the order of the lines."""
WEIGHTS = {"then": 8, "maybe": 3}
"""The weight of a link."""
_QUOTED = 40  # characters of a line that a message quotes
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LEMMA = re.compile(r'[^\s\x00-\x1f"\\A-Z+#]+')
_TERM = re.compile(r"[a-z][a-z0-9_]*(\([a-z0-9_,]+\))?")
_FORMS = {
    "if": _LEMMA,
    "not": _LEMMA,
    "class": _NAME,
    "state": _TERM,
    "then": _NAME,
    "maybe": _NAME,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of a line, with its place."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Part:
    """A line of a scene with those that continue it."""

    keyword: str
    entries: tuple[Entry, ...]
    """All entries; of a line with a plus, those before it."""
    others: tuple[Entry, ...]
    """The entries after the plus."""
    line: int
    column: int = 3

    @property
    def words(self) -> tuple[str, ...]:
        """The entries as text."""
        return tuple(entry.text for entry in self.entries)


@dataclass(slots=True)
class Scene:
    """A scene: its name, its lines, where it is written."""

    name: str
    file: str
    line: int
    parts: list[Part] = field(default_factory=list)

    @property
    def links(self) -> Iterator[tuple[str, Entry]]:
        """The scenes that follow, each with its keyword and place."""
        for part in self.parts:
            if part.keyword in WEIGHTS:
                for entry in part.entries:
                    yield part.keyword, entry

    @property
    def triggers(self) -> tuple[Part, ...]:
        """The lines that say which clauses are about the scene."""
        return tuple(part for part in self.parts if part.keyword not in WEIGHTS)


def scenes_of(content: FileContent) -> list[Scene]:
    """Read the scenes of a file; what is wrong is noted with line and column."""
    scenes: list[Scene] = []
    first: dict[str, int] = {}
    open_line: tuple[int, str, list[tuple[int, int, str]]] | None = None

    def close() -> None:
        nonlocal open_line
        if open_line is not None and (part := _part(content, *open_line)):
            scenes[-1].parts.append(part)
        open_line = None

    for number, line in enumerate(content.lines, 1):
        text = line.rstrip()
        bare = text.lstrip()
        depth = len(text) - len(bare)
        if not bare or bare.startswith("#"):
            continue
        if depth == 0:
            close()
            if not _NAME.fullmatch(text):
                hint = "a name in lower case, its words joined by _"
                content.problem("E701", f"`{_cut(text)}` is no name of a scene", number, hint=hint)
                scenes.append(Scene("", content.source.name, number))
            elif text in first:
                content.problem("E703", f"`{text}` stands in line {first[text]}", number)
                scenes.append(Scene("", content.source.name, number))
            else:
                first[text] = number
                scenes.append(Scene(text, content.source.name, number))
            continue
        keyword, _, rest = bare.partition(" ")
        if depth == 2 and keyword in KEYWORDS and scenes:
            close()
            open_line = number, keyword, [(number, depth + len(keyword) + 2, rest)]
        elif depth > 2 and open_line is not None:
            open_line[2].append((number, depth + 1, bare))
        else:
            hint = f"two blanks, one of {', '.join(KEYWORDS)}, and words; deeper lines continue"
            content.problem(
                "E702", f"`{_cut(bare)}` is no line of a scene", number, depth + 1, hint
            )
    close()
    return [scene for scene in scenes if scene.name]


def _part(
    content: FileContent, number: int, keyword: str, texts: Sequence[tuple[int, int, str]]
) -> Part | None:
    """Read a line with those that continue it."""
    sides: list[list[Entry]] = [[]]
    seen: set[str] = set()
    for line, column, text in texts:
        for match in re.finditer(r"\S+", text):
            place = column + match.start()
            entry = match[0]
            if entry == "+" and keyword in ("if", "not") and len(sides) == 1:
                sides.append([])
                seen = set()
            elif not _FORMS[keyword].fullmatch(entry):
                hint = "lemmas in lower case, + once between two lists; names of scenes, classes"
                content.problem("E702", f"`{_cut(entry)}` after `{keyword}`", line, place, hint)
            elif entry in seen:
                content.problem("E704", f"`{entry}` stands twice in this line", line, place)
            else:
                seen.add(entry)
                sides[-1].append(Entry(entry, line, place))
    if not all(sides):
        content.problem("E702", f"words are missing after `{keyword}`", number, 3)
        return None
    return Part(keyword, tuple(sides[0]), tuple(sides[1]) if len(sides) > 1 else (), number)


def take_scripts(content: FileContent) -> None:
    """Read the scenes of a file into rows; what is wrong is noted with line and column."""
    from coindex.reasoner.asp.records import Row

    file = content.source.name
    for scene in scenes_of(content):
        for predicate, key, fact, line in _facts(scene):
            content.rows.append(Row(fact, predicate, key, file, line))
            content.columns.append(1)


def _facts(scene: Scene) -> Iterator[tuple[str, str, str, int]]:
    """Give the facts of a scene: predicate, key, fact, line."""
    name = PREFIX + scene.name
    yield "property", name, f"property({name})", scene.line
    pairs = 0
    for part in scene.parts:
        if part.keyword in WEIGHTS:
            for entry in part.entries:
                fact = f"effect({name},any,{PREFIX}{entry.text},{WEIGHTS[part.keyword]})"
                yield "effect", name, fact, entry.line
        elif part.keyword in ("class", "state"):
            predicate = CLASS if part.keyword == "class" else STATE
            for entry in part.entries:
                yield predicate, entry.text, f"{predicate}({entry.text},{name})", entry.line
        else:
            role = "v" if part.keyword == "if" else "non"
            if part.others:
                pairs += 1
                yield from _words(part.entries, HALF, f"{name},{role},{pairs}")
                yield from _words(part.others, HALF, f"{name},n,{pairs}")
            elif role == "v":
                yield from _words(part.entries, WORD, name)
            else:
                yield from _words(part.entries, HALF, f"{name},{role},0")


def _words(
    entries: Iterable[Entry], predicate: str, what: str
) -> Iterator[tuple[str, str, str, int]]:
    for entry in entries:
        word = quote(entry.text)
        yield predicate, word, f"{predicate}({word},{what})", entry.line


def _cut(text: str) -> str:
    """Shorten what a message quotes."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."
