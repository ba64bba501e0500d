"""Coordination of clauses, shared arguments, and parataxis."""

from __future__ import annotations

from kparse.input.word_lists import word_list
from kparse.semantics.relations.connectives import connective, coordinator, governing
from kparse.semantics.relations.context import Context
from kparse.semantics.relations.relatives import takes_object


def coordinate(ctx: Context, i: int) -> None:
    """Link a predicate to the conjunct before it, and add the arguments that they share."""
    tree = ctx.tree
    first = tree.head[i]
    if not ctx.is_predicate(first):
        return
    mates = [k for k in tree.get(first, "conj") if ctx.is_predicate(k)]
    position = mates.index(i) if i in mates else 0
    previous = conjunct_before(ctx, first, i)
    word = coordinator(ctx, i)
    if not word:
        later = [coordinator(ctx, k) for k in mates[position + 1 :]]
        word = next((w for w in later if w), "")
        if word not in ("and", "or"):
            word = ""
    semicolon = any(tree.lower[k] in (";", ":", "-", "--", "—", "–") for k in tree.kids[i] if k < i)
    ctx.edge(
        ctx.own[previous],
        f"link.{word or ('next' if semicolon or tree.get(i, 'nsubj') else 'and')}",
        ctx.own[i],
    )
    share(ctx, _sharer(ctx, first, i), i)


def _sharer(ctx: Context, first: int, i: int) -> int:
    """The conjunct whose subject is shared: *knelt* in "Ann lay in bed, and Bob knelt and told her"."""
    tree = ctx.tree
    mates = [k for k in tree.get(first, "conj", "parataxis") if first < k < i and k in ctx.surface]
    for k in reversed(mates):
        if tree.get(k, "nsubj", "csubj") and not _inserted(ctx, k):
            return k
    return first


def _inserted(ctx: Context, k: int) -> bool:
    """Whether a clause of saying is inserted between conjuncts: "Ann came, she said, and left"."""
    return ctx.tree.base(k) == "parataxis" and ctx.tree.lemma[k] in word_list("saying")


def conjunct_before(ctx: Context, first: int, i: int) -> int:
    """The conjunct or loose clause before: "small and leaky, yet we sailed it" is a chain of three."""
    tree = ctx.tree
    mates = [
        k for k in tree.get(first, "conj", "parataxis") if first < k < i and ctx.is_predicate(k)
    ]
    if not mates:
        return first
    return conjunct_before(ctx, mates[-1], i)


def share(ctx: Context, first: int, i: int) -> None:
    """Add shared subjects, modals and objects: "Ann can swim and dive", "Ann washed and dried the cups"."""
    tree, node, head_node = ctx.tree, ctx.own[i], ctx.own[first]
    attrs, model = ctx.graph.nodes[node].attrs, ctx.graph.nodes[head_node].attrs
    own_subject = bool(tree.get(i, "nsubj", "csubj", "expl"))
    if own_subject:
        return
    auxiliaries = tree.get(i, "aux", "cop", "aux:peri")
    if not auxiliaries and "mood" not in attrs:
        bare = attrs.get("form") not in ("fin",) or (
            tree.xpos[i] in ("VB", "VBP") and tree.xpos[first] == "VB"
        )
        states = ctx.kind(node) == "state" and ctx.kind(head_node) == "state"
        if states or (bare and ctx.kind(node) == ctx.kind(head_node) == "event"):
            for name in ("modal", "tense", "form", "polarity", "aspect", "voice"):
                if (
                    name in model
                    and name not in attrs
                    and (
                        name != "polarity"
                        or states
                        or model.get("modal")
                        or model.get("form") == "fin"
                    )
                ):
                    if name in ("voice", "aspect") and tree.xpos[i] != tree.xpos[first]:
                        continue
                    attrs[name] = model[name]
            if "modal" in attrs:
                attrs.pop("tense", None)
            if bare and "form" in model:
                attrs["form"] = model["form"]
            if attrs.get("modal") == model.get("modal") and "tense" in model:
                attrs["tense"] = model["tense"]
    subject = ctx.surface.get(first)
    if subject is not None and attrs.get("mood") != "imp":
        ctx.set_subject(i, subject)
    if ctx.kind(node) == "event" and ctx.kind(head_node) == "event":
        _share_objects(ctx, first, i)


def _share_objects(ctx: Context, first: int, i: int) -> None:
    tree, node, head_node = ctx.tree, ctx.own[i], ctx.own[first]
    for edge in ctx.graph.out(head_node):
        position = int(edge.target[1:]) if edge.target[1:].isdigit() else -1
        late = position > i and ctx.under(position, first) and not ctx.under(position, i)
        if (
            late
            and (edge.role == "obj" or edge.role.startswith("obl."))
            and not ctx.has(node, edge.role)
        ):
            ctx.edge(node, edge.role, edge.target)
    # "washed and dried the cups" with the cups on the second verb only
    between = all(tree.head[k] == i and tree.base(k) == "cc" for k in range(first + 1, i))
    for k in tree.get(i, "obj"):
        if between and k > i and takes_object(ctx, first, strict=True):
            ctx.edge(head_node, "obj", ctx.node(k))


def parataxis(ctx: Context, i: int) -> None:
    """Link a loose clause: the complement of a verb of saying ("It is late, she said"), else a sequence."""
    tree, head, node = ctx.tree, ctx.tree.head[i], ctx.own[i]
    governor = governing(ctx, i)
    if governor is None:
        ctx.edge(ctx.own.get(head), "link.next", node)
        return
    source = ctx.own[governor]
    subject = tree.get(i, "nsubj")
    linked = coordinator(ctx, i)
    if (
        not linked
        and tree.lemma[i] in word_list("saying")
        and subject
        and not ctx.has(node, "comp")
        and not tree.get(i, "ccomp", "obj", "xcomp")
    ):
        separated = any(tree.upos[j] == "PUNCT" for j in range(min(i, governor), max(i, governor)))
        if separated:
            ctx.edge(node, "comp", source)
            return
    word = connective(ctx, i)
    if linked:
        word = linked
    if word in ("that", "to", "for"):
        word = ""
    earlier = min(governor, i) == governor
    if (
        tree.lemma[governor] in word_list("saying")
        and ctx.surface.get(governor)
        and not ctx.has(source, "comp")
        and not word
    ):
        quote = any(
            tree.lower[j] in ('"', "“", "''", "``", ":", "'")
            for j in range(min(i, governor), max(i, governor))
        )
        if quote or not earlier:
            ctx.edge(source, "comp", node)
            return
    if governor < i:
        source = ctx.own[conjunct_before(ctx, governor, i)]
    ctx.edge(source, f"link.{word or 'next'}", node)
