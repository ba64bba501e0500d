"""The semantic graph: spans, and its form for networkx."""

from __future__ import annotations

import doctest
from pathlib import Path

import networkx as nx

from kparse.graph import SemanticGraph
from kparse.notation.penman import decode

SAMPLE = """
# ::id one
# ::snt Ann went off to bed.
# ::tok Ann went off to bed .
# ::spans 0-3 4-8 9-12 13-15 16-19 19-20
(d1 / text
   :snt1 (e1 / go_off~1,2 :tense past
      :subj (x1 / Ann~0 :proper +)
      :obl.to?1! (x2 / bed~4)
      :link.because (s1 / tired :subj x1 :obl.to?1 x2)))
"""


def test_span_of_a_node() -> None:
    graph = decode(SAMPLE)
    assert graph.span_of("e1") == (4, 12)
    assert graph.span_of("s1") is None
    graph.nodes["x1"].tokens = (9,)
    assert graph.span_of("x1") is None


def test_networkx_has_all_of_the_graph() -> None:
    graph = decode(SAMPLE)
    found = graph.to_networkx()
    assert isinstance(found, nx.MultiDiGraph)
    assert found.graph == {**graph.metadata, "root": "d1"}
    assert list(found.nodes) == list(graph.nodes)
    assert found.nodes["e1"] == {
        "concept": "go_off",
        "kind": "event",
        "features": {"tense": "past"},
        "span": (4, 12),
    }
    assert list(found.edges(data=True)) == [
        ("d1", "e1", {"role": "snt1", "relation": "snt1"}),
        ("e1", "x1", {"role": "subj", "relation": "subj"}),
        (
            "e1",
            "x2",
            {
                "role": "obl.to",
                "relation": "obl",
                "preposition": "to",
                "choice": 1,
                "default": True,
            },
        ),
        ("e1", "s1", {"role": "link.because", "relation": "link", "connective": "because"}),
        ("s1", "x1", {"role": "subj", "relation": "subj"}),
        (
            "s1",
            "x2",
            {
                "role": "obl.to",
                "relation": "obl",
                "preposition": "to",
                "choice": 1,
                "default": False,
            },
        ),
    ]


def test_networkx_keeps_parallel_edges_and_is_a_copy() -> None:
    graph = SemanticGraph()
    node = graph.add_node("d1", "text", attrs={"a": "b"})
    for role in ("snt1", "snt2"):
        graph.add_edge("d1", role, "d1")
    found = graph.to_networkx()
    assert found.number_of_edges("d1", "d1") == 2
    found.nodes["d1"]["features"]["a"] = "c"
    assert node.attrs == {"a": "b"}


def test_the_example_in_the_documentation() -> None:
    page = Path(__file__).parents[2] / "docs" / "graph.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert result.attempted
    assert not result.failed
