"""Understood subjects of complements: control, raising and tough-movement."""

from __future__ import annotations

from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import word_list
from kparse.semantics.relations.context import Context


def control(ctx: Context, i: int, governor: int) -> None:
    """Give the complement its understood subject.

    Object control: "Ann asked Bob to leave"; subject control: "Ann promised Bob to leave", "Ann wanted to leave";
    raising: "Ann seemed to sleep" (the raising verb loses its subject).
    """
    tree, source = ctx.tree, ctx.own[governor]
    lemma = tree.lemma[governor]
    passive = ctx.graph.nodes[source].attrs.get("voice") == "pass"
    surface = ctx.surface.get(governor)
    objects = [ctx.node(k) for k in tree.get(governor, "obj", "iobj")]
    person = next((n for n in objects if n is not None), None)
    # "be likely to", "seem to": the subject has no role in the raising predicate.
    concept = ctx.graph.nodes[source].concept
    if (
        (lemma in word_list("raising") or concept in word_list("raising"))
        and is_infinitive(tree, i)
        and person is None
    ):
        if surface is not None:
            for edge in ctx.graph.out(source, "subj"):
                if edge.target == surface:
                    ctx.graph.remove_edge(edge)
            ctx.set_subject(i, surface)
        return
    by_object = person is not None and not passive and lemma not in word_list("subject_control")
    if lemma in ("need", "require", "have", "spend", "waste") and tree.xpos[i] != "VBN":
        by_object = by_object and any(
            tree.upos[k] in ("PROPN", "PRON") or tree.lemma[k] in word_list("persons")
            for k in tree.get(governor, "obj")
        )  # "needed ointment to heal", "had trouble sleeping"
    complement = tree.base(i) in ("xcomp", "ccomp") or lemma in word_list("object_control")
    if person is not None and by_object and complement:
        ctx.set_subject(i, person)
        return
    if surface is not None:
        ctx.set_subject(i, surface)


def tough(ctx: Context, i: int, governor: int) -> bool:
    """Make the subject of a tough adjective the object of the infinitive: "The knot was hard to untie"."""
    from kparse.semantics.relations.relatives import fill_gap, takes_object

    tree = ctx.tree
    subject = ctx.surface.get(governor)
    if tree.lemma[governor] not in word_list("tough") or subject is None:
        return False
    stranded = any(
        tree.upos[k] == "ADP" and tree.base(k) == "obl" and not tree.kids[k] for k in tree.kids[i]
    )
    if not stranded and not takes_object(ctx, i) and not tree.get(i, "xcomp"):
        return False
    fill_gap(ctx, i, subject, subject=False)
    return True
