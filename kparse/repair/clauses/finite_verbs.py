"""Repair rules for finite verbs read as participles, complements or modifiers, and for adjectives read as verbs."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree
from kparse.input.verb_forms import past_form
from kparse.input.word_lists import word_list

MARKS = frozenset("because since as although though when while until unless after before".split())
GERUND_VERBS = frozenset(
    "love like hate enjoy prefer dislike start stop begin avoid finish mind miss".split()
)
DOINGS = frozenset(
    "spending eating reading watching playing making taking having getting doing giving buying selling wearing riding "
    "collecting telling visiting meeting helping keeping losing winning learning seeing hearing catching growing "
    "writing drawing using wasting throwing feeding bringing sharing showing".split()
)
"""Gerunds that are hardly ever the first part of a compound."""


def _first(tree: Tree, i: int) -> int:
    """The first word of a phrase, commas left out."""
    return next((k for k in tree.subtree(i) if tree.upos[k] != "PUNCT"), i)


def adjective_read_as_noun(tree: Tree, i: int) -> None:
    """Tag a bare predicate that can be an adjective as one: "the ladder was rickety/NOUN"."""
    if tree.upos[i] != "NOUN" or tree.xpos[i] != "NN" or not tree.get(i, "cop"):
        return
    word = tree.lower[i]
    if tree.get(i, "det", "amod", "nmod:poss", "nummod", "case", "compound", "nmod", "acl", "expl"):
        return
    if word in word_list("adjectives") and word not in word_list("mass") | word_list("persons"):
        tree.retag(i, "ADJ", "JJ", word)


def agent_of_active_verb(tree: Tree, i: int) -> None:
    """Make the agent of an active verb an oblique: "that she had left by the fire/obl:agent"."""
    own = [k for k in tree.kids[i] if tree.rel[k] == "nsubj"]
    active = own or tree.xpos[i] in ("VB", "VBP", "VBZ", "VBG")
    if tree.upos[i] == "VERB" and active and not tree.get(i, "aux:pass", "nsubj:pass"):
        for k in tree.get(i, "obl:agent"):
            tree.rel[k] = "obl"


def gerund_complement_read_as_compound(tree: Tree, i: int) -> None:
    """Make a gerund after *love* or *hate* its complement: "loves spending/compound time/obj"."""
    if tree.lemma[i] not in GERUND_VERBS or tree.upos[i] != "VERB":
        return
    for thing in tree.get(i, "obj"):
        first = tree.subtree(thing)[0]
        if first <= i or tree.lower[first] not in DOINGS or tree.head[first] != thing:
            continue
        if tree.base(first) not in ("compound", "amod") or first == thing:
            continue
        lemma = lemma_of(tree.lower[first], "VERB", "", "VBG", trust=False)
        tree.attach(first, i, "xcomp")
        tree.attach(thing, first, "obj")
        tree.retag(first, "VERB", "VBG", lemma)
        for k in [k for k in tree.get(i, "obl", "advmod") if k > thing]:
            tree.attach(k, first, tree.rel[k])
        return


def gerund_after_go_on(tree: Tree, i: int) -> None:
    """Make a gerund after *go on* its complement: "went on/mark giggling/advcl"."""
    head = tree.head[i]
    if tree.xpos[i] != "VBG" or tree.lemma[head] not in ("go", "keep", "carry") or head > i:
        return
    for k in tree.get(i, "mark", "case"):
        if tree.lower[k] == "on" and k == head + 1 and tree.base(i) == "advcl":
            tree.attach(k, head, "compound:prt")
            tree.upos[k], tree.rel[i] = "ADP", "xcomp"


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


def so_clause_without_verb(tree: Tree, i: int) -> None:
    """Make the reduced relative the verb of a *so* clause: "so the teacher/parataxis called/acl on Ann"."""
    if tree.upos[i] != "NOUN" or tree.base(i) not in ("parataxis", "conj", "ccomp"):
        return
    words = [
        k for k in tree.get(i, "advmod", "cc", "mark") if tree.lower[k] in ("so", "but", "yet")
    ]
    if not words or words[0] != _first(tree, i) or not tree.get(i, "det", "nmod:poss"):
        return
    if tree.get(i, "cop", "nsubj", "case", "amod") or tree.lower[words[0]] != "so":
        return
    for verb in tree.get(i, "acl"):
        if tree.rel[verb] != "acl" or verb < i or tree.xpos[verb] not in ("VBN", "VBD"):
            continue
        if tree.get(verb, "nsubj", "mark", "aux", "obl:agent"):
            continue
        before = [k for k in tree.kids[i] if words[0] < k < i]
        past = past_form(tree, verb)
        tree.promote(verb, "nsubj")
        for k in before:
            tree.attach(k, i, tree.rel[k])
        tree.retag(verb, "VERB", "VBD", past or tree.lemma[verb])
        tree.rel[verb] = "conj"
        return


COLOURS = frozenset(
    "black white red green blue yellow brown grey gray pink purple orange golden".split()
)


def which_clause_on_verb(tree: Tree, i: int) -> None:
    """Attach a clause with the object *which* to the object before it: "found a wallet, which she gave/advcl him"."""
    head = tree.head[i]
    if tree.base(i) not in ("advcl", "parataxis", "conj") or head > i or tree.upos[i] != "VERB":
        return
    words = [k for k in tree.get(i, "obj") if tree.lower[k] == "which" and k < i]
    subjects = [k for k in tree.get(i, "nsubj") if words and k > words[0]]
    if not words or not subjects or words[0] < 2 or tree.lower[words[0] - 1] != ",":
        return
    things = [k for k in tree.get(head, "obj") if head < k < words[0] and tree.upos[k] == "NOUN"]
    if things:
        tree.attach(i, things[-1], "acl:relcl")
