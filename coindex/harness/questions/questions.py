"""Readers of question collections: the Winograd collection's XML, DPR's text, GAP's table, WinoGrande's and own JSONL.

Each yields :class:`Gold` in file order. Known defects (a wrong encoding declaration, stray dots and blanks,
candidates that are not in the text) are tolerated; any other malformed file raises one error.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coindex.files.decoding import decode
from coindex.files.textfile import write_text
from coindex.files.xmlfile import MAX_BYTES, read_bytes
from coindex.harness.questions import gap, winogrande
from coindex.harness.questions.collection import parse_collection
from coindex.harness.questions.passage import squeeze
from coindex.reasoner.item import Item
from coindex.reasoner.jobs.batch import read_entry
from kparse.errors import InputError, Location

PARTS = ("tune", "held")
_SURROGATE = re.compile("[\ud800-\udfff]")
LONGEST_LIST = 512 * 2**20
"""Most bytes of a .txt or .jsonl file, which is held in memory."""


@dataclass(frozen=True, slots=True)
class Gold:
    """A question, the index of its right answer (``None`` if the file has none), and its pair."""

    item: Item
    answer: int | None
    pair: str
    tags: tuple[str, ...] = ()
    """Domain, level of difficulty and the like, as in the file."""
    human: float | None = None
    """Share of human subjects who gave the right answer."""

    def part(self, seed: str = "1") -> str:
        """``tune`` or ``held``: which half of the pairs it belongs to, by a hash, so that twins stay together."""
        return part_of(self.pair, seed)


def part_of(pair: str, seed: str = "1") -> str:
    """Return the half that a pair belongs to.

    >>> [part_of(f"own:{number}") for number in range(4)]
    ['held', 'tune', 'held', 'held']
    """
    digest = hashlib.sha256(f"{seed}:{pair}".encode()).digest()
    return PARTS[digest[0] & 1]


def read_questions(path: str | Path) -> list[Gold]:
    """Read a collection; the suffix determines the kind (``.xml``, ``.txt``, ``.tsv``, ``.tsv.gz``, ``.jsonl``).

    Raises:
        InputError: the file is missing, or does not fit its suffix (with the line).
    """
    path = Path(path)
    readers = {".xml": _read_xml, ".txt": _read_dpr, ".jsonl": _read_jsonl}
    reader = _read_gap if path.name.endswith(gap.SUFFIXES) else readers.get(path.suffix)
    if reader is None:
        raise InputError(
            f"{path}: unknown kind of question file",
            hint="Give .xml (Winograd collection), .txt (DPR), .tsv or .tsv.gz (GAP), or .jsonl.",
        )
    data = read_bytes(path, MAX_BYTES if path.suffix == ".xml" else LONGEST_LIST)
    return list(reader(data, str(path)))


def _read_xml(data: bytes, name: str) -> Iterator[Gold]:
    collection = parse_collection(data, name)
    for problem in collection.problems:
        if wrong := problem.fault or problem.gold_fault:
            raise InputError(
                f"problem {problem.number}: {wrong}", location=collection.location(problem)
            )
        item = Item(f"{problem.number}", problem.text, problem.start, problem.end, problem.answers)
        right, of = problem.human or (0, 0)
        # Twins are adjacent; the format does not mark them otherwise.
        pair = f"wsc:{(problem.number - 1) // 2}"
        yield Gold(item, problem.gold, pair, human=right / of if of else None)


def _read_dpr(data: bytes, name: str) -> Iterator[Gold]:
    lines = decode(data, name)[0].splitlines()
    blocks: list[tuple[int, list[str]]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        if number == 1 or not lines[number - 2].strip():
            blocks.append((number, []))
        blocks[-1][1].append(squeeze(line))
    for count, (number, block) in enumerate(blocks):
        place = Location(name, number, 1)
        if len(block) != 4:
            raise InputError(
                f"block {count + 1} has {len(block)} lines, not 4",
                location=place,
                hint="Each block is: sentence, pronoun, candidates joined by a comma, answer.",
            )
        sentence, pronoun, both, right = block
        candidates = tuple(part.strip() for part in both.split(",", 1))
        if len(candidates) < 2 or not all(candidates):
            raise InputError(
                "the third line has less than two candidates",
                location=place,
                hint="Join them by a comma: the cup,the table",
            )
        start = _pronoun_offset(sentence, pronoun, candidates)
        if start is None:
            raise InputError(f"the pronoun {pronoun[:40]!r} is not in the text", location=place)
        answer = next((i for i, c in enumerate(candidates) if c.lower() == right.lower()), None)
        item = Item(f"{count}", sentence, start, start + len(pronoun), candidates)
        yield Gold(item, answer, f"dpr:{count // 2}")


def _pronoun_offset(sentence: str, pronoun: str, candidates: tuple[str, ...]) -> int | None:
    """DPR gives no offset: the first such word after both candidates, else the last one."""
    if len(pronoun) > 100:
        return None
    word = rf"(?<!\w){re.escape(pronoun)}(?!\w)"
    found = [m.start() for m in re.finditer(word, sentence, re.IGNORECASE)]
    low = sentence.lower()
    places = [low.find(re.sub(r"^(the|a|an) ", "", c.lower())) for c in candidates]
    after = [start for start in found if start > max(places)]
    if after:
        return after[0]
    return found[-1] if found else None


def _read_gap(data: bytes, name: str) -> Iterator[Gold]:
    for item, answer in gap.rows_of(data, name):
        yield Gold(item, answer, f"gap:{item.id}")


def _read_jsonl(data: bytes, name: str) -> Iterator[Gold]:
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        line = _in_own_form(line, Location(name, number, 1))
        entry = read_entry(line, number)
        if entry.item is None:
            raise InputError(
                f"not a question: {entry.error.removeprefix(f'line {number}: ')}",
                location=Location(name, number, 1),
                hint='Each line is {"id", "text", "pron_start", "pron_end", "candidates"}.',
            )
        record = json.loads(line.decode("utf-8-sig"))
        answer, tags, human = record.get("answer"), record.get("tags", []), record.get("human")
        if wrong := _wrong_with(answer, tags, human, len(entry.item.candidates)):
            raise InputError(wrong, location=Location(name, number, 1))
        given = record.get("pair_id")
        pair = str(number if given is None else given)
        if _SURROGATE.search("".join((entry.item.id, pair, *tags))):
            raise InputError(
                "half a surrogate pair is no character",
                location=Location(name, number, 1),
                hint='Mend "id", "pair_id" or "tags".',
            )
        yield Gold(entry.item, answer, pair, tuple(tags), human)


def _in_own_form(line: bytes, place: Location) -> bytes:
    """The line itself, or WinoGrande's as a question; what is no JSON is left to whoever reads the line."""
    if not any(f'"{key}"'.encode() in line for key in winogrande.KEYS):
        return line
    try:
        record = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return line
    if not isinstance(record, dict) or not winogrande.is_winogrande(record):
        return line
    try:
        return json.dumps(winogrande.as_question(record)).encode()
    except ValueError as error:
        hint = 'WinoGrande\'s lines have "qID", "sentence" with a blank _, "option1", "option2", "answer".'
        raise InputError(str(error), location=place, hint=hint) from error


def _wrong_with(answer: Any, tags: Any, human: Any, candidates: int) -> str:
    """What is wrong with the keys that only a question with an answer has, if anything."""
    if answer is not None and (type(answer) is not int or not 0 <= answer < candidates):
        return f'"answer" is {json.dumps(answer)[:40]}, not the index of one of the {candidates} candidates'
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        return '"tags" is not a list of strings'
    if human is not None and (type(human) not in (int, float) or not 0 <= human <= 1):
        return '"human" is not a share between 0 and 1'
    return ""


def write_items(items: Iterable[Item], path: str | Path) -> None:
    """Write questions as JSONL, as ``solve --jsonl`` reads them (at once: a half-written file is never seen).

    Raises:
        InputError: the file cannot be written.
    """
    lines = [
        json.dumps(
            {
                "id": item.id,
                "text": item.text,
                "pron_start": item.pron_start,
                "pron_end": item.pron_end,
                "candidates": item.candidates,
            },
            ensure_ascii=False,
        )
        for item in items
    ]
    write_text(path, "".join(f"{line}\n" for line in lines))
