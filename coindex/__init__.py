"""A logic-based commonsense reasoner: which noun phrase a pronoun stands for, and the rules that say so.

>>> from coindex import Reasoner
>>> Reasoner().solve("Ann thanked Beth because [she] had helped her.").candidate  # doctest: +SKIP
'Beth'

>>> from coindex import resolve
>>> resolve("Mia took the jug. She filled it.").resolved_text  # doctest: +SKIP
'Mia took the jug. Mia filled the jug.'

>>> from coindex import Knowledge
>>> my = Knowledge("my")  # doctest: +SKIP
>>> my.add("Person1 blicks person2 because person2 is rude.")  # doctest: +SKIP
sentence in my/sentences/own.txt: read as blick(person1, person2) – rude(person2)

``import coindex`` is cheap: clingo and spaCy are loaded when ``Reasoner``, ``Knowledge`` or ``resolve`` is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coindex.version import __version__
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.authoring.own_knowledge import Knowledge
    from coindex.reasoner.documents.resolve import resolve
    from coindex.reasoner.running.engine import Reasoner

__all__ = ["CoindexError", "Knowledge", "Reasoner", "__version__", "resolve"]


def __getattr__(name: str) -> Any:
    if name == "Reasoner":
        from coindex.reasoner.running.engine import Reasoner

        return Reasoner
    if name == "Knowledge":
        from coindex.reasoner.authoring.own_knowledge import Knowledge

        return Knowledge
    if name == "resolve":
        from coindex.reasoner.documents.resolve import resolve

        return resolve
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
