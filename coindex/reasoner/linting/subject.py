"""The linter's input: rows and statements of knowledge files, and their declarations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from coindex.files.cache import Place, digest, keep, recall
from coindex.reasoner.asp.signatures import leads_nowhere
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english.scene_names import is_scene
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, named_in, sides_of
from coindex.reasoner.knowledge.near_names import meanings_of_rows
from coindex.reasoner.knowledge.profiles import PREDICATE
from coindex.reasoner.knowledge.scripts import Scene, scenes_of
from coindex.reasoner.store.reading_files import (
    FileContent,
    Row,
    Source,
    Statement,
    argument_types,
    leads,
    lexicon_types,
    read_file,
    sources,
)
from kparse.caches import cache
from kparse.errors import Diagnostic
from kparse.notation import vocabulary
from kparse.programs import atoms, variables

if TYPE_CHECKING:
    from clingo.ast import AST

Finding: TypeAlias = tuple[str, int, int, str, str]
"""What a check finds: file, line, column, detail, hint."""
Trigger: TypeAlias = tuple[str, str, str]
"""Predicate, situation and participant of a default rule."""
_NO_WORD = '""'
DECLARED = ("class", "property", "entity_kind", "dimension", "scale", "role")
"""The types whose constants are declared."""


@cache
def declared_by() -> Mapping[str, str]:
    """Return the predicates that declare constants, with the types of the constants."""
    return {p.name: p.declares for p in vocabulary.entries() if p.declares}


@dataclass
class Subject:
    """The files to check, and other files that are read only for their declarations."""

    checked: Sequence[FileContent]
    context: Sequence[FileContent] = ()
    encodings: frozenset[tuple[str, int]] = frozenset()
    found: list[Diagnostic] = field(default_factory=list)
    _variables: dict[int, list[AST]] = field(default_factory=dict, repr=False)
    _scenes: dict[str, tuple[Scene, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def everything(self) -> tuple[FileContent, ...]:
        """All files."""
        return (*self.context, *self.checked)

    @cached_property
    def declared(self) -> dict[str, frozenset[str]]:
        """Constants by type."""
        names: dict[str, set[str]] = {name: set() for name in DECLARED}
        declaring = declared_by()
        for row in self.rows():
            if row.predicate in declaring:
                names[declaring[row.predicate]].add(row.key)
            elif row.predicate == "frame" and row.key[0] != '"':
                args = arguments(row.fact)
                if len(args) == 3:
                    names["role"].add(args[2])
        names["scale"] |= names["dimension"]
        names["role"].update(vocabulary.types()["role"].values)
        return {name: frozenset(found) for name, found in names.items()}

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Lemmas that have rows."""
        keys = {row.key for row in self.rows() if row.predicate != PREDICATE}
        return frozenset(key[1:-1] for key in keys if key.startswith('"'))

    @cached_property
    def meanings(self) -> Mapping[str, list[str]]:
        """Classes, properties and kinds of each word, in the order of rows."""
        return meanings_of_rows(self.rows())

    @cached_property
    def signatures(self) -> frozenset[tuple[str, int]]:
        """Predicates that rules may use, with their arities."""
        own = {signature for content in self.everything for signature in content.defines()}
        return frozenset({*vocabulary.predicates(), *self.encodings, *own})

    @cached_property
    def reachable(self) -> frozenset[str]:
        """Constants that can be reached from some word."""
        onward: dict[str, set[str]] = defaultdict(set)
        words: set[str] = set()
        of_words: set[tuple[str, str]] = set()  # rows of words, each without its word
        ends = {row.predicate for row in self.rows()}
        ends = {name for name in ends if name != "opposite" and leads_nowhere(name)}
        for content in self.everything:
            for row in content.rows:
                fact, key, predicate = row.fact, row.key, row.predicate
                if "," not in fact:
                    continue
                if key[0] == '"':
                    words.add(key)
                    if predicate in ends:
                        continue
                    if predicate != "opposite":
                        of_words.add((predicate, fact[len(predicate) + 1 + len(key) :]))
                        continue
                elif predicate in ends:
                    continue
                args = arguments(fact)
                onward[key].update(leads(predicate, args, key))
                if len(args) == 2 and predicate == "opposite":
                    onward[args[1]].add(args[0])
        helpers = [r for c in self.everything for r in c.rules if r.kind == "helper"]
        todo = [
            *words,
            *(
                key
                for name, rest in of_words
                for key in leads(name, arguments(f"{name}({_NO_WORD}{rest}"), _NO_WORD)
            ),
            *vocabulary.composed(),
            *(name for rule in helpers for name in rule.introduces),
        ]
        reached: set[str] = set()
        while todo:
            key = todo.pop()
            if key not in reached:
                reached.add(key)
                todo.extend(onward[key])
                if key.startswith("dim("):
                    todo.append(key[4:].partition(",")[0])
        return frozenset(reached)

    @cached_property
    def profiles(self) -> tuple[tuple[str, str, Row], ...]:
        """The frame and the role of each profile, with its row."""
        found: list[tuple[str, str, Row]] = []
        for content in self.everything:
            for row in content.rows if content.source.role == "profiles" else ():
                head, preposition, role, *_ = arguments(row.fact)
                found.append((f"{head[1:-1]} {preposition[1:-1]}".rstrip(), role, row))
        return tuple(found)

    @cached_property
    def folders(self) -> dict[str, Path]:
        """The folder of each file, by the file's name."""
        return {one.source.name: one.source.path.parent for one in self.everything}

    @cached_property
    def participants(self) -> dict[str, set[str]]:
        """The roles of which each frame has a profile."""
        found: dict[str, set[str]] = defaultdict(set)
        for frame, role, _ in self.profiles:
            found[frame].add(role)
        return found

    @cached_property
    def conclusions(self) -> Mapping[Trigger, Mapping[str, tuple[int, Row]]]:
        """What follows from each trigger of a default rule, with the highest weight and the row that gives it."""
        found: dict[Trigger, dict[str, tuple[int, Row]]] = defaultdict(dict)
        for row in self.rows():
            if row.predicate not in DEFAULT_PREDICATES or is_scene(row.key):
                continue
            args = arguments(row.fact)
            if len(args) == 4 and args[3].isdigit():
                sides = sides_of(row.fact)
                here = found[sides.predicate, sides.happening, sides.part]
                if sides.asserted not in here or here[sides.asserted][0] < sides.weight:
                    here[sides.asserted] = sides.weight, row
        return found

    @cached_property
    def own_atoms(self) -> tuple[tuple[FileContent, str, Sequence[AST], int, int], ...]:
        """Atoms in the checked files' statements: file, name, arguments, line, column."""
        return tuple(
            (content, name, args, *content.place(node))
            for content, statement in self.own_statements()
            for name, args, node in atoms(statement.ast)
        )

    @cached_property
    def own_signatures(self) -> tuple[tuple[Row, int, int], ...]:
        """Rows of the checked files with their columns and arities."""
        return tuple((row, column, len(arguments(row.fact))) for row, column in self.own_rows())

    @cached_property
    def typed(self) -> tuple[tuple[str, int, int, str, str, str], ...]:
        """Ground arguments of known type: file, line, column, type, text, predicate."""
        found: list[tuple[str, int, int, str, str, str]] = []
        for row, column in self.own_rows():
            args = arguments(row.fact)
            types = lexicon_types(row.predicate, len(args))
            pairs = list(zip(types, args, strict=False))
            if row.predicate in DEFAULT_PREDICATES and len(args) == 4 and args[3].isdigit():
                sides = sides_of(row.fact)
                if not is_scene(sides.happening):
                    pairs += named_in(sides, self.declared["property"])
            for kind, text in pairs:
                found.append((row.file, row.line, column, kind, text, row.predicate))
        for content, name, terms, line, column in self.own_atoms:
            for kind, text in _typed_terms(name, terms):
                found.append((content.source.name, line, column, kind, text, name))
        return tuple(found)

    def rows(self, predicate: str | None = None) -> Iterator[Row]:
        """Yield all rows, or those of one predicate."""
        for content in self.everything:
            for row in content.rows:
                if predicate is None or row.predicate == predicate:
                    yield row

    def own_rows(self) -> Iterator[tuple[Row, int]]:
        """Yield the rows of the checked files with their columns."""
        for content in self.checked:
            yield from zip(content.rows, content.columns, strict=True)

    def scenes(self, content: FileContent) -> tuple[Scene, ...]:
        """List a file's scenes; what is malformed was found while reading."""
        name = content.source.name
        if name not in self._scenes:
            self._scenes[name] = tuple(scenes_of(FileContent(content.source, content.lines)))
        return self._scenes[name]

    def variables(self, statement: Statement) -> list[AST]:
        """List a statement's variables in written order."""
        found = self._variables.get(id(statement))
        if found is None:
            found = self._variables[id(statement)] = variables(statement.ast)
        return found

    def own_statements(self) -> Iterator[tuple[FileContent, Statement]]:
        """Yield the checked files' statements that are neither plain facts nor row patterns."""
        for content in self.checked:
            patterns = set(map(id, content.patterns))
            for statement in content.statements:
                if id(statement) not in patterns:
                    yield content, statement


def _typed_terms(name: str, terms: Sequence[AST]) -> Iterator[tuple[str, str]]:
    from clingo.ast import ASTType

    for kind, term in zip(argument_types(name, len(terms)), terms, strict=False):
        for part in _unmarked(term):
            if part.ast_type == ASTType.SymbolicTerm or not variables(part):
                yield kind, str(part)


def _unmarked(term: AST) -> Iterator[AST]:
    """Yield a term without its negation mark."""
    from clingo.ast import ASTType

    if term.ast_type == ASTType.Function and term.name == "neg" and len(term.arguments) == 1:
        yield from _unmarked(term.arguments[0])
    else:
        yield term


def encoding_signatures(directory: Path, cache: Place | None = None) -> frozenset[tuple[str, int]]:
    """Return the predicates that the encodings read or derive; they are cached until a file changes."""
    if not directory.is_dir():
        return frozenset()
    files = [Source(s.path, s.name, "axioms") for s in sources([directory])]
    data = [source.path.read_bytes() for source in files]
    key = digest((cache.made_by if cache is not None else "", *data))
    path = (
        cache.directory / f"encodings-{digest([str(directory.resolve())]).hex()[:24]}"
        if cache
        else None
    )
    found = recall(path, key) if path is not None else None
    if found is None:
        contents = map(read_file, files, data)
        found = tuple(sorted({pair for content in contents for pair in content.defines()}))
        if path is not None:
            keep(path, key, found)
    return frozenset(found)
