"""Repair rules for subjects, objects, appositions and times."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE
from kparse.input.word_lists import TIME_NOUNS


def _objects_after(tree: Tree, i: int) -> list[int]:
    return [k for k in tree.get(i, "obj") if k > i and tree.upos[k] in NOUN_LIKE]


def pronoun_before_object(tree: Tree, i: int) -> None:
    """Make the first of two objects the indirect one: "hired himself/obj a lawyer/obj"."""
    objects = _objects_after(tree, i)
    if (
        len(objects) == 2
        and tree.lemma[objects[1]].lower() not in TIME_NOUNS
        and tree.upos[objects[0]] in ("PRON", "PROPN")
    ):
        tree.rel[objects[0]] = "iobj"


def past_tense_read_as_participle(tree: Tree, i: int) -> None:
    """Tag a form with a subject and no auxiliary as past tense: "The clock no longer ticked/VBN"."""
    if (
        tree.xpos[i] != "VBN"
        or tree.get(i, "aux", "cop", "obl:agent")
        or tree.base(i) in ("acl", "amod", "xcomp")
    ):
        return
    nouns = [
        k
        for k in tree.kids[i]
        if k < i
        and (
            tree.base(k) == "nsubj"
            or (
                tree.rel[k] in ("obl:unmarked", "compound", "advmod")
                and tree.get(k, "det", "nmod:poss")
            )
        )
    ]
    if not nouns or (tree.base(i) == "advcl" and not tree.get(i, "mark", "advmod")):
        return
    tree.xpos[i] = "VBD"


def apposition_on_verb(tree: Tree, i: int) -> None:
    """Attach a noun phrase after a comma to the noun before it: "stole the crown, a gift/obj"."""
    for k in list(tree.kids[i]):
        if (
            tree.rel[k] not in ("nmod:unmarked", "obl:unmarked", "appos", "obj", "dep", "parataxis")
            or tree.upos[k] != "NOUN"
        ):
            continue
        if tree.get(k, "nsubj", "cop"):
            continue
        start = tree.subtree(k)[0]
        if tree.upos[start] == "PUNCT":
            start += 1
        if (
            not tree.get(k, "det")
            or start < 2
            or tree.lower[start - 1] != ","
            or tree.lemma[k].lower() in TIME_NOUNS
            or k < i
        ):
            continue
        for noun in [n for n in tree.get(i, "obj", "obl", "nsubj") if n < k and n != k]:
            if tree.subtree(noun)[-1] == start - 2 or (tree.rel[k] != "obj" and noun == start - 2):
                tree.attach(k, noun, "appos")
                break


def resultative_adjective_read_as_object(tree: Tree, i: int) -> None:
    """Split a noun and the adjective said of it: "made the general/compound furious/obj"."""
    if tree.lemma[i] not in (
        "make",
        "find",
        "keep",
        "leave",
        "turn",
        "drive",
        "consider",
        "paint",
        "get",
        "call",
        "think",
    ):
        return
    for k in tree.get(i, "obj", "xcomp"):
        nouns = [n for n in tree.get(k, "amod", "compound", "nmod") if n == k - 1]
        if tree.upos[k] == "ADJ" and nouns and tree.get(k, "det", "nmod:poss") and k > i:
            noun = nouns[0]
            tree.attach(noun, i, "obj")
            tree.upos[noun] = "NOUN"
            for d in [d for d in tree.kids[k] if d < noun]:
                tree.attach(d, noun, tree.rel[d])
            tree.rel[k] = "xcomp"
