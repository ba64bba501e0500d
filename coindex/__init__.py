"""A logic-based commonsense reasoner: which noun phrase a pronoun stands for, and the rules that say so.

>>> from coindex import Reasoner
>>> Reasoner().solve("Ann thanked Beth because [she] had helped her.").candidate  # doctest: +SKIP
'Beth'

``import coindex`` is cheap: clingo and spaCy are loaded when ``Reasoner`` is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner

__version__: str
__all__ = ["CoindexError", "Reasoner", "__version__"]


def __getattr__(name: str) -> Any:
    if name == "Reasoner":
        from coindex.reasoner.running.engine import Reasoner

        return Reasoner
    if name == "__version__":
        from coindex.version import version_of_project

        return version_of_project()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
