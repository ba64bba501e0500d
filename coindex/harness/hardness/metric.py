"""The published index: twelve labels of an item, one for each number of sentences, and the index made from them.

After Isaak and Michael (2018): the label of an item at a number of sentences is the most frequent outcome of the rounds
(an answer, or none). C labels are right, I are wrong, U are none; C + I + U is the number of labels.

*Tie rule.* An outcome is a label only if more rounds end in it than in any other. If the most frequent ones are
equally frequent, the label is *none*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
"""Numbers of sentences."""
ROUNDS = 100
"""Rounds for each number of sentences."""

Class = Literal["easy", "hard", "uncharacterised"]


def label(votes: Sequence[int]) -> int | None:
    """Return the most frequent outcome of rounds.

    Args:
        votes: how many rounds end in each answer, then how many in none.

    Returns:
        The answer's number, from 0; ``None`` for no answer, and for a tie.

    >>> label([60, 30, 10]), label([20, 30, 50]), label([45, 45, 10]), label([40, 20, 40])
    (0, None, None, None)
    """
    *answers, none = votes
    most = max(answers, default=0)
    winners = [number for number, each in enumerate(answers) if each == most]
    return winners[0] if most > none and len(winners) == 1 else None


@dataclass(frozen=True, slots=True)
class Score:
    """How many labels of an item are right, wrong and none."""

    right: int
    wrong: int
    none: int

    @property
    def labels(self) -> int:
        """Number of labels."""
        return self.right + self.wrong + self.none

    @property
    def real(self) -> float | None:
        """The index from 0 (easy) to 1, where none counts half; ``None`` if nothing is answered.

        It is ``1 - (C + U/2)/n``, and with no right label ``1 - (I + U/2)/n``. So it jumps: if all labels are wrong
        it is 0, if all but one are wrong it is almost 1.

        >>> [Score(*each).real for each in ((12, 0, 0), (6, 6, 0), (0, 12, 0), (0, 0, 12))]
        [0.0, 0.5, 0.0, None]
        >>> [round(Score(*each).real, 4) for each in ((1, 0, 11), (1, 11, 0), (4, 2, 6))]
        [0.4583, 0.9167, 0.4167]
        """
        if self.none == self.labels:
            return None
        counted = self.right if self.right else self.wrong
        return 1 - (counted + self.none / 2) / self.labels

    @property
    def smooth(self) -> float:
        """The index without the jump, for every item: ``1/2 + (I - C)/2n``, from 0 (all right) to 1 (all wrong).

        If a label is right it equals the published index; if none is, it continues instead of jumping.

        >>> Score(4, 2, 6).smooth == Score(4, 2, 6).real, Score(0, 12, 0).smooth, Score(0, 0, 12).smooth
        (True, 1.0, 0.5)
        """
        return 1 - (self.right + self.none / 2) / max(1, self.labels) if self.labels else 0.5


def score(labels: Iterable[int | None], answer: int | None) -> Score:
    """Count labels against the right answer.

    >>> score([0, 0, None, 1], 0)
    Score(right=2, wrong=1, none=1)
    """
    found = list(labels)
    none = sum(each is None for each in found)
    right = sum(each is not None and each == answer for each in found)
    return Score(right, len(found) - right - none, none)


def boolean(labels: Sequence[int | None], answer: int | None) -> Class:
    """Return the class of an item, by the answer of more than half of its labels.

    >>> boolean([0] * 7 + [None] * 5, 0), boolean([1] * 7 + [0] * 5, 0), boolean([0] * 6 + [1] * 6, 0)
    ('easy', 'hard', 'uncharacterised')
    """
    for number in {each for each in labels if each is not None}:
        if 2 * sum(each == number for each in labels) > len(labels):
            return "easy" if number == answer else "hard"
    return "uncharacterised"
