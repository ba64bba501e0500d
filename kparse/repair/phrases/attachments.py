"""Repair rules for modifiers and clauses on the wrong word. A rule returns whether it has changed the tree."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import RELATIVE_PRONOUNS, verb_prepositions, word_list

COLOURS = frozenset("red green blue grey gray black white brown yellow pink purple".split())
PLACES = frozenset(
    "in on at near under behind beside inside outside above below between among around over by".split()
)
POSSESSIVES = frozenset({"her", "his", "its", "their", "my", "your", "our"})


def _has_mark(tree: Tree, i: int, *words: str) -> bool:
    return any(tree.base(k) == "mark" and tree.lower[k] in words for k in tree.kids[i])


def _cases(tree: Tree, i: int) -> list[str]:
    return [tree.lower[c] for c in tree.get(i, "case")]


def result_of_such(tree: Tree, i: int) -> bool:
    """Make a clause of result after *such* adverbial: "such a dull book that he slept/acl:relcl"."""
    head = tree.head[i]
    such = any(tree.lower[k] == "such" for k in tree.get(head, "det", "amod"))
    words = [k for k in tree.kids[i] if tree.lower[k] == "that" and head < k < i]
    subjects = [k for k in tree.get(i, "nsubj", "expl") if k not in words]
    if not such or tree.base(i) not in ("acl", "advcl") or not words or not subjects:
        return False
    tree.retag(words[0], "SCONJ", "IN", "that")
    tree.rel[words[0]], tree.rel[i] = "mark", "advcl"
    verb = tree.head[head]
    if verb >= 0 and tree.upos[verb] == "VERB" and tree.base(head) in ("obj", "obl", "nsubj"):
        tree.attach(i, verb, "advcl")
    return True


def result_of_so_much(tree: Tree, i: int) -> bool:
    """Attach a clause of result after *so much* to the verb: "ate so much cake that he fell/acl ill"."""
    head = tree.head[i]
    words = [k for k in tree.kids[i] if tree.lower[k] == "that" and k < i]
    if tree.base(i) not in ("acl", "ccomp") or i < head or not words:
        return False
    that = words[0]
    subjects = [k for k in tree.get(i, "nsubj", "expl") if k > that]
    if that != tree.subtree(i)[0] or not subjects or tree.base(that) not in ("obj", "mark", "obl"):
        return False
    above = head
    while above >= 0 and tree.upos[above] not in ("VERB", "AUX") and not tree.get(above, "cop"):
        above = tree.head[above]
    if above < 0:
        return False
    holders = [above, *tree.get(above, "obj", "iobj", "nsubj", "obl", "advmod")]
    for holder in holders:
        for k in tree.get(holder, "amod", "det", "advmod", "nummod"):
            if any(tree.lower[j] == "so" and j == k - 1 and j < that for j in tree.kids[k]):
                tree.attach(i, above, "advcl")
                tree.upos[that], tree.rel[that] = "SCONJ", "mark"
                return True
    return False


def oblique_on_noun(tree: Tree, i: int) -> bool:
    """Attach a phrase on a noun to the verb.

    "There were no chairs in the hall/nmod", "said the farmer to his wife/nmod"; with verbs of
    ``verb_prepositions.tsv``, "protect his cabbages from the deer/nmod".
    """
    head = tree.head[i]
    cases, verb = _cases(tree, i), tree.head[head]
    if tree.rel[i] != "nmod" or not cases or i < head or verb < 0:
        return False
    inverted = tree.base(head) == "nsubj" and head > verb
    there = inverted and tree.lemma[verb] == "be" and bool(tree.get(verb, "expl"))
    spoken = inverted and cases == ["to"] and tree.lemma[verb] in word_list("saying")
    listed = tree.rel[head] == "obj" and (tree.lemma[verb], "_".join(cases)) in verb_prepositions()
    if not ((there and cases[0] in PLACES) or spoken or listed):
        return False
    tree.attach(i, verb, "obl")
    return True


def stranded_preposition_of_pronoun(tree: Tree, i: int) -> bool:
    """Make a stranded preposition the case of its pronoun: "the smith that/obj Pavel worked for/obl"."""
    head = tree.head[i]
    if tree.rel[i] != "obl" or tree.upos[i] != "ADP" or tree.kids[i]:
        return False
    for k in tree.get(head, "obj"):
        if tree.lower[k] in RELATIVE_PRONOUNS and k < head and i == max(tree.kids[head], default=i):
            tree.attach(i, k, "case")
            tree.rel[k] = "obl"
            return True
    return False


ASKING = frozenset("ask order teach tell".split())
"""Those of which this holds if the object is a person: *ordered soup to eat*."""


def purpose_read_as_complement(tree: Tree, i: int) -> bool:
    """Make an infinitive after an object adverbial: "built a fence to protect/xcomp the hens"."""
    head = tree.head[i]
    if tree.rel[i] != "xcomp" or not _has_mark(tree, i, "to") or tree.upos[head] != "VERB":
        return False
    if not [k for k in tree.get(head, "obj", "iobj") if head < k < i] or tree.get(head, "expl"):
        return False
    if any(
        tree.lemma[head] in word_list(n) for n in ("object_control", "subject_control", "to_verbs")
    ):
        return False
    tree.rel[i] = "advcl"
    return True
