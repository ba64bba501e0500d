"""What a worker writes for the page: text with marks, answer, short reasons, graph, and the folded proof, as HTML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

MOST = 6
"""Pronouns that are shown at a time."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question typed into the page; without a pronoun, every one of the text is meant."""

    text: str
    pronoun: str | int | None = None
    candidates: tuple[str, ...] | None = None


def show(reasoner: Reasoner, task: Shown) -> str:
    """Answer a question with a part of a page.

    Raises:
        CoindexError: it cannot be answered.
    """
    from coindex.reasoner.rendering import html
    from coindex.reasoner.rendering.outline import outline
    from kparse.notation.draw import to_svg
    from kparse.notation.penman import decode

    answers = reasoner.solve_all(
        task.text, pronoun=task.pronoun, candidates=task.candidates, explain=True
    )
    shown = answers[:MOST]
    parts = [html.parts(answer, outline(answer)) for answer in shown]
    written = [part.card for part in parts]
    if len(answers) > MOST:
        rest = len(answers) - MOST
        written.append(
            f"<p>The first {MOST} pronouns are shown; {rest} more {'is' if rest == 1 else 'are'} not. "
            "Name one to see it.</p>"
        )
    if graph := shown[0].graph:
        written.append(html.graph(to_svg(decode(graph)), graph))
    for answer, part in zip(shown, parts, strict=True):
        if len(shown) > 1:
            written.append(html.heading(f"“{answer.pronoun}” in full"))
        written.append(part.proof)
    return "\n".join(written)
