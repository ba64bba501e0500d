"""The encodings are layers: none reads what a later one writes, and no large circle of predicates is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import networkx as nx
from clingo import ast

from tests.encodings.programs import ENCODINGS, layers

KNOWLEDGE = ENCODINGS.parent / "knowledge"
LARGEST = 5
"""How many predicates the largest circle has: the kinds of nouns, of which candidates choose one."""

SEVERAL_FILES = {
    "link/3": {"readings", "choice"},
    "prefer/3": {"choice", "preference"},
}
"""Predicates that more than one encoding writes: ``encodings/README.md`` says why."""
READ_EARLIER = {"link/3", "hint/3"}
"""Predicates that a file reads before the last file that writes them."""
GRAPH = {"node/2", "concept/2", "arg/3", "feat/3", "link/3", "alt/3", "order/2", "key/2"}
HEADS = {"expl/3", "cons/3", "goal/3", "accept/3", "favour/4", "clash/3"}
"""What axioms derive for the encodings, besides what ends in ``_by_axiom``."""


class _Names(ast.Transformer):
    """Collects the predicates of what it visits."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:
        term = node.symbol
        while term.ast_type != ast.ASTType.Function:
            term = term.arguments[0] if term.ast_type == ast.ASTType.Pool else term.argument
        self.found.add(f"{term.name}/{len(term.arguments)}")
        return node


def _names(parts: list[ast.AST]) -> frozenset[str]:
    names = _Names()
    for part in parts:
        names.visit(part)
    return frozenset(names.found)


@dataclass(frozen=True)
class Rule:
    """A rule: the predicates of its head and those of its body, and its file."""

    file: Path
    heads: frozenset[str]
    reads: frozenset[str]


def _rules_of(file: Path) -> Iterator[Rule]:
    statements: list[ast.AST] = []
    ast.parse_string(file.read_text("utf-8"), statements.append)
    for one in statements:
        if one.ast_type == ast.ASTType.Minimize:
            yield Rule(file, frozenset(), _names(list(one.body)))
        elif one.ast_type != ast.ASTType.Rule:
            continue
        elif one.head.ast_type == ast.ASTType.Aggregate:
            elements = one.head.elements
            conditions = [part for element in elements for part in element.condition]
            literals = [element.literal for element in elements]
            yield Rule(file, _names(literals), _names([*conditions, *one.body]))
        else:
            yield Rule(file, _names([one.head]), _names(list(one.body)))


@cache
def encodings() -> tuple[Rule, ...]:
    """Read the rules of the encodings."""
    return tuple(rule for file in sorted(ENCODINGS.glob("*.lp")) for rule in _rules_of(file))


@cache
def knowledge() -> tuple[Rule, ...]:
    """Read the rules of the knowledge that ships."""
    files = sorted(
        file for file in KNOWLEDGE.rglob("*.lp") if ":-" in file.read_text(encoding="utf-8")
    )
    return tuple(rule for file in files for rule in _rules_of(file) if rule.reads)


def _writers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for rule in encodings():
        for name in rule.heads:
            found[name].add(rule.file.stem)
    return found


def test_no_large_circle_of_predicates() -> None:
    graph = nx.DiGraph(
        (name, read)
        for rule in (*encodings(), *knowledge())
        for name in rule.heads
        for read in rule.reads
    )
    circle = max(nx.strongly_connected_components(graph), key=len)
    assert len(circle) <= LARGEST, (
        f"{len(circle)} predicates in a circle: {' '.join(sorted(circle))}"
    )


def test_each_predicate_is_written_by_one_encoding() -> None:
    several = {name: files for name, files in _writers().items() if len(files) > 1}
    assert several == SEVERAL_FILES


def test_no_encoding_reads_what_a_later_one_writes() -> None:
    place = {name: number for number, name in enumerate(layers())}
    writers = _writers()
    wrong = [
        f"{rule.file.name} reads {name}, which {later}.lp writes"
        for rule in encodings()
        for name in sorted(rule.reads - READ_EARLIER)
        for later in sorted(writers.get(name, ()))
        if place[later] > place[rule.file.stem]
    ]
    assert not wrong


def test_knowledge_writes_predicates_of_its_own_only() -> None:
    core = set(_writers()) - HEADS | GRAPH
    wrong = [
        f"{rule.file.name} writes {name}"
        for rule in knowledge()
        for name in sorted(rule.heads & core)
    ]
    assert not wrong, "write NAME_by_axiom instead, and let the encoding read it"


def test_what_axioms_add_is_read_by_the_encodings() -> None:
    added = {name for rule in knowledge() for name in rule.heads if "_by_axiom/" in name}
    read = {name for rule in encodings() for name in rule.reads if "_by_axiom/" in name}
    assert added <= read
