"""Turns of a transcript: lines that begin with the name of a speaker and a colon."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LABEL = re.compile(
    r"^[ \t]*(?P<name>[A-Z][\w.'’-]*(?:[ \t]+[A-Z][\w.'’-]*){0,4})[ \t]*:[ \t]+(?=\S)", re.MULTILINE
)


def labels_of(text: str) -> Iterator[tuple[int, int, int]]:
    r"""Yield where the name of each turn starts and ends, and where what is said begins.

    >>> list(labels_of("THE CHAIR: Who asks?\nQ: I do.\nIt was late: nobody stayed."))
    [(0, 9, 11), (21, 22, 24)]
    """
    for found in _LABEL.finditer(text):
        yield found.start("name"), found.end("name"), found.end()
