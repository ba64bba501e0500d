"""Repair rules for main clauses without their verb, and for relative and indirect clauses on the wrong word."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE


def who_clause_on_verb(tree: Tree, i: int) -> None:
    """Attach a clause with *who* to the noun before the comma: "robbed by Carl, who was caught/advcl"."""
    head = tree.head[i]
    if head < 0 or tree.base(i) not in ("advcl", "parataxis", "ccomp", "conj", "acl") or head > i:
        return
    words = [
        k for k in tree.get(i, "nsubj", "obj", "obl") if tree.lower[k] in ("who", "whom") and k < i
    ]
    words += [
        j
        for k in tree.get(i, "nsubj", "obj", "obl")
        for j in tree.kids[k]
        if tree.lower[j] == "whose" and j < i
    ]
    words += [
        k for k in tree.get(i, "obl") if tree.lower[k] == "which" and k < i and tree.get(k, "case")
    ]
    if not words or words[0] < 2 or (tree.upos[head] in NOUN_LIKE and not tree.get(head, "cop")):
        return
    start = words[0] - 1
    if tree.get(words[0], "case"):
        start = tree.get(words[0], "case")[0] - 1
    if tree.lower[start] != "," or start < 1:
        return
    noun = start - 1
    while (
        tree.head[noun] >= 0 and tree.upos[noun] not in ("NOUN", "PROPN") and tree.head[noun] < noun
    ):
        noun = tree.head[noun]
    if tree.upos[noun] in ("NOUN", "PROPN") and noun > head:
        tree.attach(i, noun, "acl:relcl")


def who_clause_with_copula_on_verb(tree: Tree, i: int) -> None:
    """Do the same for a nominal predicate: "robbed by Carl, who was a guard/parataxis"."""
    if tree.get(i, "cop"):
        who_clause_on_verb(tree, i)


def indirect_question(tree: Tree, i: int) -> None:
    """Make an *if* clause after *ask* its complement: "asked Donna if she could borrow/advcl it"."""
    if tree.lemma[i] not in ("ask", "wonder", "inquire", "enquire") or tree.get(i, "ccomp"):
        return
    for k in tree.get(i, "advcl"):
        if k > i and any(tree.lower[m] in ("if", "whether") for m in tree.get(k, "mark")):
            tree.rel[k] = "ccomp"
            return
