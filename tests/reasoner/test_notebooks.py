"""Notebooks show an answer as a card."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace

import pytest

from coindex import Reasoner
from coindex.reasoner.answer import Answer


@pytest.mark.model
def test_a_notebook_shows_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: dict[type, object] = {}
    formatters = {"text/html": SimpleNamespace(for_type=shown.__setitem__)}
    notebook = ModuleType("IPython")
    shell = SimpleNamespace(display_formatter=SimpleNamespace(formatters=formatters))
    notebook.get_ipython = lambda: shell  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    reasoner = Reasoner()
    write = shown[Answer]
    assert callable(write)
    page = write(
        reasoner.solve("Ann thanked Bea because [she] had helped.", candidates=["Ann", "Bea"])
    )
    assert page.startswith("<")
    assert "Bea" in page
