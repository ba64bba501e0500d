"""Laws as clingo asks for them: those whose event the text tells of, one event class at a time.

The words of a question lead to several hundred rows ``reason/4`` and ``effect/4``, of which some thirty can speak.
Read as facts they would all have to be parsed, for every question anew. Instead clingo calls a function for each class
that it has found to happen, and keeps what says something that it has found told of somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import clingo

from reasoner._facts import arguments
from reasoner._written import Rule
from reasoner.shelf import EMPTY, Shelf

ASKING = (
    "law_asked(C) :- plays(_,C,_,_).",
    "law_asked(C) :- happens(_,C).",
    "law_heard(P) :- told_of(_,_,P).",
    "law_said(K,C,R,P,W) :- law_asked(C), (K,R,P,W) = @laws(C).",
    "reason(C,R,P,W) :- law_said(reason,C,R,P,W), law_heard(P).",
    "effect(C,R,P,W) :- law_said(effect,C,R,P,W), law_heard(P).",
)
"""The rules that ask. A row that they leave out neither speaks nor silences one that does (``encodings/laws.lp``)."""


class LawBook:
    """The laws of a question by what they are about: the context in which clingo grounds :data:`ASKING`.

    >>> book = LawBook([])
    >>> book.laws(clingo.Function("harm"))
    []
    """

    def __init__(self, laws: Iterable[Rule], shelf: Shelf = EMPTY) -> None:
        self._shelf = shelf
        self._laws: dict[str, list[clingo.Symbol]] = {}
        for law in laws:
            happening, rest = _row(law.id, law.weight)
            self._laws.setdefault(happening, []).append(rest)

    def laws(self, happening: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """Give predicate, part, what is said and weight of each law about an event class, a property or a word."""
        name = str(happening)
        shelved = [_row(law.id, law.weight)[1] for law in self._shelf.about(name)]
        return [*self._laws.get(name, ()), *shelved]


@lru_cache(maxsize=100_000)
def _row(law: str, weight: int) -> tuple[str, clingo.Symbol]:
    happening, part, said = arguments(law)
    name = clingo.Function(law.partition("(")[0])
    return happening, clingo.Tuple_([name, symbol(part), symbol(said), clingo.Number(weight)])


@lru_cache(maxsize=10_000)
def symbol(term: str) -> clingo.Symbol:
    """Give a ground term as clingo's value."""
    return clingo.parse_term(term)
