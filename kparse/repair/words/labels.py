"""Repair rules for labels that a word's class or form excludes: a name is no clause, a possessive no punctuation."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.repair.words.word_class import LINKING

PREDICATIVE = LINKING | frozenset("remain stay appear sound go end start act".split())
"""Verbs that may have a bare name as their predicate: *she became Nora*, *he went Hollywood*."""
PERCEIVING = frozenset("see hear watch feel notice observe let make help have".split())
"""Verbs whose object may do what a bare infinitive after it says."""


def impossible_label(tree: Tree, i: int) -> None:
    """Give a word a label that its class allows: "called Emil/xcomp", "his back/ADV ached"."""
    head, label = tree.head[i], tree.rel[i]
    if head < 0:
        return
    if tree.upos[i] == "ADV" and tree.get(i, "nmod:poss"):
        tree.retag(i, "NOUN", "NN", tree.lower[i])
        if label == "advmod" and i < head and not tree.get(head, "nsubj"):
            tree.rel[i] = "nsubj"
    elif label == "nsubj:pass" and tree.get(head, "cop"):
        tree.rel[i] = "nsubj"
    elif tree.xpos[i] == "PRP$" and label == "punct":
        noun = i + 1
        while noun + 1 < len(tree) and tree.upos[noun] in ("ADJ", "ADV"):
            noun += 1
        if noun < len(tree) and tree.upos[noun] == "NOUN":
            tree.attach(i, noun, "nmod:poss")
    elif tree.upos[i] == "PROPN" and not tree.get(i, "cop", "mark", "nsubj", "case"):
        if label == "csubj":
            tree.rel[i] = "nsubj"
        elif label == "xcomp" and i == head + 1 and _takes_name(tree, head):
            tree.rel[i] = "obj"
    elif label == "obj" and _is_object_name(tree, head) and head < i:
        tree.attach(i, tree.head[head], "obj")


def _is_object_name(tree: Tree, i: int) -> bool:
    return tree.upos[i] == "PROPN" and tree.base(i) in ("obj", "iobj")


def _takes_name(tree: Tree, verb: int) -> bool:
    return (
        tree.upos[verb] == "VERB"
        and tree.lemma[verb] not in PREDICATIVE
        and not tree.get(verb, "obj", "iobj", "nsubj:pass", "ccomp")
    )


def person_seen_doing(tree: Tree, i: int) -> None:
    """Make *her* before an infinitive the object of a verb of perception: "saw her/nmod:poss cry/obj"."""
    if tree.lemma[i] not in PERCEIVING or tree.get(i, "iobj", "xcomp"):
        return
    for deed in tree.get(i, "obj"):
        owners = tree.get(deed, "nmod:poss")
        if tree.xpos[deed] != "VB" or owners != [deed - 1] or tree.lower[deed - 1] != "her":
            continue
        tree.retag(deed, "VERB", "VB", tree.lemma[deed])
        tree.rel[deed] = "xcomp"
        tree.retag(deed - 1, "PRON", "PRP", tree.lemma[deed - 1])
        tree.attach(deed - 1, i, "obj")
