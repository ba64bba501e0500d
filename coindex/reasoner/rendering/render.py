"""An answer and its explanation as text, JSON, DOT, SVG or HTML; why another candidate was not chosen.

>>> from coindex.reasoner.answer import Answer, FiredRule, Reading
>>> rule = FiredRule("idle", "work.lp", 4, "the old mill stood still", 3, "authored")
>>> readings = (Reading(0, "the mill", "x1", 0, {"knowledge": 0}, (rule,)),
...             Reading(1, "the wheel", "x2", 3, {"knowledge": 3}))
>>> text = "The mill had a wheel, but it stood still."
>>> phrases = ("the mill", "the wheel")
>>> answer = Answer(text, "it", 26, 28, phrases, 0, "knowledge", 0.75, readings)
>>> print(to_text(answer))  # doctest: +ELLIPSIS
it = the mill   (knowledge, 75 %)
<BLANKLINE>
The mill had a wheel, but it (= the mill) stood still.
  - The old mill stood still.                work.lp:4  idle
Nothing that is known speaks for the wheel.
>>> print(to_text(answer, full=True))  # doctest: +ELLIPSIS
The mill had a wheel, but [it] stood still.
<BLANKLINE>
“it” is read as “the mill” [confidence 75 %, margin 3 (knowledge; weight 9 gives 90)]
├─ decided by knowledge (rules and rows written by people)
└─ because the old mill stood still [work.lp:4 · idle · weight 3 · source authored]
...
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coindex.reasoner.answer import INFORMED, Answer, Reading
from coindex.reasoner.english.atoms import inside
from coindex.reasoner.rendering.html import page, pieces
from coindex.reasoner.rendering.outline import (
    Branch,
    cost_difference,
    outline,
)
from coindex.reasoner.rendering.picture import dot, svg
from coindex.reasoner.rendering.short import lines, other_reason, short
from kparse.errors import InputError
from kparse.notation.svg import printable

_ASCII = str.maketrans({"“": '"', "”": '"', "·": "|", "‘": "'", "’": "'", "…": "..."})


def to_text(
    answer: Answer,
    *,
    full: bool = False,
    width: int = 100,
    ascii_only: bool = False,
    colour: bool = False,
) -> str:
    """Write an explanation as text for a terminal.

    Args:
        answer: the answer; its readings have proofs if an explanation was asked for.
        full: all rules and proofs; otherwise at most 15 lines that a person would say.
        width: columns; longer texts are wrapped.
        ascii_only: use only ASCII, also for the tree and the quotation marks; other characters are escaped.
        colour: use the terminal's bold and faint letters for the short form.
    """
    if not full:
        text = _plain("\n".join(lines(short(answer), width)), ascii_only)
        return _coloured(text) if colour else text
    branches = outline(answer)
    blocks = [_marked(answer)] if answer.text else []
    blocks += [_tree(branch, width, ascii_only) for branch in branches]
    return _plain("\n\n".join(blocks), ascii_only)


_PLACE = re.compile(r"(?:\S+\.(?:lp|tsv):\d+(?:  \w+)?)?(?:  )?(?:\(\+\d+ alike\))?$", re.MULTILINE)


def _coloured(text: str) -> str:
    """Make the answer bold and the places faint."""
    headline, _, rest = text.partition("\n")
    answer, gap, how = headline.partition("   (")
    faint = _PLACE.sub(lambda m: f"\x1b[2m{m[0]}\x1b[0m" if m[0] else "", rest)
    return f"\x1b[1m{answer}\x1b[0m{gap}{how}\n{faint}"


def why_not(
    answer: Answer,
    candidate: int | str,
    near: Iterable[str] = (),
    *,
    width: int = 100,
    ascii_only: bool = False,
) -> str:
    """Write why a candidate was not chosen, and what would have to hold for it.

    Args:
        answer: an explained answer.
        candidate: its index or its phrase.
        near: sentences about rules that would speak for it if the text said something else
            (:meth:`coindex.reasoner.running.engine.Reasoner.near_misses`).
        width: columns.
        ascii_only: as for :func:`to_text`.

    Raises:
        InputError: if there is no such candidate.
    """
    index = candidate_index(answer, candidate)
    branch = _why_not(answer, index, list(near))
    return _plain(_tree(branch, width, ascii_only), ascii_only)


def to_json(answer: Answer, *, indent: int | None = None) -> str:
    """Write an answer as JSON that follows :func:`schema`."""
    data = answer.to_dict()
    text = json.dumps(data, ensure_ascii=False, indent=indent, allow_nan=False)
    if any("\ud800" <= character <= "\udfff" for character in text):  # no UTF-8 has lone surrogates
        return json.dumps(data, indent=indent, allow_nan=False)
    return text


def schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of an answer."""
    path = Path(__file__).with_name("answer.schema.json")
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def to_dot(answer: Answer) -> str:
    """Write the explanation as a graph in graphviz' language."""
    return dot(outline(answer))


def to_svg(answer: Answer, *, picture: str = "") -> str:
    """Draw the text and the short explanation as an SVG picture that needs no other program.

    Args:
        answer: the answer.
        picture: an SVG picture of the semantic graph, to be shown below.
    """
    return svg(_in_short(answer), _marked(answer) or "explanation", pieces(answer), picture)


def _in_short(answer: Answer) -> list[Branch]:
    """Give the short explanation as branches: the answer with its reasons, then the others."""
    found = short(answer)
    reasons = tuple(Branch("for", reason.text, reason.details) for reason in found.reasons)
    marked = 0 <= answer.start < answer.end <= len(answer.text)
    sentence = (Branch("given", found.sentence),) if found.sentence and not marked else ()
    notes = tuple(Branch("note", note) for note in found.notes)
    best = Branch("answer", found.headline, found.how, (*sentence, *reasons, *notes))
    return [best, *(Branch("candidate", other.text, other.details) for other in found.others)]


def to_html(answer: Answer, *, picture: str = "") -> str:
    """Write the explanation as one HTML page that needs nothing else.

    Args:
        answer: the answer.
        picture: an SVG picture of the semantic graph, to be shown as an image, in which no script can run.
    """
    return page(answer, outline(answer), picture)


# --------------------------------------------------------------------------------------------- text


def _marked(answer: Answer) -> str:
    """Return the text with the pronoun in brackets."""
    text = answer.text
    if not 0 <= answer.start < answer.end <= len(text):
        return text
    return f"{text[: answer.start]}[{text[answer.start : answer.end]}]{text[answer.end :]}"


def _tree(branch: Branch, width: int, ascii_only: bool) -> str:
    strokes = ("|- ", "`- ", "|  ") if ascii_only else ("├─ ", "└─ ", "│  ")
    return "\n".join(_lines(branch, "", "", width, strokes))


def _lines(
    branch: Branch, first: str, rest: str, width: int, strokes: tuple[str, str, str]
) -> Iterator[str]:
    fork, last, down = strokes
    hang = rest + (down if branch.under else "   ")
    lines = _wrapped(branch.text, first, hang, width)
    details = f"[{branch.details}]" if branch.details else ""
    if details and len(lines[-1]) + 1 + len(details) <= width:
        lines[-1] += f" {details}"
    elif details:
        lines += _wrapped(details, hang, hang, width)
    yield from lines
    for under in branch.under:
        mark, below = (last, "   ") if under is branch.under[-1] else (fork, down)
        yield from _lines(under, rest + mark, rest + below, width, strokes)


def _wrapped(text: str, first: str, rest: str, width: int) -> list[str]:
    return textwrap.wrap(
        text,
        max(width, len(rest) + 24),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first]


def _plain(text: str, ascii_only: bool) -> str:
    """Replace control characters, and if asked for, all that is not ASCII."""
    text = printable(text)
    if not ascii_only:
        return text
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode("ascii")


# ------------------------------------------------------------------------------------------ why not


def candidate_index(answer: Answer, candidate: int | str) -> int:
    """Return the index of a candidate given by its index, its phrase, or a part of the phrase that no other one has.

    Raises:
        InputError: if there is no such candidate.
    """
    if isinstance(candidate, int):
        if 0 <= candidate < len(answer.candidates):
            return candidate
    else:
        wanted = " ".join(candidate.casefold().split())
        phrases = [" ".join(c.casefold().split()) for c in answer.candidates]
        if wanted in phrases:
            return phrases.index(wanted)
        parts = [i for i, phrase in enumerate(phrases) if wanted and wanted in phrase]
        if len(parts) == 1:
            return parts[0]
    known = "; ".join(answer.candidates) or "none"
    raise InputError(f"no such candidate: {candidate}", hint=f"The candidates are: {known}.")


def _why_not(answer: Answer, index: int, near: list[str]) -> Branch:
    phrase = inside(answer.candidates[index])
    if index == answer.answer:
        return Branch("answer", f"“{phrase}” is the reading that was chosen")
    reading = next((r for r in answer.readings if r.index == index), None)
    under: list[Branch] = []
    if reading is None or answer.best is None:
        why = answer.error or answer.decided_by
        under.append(Branch("note", f"there is no reading to compare: {why}"))
    else:
        under += _comparison(answer, answer.best, reading)
    under += [Branch("note", f"It could be {phrase} i{text[1:]}") for text in near]
    if not near and reading is not None and not any(r.sign > 0 for r in reading.rules):
        under.append(Branch("note", "No rule came close to speaking for it."))
    return Branch("candidate", f"Why not “{phrase}”?", "", tuple(under))


def _comparison(answer: Answer, best: Reading, reading: Reading) -> Iterator[Branch]:
    """Say what spoke more for the answer, and what for the other candidate: the strongest of each."""
    name = inside(best.candidate)
    if cost_difference(best, reading) is None:
        yield Branch("note", f"Nothing tells it from “{name}”.")
        return
    if answer.decided_by not in INFORMED:
        yield Branch("note", f"No rule tells it from “{name}”: that is a guess.")
        return
    found = short(answer)
    for reason in found.reasons[:1]:
        yield Branch("for", f"For “{name}”: {reason.text}", reason.details)
    own = other_reason(answer, best, reading, found.reasons)
    yield Branch("against" if own.text.startswith("Not") else "for", own.text, own.details)
