"""Evidence in a file: solved once, read again as long as neither questions nor knowledge have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from harness.fit.evidence import Evidence, collect, from_lines, to_line
from kparse.errors import InputError
from reasoner.journal import Journal, knowledge_files
from reasoner.progress import Progress
from reasoner.weights import NAME

if TYPE_CHECKING:
    from harness.scores.sources import Entry
    from reasoner.workers import Settings


@dataclass(frozen=True, slots=True)
class Work:
    """How questions are solved; nothing here changes what they give, except that one may run out of time."""

    settings: Settings
    workers: int = 1
    seconds: float = 60.0


def knowledge_digest(settings: Settings) -> str:
    """Tell knowledge and encodings from others by their content; fitted weights are no part of it."""
    digest = hashlib.sha256()
    for path in knowledge_files(settings):
        if path.is_file() and path.name != NAME:
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def evidence_digest(evidence: Iterable[Evidence]) -> str:
    """Tell evidence from other evidence."""
    digest = hashlib.sha256()
    for each in evidence:
        digest.update(to_line(each).encode() + b"\n")
    return digest.hexdigest()[:16]


def evidence_for(
    entries: Sequence[Entry],
    work: Work,
    kept: Path | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> list[Evidence]:
    """Give what questions have to fit on: from a file that has it, else by solving them, with a progress bar.

    Args:
        entries: the questions.
        work: how they are solved.
        kept: the file, which is read, or written at the end; an interrupted run goes on where it stopped.
        note: is told what a user may want to know.

    Raises:
        InputError: the file cannot be written, or what an interrupted run left is not what it wrote.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    asked = _asked(entries, work.settings)
    head = f'{{"evidence": "{asked}"}}'
    if kept is None:
        return list(_solved(entries, work, 0))
    if kept.is_file():
        lines = kept.read_text("utf-8", errors="replace").splitlines()
        found = from_lines(lines[1:]) if lines[:1] == [head] else []
        if len(found) == len(entries):
            return found
        note(f"{kept} is of other questions or other knowledge: they are solved anew")
    with Journal(kept, asked[:12]) as journal:
        found = from_lines(journal.lines)
        if len(found) < len(journal.lines) or len(found) > len(entries):
            raise InputError(
                f"{journal.path}: this is not what an interrupted run has left",
                hint="Remove the file to start anew.",
            )
        if found:
            note(f"{len(found)} of {len(entries)} questions were solved by an earlier run")
        for each in _solved(entries, work, len(found)):
            found.append(each)
            journal.append(to_line(each))
        journal.finish("".join(f"{line}\n" for line in (head, *journal.lines)))
    return found


def _solved(entries: Sequence[Entry], work: Work, done: int) -> Iterator[Evidence]:
    rest = entries[done:]
    if not rest:
        return
    with Progress(len(entries), done) as bar:
        yield from bar.over(
            collect(rest, work.settings, workers=work.workers, seconds=work.seconds)
        )


def _asked(entries: Iterable[Entry], settings: Settings) -> str:
    digest = hashlib.sha256(f"{knowledge_digest(settings)}\n{settings!r}\n".encode())
    for entry in entries:
        digest.update(f"{entry.set}\n{entry.id}\n{entry.asked!r}\n{entry.gold}\n".encode())
    return digest.hexdigest()
