"""A question of a batch, as in the JSONL interface."""

from __future__ import annotations

from dataclasses import dataclass

from coindex.reasoner.answer import Answer, Outcome


@dataclass(frozen=True, slots=True)
class Item:
    """A text, where the pronoun stands (offsets in code points), and the candidates."""

    id: str
    text: str
    pron_start: int
    pron_end: int
    candidates: tuple[str, ...]
    knowledge: tuple[str, ...] = ()
    """Sentences of knowledge for this question."""

    @property
    def pronoun(self) -> int:
        """The pronoun, named by its offset."""
        return self.pron_start

    def failed(self, message: str, outcome: Outcome = "error") -> Answer:
        """The answer to a question that could not be solved: the first candidate as a guess, with the error."""
        return Answer(
            text=self.text,
            pronoun=self.text[self.pron_start : self.pron_end],
            start=self.pron_start,
            end=self.pron_end,
            candidates=self.candidates,
            answer=0 if self.candidates else None,
            decided_by=outcome,
            confidence=1 / max(2, len(self.candidates)) if self.candidates else 0.0,
            error=message,
        )
