"""Pictures are complete and well formed, nothing overlaps, and they are always the same."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from kparse.graph import SemanticGraph
from kparse.notation import draw
from kparse.notation.penman import decode
from tests.kparse.test_notation import graphs

SVG = "{http://www.w3.org/2000/svg}"
SAMPLE = """
# ::snt Ann lost the book <that> Bob & she had borrowed, so she bought one in the city.
(d1 / text
   :snt1 (e1 / lose :form fin :tense past :polarity -
      :subj (x1 / Ann :proper +)
      :obj (x2 / "\\"book\\" <1>" :num sg
         :rel (e2 / borrow :tense past :obj x2
            :subj (g1 / and :op (x3 / Bob) :op (p1 / she :person 3))))
      :link.so?1! (e3 / buy :subj p1 :obj (p2 / one)
         :obl.in (x4 / city :appos x4))
      :link.so?1 e1))
"""


def rectangles(svg: str) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of all nodes."""
    found = []
    for rect in ElementTree.fromstring(svg).iter(f"{SVG}rect"):
        x, y, w, h = (float(rect.attrib[k]) for k in ("x", "y", "width", "height"))
        found.append((x, y, x + w, y + h))
    return found


def test_json() -> None:
    data = json.loads(json.dumps(draw.to_json(decode(SAMPLE))))
    assert data["root"] == "d1"
    assert data["nodes"][1] == {
        "id": "e1",
        "concept": "lose",
        "kind": "event",
        "attrs": {"form": "fin", "tense": "past", "polarity": "-"},
        "tokens": [],
        "text": "lose",
    }
    assert data["edges"][0] == {"source": "d1", "role": "snt1", "target": "e1", "choice": None}
    choices = [edge["choice"] for edge in data["edges"] if edge["choice"]]
    assert choices == [{"group": 1, "default": True}, {"group": 1, "default": False}]


def test_dot() -> None:
    text = draw.to_dot(decode(SAMPLE))
    assert '"x2" [label="\\"book\\" <1>\\nsg"' in text
    assert '"e1" -> "e3" [label="link.so ?1!"' in text
    assert text.count("->") == 14
    assert text.count("style=dashed") == text.count("style=dotted") == 1


def test_svg_shows_all() -> None:
    graph = decode(SAMPLE)
    tree = ElementTree.fromstring(draw.to_svg(graph))
    texts = [element.text for element in tree.iter(f"{SVG}text")]
    assert {node.concept for node in graph.nodes.values()} - set(texts) == {"text"}
    assert sum(text in {draw._label(edge) for edge in graph.edges} for text in texts) == 14
    assert "Ann lost the book <that> Bob & she had borrowed, so she bought" in texts
    assert len(list(tree.iter(f"{SVG}polygon"))) == len(graph.edges)
    boxes = rectangles(draw.to_svg(graph))
    labels = {draw._label(edge) for edge in graph.edges if edge.source != edge.target}
    for element in tree.iter(f"{SVG}text"):
        if element.text in labels:
            x, y = float(element.attrib["x"]), float(element.attrib["y"])
            assert not any(a <= x <= b and c <= y <= d for a, c, b, d in boxes), element.text


@given(graphs())
@settings(max_examples=40, deadline=None)
def test_svg_is_sound_for_any_graph(graph: SemanticGraph) -> None:
    svg = draw.to_svg(graph)
    svg.encode()
    tree = ElementTree.fromstring(svg)
    width, height = float(tree.attrib["width"]), float(tree.attrib["height"])
    boxes = rectangles(svg)
    assert len(boxes) == len(graph.nodes)
    for i, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        for left2, top2, right2, bottom2 in boxes[:i]:
            assert right < left2 or right2 < left or bottom < top2 or bottom2 < top
    assert draw.to_svg(graph) == svg
    json.dumps(draw.to_json(graph))
    draw.to_dot(graph).encode()


def test_svg_needs_nothing_from_outside() -> None:
    svg = draw.to_svg(decode(SAMPLE))
    assert re.findall(r"https?://[^\"]*", svg) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"href|<script|<style|url\(", svg)


def test_events_are_above_what_they_govern() -> None:
    graph = decode("(d1 / text :snt1 (e1 / see :obj (x1 / dog :mod (m1 / old))))")
    tops = [top for _, top, _, _ in rectangles(draw.to_svg(graph))]
    assert tops == sorted(tops)


def test_empty_graph() -> None:
    with pytest.raises(ValueError, match="without nodes"):
        draw.to_svg(SemanticGraph())
    assert draw.to_dot(SemanticGraph()).startswith("digraph")
    assert draw.to_json(SemanticGraph())["nodes"] == []
