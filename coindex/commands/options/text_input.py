"""Where a verb's text comes from: the command line, standard input, or analyses in CoNLL-U."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kparse.errors import InputError

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph


def one_source(options: argparse.Namespace, *names: str) -> None:
    """See that exactly one of the options is given.

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


def text_of(given: str) -> str:
    """Give the text of the command line; ``-`` reads standard input."""
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
    """Give the graph of each text of a CoNLL-U file."""
    from kparse.input.conllu import read_conllu
    from kparse.semantics.build import build

    return (build(parsed) for parsed in read_conllu(Path(path)))


def candidates_of(given: str | None) -> list[str] | None:
    """Give the phrases of ``--candidates``.

    Raises:
        InputError: there are fewer than two.
    """
    if given is None:
        return None
    names = [name.strip() for name in given.split(";") if name.strip()]
    if len(names) < 2:
        raise InputError(
            f"two or more candidates are needed, not {len(names)}",
            hint='Separate them by semicolons: --candidates "the cup; the table".',
        )
    return names


def pronoun_of(given: str | None) -> str | int | None:
    """Give a pronoun as a word or, if it is a number, an offset."""
    is_number = re.fullmatch("[0-9]{1,9}", given or "")
    return int(is_number[0]) if is_number else given
