"""Prepositions and auxiliaries of several words, and the complements of verbs with an object."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_infinitive
from kparse.input.word_lists import TIME_NOUNS, word_list

COMPLEX = {
    "front": ("in",),
    "top": ("on",),
    "place": ("in",),
    "behalf": ("on",),
    "favor": ("in",),
    "favour": ("in",),
}
"""Nouns that make a preposition with the word before and ``of``: ``in front of``, ``on top of``."""


def complex_preposition(tree: Tree, i: int) -> None:
    """Make a noun between two prepositions part of them: "a truck in front/nmod of the shop/nmod"."""
    before = tree.get(i, "case")
    signs = [k for k in tree.kids[i] if tree.upos[k] == "PUNCT"]
    if tree.lower[i] not in COMPLEX or len(before) != 1 or len(tree.kids[i]) - len(signs) != 2:
        return
    ground = [
        k
        for k in tree.get(i, "nmod", "obl")
        if [tree.lower[j] for j in tree.get(k, "case")] == ["of"]
    ]
    if tree.lower[before[0]] not in COMPLEX[tree.lower[i]] or len(ground) != 1 or tree.head[i] < 0:
        return
    head, relation = tree.head[i], tree.rel[i]
    tree.attach(ground[0], head, relation)
    for k in signs:
        tree.attach(k, ground[0], "punct")
    tree.attach(before[0], ground[0], "case")
    tree.attach(i, before[0], "fixed")
    of = (
        tree.get(ground[0], "case")[-1]
        if tree.lower[tree.get(ground[0], "case")[-1]] == "of"
        else None
    )
    if of is not None:
        tree.attach(of, before[0], "fixed")


DENIALS = (("by", "no", "means"), ("in", "no", "way"), ("anything", "but"), ("far", "from"))
"""Words that deny the adjective after them."""


def periphrastic_negation(tree: Tree, i: int) -> None:
    """Make words that deny an adjective *not*: "was far/root from/case honest/obl", "is anything but lazy"."""
    words = next((w for w in DENIALS if tuple(tree.lower[i : i + len(w)]) == w), None)
    if words is None or i + len(words) >= len(tree):
        return
    adjective, phrase = i + len(words), range(i, i + len(words))
    if tree.upos[adjective] != "ADJ" and tree.xpos[adjective] != "VBN":
        return
    while tree.head[adjective] in phrase:
        tree.promote(adjective, "punct")
    if tree.base(adjective) == "amod" or not set(tree.get(adjective, "cop")) - {*phrase}:
        return
    for k in tree.get(adjective, "expl"):
        tree.rel[k] = "nsubj"
    for k in phrase:
        tree.attach(k, adjective, "punct")
        tree.upos[k], tree.lower[k] = "PUNCT", ""
    tree.upos[i], tree.xpos[i], tree.rel[i], tree.lower[i] = "PART", "RB", "advmod", "not"


def double_object(tree: Tree, i: int) -> None:
    """Label the two objects of a ditransitive verb: "lent Bob/obj her pen/obl:unmarked"."""
    if tree.lemma[i] not in word_list("ditransitive") or _gapped(tree, i):
        return
    after = [
        k for k in tree.kids[i] if k > i and tree.upos[k] in NOUN_LIKE and not tree.get(k, "case")
    ]
    objects = [k for k in after if tree.rel[k] in ("obj", "iobj")]
    if len(objects) == 1:
        # "gave Bob a pen/obl:unmarked", "lent him a pen/xcomp": the noun after the first object is the second one.
        for k in after:
            loose = tree.rel[k] in ("obl:unmarked", "xcomp", "obl", "dep", "ccomp")
            noun = tree.upos[k] == "NOUN" or (tree.upos[k] == "PRON" and tree.rel[k] == "xcomp")
            if tree.rel[k] == "xcomp" and tree.lemma[i] not in DATIVE:
                continue  # "called her a liar"
            if (
                k > objects[0]
                and loose
                and noun
                and not _timelike(tree, k)
                and not tree.get(k, "cop")
            ):
                if tree.rel[k] in ("xcomp", "ccomp") and tree.get(k, "nsubj", "mark"):
                    continue
                tree.rel[k] = "obj"
                objects.append(k)
                break
    if len(objects) >= 2 and not any(tree.rel[k] == "iobj" for k in objects):
        tree.rel[objects[0]] = "iobj"
    if len(objects) >= 2 and all(tree.rel[k] == "iobj" for k in objects):
        tree.rel[objects[-1]] = "obj"


DATIVE = frozenset(
    "give send show tell teach lend offer hand sell promise owe pay feed grant award serve".split()
)


def _gapped(tree: Tree, i: int) -> bool:
    """Split a second clause without its verb: "Zoe ordered the soup/obj and her father/conj the fish/obj"."""
    objects = [k for k in tree.kids[i] if k > i and tree.rel[k] in ("obj", "iobj")]
    if len(objects) != 2 or tree.lemma[i] in DATIVE:
        return False
    first, last = objects
    mates = [k for k in tree.get(first, "conj") if tree.get(k, "cc")]
    adjacent = mates and tree.subtree(mates[-1])[-1] == tree.subtree(last)[0] - 1
    if not adjacent or not tree.get(last, "det", "nmod:poss"):
        return False
    subject = mates[-1]
    tree.rel[first] = "obj"
    tree.attach(subject, i, "conj")
    tree.attach(last, subject, "orphan")
    return True


def _timelike(tree: Tree, i: int) -> bool:
    return tree.lemma[i].lower() in TIME_NOUNS


def controlled_infinitive(tree: Tree, i: int) -> None:
    """Make the infinitive of a control verb its complement: "asked Bob to leave/advcl"."""
    if tree.lemma[i] not in word_list("object_control") and tree.lemma[i] not in word_list(
        "subject_control"
    ):
        return
    if tree.get(i, "xcomp", "ccomp"):
        return
    passive = bool(tree.get(i, "nsubj:pass", "aux:pass"))
    objects = [k for k in tree.kids[i] if k > i and tree.rel[k] in ("obj", "iobj")]
    strong = tree.lemma[i] in STRONG_CONTROL or (
        tree.lemma[i] in HIRING and any(_is_person(tree, k) for k in objects)
    )
    if not objects and not passive:
        return
    for k in [*tree.kids[i], *(k for o in objects for k in tree.kids[o])]:
        if k <= i or not is_infinitive(tree, k) or tree.get(k, "nsubj") or tree.upos[k] == "PUNCT":
            continue
        if any(tree.lower[m] in ("in", "so", "as") for m in tree.get(k, "mark")):
            continue
        on_noun = tree.head[k] != i
        if (
            on_noun
            and not (strong and tree.upos[tree.head[k]] in ("PRON", "PROPN"))
            and not _human_slot(tree, i)
        ):
            continue
        if tree.base(k) in ("advcl", "acl", "obl", "nmod") and strong:
            tree.attach(k, i, "xcomp")
            tree.rel[k] = "xcomp"
            return


STRONG_CONTROL = frozenset(
    "advise allow ask authorize beg cause challenge command compel convince dare encourage expect forbid force "
    "instruct invite order permit persuade promise remind request tell tempt urge want warn enable motivate "
    "prompt teach".split()
)
"""Verbs whose infinitive after an object is nearly always a complement."""


PERSUADING = frozenset("ask tell persuade convince urge beg remind warn invite encourage".split())
"""Verbs whose object is a person, whatever word it is."""
HIRING = frozenset("pay hire bribe train employ recruit appoint assign coach choose get".split())
"""Verbs whose personal object controls the infinitive: ``paid the cook to leave``, not ``paid ten pounds to enter``."""


def _is_person(tree: Tree, i: int) -> bool:
    if tree.upos[i] == "PRON":
        return tree.lower[i] in ("him", "her", "them", "me", "us", "you", "somebody", "someone")
    return tree.upos[i] == "PROPN" or tree.lemma[i] in word_list("persons")


def _human_slot(tree: Tree, i: int) -> bool:
    return tree.lemma[i] in PERSUADING


def clausal_predicate(tree: Tree, i: int) -> None:
    """Make *be* the predicate and the clause its complement: "The trouble is/cop that he left/root"."""
    copulas = tree.get(i, "cop")
    outer = [k for k in tree.kids[i] if tree.rel[k].endswith(":outer")]
    if not copulas or not (outer or tree.upos[i] == "VERB"):
        return
    be = copulas[0]
    keep = [k for k in tree.kids[i] if k != be and not tree.rel[k].endswith(":outer") and k > be]
    before = [
        k for k in tree.kids[i] if k < be and not tree.rel[k].endswith(":outer") and not outer
    ]
    tree.promote(be, "ccomp")
    tree.upos[be] = "VERB"
    for k in list(tree.kids[be]):
        if tree.rel[k].endswith(":outer"):
            tree.rel[k] = tree.rel[k].split(":")[0]
            continue
        stays = ("conj", "cc", "parataxis", "punct", *(("advcl",) if k > i else ()))
        if k in keep and k != i and tree.base(k) not in stays:
            tree.attach(k, i, tree.rel[k])
    if before and not any(tree.base(k) in ("nsubj", "csubj") for k in tree.kids[be]):
        for k in before:
            if tree.base(k) in ("obl", "obj", "dep"):
                tree.rel[k] = "nsubj"
                break


def periphrastic_auxiliary(tree: Tree, i: int) -> None:
    """Make ``have to``, ``need to``, ``ought to``, ``be going to``, ``used to`` auxiliaries of the infinitive.

    "Bob had to wait" is ``wait`` with ``modal must`` and past tense; "Ann is going to sing" is ``sing`` in the future.
    """
    lemma, lower = tree.lemma[i], tree.lower[i]
    if lemma not in ("have", "need", "ought", "go", "use", "get") or tree.upos[i] not in (
        "VERB",
        "AUX",
    ):
        return
    if tree.base(i) in ("aux", "amod", "compound") or tree.get(i, "obj", "iobj", "ccomp"):
        return
    inner = [k for k in tree.kids[i] if k > i and tree.rel[k] == "xcomp" and is_infinitive(tree, k)]
    if not inner:
        return
    verb = inner[0]
    found: dict[str, str] = {}
    perfect = any(tree.lemma[k] == "have" for k in tree.get(i, "aux"))
    if lemma in ("have", "need") and not tree.get(i, "nsubj:pass", "aux:pass"):
        found = {"modal": "must"}
    elif lemma == "get" and lower in ("got", "ta") and perfect:
        found = {"modal": "must", "tense": "pres"}
    elif lemma == "ought":
        found = {"modal": "should"}
    elif lower in ("going", "gon") and any(tree.lemma[k] == "be" for k in tree.get(i, "aux")):
        found = {"tense": "fut"}
    elif lower == "used" and not tree.get(i, "aux:pass", "cop"):
        found = {"tense": "past", "aspect": "habit"}
    if not found:
        return
    marks = [k for k in tree.kids[verb] if tree.lower[k] == "to" and tree.rel[k] == "mark"]
    for mark in marks:
        tree.rel[mark] = "aux:to"
    tree.extra.setdefault(verb, {}).update(found)
    tree.promote(verb, "aux:peri")
