"""Edges from the root to the sentences, and links from each sentence to the next."""

from __future__ import annotations

from kparse.semantics.relations.connectives import coordinator
from kparse.semantics.relations.context import Context


def sentences(ctx: Context) -> None:
    """Add ``:snt1``, ``:snt2``, ... and link each main predicate to the next by its initial connective."""
    tree = ctx.tree
    previous: str | None = None
    count = 0
    for root in tree.roots:
        main = ctx.own.get(root) if ctx.is_predicate(root) else ctx.ref.get(root)
        if main is None:
            main = next(
                (
                    ctx.own[k]
                    for k in tree.subtree(root)
                    if k in ctx.own and ctx.own[k] in ctx.graph.nodes
                ),
                None,
            )
        if main is None or main not in ctx.graph.nodes:
            continue
        count += 1
        ctx.edge(ctx.graph.root, f"snt{count}", main)
        if previous is not None and ctx.kind(main) in ("event", "state"):
            ctx.edge(previous, f"link.{coordinator(ctx, root) or 'next'}", main)
        if ctx.kind(main) in ("event", "state") or previous is None:
            previous = main if ctx.kind(main) in ("event", "state") else None


def connect(ctx: Context) -> None:
    """Connect every node that has no path to the root: to the node above in the tree, else to the root.

    The role is ``mod``, between predicates ``link.next``. Every node can then be written in PENMAN.
    """
    graph, tree = ctx.graph, ctx.tree
    token_of = {
        node: i for i, node in [*ctx.own.items(), *ctx.inner.items(), *ctx.group_of.items()]
    }
    reached: set[str] = set()

    def spread(start: str) -> None:
        stack = [start]
        reached.add(start)
        while stack:
            node = stack.pop()
            for other in [
                *(e.target for e in graph.out(node)),
                *(e.source for e in graph.into(node)),
            ]:
                if other not in reached:
                    reached.add(other)
                    stack.append(other)

    spread(graph.root)
    count = len(graph.out(graph.root))
    depth = {i: d for d, i in enumerate(tree.depth_order())}
    lost = sorted(
        (n for n in graph.nodes if n not in reached),
        key=lambda n: depth.get(token_of.get(n, -1), 1 << 30),
    )
    for node in lost:
        if node in reached:
            continue
        place = tree.head[token_of[node]] if node in token_of else -1
        while place >= 0 and (place not in ctx.own or ctx.own[place] not in reached):
            place = tree.head[place]
        if place >= 0:
            clauses = ctx.kind(node) in ("event", "state") and ctx.kind(ctx.own[place]) in (
                "event",
                "state",
            )
            ctx.edge(ctx.own[place], "link.next" if clauses else "mod", node)
        else:
            count += 1
            ctx.edge(graph.root, f"snt{count}", node)
        spread(node)
