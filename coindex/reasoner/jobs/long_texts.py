"""Long texts and many of them: section by section, in worker processes, with a journal that a later run continues.

A section is some paragraphs, read with the end of the section before. A line of the output has its place, its pronouns
with what they stand for, and its chains. Chains of neighbouring sections share their mentions in that common part, so
they can be joined. Offsets count code points of the whole document (:mod:`coindex.reasoner.jobs.documents`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coindex.reasoner.jobs.batch import LIMIT
from coindex.reasoner.jobs.documents import PARQUET, check_output, documents, write_parquet
from coindex.reasoner.jobs.executor import Place, with_results
from coindex.reasoner.jobs.journal import Summary, check_paths, digest_of, write_lines
from coindex.reasoner.jobs.workers import Limits, Lost, Settings
from kparse.errors import InputError
from kparse.input.language import not_english
from kparse.input.layout import unwrapped

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

LENGTH = 4000
"""Characters of a section; a paragraph is not divided unless it is longer."""
OVERLAP = 500
"""Characters before a section that are read with it."""
RECYCLE = 100
"""Sections after which a worker is replaced."""
_PARAGRAPH = re.compile(r"\n\s*\n")
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)]*\s+")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text: what is read, where it stands, and where the part of its own begins and ends."""

    number: int
    text: str
    offset: int
    start: int
    end: int
    document: str | None = None
    """Its name, if there may be several."""


def sections(text: str, length: int = LENGTH) -> Iterator[Section]:
    r"""Divide a text into sections.

    >>> [(s.start, s.end, s.offset) for s in sections("One. Two.\n\nThree.\n\nFour.", 12)]
    [(0, 11, 0), (11, 19, 0), (19, 24, 0)]
    """
    text = unwrapped(text)
    start = number = 0
    while start < len(text):
        end = _end(text, start, length)
        if text[start:end].strip():
            number += 1
            offset = _context(text, start)
            yield Section(number, text[offset:end], offset, start, end)
        start = end


def _end(text: str, start: int, length: int) -> int:
    """Find where a section ends: after a paragraph, else a sentence, else a word."""
    if len(text) - start <= length:
        return len(text)
    for pattern in (_PARAGRAPH, _SENTENCE, re.compile(r"\s+")):
        ends = [m.end() for m in pattern.finditer(text, start + 1, start + length)]
        if ends:
            return ends[-1]
    return start + length


def _context(text: str, start: int) -> int:
    """Find where the sentences begin that are read before a section."""
    first = max(0, start - OVERLAP)
    if first == 0:
        return 0
    found = _SENTENCE.search(text, first, start)
    return found.end() if found else start


def read_sections(source: str | Path) -> Iterator[Section]:
    """Read documents (:func:`documents`), and divide each into sections; an empty one has one, which is empty.

    Raises:
        InputError: the source or a document cannot be read.
    """
    for name, text in documents(source):
        found = sections(text) if text.strip() else [Section(1, "", 0, 0, 0)]
        yield from (replace(section, document=name) for section in found)


HURRY = 0.5
"""Share of the time of a section after which knowledge is asked no more."""


def section_line(reasoner: Reasoner, section: Section, limit: float | None = None) -> str:
    """Resolve a section; give its output line. After half of ``limit`` seconds salience alone decides."""
    from coindex.reasoner.documents.resolve import resolve

    unread = not_english(section.text) if section.text else "the document is empty"
    if unread is not None:
        return _line(section, error=unread)
    found = resolve(
        section.text,
        reasoner=reasoner,
        begin=section.start - section.offset,
        seconds=None if limit is None else HURRY * limit,
    )
    record = found.to_dict()
    for place in _places(record):
        place["start_char"] += section.offset
        place["end_char"] += section.offset
    hurried = None if found.hurried is None else found.hurried + section.offset
    return _line(section, record["pronouns"], record["chains"], hurried)


def _line(
    section: Section,
    pronouns: Sequence[Any] = (),
    chains: Sequence[Any] = (),
    hurried: int | None = None,
    error: str | None = None,
) -> str:
    record: dict[str, Any] = {} if section.document is None else {"document": section.document}
    record |= {"section": section.number, "start": section.start, "end": section.end}
    record |= {"pronouns": pronouns, "chains": chains, "hurried": hurried, "error": error}
    return json.dumps(record, ensure_ascii=False)


def _places(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give each place in a record once."""
    for found in record["pronouns"]:
        yield found["pronoun"]
        yield from found["candidates"]  # (the antecedent and the runner-up are the first two)
    for chain in record["chains"]:
        yield from chain


def run(
    source: str | Path,
    target: str | Path,
    settings: Settings | None = None,
    *,
    workers: Place = 1,
    limit: float = LIMIT,
    progress: bool = True,
) -> Summary:
    """Resolve the pronouns of documents; ``target`` appears when all is done, ``-`` is standard output.

    Until then the lines are in a journal beside it, from which the same call continues after an interruption. Lines for
    standard output are written as soon as they are ready. A target that ends in ``.parquet`` is a table of the lines.

    Raises:
        InputError: the source cannot be read or is empty, the target cannot be written, or another run of the same
            documents is writing it.
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    settings = settings or Settings()
    check_paths(str(source), str(target))
    check_output(target)
    digest, total = _digest(source)

    def lines(done: int) -> Iterator[str]:
        if done == total:
            return
        left = islice(read_sections(source), done, None)
        job, limits = partial(section_line, limit=limit), Limits(seconds=limit, recycle=RECYCLE)
        found = with_results(left, job, settings, workers=workers, limits=limits)
        for section, result in found:
            yield _line(section, error=result.reason) if isinstance(result, Lost) else result

    return write_lines(
        str(target),
        digest_of(digest, settings=settings),
        lines,
        total,
        what="sections",
        write=write_parquet if Path(target).suffix == PARQUET else None,
        progress=progress,
    )


def _digest(source: str | Path) -> tuple[bytes, int]:
    """Read all documents: give a digest of them, and count their sections."""
    digest = hashlib.sha256()
    total = 0
    for section in read_sections(source):
        digest.update(repr(section).encode())
        total += 1
    if not total:
        raise InputError(f"{source}: there is no document in it")
    return digest.digest(), total
