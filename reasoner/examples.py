"""Examples beside the axioms: what a rule must decide, and what it must leave alone.

One example a line in ``knowledge/examples/*.txt``; ``#`` begins a comment::

    provocation: Max shoved Leo because [he] had cheated at cards. = Leo | Max
    provocation: ! Max shoved Leo because [he] was in a hurry. = Max | Leo

Before the colon stands the rule that must speak for the right answer (after ``!``: must not speak for any), then the
text with the pronoun in brackets, the right answer, and the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import Diagnostic, InputError, Location
from reasoner.answer import Answer
from reasoner.item import Item

if TYPE_CHECKING:
    from reasoner.engine import Reasoner

_LINE = re.compile(r"(?P<rule>[a-z]\w*):\s*(?P<no>!\s*)?(?P<text>.+?)\s*=\s*(?P<answers>[^=]+)")


@dataclass(frozen=True, slots=True)
class Example:
    """A line of an example file."""

    rule: str
    fires: bool
    item: Item
    location: Location

    def judge(self, answer: Answer) -> Diagnostic | None:
        """What is wrong with the answer, if anything: E701 answer, E702 rule silent, E703 rule speaks."""
        spoke = {r.index for r in answer.readings for f in r.rules if f.id == self.rule}
        if not self.fires:
            if spoke:
                return self._finding("E703", f"{self.rule} speaks here but must not")
            return None
        if answer.answer != 0 or answer.decided_by != "knowledge":
            return self._finding("E701", f"answered {answer.candidate!r} by {answer.decided_by}")
        if 0 not in spoke:
            return self._finding("E702", f"{self.rule} is silent here")
        return None

    def _finding(self, code: str, message: str) -> Diagnostic:
        return Diagnostic(code, f"{message}: {self.item.text}", self.location)


def read_examples(paths: Iterable[Path]) -> list[Example]:
    """Read example files (directories are searched for ``*.txt``).

    Raises:
        InputError: a line is not an example (with file and line).
    """
    files: list[Path] = []
    for path in paths:
        files.extend(sorted(path.glob("*.txt")) if path.is_dir() else [path])
    return [example for file in files for example in _read(file)]


def _read(file: Path) -> Iterator[Example]:
    for number, raw in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        location = Location(f"{file.parent.name}/{file.name}", number, 1)
        match = _LINE.fullmatch(line)
        bracket = re.search(r"\[([^\]]+)\]", match["text"]) if match else None
        if match is None or bracket is None:
            raise InputError(
                "not an example",
                location=location,
                source_line=raw,
                hint="Write: rule: text with [pronoun]. = right answer | other answer",
            )
        text = match["text"][: bracket.start()] + bracket[1] + match["text"][bracket.end() :]
        candidates = tuple(a.strip() for a in match["answers"].split("|"))
        item = Item(
            f"{file.stem}:{number}",
            text,
            bracket.start(),
            bracket.start() + len(bracket[1]),
            candidates,
        )
        yield Example(match["rule"], match["no"] is None, item, location)


def check(reasoner: Reasoner, examples: list[Example]) -> list[Diagnostic]:
    """Ask every example; the findings in file order."""
    answers = reasoner.solve_many([e.item for e in examples])
    found = (e.judge(a) for e, a in zip(examples, answers, strict=True))
    return [f for f in found if f is not None]
