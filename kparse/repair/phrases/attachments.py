"""Repair rules for modifiers and clauses on the wrong word. A rule returns whether it has changed the tree."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE
from kparse.input.word_lists import RELATIVE_PRONOUNS, verb_prepositions, word_list

PLACES = frozenset(
    "in on at near under behind beside inside outside above below between among around over by".split()
)


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
