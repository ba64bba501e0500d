"""Antecedent's Python API.

>>> from reasoner import Answer, Reading, FiredRule, Proof  # plain data: needs neither clingo nor spaCy

``Reasoner`` and ``AntecedentError`` are the rest of it; ``Reasoner`` loads clingo and spaCy when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kparse.errors import AntecedentError
from reasoner.answer import Answer, FiredRule, Proof, Reading

if TYPE_CHECKING:
    from reasoner.engine import Reasoner

__all__ = ["Answer", "AntecedentError", "FiredRule", "Proof", "Reading", "Reasoner"]


def __getattr__(name: str) -> Any:
    if name == "Reasoner":
        from reasoner.engine import Reasoner

        return Reasoner
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
