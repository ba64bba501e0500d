"""Review of what was judged false: a person has a rule repaired, or says that the judgement is wrong.

A row about a class that is false for a verb of it gets an exception: a row of weight 0 about this verb, which silences
it there (``knowledge/CONVENTIONS.md``). What has no such exception is noted, and a person mends it. Exceptions go into
a file of rows (``.lp``), notes into the same file, or into a list for repair (``.tsv``). A person's judgement is kept
in the asked file, and counts before that of any source.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from coindex.asking.asked_file import AskedFile
from coindex.asking.judged import INDISTINCT, PERSON, Judged
from coindex.asking.review import lines_of
from coindex.files.atomic import make_room
from coindex.files.textfile import write_text
from coindex.reasoner.asp.records import Row
from coindex.reasoner.knowledge.default_rules import is_default_rule, sides_of
from kparse.asp import quote
from kparse.errors import InputError, Location

COLUMNS = ("rule", "place", "judgement", "by", "statement", "reviewer", "date")
"""Of a list for repair, with tabs between them."""
_HEAD = "\t".join(COLUMNS)
_SAID = "% False: "
"""What a line of a file of rows begins with that has a statement."""
_NAMED = re.compile(r"(?P<rule>.+) (?P<place>\S+:\d+)(?: for (?P<verb>\S+))?")
"""How a judgement names a rule: its name, its place, and the verb for which it spoke."""


@dataclass(frozen=True, slots=True)
class FalseRule:
    """A rule whose statement was judged false, true of the other party, or to distinguish nothing."""

    judged: Judged
    rule: str
    """Its name; empty if that is not known."""
    place: str
    """``FILE:LINE``; empty if that is not known."""
    exception: tuple[str, ...] = ()
    """The rows that would except the verb; none if there is no such exception."""

    @property
    def offer(self) -> str:
        """What accepting it does to the rule."""
        if self.exception:
            return f"an exception for this verb: {' '.join(self.exception)}"
        if not self.rule:
            return "a note; the rule is not known"
        what = "a row about a single word" if is_default_rule(self.rule) else "no row about a class"
        return f"a note, to mend by hand ({what})"


class FalseRules:
    """The review of the judgements in an asked file.

    Args:
        asked: the file.
        into: the file of rows to which exceptions are added (``.lp``), or the list for repair (``.tsv``).
        reviewer: who decides.
        rows: the rows with a predicate, of which exceptions are made.

    Raises:
        InputError: a file is missing or damaged (with the line).
    """

    def __init__(
        self,
        asked: str | Path,
        into: str | Path,
        reviewer: str,
        rows: Callable[[str], Iterable[Row]] = lambda _: (),
    ) -> None:
        if not Path(asked).is_file():
            raise InputError(f"there is no file {asked}", hint="`--ask-check` makes one.")
        self.into = Path(into)
        if self.into.suffix not in (".tsv", ".lp"):
            raise InputError(
                f"{into}: the file's name must end in .lp or .tsv",
                hint="A file of rows (.lp) gets exceptions; a list (.tsv) names the rules.",
            )
        self._rows = rows
        self.reviewer = " ".join(reviewer.split()) or "somebody"
        self.file = AskedFile(asked)
        self._listed = self._read()

    @property
    def writes_rows(self) -> bool:
        """Whether exceptions are written."""
        return self.into.suffix == ".lp"

    def waiting(self) -> list[FalseRule]:
        """Give what was judged so and not decided, each once, in the order of the file."""
        return [
            self._rule(one)
            for one in self.file.judgements()
            if one.verdict in INDISTINCT
            and not one.source.startswith(PERSON)
            and " ".join(one.statement.split()) not in self._listed
            and self.file.judgement_by_a_person(one.statement) is None
        ]

    def accept(self, one: FalseRule) -> None:
        """Write the exception for a verb, or put a rule on the list for repair.

        Raises:
            InputError: the file cannot be written.
        """
        date = datetime.date.today().isoformat()
        make_room(self.into)
        before = lines_of(self.into)
        if self.writes_rows:
            added = self._as_exception(one, date)
        else:
            judged = one.judged
            cells = (
                *(one.rule, one.place, judged.verdict, judged.source, judged.statement),
                *(self.reviewer, date),
            )
            before = before or f"{_HEAD}\n"
            added = "\t".join(" ".join(cell.split()) for cell in cells)
        write_text(self.into, f"{before}{added}\n")
        self._listed.add(" ".join(one.judged.statement.split()))

    def _as_exception(self, one: FalseRule, date: str) -> str:
        judged = one.judged
        what = "exception to" if one.exception else "to mend by hand:"
        rule = " ".join(part for part in (one.rule or "a rule", one.place) if part)
        lines = (
            f"{_SAID}{' '.join(judged.statement.split())}",
            f"%   {what} {rule}; judged {judged.verdict} by {judged.source}; accepted by {self.reviewer}, {date}",
            *one.exception,
        )
        return "\n".join(lines)

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
        found = _NAMED.fullmatch(judged.rules[0]) if judged.rules else None
        if found is None:
            return FalseRule(judged, "", "")
        rule, verb = found["rule"], found["verb"] or ""
        return FalseRule(judged, rule, found["place"], self._exception(rule, verb))

    def _exception(self, rule: str, verb: str) -> tuple[str, ...]:
        """Give the rows that silence a row about a class for one of its verbs, and only for its own participant."""
        if not verb or not is_default_rule(rule):
            return ()
        sides = sides_of(f"{rule[:-1]},0)")
        if sides.part == "any" or not sides.happening.isidentifier():
            return ()
        word = quote(verb)
        found = [f"{sides.predicate}({word},{sides.part},{sides.asserted},0)."]
        about = f"{sides.predicate}({sides.happening},"
        for row in self._rows(sides.predicate):
            if not row.fact.startswith(about):
                continue
            other = sides_of(row.fact)
            alike = (other.happening, other.asserted) == (sides.happening, sides.asserted)
            if alike and other.part not in (sides.part, "any"):
                found.append(
                    f"{other.predicate}({word},{other.part},{other.asserted},{other.weight})."
                )
        return tuple(dict.fromkeys(found))

    def _read(self) -> set[str]:
        """Give the statements that have been decided in the file."""
        found: set[str] = set()
        text = lines_of(self.into)
        if self.writes_rows:
            return {ln.removeprefix(_SAID) for ln in text.split("\n") if ln.startswith(_SAID)}
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
