"""Repair rules for participles and infinitives: their heads, their subjects, their word class."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_infinitive, is_ing_clause
from kparse.input.word_lists import word_list

REASON_PHRASES = {
    "due": ("to",),
    "because": ("of",),
    "owing": ("to",),
    "thanks": ("to",),
    "despite": (),
    "without": (),
}
"""Prepositions that take a noun and a participle as a clause: ``due to him coming back``."""


def _reason_phrase(tree: Tree, i: int) -> int | None:
    """The preposition of a phrase, if it is one of :data:`REASON_PHRASES`."""
    for k in tree.get(i, "case", "mark"):
        if tree.lower[k] in REASON_PHRASES:
            rest = tuple(tree.lower[j] for j in tree.kids[k] if tree.base(j) == "fixed")
            if rest == REASON_PHRASES[tree.lower[k]]:
                return k
    return None


def gerund_clause_of_reason(tree: Tree, i: int) -> bool:
    """Make a gerund after a preposition of reason adverbial: "because of his neighbour/obl snoring/acl"."""
    head = tree.head[i]
    if not is_ing_clause(tree, i):
        return False
    for subject in tree.get(i, "nsubj"):
        word = _reason_phrase(tree, subject)
        if word is not None and subject < i and tree.base(i) == "advcl":
            tree.attach(word, i, "mark")
            return True
    if tree.base(i) in ("xcomp", "advcl") and not tree.get(i, "nsubj", "mark"):
        for subject in tree.get(head, "obl", "nmod"):  # "due to him/obl having/xcomp a cold"
            word = _reason_phrase(tree, subject)
            if word is not None and tree.subtree(subject)[-1] == tree.subtree(i)[0] - 1:
                tree.attach(subject, i, "nsubj")
                tree.attach(word, i, "mark")
                tree.rel[i] = "advcl"
                return True
    if tree.rel[i] != "acl" or head > i or tree.base(head) not in ("obl", "nmod"):
        return False
    word = _reason_phrase(tree, head)
    between = [j for j in range(head + 1, i) if tree.head[j] != i]
    if word is None or between or tree.get(i, "nsubj", "mark", "aux") or i in tree.parsed.asked:
        return False
    above = tree.head[head]
    while above >= 0 and tree.upos[above] not in ("VERB", "ADJ") and not tree.get(above, "cop"):
        above = tree.head[above]
    if above < 0:
        return False
    stay = [j for j in tree.kids[head] if j not in (i, word)]
    tree.promote(i, "nsubj")
    for j in stay:
        tree.attach(j, head, tree.rel[j])
    tree.attach(word, i, "mark")
    tree.attach(i, above, "advcl")
    tree.rel[i] = "advcl"
    return True


def adjective_read_as_progressive(tree: Tree, i: int) -> None:
    """Make an *-ing* adjective without an object the predicate: "she was/aux reassuring/VBG"."""
    if tree.xpos[i] != "VBG" or tree.lower[i] not in word_list("ing_adjectives"):
        return
    be = [k for k in tree.get(i, "aux") if tree.lemma[k] == "be" and k < i]
    if (
        not be
        or tree.get(i, "obj", "iobj", "ccomp", "xcomp", "obl", "cop")
        or tree.get(i, "compound:prt", "aux:pass")
    ):
        return
    tree.retag(i, "ADJ", "JJ", tree.lower[i])
    tree.rel[be[-1]] = "cop"


def past_tense_conjunct(tree: Tree, i: int) -> None:
    """Tag the conjunct of a past tense as past tense: "relented and taught/VBN chemistry"."""
    head = tree.head[i]
    if tree.xpos[i] != "VBN" or tree.base(i) != "conj" or tree.upos[head] != "VERB":
        return
    if tree.xpos[head] == "VBD" and not tree.get(i, "aux") and not tree.get(head, "aux", "cop"):
        tree.xpos[i] = "VBD"


def get_rid(tree: Tree, i: int) -> None:
    """Make *rid* a particle of *get*: "got rid/xcomp of the sofa"."""
    head = tree.head[i]
    if tree.lower[i] != "rid" or head != i - 1 or tree.lemma[head] != "get":
        return
    for k in tree.get(i, "obl", "nmod"):
        tree.attach(k, head, "obl")
    for k in list(tree.kids[i]):
        tree.attach(k, head, tree.rel[k])
    tree.rel[i], tree.upos[i] = "compound:prt", "ADP"


CALLING = frozenset("call phone ring text email visit".split())
SPEECH_ACTS = frozenset(
    "thank apologise apologize complain congratulate invite check find see discuss chat".split()
)


def purpose_of_calling(tree: Tree, i: int) -> bool:
    """Make an infinitive of speech after *call* adverbial: "called Rita to say/xcomp that he was ill"."""
    head = tree.head[i]
    if tree.rel[i] != "xcomp" or tree.lemma[head] not in CALLING or not is_infinitive(tree, i):
        return False
    if not tree.get(head, "obj", "iobj") or tree.get(head, "nsubj:pass"):
        return False
    if tree.lemma[i] not in word_list("saying") | word_list("tell_verbs") | SPEECH_ACTS:
        return False
    tree.rel[i] = "advcl"
    return True
