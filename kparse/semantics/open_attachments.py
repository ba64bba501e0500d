"""Open attachments: alternative edges, of which the logic program chooses one."""

from __future__ import annotations

from kparse.graph import Choice, Edge
from kparse.semantics.relations.arguments import preposition
from kparse.semantics.relations.context import Context

OPEN_CONNECTIVES = frozenset(
    "link." + w for w in ("because", "since", "as", "although", "though", "even_though", "so_that")
)
OPEN_PREPOSITIONS = frozenset("with for from in on at about against behind near under".split())
DOWN = frozenset({"comp", "link.to", "link.in_order_to"})
UP = frozenset({"comp", "rel", "link.to", "link.in_order_to"})


def open_attachments(ctx: Context) -> None:
    """Turn ambiguous edges into groups of alternatives; the parser's choice is the default."""
    for edge in list(ctx.graph.edges):
        if edge.role in OPEN_CONNECTIVES and edge.choice is None:
            _clause(ctx, edge)
    for i in range(len(ctx.tree)):
        if ctx.tree.base(i) in ("obl", "nmod") and preposition(ctx.tree, i) in OPEN_PREPOSITIONS:
            _phrase(ctx, i)


def _position(node: str) -> int:
    return int(node[1:]) if node[1:].isdigit() else -1


def _clause(ctx: Context, edge: Edge) -> None:
    """Add the alternatives of a clause: "Ann told Bob to leave because she was angry" modifies *told* or *leave*."""
    place = _position(edge.target)
    if place < _position(edge.source):
        return
    others: list[str] = []
    node, seen = edge.source, {edge.source, edge.target}
    while True:  # what governs the parser's choice
        above = next(
            (e for e in ctx.graph.into(node) if e.role in UP and e.source not in seen), None
        )
        if above is None:
            break
        node = above.source
        if ctx.kind(node) not in ("event", "state"):
            owner = next(
                (
                    e
                    for e in ctx.graph.into(node)
                    if ctx.kind(e.source) in ("event", "state") and e.source not in seen
                ),
                None,
            )
            if owner is None:
                break
            node = owner.source
        seen.add(node)
        others.append(node)
    node = edge.source
    while True:  # complements of the parser's choice that stand between
        below = next(
            (e for e in ctx.graph.out(node) if e.role in DOWN and e.target not in seen), None
        )
        if below is None or not _position(node) < _position(below.target) < place:
            break
        node = below.target
        seen.add(node)
        others.append(node)
    if not others:
        last = _last_conjunct(ctx, edge.source, place)
        others += [last] if last is not None and last != edge.target else []
    _group(ctx, edge, [Edge(n, edge.role, edge.target) for n in others[:2]])


def _last_conjunct(ctx: Context, node: str, place: int) -> str | None:
    """The last conjunct before a place: *left* in "cleaned the cup but left the plate because it was dirty"."""
    found = None
    while True:
        following = next(
            (
                e.target
                for e in ctx.graph.out(node)
                if e.role in ("link.and", "link.but")
                and _position(node) < _position(e.target) < place
            ),
            None,
        )
        if following is None:
            return found
        found = node = following


def _phrase(ctx: Context, i: int) -> None:
    """Add the alternatives of a phrase: "Ann saw the man with the telescope" modifies *saw* or *man*."""
    tree = ctx.tree
    target, prep = ctx.node(i), preposition(tree, i)
    head = tree.head[i]
    if target is None or head < 0:
        return
    if tree.base(i) == "nmod":
        verb, noun = tree.head[head], head
        if tree.base(head) != "obj" or verb < 0 or ctx.kind(ctx.own.get(verb)) != "event":
            return
    else:
        verb = head
        nouns = [k for k in tree.get(verb, "obj") if k < i]
        if not nouns or ctx.kind(ctx.own.get(verb)) != "event":
            return
        noun = nouns[-1]
        under = tree.subtree(noun)
        if tree.subtree(i)[0] != under[-1] + 1:
            return
    if tree.upos[noun] in ("PRON", "PROPN") or noun < verb or noun in ctx.absorbed:
        return
    source, holder = ctx.own.get(verb), ctx.noun_node(noun)
    if source is None or holder is None:
        return
    for edge in ctx.graph.into(target):
        if edge.choice is None and edge.role == f"obl.{prep}" and edge.source == source:
            _group(ctx, edge, [Edge(holder, f"nmod.{prep}", target)])
            return
        if edge.choice is None and edge.role == f"nmod.{prep}" and edge.source == holder:
            _group(ctx, edge, [Edge(source, f"obl.{prep}", target)])
            return


def _group(ctx: Context, edge: Edge, others: list[Edge]) -> None:
    if not others or any(e.source == edge.target for e in others):
        return
    number = ctx.new_group()
    ctx.graph.remove_edge(edge)
    ctx.edge(edge.source, edge.role, edge.target, Choice(number, default=True))
    for other in others:
        ctx.edge(other.source, other.role, other.target, Choice(number))
