"""Asking in a spaCy pipeline: what makes the setting ``asks`` of the component, by spaCy's registry.

>>> config = {"asks": {"@misc": "coindex_asking.v1", "source": "recorded", "asked": "asked.jsonl"}}
>>> nlp.add_pipe("coindex", config=config)  # doctest: +SKIP
"""

from __future__ import annotations

from functools import partial

from spacy.util import registry

from coindex.asking.asked_file import DEFAULT
from coindex.asking.asking import BELOW, Asking, replaying
from coindex.reasoner.asks import AsksFactory

NAME = "coindex_asking.v1"
"""The name in spaCy's registry ``misc``."""


def asking_settings(
    source: str | None = None, asked: str = DEFAULT, below: float = BELOW, budget: int | None = None
) -> AsksFactory:
    """Make the setting ``asks`` of the component ``coindex``: what asks is made once in each process.

    Args:
        source: whom to ask, as in ``--ask``; without it what is in the file is used, and nobody asked.
        asked: the file in which all is kept.
        below: also ask where knowledge decides with a confidence below this.
        budget: how many questions each process may ask at most.
    """
    if source is None:
        return partial(replaying, asked, below)
    return partial(Asking, source, asked, below=below, budget=budget)


registry.misc.register(NAME, func=asking_settings)
