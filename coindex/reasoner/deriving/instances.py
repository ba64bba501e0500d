"""The instances of a rule that give an atom in one reading: found from the atom, only when asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count

from coindex.reasoner.deriving.compiling import Function, function_of, gates_of
from coindex.reasoner.deriving.model import Model
from coindex.reasoner.deriving.reading import Literal, ParsedRule, Row, Term, Value, plain
from coindex.reasoner.deriving.term_writing import variables_of
from coindex.reasoner.deriving.writing import RuleWriter, every

Binding = Mapping[str, Value]
"""The values of variables."""


class Instances:
    """A rule of which the instances are asked for."""

    __slots__ = ("_function", "_gates", "_variables", "body", "chosen", "predicate", "terms")

    def __init__(self, rule: ParsedRule) -> None:
        """Take a rule; the conditions of a choice count as part of its body."""
        rule = _named(rule)
        self.predicate, self.terms, self.chosen = (
            rule.predicate,
            rule.terms,
            rule.choice is not None,
        )
        self.body = (*rule.body, *(rule.choice or ()))
        """Each ``_`` of a positive literal is a variable of its own."""
        self._gates = tuple(gates_of(self.body))
        self._variables = tuple(dict.fromkeys(_outer(self.body)))
        self._function: Function | None = None

    def of(self, row: Row, model: Model) -> Iterator[Binding]:
        """Find the values of the variables for which the rule gives an atom."""
        for term, value in zip(self.terms, row, strict=True):
            if term[0] == "const" and term[1] != value:
                return
        relations = model.relations
        for predicate, places, key in self._gates:
            if key not in relations[predicate].index(places):
                return
        if self._function is None:
            self._function = self._made()
        out: list[Row] = []
        self._function(relations, model.derivation, out, row)
        for values in out:
            yield dict(zip(self._variables, values, strict=True))

    def _made(self) -> Function:
        rule = ParsedRule(self.predicate, self.terms, self.body)

        def written() -> str:
            return RuleWriter().matching(rule, self._variables)

        return function_of(self.predicate, ("instances", self._variables, plain(rule)), written)


def inside(literal: Literal) -> Iterator[Sequence[Literal]]:
    """Give what has to hold together within a literal: an atom and its conditions, or an element's."""
    if literal.kind == "all":
        yield literal.parts
    for _, conditions in literal.elements:
        yield conditions


def members(conditions: Sequence[Literal], binding: Binding, model: Model) -> Iterator[Binding]:
    """Find the instances of what is within a literal, for an instance of its rule."""
    names = tuple(name for name in dict.fromkeys(_outer(conditions)) if name in binding)
    for found in _within(names, tuple(conditions)).of(
        tuple(binding[name] for name in names), model
    ):
        yield {**binding, **found}


@lru_cache(maxsize=2048)
def _within(names: tuple[str, ...], conditions: tuple[Literal, ...]) -> Instances:
    return Instances(ParsedRule("", tuple(("var", name) for name in names), conditions))


def is_unnamed(variable: str) -> bool:
    """Tell whether a variable stands for a ``_``."""
    return variable[0] == "_" and variable[1:].isdigit()


def value_of(term: Term, binding: Binding) -> Value:
    """Calculate a term whose variables have values.

    >>> value_of(("fun", "f", (("op", "+", ("var", "X"), ("const", 1)),)), {"X": 2})
    ('f', 3)
    """
    kind = term[0]
    if kind == "const":
        return term[1]
    if kind == "var":
        return binding[term[1]]
    if kind == "fun":
        return (term[1], *(value_of(inner, binding) for inner in term[2]))
    left, right = value_of(term[2], binding), value_of(term[3], binding)
    return left + right if term[1] == "+" else left - right if term[1] == "-" else left * right


def _outer(body: Iterable[Literal]) -> Iterator[str]:
    """Give the variables that an instance of a body binds: those of atoms and comparisons, and what is counted."""
    for literal in body:
        if literal.kind in ("sum", "max"):
            yield literal.predicate
        elif literal.kind != "all":
            yield from (v for term in literal.terms for v in variables_of(term) if v != "_")


def _named(rule: ParsedRule) -> ParsedRule:
    """Name what may be anything in positive literals; rename what a choice shares only with the inside of a literal."""
    numbers = count(1)

    def term(given: Term) -> Term:
        if given == ("var", "_"):
            return "var", f"_{next(numbers)}"
        if given[0] == "fun":
            return "fun", given[1], tuple(map(term, given[2]))
        return given

    def literal(given: Literal) -> Literal:
        terms = tuple(map(term, given.terms)) if given.kind == "pos" else given.terms
        elements = tuple((row, tuple(map(literal, body))) for row, body in given.elements)
        return replace(
            given, terms=terms, parts=tuple(map(literal, given.parts)), elements=elements
        )

    body = tuple(map(literal, rule.body))
    if rule.choice is None:
        return replace(rule, body=body)
    plain = set(_outer(body))
    within = {v for one in every(body) for t in one.terms for v in variables_of(t)} - plain

    def apart(given: Term) -> Term:
        if given[0] == "var":
            return ("var", f"{given[1]}'") if given[1] in within else given
        if given[0] == "fun":
            return "fun", given[1], tuple(map(apart, given[2]))
        return ("op", given[1], apart(given[2]), apart(given[3])) if given[0] == "op" else given

    choice = tuple(
        replace(one, terms=tuple(map(apart, one.terms))) for one in map(literal, rule.choice)
    )
    return replace(rule, terms=tuple(map(apart, rule.terms)), body=body, choice=choice)
