"""Repair rules for clauses of reason, results, linking phrases, gaps, and two clauses that are read as one."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_finite

LINKING_PHRASES = {
    ("as", "a", "result"): "as_a_result",
    ("as", "a", "consequence"): "consequently",
    ("in", "consequence"): "consequently",
    ("for", "this", "reason"): "therefore",
    ("for", "that", "reason"): "therefore",
    ("because", "of", "this"): "as_a_result",
    ("because", "of", "that"): "as_a_result",
    ("on", "the", "other", "hand"): "on_the_other_hand",
    ("in", "contrast"): "on_the_other_hand",
    ("by", "contrast"): "on_the_other_hand",
}
"""Phrases that begin a clause and link it to the one before, and the connective that they stand for."""

LAST_WORDS = frozenset(words[-1] for words in LINKING_PHRASES)


def _predicate(tree: Tree, i: int) -> bool:
    return tree.upos[i] == "VERB" or bool(tree.get(i, "cop"))


def linking_phrase(tree: Tree, i: int) -> None:
    """Make a linking phrase one connective: "as a result/obl, Vera left", "for that reason she left/acl:relcl"."""
    if tree.lower[i] not in LAST_WORDS or tree.base(i) not in ("obl", "advmod", "parataxis"):
        return
    if tree.get(i, "nmod", "cop"):
        return
    clauses = [k for k in tree.get(i, "acl") if k > i and tree.get(k, "nsubj")]
    inside = {j for k in clauses for j in tree.subtree(k)}
    words = [k for k in tree.subtree(i) if k not in inside and tree.upos[k] != "PUNCT"]
    if not words or words[-1] - words[0] != len(words) - 1 or words[-1] in tree.parsed.asked:
        return
    if len(words) > 2 and tree.lower[words[0]] in ("so", "and"):
        words = words[1:]
    link = LINKING_PHRASES.get(tuple(tree.lower[k] for k in words))
    if link is None or not (clauses or i < tree.head[i]):
        return
    if clauses:
        relative = any(tree.lower[k] in ("that", "which", "why") for k in tree.kids[clauses[0]])
        if relative or words[0] < 1 or tree.lower[words[0] - 1] not in (",", ";", ".", "so", "and"):
            return
        tree.promote(clauses[0], "advmod")
        if tree.head[clauses[0]] >= 0:
            tree.rel[clauses[0]] = "parataxis"
    _make_connective(tree, i, words, link)


def _make_connective(tree: Tree, i: int, words: list[int], link: str) -> None:
    """Let one word be the connective, and make the others punctuation."""
    for k in words:
        if k != i:
            tree.upos[k], tree.rel[k] = "PUNCT", "punct"
    tree.upos[i], tree.xpos[i], tree.rel[i] = "ADV", "RB", "advmod"
    tree.lower[i] = tree.lemma[i] = link


def that_is_why(tree: Tree, i: int) -> None:
    """Make the clause after *that is why* a result: "That is why/root Gus left/advcl"."""
    if tree.lower[i] != "why" or i < 2 or tree.upos[i] == "PUNCT":
        return
    be, pointer = i - 1, i - 2
    if tree.lower[be] not in ("is", "was", "'s", "’s") or i in tree.parsed.asked:
        return
    if tree.lower[pointer] not in ("that", "this", "which", "it") or pointer in tree.parsed.asked:
        return
    clause = next((k for k in tree.get(i, "advcl", "acl", "ccomp") if k > i), None)
    if clause is not None and tree.head[be] == i:
        tree.promote(clause, "advmod")
    elif tree.base(i) == "advmod" and tree.head[i] > i:
        clause = tree.head[i]
    else:
        return
    for k in (pointer, be):
        tree.attach(k, i, "punct")
        tree.upos[k] = "PUNCT"
    if tree.base(clause) in ("advcl", "acl", "parataxis", "ccomp"):
        above = tree.head[clause]
        while above >= 0 and not _predicate(tree, above):
            above = tree.head[above]
        if above >= 0:
            tree.attach(clause, above, "conj")
    for k in tree.get(clause, "mark"):
        if k == i:
            tree.rel[k] = "advmod"
    tree.upos[i], tree.lower[i] = "ADV", "so"


def bare_auxiliary_before_so(tree: Tree, i: int) -> None:
    """Split a bare auxiliary and a *so* clause: "but Will/nsubj was/cop not, so he/nsubj ordered/conj soup"."""
    subjects = [k for k in tree.get(i, "nsubj") if k < i]
    if len(subjects) == 1 and tree.base(i) == "conj":
        verbs = [k for k in tree.get(i, "aux", "cop") if 0 < k < subjects[0]]
        name = verbs[0] - 1 if verbs else -1
        if name > tree.head[i] and tree.base(name) == "conj" and tree.upos[name] == "PROPN":
            subjects.insert(0, name)  # "is scared of dogs and Mae/conj is/aux not, so he sleeps"
    if len(subjects) != 2 or tree.base(i) != "conj":
        return
    first, second = subjects
    bare = [k for k in tree.get(i, "cop", "aux") if first < k < second]
    adverbs = tree.get(i, "advmod")
    so = [k for k in tree.get(i, "advmod", "mark") if k == second - 1 and tree.lower[k] == "so"]
    near = so and tree.lower[so[0] - 1] in (",", "not", "n't")
    if not bare or not near or not all(k in adverbs for k in so):
        return
    head, auxiliary = tree.head[i], bare[0]
    tree.attach(auxiliary, head, "conj")
    words = tree.get(first, "cc")
    tree.attach(first, auxiliary, "nsubj")
    for k in words:
        tree.attach(k, auxiliary, "cc")
    for k in [k for k in tree.kids[i] if k < so[0]]:
        tree.attach(k, auxiliary, tree.rel[k])
    tree.attach(i, auxiliary, "conj")
    tree.upos[auxiliary] = "AUX"


WITHIN = frozenset("obj iobj obl xcomp ccomp advmod compound".split())


def conjunct_name_before_verb(tree: Tree, i: int) -> None:
    """Make a conjoined name the subject of the verb after it: "losing his job and Joel/conj was/conj not"."""
    loose = ("conj", "parataxis", "advcl", "xcomp", "ccomp") if tree.kids[i] else ("conj",)
    if tree.base(i) not in loose or not is_finite(tree, i):
        return
    if tree.get(i, "nsubj", "cc", "expl", "mark", "csubj") or tree.feat(i, "Mood") == "Imp":
        return
    own = [k for k in tree.kids[i] if tree.base(k) != "advcl" or k > i]
    first = min([i, *(j for k in own for j in tree.subtree(k))])
    noun = first - 1
    adverbs = [k for k in tree.get(i, "advmod") if tree.upos[k] == "ADV"]
    if first not in (i, *tree.get(i, "aux", "cop", "aux:pass"), *adverbs) or noun < 1:
        return
    if tree.base(noun) != "conj" or tree.upos[noun] not in ("PROPN", "PRON"):
        return
    before = [k for k in tree.get(i, "advcl") if k < i and noun in tree.subtree(k)]
    if len(own) + len(before) != len(tree.kids[i]):
        return
    above = tree.head[noun]
    if above == i or not tree.get(noun, "cc"):
        return
    # "dictated and Adam/conj wrote/conj": a name is no conjunct of a verb
    beside_verb = tree.upos[above] == "VERB" and tree.head[i] == above
    copular = bool(tree.get(above, "cop")) and tree.head[i] == above  # "was ill and Bob/conj left"
    deep = tree.head[above] >= 0 and tree.base(above) in ("obj", "iobj", "obl", "nmod")
    if not beside_verb and not copular and not deep:
        return
    if tree.base(i) in ("xcomp", "ccomp"):  # "liked tea and Mia/conj liked/xcomp coffee"
        if tree.upos[above] == "PROPN" or tree.head[above] != tree.head[i]:
            return
        tree.rel[i] = "conj"
        tree.rel[above] = "obj" if tree.base(above) == "iobj" else tree.rel[above]
    if before:  # "Because Ann had a fear of dogs and Bob/conj loved them"
        tree.promote(before[0], "conj")
        for k in [k for k in tree.kids[before[0]] if k > i and tree.base(k) in WITHIN]:
            tree.attach(k, i, tree.rel[k])
    elif tree.base(i) == "advcl":
        tree.rel[i] = "conj"
    tree.attach(noun, i, "nsubj")
    for c in tree.get(noun, "cc"):
        tree.attach(c, i, "cc")


def tough_infinitive(tree: Tree, i: int) -> bool:
    """Make the infinitive of *fun* or *easy* a complement: "Tom was fun to talk/csubj to"."""
    head = tree.head[i]
    if tree.rel[i] != "csubj" or i < head or not tree.get(head, "nsubj", "cop"):
        return False
    subjects = [k for k in tree.get(head, "nsubj") if k < head and tree.lower[k] != "it"]
    if not subjects or not any(tree.lower[m] == "to" for m in tree.get(i, "mark")):
        return False
    tree.rel[i] = "xcomp"
    return True


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


def second_verb_of_reason(tree: Tree, i: int) -> bool:
    """Coordinate a verb with the reason before it: "hired Pavel because he was strong and worked/conj hard"."""
    head = tree.head[i]
    if (
        tree.rel[i] != "conj"
        or not tree.get(i, "cc")
        or tree.get(i, "nsubj", "csubj", "expl", "mark")
    ):
        return False
    conjunction = tree.get(i, "cc")[0]
    if not is_finite(tree, i) or tree.lower[conjunction] != "and" or conjunction < 1:
        return False
    for clause in tree.get(head, "advcl"):
        marks = [m for m in tree.get(clause, "mark") if m < clause]
        if not (head < clause < i and marks and tree.lower[marks[0]] in ("because", "since", "as")):
            continue
        whole = tree.subtree(clause)[-1] == conjunction - 1
        if whole and tree.upos[conjunction - 1] != "PUNCT" and tree.get(clause, "nsubj", "expl"):
            tree.attach(i, clause, "conj")
            return True
    return False


def conjunction_now_that(tree: Tree, i: int) -> bool:
    """Make *now that* one conjunction: "Now/advmod that Tor was rich/ccomp, ..."."""
    head = tree.head[i]
    if tree.lower[head] != "now" or tree.base(i) not in ("ccomp", "advcl", "acl"):
        return False
    marks = [m for m in tree.get(i, "mark") if m == head + 1 and tree.lower[m] == "that"]
    if not marks or tree.head[head] < 0:
        return False
    tree.attach(i, tree.head[head], "advcl")
    tree.attach(head, i, "mark")
    tree.attach(marks[0], head, "fixed")
    tree.upos[head] = "SCONJ"
    return True
