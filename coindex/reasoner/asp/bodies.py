"""How far a model satisfies the body of a rule: which literals hold together, and which fail.

>>> rule = "p(X,Y) :- q(X), r(X,Y), not s(Y)."
>>> found = attempts(body_of(rule), Atoms(["q(1)", "q(2)", "r(3,4)"]))
>>> [(a.missing, a.held) for a in found][:1]
[(('q(3)',), ('r(3,4)',))]
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from coindex.reasoner.asp.instrument import variables_of
from coindex.reasoner.asp.terms import name_of, split_term

if TYPE_CHECKING:
    from clingo.ast import AST

_STEPS = 20_000
"""The most steps of a search; then the best result so far is taken."""
_PRICE = 2
_MORE_PRICE = 3
"""The price of an additional literal: one that requires the text to link the situations."""
_IDENTITY = frozenset({"coref", "relevant_coref"})
"""Predicates of identity: if they fail, the rule is about another participant."""
_IDENTITY_PRICE = 7
_ELSEWHERE = 3
"""The price of an instance that does not mention the constant asked about."""


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Pool:
    options: tuple[Any, ...]


Value: TypeAlias = "str | _Function"
"""A ground term: a constant, number or string as text, or a function."""
Term: TypeAlias = "Value | _Variable | _Pool"
Binding: TypeAlias = "Mapping[str, Value]"


@dataclass(frozen=True, slots=True)
class Literal:
    """A comparison, or atoms of which one must hold (if ``negative``: none may hold)."""

    text: str
    options: tuple[_Function, ...] = ()
    negative: bool = False
    compares: tuple[Term, tuple[tuple[str, Term], ...], bool] | None = None
    """A comparison: its left side, its guards, and whether it is negated."""
    price: int = _PRICE


@dataclass(frozen=True, slots=True)
class Attempt:
    """An instance of a body: the literals that hold and those that fail."""

    bound: int
    """How many variables have a value."""
    held: tuple[str, ...]
    missing: tuple[str, ...]
    failed: tuple[Literal, ...]
    cost: int


class Atoms:
    """The true atoms of a model, indexed by name, arity and the value of each argument."""

    def __init__(self, atoms: Iterable[str]) -> None:
        """Index atoms, given as text."""
        self.by_name: dict[tuple[str, int], list[tuple[str, _Function]]] = {}
        self.by_place: dict[tuple[str, int, int, Value], list[tuple[str, _Function]]] = {}
        for text in sorted(atoms):
            atom = _read(text)
            if not isinstance(atom, _Function) or _says_nothing(atom):
                continue
            key = atom.name, len(atom.arguments)
            self.by_name.setdefault(key, []).append((text, atom))
            for place, value in enumerate(atom.arguments):
                self.by_place.setdefault((*key, place, value), []).append((text, atom))

    def like(self, atom: _Function, binding: Binding) -> Sequence[tuple[str, _Function]]:
        """Return the atoms of the same name and arity that agree with the bound arguments."""
        name, size = atom.name, len(atom.arguments)
        found: Sequence[tuple[str, _Function]] = self.by_name.get((name, size), ())
        for place, term in enumerate(atom.arguments):
            value = binding.get(term.name) if isinstance(term, _Variable) else term
            if isinstance(value, str) or (isinstance(term, _Variable) and value is not None):
                there = self.by_place.get((name, size, place, value), ())
                if len(there) < len(found):
                    found = there
        return found


def _read(text: str) -> Value:
    """Read a ground term."""
    name, parts = split_term(text)
    return _Function(name, tuple(map(_read, parts))) if parts else text


def _says_nothing(atom: _Function) -> bool:
    """Return whether an atom identifies a node with itself."""
    return atom.name in _IDENTITY and atom.arguments[0] == atom.arguments[1]


# ---------------------------------------------------------------------------------------- reading


def body_of(rule: str, more: Sequence[str] = ()) -> list[Literal]:
    """Read a rule's body; ``more``: additional literals, each with its alternatives separated by ``|``.

    Aggregates and conditional literals are ignored.
    """
    found = list(_body(rule))
    for text in more:
        options = [_term(_rule(f"x :- {one}.").body[0].atom.symbol) for one in text.split("|")]
        functions = tuple(option for option in options if isinstance(option, _Function))
        found.append(Literal(text.replace("|", " or "), functions, price=_MORE_PRICE))
    return found


@lru_cache(maxsize=2048)
def _body(rule: str) -> tuple[Literal, ...]:
    read = (_literal(literal) for literal in _rule(rule).body)
    return tuple(literal for literal in read if literal is not None)


@lru_cache(maxsize=64)
def _rule(text: str) -> Any:
    from clingo.ast import ASTType, parse_string

    nodes: list[AST] = []
    parse_string(text, nodes.append)
    return next(node for node in nodes if node.ast_type == ASTType.Rule)


def _literal(node: Any) -> Literal | None:
    from clingo.ast import ASTType, ComparisonOperator, Sign

    if node.ast_type != ASTType.Literal:
        return None
    text = str(node)
    if node.atom.ast_type == ASTType.SymbolicAtom:
        term = _term(node.atom.symbol)
        options = term.options if isinstance(term, _Pool) else (term,)
        price = _IDENTITY_PRICE if name_of(text) in _IDENTITY else _PRICE
        negative = node.sign == Sign.Negation
        functions = tuple(one for one in options if isinstance(one, _Function))
        return Literal(text.removeprefix("not "), functions, negative, price=price)
    if node.atom.ast_type == ASTType.Comparison:
        guards = tuple(
            (ComparisonOperator(guard.comparison).name, _term(guard.term))
            for guard in node.atom.guards
        )
        price = _IDENTITY_PRICE if guards[0][0] in ("Equal", "NotEqual") else _PRICE
        compares = _term(node.atom.term), guards, bool(node.sign)
        return Literal(text, compares=compares, price=price)
    return None


def _term(node: Any) -> Term:
    """Read a term; anything but names, variables, functions and pools is kept as text."""
    from clingo.ast import ASTType

    if node.ast_type == ASTType.Variable:
        return _Variable(node.name)
    if node.ast_type == ASTType.Pool:
        return _Pool(tuple(_term(one) for one in node.arguments))
    if node.ast_type == ASTType.Function:
        found = tuple(_term(one) for one in node.arguments)
        return _Function(node.name, found) if found else str(node.name)
    return str(node)


def asked_of(literal: Literal) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """Return the alternatives of a positive literal: an atom's name, and its constants by position."""
    for option in () if literal.negative else literal.options:
        terms = enumerate(option.arguments)
        yield option.name, [(n, t) for n, t in terms if isinstance(t, str) and _GROUND.fullmatch(t)]


_GROUND = re.compile(r'[a-z]\w*|\d+|"[^"]*"')


# --------------------------------------------------------------------------------------- matching


def _matches(term: Term, value: Value, binding: Binding) -> Iterator[Binding]:
    """Yield the bindings under which a term equals a value."""
    if isinstance(term, str):
        if term == value:
            yield binding
    elif isinstance(term, _Variable):
        known = binding.get(term.name)
        if term.name == "_" or known == value:
            yield binding
        elif known is None:
            yield {**binding, term.name: value}
    elif isinstance(term, _Pool):
        for one in term.options:
            yield from _matches(one, value, binding)
    elif isinstance(value, _Function) and value.name == term.name:
        yield from _all(term.arguments, value.arguments, binding)


def _all(terms: Sequence[Term], values: Sequence[Value], binding: Binding) -> Iterator[Binding]:
    if len(terms) != len(values):
        return
    if not terms:
        yield binding
        return
    for bound in _matches(terms[0], values[0], binding):
        yield from _all(terms[1:], values[1:], bound)


def shown(term: Term, binding: Binding) -> str:
    """Write a term with its variables replaced by their bindings, or ``_`` if unbound."""
    if isinstance(term, _Variable):
        value = binding.get(term.name)
        return "_" if value is None else shown(value, {})
    if isinstance(term, _Function):
        return f"{term.name}({','.join(shown(one, binding) for one in term.arguments)})"
    if isinstance(term, _Pool):
        return f"({';'.join(shown(one, binding) for one in term.options)})"
    return term


# ----------------------------------------------------------------------------------------- search


class _Search:
    """Searches for the instances of a body with the cheapest failures."""

    def __init__(
        self, body: Sequence[Literal], atoms: Atoms, about: str | None, slack: int
    ) -> None:
        self.body, self.atoms, self.about, self.slack = body, atoms, about, slack
        self.left = _STEPS
        self.best = 10**6
        self.found: dict[tuple[str, ...], Attempt] = {}

    def run(self) -> list[Attempt]:
        """Return the attempts that cost at most ``slack`` more than the cheapest, the cheapest first."""
        positive = [literal for literal in self.body if literal.options and not literal.negative]
        positive.sort(key=lambda literal: -literal.price)
        self._go(positive, {}, [], [], 0)
        order = sorted(self.found.values(), key=lambda a: (a.cost, -a.bound, a.missing))
        return [attempt for attempt in order if attempt.cost <= self.best + self.slack]

    def _candidates(self, literal: Literal, binding: Binding) -> list[tuple[str, Binding]]:
        return [
            (text, bound)
            for option in literal.options
            for text, atom in self.atoms.like(option, binding)
            for bound in _all(option.arguments, atom.arguments, binding)
        ]

    def _go(
        self,
        rest: Sequence[Literal],
        binding: Binding,
        held: Sequence[str],
        failed: Sequence[Literal],
        cost: int,
    ) -> None:
        self.left -= 1
        if self.left < 0 or cost > self.best + self.slack:
            return
        if not rest:
            self._end(binding, held, failed, cost)
            return
        options = [(literal, self._candidates(literal, binding)) for literal in rest]
        literal, candidates = min(options, key=lambda o: (len(o[1]) == 0, len(o[1]), -o[0].price))
        others = [one for one in rest if one is not literal]
        for atom, bound in candidates:
            self._go(others, bound, [*held, atom], failed, cost)
        self._go(others, binding, held, [*failed, literal], cost + literal.price)

    def _end(
        self, binding: Binding, held: Sequence[str], failed: Sequence[Literal], cost: int
    ) -> None:
        wrong = [*failed]
        for literal in self.body:
            if literal.negative:
                if _is_bound(literal, binding) and self._candidates(literal, binding):
                    wrong.append(literal)
                    cost += literal.price
            elif literal.compares is not None and _false(literal, binding):
                wrong.append(literal)
                cost += literal.price
        if self.about is not None and self.about not in binding.values():
            cost += _ELSEWHERE
        self.best = min(self.best, cost)
        missing = tuple(_missing(literal, binding) for literal in wrong)
        known = self.found.get(missing)
        if known is None or cost < known.cost:
            self.found[missing] = Attempt(len(binding), tuple(held), missing, tuple(wrong), cost)


def _is_bound(literal: Literal, binding: Binding) -> bool:
    """Return whether all variables of a negative literal are bound."""
    return all(name in binding for name in variables_of(literal.text))


def _missing(literal: Literal, binding: Binding) -> str:
    if literal.compares is not None:
        return literal.text
    text = " or ".join(shown(option, binding) for option in literal.options)
    return f"not {text}" if literal.negative else text


_TESTS: Mapping[str, Callable[[Any, Any], bool]] = {
    "Equal": operator.eq,
    "NotEqual": operator.ne,
    "LessThan": operator.lt,
    "LessEqual": operator.le,
    "GreaterThan": operator.gt,
    "GreaterEqual": operator.ge,
}


def _false(literal: Literal, binding: Binding) -> bool:
    """Return whether a comparison is certainly false."""
    if literal.compares is None:
        return False
    term, guards, denied = literal.compares
    left = _value(term, binding)
    for test, other in guards:
        right = _value(other, binding)
        if left is None or right is None:
            return False
        ordered = test not in ("Equal", "NotEqual")
        if ordered and not (left.isdigit() and right.isdigit()):
            return False
        one, two = (int(left), int(right)) if ordered else (left, right)
        if not _TESTS[test](one, two):
            return not denied
        left = right
    return denied


def _value(term: Term, binding: Binding) -> str | None:
    """Return a term as text if it is ground."""
    if isinstance(term, _Variable):
        value = binding.get(term.name)
        return None if value is None else shown(value, {})
    return term if isinstance(term, str) else None


def attempts(
    body: Sequence[Literal], atoms: Atoms, *, about: str | None = None, slack: int = 0
) -> list[Attempt]:
    """Find the instances of a body with the cheapest failures, in a deterministic order.

    Args:
        body: literals.
        atoms: all true atoms.
        about: a constant that an instance should mention.
        slack: how much more than the best an instance may cost.
    """
    return _Search(body, atoms, about, slack).run()
