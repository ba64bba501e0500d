"""Coindex's Python API.

>>> from coindex.reasoner import Answer, Reading, FiredRule, Proof  # plain data: needs neither clingo nor spaCy

``Reasoner`` and ``CoindexError`` are the rest of it; ``Reasoner`` loads clingo and spaCy when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coindex.reasoner.answer import Answer, FiredRule, Proof, Reading
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

__all__ = ["Answer", "CoindexError", "FiredRule", "Proof", "Reading", "Reasoner"]


def __getattr__(name: str) -> Any:
    if name == "Reasoner":
        from coindex.reasoner.running.engine import Reasoner

        return Reasoner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
