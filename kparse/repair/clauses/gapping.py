"""Repair rules for a verb or an apostrophe that is left out (gapping, possessors), and for verbs read as compounds."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_finite


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
