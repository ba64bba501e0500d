"""An explanation as one HTML page, and as a card for notebooks: no script, nothing fetched, every text escaped."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.outline import Branch
from coindex.reasoner.rendering.picture import COLOURS
from coindex.reasoner.rendering.short import short

if TYPE_CHECKING:
    from jinja2 import Template


def page(answer: Answer, branches: Iterable[Branch], picture: str) -> str:
    """Write the page from ``templates/answer.html.j2``; ``picture`` is an SVG image to show, or empty."""
    return _rendered(
        "answer.html.j2",
        answer=answer,
        branches=branches,
        colours=COLOURS,
        levels=_levels(answer),
        picture=_encoded(picture),
        short=short(answer),
        pieces=list(pieces(answer)),
    )


def card(answer: Answer) -> str:
    """Write the short explanation as a part of a page, with its style."""
    return _rendered("card.html.j2", short=short(answer), pieces=list(pieces(answer)))


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of an answer's page, as HTML without style (:func:`style`)."""

    card: str
    proof: str


def parts(answer: Answer, branches: Iterable[Branch]) -> Parts:
    """Write the short explanation and the folded proof, to be put into a page."""
    macros: Any = _template("parts.html.j2").module
    return Parts(
        str(macros.card(short(answer), list(pieces(answer)), level=2)),
        str(macros.proof(answer, list(branches), _levels(answer))),
    )


def graph(picture: str, notation: str) -> str:
    """Write a part of a page: an SVG picture of the semantic graph as an image, in which no script can run.

    Its notation is folded below it.
    """
    macros: Any = _template("parts.html.j2").module
    return str(macros.graph(_encoded(picture)) + macros.notation(notation))


def heading(text: str) -> str:
    """Write a heading of such a part."""
    macros: Any = _template("parts.html.j2").module
    return str(macros.heading(text))


def style() -> str:
    """Return the style sheet of :func:`parts`; the page defines the colours ``--line`` and ``--faint``."""
    return "".join(_rendered(name, colours=COLOURS) for name in ("card.css", "proof.css.j2"))


def _levels(answer: Answer) -> list[str]:
    return list(dict.fromkeys(level for r in answer.readings for level in r.cost_by_level))


def _encoded(picture: str) -> str:
    return base64.b64encode(picture.encode("utf-8")).decode("ascii")


def _template(name: str) -> Template:
    from coindex.files.templates import environment  # Jinja2 is slow to import

    return environment("coindex.reasoner.rendering").get_template(name)


def _rendered(name: str, **values: object) -> str:
    return _template(name).render(**values) + "\n"


def pieces(answer: Answer) -> Iterator[tuple[str, str]]:
    """Cut the text into pieces, each with what it is: ``pronoun``, ``answer``, ``candidate`` or nothing.

    >>> from coindex.reasoner.answer import Answer
    >>> list(pieces(Answer("Al hit Bo as he cheated.", "he", 13, 15, ("Al", "Bo"), 1, "knowledge", 0.7)))
    [('Al', 'candidate'), (' hit ', ''), ('Bo', 'answer'), (' as ', ''), ('he', 'pronoun'), (' cheated.', '')]
    """
    text = answer.text
    marks: list[tuple[int, int, str]] = []
    if 0 <= answer.start < answer.end <= len(text):
        marks.append((answer.start, answer.end, "pronoun"))
    for index in sorted(range(len(answer.candidates)), key=lambda i: -len(answer.candidates[i])):
        phrase = answer.candidates[index].strip()
        place = text.lower().find(phrase.lower()) if phrase else -1
        span = place, place + len(phrase)
        if place >= 0 and all(span[1] <= a or b <= span[0] for a, b, _ in marks):
            marks.append((*span, "answer" if index == answer.answer else "candidate"))
    at = 0
    for start, end, kind in sorted(marks):
        if start > at:
            yield text[at:start], ""
        yield text[start:end], kind
        at = end
    if at < len(text):
        yield text[at:], ""


def show_cards() -> None:
    """Let a notebook that is running show answers as cards."""
    shell = sys.modules["IPython"].get_ipython()
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(Answer, card)
