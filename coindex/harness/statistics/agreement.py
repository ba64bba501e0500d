"""Agreement of two raters beyond chance: Cohen's kappa.

Source: J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960),
pp. 37-46: kappa = (p_o - p_e) / (1 - p_e), where p_o is the share of cases on which two raters agree, and p_e
the share expected by chance, from how often each rater gives each verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Agreement:
    """The number of cases, the share of equal verdicts, and kappa (``None`` where it is undefined)."""

    number: int
    share: float | None
    kappa: float | None


def kappa(pairs: Sequence[tuple[object, object]]) -> Agreement:
    """Return the agreement of two raters.

    Kappa is undefined if both gave only one and the same verdict.

    >>> found = kappa([("a", "a")] * 20 + [("a", "b")] * 5 + [("b", "a")] * 10 + [("b", "b")] * 15)
    >>> found.share, round(found.kappa, 3)
    (0.7, 0.4)
    """
    number = len(pairs)
    if not number:
        return Agreement(0, None, None)
    observed = sum(one == other for one, other in pairs) / number
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(first[verdict] * second[verdict] for verdict in first) / number**2
    return Agreement(number, observed, None if chance == 1 else (observed - chance) / (1 - chance))
