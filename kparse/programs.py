"""Walking the syntax trees of logic programs, as clingo parses them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clingo.ast import AST


def nodes_of(item: Any) -> Iterator[AST]:
    """Yield a node and all nodes below it, in the order of the text."""
    from clingo.ast import AST as Node
    from clingo.ast import ASTSequence

    if isinstance(item, Node):
        yield item
        for key in item.child_keys:
            yield from nodes_of(getattr(item, key))
    elif isinstance(item, ASTSequence):
        for element in item:
            yield from nodes_of(element)


def variables(node: AST) -> list[AST]:
    """Return the variables in a node, in the order of the text."""
    from clingo.ast import ASTType

    return [found for found in nodes_of(node) if found.ast_type == ASTType.Variable]


def atoms(node: AST) -> Iterator[tuple[str, Sequence[AST], AST]]:
    """Yield the atoms in a node: predicate, arguments, and the node that holds the place in the text."""
    from clingo.ast import ASTType

    for found in nodes_of(node):
        if found.ast_type == ASTType.SymbolicAtom:
            for atom in found.unpool():
                symbol = atom.symbol
                if symbol.ast_type == ASTType.UnaryOperation:  # classical negation
                    symbol = symbol.argument
                if symbol.ast_type == ASTType.Function:
                    yield symbol.name, list(symbol.arguments), found.symbol
