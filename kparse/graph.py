"""The semantic graph: nodes with attributes and token indices, and labelled edges (``docs/graph.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kparse.caches import lru_cache

if TYPE_CHECKING:
    import networkx as nx


@lru_cache(64)
def _spans(written: str) -> tuple[tuple[int, int], ...]:
    pairs = (pair.split("-") for pair in written.split())
    return tuple((int(a), int(b)) for a, b in pairs)


KINDS = {
    "e": "event",
    "s": "state",
    "x": "entity",
    "p": "pronoun",
    "m": "property",
    "q": "quantity",
    "g": "group",
    "d": "text",
}
"""Variable prefix -> node kind."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Marks an edge as one of the alternatives of an open attachment."""

    group: int
    default: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """A deep relation or discourse edge, e.g. ``Edge("e1", "obl.in", "x2")``."""

    source: str
    role: str
    target: str
    choice: Choice | None = None


@dataclass(slots=True)
class Node:
    """A node. ``attrs`` maps attribute names without colon to constants; ``tokens`` are indices of its own words."""

    id: str
    concept: str
    kind: str
    attrs: dict[str, str] = field(default_factory=dict)
    tokens: tuple[int, ...] = ()


class SemanticGraph:
    """A directed multigraph of :class:`Node` and :class:`Edge` with a root and metadata.

    Metadata keys in use: ``id``, ``snt`` (the text), ``tok`` (tokens joined by blanks), ``spans`` (code point offsets
    of the tokens, ``"0-3 4-10"``).
    """

    def __init__(self, root: str = "d1", metadata: dict[str, str] | None = None) -> None:
        self.root = root
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []
        self.metadata: dict[str, str] = dict(metadata or {})
        self._out: dict[str, list[Edge]] = {}
        self._in: dict[str, list[Edge]] = {}

    def add_node(
        self,
        node_id: str,
        concept: str,
        *,
        kind: str | None = None,
        attrs: dict[str, str] | None = None,
        tokens: Iterable[int] = (),
    ) -> Node:
        """Add a node; its kind follows from the variable's prefix unless it is given."""
        node = Node(node_id, concept, kind or KINDS[node_id[0]], dict(attrs or {}), tuple(tokens))
        self.nodes[node_id] = node
        return node

    def add_edge(self, source: str, role: str, target: str, choice: Choice | None = None) -> Edge:
        """Add an edge unless the graph has it already."""
        edge = Edge(source, role, target, choice)
        if edge not in self._out.get(source, ()):
            self.edges.append(edge)
            self._out.setdefault(source, []).append(edge)
            self._in.setdefault(target, []).append(edge)
        return edge

    def remove_edge(self, edge: Edge) -> None:
        """Remove an edge."""
        self.edges.remove(edge)
        self._out[edge.source].remove(edge)
        self._in[edge.target].remove(edge)

    def out(self, node_id: str, role: str | None = None) -> list[Edge]:
        """Return the edges that leave a node, in the order in which they were added."""
        return [e for e in self._out.get(node_id, ()) if role is None or e.role == role]

    def into(self, node_id: str, role: str | None = None) -> list[Edge]:
        """Return the edges that lead to a node, in the order in which they were added."""
        return [e for e in self._in.get(node_id, ()) if role is None or e.role == role]

    def target(self, node_id: str, role: str) -> str | None:
        """Return the target of the first edge with that role, if there is one."""
        return next((e.target for e in self._out.get(node_id, ()) if e.role == role), None)

    def of_kind(self, *kinds: str) -> Iterator[Node]:
        """Iterate over the nodes of the given kinds, in the order in which they were added."""
        return (n for n in self.nodes.values() if n.kind in kinds)

    def text_of(self, node_id: str) -> str:
        """Return the words of a node's own tokens as the text has them, or its concept if it has no tokens."""
        node = self.nodes[node_id]
        spans, text = self.token_spans(), self.metadata.get("snt", "")
        if not node.tokens or not spans or max(node.tokens) >= len(spans):
            return node.concept
        return " ".join(text[spans[i][0] : spans[i][1]] for i in sorted(node.tokens))

    def token_spans(self) -> list[tuple[int, int]]:
        """Return the code point offsets of the tokens, from the metadata."""
        return list(_spans(self.metadata.get("spans", "")))

    def span_of(self, node_id: str) -> tuple[int, int] | None:
        """Return the code point offsets from the first to the last of a node's own tokens, if they are known."""
        spans, tokens = self.token_spans(), self.nodes[node_id].tokens
        if not tokens or max(tokens) >= len(spans):
            return None
        return spans[min(tokens)][0], spans[max(tokens)][1]

    def to_networkx(self) -> nx.MultiDiGraph[str]:
        """Convert the graph for use with networkx, which is imported only here because that is slow.

        Graph attributes are the metadata and ``root``. Node attributes are ``concept``, ``kind``, ``features`` (a
        dictionary) and ``span`` (a pair of offsets or ``None``). Edge attributes are ``role`` (``link.because``) and
        ``relation`` (``link``), with ``connective`` on a link, ``preposition`` where the relation has one, and
        ``choice`` and ``default`` on an open attachment.
        """
        import networkx as nx

        result: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        result.graph.update(self.metadata, root=self.root)
        for node in self.nodes.values():
            result.add_node(
                node.id,
                concept=node.concept,
                kind=node.kind,
                features=dict(node.attrs),
                span=self.span_of(node.id),
            )
        for edge in self.edges:
            relation, _, word = edge.role.partition(".")
            more: dict[str, object] = {}
            if word:
                more["connective" if relation == "link" else "preposition"] = word
            if edge.choice:
                more |= {"choice": edge.choice.group, "default": edge.choice.default}
            result.add_edge(edge.source, edge.target, role=edge.role, relation=relation, **more)
        return result

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SemanticGraph):
            return NotImplemented
        return (
            self.root == other.root
            and self.nodes == other.nodes
            and set(self.edges) == set(other.edges)
            and self.metadata == other.metadata
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<SemanticGraph {len(self.nodes)} nodes, {len(self.edges)} edges>"
