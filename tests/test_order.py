"""Data flows one way: what stands on the left imports nothing of what stands on the right."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = (
    ("kparse",),
    ("reasoner",),
    ("harness.decoding", "harness.textfile", "harness.xmlfile", "harness.copa.corpora"),
    ("mining",),
    ("harness",),
    ("winoflexi",),
    ("commands",),
    ("cli",),
)
"""Packages from left to right; of two names that fit a module the longer one counts."""
_PLACES = {name: place for place, names in enumerate(ORDER) for name in names}


def place(module: str) -> int | None:
    """Where a module stands; ``None`` if it is none of ours."""
    parts = module.split(".")
    for end in range(len(parts), 0, -1):
        found = _PLACES.get(".".join(parts[:end]))
        if found is not None:
            return found
    return None


def imported(source: str, module: str, *, package: bool = False) -> Iterator[str]:
    """Modules that a module imports, at its top or within."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: len(module.split(".")) + package - node.level]
            start = ".".join([*(base if node.level else ()), *filter(None, [node.module])])
            # ``from harness import textfile`` names a module, too; of other names the longest prefix counts.
            yield from (f"{start}.{alias.name}" for alias in node.names)


def modules() -> list[tuple[str, Path]]:
    tops = {name.split(".")[0] for name in _PLACES}
    files = [f for top in sorted(tops) for f in sorted((ROOT / top).rglob("*.py"))]
    return [(_name(f), f) for f in (*files, ROOT / "cli.py")]


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def test_nothing_imports_what_stands_on_its_right() -> None:
    wrong = []
    for module, file in modules():
        mine = place(module)
        assert mine is not None
        for other in imported(file.read_text("utf-8"), module, package=file.name == "__init__.py"):
            theirs = place(other)
            if theirs is not None and theirs > mine:
                wrong.append(f"{module} imports {other}")
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        ("import mining.run", "harness.x", ["mining.run"]),
        ("def f():\n    from harness import textfile", "mining.x", ["harness.textfile"]),
        ("from . import run", "mining.x", ["mining.run"]),
        ("from ..harness.scores import table", "mining.x", ["harness.scores.table"]),
        ("from .x import y", "mining", ["mining.x.y"]),
    ],
)
def test_imports_are_found(source: str, module: str, expected: list[str]) -> None:
    assert list(imported(source, module, package=module == "mining")) == expected


def test_the_longer_name_counts() -> None:
    assert place("harness.textfile") == place("harness.textfile.write_text") == 2
    assert place("harness.scores") == place("harness") == 4
    assert place("numpy.typing") is None
