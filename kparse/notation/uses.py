"""Which program writes and reads which predicate: the programs as they are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kparse.notation import vocabulary
from kparse.programs import atoms

if TYPE_CHECKING:
    from clingo.ast import AST

ROOT = Path(__file__).resolve().parents[2]
"""The directory that contains ``encodings`` and ``knowledge``."""

ROWS, AXIOMS = "knowledge/rows", "knowledge/axioms"
"""The directories of rows and of rules."""
NAMES = "knowledge/learned/names.lp"
"""Rows that a program writes and that have a predicate of their own; the vocabulary counts them among the rows."""

Signature = tuple[str, int]


@dataclass(slots=True)
class Use:
    """Which parts write and read a predicate (a directory of knowledge is one part), and in which files."""

    written: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    shown: set[str] = field(default_factory=set)
    """The files with a directive that shows it."""
    homes: set[str] = field(default_factory=set)
    """The files of axioms that write it."""


@dataclass(slots=True)
class Programs:
    """What was found in the programs: uses of predicates, and heads with their arguments."""

    uses: defaultdict[Signature, Use] = field(default_factory=lambda: defaultdict(Use))
    heads: set[tuple[Signature, tuple[str, ...]]] = field(default_factory=set)
    declared: set[str] = field(default_factory=set)
    """The classes, properties and kinds that rows declare."""

    def shared(self) -> Iterator[Signature]:
        """Yield the predicates that more than one encoding or file of axioms uses."""
        for signature, use in sorted(self.uses.items()):
            if len([file for file in use.files if not file.startswith(ROWS)]) > 1:
                yield signature


# --------------------------------------------------------------------------------------- reading


def _head(head: AST) -> tuple[list[Any], list[Any]]:
    """Split a rule's head into what it writes and what it reads."""
    from clingo.ast import ASTType

    if head.ast_type in (ASTType.Aggregate, ASTType.Disjunction):
        return [e.literal for e in head.elements], [e.condition for e in head.elements]
    return [head], []


def _read_statement(found: Programs, statement: AST, part: str, file: str) -> None:
    from clingo.ast import ASTType

    writes: list[Any] = []
    reads: list[Any] = []
    if statement.ast_type == ASTType.Rule:
        writes, reads = _head(statement.head)
        reads.append(statement.body)
    elif statement.ast_type == ASTType.Minimize:
        reads.append(statement.body)
    elif statement.ast_type == ASTType.ShowSignature:
        use = found.uses[statement.name, statement.arity]
        use.read.add(part)
        use.shown.add(part)
        use.files.add(file)
    for items, place in ((writes, "written"), (reads, "read")):
        for item in items:
            for name, arguments, _ in atoms(item):
                signature = name, len(arguments)
                use = found.uses[signature]
                getattr(use, place).add(part)
                use.files.add(file)
                if place == "written" and part == AXIOMS:
                    use.homes.add(Path(file).name)
                if place == "written":
                    found.heads.add((signature, tuple(map(str, arguments))))


def read_programs(root: Path = ROOT) -> Programs:
    """Read all encodings, axioms and rows."""
    from clingo.ast import parse_string

    found = Programs()
    for directory in ("encodings", AXIOMS):
        for path in sorted((root / directory).glob("**/*.lp")):
            file = path.relative_to(root).as_posix()
            part = file if directory == "encodings" else AXIOMS
            statements: list[AST] = []
            parse_string(path.read_text("utf-8"), statements.append)
            for statement in statements:
                _read_statement(found, statement, part, file)
    _read_rows(found, root)
    return found


def _read_rows(found: Programs, root: Path) -> None:
    """Add the predicates of rows and the constants that rows declare."""
    from clingo.ast import parse_files

    declaring = {p.name for p in vocabulary.entries() if p.declares}
    rows = Programs()
    seen: set[str] = set()

    def listen(statement: AST) -> None:
        name = re.match(r"\w+", str(statement))
        if name and (name[0] not in seen or name[0] in declaring):
            seen.add(name[0])
            _read_statement(rows, statement, ROWS, ROWS)

    files = [*(root / ROWS).glob("**/*.lp"), *root.glob(NAMES)]
    parse_files(sorted(map(str, files)), listen)
    for signature, use in rows.uses.items():
        if use.written:
            found.uses[signature].written.add(ROWS)
            found.uses[signature].files.add(ROWS)
    for (name, arity), arguments in rows.heads:
        if name in declaring and arity == 1:
            found.declared.add(arguments[0])
