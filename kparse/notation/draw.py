"""Pictures of a graph: JSON for programs, DOT for graphviz, and SVG that needs no other program.

The SVG's layout is Sugiyama's: every node gets a layer below those that point to it (the text on
top), every edge a label of its own between two layers, so that nothing is written over anything
else; sweeps then order the layers to save crossings, and a least-squares fit sets the abscissae.
Colours are mid tones and the nodes opaque, so that it reads on light and dark paper. The same graph
always gives the same picture.
"""

from __future__ import annotations

import textwrap
import unicodedata
from bisect import bisect_right, insort
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from xml.sax.saxutils import escape

from kparse.graph import Choice, Edge, Node, SemanticGraph

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
_FONT = "'DejaVu Sans', 'Segoe UI', Helvetica, Arial, sans-serif"

# -------------------------------------------------------------------------------------------- JSON


def to_json(graph: SemanticGraph) -> dict[str, Any]:
    """Give a graph as plain data for ``json.dumps``.

    Keys: ``root``; ``metadata``; ``nodes``, a list of ``id``, ``concept``, ``kind``, ``attrs``,
    ``tokens`` and ``text`` (the node's own words); ``edges``, a list of ``source``, ``role``,
    ``target`` and ``choice`` (null, or ``group`` and ``default``).
    """
    return {
        "root": graph.root,
        "metadata": dict(graph.metadata),
        "nodes": [
            {
                "id": node.id,
                "concept": node.concept,
                "kind": node.kind,
                "attrs": dict(node.attrs),
                "tokens": list(node.tokens),
                "text": graph.text_of(node.id),
            }
            for node in graph.nodes.values()
        ],
        "edges": [
            {
                "source": edge.source,
                "role": edge.role,
                "target": edge.target,
                "choice": edge.choice
                and {"group": edge.choice.group, "default": edge.choice.default},
            }
            for edge in graph.edges
        ],
    }


def from_json(data: dict[str, Any]) -> SemanticGraph:
    """Build the graph of what :func:`to_json` gave.

    Raises:
        KeyError: if a key is missing.
    """
    graph = SemanticGraph(data["root"], data["metadata"])
    for node in data["nodes"]:
        graph.add_node(
            node["id"],
            node["concept"],
            kind=node["kind"],
            attrs=node["attrs"],
            tokens=node["tokens"],
        )
    for edge in data["edges"]:
        choice = Choice(**edge["choice"]) if edge["choice"] else None
        graph.add_edge(edge["source"], edge["role"], edge["target"], choice)
    return graph


# --------------------------------------------------------------------------------------------- DOT


def to_dot(graph: SemanticGraph) -> str:
    """Give a graph in graphviz' language."""
    lines = [
        "digraph graph_ {",
        '  graph [bgcolor="transparent" rankdir=TB];',
        '  node [shape=box style="rounded,filled" fontname="Helvetica" fontsize=11];',
        '  edge [fontname="Helvetica" fontsize=10];',
    ]
    for node in graph.nodes.values():
        fill, border = COLOURS.get(node.kind, COLOURS["text"])
        label = _dot_string("\n".join([node.concept, *_details(node)]))
        lines.append(
            f'  {_dot_string(node.id)} [label={label} fillcolor="{fill}" color="{border}"];'
        )
    for edge in graph.edges:
        colour = _colour(edge)
        style = "solid" if edge.choice is None else "dashed" if edge.choice.default else "dotted"
        lines.append(
            f"  {_dot_string(edge.source)} -> {_dot_string(edge.target)}"
            f' [label={_dot_string(_label(edge))} color="{colour}" fontcolor="{colour}"'
            f" style={style}];"
        )
    return "\n".join([*lines, "}"]) + "\n"


def _dot_string(text: str) -> str:
    escaped = _printable(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# ------------------------------------------------------------------------------------------- texts


def _printable(text: str) -> str:
    """Replace what XML and DOT cannot hold; newlines stay."""
    return "".join(
        c if c == "\n" or unicodedata.category(c) not in ("Cc", "Cs", "Cn") else "\ufffd"
        for c in text
    )


def _label(edge: Edge) -> str:
    if edge.choice is None:
        return edge.role
    return f"{edge.role} ?{edge.choice.group}{'!' if edge.choice.default else ''}"


def _colour(edge: Edge) -> str:
    return _EDGE_COLOURS.get(edge.role.partition(".")[0], _EDGE_COLOUR)


def _details(node: Node) -> list[str]:
    """Give the lines below a node's concept: its attributes, short where that is clear."""
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


def _width(text: str, size: float) -> float:
    """Estimate how wide a text is."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    narrow = sum(c in "iljft.,:;'|!()[] " for c in text)
    return size * (0.62 * (len(text) - wide - narrow) + 1.05 * wide + 0.36 * narrow)


# ------------------------------------------------------------------------------------------ layout


@dataclass(slots=True, eq=False)
class _Box:
    """Something with a place: a node, an edge's label, or a point on a long edge."""

    layer: int
    width: float
    height: float
    x: float = 0.0
    y: float = 0.0
    above: list[_Box] = field(default_factory=list)
    below: list[_Box] = field(default_factory=list)
    node: Node | None = None
    lines: list[str] = field(default_factory=list)
    caption: bool = False
    """Whether the node shows the whole text instead of its concept."""


@dataclass(slots=True)
class _Line:
    """An edge's way from top to bottom; ``flipped``: the edge itself runs upwards."""

    edge: Edge
    way: list[_Box]
    label: _Box
    flipped: bool


def _downward(graph: SemanticGraph) -> list[tuple[str, str]]:
    """Direct all edges so that there is no cycle: those that close one are turned round."""
    done: set[str] = set()
    active: list[str] = []
    pairs: list[tuple[str, str]] = []
    for start in [graph.root, *graph.nodes]:
        if start in done or start not in graph.nodes:
            continue
        stack = [(start, iter(graph.out(start)))]
        active.append(start)
        done.add(start)
        while stack:
            source, edges = stack[-1]
            edge = next(edges, None)
            if edge is None:
                stack.pop()
                active.pop()
                continue
            back = edge.target in active
            pairs.append((edge.target, source) if back else (source, edge.target))
            if edge.target not in done:
                done.add(edge.target)
                active.append(edge.target)
                stack.append((edge.target, iter(graph.out(edge.target))))
    return [(a, b) for a, b in pairs if a != b]


def _ranks(graph: SemanticGraph) -> dict[str, int]:
    """Give each node a rank below all that point to it; the root has rank 0."""
    pairs = _downward(graph)
    ranks = {node_id: int(node_id != graph.root) for node_id in graph.nodes}
    for _ in ranks:
        lower = [(a, b) for a, b in pairs if ranks[b] <= ranks[a]]
        if not lower:
            break
        for a, b in lower:
            ranks[b] = max(ranks[b], ranks[a] + 1)
    pointed_at = {b for _, b in pairs}
    for node_id in graph.nodes:
        if node_id != graph.root and node_id not in pointed_at:
            below = [ranks[b] for a, b in pairs if a == node_id]
            ranks[node_id] = max(1, min(below, default=1) - 1)
    return ranks


def _node_box(graph: SemanticGraph, node: Node, layer: int) -> _Box:
    if node.id == graph.root and graph.metadata.get("snt"):
        lines = textwrap.wrap(_printable(graph.metadata["snt"]), 64) or [""]
        width = max(_width(line, 13) for line in lines)
        height = 17 * len(lines) + 14
        return _Box(layer, width + 28, height, node=node, lines=lines, caption=True)
    lines = [_printable(line) for line in _details(node)]
    head = 1.08 * _width(node.concept, 14) + _width(node.id, 9) + 4
    width = max([head, *(_width(line, 10.5) for line in lines)])
    return _Box(layer, max(width + 22, 52), 28 + 14 * len(lines), node=node, lines=lines)


def _boxes(graph: SemanticGraph) -> tuple[dict[str, _Box], list[_Line]]:
    """Make the boxes: nodes in even layers, one label an edge in an odd one."""
    ranks = _ranks(graph)
    nodes = {n.id: _node_box(graph, n, 2 * ranks[n.id]) for n in graph.nodes.values()}
    lines = []
    for edge in graph.edges:
        top, bottom = nodes[edge.source], nodes[edge.target]
        if top is bottom:
            continue
        flipped = top.layer > bottom.layer
        if flipped:
            top, bottom = bottom, top
        lines.append(_line(edge, top, bottom, flipped))
    return nodes, lines


def _line(edge: Edge, top: _Box, bottom: _Box, flipped: bool) -> _Line:
    middle = (top.layer + bottom.layer) // 2
    middle += 1 - middle % 2  # labels stand in odd layers
    way = [top]
    label = top
    for layer in range(top.layer + 1, bottom.layer):
        point = _Box(layer, 6, 0)
        if layer == middle:
            point = label = _Box(layer, _width(_label(edge), 11) + 8, 15)
        way.append(point)
    way.append(bottom)
    for a, b in pairwise(way):
        a.below.append(b)
        b.above.append(a)
    return _Line(edge, way, label, flipped)


def _layers(nodes: dict[str, _Box], lines: list[_Line]) -> list[list[_Box]]:
    """Collect the boxes of each layer, first in the order of the text."""
    boxes = list(nodes.values())
    boxes += [box for line in lines for box in line.way[1:-1]]
    layers: list[list[_Box]] = [[] for _ in range(max(box.layer for box in boxes) + 1)]
    for box in boxes:
        layers[box.layer].append(box)
    return [layer for layer in layers if layer]


def _crossings(layers: list[list[_Box]]) -> int:
    total = 0
    for upper, lower in pairwise(layers):
        place = {id(box): i for i, box in enumerate(lower)}
        seen: list[int] = []
        for box in upper:
            ends = sorted(place[id(b)] for b in box.below)
            total += sum(len(seen) - bisect_right(seen, end) for end in ends)
            for end in ends:
                insort(seen, end)
    return total


def _order(layers: list[list[_Box]]) -> None:
    """Sort each layer by its neighbours' mean place, up and down, and keep the best order met."""
    best, fewest = [list(layer) for layer in layers], _crossings(layers)
    for sweep in range(24):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            _sort(layer, layers, downwards)
        _swap(layers)
        crossings = _crossings(layers)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    for layer, order in zip(layers, best, strict=True):
        layer[:] = order


def _sort(layer: list[_Box], layers: list[list[_Box]], downwards: bool) -> None:
    place = {id(box): i for other in layers for i, box in enumerate(other)}

    def key(box: _Box) -> float:
        near = box.above if downwards else box.below
        return sum(place[id(b)] for b in near) / len(near) if near else place[id(box)]

    layer.sort(key=key)


def _swap(layers: list[list[_Box]]) -> None:
    """Exchange neighbours as long as that saves crossings."""
    place = {id(box): i for layer in layers for i, box in enumerate(layer)}

    def cost(left: _Box, right: _Box) -> int:
        return sum(
            place[id(a)] > place[id(b)]
            for one, two in ((left.above, right.above), (left.below, right.below))
            for a in one
            for b in two
        )

    for layer in layers:
        for i in range(len(layer) - 1):
            left, right = layer[i], layer[i + 1]
            if cost(right, left) < cost(left, right):
                layer[i], layer[i + 1] = right, left
                place[id(left)], place[id(right)] = i + 1, i


def _place(layers: list[list[_Box]]) -> tuple[float, float]:
    """Set all coordinates; give width and height of the picture."""
    for layer in layers:
        x = 0.0
        for box in layer:
            box.x = x + box.width / 2
            x += box.width + _gap(box)
    for sweep in range(30):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            _fit(layer)
    left = min(box.x - box.width / 2 for layer in layers for box in layer) - 16
    y = 14.0
    for i, layer in enumerate(layers):
        height = max(box.height for box in layer)
        for box in layer:
            box.x -= left
            box.y = y + height / 2
            if not box.height:
                box.height = height
        y += height + _step(layer) * (i < len(layers) - 1)
    right = max(box.x + box.width / 2 for layer in layers for box in layer)
    return right + 16, y + 14


def _step(layer: list[_Box]) -> float:
    """Give the room below a layer: more, the further its edges lead sidewards."""
    aside = max((abs(_port(a, b) - _port(b, a)) for a in layer for b in a.below), default=0.0)
    return max(17.0, min(30.0, aside / 3))


def _gap(box: _Box) -> float:
    return 22.0 if box.node else 10.0


def _fit(layer: list[_Box]) -> None:
    """Move a layer's boxes as near to their neighbours as their order and widths allow.

    Least squares under order constraints: adjacent blocks that would overlap are pooled.
    """
    offsets = [0.0]
    for a, b in pairwise(layer):
        offsets.append(offsets[-1] + (a.width + b.width) / 2 + max(_gap(a), _gap(b)))
    blocks: list[tuple[float, float, int]] = []
    for box, offset in zip(layer, offsets, strict=True):
        near = [*box.above, *box.below]
        wish = sum(b.x for b in near) / len(near) if near else box.x
        weight = 1.0 if box.node else 3.0
        block = (wish - offset, weight, 1)
        while blocks and blocks[-1][0] > block[0]:
            mean, other, count = blocks.pop()
            total = other + block[1]
            block = ((mean * other + block[0] * block[1]) / total, total, count + block[2])
        blocks.append(block)
    starts = [mean for mean, _, count in blocks for _ in range(count)]
    for box, start, offset in zip(layer, starts, offsets, strict=True):
        box.x = start + offset


# --------------------------------------------------------------------------------------------- SVG


def to_svg(graph: SemanticGraph) -> str:
    """Draw a graph as an SVG picture.

    Raises:
        ValueError: if the graph has no nodes.
    """
    if not graph.nodes:
        raise ValueError("a graph without nodes cannot be drawn")
    nodes, lines = _boxes(graph)
    layers = _layers(nodes, lines)
    _order(layers)
    width, height = _place(layers)
    loops = [edge for edge in graph.edges if edge.source == edge.target]
    width += max((30 + _width(_label(edge), 11) for edge in loops), default=0)
    body = [_svg_line(line) for line in lines]
    body += [_svg_loop(edge, nodes[edge.source]) for edge in loops]
    body += [_svg_node(box) for box in nodes.values()]
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{_FONT}" role="img">'
    title = _printable(graph.metadata.get("snt", "semantic graph")).strip()
    return "\n".join([head, f"<title>{escape(title)}</title>", *body, "</svg>"]) + "\n"


def _text(x: float, y: float, text: str, size: float, fill: str, more: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}"'
    return f'<text {place} text-anchor="middle"{more}>{text}</text>'


def _svg_node(box: _Box) -> str:
    node = box.node
    assert node is not None
    fill, border = COLOURS.get(node.kind, COLOURS["text"])
    left, top = box.x - box.width / 2, box.y - box.height / 2
    tip = " ".join([f"{node.id} {node.kind}", *(f":{k} {v}" for k, v in node.attrs.items())])
    parts = [
        f"<g><title>{escape(_printable(tip))}</title>",
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
        f' rx="7" fill="{fill}" stroke="{border}" stroke-width="1.4"/>',
    ]
    if box.caption:
        parts += [
            _text(box.x, top + 20 + 17 * i, escape(line), 13, _INK)
            for i, line in enumerate(box.lines)
        ]
        return "".join([*parts, "</g>"])
    name = _width(node.id, 9)
    concept = escape(_printable(node.concept))
    parts.append(_text(box.x - name / 2, top + 19, concept, 14, _INK, ' font-weight="bold"'))
    parts.append(_text(left + box.width - name / 2 - 6, top + 12, node.id, 9, border))
    for i, line in enumerate(box.lines):
        parts.append(_text(box.x, top + 33 + 14 * i, escape(line), 10.5, "#4a5564"))
    return "".join([*parts, "</g>"])


def _ends(line: _Line) -> list[tuple[float, float, float, float]]:
    """Give the pieces of an edge between its boxes: x, y of start and end, from top to bottom."""
    pieces = []
    for a, b in pairwise(line.way):
        ax, bx = _port(a, b), _port(b, a)
        pieces.append((ax, a.y + a.height / 2, bx, b.y - b.height / 2))
    return pieces


def _port(box: _Box, other: _Box) -> float:
    """Choose where on a box's side an edge to another box begins."""
    if box.node is None:
        return box.x
    reach = max(0.0, box.width / 2 - 10)
    return box.x + max(-reach, min(reach, 0.6 * (other.x - box.x)))


def _svg_line(line: _Line) -> str:
    colour = _colour(line.edge)
    choice, label = line.edge.choice, line.label
    dash = "" if choice is None else f' stroke-dasharray="{"7 4" if choice.default else "2 4"}"'
    stroke = "2" if line.edge.role.startswith("link.") else "1.4"
    path, last = [], len(line.way) - 2
    for i, (ax, ay, bx, by) in enumerate(_ends(line)):
        if i == last and not line.flipped:
            by -= 5
        if i == 0 and line.flipped:
            ay += 5
        if i == 0 or line.way[i] is label:
            path.append(f"M{ax:.1f} {ay:.1f}")
        else:
            path.append(f"V{ay:.1f}")
        middle = (ay + by) / 2
        path.append(f"C{ax:.1f} {middle:.1f} {bx:.1f} {middle:.1f} {bx:.1f} {by:.1f}")
    return (
        f'<path d="{"".join(path)}" fill="none" stroke="{colour}" stroke-width="{stroke}"{dash}/>'
        f"{_arrow(line, colour)}"
        + _text(label.x, label.y + 4, escape(_printable(_label(line.edge))), 11, colour)
    )


def _arrow(line: _Line, colour: str) -> str:
    pieces = _ends(line)
    x, y, way = (pieces[0][0], pieces[0][1], 1) if line.flipped else (*pieces[-1][2:], -1)
    points = f"{x:.1f},{y:.1f} {x - 4:.1f},{y + 8 * way:.1f} {x + 4:.1f},{y + 8 * way:.1f}"
    return f'<polygon points="{points}" fill="{colour}"/>'


def _svg_loop(edge: Edge, box: _Box) -> str:
    """Draw an edge from a node to itself on the node's right side."""
    x, y, colour = box.x + box.width / 2, box.y, _colour(edge)
    width = _width(_label(edge), 11)
    right = x + 30
    path = (
        f"M{x:.1f} {y - 8:.1f}"
        f"C{right:.1f} {y - 16:.1f} {right:.1f} {y + 16:.1f} {x + 6:.1f} {y + 8:.1f}"
    )
    points = f"{x:.1f},{y + 7:.1f} {x + 9:.1f},{y + 5:.1f} {x + 7:.1f},{y + 13:.1f}"
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.4"/>'
        f'<polygon points="{points}" fill="{colour}"/>'
        + _text(x + 30 + width / 2, y + 4, escape(_printable(_label(edge))), 11, colour)
    )
