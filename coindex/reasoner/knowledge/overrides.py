"""What is read later overrides what was read before: profile lines merge, and rows and rules can be switched off.

Of a frame that two files have, all words count. A later line wins over an earlier one of another file: what it says of
one participant is taken away from the other one; ``-word`` takes away ``word`` (and denies it only where it is not
said); a word takes away its denial; ``-word/obj`` takes away ``word/obj``.

A row ``off("verb","borrow",receive)`` switches off the rows of other files that it names: the predicate in quotes, then
its arguments; those left off at the end may be anything. ``off("rule",provocation)`` switches off an axiom or helper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from coindex.reasoner.asp.records import FileContent, Row
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.profiles import (
    PREDICATE,
    TAKEN,
    contrasted,
    opposite_entry,
    row_of,
)

OFF = "off"
"""The predicate of rows that switch others off; also what the key of such a row begins with in a store."""
RULE = '"rule"'
Changes = dict[tuple[int, int], "Row | None"]
"""Rows as they are after all, by the number of their file and their own; ``None`` for what no longer counts."""


def overridden(contents: Sequence[FileContent]) -> list[FileContent]:
    """Give the files with what counts of them."""
    changes = changed_rows(contents)
    off = rules_off(contents)
    touched = {number for number, _ in changes}
    made = []
    for number, content in enumerate(contents):
        if number in touched:
            kept = [
                (changes.get((number, place), row), column)
                for place, (row, column) in enumerate(
                    zip(content.rows, content.columns, strict=True)
                )
            ]
            rows = [(row, column) for row, column in kept if row is not None]
            content = replace(
                content, rows=[row for row, _ in rows], columns=[column for _, column in rows]
            )
        if off:
            rules = [one for one in content.rules if off.get(one.id, number) == number]
            content = replace(content, rules=rules) if len(rules) < len(content.rules) else content
        made.append(content)
    return made


def changed_rows(contents: Sequence[FileContent]) -> Changes:
    """Give the rows that are others, or none, because of what another file says."""
    found: Changes = {}
    _merge_profiles(contents, found)
    patterns = [
        (number, row) for number, content in enumerate(contents) for row in _switches(content)
    ]
    wanted: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
    for number, row in patterns:
        predicate, *rest = arguments(row.fact)
        wanted[predicate.strip('"')].append((number, tuple(rest)))
    for number, content in enumerate(contents) if wanted else ():
        for place, row in enumerate(content.rows):
            several = wanted.get(row.predicate)
            if several and any(
                other != number and fits(pattern, row) for other, pattern in several
            ):
                found[number, place] = None
    return found


def _switches(content: FileContent) -> Iterator[Row]:
    return (row for row in content.rows if row.predicate == OFF)


def fits(pattern: Sequence[str], row: Row) -> bool:
    """Tell whether a row begins with these arguments.

    >>> fits(('"borrow"',), Row('verb("borrow",receive)', "verb", '"borrow"', "a.lp", 1))
    True
    """
    given = arguments(row.fact)
    return len(pattern) <= len(given) and tuple(given[: len(pattern)]) == tuple(pattern)


def rules_off(contents: Iterable[FileContent]) -> dict[str, int]:
    """Give the ids of rules that are switched off, each with the number of the file that says so."""
    return {
        args[1]: number
        for number, content in enumerate(contents)
        for row in _switches(content)
        if len(args := arguments(row.fact)) == 2 and args[0] == RULE
    }


# --------------------------------------------------------------------------------------- profiles


def _merge_profiles(contents: Sequence[FileContent], found: Changes) -> None:
    places: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for number, content in enumerate(contents):
        for place, row in enumerate(content.rows):
            if row.predicate == PREDICATE:
                head, preposition, *_ = arguments(row.fact)
                places[head, preposition].append((number, place))
    for several in places.values():
        if len({number for number, _ in several}) > 1:
            _merge(contents, several, found)


def _merge(
    contents: Sequence[FileContent], places: Sequence[tuple[int, int]], found: Changes
) -> None:
    """Merge the lines of one frame, the later over the earlier ones."""
    rows = {place: contents[place[0]].rows[place[1]] for place in places}
    words = {place: entries_of(row) for place, row in rows.items()}
    for later in places:
        role = arguments(rows[later].fact)[2]
        taken: list[str] = []
        for earlier in places:
            if earlier[0] >= later[0]:
                continue
            other = arguments(rows[earlier].fact)[2]
            for entry in words[later]:
                opposite = opposite_entry(entry)
                if role == other and opposite in words[earlier]:
                    words[earlier].remove(opposite)
                    if entry.startswith("-"):
                        taken.append(entry)
                if entry in words[earlier] and (role == other or contrasted(role, other)):
                    words[earlier].remove(entry)
        words[later] = [entry for entry in words[later] if entry not in taken]
        words[later] += [f"{TAKEN}{entry[1:]}" for entry in dict.fromkeys(taken)]
    for place, row in rows.items():
        if words[place] != entries_of(row):
            head, preposition, role, _ = arguments(row.fact)
            frame = f"{head[1:-1]} {preposition[1:-1]}".rstrip()
            text = " ".join(words[place])
            found[place] = row_of(frame, role, text, row.file, row.line) if text else None


def entries_of(row: Row) -> list[str]:
    """Give the entries of a profile's row as they are written."""
    return arguments(row.fact)[3][1:-1].split()
