"""The unit of evidence: whatever speaks for or against a reading is counted in points (``encodings/objective.lp``)."""

from __future__ import annotations

POINTS = 33
"""Points of a unit of log-odds."""
PER_WEIGHT = 10
"""Points of each unit of a rule's weight (``encodings/objective.lp``)."""
FIRM = 3
"""Weight below which a rule is a hint, which counts as a preference (``encodings/objective.lp``)."""
TRUST = 0.4
"""How much of what statistics promise is believed (``docs/decisions/solving.md``, 0051)."""


def points(log_odds: float, trust: float = 1.0) -> int:
    """Give log-odds in points.

    >>> points(1.0), points(1.0, TRUST)
    (33, 13)
    """
    return round(log_odds * POINTS * trust)
