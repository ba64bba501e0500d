"""Classes of tags, and whether a clause is finite, an infinitive or a gerund."""

from __future__ import annotations

from kparse.input.lemmas import irregular
from kparse.input.tree import Tree

NOUN_LIKE = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
FINITE = frozenset({"VBD", "VBZ", "VBP"})


def is_finite(tree: Tree, i: int) -> bool:
    """Whether a verb form is finite, itself or by its first auxiliary."""
    aux = [k for k in tree.get(i, "aux", "cop") if k < i]
    if is_infinitive(tree, i):
        return False
    return tree.xpos[aux[0] if aux else i] in (*FINITE, "MD")


def is_infinitive(tree: Tree, i: int) -> bool:
    """Whether a token heads a to-infinitive."""
    return any(tree.lower[k] == "to" and tree.rel[k] == "mark" for k in tree.kids[i])


def is_ing_clause(tree: Tree, i: int) -> bool:
    """Whether a token heads a gerund or present participle: "him leaving", "the dog being loud"."""
    words = [k for k in tree.get(i, "aux", "cop") if k < i]
    if words:
        return tree.xpos[words[0]] == "VBG" or tree.lower[words[0]] in ("being", "having")
    return tree.xpos[i] == "VBG" and tree.upos[i] == "VERB"


def past_form(tree: Tree, i: int) -> str | None:
    """The lemma of the irregular verb whose past tense a word can be (``bit``: bite)."""
    options = irregular().get((tree.lower[i], "VERB"), ())
    return options[0] if options else None
