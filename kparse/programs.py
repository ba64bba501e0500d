"""Walking programs as clingo reads them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clingo.ast import AST


def nodes_of(item: Any) -> Iterator[AST]:
    """Give a node and all below it, in the order in which they are written."""
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
    """List the variables in a node, in the order in which they are written."""
    from clingo.ast import ASTType

    return [found for found in nodes_of(node) if found.ast_type == ASTType.Variable]


def atoms(node: AST) -> Iterator[tuple[str, Sequence[AST], AST]]:
    """Give the atoms over plain predicates in a node: name, arguments, and where it is written."""
    from clingo.ast import ASTType

    for found in nodes_of(node):
        if found.ast_type == ASTType.SymbolicAtom:
            for atom in found.unpool():
                symbol = atom.symbol
                if symbol.ast_type == ASTType.UnaryOperation:  # classical negation
                    symbol = symbol.argument
                if symbol.ast_type == ASTType.Function:
                    yield symbol.name, list(symbol.arguments), found.symbol
