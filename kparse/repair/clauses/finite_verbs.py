"""Repair rules for finite verbs read as participles, complements or modifiers, and for adjectives read as verbs."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import past_form
from kparse.input.word_lists import word_list

MARKS = frozenset("because since as although though when while until unless after before".split())


def agent_of_active_verb(tree: Tree, i: int) -> None:
    """Make the agent of an active verb an oblique: "that she had left by the fire/obl:agent"."""
    own = [k for k in tree.kids[i] if tree.rel[k] == "nsubj"]
    active = own or tree.xpos[i] in ("VB", "VBP", "VBZ", "VBG")
    if tree.upos[i] == "VERB" and active and not tree.get(i, "aux:pass", "nsubj:pass"):
        for k in tree.get(i, "obl:agent"):
            tree.rel[k] = "obl"


def noun_read_as_infinitive(tree: Tree, i: int) -> None:
    """Make a word that is no verb a noun after *to*: "was late to/mark rehearsal/VB"."""
    if tree.upos[i] != "VERB" or tree.xpos[i] != "VB" or tree.lower[i] in word_list("verbs"):
        return
    marks = [k for k in tree.get(i, "mark") if tree.lower[k] == "to"]
    if (
        len(marks) != 1
        or not tree.lower[i].isalpha()
        or tree.get(i, "nsubj", "aux", "iobj", "xcomp")
    ):
        return
    if tree.lemma[i] in word_list("verbs") or tree.base(i) not in (
        "xcomp",
        "advcl",
        "acl",
        "ccomp",
    ):
        return
    objects = tree.get(i, "obj")
    head, relation = tree.head[i], "nmod" if tree.base(i) == "acl" else "obl"
    noun = i
    if objects and objects[0] == i + 1 and tree.upos[objects[0]] == "NOUN":
        noun = objects[0]
        tree.promote(noun, "compound")
    elif objects:
        return
    tree.retag(i, "NOUN", "NN", tree.lower[i])
    tree.rel[noun] = relation
    tree.attach(marks[0], noun, "case")
    tree.upos[marks[0]], tree.xpos[marks[0]] = "ADP", "IN"
    for k in tree.get(noun, "advmod", "advcl", "obl"):
        tree.attach(k, head, tree.rel[k])


def main_verb_before_subordinate_clause(tree: Tree, i: int) -> None:
    """Make the verb of the first subject the main verb: "The pot boiled/acl over because the lid was tight/root"."""
    subjects = [k for k in tree.kids[i] if tree.base(k) == "nsubj" and k < i]
    if len(subjects) != 2:
        return
    first, second = subjects
    marks = [m for m in tree.get(i, "mark", "advmod") if first < m < second]
    clauses = [k for k in tree.get(first, "acl") if k > first and tree.rel[k] == "acl"]
    if not clauses or not marks or tree.lower[marks[0]] not in MARKS:
        return
    verb = clauses[-1]
    if tree.xpos[verb] not in ("VBD", "VBN") or tree.get(verb, "aux", "nsubj", "mark"):
        return
    end = tree.subtree(first)[-1]
    if end not in (marks[0] - 1, marks[0] - 2):
        return
    above, relation = tree.head[i], tree.rel[i]
    past = past_form(tree, verb)
    if above >= 0:
        tree.attach(verb, above, relation)
    else:
        tree.attach(verb, i, "dep")
        tree.promote(verb, "advcl")
        for k in [k for k in tree.kids[verb] if k > marks[0] - 1 and k != i]:
            if tree.upos[k] != "PUNCT":
                tree.attach(k, i, tree.rel[k])
    tree.attach(first, verb, "nsubj")
    tree.attach(i, verb, "advcl")
    tree.rel[i], tree.xpos[verb] = "advcl", "VBD"
    if past:
        tree.lemma[verb] = past
    for k in tree.get(verb, "obl:agent"):
        tree.rel[k] = "obl"
