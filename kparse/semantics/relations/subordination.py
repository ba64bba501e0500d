"""Adverbial clauses: connectives, results, purposes, participles, and their understood subjects."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import word_list
from kparse.semantics.relations.arguments import preposition
from kparse.semantics.relations.comparison import comparative_clause
from kparse.semantics.relations.connectives import connective, coordinator, governing
from kparse.semantics.relations.context import Context
from kparse.semantics.relations.control import control, tough
from kparse.semantics.relations.coordination import conjunct_before, share
from kparse.semantics.relations.relatives import fill_gap, takes_object


def degree_of(ctx: Context, i: int) -> str:
    """The degree of a word, or the quantity ``enough``; for nouns also that of a modifier ("too big a box")."""
    node = (
        ctx.noun_node(i)
        if ctx.kind(ctx.own.get(i)) == "state" and i in ctx.inner
        else ctx.own.get(i)
    )
    such = any(ctx.tree.lower[k] == "such" for k in ctx.tree.get(i, "det", "amod"))
    if node is None:
        return "such" if such else ctx.tree.extra.get(i, {}).get("quant_degree", "")
    attrs = ctx.graph.nodes[node].attrs
    if attrs.get("degree") in ("too", "enough", "so", "such"):
        return attrs["degree"]
    if attrs.get("quant") == "enough":
        return "enough"
    found = ctx.tree.extra.get(i, {}).get("quant_degree", "")
    for k in ctx.tree.get(i, "amod", "advmod"):
        if not found and k in ctx.own:
            found = ctx.graph.nodes[ctx.own[k]].attrs.get("degree", "")
    return "such" if such else found


def subordinate(ctx: Context, i: int) -> None:
    """Relate an adverbial clause to the predicate that governs it."""
    tree, node = ctx.tree, ctx.own[i]
    governor = governing(ctx, i)
    if governor is None:
        ctx.edge(ctx.own.get(tree.head[i]), "link.next", node)
        return
    if is_infinitive(tree, i) and _result_of_degree(ctx, i, governor):
        return
    if comparative_clause(ctx, i) or so_that(ctx, i, governor):
        return
    word = connective(ctx, i)
    if word == "for" and is_infinitive(tree, i):
        word = ""  # "for him to leave"
    form = ctx.graph.nodes[node].attrs.get("form")
    if not word and form == "fin" and governor < i:
        linked = coordinator(ctx, i)  # "..., and the dog barked", read as subordinate
        if linked:
            ctx.edge(ctx.own[conjunct_before(ctx, governor, i)], f"link.{linked}", node)
            share(ctx, governor, i)
            return
    _drop_connective_adverb(ctx, i, word)
    if _complement_of_adjective(ctx, i, word):
        return
    own_subject = bool(tree.get(i, "nsubj", "csubj"))
    reports_speech = own_subject and tree.lemma[i] in word_list("saying") and not _inverted(tree, i)
    if form == "fin" and not word and reports_speech:
        ctx.edge(node, "comp", ctx.own[governor])  # "It is late, she said"
        return
    ctx.edge(ctx.own[governor], f"link.{word or _bare_link(ctx, i)}", node)
    if not own_subject and form != "fin":
        _adverbial_subject(ctx, i, governor)


def _result_of_degree(ctx: Context, i: int, governor: int) -> bool:
    head = ctx.tree.head[i]
    for holder in (head, *ctx.tree.get(head, "obj", "advmod", "xcomp", "nsubj")):
        degree = degree_of(ctx, holder)
        if degree in ("too", "enough") and holder != i:
            degree_result(ctx, i, governor, holder, degree)
            return True
    return False


def _complement_of_adjective(ctx: Context, i: int, word: str) -> bool:
    """Relate a clause that is a complement, if it is one: "glad to see you", "told them that it rained"."""
    head = ctx.tree.head[i]
    kind = ctx.kind(ctx.own.get(head))
    if word == "that" and kind in ("state", "event"):
        ctx.edge(ctx.own[head], "comp", ctx.own[i])
        return True
    if is_infinitive(ctx.tree, i) and not word and kind == "state" and i > head:
        ctx.edge(ctx.own[head], "comp", ctx.own[i])
        if not tough(ctx, i, head):
            control(ctx, i, head)
        return True
    return False


def _bare_link(ctx: Context, i: int) -> str:
    """The link of a clause without a connective: purpose, inverted condition, participle."""
    if is_infinitive(ctx.tree, i):
        return "to"
    if ctx.graph.nodes[ctx.own[i]].attrs.get("form") == "fin":
        return "if" if _inverted(ctx.tree, i) else "next"
    return "participle"


def _drop_connective_adverb(ctx: Context, i: int, word: str) -> None:
    parts = word.split("_")
    for k in list(ctx.tree.get(i, "advmod")):
        if ctx.tree.lower[k] in parts and k in ctx.own and k < i:
            ctx.drop(k)


LEAVE = frozenset(
    "permission chance opportunity order instruction command leave time reason cause encouragement advice help power "
    "right courage strength".split()
)
"""Things that enable the recipient to act: in "gave Dana permission to leave" Dana leaves."""


def _adverbial_subject(ctx: Context, i: int, governor: int) -> None:
    """Give a participle, gerund or purpose infinitive the main subject, or the object after ``thank ... for``."""
    tree = ctx.tree
    word = connective(ctx, i)
    if word in ("for", "of", "from", "into", "out_of") and tree.lemma[governor] in word_list(
        "gerund_object_control"
    ):
        target = ctx.graph.target(ctx.own[governor], "obj") or ctx.graph.target(
            ctx.own[governor], "iobj"
        )
        if target is not None:
            ctx.set_subject(i, target)
            return
    doer = _doer_before(ctx, i, governor)
    if doer is not None:
        ctx.set_subject(i, doer)
        return
    receiver = ctx.graph.target(ctx.own[governor], "iobj")
    if receiver is not None and tree.lemma[governor] == "take" and is_infinitive(tree, i):
        ctx.set_subject(i, receiver)  # "It took Ann an hour to find it"
        return
    given = [k for k in tree.get(governor, "obj") if tree.lemma[k] in LEAVE]
    if receiver is not None and given and is_infinitive(tree, i) and i > given[0]:
        ctx.set_subject(i, receiver)
        return
    subject = ctx.surface.get(governor)
    if ctx.graph.nodes[ctx.own[governor]].attrs.get("voice") == "pass" and word == "by":
        subject = ctx.graph.target(ctx.own[governor], "subj") or subject
    if subject is None and tree.base(governor) in ("xcomp", "ccomp", "advcl"):
        above = ctx.predicate_above(governor)
        subject = ctx.surface.get(above) if above is not None else None
    if subject is not None:
        ctx.set_subject(i, subject)


def _doer_before(ctx: Context, i: int, governor: int) -> str | None:
    """The noun of a *for* phrase right before the infinitive: "wrote a poem for Ann to read"."""
    tree = ctx.tree
    if not is_infinitive(tree, i):
        return None
    first = tree.subtree(i)[0]
    for k in tree.get(governor, "obl"):
        person = tree.upos[k] in ("PROPN", "PRON") or tree.lemma[k] in word_list("persons")
        if person and preposition(tree, k) == "for" and tree.subtree(k)[-1] == first - 1:
            return ctx.node(k)
    return None


def _inverted(tree: Tree, i: int) -> bool:
    subjects, aux = tree.get(i, "nsubj"), tree.get(i, "aux", "cop")
    return (
        bool(subjects and aux)
        and aux[0] < subjects[0]
        and tree.lower[aux[0]] in ("had", "were", "should", "was")
    )


def so_that(ctx: Context, i: int, governor: int) -> bool:
    """Relate a result: "so tired that he slept", "such a storm that we left", "so fast that she won"."""
    tree = ctx.tree
    marked = connective(ctx, i)
    if marked not in ("that", "") or is_infinitive(tree, i):
        return False
    head = tree.head[i]
    holders = [head, *tree.get(head, "advmod", "obj", "nsubj", "xcomp", "obl", "amod")]
    if head != governor:
        holders.append(governor)
    for holder in holders:
        if holder > i or degree_of(ctx, holder) not in ("so", "such"):
            continue
        if ctx.graph.nodes[ctx.own[i]].attrs.get("form") != "fin":
            return False
        ctx.edge(ctx.own[governor], "link.so_that_result", ctx.own[i])
        return True
    return False


def degree_result(ctx: Context, i: int, governor: int, holder: int, degree: str) -> None:
    """Relate an infinitive to a degree: "too heavy to lift" (object gap), "tall enough to reach it" (subject gap)."""
    tree, node = ctx.tree, ctx.own[i]
    ctx.edge(ctx.own[governor], f"link.{degree}_to", node)
    subject = ctx.surface.get(governor)
    quality = ctx.kind(ctx.own.get(holder)) == "state" and holder == governor
    given = tree.get(i, "nsubj")
    if quality and subject is not None:
        stranded = any(
            tree.upos[k] == "ADP" and tree.base(k) == "obl" and not tree.kids[k]
            for k in tree.kids[i]
        )
        personal = ctx.kind(subject) == "pronoun" and ctx.graph.nodes[subject].concept in (
            "he",
            "she",
            "i",
            "we",
            "you",
        )
        being = (
            personal
            or "proper" in ctx.graph.nodes[subject].attrs
            or tree.lemma[holder] in word_list("sentient_adjectives")
        )
        optional = (
            tree.lemma[i] in word_list("optional_object") and takes_object(ctx, i) and not being
        )
        if (
            stranded
            or optional
            or (given and takes_object(ctx, i))
            or takes_object(ctx, i, strict=True)
        ):
            fill_gap(ctx, i, subject, subject=False)
            if not given:
                _for_phrase(ctx, i, governor)
            return
    if not given and not _for_phrase(ctx, i, governor) and subject is not None:
        ctx.set_subject(i, subject)


def _for_phrase(ctx: Context, i: int, governor: int) -> bool:
    """Make a *for* phrase beside the infinitive its subject: "too heavy for the boys to lift"."""
    tree = ctx.tree
    for k in tree.get(governor, "obl"):
        if preposition(tree, k) == "for" and governor < k < i and k in ctx.own:
            target = ctx.node(k)
            if target is not None:
                for edge in ctx.graph.out(ctx.own[governor], "obl.for"):
                    if edge.target == target:
                        ctx.graph.remove_edge(edge)
                return ctx.set_subject(i, target)
    return False
