"""What is asked of a text: a pronoun and the phrases it may stand for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase the pronoun may stand for. ``node`` is its node in the graph, ``None`` if none was found."""

    text: str
    node: str | None
    given: bool = True
    """Whether the asker named it (else it was found by agreement and binding theory)."""


@dataclass(frozen=True, slots=True)
class Question:
    """One pronoun of a text: its node, its code point span, and its candidates in order."""

    pronoun: str
    start: int
    end: int
    candidates: tuple[Candidate, ...]

    @property
    def is_gap(self) -> bool:
        """Whether a clause is asked for that no word of the text stands for (``solving/choice.py``)."""
        return self.start == self.end
