"""Repair rules for main clauses without their verb, and for relative and indirect clauses on the wrong word."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE
from kparse.input.word_lists import word_list


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


_BE = frozenset("is are was were be been am".split())
_HELPERS = frozenset("had has have would must might could will".split())
_OF_PHRASE = frozenset({"DET", "ADJ", "NOUN", "PROPN", "PRON", "NUM"})


def predicate_of_how_clause(tree: Tree, i: int) -> None:
    """Make the adjective after *how* the predicate: "told her how sorry/ccomp she was/ccomp"."""
    above = tree.head[i]
    if i < 1 or tree.lower[i - 1] != "how" or above < 0 or i + 2 >= len(tree):
        return
    participle = tree.xpos[i] in ("VBN", "VBD", "VBG") and tree.lower[i] in word_list("adjectives")
    if tree.upos[i] != "ADJ" and not participle:
        return
    if i < above:
        after = tree.upos[above + 1] if above + 1 < len(tree) else ""
        bare = tree.lower[above] in _BE and after not in ("VERB", "ADJ", "ADV", "NOUN")
        if bare and tree.base(above) in ("ccomp", "xcomp"):
            tree.promote(i, "cop")
        return
    found = _subject_and_be(tree, i)
    if found is None:
        return
    subject, helpers, be = found
    clause = tree.head[subject]
    if participle:
        tree.retag(i, "ADJ", "JJ", tree.lower[i])
    tree.attach(subject, i, "nsubj")
    tree.attach(be, i, "cop")
    for k in helpers:
        tree.attach(k, i, "aux")
    for k in [*tree.kids[be]]:
        tree.attach(k, i, tree.rel[k])
    if clause > be and tree.head[clause] != i:
        tree.attach(clause, i, "ccomp")
    tree.rel[i] = "ccomp"


def _subject_and_be(tree: Tree, i: int) -> tuple[int, list[int], int] | None:
    """The noun, the auxiliaries and the form of *be* that end a clause after an adjective."""
    place = i + 1
    subjects: list[int] = []
    helpers: list[int] = []
    while place < len(tree) and tree.lower[place] not in _BE:
        if tree.lower[place] in _HELPERS:
            helpers.append(place)
        elif tree.upos[place] in _OF_PHRASE and not helpers:
            subjects.append(place)
        else:
            return None
        place += 1
    after = place + 1
    if place >= len(tree) or tree.sentence_of(place) != tree.sentence_of(i):
        return None
    if after < len(tree) and tree.xpos[after] in ("VBG", "VBN", "VBD", "JJ", "RB", "DT"):
        return None
    heads = [k for k in subjects if tree.head[k] not in subjects]
    if len(heads) != 1 or tree.upos[heads[0]] not in ("NOUN", "PROPN", "PRON"):
        return None
    return heads[0], helpers, place
