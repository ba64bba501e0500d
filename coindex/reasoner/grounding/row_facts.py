"""Laws as a question needs them: those about what its text tells of, and of which it tells what they say.

The words of a question lead to several hundred rows ``reason/4`` and ``effect/4``, of which some thirty can speak.
Read as facts they would all have to be parsed, for every question anew. So they come with the last part of its program
(:mod:`coindex.reasoner.grounding.staging`), when it is known what happens in the text and what is told of whom. A row that is left out
neither speaks nor silences one that does (``encodings/laws.lp``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from coindex.reasoner.asp.facts import arguments
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.knowledge.row_index import EMPTY, Shelf
from coindex.reasoner.knowledge.typical_rows import fact_of

Terms = Callable[[str, int, int], Collection[str]]
"""Gives the terms in the atoms of a predicate of some arity, at a place (from 0 on)."""


class LawBook:
    """The laws of a question.

    >>> LawBook([]).facts(lambda predicate, arity, place: {"harm"})
    []
    """

    def __init__(self, laws: Iterable[Rule] = (), shelf: Shelf = EMPTY) -> None:
        """Take laws that were given with the question, and those that its words lead to."""
        self._shelf = shelf
        self._given: dict[str, list[Rule]] = {}
        for law in laws:
            self._given.setdefault(arguments(law.id)[0], []).append(law)

    def facts(self, terms: Terms) -> list[str]:
        """Give the laws that may speak of what there is."""
        told = terms("told_of", 3, 2)
        found: dict[str, None] = {}
        for happening in sorted({*terms("plays", 4, 1), *terms("happens", 2, 1)}):
            for law in self._given.get(happening, ()):
                if arguments(law.id)[2] in told:
                    found[fact_of(law)] = None
            found.update(dict.fromkeys(map(fact_of, self._shelf.about(happening, told))))
        return list(found)

    def every(self) -> list[str]:
        """Give all laws."""
        given = (law for laws in self._given.values() for law in laws)
        return [fact_of(law) for law in (*given, *self._shelf.every())]


NO_LAWS = LawBook()
