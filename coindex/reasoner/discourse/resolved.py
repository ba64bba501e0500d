"""What a text's pronouns stand for: mentions, persons and things, answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from coindex.reasoner.answer import Answer
from coindex.reasoner.rendering.short import short

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text that name somebody or something."""

    start: int
    end: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        return {"text": self.text, "start_char": self.start, "end_char": self.end}


@dataclass(frozen=True, slots=True)
class Resolved:
    """A pronoun of a text, and what it stands for."""

    pronoun: Mention
    candidates: tuple[Mention, ...]
    """What it may stand for, the best first; each where it is named last before the pronoun."""
    referent: int
    """The number of the person or thing that it stands for."""
    concept: str
    """The pronoun in its basic form: *she* for *her*."""
    possessive: bool
    answer: Answer | None
    """The answer; its text is the part of the text that was read for it. ``None``: another resolver's link is kept."""
    agrees: bool | None = None
    """Whether another resolver gives the same; ``None`` if none was asked, or it does not say."""

    @property
    def decided_by(self) -> str:
        """What decided; ``given``: another resolver."""
        return "given" if self.answer is None else self.answer.decided_by

    @property
    def confidence(self) -> float | None:
        """How sure the answer is; ``None`` if another resolver gave it."""
        return None if self.answer is None else self.answer.confidence

    @property
    def reasons(self) -> tuple[str, ...]:
        """The strongest reasons, in words."""
        return () if self.answer is None else tuple(r.text for r in short(self.answer).reasons)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        places = [mention.to_dict() for mention in self.candidates]
        return {
            "pronoun": self.pronoun.to_dict(),
            "antecedent": places[0],
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "decided_by": self.decided_by,
            "runner_up": places[1] if len(places) > 1 else None,
            "candidates": places,
            "reasons": list(self.reasons),
            "possessive": self.possessive,
            "agrees": self.agrees,
        }


@dataclass(frozen=True, slots=True)
class Named:
    """A mention other than a pronoun, with the number of what it names."""

    mention: Mention
    referent: int
