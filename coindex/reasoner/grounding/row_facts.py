"""Default rules as facts: only those about what happens in the text and what it says of somebody.

The words of a question lead to several hundred rows ``reason/4`` and ``effect/4``, of which some thirty can speak.
clingo would have to parse all of them for every question. So they are chosen when the first layers of the program
are grounded (:mod:`coindex.reasoner.grounding.selecting`) and the atoms show what happens and which properties are
asserted. A row that is left out neither speaks nor silences another one (``encodings/default_rules.lp``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.knowledge.default_rules import fact_of
from coindex.reasoner.knowledge.row_index import EMPTY, RowIndex

Terms = Callable[[str, int], Collection[str]]
"""Gives the terms at a place (from 0 on) in the atoms of a predicate (name and arity)."""


class RowFacts:
    """The default rules of a question.

    >>> RowFacts([]).facts(lambda predicate, place: {"harm"})
    []
    """

    def __init__(self, given: Iterable[Rule] = (), index: RowIndex = EMPTY) -> None:
        """Take default rules given with the question, and the index of those that its words lead to."""
        self._index = index
        self._given: dict[str, list[Rule]] = {}
        for rule in given:
            self._given.setdefault(arguments(rule.id)[0], []).append(rule)

    def facts(self, terms: Terms) -> list[str]:
        """Give the facts of the rules that may speak about the atoms."""
        asserted = terms("attributed/3", 2)
        found: dict[str, None] = {}
        for happening in sorted({*terms("plays/4", 1), *terms("happens/2", 1)}):
            for rule in self._given.get(happening, ()):
                if arguments(rule.id)[2] in asserted:
                    found[fact_of(rule)] = None
            found.update(dict.fromkeys(map(fact_of, self._index.about(happening, asserted))))
        return list(found)

    def every(self) -> list[str]:
        """Give the facts of all rules."""
        given = (rule for rules in self._given.values() for rule in rules)
        return [fact_of(rule) for rule in (*given, *self._index.every())]
