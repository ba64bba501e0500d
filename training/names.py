"""Write ``names.lp``: given names and the sex of their bearers.

    python -m training.names TSV > knowledge/learned/names.lp

TSV has one name a line: the name, the number of women and the number of men given it. Source: baby
names published by the U.S. Social Security Administration, public domain.
"""

from __future__ import annotations

import sys
from pathlib import Path

from kparse.input.word_lists import word_list

MIN_BEARERS = 5_000
"""Rarer names are left out."""
MIN_SHARE = 0.95
"""The minimum share of bearers of one sex; below it the name is for either."""

HEADER = f"""\
% Given names: name(Name,masc|fem|either).
% Names with at least {MIN_BEARERS:,} bearers; of one sex from {MIN_SHARE:.0%} of the bearers on, else `either`.
% Those in kparse/data/names_of_both.txt are `either`, too.
% Source: baby names of the U.S. Social Security Administration (public domain). Written by
% `python -m training.names`.
"""


def gender_of(women: int, men: int) -> str:
    """The gender of a name from its numbers of bearers.

    >>> gender_of(4106851, 15141), gender_of(23077, 5063463), gender_of(100, 90)
    ('fem', 'masc', 'either')
    """
    share = women / (women + men)
    if share >= MIN_SHARE:
        return "fem"
    return "masc" if share <= 1 - MIN_SHARE else "either"


def rows(text: str) -> list[str]:
    r"""The facts for a table, sorted by name.

    >>> rows("Robin\t290000\t45000\nZyx\t3\t0")
    ['name("Robin",either).']
    """
    facts = []
    for line in text.splitlines():
        name, women, men = line.split("\t")
        if int(women) + int(men) >= MIN_BEARERS:
            told = name not in word_list("names_of_both")
            sex = gender_of(int(women), int(men)) if told else "either"
            facts.append(f'name("{name}",{sex}).')
    return sorted(facts)


def main(path: str) -> None:
    """Print the header and the facts for the table at PATH."""
    sys.stdout.write(HEADER + "\n".join(rows(Path(path).read_text(encoding="utf-8"))) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
