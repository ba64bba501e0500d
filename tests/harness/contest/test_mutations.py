"""Mutated contest files and JSONL: each ends in one message, or every problem of it gets an answer.

A file is made from its kind and number alone.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import cast
from xml.etree import ElementTree

import pytest

from coindex.files.decoding import decode
from coindex.harness.contest.output import output_text, parse_output
from coindex.harness.contest.run import TRACE_KEYS, answer_problem, tasks_of
from coindex.harness.questions.collection import parse_collection
from coindex.harness.questions.questions import read_questions
from coindex.reasoner.jobs.batch import KEYS, answer_line
from coindex.reasoner.running.engine import Reasoner
from kparse.errors import InputError
from tests.harness.contest.stubs import StubReasoner
from tests.harness.contest.test_output import EXAMPLE

XML = EXAMPLE.read_bytes()
LINES = [
    {
        "id": number,
        "text": text.replace("[", "").replace("]", ""),
        "pron_start": text.index("["),
        "pron_end": text.index("]") - 1,
        "candidates": candidates,
        "answer": 0,
        "pair_id": f"p{number // 2}",
    }
    for number, (text, candidates) in enumerate(
        [
            ("The raft slid under the pier because [it] was so flat.", ["the raft", "the pier"]),
            ("Zoë lent Ada a torch, for [she] had two.", ["Zoë", "Ada"]),
            ("The waiters pitied the guests although [they] were rude.", ["waiters", "guests"]),
            ("Gus told Leif\u2028that [he] had won.", ["Gus", "Leif", "somebody"]),
        ]
    )
]
JSONL = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in LINES).encode()

TAGS = (
    "schema text txt1 txt2 pron quote quote1 quote2 answers answer correctAnswer humanSubjects "
    "sameText variantText collection b"
).split()
INSERTS = [
    *(b"&", b"<", b">", b"&amp;", b"&lt;", b"&#0;", b"&#x41;", b"&#xD800;", b"&#x10FFFF;", b"\0"),
    *(b"&eacute;", b"&x;", b"]]>", b"<![CDATA[", b"<!--", b"-->", b"<?php", b"?>", b"<!DOCTYPE a>"),
    *(b'<!DOCTYPE a [<!ENTITY x "y">]>', b'<!DOCTYPE a SYSTEM "file:///etc/hostname">'),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xc3\xab",
        b"\xeb",
        b"\xe2\x80\xa8",
        b"\xed\xa0\x80",
        b"\x85",
    ),
    *(b"\r", b"\r\n", b"\x0b", b"\x1b[0m", b'"', b"'", b"{", b"}", b"[", b"]", b",", b":", b"\\"),
    *(b"\\ud800", b"\\u0000", b"null", b"true", b"-1", b"1e400", b"NaN", b"9" * 5000, b"[" * 5000),
    *(b"_", b".", b"...", b"A", b" it ", b" he ", b"x" * 30_000, b"<b>" * 200, b"it " * 300),
]


def cut(chance: random.Random, data: bytes) -> tuple[int, int]:
    """A place and how much of it."""
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + int(10 ** chance.uniform(0, 2.5)))


def by_bytes(chance: random.Random, data: bytes) -> bytes:
    """Change some bytes."""
    start, end = cut(chance, data)
    piece = data[start:end]
    return (
        data[:start]
        + chance.choice(
            [
                b"",
                piece * 2,
                piece[::-1],
                chance.choice(INSERTS),
                piece + chance.choice(INSERTS),
                bytes(chance.randrange(256) for _ in piece[:20]),
            ]
        )
        + data[end:]
    )


def by_elements(chance: random.Random, data: bytes) -> bytes:
    """Take out, empty, double or replace whole elements: what comes of it is XML."""
    name = chance.choice(TAGS).encode()
    found = [m.span(1) for m in re.finditer(rb"<%b>(.*?)</%b>" % (name, name), data, re.DOTALL)]
    if not found:
        return data
    start, end = chance.choice(found)
    open_, close = start - len(name) - 2, end + len(name) + 3
    return chance.choice(
        [
            data[:start] + data[end:],
            data[:open_] + data[close:],
            data[:close] + data[open_:close] + data[close:],
            data[:start] + b" . " + data[end:],
            data[:start] + data[start:end].upper() + data[end:],
            data[:start] + chance.choice(INSERTS) + data[start:],
            data[:end] + chance.choice(INSERTS) + data[end:],
        ]
    )


def by_encoding(chance: random.Random, data: bytes) -> bytes:
    """Write the same text in another encoding, or declare another."""
    if chance.random() < 0.5:
        return re.sub(
            rb"ISO-8859-1",
            chance.choice([b"UTF-8", b"UTF-16", b"windows-1251", b"utf-7", b"idna", b"", b"x"]),
            data,
        )
    text = data.decode("latin-1" if b"ISO-8859-1" in data else "utf-8", errors="replace")
    encoding = chance.choice(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "cp1252"])
    return text.encode(encoding, errors="replace")


def made(kind: str, number: int) -> bytes:
    """The file of a kind with a number."""
    chance = random.Random(f"{kind}:{number}")
    data = XML if kind == "xml" else JSONL
    ways = [by_bytes]
    if kind == "xml":  # half of them stay well-formed for the most part
        ways = [by_elements] if number % 2 else [by_bytes]
    for _ in range(chance.choice([1, 1, 1, 2, 3, 8])):
        data = chance.choice(ways)(chance, data)
    if chance.random() < 0.1:
        data = by_encoding(chance, data)
    if chance.random() < 0.1:
        data = data[: chance.randrange(len(data) + 1)]
    return data


def refused(error: InputError) -> str:
    """A message names the file; a traceback, or nothing, is none."""
    text = str(error)
    assert "input." in text
    assert len(text) < 2000
    assert "Traceback" not in text
    return "refused"


def try_xml(data: bytes, reasoner: Reasoner) -> str:
    """Run the contest on a file, without the worker processes."""
    try:
        problems = parse_collection(data, "input.xml").problems
    except InputError as error:
        return refused(error)
    text = decode(data, "input.xml")[0].lstrip().encode("utf-8")
    root = ElementTree.XML(text, ElementTree.XMLParser(encoding="utf-8"))
    assert len(problems) == sum(1 for e in root.iter() if e.tag.lower() == "schema")
    tasks = tasks_of(problems)
    lines = [answer_problem(reasoner, tasks[problem.number]) for problem in problems]
    records = [json.loads(line) for line in lines]
    for record, line in zip(records, lines, strict=True):
        assert list(record) == TRACE_KEYS
        assert "\n" not in line
        assert "internal error" not in (record["error"] or "")
        assert record["explanation"]
        assert not record["explanation"].startswith("cannot be shown")
    written = output_text(problems, [record["answer"] for record in records])
    assert written.count("\n") == 4 * len(problems) + 1
    output = parse_output(written.encode(), "input.txt")
    assert output.fitted(problems) == output
    assert list(output.letters) == [record["answer"] for record in records]
    return "answered" if all(r["error"] is None for r in records) else "answered, with guesses"


def try_jsonl(data: bytes, reasoner: Reasoner, file: Path) -> str:
    """Answer the lines of a file, and read it as a list of questions with answers."""
    for number, line in enumerate(io.BytesIO(data), 1):
        record = json.loads(answer_line(reasoner, line, number))
        assert tuple(record) == KEYS
        assert "internal error" not in (record["error"] or "")
    file.write_bytes(data)
    try:
        golds = read_questions(file)
    except InputError as error:
        return refused(error)
    assert len(golds) == sum(1 for line in data.split(b"\n") if line.strip())
    return "answered"


def once(kind: str, number: int, reasoner: Reasoner, directory: Path) -> str:
    """Try one file; give what became of it."""
    data = made(kind, number)
    if kind == "xml":
        return try_xml(data, reasoner)
    return try_jsonl(data, reasoner, directory / "input.jsonl")


STUB = cast("Reasoner", StubReasoner())


@pytest.mark.parametrize("kind", ["xml", "jsonl"])
def test_mutated_files_are_answered_or_refused(kind: str, tmp_path: Path) -> None:
    seen = Counter(once(kind, number, STUB, tmp_path) for number in range(200))
    assert seen["refused"] > 20
    assert seen["answered"] > 5
    assert kind == "jsonl" or seen["answered, with guesses"] > 10


def test_mutated_files_and_the_real_reasoner(reasoner: Reasoner, tmp_path: Path) -> None:
    for kind in ("xml", "jsonl"):
        for number in range(0, 200, 50):
            once(kind, number, reasoner, tmp_path)
