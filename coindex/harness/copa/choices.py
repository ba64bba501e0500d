"""The official file of choices: ``ID 1 0`` for the first alternative, ``ID 0 1`` for the second.

The writer uses single blanks and a line feed after every line. The reader also accepts other blanks, empty lines,
carriage returns and a byte order mark. Anything else, ``1 1`` and ``0 0`` included, is an error: the format has no
ties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from coindex.files.textfile import read_text, write_text
from kparse.errors import InputError, Location

_HINT = "A line is `ID 1 0` for the first alternative or `ID 0 1` for the second."


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a file by question (0 or 1, in file order), and the line of each."""

    name: str
    chosen: Mapping[str, int]
    lines: Mapping[str, int]

    def missing(self, ids: Iterable[str]) -> list[str]:
        """Return which of these questions have no choice."""
        return [identity for identity in ids if identity not in self.chosen]


def choice_line(identity: str, index: int) -> str:
    r"""Write a choice.

    Args:
        identity: the question, without blanks.
        index: 0 or 1.

    >>> choice_line("17", 1)
    '17 0 1\n'
    """
    return f"{identity} {1 - index} {index}\n"


def write_choices(path: str | Path, chosen: Iterable[tuple[str, int]]) -> None:
    """Write a file of choices, atomically.

    Raises:
        InputError: it cannot be written.
    """
    write_text(path, "".join(choice_line(identity, index) for identity, index in chosen))


def read_choices(path: str | Path) -> Choices:
    """Read a file of choices.

    Raises:
        InputError: the file cannot be read, a line is not a choice, a question comes twice, or there is no line.
    """
    name = str(path)
    chosen: dict[str, int] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        identity, index = _read_line(line, Location(name, number, 1))
        if identity in chosen:
            raise InputError(
                f"question {_short(identity)} comes twice (first in line {lines[identity]})",
                location=Location(name, number, 1),
                hint="Give each question one line.",
            )
        chosen[identity], lines[identity] = index, number
    if not chosen:
        raise InputError(f"{name}: there is no choice in it", hint=_HINT)
    return Choices(name, chosen, lines)


def _read_line(line: str, location: Location) -> tuple[str, int]:
    parts = line.split()
    if len(parts) != 3 or not all(re.fullmatch("[01]", part) for part in parts[1:]):
        raise InputError(f"not a choice: {_short(line.strip())}", location=location, hint=_HINT)
    identity, first, second = parts
    if first == second:
        what = "both alternatives are" if first == "1" else "no alternative is"
        raise InputError(
            f"{what} chosen of question {_short(identity)}",
            location=location,
            hint="Exactly one of the two is 1; a tie must be broken by whoever writes the file.",
        )
    return identity, int(second)


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")


def same_questions(choices: Choices, ids: Iterable[str], where: str) -> None:
    """Check that a file has a choice for each of these questions and for no other.

    Args:
        choices: the file.
        ids: the questions.
        where: the file that they come from, for the message.

    Raises:
        InputError: it has not.
    """
    known = dict.fromkeys(ids)
    for identity, line in choices.lines.items():
        if identity not in known:
            raise InputError(
                f"question {_short(identity)} is not in {where}",
                location=Location(choices.name, line, 1),
                hint="Are the two files about the same questions?",
            )
    if missing := choices.missing(known):
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise InputError(
            f"{choices.name}: no choice for question {_short(missing[0])}{more} of {where}",
            hint="Every question needs a line.",
        )
