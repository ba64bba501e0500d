"""Measurements of many questions in one file: read again while nothing has changed, continued after an interruption."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from coindex.files.progress import Progress
from coindex.reasoner.jobs.journal import Journal, undamaged
from kparse.errors import InputError

T = TypeVar("T")


def kept(
    file: Path | None,
    kind: str,
    digest: str,
    number: int,
    make: Callable[[int], Iterator[T]],
    form: tuple[Callable[[str], T], Callable[[T], str]],
    note: Callable[[str], None] = lambda message: None,
) -> list[T]:
    """Give all measurements, with a progress bar: from the file, or else made and written there.

    Args:
        file: where they are; ``None`` to make them and keep nothing.
        kind: of measurements, which begins the file.
        digest: of all that they depend on.
        number: how many there are.
        make: makes those from a number on, in order.
        form: what reads a line (``ValueError``, ``TypeError`` or ``KeyError`` if it is none), and what writes one.
        note: receives remarks for the user.

    Raises:
        InputError: the file cannot be written, is no such file, or another run writes it.
    """

    def made(done: int) -> Iterator[T]:
        if done < number:
            with Progress(number, done) as progress:
                yield from progress.over(make(done))

    if file is None:
        return list(made(0))
    read, write = form
    head = json.dumps({kind: digest})
    if file.is_file():
        lines = file.read_text("utf-8", errors="replace").splitlines()
        found = undamaged(lines[1:], read) if lines[:1] == [head] else []
        if len(found) == number:
            return found
        if lines and not lines[0].startswith(f'{{"{kind}": '):
            raise InputError(
                f"{file}: this is no file of measurements, and would be overwritten",
                hint="Give another name.",
            )
        note(f"{file} is about other questions or knowledge: everything is measured again")
    with Journal(file, digest[:12]) as journal:
        found = undamaged(journal.lines, read)
        if len(found) < len(journal.lines) or len(found) > number:
            raise InputError(
                f"{journal.path}: this is not what an interrupted run has left",
                hint="Remove the file to start again.",
            )
        if found:
            note(f"{len(found)} of {number} questions were measured by an earlier run")
        for each in made(len(found)):
            found.append(each)
            journal.append(write(each))
        journal.finish("".join(f"{line}\n" for line in (head, *journal.lines)))
    return found
