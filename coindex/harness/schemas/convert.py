"""Schemas from and to the XML of the Winograd Schema Collection.

There, a schema is two consecutive problems. They are joined if answers and pronoun are the same, the right answers
differ, and at least half of the words are the same. The differences between the texts become the special and the
alternate words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from types import MappingProxyType
from xml.sax.saxutils import escape

from coindex.harness.questions.collection import (
    LETTERS,
    Collection,
    Problem,
    parse_collection,
    read_collection,
)
from coindex.harness.questions.passage import word_places
from coindex.harness.schemas.schema import SIDES, Half, Schema
from coindex.harness.schemas.template import Piece, fill, written
from kparse.errors import Diagnostic, InputError

_TOKEN = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
_MOST_SLOTS = 9
_LONGEST = 400
"""Words between the first and the last difference that are compared one by one."""


@dataclass
class Converted:
    """Schemas found in XML, and the problems left out (``W107``; ``E404``: a twin with the same answer)."""

    schemas: list[Schema] = field(default_factory=list)
    left: list[Diagnostic] = field(default_factory=list)


# ------------------------------------------------------------------------------------- out of XML


def read_xml(path: str | Path) -> Converted:
    """Join the problems of a collection into schemas.

    Raises:
        InputError: the file cannot be read, or is not a collection.
    """
    return paired(read_collection(path))


def paired(collection: Collection) -> Converted:
    """Join each problem with the next, if they are twins."""
    result = Converted()
    if collection.remark:
        result.left.append(
            Diagnostic("W108", collection.remark, collection.location(collection.problems[0]))
        )
    waiting = list(collection.problems)
    stem = re.sub(r"[^a-z0-9._-]+", "-", Path(collection.name).stem.lower()).strip("-._")[:40]
    while waiting:
        one, rest = waiting[0], waiting[1:]
        found = _join(one, rest[0], collection, stem) if rest else "it is the last"
        if isinstance(found, Schema):
            result.schemas.append(found)
            waiting = rest[1:]
            continue
        same = rest and found == _SAME_ANSWER
        where = collection.location(one)
        result.left.append(
            Diagnostic(
                "E404" if same else "W107",
                f"problem {one.number} is left out, it has no twin after it: {found}",
                where,
            )
        )
        waiting = rest[1:] if same else rest
    return result


_SAME_ANSWER = "the same answer is right in both"


def _join(one: Problem, two: Problem, collection: Collection, stem: str) -> Schema | str:
    """Return the schema of two problems, or why they have none."""
    for problem in (one, two):
        if problem.fault or problem.gold_fault:
            return problem.fault or problem.gold_fault
        if problem.gold is None:
            return f"the right answer of problem {problem.number} is not given"
        if len(problem.answers) != 2:
            return f"problem {problem.number} has {len(problem.answers)} answers, not 2"
    if [a.casefold() for a in one.answers] != [a.casefold() for a in two.answers]:
        return "the answers differ"
    if one.pronoun != two.pronoun:
        return "the pronouns differ"
    first, second = (one, two) if one.gold == 0 else (two, one)
    difference = _difference(first.text, first.start, first.end, second.text, second.start)
    if difference is None:
        return "the texts have too little in common"
    if one.gold == two.gold:
        return _SAME_ANSWER
    parts, pairs = difference
    where = collection.location(one)
    try:
        return Schema(
            id=f"{stem or 'schema'}-{one.number:03}",
            text=written(parts, len(pairs)),
            special=tuple(pair[0] for pair in pairs),
            alternate=tuple(pair[1] for pair in pairs),
            answers=(one.answers[0], one.answers[1]),
            quote=_quote(first, second, pairs),
            place=MappingProxyType({"": where}),
        )
    except InputError as error:
        return error.message


Pairs = list[tuple[str, str]]


def _difference(
    one: str, start: int, end: int, two: str, start_two: int, *, alike: bool = True
) -> tuple[list[Piece], Pairs] | None:
    """Return the template of two texts with the same pronoun, and what fills its slots; ``None`` if there is none.

    With ``alike``, half of the words must be the same.
    """
    pronoun = one[start:end]
    length = end - start
    for whole in (False, True):
        pairs: Pairs = []
        before, shared_before = _compare(one[:start], two[:start_two], pairs, whole, begins=True)
        after, shared_after = _compare(one[end:], two[start_two + length :], pairs, whole)
        parts = [*before, Piece(pronoun, is_pronoun=True), *after]
        if not pairs or len(pairs) > _MOST_SLOTS:
            continue
        shortest = min(len(_TOKEN.findall(text)) for text in (one, two)) - 1
        if alike and 2 * (shared_before + shared_after) < shortest:
            return None
        template = written(parts, len(pairs))
        texts = [fill(template, [pair[side] for pair in pairs]).text for side in SIDES]
        if texts == [one, two]:
            return parts, pairs
    return None


def _compare(
    one: str, two: str, pairs: Pairs, whole: bool, *, begins: bool = False
) -> tuple[list[Piece], int]:
    """Return the pieces of two texts, and how many words they share.

    Args:
        one: the text before or after the pronoun.
        two: that of the other half.
        pairs: what fills the slots; it is added to.
        whole: at most one slot.
        begins: whether the texts begin the sentence.
    """
    spans = [[m.span() for m in _TOKEN.finditer(text)] for text in (one, two)]
    words = [[text[a:b] for a, b in s] for text, s in zip((one, two), spans, strict=True)]
    changed = _changes(words[0], words[1], whole)
    shared = len(words[0]) - sum(a2 - a1 for a1, a2, _, _ in changed)
    parts: list[Piece] = []
    done = 0
    for a1, a2, b1, b2 in changed:
        begin, stop = _stretch(one, spans[0], a1, a2)
        other = _stretch(two, spans[1], b1, b2)
        parts += [Piece(one[done:begin]), Piece(slot=len(pairs))]
        if begin == stop:  # an empty slot is between two blanks; filling it removes one of them
            after = one[begin - 1] == " " if begin else begins
            parts.insert(len(parts) if after else -1, Piece(" "))
        pairs.append((one[begin:stop].strip(), two[other[0] : other[1]].strip()))
        done = stop
    parts.append(Piece(one[done:]))
    return parts, shared


def _changes(
    one: Sequence[str], two: Sequence[str], whole: bool
) -> list[tuple[int, int, int, int]]:
    """Stretches (of ``one``, of ``two``) in which two lists of words differ."""
    limit = min(len(one), len(two))
    head = next((n for n in range(limit) if one[n] != two[n]), limit)
    tail = next((n for n in range(limit - head) if one[-1 - n] != two[-1 - n]), limit - head)
    inner, other = one[head : len(one) - tail], two[head : len(two) - tail]
    if not inner and not other:
        return []
    if whole or max(len(inner), len(other)) > _LONGEST:
        return [(head, head + len(inner), head, head + len(other))]
    blocks = SequenceMatcher(None, inner, other, autojunk=False).get_opcodes()
    return [
        (head + a1, head + a2, head + b1, head + b2)
        for kind, a1, a2, b1, b2 in blocks
        if kind != "equal"
    ]


def _stretch(
    text: str, spans: Sequence[tuple[int, int]], first: int, after: int
) -> tuple[int, int]:
    """The place of some tokens; that of none is where the next one begins."""
    if first < after:
        return spans[first][0], spans[after - 1][1]
    place = spans[first][0] if first < len(spans) else len(text)
    return place, place


def _quote(first: Problem, second: Problem, pairs: Pairs) -> str:
    """The excerpts as a template with the text's slots; empty if they are the usual ones, or differ otherwise."""
    places = [word_places(p.excerpt, p.pronoun) for p in (first, second)]
    if any(len(found) != 1 for found in places):
        return ""
    start, start_two = places[0][0], places[1][0]
    end = start + len(first.pronoun)
    pronouns = {first.excerpt[start:end], second.excerpt[start_two : start_two + end - start]}
    if pronouns != {first.pronoun}:
        return ""
    parts: list[Piece]
    if first.excerpt == second.excerpt:
        excerpt = first.excerpt
        parts = [
            Piece(excerpt[:start]),
            Piece(first.pronoun, is_pronoun=True),
            Piece(excerpt[end:]),
        ]
    else:
        found = _difference(first.excerpt, start, end, second.excerpt, start_two, alike=False)
        if found is None or any(pair not in pairs for pair in found[1]):
            return ""
        parts = [
            part if part.slot is None else Piece(slot=pairs.index(found[1][part.slot]))
            for part in found[0]
        ]
    return written(parts, len(pairs))


# ------------------------------------------------------------------------------------- into XML


def to_xml(schemas: Iterable[Schema]) -> str:
    """Write two problems for each schema, the special half first.

    What is written is read again: a text that this format cannot hold (no blank between a word and the pronoun) is
    refused.

    Raises:
        InputError: a text would be read as another one.
    """
    halves = [half for schema in schemas for half in schema.halves]
    if not halves:
        raise InputError("there is no schema to write")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<collection>"]
    for half in halves:
        lines.extend(_problem_lines(half))
    lines.append("</collection>")
    text = "\n".join(lines) + "\n"
    for half, problem in zip(halves, parse_collection(text.encode(), "").problems, strict=True):
        same = (problem.text, problem.start, problem.answers) == (
            half.text,
            half.start,
            half.answers,
        )
        if not same or problem.gold != half.right or problem.fault:
            raise InputError(
                f"{half.id} cannot be written as XML: it would be read as {problem.text!r}",
                location=half.schema.at("text"),
                hint="Put a blank or a punctuation mark beside the pronoun, and no mark at an answer's end.",
            )
    return text


def _problem_lines(half: Half) -> Iterator[str]:
    quote = half.schema.excerpt(half.side)
    yield "<schema>"
    yield from _passage("text", ("txt1", "txt2"), half.text, half.start, half.end)
    yield from _passage("quote", ("quote1", "quote2"), quote.text, quote.start, quote.end)
    yield "<answers>"
    yield from (f"<answer>{escape(answer)}</answer>" for answer in half.answers)
    yield "</answers>"
    yield f"<correctAnswer>{LETTERS[half.right]}</correctAnswer>"
    if half.schema.source:
        yield f"<source>{escape(half.schema.source)}</source>"
    yield "</schema>"


def _passage(tag: str, parts: tuple[str, str], text: str, start: int, end: int) -> Iterator[str]:
    yield f"<{tag}>"
    yield f"<{parts[0]}>{escape(text[:start])}</{parts[0]}>"
    yield f"<pron>{escape(text[start:end])}</pron>"
    yield f"<{parts[1]}>{escape(text[end:])}</{parts[1]}>"
    yield f"</{tag}>"
