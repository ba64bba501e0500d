"""An explanation as one HTML page: no script, nothing fetched, every text escaped."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.outline import DECIDED, Branch
from coindex.reasoner.rendering.picture import COLOURS


def page(answer: Answer, branches: Iterable[Branch], picture: str) -> str:
    """Write the page from ``templates/answer.html.j2``; ``picture`` is an SVG image to show, or empty."""
    from coindex.files.templates import environment  # Jinja2 is slow to import

    text, start, end = answer.text, answer.start, answer.end
    if not 0 <= start < end <= len(text):
        start = end = len(text)
    return (
        environment("coindex.reasoner.rendering")
        .get_template("answer.html.j2")
        .render(
            answer=answer,
            branches=branches,
            colours=COLOURS,
            decided=DECIDED[answer.decided_by],
            before=text[:start],
            pronoun=text[start:end],
            after=text[end:],
            levels=list(dict.fromkeys(level for r in answer.readings for level in r.cost_by_level)),
            picture=base64.b64encode(picture.encode("utf-8")).decode("ascii"),
        )
    ) + "\n"
