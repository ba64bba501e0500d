"""Pictures of a graph: JSON for programs, DOT for graphviz, and SVG that needs no other program.

The SVG has layers. Each node is below those that point to it, and each edge has a label of its own between two layers.
A long edge passes through a point on every layer between its ends, so that it crosses no node and no label. Colours are
mid tones and the nodes opaque, so that the picture is readable on light and on dark paper. The same graph always gives
the same picture.
"""

from __future__ import annotations

import textwrap
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from kparse.graph import Edge, Node, SemanticGraph
from kparse.notation.svg import add, document, dot_string, finish, printable, text_width

if TYPE_CHECKING:
    import networkx as nx

COLOURS = {
    "event": ("#dbe8fb", "#3b73c4"),
    "state": ("#d9f0ea", "#2a8c74"),
    "entity": ("#fdeccf", "#c2851b"),
    "pronoun": ("#fbdde4", "#c9446b"),
    "property": ("#ecebd9", "#8c8750"),
    "quantity": ("#e8e1f6", "#7a58b8"),
    "group": ("#fbe3d3", "#c4683b"),
    "text": ("#eceff3", "#76808f"),
}
"""Kind of node -> colours of its inside and its border."""

_EDGE_COLOURS = {"link": "#9a5bc4", "rel": "#b0740f"}
_EDGE_COLOUR = "#6f7a89"
_INK = "#1d2530"

# -------------------------------------------------------------------------------------------- JSON


def to_json(graph: SemanticGraph) -> dict[str, Any]:
    """Return a graph as plain data for ``json.dumps``.

    Keys: ``root``; ``metadata``; ``nodes``, a list of ``id``, ``concept``, ``kind``, ``attrs``, ``tokens`` and ``text``
    (the node's own words); ``edges``, a list of ``source``, ``role``, ``target`` and ``choice`` (null, or ``group`` and
    ``default``).
    """
    return {
        "root": graph.root,
        "metadata": dict(graph.metadata),
        "nodes": [
            {**asdict(node), "text": graph.text_of(node.id)} for node in graph.nodes.values()
        ],
        "edges": [asdict(edge) for edge in graph.edges],
    }


# --------------------------------------------------------------------------------------------- DOT


def to_dot(graph: SemanticGraph) -> str:
    """Return a graph in graphviz' language."""
    lines = [
        "digraph graph_ {",
        '  graph [bgcolor="transparent" rankdir=TB];',
        '  node [shape=box style="rounded,filled" fontname="Helvetica" fontsize=11];',
        '  edge [fontname="Helvetica" fontsize=10];',
    ]
    for node in graph.nodes.values():
        fill, border = COLOURS.get(node.kind, COLOURS["text"])
        label = dot_string("\n".join([node.concept, *_details(node)]))
        lines.append(
            f'  {dot_string(node.id)} [label={label} fillcolor="{fill}" color="{border}"];'
        )
    for edge in graph.edges:
        colour = _colour(edge)
        style = "solid" if edge.choice is None else "dashed" if edge.choice.default else "dotted"
        lines.append(
            f"  {dot_string(edge.source)} -> {dot_string(edge.target)}"
            f' [label={dot_string(_label(edge))} color="{colour}" fontcolor="{colour}"'
            f" style={style}];"
        )
    return "\n".join([*lines, "}"]) + "\n"


# ------------------------------------------------------------------------------------------- texts


def _label(edge: Edge) -> str:
    if edge.choice is None:
        return edge.role
    return f"{edge.role} ?{edge.choice.group}{'!' if edge.choice.default else ''}"


def _colour(edge: Edge) -> str:
    return _EDGE_COLOURS.get(edge.role.partition(".")[0], _EDGE_COLOUR)


def _details(node: Node) -> list[str]:
    """Return the lines below a node's concept: its attributes, without their names where the values are clear."""
    words = [
        f"{name} {value}" if value in ("+", "-") or value.isdecimal() else value
        for name, value in node.attrs.items()
    ]
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < 24:
            lines[-1] += f" \u00b7 {word}"
        else:
            lines.append(word)
    return lines


# ------------------------------------------------------------------------------------------ layout


@dataclass(slots=True, eq=False)
class _Box:
    """A node, the label of an edge, or a point through which a long edge passes."""

    layer: int
    width: float
    height: float
    node: Node | None = None
    lines: list[str] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0

    @property
    def top(self) -> float:
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        return self.y + self.height / 2

    def port(self, other: _Box) -> float:
        """Choose where on the upper or lower side an edge to another box begins."""
        reach = max(0.0, self.width / 2 - 10) if self.node else 0.0
        return self.x + max(-reach, min(reach, 0.6 * (other.x - self.x)))


@dataclass(slots=True)
class _Line:
    """An edge as a way from top to bottom; ``upward`` if its arrow points to the top."""

    edge: Edge
    way: list[_Box]
    label: _Box
    upward: bool


def _layers(graph: SemanticGraph) -> dict[str, int]:
    """Give each node a layer below all nodes that point to it; an edge that closes a cycle counts as reversed."""
    import networkx as nx

    plain = nx.DiGraph([(e.source, e.target) for e in graph.edges if e.source != e.target])
    plain.add_edges_from((graph.root, node) for node in graph.nodes if node != graph.root)
    plain.add_node(graph.root)
    finished = {node: i for i, node in enumerate(nx.dfs_postorder_nodes(plain, graph.root))}
    downward: nx.DiGraph[str] = nx.DiGraph()
    downward.add_node(graph.root)
    downward.add_edges_from((a, b) if finished[a] > finished[b] else (b, a) for a, b in plain.edges)
    generations = enumerate(nx.topological_generations(downward))
    return {node: layer for layer, nodes in generations for node in nodes}


def _node_box(graph: SemanticGraph, node: Node, layer: int) -> _Box:
    text = printable(graph.metadata.get("snt", ""))
    if node.id == graph.root and text:
        lines = textwrap.wrap(text, 64) or [""]
        width = max(text_width(line, 13) for line in lines) + 28
        return _Box(layer, width, 17 * len(lines) + 14, node, lines)
    lines = [printable(line) for line in _details(node)]
    head = 1.08 * text_width(node.concept, 14) + text_width(node.id, 9) + 4
    width = max([head, *(text_width(line, 10.5) for line in lines)]) + 22
    return _Box(layer, max(width, 52), 28 + 14 * len(lines), node, lines)


def _line(edge: Edge, top: _Box, bottom: _Box) -> _Line:
    """Lead an edge through all layers between its ends; its label is in the middle, on an odd layer."""
    upward = top.layer >= bottom.layer
    if upward:
        top, bottom = bottom, top
    way = [_Box(layer, 6, 0) for layer in range(top.layer + 1, bottom.layer)]
    middle = len(way) // 4 * 2
    label = _Box(top.layer + 1 + middle, text_width(_label(edge), 11) + 8, 15)
    if top is bottom:  # a loop: its label hangs below the node
        return _Line(edge, [top, label], label, upward)
    way[middle] = label
    return _Line(edge, [top, *way, bottom], label, upward)


def _hanging(root: _Box, boxes: list[_Box], lines: list[_Line]) -> nx.DiGraph[_Box]:
    """Return the tree in which each box hangs from the leftmost of those that lead to it.

    A line that ends in a box that hangs from another line begins next to that one; if they do not begin at the same
    box, it comes first, because that box is further left.
    """
    import networkx as nx

    hops = nx.DiGraph([hop for line in lines for hop in pairwise(line.way)])
    hops.add_edges_from((root, box) for box in boxes if box is not root and not hops.pred.get(box))
    hops.add_node(root)
    tree = nx.bfs_tree(hops, root)
    rank = {under: float(i) for box in tree for i, under in enumerate(tree[box])}
    for way in (line.way for line in lines):
        if way[-1] not in tree[way[-2]]:
            path = nx.shortest_path(tree, root, way[-1])
            rank[way[1]] = rank[path[path.index(way[0]) + 1]] + 0.5 if way[0] in path else -1.0
    return nx.bfs_tree(tree, root, sort_neighbors=lambda under: sorted(under, key=rank.__getitem__))


def _place_across(tree: nx.DiGraph[_Box], root: _Box) -> float:
    """Set the abscissae: each box at the mean of what hangs from it, or further right if that place is taken.

    Returns:
        The width of the picture.
    """
    import networkx as nx

    taken: defaultdict[int, float] = defaultdict(float)
    for box in nx.dfs_postorder_nodes(tree, root):
        under = tree[box]
        left = taken[box.layer] + box.width / 2
        box.x = sum(b.x for b in under) / len(under) if under else left
        moved = [box]
        if box.x < left:
            moved += nx.descendants(tree, box)
            shift = left - box.x
            for other in moved:
                other.x += shift
        for other in moved:
            right = other.x + other.width / 2 + (22 if other.node else 10)
            taken[other.layer] = max(taken[other.layer], right)
    margin = min(box.x - box.width / 2 for box in tree) - 16
    for box in tree:
        box.x -= margin
    return max(box.x + box.width / 2 for box in tree) + 16


def _place_down(boxes: Iterable[_Box], lines: list[_Line]) -> float:
    """Set the ordinates: there is more room below a layer from which edges lead far sideways.

    Returns:
        The height of the picture.
    """
    layers: defaultdict[int, list[_Box]] = defaultdict(list)
    for box in boxes:
        layers[box.layer].append(box)
    slant: defaultdict[int, float] = defaultdict(float)
    for a, b in (hop for line in lines for hop in pairwise(line.way)):
        slant[a.layer] = max(slant[a.layer], abs(a.port(b) - b.port(a)))
    y = 14.0
    for number in sorted(layers):
        height = max(box.height for box in layers[number])
        for box in layers[number]:
            box.y = y + height / 2
            box.height = box.height or height
        y += height + max(17.0, min(44.0, slant[number] / 6))
    return max(box.bottom for layer in layers.values() for box in layer) + 14


# --------------------------------------------------------------------------------------------- SVG


def to_svg(graph: SemanticGraph) -> str:
    """Draw a graph as an SVG picture.

    Raises:
        ValueError: if the graph has no nodes.
    """
    if not graph.nodes:
        raise ValueError("a graph without nodes cannot be drawn")
    layers = _layers(graph)
    boxes = {n.id: _node_box(graph, n, 2 * layers[n.id]) for n in graph.nodes.values()}
    lines = [_line(edge, boxes[edge.source], boxes[edge.target]) for edge in graph.edges]
    root = boxes[graph.root]
    tree = _hanging(root, list(boxes.values()), lines)
    width = _place_across(tree, root)
    height = _place_down(tree, lines)
    picture = document(graph.metadata.get("snt", "semantic graph").strip())
    for line in lines:
        _draw_line(picture, line)
    for box in boxes.values():
        _draw_node(picture, box, caption=box is root and bool(graph.metadata.get("snt")))
    return finish(picture, width, height)


def _text(
    parent: Element, x: float, y: float, text: str, size: str, fill: str, **more: str
) -> None:
    add(parent, "text", text, x=x, y=y, font_size=size, fill=fill, text_anchor="middle", **more)


def _draw_node(picture: Element, box: _Box, *, caption: bool) -> None:
    """Draw a node; as ``caption`` it shows the text instead of its concept."""
    node = box.node
    assert node is not None
    fill, border = COLOURS.get(node.kind, COLOURS["text"])
    left, top = box.x - box.width / 2, box.top
    group = add(picture, "g")
    tip = [f"{node.id} {node.kind}", *(f":{name} {value}" for name, value in node.attrs.items())]
    add(group, "title", " ".join(tip))
    rect = add(group, "rect", x=left, y=top, width=box.width, height=box.height)
    rect.attrib |= {"rx": "7", "fill": fill, "stroke": border, "stroke-width": "1.4"}
    if caption:
        for i, line in enumerate(box.lines):
            _text(group, box.x, top + 20 + 17 * i, line, "13", _INK)
        return
    name = text_width(node.id, 9)
    _text(group, box.x - name / 2, top + 19, node.concept, "14", _INK, font_weight="bold")
    _text(group, left + box.width - name / 2 - 6, top + 12, node.id, "9", border)
    for i, line in enumerate(box.lines):
        _text(group, box.x, top + 33 + 14 * i, line, "10.5", "#4a5564")


def _draw_line(picture: Element, line: _Line) -> None:
    colour, label, choice = _colour(line.edge), line.label, line.edge.choice
    hops = [(a.port(b), a.bottom, b.port(a), b.top) for a, b in pairwise(line.way)]
    path = ""
    for i, (ax, ay, bx, by) in enumerate(hops):
        begin = "M" if i == 0 or line.way[i] is label else "L"  # the label interrupts the line
        middle = (ay + by) / 2
        path += f"{begin}{ax:.1f} {ay:.1f}C{ax:.1f} {middle:.1f} {bx:.1f} {middle:.1f} {bx:.1f} {by:.1f}"
    dash = {} if choice is None else {"stroke_dasharray": "7 4" if choice.default else "2 4"}
    stroke = "2" if line.edge.role.startswith("link.") else "1.4"
    add(picture, "path", d=path, fill="none", stroke=colour, stroke_width=stroke, **dash)
    x, y, way = (*hops[0][:2], 8) if line.upward else (*hops[-1][2:], -8)
    points = f"{x:.1f},{y:.1f} {x - 4:.1f},{y + way:.1f} {x + 4:.1f},{y + way:.1f}"
    add(picture, "polygon", points=points, fill=colour)
    _text(picture, label.x, label.y + 4, _label(line.edge), "11", colour)
