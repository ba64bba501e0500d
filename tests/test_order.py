"""Data flows one way: nothing imports what stands on its right, and folders form no circle."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = (
    "kparse",
    "coindex.files",
    "coindex.reasoner",
    "coindex.asking",
    "coindex.mining",
    "coindex.harness",
    "coindex.winoflexi",
    "coindex.commands",
)
"""Packages from left to right. ``training`` is on the right of them all; ``coindex.version`` imports nothing."""
TOPS = ("kparse", "coindex", "training")


def place(module: str) -> int | None:
    """Where a module stands; ``None`` if it has no place in the order."""
    for number, package in enumerate(ORDER):
        if module == package or module.startswith(f"{package}."):
            return number
    return len(ORDER) if module.split(".")[0] == "training" else None


def imported(source: str, module: str, *, package: bool = False) -> Iterator[str]:
    """Names that a module imports, at its top or within: ``from a import b`` gives ``a.b``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: len(module.split(".")) + package - node.level]
            start = ".".join([*(base if node.level else ()), *filter(None, [node.module])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def modules() -> dict[str, Path]:
    """All modules of the product by name; packages without their ``__init__``."""
    files = (file for top in TOPS for file in sorted((ROOT / top).rglob("*.py")))
    return {_name(file): file for file in files}


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def folder_edges() -> dict[str, dict[str, set[str]]]:
    """Which folder imports which, and the modules that make it so.

    A package's ``__init__`` is its public face: it stands on the right of what it contains, and does not count.
    """
    known = modules()
    edges: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for module, file in known.items():
        if file.name == "__init__.py":
            continue
        for name in imported(file.read_text("utf-8"), module):
            other = name if name in known else name.rpartition(".")[0]
            if other not in known or known[other].name == "__init__.py":
                continue
            mine, theirs = module.rpartition(".")[0], other.rpartition(".")[0]
            if mine != theirs:
                edges[mine][theirs].add(f"{module} imports {other}")
    return edges


def circle(edges: Mapping[str, Iterable[str]]) -> list[str]:
    """Folders that import each other in a circle; none if there is no circle."""
    try:
        TopologicalSorter({node: set(others) for node, others in edges.items()}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_nothing_imports_what_stands_on_its_right() -> None:
    wrong = []
    for module, file in modules().items():
        mine = place(module)
        for name in imported(file.read_text("utf-8"), module, package=file.name == "__init__.py"):
            theirs = place(name)
            if mine is not None and theirs is not None and theirs > mine:
                wrong.append(f"{module} imports {name}")
    assert wrong == []


def test_folders_form_no_circle() -> None:
    edges = folder_edges()
    found = circle(edges)
    assert found == [], [
        sorted(edges[a].get(b, ())) for a, b in zip(found[1:], found[:-1], strict=True)
    ]


def test_no_private_name_is_imported_across_packages() -> None:
    wrong = []
    for module, file in modules().items():
        for name in imported(file.read_text("utf-8"), module, package=file.name == "__init__.py"):
            parts = name.split(".")
            private = any(p.startswith("_") and not p.startswith("__") for p in parts)
            if parts[0] in TOPS and private and parts[:-2] != module.split(".")[:-1]:
                wrong.append(f"{module} imports {name}")
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        ("import a.b", "c.x", ["a.b"]),
        ("def f():\n    from a import b", "c.x", ["a.b"]),
        ("from . import b", "a.x", ["a.b"]),
        ("from ..b.c import d", "a.x", ["b.c.d"]),
        ("from .x import y", "a", ["a.x.y"]),
    ],
)
def test_imports_are_found(source: str, module: str, expected: list[str]) -> None:
    assert list(imported(source, module, package=module == "a")) == expected


def test_circles_are_found() -> None:
    assert circle({"a": ["b"], "b": ["c"]}) == []
    assert set(circle({"a": ["b"], "b": ["c"], "c": ["a"]})) == {"a", "b", "c"}
