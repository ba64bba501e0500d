"""Evidence in a file: solved once, read again as long as neither questions nor knowledge have changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from coindex.files.progress import Progress
from coindex.reasoner.knowledge.weights import NAME
from coindex.reasoner.running.journal import Journal, knowledge_files, undamaged
from kparse.errors import InputError
from training.pairing.evidence import Evidence, collect, from_line, to_line

if TYPE_CHECKING:
    from coindex.harness.questions.sources import Entry
    from coindex.reasoner.running.workers import Settings

T = TypeVar("T")


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


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """What is kept of each question: its name, how it is got, and how it is written as a line and read."""

    name: str
    collect: Callable[[Sequence[Entry], Work], Iterator[T]]
    to_line: Callable[[T], str]
    from_line: Callable[[str], T]
    """Raises ``ValueError``, ``TypeError`` or ``KeyError`` if the line is something else."""


def evidence_for(
    entries: Sequence[Entry],
    work: Work,
    kept: Path | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> list[Evidence]:
    """Give what questions have to fit on (:func:`kept_or_solved`)."""

    def solved(entries: Sequence[Entry], work: Work) -> Iterator[Evidence]:
        return collect(entries, work.settings, workers=work.workers, seconds=work.seconds)

    form = Form("evidence", solved, to_line, from_line)
    return kept_or_solved(form, entries, work, kept, note)


def kept_or_solved(
    form: Form[T],
    entries: Sequence[Entry],
    work: Work,
    kept: Path | None = None,
    note: Callable[[str], None] = lambda message: None,
) -> list[T]:
    """Give what is wanted of questions: from a file that has it, else by solving them, with a progress bar.

    Args:
        form: what is wanted.
        entries: the questions.
        work: how they are solved.
        kept: the file, which is read, or written at the end; an interrupted run goes on where it stopped.
        note: is told what a user may want to know.

    Raises:
        InputError: the file cannot be written, or what an interrupted run left is not what it wrote.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    asked = _asked(entries, work.settings)
    head = f'{{"{form.name}": "{asked}"}}'
    if kept is None:
        return list(_solved(form, entries, work, 0))
    if kept.is_file():
        lines = kept.read_text("utf-8", errors="replace").splitlines()
        found = undamaged(lines[1:], form.from_line) if lines[:1] == [head] else []
        if len(found) == len(entries):
            return found
        note(f"{kept} is of other questions or other knowledge: they are solved anew")
    with Journal(kept, asked[:12]) as journal:
        found = undamaged(journal.lines, form.from_line)
        if len(found) < len(journal.lines) or len(found) > len(entries):
            raise InputError(
                f"{journal.path}: this is not what an interrupted run has left",
                hint="Remove the file to start anew.",
            )
        if found:
            note(f"{len(found)} of {len(entries)} questions were solved by an earlier run")
        for each in _solved(form, entries, work, len(found)):
            found.append(each)
            journal.append(form.to_line(each))
        journal.finish("".join(f"{line}\n" for line in (head, *journal.lines)))
    return found


def _solved(form: Form[T], entries: Sequence[Entry], work: Work, done: int) -> Iterator[T]:
    rest = entries[done:]
    if not rest:
        return
    with Progress(len(entries), done) as bar:
        yield from bar.over(form.collect(rest, work))


def _asked(entries: Iterable[Entry], settings: Settings) -> str:
    digest = hashlib.sha256(f"{knowledge_digest(settings)}\n{settings!r}\n".encode())
    for entry in entries:
        digest.update(f"{entry.set}\n{entry.id}\n{entry.asked!r}\n{entry.gold}\n".encode())
    return digest.hexdigest()
