"""Readers of question collections: the Winograd collection's XML, DPR's plain text, JSONL with answers.

Each yields :class:`Gold` in file order. Defects that are known and real (a wrong encoding declaration, stray dots and
blanks, candidates that are not in the text) are survived; a file that is not of its kind ends in one message.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from kparse.errors import InputError, Location
from reasoner.item import Item

PARTS = ("tune", "held")


@dataclass(frozen=True, slots=True)
class Gold:
    """A question, the index of its right answer (``None`` if the file has none), and its pair."""

    item: Item
    answer: int | None
    pair: str

    def part(self, seed: str = "1") -> str:
        """``tune`` or ``held``: which half of the pairs it belongs to, by a hash, so that twins stay together."""
        digest = hashlib.sha256(f"{seed}:{self.pair}".encode()).digest()
        return PARTS[digest[0] & 1]


def read_questions(path: str | Path) -> list[Gold]:
    """Read a collection; the kind is told by the suffix (``.xml``, ``.txt``, ``.jsonl``).

    Raises:
        InputError: the file is missing, or not what its suffix says (with the line).
    """
    path = Path(path)
    readers = {".xml": _read_xml, ".txt": _read_dpr, ".jsonl": _read_jsonl}
    reader = readers.get(path.suffix)
    if reader is None:
        raise InputError(
            f"{path}: unknown kind of question file",
            hint="Give .xml (Winograd collection), .txt (DPR) or .jsonl.",
        )
    try:
        data = path.read_bytes()
    except OSError as exc:
        raise InputError(f"cannot read {path}: {exc.strerror}") from exc
    return list(reader(data, str(path)))


def _decoded(data: bytes) -> str:
    """UTF-8 if it is that, else Latin-1, whatever a header says."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _squeeze(text: str | None) -> str:
    return " ".join((text or "").split())


def _joined(before: str, pronoun: str, after: str) -> tuple[str, int]:
    """The text with the pronoun in its place, and its offset."""
    start = len(before) + (1 if before else 0)
    glue = "" if re.match(r"['.,;:!?)]", after) else " "
    return f"{before} {pronoun}{glue}{after}".strip(), start if before else 0


def _read_xml(data: bytes, name: str) -> Iterator[Gold]:
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", _decoded(data).lstrip("\ufeff"))
    try:
        root = ElementTree.fromstring(text)
    except ParseError as exc:
        line, column = exc.position
        raise InputError(
            f"not well-formed XML: {exc}", location=Location(name, line, column + 1)
        ) from exc
    except DefusedXmlException as exc:
        raise InputError(
            f"{name}: XML entities are not read ({type(exc).__name__})", hint="Take the DTD out."
        ) from exc
    for number, schema in enumerate(root.iter("schema")):
        yield _schema(schema, number, name)


def _schema(schema: Element, number: int, name: str) -> Gold:
    pronoun = _squeeze(schema.findtext("text/pron"))
    text, start = _joined(
        _squeeze(schema.findtext("text/txt1")), pronoun, _squeeze(schema.findtext("text/txt2"))
    )
    candidates = tuple(_squeeze(a.text) for a in schema.findall("answers/answer"))
    if not pronoun or not candidates:
        raise InputError(f"{name}: schema {number + 1} has no pronoun or no answers")
    letter = _squeeze(schema.findtext("correctAnswer")).strip(". ").upper()
    answer = ord(letter) - ord("A") if len(letter) == 1 else None
    item = Item(f"{number + 1}", text, start, start + len(pronoun), candidates)
    return Gold(item, answer, f"wsc:{number // 2}")


def _read_dpr(data: bytes, name: str) -> Iterator[Gold]:
    blocks = re.split(r"\n\s*\n", _decoded(data).replace("\r\n", "\n").strip())
    for number, block in enumerate(blocks):
        lines = [_squeeze(line) for line in block.split("\n")]
        if len(lines) != 4:
            raise InputError(
                f"{name}: block {number + 1} has {len(lines)} lines, not 4",
                hint="Each block is: sentence, pronoun, candidates joined by a comma, answer.",
            )
        sentence, pronoun, both, right = lines
        candidates = tuple(part.strip() for part in both.split(",", 1))
        answer = next((i for i, c in enumerate(candidates) if c.lower() == right.lower()), None)
        start = _pronoun_offset(sentence, pronoun, candidates)
        item = Item(f"{number}", sentence, start, start + len(pronoun), candidates)
        yield Gold(item, answer, f"dpr:{number // 2}")


def _pronoun_offset(sentence: str, pronoun: str, candidates: tuple[str, ...]) -> int:
    """DPR gives no offset: the first such word after both candidates, else the last one."""
    found = [m.start() for m in re.finditer(rf"\b{re.escape(pronoun)}\b", sentence, re.IGNORECASE)]
    low = sentence.lower()
    places = [low.find(re.sub(r"^(the|a|an) ", "", c.lower())) for c in candidates]
    after = [start for start in found if start > max(places)]
    if after:
        return after[0]
    return found[-1] if found else 0


def _read_jsonl(data: bytes, name: str) -> Iterator[Gold]:
    for number, line in enumerate(_decoded(data).splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            item = Item(
                str(record["id"]),
                record["text"],
                int(record["pron_start"]),
                int(record["pron_end"]),
                tuple(record["candidates"]),
            )
        except (ValueError, KeyError, TypeError) as exc:
            raise InputError(
                f"not a question: {exc!r}",
                location=Location(name, number, 1),
                hint='Each line is {"id", "text", "pron_start", "pron_end", "candidates"}.',
            ) from exc
        answer = record.get("answer")
        yield Gold(item, answer, str(record.get("pair_id", number)))


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
    path = Path(path)
    aside = path.with_name(path.name + ".part")
    try:
        aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        aside.replace(path)
    except OSError as exc:
        raise InputError(f"cannot write {path}: {exc.strerror}") from exc
