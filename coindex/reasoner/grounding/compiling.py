"""Statements of a program, compiled once: the text for clingo, and what a statement asks for and gives.

A pool of constants in a rule with a body (``prop(S,X,(weak;old))``) becomes a variable and a table (``among(N,weak)``,
``among(N,old)``). So clingo gets one rule and some facts instead of a rule for each combination: for clingo, a rule
costs what ten facts cost, however little it fires (``docs/decisions/solving.md``, 0050).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple
from zlib import crc32

from clingo import ast
from clingo.ast import ASTType, Sign

from coindex.reasoner.asp.syntax import is_fact, parsed

TABLE = "among"
"""The predicate of the tables: the name of the table, and a constant in it."""


Term = tuple[str, str]
"""An argument as the selection sees it: a ground term, a variable, or neither (then both are empty)."""


Table = tuple[str, str, tuple[str, ...]]
"""Of a pool: its variable, the table's name and the constants."""


class Asked(NamedTuple):
    """An atom that a statement asks for or gives."""

    predicate: str
    """Name and arity."""
    terms: tuple[Term, ...]


class Compiled(NamedTuple):
    """A statement of a program."""

    text: str
    """For clingo; empty for an element of a choice, which only says what the choice gives."""
    gives: tuple[Asked, ...]
    asks: tuple[Asked, ...]
    """Its positive literals."""
    unsure: frozenset[str]
    """Predicates that it denies, counts, puts conditions on or chooses."""
    tables: tuple[Table, ...] = ()
    """Of its pools."""
    root: bool = False
    """Whether it is needed whenever it can fire: a choice, a constraint, a directive."""
    chooses: frozenset[str] = frozenset()
    """The predicates of a choice's elements."""
    facts: tuple[str, ...] = ()
    """Facts that come with it."""
    axiom: str = ""
    """The name of the axiom that it is."""
    place: str = ""
    """File and line."""


@dataclass(frozen=True, slots=True)
class Unit:
    """The statements of a text: ground facts, and the rest."""

    facts: tuple[str, ...]
    rules: tuple[Compiled, ...]


def compile_text(text: str, name: str, file: str = "", line: int = 1) -> Unit:
    """Compile a text.

    Args:
        text: any statements.
        name: the beginning of the names of its tables.
        file: where it is written.
        line: its first line.

    Raises:
        RuntimeError: clingo cannot parse the text.

    >>> unit = compile_text("p(X) :- q(X,(a;b)), not r(X). q(1,a).", "toy")
    >>> unit.facts, unit.rules[0].text
    (('q(1,a)',), 'p(X) :- q(X,Among1); not r(X); among(toy_1_295a9749,Among1).')
    """
    statements = parsed(text)
    facts: list[str] = []
    rules: list[Compiled] = []
    for statement in statements:
        if statement.ast_type in (ASTType.Program, ASTType.Defined, ASTType.Comment):
            continue
        if is_fact(statement):
            facts += [str(one.head) for one in statement.unpool()]
        else:
            begin = statement.location.begin.line + line - 1
            place = f"{file}:{begin}" if file else ""
            own = f"{name}_{begin}" if len(statements) > 2 else name
            rules += [one._replace(place=place) for one in _compiled(statement, own)]
    return Unit(tuple(facts), tuple(rules))


def _compiled(statement: Any, name: str) -> Iterator[Compiled]:
    if statement.ast_type != ASTType.Rule:
        names = _Names()
        names.visit(statement)
        asks = tuple(filter(None, map(_asked, getattr(statement, "body", ()))))
        yield Compiled(str(statement), (), asks, frozenset(names.found), root=True)
        return
    for rule, tables in _without_pools(statement, name):
        yield from _rule(rule, tables)


def _without_pools(rule: Any, name: str) -> Iterator[tuple[Any, tuple[Table, ...]]]:
    """Give a rule with a table for each of its pools, or spread out if a pool is not one of constants only."""
    pools = _Pools(name)
    rest = (pools.visit(rule) if rule.body else rule).unpool()
    if len(rest) == 1:
        yield rest[0], tuple(pools.tables)
    else:
        yield from ((one, ()) for one in rule.unpool())


class _Pools(ast.Transformer):
    """Replaces pools of ground terms by variables."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tables: list[Table] = []

    def visit_Aggregate(self, node: Any) -> Any:
        """Leave a pool of elements: there it stands for all of them together."""
        return node

    visit_BodyAggregate = visit_HeadAggregate = visit_ConditionalLiteral = visit_Aggregate
    visit_Disjunction = visit_TheoryAtom = visit_Aggregate

    def visit_SymbolicAtom(self, node: Any) -> Any:
        """Leave a pool of atoms."""
        symbol = node.symbol
        while symbol.ast_type == ASTType.UnaryOperation:
            symbol = symbol.argument
        return node if symbol.ast_type == ASTType.Pool else node.update(**self.visit_children(node))

    def visit_Pool(self, node: Any) -> Any:
        if not all(map(_is_ground, node.arguments)):
            return node.update(**self.visit_children(node))
        variable = f"Among{len(self.tables) + 1}"
        constants = tuple(dict.fromkeys(map(str, node.arguments)))
        self.tables.append((variable, f"{self.name}_{_check(constants)}", constants))
        return ast.Variable(node.location, variable)


def _check(constants: Iterable[str]) -> str:
    """Give a checksum, which tells tables of one line apart, and those of files with the same name."""
    return f"{crc32(';'.join(constants).encode()):08x}"


class _Names(ast.Transformer):
    """Collects the predicates of a statement."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: Any) -> Any:
        self.found.update(_signatures(node.symbol))
        return node

    def visit_ShowSignature(self, node: Any) -> Any:
        self.found.add(f"{node.name}/{node.arity}")
        return node


def _signatures(symbol: Any) -> Iterator[str]:
    if symbol.ast_type == ASTType.Pool:
        for one in symbol.arguments:
            yield from _signatures(one)
    elif symbol.ast_type == ASTType.UnaryOperation:
        for one in _signatures(symbol.argument):
            yield f"-{one}"
    else:
        yield f"{symbol.name}/{len(symbol.arguments)}"


def _is_ground(term: Any) -> bool:
    if term.ast_type == ASTType.Function:
        return not term.external and all(map(_is_ground, term.arguments))
    return bool(term.ast_type == ASTType.SymbolicTerm)


def _term(term: Any) -> Term:
    if term.ast_type == ASTType.Variable:
        return "", "" if term.name == "_" else term.name
    return (str(term), "") if _is_ground(term) else ("", "")


def _asked(literal: Any) -> Asked | None:
    """Give the atom of a plain positive literal."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return None
    if literal.atom.ast_type != ASTType.SymbolicAtom:
        return None
    symbol = literal.atom.symbol
    if symbol.ast_type != ASTType.Function:
        return None
    name = f"{symbol.name}/{len(symbol.arguments)}"
    return Asked(name, tuple(map(_term, symbol.arguments)))


def _rule(rule: Any, tables: tuple[Table, ...]) -> Iterator[Compiled]:
    text = str(rule)
    if tables:
        ends = "; ".join(f"{TABLE}({table},{variable})" for variable, table, _ in tables)
        text = f"{text[:-1]}; {ends}."
    names = _Names()
    asks = []
    for literal in rule.body:
        asked = _asked(literal)
        if asked is None:
            names.visit(literal)
        else:
            asks.append(asked)
    head = _asked(rule.head)
    if head is not None:
        yield Compiled(text, (head,), tuple(asks), frozenset(names.found), tables)
        return
    names.visit(rule.head)
    elements = [
        (element, given)
        for element in getattr(rule.head, "elements", ())
        if (given := _asked(getattr(element, "literal", element))) is not None
    ]
    chooses = frozenset(given.predicate for _, given in elements)
    unsure = frozenset(names.found) - chooses
    yield Compiled(text, (), tuple(asks), unsure, tables, root=True, chooses=chooses)
    for element, given in elements:
        conditions = [_asked(literal) for literal in element.condition]
        more = tuple(asked for asked in conditions if asked is not None)
        yield Compiled("", (given,), (*asks, *more), frozenset(), tables)
