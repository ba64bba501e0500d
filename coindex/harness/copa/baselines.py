"""The baselines of the COPA paper: association of words between cause and effect, and always the first alternative.

In texts, causes precede effects more often than the reverse. So ordered pairs have a word of the cause first and a
word of the effect second: premise before alternative if an effect is asked for, alternative before premise if a cause
is. An alternative's score is the mean association over all such pairs, and the alternative with the higher one is
chosen. Source: M. Roemmele, C. A. Bejan, A. S. Gordon, Choice of Plausible Alternatives, AAAI Spring Symposium 2011.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from coindex.harness.copa.counts import Counts
from coindex.harness.copa.words import phrases, words
from coindex.reasoner.solving.choice import Choice

Method: TypeAlias = Literal["pmi", "dice"]


@dataclass(frozen=True, slots=True)
class Association:
    """A baseline of word association; ``left_out`` are words that do not count, such as function words."""

    counts: Counts
    method: Method = "pmi"
    window: int = 5
    left_out: Collection[str] = frozenset()
    with_phrases: bool = False
    """Whether phrases are paired, too: with each other, and with words."""

    def between(self, first: str, second: str) -> float:
        """Association of two words, the second after the first; 0 if they never occur together.

        Both measures are 0 without association. Raises InputError if the window was not counted.
        """
        if self.method == "dice":
            return self.counts.dice(first, second, self.window)
        return self.counts.pmi(first, second, self.window) or 0.0

    def score(self, cause: str, effect: str) -> float:
        """Mean association between the words of two sentences; 0 if one has none."""
        ones, others = self._words(cause), self._words(effect)
        if not ones or not others:
            return 0.0
        total = sum(self.between(one, other) for one in ones for other in others)
        return total / (len(ones) * len(others))

    def scores(self, choice: Choice) -> tuple[float, float]:
        """The scores of both alternatives."""
        if choice.asks == "effect":
            first, second = (self.score(choice.premise, a) for a in choice.alternatives)
        else:
            first, second = (self.score(a, choice.premise) for a in choice.alternatives)
        return first, second

    def _words(self, text: str) -> list[str]:
        kept = [word for word in words(text) if word not in self.left_out]
        return kept + phrases(text) if self.with_phrases else kept


def best(scores: tuple[float, float]) -> int:
    """Index of the higher score; the first if they are equal.

    >>> best((0.1, 0.2)), best((0.3, 0.3))
    (1, 0)
    """
    return int(scores[1] > scores[0])
