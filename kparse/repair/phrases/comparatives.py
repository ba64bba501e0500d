"""Repair rules for comparatives and equatives."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE

SPATIAL = frozenset(
    "close closer near nearer far farther further away out in on off up down back over here there ahead along around "
    "together apart forward home inside outside upstairs downstairs abroad north south east west deep high low right "
    "left straight opposite next because such than instead due regardless according prior depending as".split()
)
"""Adverbs that take a phrase of their own: ``close to the lake``, ``deep in the wood``."""


def phrase_on_adverb(tree: Tree, i: int) -> bool:
    """Attach a phrase on an adverb to the verb: "happens more often for Ann/obl than for Bea"."""
    head = tree.head[i]
    if tree.base(i) not in ("obl", "nmod") or i < head or tree.upos[head] not in ("ADV", "ADJ"):
        return False
    if tree.base(head) != "advmod" or tree.lower[head] in SPATIAL or tree.get(head, "cop"):
        return False
    cases = [tree.lower[c] for c in tree.get(i, "case")]
    verb = tree.head[head]
    if not cases or cases[0] in ("than", "as", "of", "like") or verb < 0 or verb > i:
        return False
    if tree.upos[verb] not in ("VERB", "AUX") and not tree.get(verb, "cop"):
        return False
    tree.attach(i, verb, "obl")
    return True


def misspelt_than(tree: Tree, i: int) -> None:
    """Read *then* after a comparative as *than*: "is less patient then/advmod Maja"."""
    if tree.lower[i] != "then" or i < 2 or i + 1 >= len(tree) or i in tree.parsed.asked:
        return
    sentence = tree.tokens[i].sentence
    before = [j for j in range(max(0, i - 8), i) if tree.tokens[j].sentence == sentence]
    stops = [j for j in before if tree.lower[j] in (",", ";", "and", "but")]
    before = [j for j in before if not stops or j > stops[-1]]
    more = [
        j for j in before if tree.xpos[j] in ("JJR", "RBR") or tree.lower[j] in ("more", "less")
    ]
    noun = i + 1
    while (noun < len(tree) and tree.upos[noun] in ("DET", "ADJ")) or (
        noun + 1 < len(tree) and tree.upos[noun] == tree.upos[noun + 1] == "PROPN"
    ):
        noun += 1
    if not more or noun >= len(tree) or tree.upos[noun] not in NOUN_LIKE:
        return
    after = noun + 1
    if after < len(tree) and tree.upos[after] not in ("PUNCT", "SCONJ", "ADP", "CCONJ"):
        return
    holder = more[-1]
    if tree.lower[holder] in ("more", "less") and tree.base(holder) in ("advmod", "amod"):
        holder = tree.head[holder]
    if holder > i:
        return
    tree.lower[i] = tree.lemma[i] = "than"
    tree.upos[i], tree.xpos[i] = "ADP", "IN"
    while (
        tree.head[noun] > i and tree.upos[tree.head[noun]] in NOUN_LIKE and tree.head[noun] < after
    ):
        noun = tree.head[noun]
    tree.attach(i, tree.head[i] if tree.head[i] != noun else noun, "case")
    tree.attach(noun, holder, "obl")
    tree.attach(i, noun, "case")


def than_before_preposition(tree: Tree, i: int) -> None:
    """Attach *than* to the phrase after it: "easier for Ole than/advmod for Per"."""
    if tree.lower[i] != "than" or tree.base(i) not in ("advmod", "mark", "cc") or tree.kids[i]:
        return
    for k in (*tree.get(tree.head[i], "obl", "nmod"), tree.head[i]):
        if any(c == i + 1 for c in tree.get(k, "case")):
            tree.attach(i, k, "case")
            tree.upos[i] = "ADP"
            return


MULTIPLES = frozenset("times half twice third quarter fraction".split())


def multiple_of_equative(tree: Tree, i: int) -> None:
    """Make a multiple modify the equative after it: "was three times/root as tall/advcl as Ann"."""
    if tree.lower[i] != "as" or not 0 < i < len(tree) - 1 or tree.lower[i - 1] not in MULTIPLES:
        return
    multiple, word = i - 1, i + 1
    if tree.upos[word] not in ("ADJ", "ADV") or tree.head[multiple] == word:
        return
    if tree.head[word] == multiple:
        number = [k for k in tree.kids[multiple] if tree.rel[k] == "nummod"]
        tree.promote(word, "advmod")
        for k in number:
            tree.attach(k, multiple, "nummod")
    else:
        tree.attach(multiple, word, "advmod")
        noun = tree.head[word]
        if noun > word and tree.base(noun) == "obl" and tree.base(word) == "amod":
            tree.rel[noun] = "obj"  # "had three times as many coins/obl"
            for k in tree.get(noun, "nmod"):
                if any(tree.lower[c] == "as" for c in tree.get(k, "case")):
                    tree.attach(k, tree.head[noun], "obl")
    tree.attach(i, word, "advmod")
    tree.upos[i] = "ADV"
