"""Standards of comparison: "taller than Bob", "as tall as Bob", "more bowls than his master did"."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.semantics.relations.context import Context

DUMMY = frozenset(
    {"do", "be", "have", "can", "could", "will", "would", "may", "might", "must", "should"}
)


def _marker(tree: Tree, i: int) -> str:
    """The token ``than`` or ``as`` that introduces a standard of comparison, if there is one."""
    inside = [j for k in tree.get(i, "nsubj", "obl", "obj") if k < i for j in tree.kids[k]]
    for k in [*tree.kids[i], *inside]:
        if tree.base(k) not in ("mark", "case") and not (
            tree.base(k) in ("cc", "advmod") and k <= i
        ):
            continue
        if tree.lower[k] == "than" and not (k > 0 and tree.lower[k - 1] in ("rather", "other")):
            return "than"
        if tree.lower[k] == "as" and tree.base(k) in ("mark", "case") and k in tree.kids[i]:
            return "as"
    return ""


def compared(ctx: Context, i: int, marker: str) -> str | None:
    """The node that is compared: the one with the degree; for a noun ("more bowls") the predicate."""
    tree = ctx.tree
    wanted = ("more", "less", "most") if marker == "than" else ("as", "so", "such")
    head = tree.head[i]
    above = ctx.predicate_above(i)
    near = [head, *tree.get(head, "advmod", "amod", "xcomp", "obj", "obl")]
    if above is not None and above != head:
        near += [above, *tree.get(above, "advmod", "xcomp", "obj", "obl")]
    climb = above
    while (
        climb is not None
        and tree.base(climb) in ("xcomp", "advcl", "csubj")
        and tree.head[climb] >= 0
    ):
        climb = tree.head[climb]  # "less able to swim than Bob"
        near += [climb, *tree.get(climb, "advmod")]
    near += [k for h in (head, above) if h is not None for k in tree.get(h, "nsubj")]
    for holder in near:
        node = ctx.own.get(holder)
        if node is None or holder >= i:
            continue
        attrs = ctx.graph.nodes[node].attrs
        if attrs.get("degree") in wanted:
            return node
        amount = tree.extra.get(holder, {}).get("quant_degree", "")
        many = marker == "than" and (
            attrs.get("quant") in ("more", "few")
            or (ctx.kind(node) == "quantity" and tree.lower[holder] in ("more", "less", "fewer"))
        )
        if many or (marker == "as" and amount == "as"):
            return ctx.own[above] if above is not None else node
        for k in tree.get(holder, "amod"):
            modifier = ctx.own.get(k)
            if modifier and ctx.graph.nodes[modifier].attrs.get("degree") in wanted:
                return modifier
    if marker == "than":
        return ctx.own[above] if above is not None else ctx.own.get(head)
    return None


def _as_soon_as(ctx: Context, i: int) -> bool:
    """Link a clause after *as soon as*, if it is one: "As soon as the bell rang, they ran"."""
    tree, head = ctx.tree, ctx.tree.head[i]
    above = ctx.predicate_above(head) if not ctx.is_predicate(head) else head
    for k in (head, *(tree.get(above, "advmod") if above is not None else ())):
        if (
            tree.lower[k] in ("soon", "long")
            and k < i
            and k > 0
            and tree.lower[k - 1] in ("as", "so")
        ):
            if above is None or above in (k, i):
                return False
            ctx.drop(k)
            word = f"{tree.lower[k - 1]}_{tree.lower[k]}_as"
            ctx.edge(ctx.own[above], f"link.{word}", ctx.own[i])
            return True
    return False


def comparative_clause(ctx: Context, i: int) -> bool:
    """Relate a clause as the standard; an elliptic one ("than his master did") is reduced to its noun phrase."""
    tree = ctx.tree
    marker = _marker(tree, i)
    if not marker:
        return False
    if marker == "as" and _as_soon_as(ctx, i):
        return True
    source = compared(ctx, i, marker)
    if source is None:
        return False
    node = ctx.own[i]
    lemma = tree.lemma[i]
    subject = tree.first(i, "nsubj")
    rest = [k for k in tree.get(i, "obj", "xcomp", "ccomp", "advcl") if k != subject]
    elliptic = lemma in DUMMY and tree.upos[i] in ("AUX", "VERB") and not rest
    verbless = (
        tree.upos[i] in ("NOUN", "PROPN", "PRON") and subject is None and not tree.get(i, "cop")
    )
    if elliptic and subject is not None and ctx.node(subject) is not None:
        ctx.edge(source, marker, ctx.node(subject))
        ctx.forget(i)
    elif verbless:
        inner = ctx.inner.get(i)
        ctx.edge(source, marker, inner or node)
        if inner:
            ctx.forget(i)
    else:
        ctx.edge(source, marker, node)
    return True


def comparative_phrases(ctx: Context) -> None:
    """Move a standard from ``obl.than`` to ``than`` on the node with the degree: "taller than Bob"."""
    tree = ctx.tree
    for i in range(len(tree)):
        if (
            tree.base(i) not in ("obl", "nmod", "advcl", "conj")
            or i not in ctx.ref
            or ctx.is_predicate(i)
        ):
            continue
        marker = _marker(tree, i)
        if not marker:
            continue
        source = compared(ctx, i, marker)
        target = ctx.node(i)
        if source is None or target is None:
            continue
        for edge in ctx.graph.into(target):
            if edge.role in (f"obl.{marker}", f"nmod.{marker}", "link.than", "link.as"):
                ctx.graph.remove_edge(edge)
        ctx.edge(source, marker, target)
