"""Repair rules for noun phrases: amounts, nouns read as verbs, names after nouns, gerunds."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree
from kparse.input.verb_forms import past_form
from kparse.input.word_lists import word_list

AMOUNTS = frozenset("lot lots loads tons plenty heaps piles bunch handful couple number".split())
"""Nouns before *of* that only say how much: ``a lot of money`` is money."""

COUNTING = frozenset("one two three four five six each some several many most few none".split())
"""Words before *of* and a plural noun that count some of many: ``one of the players`` is a player."""

COUNTED = {"couple": "several", "number": "several", "handful": "few"}
SINGULAR = frozenset("lot bunch handful couple number amount quantity deal".split())
SIZED = frozenset("amount amounts quantity quantities number numbers deal".split())
"""Nouns that do so with an adjective: ``a small amount of milk`` is little milk."""
LARGE = frozenset(
    "large big great huge vast high considerable substantial enormous massive good generous".split()
)
SMALL = frozenset(
    "small little tiny low minimal insufficient inadequate negligible slight minute meagre meager scant".split()
)


def _how_much(tree: Tree, i: int, plural: bool) -> str | None:
    """The quantity that an amount stands for; ``None`` if it stands for none."""
    sizes = {tree.lower[k] for k in tree.get(i, "amod")}
    if tree.lower[i] in SIZED and sizes:
        many = "many" if plural else "much"
        return many if sizes <= LARGE else "few" if sizes <= SMALL else None
    if tree.lower[i] not in AMOUNTS:
        return None
    return COUNTED.get(tree.lower[i], "many" if plural else "much")


def amount_noun(tree: Tree, i: int) -> None:
    """Make an amount the determiner of what it counts: "has a lot/obj of money", "one/nsubj of the players left"."""
    if (
        tree.lower[i] not in AMOUNTS | SIZED | COUNTING
        or tree.upos[i] == "PUNCT"
        or i in tree.parsed.asked
    ):
        return
    if tree.lower[i] in COUNTING:
        _counted_noun(tree, i)
        return
    head = tree.head[i]
    more = head > i and tree.xpos[head] in ("JJR", "RBR")
    if tree.lower[i] == "lot" and not tree.get(i, "nmod", "case") and head > i:
        if more or any(tree.lower[k] in ("more", "less") for k in tree.get(head, "amod")):
            for k in tree.subtree(i):
                tree.rel[k], tree.upos[k] = "punct", "PUNCT"
        return
    articles = [k for k in tree.get(i, "det") if tree.lower[k] in ("a", "an")]
    if (tree.lower[i] in SINGULAR) != bool(articles) or tree.get(i, "nmod:poss"):
        return
    for k in tree.get(i, "nmod", "obl"):
        words = [c for c in tree.get(k, "case") if tree.lower[c] == "of"]
        if len(words) != 1 or words[0] != i + 1 or tree.upos[k] not in ("NOUN", "PROPN"):
            continue
        plural = tree.xpos[k] in ("NNS", "NNPS")
        value = _how_much(tree, i, plural)
        if value is None:
            return
        tree.promote(k, "det")
        for j in [j for j in tree.kids[k] if j < i]:
            if tree.base(j) in ("det", "amod"):
                tree.attach(j, i, "punct")
                tree.upos[j] = "PUNCT"
        tree.attach(words[0], i, "fixed")
        tree.upos[i], tree.lower[i] = "DET", value
        return


def _counted_noun(tree: Tree, i: int) -> None:
    others = [k for k in tree.kids[i] if tree.upos[k] != "PUNCT"]
    for k in tree.get(i, "nmod", "obl"):
        words = [c for c in tree.get(k, "case") if tree.lower[c] == "of"]
        if words == [i + 1] and others == [k] and tree.xpos[k] in ("NNS", "NNPS"):
            number = tree.upos[i] == "NUM"
            tree.promote(k, "nummod" if number else "det")
            tree.attach(words[0], i, "fixed")
            if not number:
                tree.upos[i] = "DET"


QUANTITIES = frozenset("many much few enough several plenty more less extra some".split())
TAKING = frozenset("have need want get eat drink buy take make".split())


def object_read_as_predicate(tree: Tree, i: int) -> None:
    """Make a thing that somebody has, takes or handles the object.

    "had internal bleeding/VERB", "had too many/xcomp", "wore shorts/xcomp", "had a coughing/obj fit/xcomp".
    """
    if tree.upos[i] != "VERB":
        return
    if tree.lemma[i] not in TAKING | word_list("transitive"):
        for k in tree.get(i, "xcomp"):  # "spilled gravy/xcomp on it"
            clausal = tree.get(k, "nsubj", "mark", "cop", "aux", "case") or tree.upos[k] == "VERB"
            if tree.xpos[k] in ("NN", "NNS") and k > i and not clausal:
                tree.upos[k] = "NOUN"
                _thing_as_predicate(tree, i, k, tree.get(i, "obj", "iobj"))
        return
    objects = [k for k in tree.get(i, "obj") if k > i]
    for k in tree.get(i, "xcomp", "obj", "ccomp"):
        if k < i or tree.get(k, "nsubj", "mark", "cop", "aux", "case"):
            continue
        others = [o for o in objects if o != k]
        if tree.lemma[i] in TAKING and not others and tree.lower[k] in QUANTITIES:
            if tree.upos[k] in ("ADJ", "VERB", "ADV") and tree.base(k) != "advmod":
                tree.rel[k] = "obj"
        elif tree.lemma[i] == "have" and tree.upos[k] == "VERB" and not others:
            described = [j for j in tree.get(k, "amod", "det", "nmod:poss") if i < j < k]
            bare = not tree.get(k, "obj", "xcomp", "ccomp")
            if described and bare and tree.xpos[k] in ("VBG", "VB", "VBP", "NN"):
                tree.retag(k, "NOUN", "NN", tree.lower[k])
                tree.rel[k] = "obj"
        elif tree.rel[k] == "xcomp" and (tree.upos[k] == "NOUN" or tree.lower[k] == "fit"):
            _thing_as_predicate(tree, i, k, others)


PREDICATIVE = frozenset(
    "call name make elect appoint consider deem find keep leave declare prove turn get seem become remain feel "
    "look stay taste smell sound appear crown label brand term vote choose act play serve pick count die return".split()
)


def _thing_as_predicate(tree: Tree, i: int, k: int, others: list[int]) -> None:
    if not others and tree.lemma[i] not in PREDICATIVE and not tree.get(i, "nsubj:pass"):
        tree.rel[k] = "obj"
    elif len(others) == 1 and others[0] == k - 1 and tree.lemma[i] == "have":
        part = others[0]
        if tree.xpos[part] in ("NN", "VBG"):
            moved = [j for j in tree.kids[part] if j < part]
            tree.rel[k] = "obj"
            tree.retag(k, "NOUN", "NN", tree.lemma[k])
            tree.attach(part, k, "compound")
            for j in moved:
                tree.attach(j, k, tree.rel[j])


def sentence_without_verb(tree: Tree, root: int) -> None:
    """Make a past form the verb of a verbless sentence: "The shirt shrunk/NOUN.", "The gum stuck/acl to it."."""
    inside = tree.subtree(root)
    if tree.upos[root] != "NOUN" or tree.lower[inside[-1]] != "." or tree.get(root, "cop", "aux"):
        return
    if any(tree.upos[j] in ("VERB", "AUX") and tree.base(j) != "acl" for j in inside):
        return
    past = past_form(tree, root)
    subjects = [k for k in tree.get(root, "compound") if k == root - 1]
    if past and past != tree.lower[root] and subjects:
        articles = [k for k in tree.get(root, "det", "nmod:poss", "amod") if k < subjects[0]]
        if articles:
            tree.retag(root, "VERB", "VBD", past)
            tree.rel[subjects[0]] = "nsubj"
            for k in articles:
                tree.attach(k, subjects[0], tree.rel[k])
        return
    for k in tree.get(root, "acl"):
        if k < root or tree.rel[k] != "acl" or tree.xpos[k] not in ("VBN", "JJ", "VBD"):
            continue
        past = past_form(tree, k)
        regular = lemma_of(tree.lower[k], "VERB", "", "VBD", trust=False)
        known = past or (tree.lower[k].endswith("ed") and regular in word_list("verbs"))
        whole = tree.subtree(k)[-1] == inside[-2] and tree.subtree(root)[0] == inside[0]
        by = any(tree.lower[c] == "by" for o in tree.get(k, "obl") for c in tree.get(o, "case"))
        if not known or not whole or by or tree.get(k, "nsubj", "mark", "aux", "cop"):
            continue
        if not tree.get(root, "det", "nmod:poss"):
            continue
        stay = [j for j in tree.kids[root] if j < k and tree.base(j) != "punct"]
        tree.retag(k, "VERB", "VBD", past or regular)
        tree.promote(k, "nsubj")
        for j in stay:
            tree.attach(j, root, tree.rel[j])
        return


PLACE_BEGINNINGS = frozenset(
    "new north south east west great fort mount lake port san santa los las el saint st".split()
)
"""First words of names of places that parsers take for adjectives or nouns."""


def place_name_parts(tree: Tree, i: int) -> None:
    """Tag the first part of a place name as a name: "New/amod York"."""
    head = tree.head[i]
    if (
        tree.lower[i] not in PLACE_BEGINNINGS
        or tree.xpos[i] != "NNP"
        or not tree.tokens[i].form[:1].isupper()
    ):
        return
    if tree.base(i) not in ("amod", "compound") or head < i or tree.upos[head] != "PROPN":
        return
    inner = [k for k in tree.get(head, "compound") if k == i + 1 and tree.upos[k] == "PROPN"]
    if head == i + 1 or inner:
        tree.upos[i], tree.lemma[i], tree.rel[i] = "PROPN", tree.tokens[i].form, "compound"
