"""Sentences that are new: one is checked before it goes into a file, and a folder of them is compiled."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.reasoner.asp.records import Source
from coindex.reasoner.english_rules.stored import parser_digest
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.knowledge.sentences import SENTENCES, SUFFIX, sentence_of
from coindex.reasoner.linting.lint import lint
from coindex.reasoner.linting.sentence_checks import readings_for, understood
from coindex.reasoner.running.sentence_reader import readings
from coindex.reasoner.store.reading_files import first_error, read_file
from coindex.reasoner.store.sentence_files import COMPILED, read_compiled, write_compiled
from kparse.errors import Diagnostic, InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner


def checked(sentence: str) -> tuple[str, list[Diagnostic]]:
    """Read a sentence as a line of a file; give what was understood, and what is wrong or doubtful."""
    from kparse.notation.penman import decode

    text = " ".join(sentence.split())
    with tempfile.TemporaryDirectory(prefix="coindex-") as home:
        path = Path(home) / SENTENCES / f"new{SUFFIX}"
        path.parent.mkdir()
        path.write_text(f"{text}\n", "utf-8")
        found = lint([path], context=[], select=["E8", "W8"])
        content = read_file(Source(path, path.name, "sentences"))
    if not content.rows:
        return "nothing", found
    reading = readings_for([content])[sentence_of(content.rows[0]).text]
    said = understood(reading, decode(reading.graph)) if reading.graph else "nothing"
    return said, found


def compile_folder(
    folder: Path,
    reasoner: Reasoner,
    over: Callable[[Sequence[str]], Iterable[str]] = iter,
) -> tuple[int, int]:
    """Read the sentences of a folder and write its file of readings.

    Readings of the same parser are taken over from the file that is there.

    Args:
        folder: a folder of sentences, or a knowledge directory that has one.
        reasoner: its parser reads them; it must be the shipped one.
        over: shows how many have been read.

    Returns:
        How many sentences the folder has, and how many of them had to be read.

    Raises:
        KnowledgeError, InputError: there is no such folder, or something is wrong in a file.
    """
    home = folder if folder.name == SENTENCES else folder / SENTENCES
    files = sorted(home.glob(f"*{SUFFIX}"))
    if not files:
        raise InputError(
            f"{home}: there are no sentences", hint=f"Write some into {home.name}/TOPIC{SUFFIX}."
        )
    contents = [read_file(Source(path, str(path), "sentences")) for path in files]
    error = first_error(contents)
    if error is not None:
        raise error
    texts = sorted({sentence_of(row).text for content in contents for row in content.rows})
    parser, known = read_compiled(home / COMPILED)
    kept: dict[str, SentenceReading] = known if parser == parser_digest() else {}
    new = [text for text in texts if text not in kept]
    made = {one.sentence: one for one in readings(reasoner, over(new))} if new else {}
    write_compiled(home / COMPILED, parser_digest(), [(kept | made)[text] for text in texts])
    return len(texts), len(new)
