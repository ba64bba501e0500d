"""The notation as ASP facts (``docs/facts.md`` lists the predicates).

::

    (e1 / fit~4 :polarity -      ->   node(e1,event). concept(e1,"fit"). feat(e1,polarity,"-").
       :subj (x1 / trophy~1))         tokens(e1,4,4). order(e1,4). arg(e1,subj,x1).
"""

from __future__ import annotations

from collections.abc import Iterator

from kparse.asp import quote
from kparse.caches import lru_cache
from kparse.graph import Edge, Node, SemanticGraph
from kparse.notation.penman import decode


def facts_of(graph: SemanticGraph) -> list[str]:
    """Return the facts of a graph: root, nodes in their order, edges in their order, alternatives."""
    lines = [f"root({graph.root})."]
    for node in graph.nodes.values():
        _node_facts(node, lines)
    groups: dict[int, list[Edge]] = {}
    for edge in graph.edges:
        if edge.choice is None:
            lines.append(f"{_edge_term(edge)}.")
        else:
            groups.setdefault(edge.choice.group, []).append(edge)
    for group in sorted(groups):
        edges = sorted(groups[group], key=_is_other)
        lines += [f"alt({group},{i},{_edge_term(edge)})." for i, edge in enumerate(edges)]
    return lines


def _is_other(edge: Edge) -> bool:
    return edge.choice is None or not edge.choice.default


def _node_facts(node: Node, lines: list[str]) -> None:
    variable = node.id
    lines.append(f"node({variable},{node.kind}).")
    lines.append(f"concept({variable},{quote(node.concept)}).")
    for name, value in node.attrs.items():
        lines.append(f"feat({variable},{name},{quote(value)}).")
    if node.tokens:
        for first, last in _runs(node.tokens):
            lines.append(f"tokens({variable},{first},{last}).")
        lines.append(f"order({variable},{min(node.tokens)}).")


def _runs(tokens: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Yield the unbroken runs of token indices.

    >>> list(_runs((0, 1, 4)))
    [(0, 1), (4, 4)]
    """
    first, *rest = sorted(set(tokens))
    last = first
    for token in rest:
        if token != last + 1:
            yield first, last
            first = token
        last = token
    yield first, last


@lru_cache(4096)
def relation(role: str) -> str:
    """Write a role as an ASP term: a constant, or a function of its word.

    >>> relation("subj"), relation("obl.in")
    ('subj', 'obl("in")')
    """
    base, dot, word = role.partition(".")
    return f"{base}({quote(word)})" if dot else base


def _edge_term(edge: Edge) -> str:
    role = edge.role
    if role.startswith("link."):
        return f"link({edge.source},{quote(role[5:])},{edge.target})"
    if role.startswith("snt"):
        return f"sentence({int(role[3:])},{edge.target})"
    return f"arg({edge.source},{relation(role)},{edge.target})"


def facts(text: str, filename: str | None = None) -> list[str]:
    r"""Return the facts of a text that holds one graph, in an order that depends on the text alone.

    >>> print(*facts("(d1 / text :snt1 (e1 / sleep~1 :obl.in (x1 / bed)))"), sep="\n")
    root(d1).
    node(d1,text).
    concept(d1,"text").
    node(e1,event).
    concept(e1,"sleep").
    tokens(e1,1,1).
    order(e1,1).
    node(x1,entity).
    concept(x1,"bed").
    sentence(1,e1).
    arg(e1,obl("in"),x1).

    Raises:
        NotationError: with file, line, column, source line and what was expected.
    """
    return facts_of(decode(text, filename))
