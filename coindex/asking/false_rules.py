"""Review of what was judged false: a person has a rule put on a list for repair, or says that the judgement is wrong.

A person's judgement is kept in the asked file, and counts before that of any source.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

from coindex.asking.asked_file import AskedFile
from coindex.asking.judged import INDISTINCT, PERSON, Judged
from coindex.files.atomic import make_room
from coindex.files.textfile import read_text, write_text
from kparse.errors import InputError, Location

COLUMNS = ("rule", "place", "judgement", "by", "statement", "reviewer", "date")
"""Of a list for repair, with tabs between them."""
_HEAD = "\t".join(COLUMNS)


@dataclass(frozen=True, slots=True)
class FalseRule:
    """A rule whose statement was judged false, true of the other party, or to distinguish nothing."""

    judged: Judged
    rule: str
    """Its name; empty if that is not known."""
    place: str
    """``FILE:LINE``; empty if that is not known."""


class FalseRules:
    """The review of the judgements in an asked file.

    Args:
        asked: the file.
        into: the list to which rules are added that are to be repaired (``.tsv``).
        reviewer: who decides.

    Raises:
        InputError: a file is missing or damaged (with the line).
    """

    def __init__(self, asked: str | Path, into: str | Path, reviewer: str) -> None:
        if not Path(asked).is_file():
            raise InputError(f"there is no file {asked}", hint="`--ask-check` makes one.")
        self.into = Path(into)
        if self.into.suffix != ".tsv":
            raise InputError(f"{into}: the file's name must end in .tsv")
        self.reviewer = " ".join(reviewer.split()) or "somebody"
        self.file = AskedFile(asked)
        self._listed = self._read()

    def waiting(self) -> list[FalseRule]:
        """Give what was judged so and not decided, each once, in the order of the file."""
        return [
            self._rule(one)
            for one in self.file.judgements()
            if one.verdict in INDISTINCT
            and not one.source.startswith(PERSON)
            and one.statement not in self._listed
            and self.file.judgement_by_a_person(one.statement) is None
        ]

    def accept(self, one: FalseRule) -> None:
        """Put a rule on the list for repair.

        Raises:
            InputError: the file cannot be written.
        """
        judged = one.judged
        cells = (
            *(one.rule, one.place, judged.verdict, judged.source, judged.statement),
            *(self.reviewer, datetime.date.today().isoformat()),
        )
        make_room(self.into)
        before = read_text(self.into) if self.into.is_file() else ""
        if not before:
            before = f"{_HEAD}\n"
        before += "\n" * (not before.endswith("\n"))
        write_text(self.into, before + "\t".join(" ".join(cell.split()) for cell in cells) + "\n")
        self._listed.add(judged.statement)

    def reject(self, one: FalseRule) -> None:
        """Keep that a person calls the statement true: it is left out of no answer any more.

        Raises:
            InputError: the file cannot be written.
        """
        date = datetime.date.today().isoformat()
        said = one.judged.statement
        entry = Judged(said, "true", f"{PERSON}{self.reviewer}", "review", date, one.judged.rules)
        with self.file.locked():
            self.file.append(entry)

    def _rule(self, judged: Judged) -> FalseRule:
        rule, _, place = (judged.rules[0] if judged.rules else "").rpartition(" ")
        return FalseRule(judged, rule, place)

    def _read(self) -> set[str]:
        """Give the statements that are on the list."""
        found: set[str] = set()
        text = read_text(self.into) if self.into.is_file() and self.into.stat().st_size else ""
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip() or line == _HEAD:
                continue
            cells = line.split("\t")
            if len(cells) != len(COLUMNS):
                raise InputError(
                    f"{len(cells)} columns instead of {len(COLUMNS)}",
                    location=Location(str(self.into), number),
                    hint=f"Columns are {', '.join(COLUMNS)}, with tabs between them.",
                )
            found.add(cells[COLUMNS.index("statement")])
        return found
