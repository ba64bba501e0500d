"""Review of what was asked: sentence by sentence, a person decides what becomes knowledge.

Decisions are kept beside the asked file, so that a review goes on where it was left. Accepted sentences are added to a
text file, a line each, with who stated them, who accepted them, and when.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from coindex.asking.asked_file import AskedFile
from coindex.asking.checking import fault
from coindex.files.atomic import make_room
from coindex.files.textfile import read_text, write_text
from coindex.reasoner.asks import Query
from kparse.errors import InputError, Location

Verdict = Literal["accepted", "rejected"]
SUFFIX = ".reviewed"
"""What is added to the name of an asked file for that of its decisions."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A sentence that waits for a decision."""

    sentence: str
    stated_by: str
    questions: tuple[Query, ...]
    """Those for which it was stated."""

    @property
    def asks(self) -> Query:
        """The question by which a new wording is checked."""
        return self.questions[0]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person said of a sentence."""

    sentence: str
    verdict: Verdict
    wording: str
    """The sentence as it was accepted, perhaps edited; empty if it was rejected."""
    into: str
    """The name of the file to which it was added."""
    reviewer: str
    date: str


class Review:
    """The review of an asked file.

    Args:
        asked: the file.
        into: the text file to which accepted sentences are added.
        reviewer: who decides.

    Raises:
        InputError: a file is missing or damaged (with the line).
    """

    def __init__(self, asked: str | Path, into: str | Path, reviewer: str) -> None:
        self.asked, self.into = Path(asked), Path(into)
        if not self.asked.is_file():
            raise InputError(f"there is no file {asked}", hint="`kb ask` makes one.")
        if self.into.suffix != ".txt":
            raise InputError(f"{into}: the file's name must end in .txt")
        make_room(self.into)
        self.reviewer = " ".join(reviewer.replace("@", " ").replace("%", " ").split()) or "somebody"
        self.path = self.asked.with_name(self.asked.name + SUFFIX)
        self._entries = AskedFile(self.asked)
        self.decisions = list(self._read())

    def waiting(self) -> list[Waiting]:
        """Give the accepted sentences without a decision, each once, in the order of the file."""
        done = {decision.sentence for decision in self.decisions}
        found: dict[str, Waiting] = {}
        for entry in self._entries:
            for sentence in entry.accepted:
                if sentence in done:
                    continue
                before = found.get(sentence)
                questions = (*(before.questions if before else ()), entry.question)
                stated_by = before.stated_by if before else entry.stated_by
                found[sentence] = Waiting(sentence, stated_by, tuple(dict.fromkeys(questions)))
        return list(found.values())

    def accept(self, one: Waiting, wording: str = "") -> None:
        """Add a sentence to the text file, perhaps in another wording.

        Raises:
            InputError: the wording is no rule; or a file cannot be written.
        """
        said = " ".join((wording or one.sentence).split())
        if why := fault(said, one.asks):
            raise InputError(f"this cannot be a rule: {why}", hint="Write it in another way.")
        date = datetime.date.today().isoformat()
        how = "accepted" if said == one.sentence else "edited and accepted"
        self._add(said, f"asked of {one.stated_by}; {how} by {self.reviewer}, {date}")
        self._keep(Decision(one.sentence, "accepted", said, self.into.name, self.reviewer, date))

    def reject(self, one: Waiting) -> None:
        """Note that a sentence is not wanted."""
        date = datetime.date.today().isoformat()
        self._keep(Decision(one.sentence, "rejected", "", "", self.reviewer, date))

    def _add(self, sentence: str, source: str) -> None:
        before = lines_of(self.into)
        there = {line.partition("%")[0].strip().lower() for line in before.split("\n")}
        if sentence.lower() in there:
            return
        note = re.sub(r"[\"\\@%]", " ", source)
        write_text(self.into, f"{before}{sentence}  % @source {note}\n")

    def _keep(self, decision: Decision) -> None:
        self.decisions.append(decision)
        lines = [json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in self.decisions]
        write_text(self.path, "".join(lines))

    def _read(self) -> Iterator[Decision]:
        for number, line in enumerate(lines_of(self.path).split("\n"), 1):
            if not line.strip():
                continue
            try:
                yield Decision(**json.loads(line))
            except (ValueError, TypeError, RecursionError) as error:
                raise InputError(
                    "no decision of a review",
                    location=Location(str(self.path), number),
                    hint="Remove the line; its sentence then waits again.",
                ) from error


def lines_of(path: Path) -> str:
    """Give the lines of a file to which others are added; nothing if there is no file yet."""
    text = read_text(path) if path.is_file() and path.stat().st_size else ""
    return text if not text or text.endswith("\n") else f"{text}\n"
