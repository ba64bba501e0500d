"""The words that link clauses: subordinators, conjunctions, adverbs; and the predicate that governs a clause."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import SUBORDINATORS, word_list
from kparse.semantics.relations.context import Context

SAME = {
    "as_soon": "as_soon_as",
    "as_long": "as_long_as",
    "so_long": "so_long_as",
    "till": "until",
    "'cause": "because",
    "cause": "because",
    "cuz": "because",
    "tho": "though",
}
"""Variant spellings, and the beginnings of connectives -> the connective."""

WHOLE = frozenset({"because", "although", "though", "since", "if", "when", "while"})
"""Subordinators that join no preposition except *of*."""

PLACES = frozenset({"in", "on", "at", "with", "by", "under", "from", "for", "to"})

REASONS = frozenset({"because", "due_to"})
"""Subordinators that, as the first word of a sentence, explain the sentence before: ``Because he was ill.``"""

RESULTS = frozenset({"so", "as_a_result", "therefore", "thus", "hence", "consequently"})
"""Adverbs that take precedence over ``and`` before them."""


def governing(ctx: Context, i: int) -> int | None:
    """The predicate that governs a clause: its head, or what the head modifies."""
    head = ctx.tree.head[i]
    if ctx.is_predicate(head):
        return head
    return ctx.predicate_above(i)


def _rest(tree: Tree, k: int) -> list[str]:
    """The other words of a connective that the parser reads as one expression."""
    rest = [tree.lower[j] for j in tree.subtree(k)[1:] if tree.base(j) in ("fixed", "goeswith")]
    return [] if tree.lower[k] in WHOLE and rest and rest[0] in PLACES else rest


def connective(ctx: Context, i: int) -> str:
    """The words that introduce a clause: ``because``, ``even_though``, ``so_that``, ``in_order_to``; empty if none."""
    tree = ctx.tree
    words: list[str] = []
    for k in tree.kids[i]:
        word, base = tree.lower[k], tree.base(k)
        if k > i and words:
            break
        rest = _rest(tree, k)
        if base == "case" and words and words[-1] in WHOLE:
            continue  # "because in the woods foxes hide", read as one connective
        if (base == "mark" and word != "to") or (
            base == "case" and tree.upos[i] in ("VERB", "AUX")
        ):
            words += [word, *rest]
        elif (
            base == "advmod"
            and k < i
            and word in SUBORDINATORS
            and tree.upos[k] in ("ADV", "SCONJ")
            and not words
        ):
            if word == "as" and not rest:
                continue
            words += [word, *rest]
            inner = tree.get(k, "advmod")
            if inner and inner[0] < k and tree.lower[inner[0]] in ("even",):
                words.insert(0, tree.lower[inner[0]])
        elif (
            base == "advmod"
            and word == "even"
            and k + 1 in tree.kids[i]
            and tree.base(k + 1) in ("mark", "advmod")
        ):
            if tree.lower[k + 1] in ("though", "if", "when"):
                words.append(word)
                ctx.drop(k)
        elif base == "mark" and word == "to" and words[-2:] in (["in", "order"], ["so", "as"]):
            words.append("to")
        for j in tree.get(k, "advmod"):
            if base == "mark" and tree.lower[j] == "even":
                words.insert(0, "even")
    if "to" in words[:-1] and words[0] in ("in", "so"):
        words = words[: words.index("to") + 1]
    text = "_".join(words)
    if text in ("in_order", "so_as") and is_infinitive(tree, i):
        text += "_to"
    return SAME.get(text, text)


def coordinator(ctx: Context, i: int) -> str:
    """``and``, ``but``, ``so`` (also ``and so``), or a connecting adverb that begins the clause."""
    tree = ctx.tree
    words = [tree.lower[k] for k in tree.get(i, "cc") if k < i and tree.rel[k] != "cc:preconj"]
    for k in tree.get(i, "cc"):
        words += [tree.lower[j] for j in tree.kids[k] if tree.base(j) == "fixed"]
    if not words:  # "and a shepherd ... carried her" with the conjunction on the shepherd
        for k in tree.get(i, "nsubj", "obl", "aux", "advcl")[:1]:
            words += [tree.lower[c] for c in tree.get(k, "cc") if c < k and not tree.get(k, "conj")]
    word = "_".join(w for w in words if w not in (",",))
    subject = tree.first(i, "nsubj")
    bare = tree.upos[i] == "AUX"  # "and so did Bob": no connective
    for k in tree.get(i, "advmod", "mark"):
        if bare and tree.lower[k] in ("so", "neither", "nor"):
            continue
        before = k < (subject if subject is not None else i)
        adverb = tree.lower[k]
        inner = any(tree.upos[j] != "PUNCT" for j in tree.kids[k])
        if (
            before
            and not (inner and tree.base(k) == "advmod")
            and (
                (adverb in RESULTS and word in ("", "and"))
                or (adverb in ("yet", "nevertheless", "nonetheless") and word == "and")
                or (adverb in REASONS and not word and tree.head[i] < 0)
                or (
                    not word
                    and (adverb in word_list("initial_adverbs") or adverb == "yet")
                    and adverb not in ("also", "still", "soon")
                )
            )
        ):
            ctx.drop(k)
            return adverb
    return {"&": "and", "nor": "nor", "or_else": "or", "and_yet": "yet", "but_yet": "but"}.get(
        word, word
    )
