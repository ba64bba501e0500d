"""Reading knowledge files: rows and axioms, with file and line.

A *row* is a ground fact over the predicates of rows (listed in ``kparse/notation/vocabulary.toml``); a *rule* is
any other statement, annotated in the comment lines right above it. ``knowledge/CONVENTIONS.md`` says how to write
both. ``clingo.ast`` reads the files, except lines of plain facts, which are read without clingo, with the same result.

>>> knowledge = load(["knowledge"])  # doctest: +SKIP
>>> knowledge.rows[0]  # doctest: +SKIP
Row(fact='adj("able",able)', predicate='adj', key='"able"', file='knowledge/rows/a.lp', line=9)
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coindex.files.cache import Place, digest, keep, recall
from coindex.reasoner.asp.records import (
    FileContent,
    Note,
    Role,
    Row,
    Rule,
    Source,
    Statement,
)
from coindex.reasoner.asp.rows import take_rows
from coindex.reasoner.asp.signatures import argument_types, leads, lexicon_types
from coindex.reasoner.asp.syntax import comments_of, notes_above, parse
from coindex.reasoner.knowledge.expansion import check_safety, expand
from coindex.reasoner.knowledge.profiles import take_profiles
from coindex.reasoner.knowledge.rules import is_row, rule_of
from coindex.reasoner.knowledge.scripts import take_scripts
from coindex.reasoner.knowledge.sentences import take_sentences
from coindex.reasoner.store.folders import sources
from kparse.errors import KnowledgeError
from kparse.programs import atoms, variables

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = [
    "ANNOTATIONS",
    "FileContent",
    "Knowledge",
    "Note",
    "Role",
    "Row",
    "Rule",
    "Source",
    "Statement",
    "argument_types",
    "atoms",
    "expand",
    "first_error",
    "leads",
    "lexicon_types",
    "load",
    "read",
    "read_file",
    "remembering",
    "sources",
    "variables",
]

ANNOTATIONS = ("id", "text", "weight", "source")
"""The keys of an annotation."""

_memory: dict[Source, tuple[bytes, FileContent]] | None = None
_FORBIDDEN_LINE = re.compile(r"\s*#\s*(include|script)\b")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Rows and rules in the order in which they are written."""

    rows: tuple[Row, ...]
    rules: tuple[Rule, ...]


# ----------------------------------------------------------------------------------------- files


def read_file(source: Source, data: bytes | None = None) -> FileContent:
    """Read one file; problems are noted, not raised; patterns of rows are left alone."""
    content = FileContent(source, [])
    try:
        raw = source.path.read_bytes() if data is None else data
        text = raw.decode("utf-8-sig")
    except OSError as error:
        content.problem("E102", f"cannot be read: {error.strerror or error}", 1)
        return content
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        content.problem("E102", "this is not UTF-8 text", line, hint="save the file as UTF-8")
        return content
    content.lines = text.split("\n")
    if source.role == "profiles":
        take_profiles(content)
        return content
    if source.role == "scripts":
        take_scripts(content)
        return content
    if source.role == "sentences":
        take_sentences(content)
        return content
    for number, line_text in enumerate(content.lines, 1):
        if "\0" in line_text:
            content.problem("E102", "there is a NUL character in this line", number)
        elif line_text.lstrip()[:1] == "#" and (match := _FORBIDDEN_LINE.match(line_text)):
            content.problem("E103", f"#{match[1]} has no place in knowledge", number)
            if match[1] == "script":  # what follows is another language
                return content
    bad = {problem.location.line for problem in content.problems}
    if bad:
        content.lines = ["" if n in bad else one for n, one in enumerate(content.lines, 1)]
        text = "\n".join(content.lines)
    blocks = "%*" in text or "#script" in text
    rest = text if blocks else take_rows(content)
    if rest.strip():
        _read_statements(content, parse(content, rest))
    return content


def is_constraint(node: AST) -> bool:
    """Tell whether a statement is a rule without head."""
    from clingo.ast import ASTType

    if node.ast_type != ASTType.Rule or node.head.ast_type != ASTType.Literal:
        return False
    atom = node.head.atom
    return atom.ast_type == ASTType.BooleanConstant and not atom.value


def _read_statements(content: FileContent, nodes: list[AST]) -> None:
    from clingo.ast import ASTType

    def given_twice(note: str, line: int) -> None:
        content.problem("W408", f"@{note} is given twice", line)

    comments = comments_of(nodes, content.lines)
    for node in nodes:
        begin = node.location.begin
        if node.ast_type == ASTType.Comment or (
            node.ast_type == ASTType.Program and node.name == "base" and not node.parameters
        ):
            continue
        column = content.place(node)[1]
        notes = notes_above(comments, begin.line, given_twice)
        statement = Statement(node, begin.line, column, notes)
        if begin.filename != "<string>" or node.ast_type not in (
            ASTType.Rule,
            ASTType.Defined,
            ASTType.External,
            ASTType.Minimize,
        ):
            content.problem(
                "E103", f"`{str(node).split()[0]}` has no place in knowledge", begin.line, column
            )
            continue
        if is_constraint(node):
            content.problem(
                *("E103", "a constraint has no place in knowledge", begin.line, column),
                hint="no question would have an answer where its body holds; write a `clash` that speaks against it",
            )
            continue
        content.statements.append(statement)
        if is_row(content.source.role, statement):
            content.patterns.append(statement)
        else:
            content.rules.append(rule_of(content, statement))


# ------------------------------------------------------------------------------------------ load


def _alone(source: Source, data: bytes | None, cache: Place | None) -> FileContent:
    """Read one file and do all that can be done without the others; from memory or cache if they have it."""
    known = _memory.get(source) if _memory is not None and data is not None else None
    if known is None or known[0] != data:
        content = None
        if data is not None and cache is not None:
            content = _from_cache(source, data, cache)
        if content is None:
            content = _afresh(source, data)
            if data is not None and cache is not None and content.expanded and not content.problems:
                keep(*_cache_key(source, data, cache), _values(content))
        known = data or b"", content
        if _memory is not None and data is not None:
            _memory[source] = known
    content = known[1]
    rows, columns, problems = list(content.rows), list(content.columns), list(content.problems)
    return replace(
        content, rows=rows, columns=columns, problems=problems, rules=list(content.rules)
    )


def _afresh(source: Source, data: bytes | None) -> FileContent:
    content = read_file(source, data)
    if not any(statement.ast.body for statement in content.patterns):
        expand([content])
        content.expanded = True
    check_safety([content])
    return content


def _cache_key(source: Source, data: bytes, cache: Place) -> tuple[Path, bytes]:
    """Give the cache file of a knowledge file (a copy of it elsewhere has the same one), and the key in it."""
    named = digest((source.role, *source.path.parts[-2:]))
    return cache.directory / named.hex()[:24], digest((cache.made_by, source.role, data))


def is_kept(source: Source, data: bytes, cache: Place) -> bool:
    """Tell whether a file, as it is now, has been read and is in the cache."""
    path, key = _cache_key(source, data, cache)
    try:
        with open(path, "rb") as file:
            return file.read(len(key)) == key
    except OSError:
        return False


def _values(content: FileContent) -> tuple[Any, ...]:
    """Give rows and rules of a file as plain values."""
    return (
        tuple((row.fact, row.predicate, row.key, row.line) for row in content.rows),
        tuple(content.columns),
        tuple(
            (
                *(rule.id, rule.program, rule.text, rule.weight, rule.source, rule.line),
                *(rule.guards, rule.kind, rule.introduces),
            )
            for rule in content.rules
        ),
        content.defines(),
    )


def _from_cache(source: Source, data: bytes, cache: Place) -> FileContent | None:
    """Give a file's rows and rules from the cache, without its statements."""
    found = recall(*_cache_key(source, data, cache))
    if found is None:
        return None
    rows, columns, rules, defined = found
    return FileContent(
        source,
        data.decode("utf-8-sig").split("\n"),
        [Row(fact, predicate, key, source.name, line) for fact, predicate, key, line in rows],
        list(columns),
        expanded=True,
        defined=defined,
        rules=[
            Rule(
                *(name, program, text, weight, given, source.name, line, guards, kind),
                introduces=introduces,
            )
            for name, program, text, weight, given, line, guards, kind, introduces in rules
        ],
    )


@contextlib.contextmanager
def remembering() -> Iterator[None]:
    """Keep what is read in memory, so that after an edit only the changed file is read again."""
    global _memory
    before, _memory = _memory, {}
    try:
        yield
    finally:
        _memory = before


def read(
    files: Iterable[Source],
    data: Mapping[Path, bytes] | None = None,
    cache: Place | None = None,
) -> list[FileContent]:
    """Read files; problems, duplicate ids among them, are noted, not raised, and the lines with them left out.

    Args:
        files: what to read.
        data: the content of files that were read already.
        cache: where rows and rules of files without problems are cached; what comes from there has no statements.
    """
    contents = [_alone(source, (data or {}).get(source.path), cache) for source in files]
    expand(contents)
    seen: dict[str, Rule] = {}
    for content in contents:
        for rule in content.rules:
            first = seen.setdefault(rule.id, rule)
            if rule.id and first is not rule:
                where = f"{first.file}:{first.line}"
                content.problem("E403", f"the id `{rule.id}` is taken by {where}", rule.line)
    for content in contents:
        drop_bad_rules(content)
    return contents


_OF_RULES = frozenset({"E301", "E401", "E402", "E403"})
"""Codes of problems that make a rule useless."""


def drop_bad_rules(content: FileContent) -> None:
    """Leave out the rules that cannot be used; what is malformed was left out where it was read."""
    bad = {found.location.line for found in content.problems if found.code in _OF_RULES}
    if bad:
        content.rules = [rule for rule in content.rules if rule.line not in bad]


def skipped_lines(contents: Iterable[FileContent]) -> list[str]:
    """Give a message for each line that was left out because something is wrong in it."""
    return [
        f"{found.location}: left out: {found.message}" + (f" ({found.hint})" if found.hint else "")
        for content in contents
        for found in sorted(content.problems, key=lambda p: (p.location.line or 0, p.code))
        if found.is_error
    ]


def first_error(contents: Iterable[FileContent]) -> KnowledgeError | None:
    """Give the first problem of the files as an error, with its line."""
    for content in contents:
        for problem in sorted(content.problems, key=lambda p: (p.location.line or 0, p.code)):
            if problem.is_error:
                return KnowledgeError(
                    problem.message,
                    location=problem.location,
                    source_line=content.line(problem.location.line),
                    hint=problem.hint,
                )
    return None


def load(paths: Iterable[Path | str]) -> Knowledge:
    """Read knowledge directories and files.

    Raises:
        KnowledgeError: for the first thing that is wrong in them.
    """
    contents = read(sources(paths))
    error = first_error(contents)
    if error is not None:
        raise error
    return Knowledge(
        tuple(row for content in contents for row in content.rows),
        tuple(rule for content in contents for rule in content.rules),
    )
