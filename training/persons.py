"""Write ``kparse/data/given_names.tsv``: given names, also rare ones, with the sex of their bearers.

    python -m training.persons DIRECTORY TSV

DIRECTORY has files ``*.txt.gz`` with a paragraph a line and an empty line between articles, as made from a dump of
Simple English Wikipedia. The first sentence of an article says what its title names (*Bas Smit (born 1970) is a Dutch
skater*), and its pronouns say of which sex somebody is. Counted are the first words of the names of persons, and the
words of the names of all else. No text is kept. TSV has one given name a line, the number of women and
the number of men given it, as in the baby names published by the U.S. Social Security Administration.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coindex.files.textfile import write_text
from kparse.input.word_lists import word_list

LEAST = 2
"""The least number of persons by whom the sex of a name is told."""
BABIES = 100
"""The least number of children with a name."""
SHARE = 0.9
"""The least share of persons among all that bears a name; of one sex among those whose sex is known."""
LINES = 3
"""Paragraphs of an article that are read for pronouns."""

_FIRST = re.compile(
    r"^((?:[^\W\d_a-z][\w.'’-]*)(?: (?:[^\W\d_a-z][\w.'’-]*|de|da|di|van|von|der|den|la|le|bin|al)){0,5})"
    r"( \([^)]*\))?,? (?:was|is|were|are) (?:a|an|the|one of the)\b(.{0,90})"
)
_LIVED = re.compile(r"\b(?:born|b\.|died|c\.)|\d{3,4} ?[–—-] ?(?:[A-Z][a-z]+ )?\d")
_WORD = re.compile(r"[A-Za-z-]+")
_STOP = re.compile(
    r"\b(?:who|which|that|of|in|from|for|by|at|on|and|with|to|located|made|used)\b|[,.;(]"
)
_HE, _SHE = re.compile(r"\b(?:he|his|him)\b", re.I), re.compile(r"\b(?:she|hers?)\b", re.I)
_HEADER = """\
# Given names, with the sex of their bearers: of persons in Simple English Wikipedia (CC BY-SA 3.0), counted in the
# first sentences of its articles by training/persons.py; no text is kept.
# Others are baby names of the U.S. Social Security Administration (public domain). `either`: the sex is not told.
"""


@dataclass(slots=True)
class Counts:
    """How many persons and other things bear a word as part of their names."""

    first: Counter[str] = field(default_factory=Counter)
    other: Counter[str] = field(default_factory=Counter)
    men: Counter[str] = field(default_factory=Counter)
    women: Counter[str] = field(default_factory=Counter)

    def add(self, article: Sequence[str]) -> None:
        """Count an article, given as its first paragraphs."""
        found = _FIRST.match(article[0])
        if found is None:
            return
        words = found[1].split()
        if not _is_person(found[2] or "", found[3]):
            self.other.update(set(words))
            return
        if len(words) < 2:
            return
        self.first[words[0]] += 1
        text = " ".join(article)
        men, women = len(_HE.findall(text)), len(_SHE.findall(text))
        if men != women:
            (self.men if men > women else self.women)[words[0]] += 1


def _is_person(brackets: str, rest: str) -> bool:
    if _LIVED.search(brackets):
        return True
    words = [w.lower() for w in _WORD.findall(_STOP.split(rest, maxsplit=1)[0])]
    return bool(words) and words[-1] in word_list("persons")


def articles(directory: Path) -> Iterator[list[str]]:
    """Give the first paragraphs of each article."""
    for path in sorted(directory.glob("*.txt.gz")):
        lines: list[str] = []
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                if line.strip():
                    lines.append(line.strip())
                elif lines:
                    yield lines[:LINES]
                    lines = []
        if lines:
            yield lines[:LINES]


def sex_of(men: int, women: int) -> str:
    """Say of which sex the bearers of a name are.

    >>> sex_of(5, 0), sex_of(1, 9), sex_of(2, 3), sex_of(0, 0)
    ('masc', 'fem', 'either', 'either')
    """
    if men + women < LEAST or max(men, women) / (men + women) < SHARE:
        return "either"
    return "masc" if men > women else "fem"


def babies(path: Path) -> Iterator[tuple[str, str]]:
    """Give names of children with their sex, without those that are places, too."""
    for line in path.read_text("utf-8").splitlines():
        name, women, men = line.split("\t")
        if int(women) + int(men) >= BABIES and not (name in word_list("places") or _is_word(name)):
            yield name, sex_of(int(men), int(women))


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("tsv", type=Path)
    parser.add_argument("--out", type=Path, default=Path("kparse/data/given_names.tsv"))
    options = parser.parse_args(arguments)
    counts = Counts()
    for article in articles(options.directory):
        counts.add(article)
    given = {n: sex for n, sex in babies(options.tsv) if counts.other[n] <= counts.first[n]}
    for name, persons in counts.first.items():
        if _is_name(name, persons, counts.other[name]):
            given.setdefault(name, sex_of(counts.men[name], counts.women[name]))
    both = word_list("names_of_both")
    rows = "".join(
        f"{name}\t{'either' if name in both else sex}\n" for name, sex in sorted(given.items())
    )
    write_text(options.out, _HEADER + rows)
    print(f"{len(given)} given names")


def _is_name(word: str, persons: int, others: int) -> bool:
    return (
        persons >= SHARE * (persons + others)
        and len(word) > 2
        and word[1:].islower()
        and word.isalpha()
        and not _is_word(word)
    )


def _is_word(name: str) -> bool:
    """Tell whether a rare name is a common word, too."""
    lists = ("bare_nouns", "persons", "adjectives", "verbs")
    return name not in word_list("first_names") and any(name.lower() in word_list(n) for n in lists)


if __name__ == "__main__":
    main()
