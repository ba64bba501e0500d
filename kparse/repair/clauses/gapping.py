"""Repair rules for a verb or an apostrophe that is left out (gapping, possessors), and for verbs read as compounds."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_finite
from kparse.input.word_lists import word_list


def gapping_with_agent(tree: Tree, i: int) -> None:
    """Split a conjunct that has an agent of its own: "was built by Hugo and the raft/conj by Emil/nmod"."""
    agents = tree.get(i, "obl:agent")
    if not agents or not tree.get(i, "nsubj") or tree.upos[i] != "VERB":
        return
    agent = agents[0]
    for thing in tree.get(agent, "conj"):
        by = [k for k in (*tree.get(thing, "nmod"), *agents[1:]) if _by(tree, k) and k > thing]
        if not by or not tree.get(thing, "cc") or _by(tree, thing):
            continue
        if not tree.get(thing, "det", "nmod:poss", "amod") and tree.xpos[thing] != "NNS":
            continue
        tree.attach(thing, i, "conj")
        tree.attach(by[0], thing, "orphan")
        tree.repeats.add(thing)
        return


def _by(tree: Tree, i: int) -> bool:
    return [tree.lower[c] for c in tree.get(i, "case")] == ["by"]


def possessor_without_apostrophe(tree: Tree, i: int) -> None:
    """Make a name before a thing its possessor: "leaned on Jonas/compound fence", "his moms/NNS car"."""
    head = tree.head[i]
    if tree.base(i) != "compound" or i + 1 != head or tree.xpos[head] != "NN":
        return
    if tree.lemma[head].lower() in word_list("mass") or tree.tokens[head].form[:1].isupper():
        return
    if i in tree.parsed.blanks or tree.base(head) in ("appos", "flat"):
        return
    form = tree.tokens[i].form
    if tree.upos[i] == "PROPN":
        if tree.get(head, "det", "nmod:poss", "amod") or tree.kids[i]:
            return
        if tree.lemma[head] in word_list("persons"):
            return
        if form not in word_list("first_names"):
            if not form.endswith("s") or form[:-1] not in word_list("first_names"):
                return
            tree.lemma[i] = form[:-1]
        _make_possessor(tree, i, head)
    elif (
        tree.xpos[i] == "NNS"
        and tree.lemma[i] in word_list("persons")
        and tree.get(i, "nmod:poss")
        and tree.lemma[i] != tree.lower[i]
    ):
        _make_possessor(tree, i, head)


def _make_possessor(tree: Tree, owner: int, thing: int) -> None:
    tree.rel[owner] = "nmod:poss"
    for k in tree.get(owner, "case"):
        tree.attach(k, thing, "case")


def conjunct_after_so(tree: Tree, i: int) -> None:
    """Coordinate a verb after *so* without a subject: "was tired so went/parataxis home"."""
    if tree.base(i) not in ("parataxis", "advcl") or not is_finite(tree, i) or tree.head[i] > i:
        return
    words = [k for k in tree.get(i, "advmod", "mark") if tree.lower[k] == "so" and k < i]
    first = tree.subtree(i)[0]
    if not words or words[0] != first or tree.get(i, "nsubj", "expl", "csubj", "cc"):
        return
    if tree.upos[i] == "VERB" and tree.upos[tree.head[i]] in ("VERB", "ADJ", "NOUN"):
        tree.rel[i], tree.rel[words[0]] = "conj", "advmod"


COMPASS = frozenset(
    "new north south east west great fort mount lake port san santa los las el saint st".split()
)


def place_name_parts(tree: Tree, i: int) -> None:
    """Tag the first part of a place name as a name: "New/amod York"."""
    head = tree.head[i]
    if (
        tree.lower[i] not in COMPASS
        or tree.xpos[i] != "NNP"
        or not tree.tokens[i].form[:1].isupper()
    ):
        return
    if tree.base(i) not in ("amod", "compound") or head < i or tree.upos[head] != "PROPN":
        return
    inner = [k for k in tree.get(head, "compound") if k == i + 1 and tree.upos[k] == "PROPN"]
    if head == i + 1 or inner:
        tree.upos[i], tree.lemma[i], tree.rel[i] = "PROPN", tree.tokens[i].form, "compound"


def relative_have_read_as_perfect(tree: Tree, i: int) -> None:
    """Make *had* before a copula the verb of a relative clause: "the basket Otto had/aux was heavy"."""
    copulas = [k for k in tree.get(i, "cop") if tree.lower[k] in ("is", "are", "was", "were")]
    have = [
        k for k in tree.get(i, "aux") if tree.lemma[k] == "have" and copulas and k == copulas[0] - 1
    ]
    if not have:
        return
    verb = have[0]
    subjects = [k for k in tree.get(i, "nsubj") if k < verb]
    words = [k for k in tree.kids[i] if tree.lower[k] in ("that", "which") and k < verb]
    if tree.rel[i] == "acl:relcl" and len(subjects) == 1 and tree.head[i] < subjects[0]:
        noun = tree.head[i]
        if tree.upos[noun] not in NOUN_LIKE or tree.get(noun, "cop", "nsubj"):
            return
        stay = [k for k in tree.kids[noun] if k != i and k < i]
        tree.promote(i, "nsubj")
        for k in stay:
            tree.attach(k, noun, tree.rel[k])
        subject = subjects[0]
    elif len(subjects) == 2:
        noun, subject = subjects
    else:
        return
    tree.attach(verb, noun, "acl:relcl")
    tree.upos[verb] = "VERB"
    tree.attach(subject, verb, "nsubj")
    for k in words:
        tree.attach(k, verb, "obj")
        tree.upos[k] = "PRON"
    for k in [k for k in tree.get(i, "advmod") if subject < k < verb]:
        tree.attach(k, verb, "advmod")
