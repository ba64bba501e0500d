"""The base program: the part of the knowledge that comes with every question."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, eq=False)
class BaseProgram:
    """Helpers, axioms and facts that every question has."""

    helpers: tuple[str, ...] = ()
    axioms: tuple[tuple[str, str], ...] = ()
    """Each after the fact that goes with it."""
    cache: Path | None = None
    """A file in which the statements, once read, may be cached for other processes."""
    facts: tuple[str, ...] = ()


EMPTY = BaseProgram()
