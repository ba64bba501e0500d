"""How often a rule was right where it told candidates apart, as ``kb show`` prints it (``kb reliability --keep``)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from coindex.files.shipped import KNOWLEDGE
from coindex.files.textfile import read_text
from kparse.caches import lru_cache
from kparse.errors import InputError, Location

RELIABILITY = "learned/statistics/reliability.tsv"
"""The file in a directory of knowledge."""
_COLUMNS = 7


@dataclass(frozen=True, slots=True)
class Reliability:
    """The figures of a rule; ``low`` and ``high`` in per cent."""

    apart: int
    right: int
    low: int
    high: int
    alone: int
    alone_right: int

    def __str__(self) -> str:
        """Say it in a line.

        >>> str(Reliability(20, 15, 53, 89, 4, 2))
        'right in 15 of 20 questions in which it tells candidates apart (95 %: 53 to 89 %); alone in 2 of 4'
        """
        said = (
            f"right in {self.right} of {self.apart} questions in which it tells candidates apart"
            f" (95 %: {self.low} to {self.high} %)"
        )
        return f"{said}; alone in {self.alone_right} of {self.alone}" if self.alone else said


@lru_cache(4)
def read_reliability(path: Path = KNOWLEDGE / RELIABILITY) -> Mapping[str, Reliability]:
    """Read the figures of rules by name; nothing if there is no file.

    Raises:
        InputError: a line is something else.
    """
    if not path.is_file():
        return {}
    found: dict[str, Reliability] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        name, *cells = line.split("\t")
        if len(cells) != _COLUMNS - 1 or not all(cell.isdecimal() for cell in cells):
            raise InputError(
                "not the figures of a rule",
                location=Location(str(path), number),
                hint="Write the file again: kb reliability --keep.",
            )
        found[name] = Reliability(*map(int, cells))
    return found


def reliability_lines(name: str, indent: str = "  ") -> list[str]:
    """Give the line about a rule; none if it told candidates apart too seldom."""
    found = read_reliability().get(name)
    return [f"{indent}was     {found}"] if found is not None else []
