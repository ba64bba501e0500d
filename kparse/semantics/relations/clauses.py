"""Relations between clauses, top-down, with their understood subjects: complements, clausal subjects, noun clauses."""

from __future__ import annotations

from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import word_list
from kparse.semantics.relations.arguments import preposition
from kparse.semantics.relations.comparison import comparative_clause
from kparse.semantics.relations.connectives import connective, governing
from kparse.semantics.relations.context import Context
from kparse.semantics.relations.control import control, tough
from kparse.semantics.relations.coordination import coordinate, parataxis
from kparse.semantics.relations.relatives import (
    infinitive_on_noun,
    participle_on_noun,
    relate_relative,
)
from kparse.semantics.relations.subordination import degree_of, degree_result, so_that, subordinate

AMOUNTS = frozenset({"little", "few", "much", "many"})
"""Quantities that take a result: ``too little money to buy it``."""


def clauses(ctx: Context) -> None:
    """Relate every clausal predicate to what governs it, heads first."""
    tree = ctx.tree
    for i in ctx.predicates:
        if i not in ctx.own:
            continue
        for k in tree.get(i, "nsubj", "csubj"):
            target = ctx.node(k)
            if target is not None and i not in ctx.surface and not tree.rel[k].endswith(":outer"):
                ctx.surface[i] = target
        if tree.head[i] >= 0:
            _relate(ctx, i)


def _relate(ctx: Context, i: int) -> None:
    tree, base = ctx.tree, ctx.tree.base(i)
    head = tree.head[i]
    if base == "conj":
        coordinate(ctx, i)
    elif base == "acl" and comparative_clause(ctx, i):
        return
    elif tree.rel[i].endswith(":relcl"):
        relate_relative(ctx, i)
    elif base == "acl":
        _noun_clause(ctx, i)
    elif base == "parataxis":
        parataxis(ctx, i)
    elif base == "csubj":
        _clausal_subject(ctx, i)
    elif base in ("ccomp", "xcomp"):
        _complement(ctx, i)
    elif base in ("advcl", "obl") or (base in ("nmod", "dep") and not ctx.noun_node(head)):
        subordinate(ctx, i)
    elif base == "nmod":
        source = ctx.noun_node(head)
        prep = preposition(tree, i)
        ctx.edge(source, f"nmod.{prep}" if prep else "comp", ctx.own[i])
    elif base in (
        "obj",
        "iobj",
        "dep",
        "list",
        "appos",
        "dislocated",
        "orphan",
        "discourse",
        "root",
    ):
        source = ctx.own.get(head)
        ctx.edge(source, "comp" if base in ("obj", "iobj", "appos") else "link.next", ctx.own[i])
        if base == "obj" and ctx.is_predicate(head):
            control(ctx, i, head)


def _noun_clause(ctx: Context, i: int) -> None:
    tree = ctx.tree
    head = tree.head[i]
    if ctx.kind(ctx.noun_node(head)) not in ("entity", "pronoun", "quantity", "group", "state"):
        subordinate(ctx, i)
        return
    above = governing(ctx, i)
    if above is not None and is_infinitive(tree, i) and degree_of(ctx, head) in ("too", "enough"):
        degree_result(ctx, i, above, head, degree_of(ctx, head))  # "enough money to buy a hat"
    elif is_infinitive(tree, i):
        infinitive_on_noun(ctx, i)
    else:
        participle_on_noun(ctx, i)


def _complement(ctx: Context, i: int) -> None:
    tree, head, node = ctx.tree, ctx.tree.head[i], ctx.own[i]
    governor = governing(ctx, i)
    source = ctx.own.get(head) if head in ctx.own else None
    if source is None and governor is not None:
        source = ctx.own[governor]
    if governor is not None and is_infinitive(tree, i):
        for holder in (head, *tree.get(head, "obj", "advmod", "nsubj")):
            degree = degree_of(ctx, holder)
            if degree in ("too", "enough") and (
                holder == head
                or degree == "enough"
                or tree.upos[holder] == "ADV"
                or any(tree.lower[k] in AMOUNTS for k in tree.get(holder, "amod"))
            ):
                degree_result(ctx, i, governor, holder, degree)
                return
    if comparative_clause(ctx, i):
        return
    if governor is not None and so_that(ctx, i, governor):
        return
    marks = connective(ctx, i)
    if (
        (
            marks
            and marks not in ("that", "whether", "if", "for", "how", "why", "where", "when", "to")
            and tree.base(i) == "ccomp"
        )
        and ctx.kind(source) in ("event", "state")
        and marks in word_list("subordinating")
    ):
        ctx.edge(source, f"link.{marks}", node)
        return
    ctx.edge(source, "comp", node)
    if governor is not None and is_infinitive(tree, i) and tough(ctx, i, governor):
        return
    if tree.get(i, "nsubj", "csubj"):
        return
    if tree.base(i) == "ccomp" and i < head and tree.lemma[head] in word_list("saying"):
        return  # "'Good,' said Karl": Karl is not the subject of good
    if governor is not None and (
        tree.base(i) == "xcomp" or ctx.graph.nodes[node].attrs.get("form") != "fin"
    ):
        control(ctx, i, governor)


def _clausal_subject(ctx: Context, i: int) -> None:
    """Relate a clausal subject: a complement beside an expletive ("It is clear that S"), else the subject."""
    tree, head = ctx.tree, ctx.tree.head[i]
    source = ctx.own.get(head)
    expletive = any(tree.base(k) == "expl" for k in tree.kids[head])
    if expletive or i > head:
        for edge in ctx.graph.out(source or "", "subj") + ctx.graph.out(source or "", "obj"):
            if edge.target == ctx.own[i]:
                ctx.graph.remove_edge(edge)
        degree = degree_of(ctx, head)
        if degree in ("too", "enough") and is_infinitive(tree, i):
            degree_result(ctx, i, head, head, degree)
            return
        elif not (ctx.is_predicate(head) and so_that(ctx, i, head)):
            ctx.edge(source, "comp", ctx.own[i])
        above = tree.head[head]  # "Betty found it hard to sleep": Betty sleeps
        finder = ctx.surface.get(above) if tree.base(head) == "xcomp" and above >= 0 else None
        finding = finder is not None and tree.lemma[above] in ("find", "think", "consider")
        if finding and finder is not None and not tree.get(i, "nsubj"):
            ctx.set_subject(i, finder)
        # "It was kind of Bob to help", "it takes Ann an hour to dress": the person is the understood subject.
        for k in [*tree.get(head, "iobj"), *tree.get(head, "obl"), *tree.get(head, "obj")]:
            if not tree.get(i, "nsubj") and (
                preposition(tree, k) in ("of", "for") or tree.rel[k] == "iobj"
            ):
                target = ctx.node(k)
                if target is not None:
                    ctx.set_subject(i, target)
                    for edge in ctx.graph.out(source or "", "obl.for"):
                        if edge.target == target:
                            ctx.graph.remove_edge(edge)
                break
    elif source is not None and not ctx.graph.out(source, "subj"):
        passive = ctx.graph.nodes[source].attrs.get("voice") == "pass"
        ctx.edge(source, "obj" if passive else "subj", ctx.own[i])
