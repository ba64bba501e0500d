"""Answers of another system as labels, for the same report.

The file is a table of tab-separated values with a head. Columns: ``item`` (or ``id``); ``label``: ``right``,
``wrong`` or ``unanswered``, or ``first``, ``second`` or ``none``; and, if there are several answers to an item,
``sentences`` (any numbers, the same for all items). Other columns are ignored; the table that ``mine query --out``
writes is one. Or the file is called ``.jsonl`` and has answers as ``solve --jsonl`` writes them: ``id``, and
``answer``, counted from 0, ``null`` for none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.textfile import read_text
from kparse.errors import InputError, Location

if TYPE_CHECKING:
    from coindex.harness.questions.questions import Gold

_OUTCOMES = ("right", "wrong", "unanswered")
_ANSWERS: Mapping[str, int | None] = {"first": 0, "second": 1, "none": None}
_HINT = "A line `item<TAB>label`, then a line an item: right, wrong, unanswered; or first, second, none."


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels of a system."""

    sizes: tuple[int, ...]
    of: Mapping[str, tuple[int | None, ...]]
    """By item; in the order of the sizes."""


def read_labels(path: str | Path, golds: Sequence[Gold]) -> Labels:
    """Read the labels that a system gives to questions.

    Args:
        path: the table, or lines of JSON.
        golds: the questions.

    Raises:
        InputError: it is no such file (with the line), has an unknown item, or leaves one out.
    """
    if str(path).lower().endswith(".jsonl"):
        return _read_answers(path, golds)
    rows = [line.split("\t") for line in read_text(path).split("\n")]
    head = [name.strip() for name in rows[0]]
    item, label = _column(head, ("item", "id"), path), _column(head, ("label",), path)
    size = head.index("sentences") if "sentences" in head else None
    known = {gold.item.id: gold for gold in golds}
    found: dict[str, dict[int, int | None]] = {}
    for number, row in enumerate(rows[1:], 2):
        if not "".join(row).strip():
            continue
        place = Location(str(path), number, 1)
        if len(row) <= max(item, label, size or 0):
            raise InputError("not enough columns", location=place, hint=_HINT)
        name, word = row[item].strip(), row[label].strip()
        if name not in known:
            raise InputError(f"there is no question {name[:40]!r}", location=place)
        sentences = _number(row[size], place) if size is not None else 1
        if sentences in found.setdefault(name, {}):
            raise InputError(f"{name[:40]!r} comes twice", location=place)
        found[name][sentences] = _answer(word, known[name], place)
    sizes = sorted({each for labels in found.values() for each in labels})
    for name in known:
        missing = [each for each in sizes if each not in found.get(name, {})]
        if missing or not sizes:
            at = f" at {missing[0]}" if missing and size is not None else ""
            raise InputError(f"{path}: question {name[:40]!r} has no label{at}", hint=_HINT)
    return Labels(tuple(sizes), {name: tuple(found[name][s] for s in sizes) for name in known})


def _read_answers(path: str | Path, golds: Sequence[Gold]) -> Labels:
    """Read answers in lines of JSON."""
    hint = 'A line of `solve --jsonl` an item: {"id": "1", "answer": 0, ...}.'
    known = {gold.item.id: gold for gold in golds}
    found: dict[str, tuple[int | None, ...]] = {}
    for number, line in enumerate(read_text(path).split("\n"), 1):
        if not line.strip():
            continue
        place = Location(str(path), number, 1)
        try:
            record = json.loads(line)
            name, answer = str(record["id"]), record["answer"]
        except (ValueError, KeyError, TypeError):
            raise InputError("no line with `id` and `answer`", location=place, hint=hint) from None
        if name not in known:
            raise InputError(f"there is no question {name[:40]!r}", location=place)
        if name in found:
            raise InputError(f"{name[:40]!r} comes twice", location=place)
        most = len(known[name].item.candidates)
        if answer is not None and (type(answer) is not int or not 0 <= answer < most):
            raise InputError(f"{str(answer)[:40]!r} is no answer", location=place, hint=hint)
        found[name] = (answer,)
    for name in known:
        if name not in found:
            raise InputError(f"{path}: question {name[:40]!r} has no answer", hint=hint)
    return Labels((1,), found)


def _column(head: Sequence[str], names: Sequence[str], path: str | Path) -> int:
    for name in names:
        if name in head:
            return head.index(name)
    raise InputError(
        f"there is no column {names[0]!r}", location=Location(str(path), 1, 1), hint=_HINT
    )


def _number(text: str, place: Location) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(
            f"{text[:40]!r} is no number of sentences", location=place, hint=_HINT
        ) from None


def _answer(word: str, gold: Gold, place: Location) -> int | None:
    """Return the answer of a label; of several wrong ones the first."""
    if word in _ANSWERS:
        return _ANSWERS[word]
    if word not in _OUTCOMES or gold.answer is None:
        raise InputError(f"{word[:40]!r} is no label", location=place, hint=_HINT)
    if word == "unanswered":
        return None
    return gold.answer if word == "right" else int(gold.answer == 0)
