"""The last resort: word association decides where no rule does, for those who have counts of a large text.

Nothing of the kind ships: of the texts that were tried none decides such questions much better than chance
(``docs/copa.md``).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import lru_cache

from harness.copa.baselines import Association, best
from harness.copa.counts import Counts
from harness.copa.words import stop_words
from reasoner.answer import Answer, FiredRule
from reasoner.choice import Choice

RULED = ("knowledge", "mined")
"""Outcomes that no word association changes."""
_ID = "pmi({})"


@dataclass(frozen=True, slots=True)
class Resort:
    """Counts (``copa count``) and how they are asked."""

    counts: str
    window: int = 5
    leave_out: bool = False
    """Whether stop words do not count."""

    def check(self) -> None:
        """See that there is such a file, and that the window was counted.

        Raises:
            InputError: it is not so.
        """
        with Counts(self.counts) as counts:
            counts.together("the", "the", self.window)

    @property
    def state(self) -> str:
        """Tells these counts, and how they are asked, from others."""
        with open(self.counts, "rb") as stream:
            content = hashlib.file_digest(stream, "sha256").hexdigest()
        return f"{content} {self.window} {self.leave_out}"


@lru_cache(maxsize=1)
def _association(resort: Resort) -> Association:
    """What a worker has opened: once, not for every question."""
    left_out = stop_words() if resort.leave_out else frozenset[str]()
    return Association(Counts(resort.counts), "pmi", resort.window, left_out)


def decided(answer: Answer, choice: Choice, resort: Resort) -> Answer:
    """Let association decide what no rule has decided; a tie of association leaves the answer as it was.

    Args:
        answer: what the reasoner says.
        choice: the question.
        resort: the counts.

    Raises:
        InputError: the counts cannot be read.
    """
    if answer.decided_by in RULED or answer.answer is None or not answer.readings:
        return answer
    association = _association(resort)
    scores = association.scores(choice)
    if scores[0] == scores[1]:
        return answer
    chosen = best(scores)
    rule = FiredRule(
        id=_ID.format(resort.window),
        file=resort.counts,
        line=0,
        text=(
            f"in counted text, its words go with the premise's (pmi {scores[chosen]:.2f} on average, the other's"
            f" {scores[1 - chosen]:.2f}; window {resort.window})"
        ),
        weight=max(1, round(abs(scores[0] - scores[1]) * 100)),
        source="counted",
        level="mined",
    )
    readings = tuple(
        replace(one, rules=(*one.rules, rule)) if one.index == chosen else one
        for one in answer.readings
    )
    # No counts were fitted to known answers, so nobody knows how sure this is.
    return replace(
        answer,
        answer=chosen,
        decided_by="mined",
        confidence=1 / len(answer.candidates),
        readings=readings,
    )
