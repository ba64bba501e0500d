"""Repair rules for word classes: verbs read as nouns, names read as verbs, copulas read as auxiliaries."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree
from kparse.input.verb_forms import past_form
from kparse.input.word_lists import word_list


def mistagged_name(tree: Tree, i: int) -> None:
    """Tag a given name, or a bare capitalised argument, as PROPN: "Zoe/VERB ordered the soup"."""
    form = tree.tokens[i].form
    if (
        tree.upos[i] not in ("NOUN", "ADJ", "VERB", "X", "INTJ", "ADV")
        or not form[:1].isupper()
        or not form[1:].islower()
    ):
        return
    if tree.base(i) not in (
        "nsubj",
        "obj",
        "iobj",
        "obl",
        "nmod",
        "conj",
        "appos",
        "compound",
        "vocative",
    ):
        return
    initial = (
        i == 0
        or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
        or tree.upos[i - 1] == "PUNCT"
    )
    plural = tree.feat(i, "Number") == "Plur" and form not in word_list("first_names")  # "Lars"
    if plural or tree.get(i, "det", "amod", "nmod:poss", "aux", "cop", "nsubj"):
        return
    if form in word_list("first_names") or (not initial and tree.upos[i] != "ADJ"):
        tree.retag(i, "PROPN", "NNP", form)


def sentence_initial_noun(tree: Tree, i: int) -> None:
    """Tag a mass or bare noun that is read as a name because it begins a sentence: "Sushi/NNP bored Ann"."""
    initial = i == 0 or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
    form, low = tree.tokens[i].form, tree.lower[i]
    if (
        not initial
        or tree.upos[i] != "PROPN"
        or not form[1:].islower()
        or low not in word_list("bare_nouns")
    ):
        return
    if tree.get(i, "flat", "compound", "appos") or tree.base(i) in ("flat", "compound"):
        return
    if any(t.form == form for n, t in enumerate(tree.tokens) if n != i):
        return  # "Cook met Ann. ... Cook"
    plain = lemma_of(low, "NOUN", "", "NN", trust=False)
    plural = plain != low or tree.xpos[i] == "NNPS"
    tree.retag(i, "NOUN", "NNS" if plural else "NN", plain)


def _may_be_verb(tree: Tree, i: int) -> bool:
    return tree.upos[i] not in ("VERB", "AUX") and not tree.get(i, "cop")


def _may_be_bare_verb(tree: Tree, i: int) -> bool:
    nominal = tree.get(i, "det", "case", "amod", "nmod:poss")
    return _may_be_verb(tree, i) and tree.upos[i] in ("NOUN", "ADJ", "ADV") and not nominal


def mistagged_verb(tree: Tree, i: int) -> None:
    """Tag a word with an object, or a past form with a subject, as a verb: "The parrot bit/NOUN the cook"."""
    arguments = ("nsubj", "obj", "obl", "amod", "nmod", "compound", "advmod", "conj")
    if tree.base(i) in arguments or not _may_be_bare_verb(tree, i):
        return
    right = [k for k in tree.get(i, "obj", "iobj") if k > i]
    subject = [k for k in tree.get(i, "nsubj") if k < i]
    past = past_form(tree, i)
    lemma = past or lemma_of(tree.lower[i], "VERB", "", "VBD", trust=False)
    regular = tree.lower[i].endswith("ed") and lemma in word_list("verbs")
    if (right and (past or lemma in word_list("verbs"))) or (subject and (past or regular)):
        present = "VBZ" if tree.lower[i].endswith("s") else "VBP"
        tree.retag(i, "VERB", "VBD" if past or tree.lower[i].endswith("ed") else present, lemma)


def _is_clausal_predicate(tree: Tree, i: int) -> bool:
    """Whether a clause follows the copula: "The plan is to leave", "the trouble is that he left"."""
    first = tree.get(i, "cop")[0]
    outer = any(tree.rel[k].endswith(":outer") for k in tree.kids[i])
    return outer or any(
        k > first and tree.base(k) in ("mark", "nsubj") for k in tree.kids[i] if k < i
    )


def copula_of_verb(tree: Tree, i: int) -> None:
    """Label the copula of a participle as its auxiliary, else tag the verb as an adjective: "was/cop running"."""
    if tree.upos[i] != "VERB" or not tree.get(i, "cop") or _is_clausal_predicate(tree, i):
        return
    for k in tree.get(i, "cop"):
        if tree.xpos[i] == "VBG":
            tree.rel[k] = "aux"
        elif tree.xpos[i] in ("VBN", "VBD"):
            tree.rel[k] = "aux:pass"
        else:
            tree.upos[i] = "ADJ"


def copula_of_adverb(tree: Tree, i: int) -> None:
    """Make a copula whose predicate is *too*, *either* or *not* the predicate: "and the lock is/cop too"."""
    copulas = tree.get(i, "cop")
    if (
        copulas
        and tree.upos[i] in ("ADV", "PART")
        and tree.lower[i] in ("too", "also", "either", "not", "n't", "neither")
    ):
        tree.promote(copulas[-1], "advmod")


def little_read_as_predicate(tree: Tree, i: int) -> None:
    """Make *little* an adverb after a full verb: "she had slept little/xcomp"."""
    head = tree.head[i]
    if (
        tree.lower[i] == "little"
        and tree.base(i) == "xcomp"
        and not tree.kids[i]
        and tree.upos[head] == "VERB"
        and tree.lemma[head] not in LINKING
    ):
        tree.rel[i] = "advmod"
        tree.retag(i, "ADV", "RB", "little")


def arguments_of_auxiliary(tree: Tree, i: int) -> None:
    """Give the arguments of an auxiliary to its verb: "Had/aux the guard/nsubj been awake", under *had*."""
    if tree.base(i) not in ("aux", "cop"):
        return
    head = tree.head[i]
    for k in list(tree.kids[i]):
        if tree.base(k) in ("nsubj", "obj") and head >= 0:
            if not tree.get(head, "nsubj") and k < head:
                tree.attach(k, head, "nsubj")
            else:
                tree.attach(k, head, tree.rel[k])


AS_ADVERB = frozenset("little much hard badly long late early".split())
LINKING = frozenset("be seem look become feel get grow turn make".split())


def degree_adverb_read_as_predicate(tree: Tree, i: int) -> None:
    """Make a graded adverb of amount a modifier: "trained so little/xcomp"."""
    if tree.lemma[i] in LINKING:
        return
    for k in tree.get(i, "xcomp"):
        degree = [d for d in tree.get(k, "advmod") if tree.lower[d] in ("so", "too", "very", "as")]
        if tree.lower[k] in AS_ADVERB and degree and len(tree.kids[k]) == 1:
            tree.rel[k], tree.upos[k], tree.xpos[k] = "advmod", "ADV", "RB"
