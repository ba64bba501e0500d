"""Tables of others as stores of mined knowledge: files that a user has, each row a fact with its place.

Nothing of them ships with the product. What licence they are under is written into the store; the user has to heed it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from coindex.files.corpora import DAMAGED, opened
from coindex.files.xmlfile import read_xml
from coindex.reasoner.evidence.store import FileRow, write_store
from coindex.reasoner.evidence.tables import Line, Reference, added, place
from kparse.errors import InputError, Location
from kparse.input.lemmas import lemma_of

_Fact = tuple[str, str, str, int, int]
"""Relation, head, filler, how much it counts, line."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file."""

    name: str
    what: str
    licence: str
    read: Callable[[str], Iterator[_Fact]]


def import_files(kind: str, paths: Sequence[str], out: str) -> int:
    """Make a store of files of one kind; give the number of rows.

    Raises:
        InputError: a file cannot be read, or is none of that kind (with file and line); ``out`` cannot be written.
    """
    chosen = KINDS[kind]
    names = [Path(path).name for path in paths]
    if len(set(names)) < len(names):
        raise InputError(
            "two files have one name", hint="References need different names: rename one."
        )
    rows: list[Line] = []
    files: list[FileRow] = []
    for number, path in enumerate(paths):
        last = 0
        for relation, head, filler, count, line in chosen.read(path):
            last = max(last, line)
            refs: tuple[Reference, ...] = ((number, line),)
            for keys in ((relation, head, filler), (relation, head, "")):
                rows.append(("fact", keys, (count,), refs))
        with open(path, "rb") as stream:
            files.append(
                (names[number], file_digest(stream, "sha256").hexdigest(), last, chosen.licence)
            )
    if not rows:
        raise InputError(f"there is nothing to import in {', '.join(names)}", hint=chosen.what)
    rows.sort(key=place)
    found = list(added(rows))
    lines = sum(file[2] for file in files)
    counts = {"lines": lines, "sentences": 0, "graphs": 0, "records": len(rows) // 2}
    write_store(out, found, files, {**counts, "dropped": {}, "lost": []})
    return len(found)


def _lines(path: str, columns: int, what: str) -> Iterator[tuple[int, list[str]]]:
    """Give the rows of a table between tabs, with their lines."""
    try:
        with opened(path) as (_, stream):
            for number, raw in enumerate(stream, 1):
                row = raw.decode("utf-8").rstrip("\r\n").split("\t")
                if len(row) < columns:
                    raise InputError(
                        f"{len(row)} columns, {columns} expected",
                        location=Location(path, number),
                        hint=what,
                    )
                yield number, row
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8", hint=what) from error
    except DAMAGED as error:
        raise InputError(f"{path}: damaged or cut off: {error}") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


_CONCEPTNET = "Give assertions of ConceptNet 5: uri, relation, start, end and JSON between tabs (.csv or .csv.gz)."


def _conceptnet(path: str) -> Iterator[_Fact]:
    """Relations between English terms, each counted by its weight."""
    for line, (_, relation, start, end, about, *_) in _lines(path, 5, _CONCEPTNET):
        if not relation.startswith("/r/"):
            raise InputError(
                f"{relation!r} is no relation", location=Location(path, line), hint=_CONCEPTNET
            )
        terms = [term.split("/") for term in (start, end)]
        if any(len(term) < 4 or term[2] != "en" for term in terms):
            continue
        try:
            weight = float(json.loads(about).get("weight", 1.0))
        except (ValueError, AttributeError) as error:
            location = Location(path, line)
            raise InputError("the last column is no JSON object", location=location) from error
        head, filler = (term[3] for term in terms)
        yield f"conceptnet.{relation[3:]}", head, filler, max(1, round(weight)), line


_ATOMIC = "Give a file of ATOMIC 2020: event, relation and inference between tabs (train.tsv)."
_EVENT = re.compile(r"^PersonX'?s? (\w+)", re.IGNORECASE)
_EMPTY = ("", "none", "n/a")


def _atomic(path: str) -> Iterator[_Fact]:
    """Inferences, under the verb of the event."""
    for line, (event, relation, tail, *_) in _lines(path, 3, _ATOMIC):
        verb = _EVENT.match(event)
        if verb is None:
            continue  # about things, not events
        phrase = re.sub(r"^(?:to|person[xy]) ", "", tail.strip().lower())
        if phrase.rstrip(".") in _EMPTY:
            continue
        yield (
            f"atomic.{relation}",
            lemma_of(verb[1], "VERB", "", "VBZ", trust=False),
            phrase.rstrip("."),
            1,
            line,
        )


_VERBNET = "Give files of VerbNet 3: a VNCLASS with MEMBERS and THEMROLES (.xml)."


def _verbnet(path: str) -> Iterator[_Fact]:
    """Classes of verbs, and roles of classes."""
    root = read_xml(path).root
    if root.tag != "VNCLASS":
        raise InputError(
            f"<{root.tag}> instead of <VNCLASS>", location=Location(path, root.line), hint=_VERBNET
        )
    for element in (*root.iter("VNCLASS"), *root.iter("VNSUBCLASS")):
        name = element.attributes.get("ID", "")
        for members in filter(None, (element.find("MEMBERS"),)):
            for member in members.iter("MEMBER"):
                yield "verbnet.class", member.attributes["name"], name, 1, member.line
        for roles in filter(None, (element.find("THEMROLES"),)):
            for role in roles.iter("THEMROLE"):
                yield "verbnet.role", name, role.attributes["type"].lower(), 1, role.line


KINDS = {
    kind.name: kind
    for kind in (
        Kind("atomic", _ATOMIC, "CC BY 4.0 (ATOMIC 2020)", _atomic),
        Kind("conceptnet", _CONCEPTNET, "CC BY-SA 4.0 (ConceptNet 5)", _conceptnet),
        Kind("verbnet", _VERBNET, "as stated with VerbNet", _verbnet),
    )
}
"""By name."""
