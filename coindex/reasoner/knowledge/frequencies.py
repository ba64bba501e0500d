"""The lists of common words under ``knowledge/learned/frequency``, which ``python -m training.frequency`` writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from coindex.files.shipped import KNOWLEDGE
from kparse.caches import cache
from kparse.errors import InputError, Location

ListName: TypeAlias = Literal["verbs", "adjectives", "nouns"]
LISTS: tuple[ListName, ...] = ("verbs", "adjectives", "nouns")
FREQUENCIES = KNOWLEDGE / "learned" / "frequency"
"""Directory of the lists."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a list: its rank, its frequency per million words, and the verb if it is a participle."""

    rank: int
    lemma: str
    frequency: float
    verb: str = ""

    @property
    def base(self) -> str:
        """The verb, if any, that is used when the word has no rows of its own."""
        return self.verb or (self.lemma.split("_")[0] if "_" in self.lemma else "")


def read_list(name: ListName, directory: Path = FREQUENCIES) -> list[Word]:
    """Read a list of words by frequency.

    Raises:
        InputError: the file cannot be read, or a line is malformed (with file and line).
    """
    path = directory / f"{name}.tsv"
    hint = "Write the lists again with python -m training.frequency."
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise InputError(f"cannot read {path}: {reason}", hint=hint) from error
    words: list[Word] = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split("\t")
        try:
            if len(fields) not in (3, 4) or int(fields[0]) != len(words) + 1:
                raise ValueError
            words.append(Word(int(fields[0]), fields[1], float(fields[2]), *fields[3:]))
        except ValueError:
            raise InputError(
                "not a line of a list: rank, lemma, frequency and perhaps a verb, with tabs between",
                location=Location(str(path), number, 1),
                source_line=line,
                hint=hint,
            ) from None
    return words


@cache
def common_ranks() -> Mapping[str, int]:
    """Give the ranks of common verbs and adjectives."""
    found: dict[str, int] = {}
    for word in (*read_list("verbs"), *read_list("adjectives")):
        found.setdefault(word.lemma, word.rank)
    return found
