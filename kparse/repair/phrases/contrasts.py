"""Repair rules for contrasts: *rather than*, *and not*, *but not*, *compared to*, and bare auxiliaries."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_infinitive
from kparse.input.word_lists import word_list

REASONS = frozenset("because since as although though so".split())


def _nominal(tree: Tree, i: int) -> bool:
    return tree.upos[i] in NOUN_LIKE and not tree.get(i, "cop", "nsubj", "aux")


def _person(tree: Tree, i: int) -> bool:
    return tree.lemma[i] in word_list("persons")


def rather_than_phrase(tree: Tree, i: int) -> bool:
    """Make a noun after *rather than* an oblique: "bought bread rather than rolls/conj"."""
    head = tree.head[i]
    if tree.base(i) != "conj" or i < head or not _nominal(tree, head):
        return False
    for k in tree.get(i, "cc"):
        if tree.lower[k] != "rather" or not any(tree.lower[j] == "than" for j in tree.kids[k]):
            continue
        above = tree.head[head]
        while above >= 0 and tree.upos[above] not in ("VERB", "ADJ") and not tree.get(above, "cop"):
            above = tree.head[above]
        if above < 0 or (tree.upos[i] not in NOUN_LIKE and tree.xpos[i] != "VBG"):
            return False
        for c in tree.get(i, "case"):
            tree.rel[c], tree.upos[c] = "punct", "PUNCT"
        tree.rel[k], tree.upos[k] = "case", "ADP"
        tree.attach(i, above, "obl")
        tree.rel[i] = "obl"
        return True
    return False


def and_not_contrast(tree: Tree, i: int) -> bool:
    """Read *and not* as *but not*: "in the tent and not the hut"."""
    head = tree.head[i]
    if tree.base(i) != "conj" or not (_nominal(tree, i) and _nominal(tree, head)):
        return False
    words = [k for k in tree.get(i, "cc") if tree.lower[k] == "and"]
    if words and any(tree.lower[k] == "not" and k == words[0] + 1 for k in tree.get(i, "advmod")):
        tree.lower[words[0]] = "but"
    return False


def comma_not_contrast(tree: Tree, i: int) -> bool:
    """Coordinate a phrase after a comma and *not*: "ate in the garden, not in the hall/obl"."""
    head = tree.head[i]
    if tree.base(i) not in ("obl", "obj", "parataxis", "appos", "conj") or not _nominal(tree, i):
        return False
    first = tree.subtree(i)[0]
    if first < 1 or tree.lower[first] == ",":
        first += 1
    nots = [k for k in tree.get(i, "advmod") if tree.lower[k] == "not" and k == first]
    if not nots or tree.lower[first - 1] != "," or tree.get(i, "cc"):
        return False
    cases = [tree.lower[c] for c in tree.get(i, "case")]
    beside = [head] if tree.base(i) == "appos" else tree.get(head, "obl", "obj")
    for k in beside:
        inside = [j for j in tree.subtree(k) if j < first - 1]
        if k == i or not _nominal(tree, k) or not inside or inside[-1] != first - 2:
            continue
        if cases != [tree.lower[c] for c in tree.get(k, "case")]:
            continue
        comma = first - 1
        tree.lower[comma], tree.upos[comma] = "but", "CCONJ"
        tree.attach(comma, i, "cc")
        tree.attach(i, k, "conj")
        return True
    return False


def but_not_contrast(tree: Tree, i: int) -> bool:
    """Coordinate a noun after *but not* with the noun before: "easy for Tove but not Runa/conj", on *easy*."""
    head = tree.head[i]
    if tree.base(i) != "conj" or i < head or not _nominal(tree, i):
        return False
    if tree.upos[head] not in ("ADJ", "VERB") and not tree.get(head, "cop"):
        return False
    but = [k for k in tree.get(i, "cc") if tree.lower[k] == "but"]
    if not but or not any(
        tree.lower[k] == "not" and k == but[0] + 1 for k in tree.get(i, "advmod")
    ):
        return False
    cases = [tree.lower[c] for c in tree.get(i, "case")]
    for k in tree.get(head, "obl", "nmod", "obj"):
        inside = [j for j in tree.subtree(k) if tree.upos[j] != "PUNCT"]
        if (
            k > i
            or tree.rel[k] == "nmod:poss"
            or not _nominal(tree, k)
            or inside[-1] not in (but[0] - 1, but[0] - 2)
        ):
            continue
        if tree.upos[i] == "PROPN" and tree.upos[k] == "NOUN" and not _person(tree, k):
            continue  # "took the message but not Amy": Amy did not take it
        if cases and cases != [tree.lower[c] for c in tree.get(k, "case")]:
            continue
        for j in [*tree.get(i, "xcomp"), *tree.get(i, "advcl"), *tree.get(i, "acl")]:
            if j > i and (is_infinitive(tree, j) or tree.base(j) == "advcl"):
                tree.attach(j, head, tree.rel[j] if tree.base(j) != "acl" else "xcomp")
        tree.attach(i, k, "conj")
        return True
    return False


def compared_to_phrase(tree: Tree, i: int) -> bool:
    """Make *compared to* a preposition: "pale compared/advcl to Marit"."""
    head = tree.head[i]
    if (
        tree.lower[i] != "compared"
        or tree.base(i) not in ("advcl", "acl")
        or tree.get(i, "nsubj", "aux")
    ):
        return False
    for k in tree.get(i, "obl"):
        words = [c for c in tree.get(k, "case") if tree.lower[c] in ("to", "with")]
        if len(words) != 1 or words[0] != i + 1:
            continue
        for j in [j for j in tree.kids[i] if j != k]:
            if tree.base(j) == "mark":
                tree.rel[j], tree.upos[j] = "punct", "PUNCT"
            else:
                tree.attach(j, head, tree.rel[j])
        tree.attach(
            k,
            head,
            "obl" if tree.upos[head] in ("VERB", "ADJ") or tree.get(head, "cop") else "nmod",
        )
        tree.attach(i, k, "case")
        tree.attach(words[0], i, "fixed")
        tree.upos[i], tree.xpos[i] = "ADP", "IN"
        return True
    return False


def bare_auxiliary_before_reason(tree: Tree, i: int) -> None:
    """Split a bare auxiliary and a clause of reason: "but a tent will/aux not because the hut is solid"."""
    subjects = [k for k in tree.get(i, "nsubj") if k < i]
    if len(subjects) != 2 or tree.base(i) not in ("conj", "advcl", "parataxis", "root"):
        return
    first, second = subjects
    bare = [k for k in tree.get(i, "aux", "cop") if first < k < second]
    marks = [k for k in tree.get(i, "mark") if bare and bare[0] < k < second]
    if len(bare) != 1 or not marks or tree.lower[marks[-1]] not in REASONS:
        return
    reason, auxiliary, head = marks[-1], bare[0], tree.head[i]
    if head < 0:
        return
    tree.attach(auxiliary, head, tree.rel[i])
    for k in [k for k in tree.kids[i] if k < reason]:
        tree.attach(k, auxiliary, tree.rel[k])
    tree.rel[first] = "nsubj"
    tree.attach(i, auxiliary, "advcl")
    tree.rel[i] = "advcl"
    tree.upos[auxiliary] = "AUX"
    tree.repeats.add(auxiliary)


def reason_on_earlier_verb(tree: Tree, i: int) -> bool:
    """Attach a reason to the bare auxiliary before it: "could not lift it but Tim could because he was strong"."""
    head = tree.head[i]
    marks = [k for k in tree.get(i, "mark") if k < i and tree.lower[k] in REASONS]
    if tree.base(i) != "advcl" or not marks or tree.subtree(i)[0] < marks[0] - 1:
        return False
    before = marks[0] - 1
    while before > head and (tree.lower[before] in ("not", "n't", "too", "either", ",")):
        before -= 1
    if before <= head or tree.upos[before] != "AUX" or not tree.get(before, "nsubj"):
        return False
    if tree.base(before) not in ("conj", "advcl", "parataxis") or tree.head[before] != head:
        return False
    standards = ("like", "as", "than", "so", "before", "after", "until", "when", "once")
    if any(tree.lower[k] in standards for k in tree.get(before, "mark", "case", "advmod")):
        return False  # "did not sing as Bea did because she was ill", "left before Bea did because ..."
    if tree.get(before, "obj", "xcomp", "ccomp", "obl"):
        return False
    tree.attach(i, before, "advcl")
    return True
