"""Sentences of knowledge for the questions of a set: a table with a line ``item<TAB>sentence`` for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from coindex.files.textfile import read_text
from coindex.harness.questions.sources import Entry, of_set
from kparse.errors import InputError, Location

ENDING = ".tsv"
"""What distinguishes such a table from a file of rows."""
_HEADER = ("item", "sentence")
_HINT = "A line `item<TAB>sentence` for each sentence; a question may have several."


def is_table(argument: str) -> bool:
    """Return whether a value of ``--knowledge`` names a table of sentences.

    >>> is_table("wsc=facts.tsv"), is_table("more.lp")
    (True, False)
    """
    return argument.endswith(ENDING)


def read_sentences(
    arguments: Sequence[str], sets: Iterable[str]
) -> dict[str, dict[str, tuple[str, ...]]]:
    """Read tables, ``[NAME=]FILE`` each; a table without a name is about the only set.

    Returns:
        By set and question, the sentences.

    Raises:
        InputError: a table cannot be used (with the line), or it is not clear which set it is about.
    """
    names = list(sets)
    result: dict[str, dict[str, tuple[str, ...]]] = {}
    for argument in arguments:
        name, path = of_set("--knowledge", argument, names)
        table = result.setdefault(name, {})
        for item, sentence in _lines(path):
            table[item] = (*table.get(item, ()), sentence)
    return result


def _lines(path: Path) -> Iterable[tuple[str, str]]:
    count = 0
    for number, line in enumerate(read_text(path).split("\n"), 1):
        cells = tuple(cell.strip() for cell in line.split("\t"))
        if not any(cells) or cells == _HEADER:
            continue
        if len(cells) != 2 or not all(cells):
            raise InputError(
                "not a question and a sentence", location=Location(str(path), number, 1), hint=_HINT
            )
        count += 1
        yield cells[0], cells[1]
    if not count:
        raise InputError(f"{path}: there is no sentence in it", hint=_HINT)


def with_sentences(
    entries: Sequence[Entry],
    tables: Mapping[str, Mapping[str, tuple[str, ...]]],
    *,
    whole: bool = True,
) -> list[Entry]:
    """Add to the questions their sentences.

    Args:
        entries: the questions.
        tables: by set and question, the sentences.
        whole: whether these are all questions of their sets; a sentence for another question is then an error.

    Raises:
        InputError: a sentence is for an unknown question.
    """
    for name, table in tables.items():
        known = {e.id for e in entries if e.set == name}
        unknown = sorted(set(table) - known)
        if unknown and whole:
            raise InputError(
                f"--knowledge: the set {name!r} has no question {unknown[0][:40]!r}",
                hint="The first column names questions by their ids in the set, e.g. their numbers.",
            )
    return [
        replace(e, asked=replace(e.asked, knowledge=tables.get(e.set, {}).get(e.id, ())))
        for e in entries
    ]
