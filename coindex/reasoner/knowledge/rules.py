"""Statements as rules: what they ask for, what they bring in, what they stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from coindex.reasoner.asp.records import FileContent, Note, Role, Rule, Statement
from coindex.reasoner.asp.signatures import (
    POLES,
    argument_types,
    constant_types,
    is_axiom,
    is_lexical,
)
from kparse.programs import variables

if TYPE_CHECKING:
    from clingo.ast import AST

_REMEMBERED = 50_000  # statements
_asked: dict[str, frozenset[frozenset[str]]] = {}
"""What literals ask for, by their text."""


def head_of(node: AST) -> tuple[str, list[AST]] | None:
    """Give name and arguments of a rule's head, if it is one plain atom."""
    from clingo.ast import ASTType

    if node.ast_type != ASTType.Rule:
        return None
    return atom_of(node.head, positive=True)


def atom_of(literal: AST, positive: bool = False) -> tuple[str, list[AST]] | None:
    """Give name and arguments of a literal over one plain atom."""
    from clingo.ast import ASTType, Sign

    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
        return None
    if positive and literal.sign != Sign.NoSign:
        return None
    symbol = literal.atom.symbol
    if symbol.ast_type == ASTType.Pool:
        symbol = symbol.arguments[0]
    if symbol.ast_type != ASTType.Function or symbol.external:
        return None
    return symbol.name, list(symbol.arguments)


def is_row(role: Role, statement: Statement) -> bool:
    """Tell whether a statement stands for rows: by its head, its body, and where it is written."""
    head = head_of(statement.ast)
    if head is None or is_axiom(head[0], len(head[1])) or "id" in statement.notes:
        return False
    name = head[0]
    if not statement.ast.body:
        return role != "axioms" or is_lexical(name)
    if role == "axioms" or not is_lexical(name):
        return False
    bodies = [atom_of(literal, positive=True) for literal in statement.ast.body]
    return all(body is None or is_lexical(body[0]) for body in bodies)


def rule_of(content: FileContent, statement: Statement) -> Rule:
    """Give the rule of a statement; problems of its annotation are noted in the content."""
    node, notes, file = statement.ast, statement.notes, content.source.name
    head = head_of(node)
    axiom = head is not None and is_axiom(head[0], len(head[1]))
    written = notes["id"].text if "id" in notes else ""
    if axiom and head is not None:
        _check_id(content, statement, written, str(head[1][0]))
    return Rule(
        id=written,
        program=str(node),
        text=notes["text"].text if "text" in notes else "",
        weight=_weight(content, notes.get("weight")),
        source=notes["source"].text if "source" in notes else "authored",
        file=file,
        line=statement.line,
        guards=_guards(node),
        kind="axiom" if axiom else "helper",
        introduces=_introduced(node),
    )


def _check_id(content: FileContent, statement: Statement, written: str, head: str) -> None:
    line, column = statement.line, statement.column
    if not written:
        content.problem(
            "E401", "this rule has no @id", line, column, f"write `% @id {head}` above it"
        )
    elif written != head:
        content.problem(
            "E402", f"the head's first argument is `{head}`, but @id says `{written}`", line, column
        )


def _weight(content: FileContent, note: Note | None) -> int:
    if note is None:
        return 4
    if not re.fullmatch("[1-9]", note.text):
        content.problem("E406", f"a weight is a number from 1 to 9, not `{note.text}`", note.line)
        return 4
    return int(note.text)


def _constants(term: AST) -> frozenset[str] | None:
    """Give the constants of which a term (without pools) asks for one; ``None``: for none."""
    from clingo.ast import ASTType

    if term.ast_type == ASTType.SymbolicTerm:
        text = str(term)
        return frozenset({text}) if re.match("_*[a-z]", text) else None
    if term.ast_type != ASTType.Function or term.external:
        return None
    if len(term.arguments) == 1:  # a mark of denial around the constant
        return _constants(term.arguments[0])
    if not variables(term):
        return frozenset({str(term)})
    if term.name == "dim" and len(term.arguments) == 2 and not variables(term.arguments[0]):
        return frozenset(f"dim({term.arguments[0]},{pole})" for pole in POLES)
    return None


def _typed_constants(name: str, arguments: Sequence[AST]) -> Iterator[frozenset[str]]:
    types = argument_types(name, len(arguments))
    for kind, argument in zip(types, arguments, strict=False):
        found = _constants(argument) if kind in constant_types() else None
        if found is not None:
            yield found


def _guards(node: AST) -> frozenset[frozenset[str]]:
    """Give what a rule's body asks for."""
    guards: set[frozenset[str]] = set()
    for literal in getattr(node, "body", ()):
        text = str(literal)
        if text not in _asked:  # rules have many literals in common
            if len(_asked) > _REMEMBERED:
                _asked.clear()
            _asked[text] = frozenset(_asked_by(literal))
        guards |= _asked[text]
    return frozenset(guards)


def _asked_by(literal: AST) -> Iterator[frozenset[str]]:
    """Give what a literal asks for: one of each set."""
    if atom_of(literal, positive=True) is None:
        return
    choices = [list(_typed_constants(*atom)) for atom in map(atom_of, literal.unpool()) if atom]
    if len(choices) == 1:
        yield from choices[0]
    elif choices and all(choices):
        yield frozenset().union(*(choice[0] for choice in choices))


def _introduced(node: AST) -> frozenset[str]:
    """Give the constants that a rule's head can bring in."""
    from clingo.ast import ASTType

    if node.ast_type != ASTType.Rule:
        return frozenset()
    found: set[str] = set()
    for literal in _head_literals(node.head):
        for atom in map(atom_of, literal.unpool()):
            if atom is not None:
                found.update(*_typed_constants(*atom))
    return frozenset(found)


def _head_literals(head: AST) -> list[AST]:
    from clingo.ast import ASTType

    if head.ast_type == ASTType.Literal:
        return [head]
    if head.ast_type in (ASTType.Disjunction, ASTType.Aggregate):
        return [element.literal for element in head.elements]
    return []
