"""Repair rules for connectives of several words: "due to the fact that S", "seeing as S", "This is because S"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kparse.input.tree import Tree
from kparse.input.verb_forms import FINITE, is_finite, is_ing_clause

FACT = "the (?:(?:very|mere|simple|sad|plain) )?fact(?: that)?"
CONNECTIVES = {
    "because": (
        f"(?:due to|owing to|thanks to|because of|on account of|given|considering) {FACT}",
        f"in (?:view|light|the light) of {FACT}",
        "for the (?:(?:simple|only|very|sole|main|obvious) )?reasons? that",
        "on the (?:grounds?|basis) that",
        "seeing (?:as how|as|that|how)",
        "being (?:as how|as|that)",
        "given that",
        "considering(?: that)?",
        "inasmuch as",
    ),
    "although": (
        f"(?:despite|in spite of|notwithstanding|regardless of|even with) {FACT}",
        "(?:despite|in spite of) how",
    ),
    "by_the_time": ("by the time(?: that)?",),
    "whenever": ("(?:every|each) time(?: that)?",),
    "when": ("(?:at )?the (?:moment|minute|instant|second)(?: that)?",),
    "if": ("in the event that", "on (?:the )?condition that", "assuming(?: that)?"),
}
"""Connective -> patterns of the words that stand for it."""

OWN = "(?= (?:his|her|its|their|my|your|our) )"
PREPOSITIONS = {
    "due_to": ("due to",),
    "owing_to": ("owing to",),
    "thanks_to": ("thanks to",),
    "in_view_of": ("in (?:view|light|the light|consideration|recognition) of",),
    "as_a_result_of": ("as a (?:result|consequence) of",),
    "on_account_of": ("on account of",),
    "by_virtue_of": ("(?:by|in) virtue of",),
    "because_of": (f"what with{OWN}",),
    "given": (f"(?:(?<=[,.;!?] )|^)(?:given|considering){OWN}",),
    "in_spite_of": ("in spite of", "regardless of", "irrespective of"),
    "for_all": (f"(?:for|despite) all{OWN}",),
}
"""Preposition of a reason or a concession -> patterns of its words."""

TIMES = frozenset({"by_the_time", "whenever", "when"})
ADVERBIAL = frozenset({"obl", "obl:unmarked", "nmod:unmarked", "obl:tmod"})

_PATTERNS = {
    word: re.compile("|".join(rf"(?<!\S)(?:{p})(?!\S)" for p in patterns))
    for word, patterns in CONNECTIVES.items()
}
_PREPOSITIONS = {
    word: re.compile("|".join(rf"(?<!\S)(?:{p})(?!\S)" for p in patterns))
    for word, patterns in PREPOSITIONS.items()
}
_OF_OR_TO = re.compile(r"\b(?:of|to|with|all|given|considering)\b")
_SIGN = re.compile(
    "reason|ground|basis|fact|seeing|being|given|considering|inasmuch|how|event|condition|assuming|"
    "time|moment|minute|instant|second"
)

POINTING = frozenset({"this", "that", "it", "which"})
CAUSES = {
    ("due", "to"): "due_to",
    ("because", "of"): "due_to",
    ("owing", "to"): "due_to",
    ("thanks", "to"): "due_to",
}


def reason_connectives(tree: Tree) -> None:
    """Make several words one connective of the clause after them: "due to the fact that she left"."""
    text = " ".join(tree.lower)
    if not _SIGN.search(text):
        return
    for first, last, connective in _found(tree, text, _PATTERNS):
        _join_connective(tree, first, last, connective)


def _found(
    tree: Tree, text: str, patterns: dict[str, re.Pattern[str]]
) -> Iterator[tuple[int, int, str]]:
    starts, place = {}, 0
    for i, word in enumerate(tree.lower):
        starts[place] = i
        place += len(word) + 1
    for name, pattern in patterns.items():
        for match in pattern.finditer(text):
            if match.start() in starts:
                first = starts[match.start()]
                yield first, first + match.group().count(" "), name


def reason_prepositions(tree: Tree) -> None:
    """Make several words one preposition of the noun after them: "was chosen in the light of her experience"."""
    text = " ".join(tree.lower)
    if not _OF_OR_TO.search(text):
        return
    for first, last, preposition in [*_found(tree, text, _PREPOSITIONS)]:
        _join_preposition(tree, first, last, preposition)


def _join_preposition(tree: Tree, first: int, last: int, preposition: str) -> None:
    words = range(first, last + 1)
    if last + 1 >= len(tree) or any(i in tree.parsed.asked for i in words):
        return
    noun = _phrase_from(tree, last + 1)
    if (
        noun is None
        or tree.base(noun) in ("nsubj", "csubj")
        or tree.get(noun, "nsubj", "cop", "aux")
    ):
        return
    inside = {k for k in tree.subtree(noun) if k > last}
    above = next(
        (tree.head[i] for i in (*words, noun) if tree.head[i] not in {*words, *inside}), -1
    )
    while above >= 0 and not _predicate(tree, above) and tree.upos[above] != "ADJ":
        above = tree.head[above]
    if above < 0:
        return
    for i in words:
        for k in [k for k in tree.kids[i] if k not in words and k not in inside]:
            tree.attach(k, above, tree.rel[k])
    tree.attach(noun, above, "obl")
    if tree.head[noun] != above:
        return
    _make_punctuation(tree, words, noun)
    tree.upos[first], tree.xpos[first], tree.rel[first] = "ADP", "IN", "case"
    tree.lower[first] = tree.lemma[first] = preposition


def _phrase_from(tree: Tree, start: int) -> int | None:
    """The head of the noun phrase that begins with a token."""
    i = start
    while start <= tree.head[i] and tree.base(i) in (
        "det",
        "nmod",
        "amod",
        "compound",
        "nummod",
        "advmod",
        "flat",
    ):
        if tree.base(i) == "nmod" and tree.get(i, "case") and tree.head[i] < i:
            break
        i = tree.head[i]
    return i if tree.upos[i] in ("NOUN", "PROPN") and tree.subtree(i)[0] <= start else None


def _join_connective(tree: Tree, first: int, last: int, connective: str) -> None:
    words = range(first, last + 1)
    if last + 1 >= len(tree) or any(i in tree.parsed.asked for i in words):
        return
    clause = _clause_from(tree, last + 1)
    adverbial = any(tree.rel[i] in ADVERBIAL for i in words)
    if clause is None:
        return
    if connective in TIMES and not adverbial and tree.base(clause) != "advcl":
        return  # "liked the moment she came"
    if tree.tokens[clause].sentence != tree.tokens[first].sentence:
        return
    inside = set(tree.subtree(clause))
    outer = [tree.head[i] for i in words if tree.head[i] not in words]
    outer = [i for i in outer if i not in inside] or [tree.head[clause]]
    above = outer[0]
    while above >= 0 and (above in words or not _predicate(tree, above)):
        above = tree.head[above]
    if above < 0 or above in inside:
        return
    for i in words:
        for k in [k for k in tree.kids[i] if k not in words and k != clause]:
            tree.attach(k, above, tree.rel[k])
    tree.attach(clause, above, "advcl")
    if tree.head[clause] != above:
        return
    tree.rel[clause] = "advcl"
    _make_punctuation(tree, words, clause)
    tree.upos[first], tree.xpos[first], tree.rel[first] = "SCONJ", "IN", "mark"
    tree.lower[first] = tree.lemma[first] = connective


def _make_punctuation(tree: Tree, words: range, head: int) -> None:
    for i in words:
        tree.attach(i, head, "punct")
        tree.upos[i], tree.rel[i], tree.lower[i] = "PUNCT", "punct", ""


def _predicate(tree: Tree, i: int) -> bool:
    return tree.upos[i] in ("VERB", "AUX") or bool(tree.get(i, "cop"))


def _clause_from(tree: Tree, start: int) -> int | None:
    """The head of the finite clause that begins with a token."""
    i = start
    while i >= start:
        subjects = tree.get(i, "nsubj", "csubj", "expl")
        verbs = [k for k in tree.get(i, "aux", "cop") if start <= k < i]
        finite = is_finite(tree, i) or (verbs and tree.xpos[verbs[0]] in (*FINITE, "MD"))
        if any(start <= k for k in subjects) and (finite or (not verbs and tree.xpos[i] in FINITE)):
            return i
        i = tree.head[i]
    return None


def this_is_because(tree: Tree, root: int) -> None:
    """Link the clause after *this is because* to the sentence before: "Ann left. This is because Bob came."."""
    first = tree.subtree(root)[0]
    if tree.lower[first] in ("and", "but") and tree.head[first] >= 0:
        first += 1
    if root == tree.roots[0] or first in tree.parsed.asked or first + 3 >= len(tree):
        return
    if tree.lower[first] not in POINTING or tree.lower[first + 1] not in ("is", "was", "'s"):
        return
    word = first + 2
    while word + 2 < len(tree) and tree.upos[word] == "ADV" and tree.lower[word] != "not":
        word += 1
    pair = (tree.lower[word], tree.lower[word + 1])
    if tree.lower[word] == "because" and pair not in CAUSES:
        link, clause, last = "because", _clause_from(tree, word + 1), word
    elif pair in CAUSES:
        link, clause, last = CAUSES[pair], _gerund_from(tree, word + 2), word + 1
    else:
        return
    if clause is None or tree.tokens[clause].sentence != tree.tokens[first].sentence:
        return
    for _ in range(len(tree)):
        if clause in tree.roots:
            break
        tree.promote(clause, "dep")
    words = range(first, last + 1)
    for i in words:
        for k in [k for k in tree.kids[i] if k not in words]:
            tree.attach(k, clause, tree.rel[k])
    _make_punctuation(tree, words, clause)
    for k in tree.get(clause, "nsubj"):
        tree.rel[k] = "nsubj"
    tree.upos[word], tree.xpos[word], tree.rel[word] = "ADV", "RB", "advmod"
    tree.lower[word] = tree.lemma[word] = link


def the_reason_is(tree: Tree, root: int) -> None:
    """Make one clause the reason of the other: "The reason Ann left was that she was ill."."""
    nouns = [k for k in tree.subtree(root) if tree.lower[k] == "reason" and tree.base(k) == "nsubj"]
    if not nouns or nouns[0] < 1 or tree.lower[nouns[0] - 1] not in ("the", "one", "only"):
        return
    noun = nouns[0]
    clauses = [k for k in tree.get(noun, "acl") if k > noun and tree.get(k, "nsubj", "expl")]
    copulas = [
        k
        for k in range(noun + 1, len(tree) - 2)
        if tree.lower[k] in ("is", "was", "'s") and tree.lower[k + 1] in ("that", "because")
    ]
    if not clauses or not copulas or tree.tokens[copulas[0]].sentence != tree.tokens[noun].sentence:
        return
    be, clause = copulas[0], clauses[0]
    cause = _clause_from(tree, be + 2)
    if cause is None or clause > be or cause in tree.subtree(noun):
        return
    own = [(k, tree.rel[k]) for k in tree.kids[cause] if k > be + 1]
    for _ in range(len(tree)):
        if clause in tree.roots:
            break
        tree.promote(clause, "dep")
    if clause not in tree.roots:
        return
    words = [k for k in range(noun + 1) if tree.tokens[k].sentence == tree.tokens[noun].sentence]
    words = [k for k in words if k == noun or tree.head[k] == noun]
    words += [
        k
        for k in (noun + 1, be, be + 1)
        if tree.lower[k] in ("why", "that", "because", "is", "was", "'s")
    ]
    tree.attach(cause, clause, "advcl")
    for k, label in own:
        if label != "punct" or k < cause:
            tree.attach(k, cause, label)
    for i in words:
        for k in [k for k in tree.kids[i] if k not in words]:
            tree.attach(k, clause if k < be else cause, tree.rel[k])
    _elliptic_conjunct(tree, clause, cause, be)
    for i in words:
        _make_punctuation(tree, range(i, i + 1), clause if i < be else cause)
    tree.upos[be + 1], tree.rel[be + 1], tree.lower[be + 1] = "SCONJ", "mark", "because"
    tree.lemma[be + 1] = "because"


def _elliptic_conjunct(tree: Tree, clause: int, cause: int, be: int) -> None:
    """Make a bare auxiliary a conjunct of the clause: "the reason Phil got it and Stan did not was that ..."."""
    for auxiliary in [*tree.get(cause, "aux", "cop"), *tree.get(clause, "aux", "cop")]:
        name = auxiliary - 1
        if (
            not clause < auxiliary < be
            or tree.base(name) not in ("conj", "nsubj")
            or tree.upos[name] == "PUNCT"
        ):
            continue
        words = tree.get(name, "cc")
        tree.attach(auxiliary, clause, "conj")
        tree.upos[auxiliary] = "AUX"
        tree.attach(name, auxiliary, "nsubj")
        for k in words:
            tree.attach(k, auxiliary, "cc")
        for k in [*tree.get(cause, "advmod"), *tree.get(clause, "advmod")]:
            if auxiliary < k < be:
                tree.attach(k, auxiliary, "advmod")
        return


def _gerund_from(tree: Tree, start: int) -> int | None:
    """The head of the gerund clause with a subject that begins with a token."""
    i = start
    while i >= start:
        if is_ing_clause(tree, i):
            subject = [k for k in tree.get(i, "nsubj") if k >= start]
            return i if subject and i > start else None
        below = [k for k in tree.get(i, "acl", "amod") if k > i and is_ing_clause(tree, k)]
        if below:
            tree.promote(below[0], "nsubj")
            return below[0]
        i = tree.head[i]
    return None
