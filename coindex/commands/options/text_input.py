"""Texts, graphs, candidates and pronouns that a verb reads from its arguments, standard input or CoNLL-U files."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import InputError, Location

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph


def require_one_source(options: argparse.Namespace, *names: str) -> None:
    """Check that exactly one of the options is given.

    Raises:
        InputError: none is, or several are.
    """
    given = [name for name in names if getattr(options, name) is not None]
    if len(given) != 1:
        ways = [
            "a TEXT in quotes, `-` for standard input",
            *(f"--{name} FILE" for name in names[1:]),
        ]
        problem = "there is no text" if not given else f"there are {len(given)} texts to read"
        raise InputError(problem, hint=f"Give one of: {', '.join(ways)}.")


def text_argument(given: str) -> str:
    """Return the text given on the command line; ``-`` reads standard input.

    Raises:
        InputError: the text is empty or not valid Unicode.
    """
    if given == "-":
        try:
            given = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"standard input is not UTF-8 (byte {error.start + 1})") from error
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"the text is not valid Unicode (character {error.start + 1})") from error
    if not given.strip():
        raise InputError("the text is empty", hint="Give a sentence.")
    return given


def read_graphs(path: str) -> Iterator[SemanticGraph]:
    """Yield the graph of each text in a CoNLL-U file.

    Raises:
        InputError: the file cannot be read, or has no sentence.
    """
    from kparse.input.conllu import read_conllu
    from kparse.semantics.build import build

    empty = True
    for parsed in read_conllu(Path(path)):
        empty = False
        yield build(parsed)
    if empty:
        raise InputError(
            "there is no sentence in the file",
            location=Location(path),
            hint="A sentence in CoNLL-U has a line of 10 columns for each word.",
        )


def candidates_argument(given: str | None) -> list[str] | None:
    """Split the value of ``--candidates`` into phrases.

    Raises:
        InputError: there are fewer than two, one stands twice, or one is a pronoun of the third person.
    """
    if given is None:
        return None
    names = [name.strip() for name in given.split(";") if name.strip()]
    if len(names) < 2:
        raise InputError(
            f"two or more candidates are needed, not {len(names)}",
            hint='Separate them by semicolons: --candidates "the cup; the table".',
        )
    from coindex.reasoner.discourse.phrases import THIRD

    seen: set[str] = set()
    for name in names:
        key = " ".join(name.lower().split())
        if key in THIRD:
            raise InputError(
                f"{name!r} is a pronoun, not a candidate",
                hint="Give what the pronoun may stand for.",
            )
        if key in seen:
            raise InputError(f"the candidate {name!r} is given twice", hint="Give each once.")
        seen.add(key)
    return names


def pronoun_argument(given: str | None) -> str | int | None:
    """Read a pronoun: a word or, if it is a number, an offset."""
    is_number = re.fullmatch("[0-9]{1,9}", given or "")
    return int(is_number[0]) if is_number else given
