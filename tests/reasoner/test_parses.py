"""Graphs that are kept between runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from coindex.reasoner.item import Item
from coindex.reasoner.running import parses
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.running.parses import Parses, parsed
from kparse.graph import SemanticGraph
from kparse.notation.penman import encode

pytestmark = pytest.mark.model

TEXTS = (
    "Vera paid Otto because he had mended the roof.",
    "The lorry hit the wall because it was going too fast.",
)


def item(text: str) -> Item:
    return Item("", text, text.index(" because ") + 9, text.index(" because ") + 11, ())


class Counting:
    """A reasoner that notes what it parses."""

    model = None

    def __init__(self, reasoner: Reasoner) -> None:
        self.reasoner = reasoner
        self.texts: list[str] = []

    def graphs_of(self, items: Sequence[Item]) -> Any:
        self.texts += [one.text for one in items]
        return self.reasoner.graphs_of(items)


@pytest.fixture
def counting(parser_loaded_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Counting:
    reasoner = Reasoner()
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    return Counting(reasoner)


def graphs(counting: Any, texts: Sequence[str]) -> list[str]:
    found = [graph for _, graph in parsed(counting, map(item, texts))]
    assert all(isinstance(graph, SemanticGraph) for graph in found)
    return [encode(graph) for graph in found if isinstance(graph, SemanticGraph)]


def test_a_text_is_parsed_once(counting: Counting) -> None:
    first = graphs(counting, TEXTS[:1])
    both = graphs(counting, TEXTS)
    assert counting.texts == list(TEXTS)
    assert both[0] == first[0]
    assert graphs(counting, TEXTS) == both


def test_a_damaged_file_is_made_anew(counting: Counting, tmp_path: Path) -> None:
    both = graphs(counting, TEXTS)
    (tmp_path / "cache" / "graphs.sqlite").write_bytes(b"nothing of use" * 1000)
    assert graphs(counting, TEXTS) == both
    assert graphs(counting, TEXTS) == both
    assert counting.texts.count(TEXTS[0]) == 2


def test_the_oldest_go(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parses, "MOST", 1)
    graphs(counting, TEXTS)
    kept = Parses().find([item(text) for text in TEXTS])
    assert [graph is not None for graph in kept] == [False, True]


def test_another_model_has_graphs_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    assert parses.made_by(str(tmp_path / "model")) != parses.made_by(None)
    assert parses.made_by("no_directory") is None
    assert Parses("no_directory").find([item(TEXTS[0])]) == [None]
