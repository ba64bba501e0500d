"""The base program: the part of the knowledge that comes with every question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, eq=False)
class BaseProgram:
    """What is there for every question: helpers, axioms each after the fact that goes with it, and facts."""

    helpers: tuple[str, ...] = ()
    axioms: tuple[tuple[str, str], ...] = ()
    kept: Path | None = None
    """A file in which what is read of them may be kept for other processes."""
    facts: tuple[str, ...] = ()
    """Facts that come with every question: what they are is worked out once."""


EMPTY = BaseProgram()
"""Nothing comes with every question."""
