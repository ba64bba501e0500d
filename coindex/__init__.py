"""A logic-based commonsense reasoner: which noun phrase a pronoun stands for, and the rules that say so.

>>> from coindex import Reasoner
>>> Reasoner().solve("Ann thanked Beth because [she] had helped her.").candidate  # doctest: +SKIP
'Beth'

>>> from coindex import resolve
>>> resolve("Mia took the jug. She filled it.").resolved_text  # doctest: +SKIP
'Mia took the jug. Mia filled the jug.'

``import coindex`` is cheap: clingo and spaCy are loaded when ``Reasoner`` or ``resolve`` is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.running.resolve import resolve

__version__: str
__all__ = ["CoindexError", "Reasoner", "__version__", "resolve"]


def __getattr__(name: str) -> Any:
    if name == "Reasoner":
        from coindex.reasoner.running.engine import Reasoner

        return Reasoner
    if name == "resolve":
        from coindex.reasoner.running.resolve import resolve

        return resolve
    if name == "__version__":
        from coindex.version import version_of_project

        return version_of_project()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
