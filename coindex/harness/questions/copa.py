"""Readers of COPA questions: the collection's XML (``copa.dtd``) and JSON lines, SuperGLUE's or our own.

All are strict: a malformed question ends the reading with one message that has the line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from coindex.files.textfile import read_text
from coindex.files.xmlfile import Element, read_xml
from coindex.harness.questions.questions import part_of
from coindex.reasoner.solving.choice import Asks, Choice
from kparse.errors import InputError, Location

ASKS = ("cause", "effect")
SUPERGLUE = ("premise", "choice1", "choice2", "question")
"""The keys that a line of SuperGLUE's release needs, besides ``id`` or ``idx``; ``label`` is optional."""
OURS = ("premise", "alternatives", "asks")
"""The keys that a line of our own needs, besides ``id``; ``answer`` is optional."""
_OPTIONAL = {"id", "idx", "label", "answer", "changed", "version"}
_LONGEST_ID = 200  # characters
_JSONL_HINT = (
    'Each line is {"id", "premise", "choice1", "choice2", "question", "label"} or '
    '{"id", "premise", "alternatives", "asks", "answer"}; label and answer may be left out.'
)
_XML_HINT = (
    'Each <item id="..." asks-for="cause|effect" most-plausible-alternative="1|2"> holds '
    "<p>, <a1> and <a2>."
)


@dataclass(frozen=True, slots=True)
class CopaGold:
    """A question, the index of its right alternative (``None`` if the file does not say), and its place."""

    choice: Choice
    answer: int | None
    line: int

    @property
    def pair(self) -> str:
        """The group that stays together when a collection is split: here, every question is its own."""
        return f"copa:{self.choice.id}"

    def part(self, seed: str = "1") -> str:
        """``tune`` or ``held``, by the same hash as for pronoun questions."""
        return part_of(self.pair, seed)


def read_copa(path: str | Path, tell: Callable[[str], None] | None = None) -> list[CopaGold]:
    """Read questions; the suffix determines the kind (``.xml``, ``.jsonl``).

    Args:
        path: the file.
        tell: receives remarks that are not errors: that an XML header names the wrong encoding.

    Raises:
        InputError: the file is missing, does not fit its suffix, has no question, or has one twice.
    """
    suffix = Path(path).suffix
    if suffix not in (".xml", ".jsonl"):
        raise InputError(
            f"{path}: unknown kind of question file", hint="Give .xml (copa.dtd) or .jsonl."
        )
    seen: dict[str, int] = {}
    golds = []
    for gold in _read_xml(path, tell) if suffix == ".xml" else _read_jsonl(path):
        identity = gold.choice.id
        if identity in seen:
            raise InputError(
                f"question {identity!r} comes twice (first in line {seen[identity]})",
                location=Location(str(path), gold.line, 1),
                hint="Give each question its own id.",
            )
        seen[identity] = gold.line
        golds.append(gold)
    if not golds:
        raise InputError(f"{path}: there is no question in it")
    return golds


def _gold(
    identity: str,
    premise: str,
    alternatives: tuple[str, str],
    asks: str,
    answer: int | None,
    location: Location,
    hint: str,
) -> CopaGold:
    """Check what all formats have in common."""
    problem = ""
    if len(identity) > _LONGEST_ID:
        problem = f"an id of more than {_LONGEST_ID} characters"
    elif identity.split() != [identity]:
        problem = f"the id {identity!r} is empty or has a blank in it, which a file of choices cannot have"
    elif asks not in ASKS:
        problem = f"question {identity} asks for {asks[:40]!r}, not for cause or effect"
    elif not all(text.strip() for text in (premise, *alternatives)):
        problem = f"question {identity} has an empty premise or alternative"
    elif any(
        "\ud800" <= char <= "\udfff" for text in (identity, premise, *alternatives) for char in text
    ):
        problem = f"question {identity!r} has half a surrogate pair, which is no character"
    if problem:
        raise InputError(problem, location=location, hint=hint)
    first, second = (" ".join(text.split()) for text in alternatives)
    choice = Choice(identity, " ".join(premise.split()), (first, second), cast(Asks, asks))
    return CopaGold(choice, answer, location.line or 1)


# --------------------------------------------------------------------------------------------- XML


def _read_xml(path: str | Path, tell: Callable[[str], None] | None) -> Iterator[CopaGold]:
    document = read_xml(path)
    if document.remark and tell is not None:
        tell(f"{path}: {document.remark}")
    root = document.root
    if root.tag != "copa-corpus":
        raise InputError(
            f"the root is <{root.tag[:40]}>, not <copa-corpus>",
            location=Location(str(path), root.line, root.column),
            hint="Give a file of COPA questions (copa.dtd).",
        )
    for element in _elements(root, ("item",), str(path)):
        yield _xml_gold(element, str(path))


def _elements(parent: Element, tags: tuple[str, ...], name: str) -> list[Element]:
    """Return the elements in an element; others than these, or text between them, are an error."""
    for piece in parent.content:
        if isinstance(piece, str) and piece.strip():
            raise InputError(
                f"text in <{parent.tag}> outside of its elements: {piece.split()[0][:40]!r}",
                location=Location(name, parent.line, parent.column),
                hint=_XML_HINT,
            )
        if isinstance(piece, Element) and piece.tag not in tags:
            raise InputError(
                f"<{piece.tag[:40]}> does not belong in <{parent.tag}>",
                location=Location(name, piece.line, piece.column),
                hint=_XML_HINT,
            )
    return parent.children


def _xml_gold(item: Element, name: str) -> CopaGold:
    location = Location(name, item.line, item.column)
    given = dict(item.attributes)
    identity, asks = given.pop("id", ""), given.pop("asks-for", "")
    right = given.pop("most-plausible-alternative", None)
    inside = _elements(item, ("p", "a1", "a2"), name)
    problem = ""
    if given:
        problem = f"unknown attribute {min(given)[:40]}"
    elif right not in (None, "1", "2"):
        problem = f"most-plausible-alternative is {right[:40]!r}, not 1 or 2"
    elif [element.tag for element in inside] != ["p", "a1", "a2"]:
        problem = f"item {identity[:40] or '?'} does not hold one each of <p>, <a1> and <a2>, in this order"
    if problem:
        raise InputError(problem, location=location, hint=_XML_HINT)
    if deeper := [child for element in inside for child in element.children]:
        raise InputError(
            f"<{deeper[0].tag[:40]}> inside a sentence",
            location=Location(name, deeper[0].line, deeper[0].column),
            hint="Sentences are plain text.",
        )
    premise, first, second = (element.text for element in inside)
    answer = None if right is None else int(right) - 1
    return _gold(identity.strip(), premise, (first, second), asks, answer, location, _XML_HINT)


# -------------------------------------------------------------------------------------- JSON lines


def _read_jsonl(path: str | Path) -> Iterator[CopaGold]:
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if line.strip():
            location = Location(str(path), number, 1)
            try:
                yield _json_gold(json.loads(line, object_pairs_hook=_once), location)
            except json.JSONDecodeError as error:
                raise InputError(
                    f"not JSON: {error.msg}",
                    location=Location(str(path), number, error.colno),
                    hint=_JSONL_HINT,
                ) from error
            except (ValueError, RecursionError) as error:
                raise InputError(str(error), location=location, hint=_JSONL_HINT) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; a key that comes twice is an error."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key comes twice in one object")
    return made


def _json_gold(record: object, location: Location) -> CopaGold:
    if not isinstance(record, dict):
        raise ValueError("not a JSON object")
    ours = "alternatives" in record
    needed = OURS if ours else SUPERGLUE
    for key in needed:
        if key not in record:
            raise ValueError(f'no "{key}"')
    unknown = sorted(set(record) - set(needed) - _OPTIONAL)
    if unknown:
        raise ValueError(f'unknown key "{unknown[0][:40]}"')
    alternatives = record["alternatives"] if ours else [record["choice1"], record["choice2"]]
    if not isinstance(alternatives, list) or len(alternatives) != 2:
        raise ValueError('"alternatives" is not a list of two sentences')
    asks = record["asks" if ours else "question"]
    if not all(isinstance(text, str) for text in (record["premise"], asks, *alternatives)):
        raise ValueError("the premise, an alternative or what is asked for is not a string")
    return _gold(
        _identity(record),
        record["premise"],
        (alternatives[0], alternatives[1]),
        asks,
        _answer(record, "answer" if ours else "label"),
        location,
        _JSONL_HINT,
    )


def _identity(record: dict[str, Any]) -> str:
    identity = record.get("id", record.get("idx"))
    if not isinstance(identity, (str, int)) or isinstance(identity, bool):
        raise ValueError('no "id" that is a string or a whole number')
    return str(identity)


def _answer(record: dict[str, Any], key: str) -> int | None:
    other = "label" if key == "answer" else "answer"
    if other in record:
        raise ValueError(f'"{other}" does not belong to this form; its key is "{key}"')
    answer = record.get(key)
    if answer is None:
        return None
    if not isinstance(answer, int) or isinstance(answer, bool) or answer not in (0, 1):
        raise ValueError(f'"{key}" is {repr(answer)[:40]}, not 0 or 1')
    return answer


def json_line(gold: CopaGold) -> str:
    """Write a question as a line of our own format (without its line end), as :func:`read_copa` reads it."""
    choice = gold.choice
    record: dict[str, object] = {
        "id": choice.id,
        "premise": choice.premise,
        "alternatives": list(choice.alternatives),
        "asks": choice.asks,
    }
    if gold.answer is not None:
        record["answer"] = gold.answer
    return json.dumps(record, ensure_ascii=False)
