"""Asking in a spaCy pipeline: what makes the setting ``asks`` of the component, by spaCy's registry.

>>> config = {"asks": {"@misc": "coindex_asking.v1", "source": "recorded", "asked": "asked.jsonl"}}
>>> nlp.add_pipe("coindex", config=config)  # doctest: +SKIP
"""

from __future__ import annotations

from dataclasses import dataclass

from spacy.util import registry

from coindex.asking.asked_file import DEFAULT
from coindex.asking.asking import BELOW, Asking, replaying

NAME = "coindex_asking.v1"
"""The name in spaCy's registry ``misc``."""


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """Makes what asks, once in each process (:data:`coindex.reasoner.asks.AsksFactory`)."""

    source: str | None
    asked: str
    below: float
    budget: int | None

    def __call__(self) -> Asking:
        """Open the source and the file.

        Raises:
            InputError: the source or the file cannot be used.
        """
        if self.source is None:
            return replaying(self.asked, self.below)
        return Asking(self.source, self.asked, below=self.below, budget=self.budget)


def asking_settings(
    source: str | None = None,
    asked: str = DEFAULT,
    below: float = BELOW,
    budget: int | None = None,
) -> AskingSettings:
    """Make the setting ``asks`` of the component ``coindex``.

    Args:
        source: whom to ask, as in ``--ask``; without it what is in the file is used, and nobody asked.
        asked: the file in which all is kept.
        below: also ask where knowledge decides with a confidence below this.
        budget: how many questions each process may ask at most.
    """
    return AskingSettings(source, asked, below, budget)


registry.misc.register(NAME, func=asking_settings)
