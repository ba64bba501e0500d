"""A question about a text: a pronoun and the phrases that it may stand for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase that the pronoun may stand for; ``node`` is its node in the graph, if there is one."""

    text: str
    node: str | None
    given: bool = True
    """Whether it was given with the question; otherwise it was found by agreement and binding theory."""


@dataclass(frozen=True, slots=True)
class Question:
    """One pronoun of a text: its node, its code point span, and its candidates in order."""

    pronoun: str
    start: int
    end: int
    candidates: tuple[Candidate, ...]

    @property
    def is_gap(self) -> bool:
        """Whether the question is about a clause that is missing in the text, not about a word of it."""
        return self.start == self.end
