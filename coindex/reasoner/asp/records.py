"""The contents of knowledge files: rows, rules, statements, and everything in one file.

:mod:`coindex.reasoner.store.reading_files` and the modules that it calls create these values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from kparse.errors import Diagnostic, Location
from kparse.programs import atoms

if TYPE_CHECKING:
    from clingo.ast import AST

Role = Literal["rows", "profiles", "scripts", "sentences", "axioms", "any"]


class Row(NamedTuple):
    """A ground fact over a predicate of rows.

    ``fact`` is canonical clingo text without the full stop, ``key`` its first argument (a
    lemma in quotes, or a bare constant). (A named tuple: some hundred thousand are made at once.)
    """

    fact: str
    predicate: str
    key: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement that is no row.

    ``guards``: for each body literal that requires constants, those of which at least one must be
    at hand; ``introduces``: the constants that the head can add. ``id`` may be empty for a helper.
    """

    id: str
    program: str
    text: str
    weight: int
    source: str
    file: str
    line: int
    guards: frozenset[frozenset[str]]
    kind: Literal["axiom", "helper"]
    introduces: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Source:
    """A file to read: its path, its name in messages, and what it may hold."""

    path: Path
    name: str
    role: Role


@dataclass(frozen=True, slots=True)
class Note:
    """One annotation: its text and its line."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as parsed by clingo, with the annotation above it."""

    ast: AST
    line: int
    column: int
    notes: Mapping[str, Note]


@dataclass(slots=True)
class FileContent:
    """The contents of one file."""

    source: Source
    lines: list[str]
    rows: list[Row] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    """Columns of the rows."""
    patterns: list[Statement] = field(default_factory=list)
    """Statements that have to be expanded into rows."""
    expanded: bool = False
    """Whether they are expanded, because none of them depends on other files."""
    statements: list[Statement] = field(default_factory=list)
    """All statements that clingo parsed."""
    rules: list[Rule] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    defined: frozenset[tuple[str, int]] | None = None
    """The result of :meth:`defines` if the statements are not available."""

    def defines(self) -> frozenset[tuple[str, int]]:
        """Return the predicates that the statements define, with their arities."""
        if self.defined is not None:
            return self.defined
        return frozenset(pair for statement in self.statements for pair in _defined(statement.ast))

    def problem(self, code: str, message: str, line: int, column: int = 1, hint: str = "") -> None:
        """Record a problem."""
        self.problems.append(
            Diagnostic(code, message, Location(self.source.name, line, column), hint)
        )

    def place(self, node: AST) -> tuple[int, int]:
        """Return line and column of a node (clingo counts bytes)."""
        begin = node.location.begin
        raw = (self.line(begin.line) or "").encode()[: begin.column - 1]
        return begin.line, len(raw.decode(errors="ignore")) + 1

    def line(self, number: int | None) -> str | None:
        """Return a line of the file, if it exists."""
        if number is None or not 1 <= number <= len(self.lines):
            return None
        return self.lines[number - 1].rstrip("\r")


def _defined(node: AST) -> Iterator[tuple[str, int]]:
    """Return the predicates that a statement defines."""
    from clingo.ast import ASTType

    if node.ast_type == ASTType.Defined:
        yield node.name, node.arity
    elif node.ast_type == ASTType.Rule:
        for name, args, _ in atoms(node.head):
            yield name, len(args)
