"""Repair of direct speech: vocatives, and the clause of saying that the parser attached inside the quotation.

The punctuation tells more than the words: after ``,"`` or ``?"`` comes a verb of saying with its subject on either side
(``said Ann``, ``she said``), and what comes before the opening mark at the end of a sentence is another sentence.
"""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import word_list

OPENING = frozenset({'"', "“", "``"})
CLOSING = frozenset({'"', "”", "''"})
FINAL = frozenset(".?!")
_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_OF_NOUN = frozenset({"DET", "ADJ", "NOUN", "PROPN", "PRON", "PART", "NUM"})


def direct_speech(tree: Tree) -> None:
    """Mend every quotation: its vocatives, and the clause of saying after it."""
    for first, last in spans(tree):
        verb = saying_verb(tree, last + 1)
        for i in range(first + 1, last):
            _vocative(tree, first, last, i)
        if verb is not None and tree.lower[last - 1] in (",", "?", "!", "-", "—", "..."):
            _attach_speech(tree, first, last, verb)


def _vocative(tree: Tree, first: int, last: int, i: int) -> None:
    """Label a name or title between commas as vocative: ``"In the ditch, sir," he said``."""
    inside = range(first, last + 1)
    if tree.upos[i] not in ("NOUN", "PROPN", "INTJ") or tree.base(i) == "vocative":
        return
    signs = [k for k in tree.kids[i] if tree.upos[k] == "PUNCT"]
    words = [k for k in tree.kids[i] if k not in signs]
    if any(tree.upos[k] not in ("ADJ", "PRON", "PROPN", "NOUN") or k not in inside for k in words):
        return
    start, end = min([i, *words]), max([i, *words])
    before, after = tree.lower[start - 1], tree.lower[end + 1]
    if (before != "," and start - 1 != first) or after not in (",", ".", "!", "?"):
        return
    called = tree.lower[i] in word_list("vocatives")
    if end != i and tree.upos[end] != "PROPN":
        return
    if not called and (
        tree.upos[i] != "PROPN"
        or words != [k for k in words if tree.upos[k] == "PROPN"]
        or (before == "," and tree.upos[start - 2] in _NOMINAL)
        or (after == "," and tree.lower[end + 2] in ("and", "or", "who", "which"))
        or (start - 1 == first and after != ",")
    ):
        return
    verbs = [
        k
        for k in inside
        if tree.upos[k] in ("VERB", "AUX", "ADJ") and tree.base(k) not in ("aux", "cop")
    ]
    tops = [
        k
        for k in verbs
        if tree.head[k] not in inside or tree.base(k) in ("ccomp", "root", "parataxis")
    ]
    if tops and tops[0] != i:
        tree.attach(i, tops[0], "vocative")


def spans(tree: Tree) -> list[tuple[int, int]]:
    """The opening and the closing mark of each quotation."""
    result, start = [], -1
    for i, word in enumerate(tree.lower):
        if start < 0 and word in OPENING:
            start = i
        elif start >= 0 and word in CLOSING:
            if i > start + 1:
                result.append((start, i))
            start = -1
    return result


def saying_verb(tree: Tree, i: int) -> int | None:
    """The verb of saying of a clause that begins at a token: ``said Ann``, ``she said``, ``the old man said``."""
    for place in range(i, min(i + 5, len(tree))):
        if tree.upos[place] == "PUNCT":
            return None
        if _says(tree, place):
            return place
        if tree.upos[place] not in _OF_NOUN and (place == i or tree.upos[place] != "ADV"):
            return None
    return None


def _says(tree: Tree, i: int) -> bool:
    words = word_list("saying") | word_list("speaking")
    return (
        tree.upos[i] == "VERB" and tree.xpos[i] in ("VBD", "VBN", "VBZ") and tree.lemma[i] in words
    )


def _attach_speech(tree: Tree, first: int, last: int, verb: int) -> None:
    inside = range(first, last + 1)
    alone = first == 0 or tree.lower[first - 1] in FINAL | CLOSING
    predicates = [
        k
        for k in inside
        if tree.head[k] not in inside and tree.upos[k] != "PUNCT" and k not in tree.roots
    ]
    above = tree.head[verb]
    if above in inside:
        top = above
        while tree.head[top] in inside:
            top = tree.head[top]
        if tree.head[top] < 0 or alone:
            tree.detach(verb)
        else:
            tree.attach(verb, tree.head[top], tree.rel[top])
        if top in tree.roots:
            tree.subordinate(top, verb, "ccomp")
        else:
            tree.attach(top, verb, "ccomp")
        predicates = [k for k in predicates if k != top]
        for k in list(tree.kids[top]):
            if k > verb:
                tree.attach(k, verb, tree.rel[k])
    for k in predicates:
        clause = tree.upos[k] in ("VERB", "AUX") or tree.get(k, "nsubj", "cop")
        if clause and tree.head[k] == verb and tree.base(k) not in ("ccomp", "parataxis"):
            tree.rel[k] = "ccomp"
    _subject(tree, verb, last)


def _subject(tree: Tree, verb: int, last: int) -> None:
    """Make the noun phrase beside the verb of saying its subject: ``asked the policeman``."""
    if tree.get(verb, "nsubj"):
        return
    place = verb + 1
    while place < len(tree) and tree.upos[place] in ("DET", "ADJ", "NUM"):
        place += 1
    if verb > last + 1 or place >= len(tree) or tree.upos[place] not in _NOMINAL:
        return
    if tree.lower[place] in ("him", "her", "them", "me", "us"):
        return
    while tree.head[place] > place and tree.upos[tree.head[place]] in ("NOUN", "PROPN"):
        place = tree.head[place]
    while verb < tree.head[place] < place and tree.rel[place].startswith(("flat", "compound")):
        place = tree.head[place]
    if not tree.get(place, "case"):
        tree.attach(place, verb, "nsubj")
