"""The site of the documentation (`mkdocs.yml`): how its pages are made. `.ci/run` builds it."""

from __future__ import annotations

import doctest
import re
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from tests.conftest import ROOT


def part(name: str) -> ModuleType:
    spec = spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    pytest.importorskip("mkdocs", reason="needs the extra `docs`")
    return part("site_pages")


def test_pages_are_changed_as_their_examples_say(pages: ModuleType) -> None:
    assert doctest.testmod(pages)[0] == 0


def test_docstrings_are_changed_as_their_examples_say() -> None:
    pytest.importorskip("griffe", reason="needs the extra `docs`")
    assert doctest.testmod(part("site_docstrings"))[0] == 0


@pytest.mark.parametrize(
    ("element", "fetched"),
    [
        ('<script src="https://example.org/a.js">', 1),
        ('<link rel="stylesheet" href="//example.org/a.css">', 1),
        ('<img src="pictures/a.png">', 0),
        ('<link rel="canonical" href="https://example.org/">', 0),
        ('<a href="https://example.org/">', 0),
    ],
)
def test_what_is_fetched_from_another_host_is_found(
    pages: ModuleType, element: str, fetched: int
) -> None:
    assert len(pages.fetched(element)) == fetched


def test_the_navigation_has_every_page() -> None:
    listed = re.findall(r"^ +- .*: ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.M)
    there = {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")}
    assert len(listed) == len(set(listed))
    assert there <= set(listed)
    assert all((ROOT / "docs" / p).exists() or (ROOT / p).exists() for p in listed)
