"""Repair rules for recipients, and for phrases that belong to a verb of giving, learning or motion."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import light_verbs, word_list

GIVING = frozenset(
    "give lend loan bring offer hand pay send show teach tell promise owe serve feed buy pour pass deny grant deal "
    "award throw toss slip wire mail wish".split()
)
"""Verbs before whose object a person noun is the recipient, never a modifier."""


HERS = frozenset("give lend loan offer hand owe promise grant deny".split())
"""Those after which *her* is more often the recipient than the possessor."""

PARTS = frozenset({"compound", "amod", "nummod", "nmod", "flat"})


def _is_name(tree: Tree, i: int) -> bool:
    return tree.upos[i] == "PROPN" and tree.tokens[i].form in word_list("first_names")


def _bare(tree: Tree, i: int) -> bool:
    """Whether a noun can stand without an article."""
    if tree.lemma[i].lower() in word_list("persons"):
        return False
    if tree.lower[i] in ("half", "part", "some", "most"):
        return any(tree.lower[c] == "of" for k in tree.get(i, "nmod") for c in tree.get(k, "case"))
    return tree.xpos[i] == "NNS" or tree.lemma[i].lower() in word_list("mass")


def recipient_read_as_modifier(tree: Tree, i: int) -> None:
    """Make a modifier of the object the indirect object: "lent the couple/compound money"."""
    if tree.lemma[i] not in word_list("ditransitive"):
        return
    things = [k for k in tree.get(i, "obj", "xcomp") if k > i and tree.upos[k] == "NOUN"]
    if tree.get(i, "iobj") or len(things) != 1:
        return
    thing = things[0]
    before = [k for k in tree.kids[thing] if i < k < thing]
    if not before or tree.get(thing, "cop", "case", "mark", "nsubj") or _to_phrase(tree, i, thing):
        return
    mass = tree.lemma[thing].lower() in word_list("mass")
    owner = before[0]
    if len(before) == 1 and tree.lower[owner] == "her" and tree.lemma[i] in HERS and mass:
        tree.attach(owner, i, "iobj")
        tree.xpos[owner] = "PRP"
        return
    parts = [k for k in before if tree.base(k) in PARTS and tree.rel[k] != "nmod:poss"]
    articles = [k for k in before if k not in parts]
    if not parts or any(tree.get(k, "case") for k in parts):
        return
    if tree.upos[parts[0]] == "PROPN":
        giving = tree.lemma[i] in GIVING - {"buy", "pour", "serve"}
        if tree.subtree(parts[0])[0] == i + 1 and (_is_name(tree, parts[0]) or (mass and giving)):
            tree.attach(parts[0], i, "iobj")
            tree.rel[thing] = "obj"
        return
    people = [k for k in parts if tree.xpos[k] == "NNS" and tree.lemma[k] in word_list("persons")]
    person = people[0] if people else parts[-1]
    parts = parts[: parts.index(person) + 1]
    if any(tree.upos[k] not in ("ADJ", "VERB") for k in parts[:-1]):
        return
    if tree.lower[person] not in word_list("persons") and not (
        tree.xpos[person] == "NNS" and tree.lemma[person] in word_list("persons")
    ):
        return
    determined = articles or tree.get(person, "det", "nmod:poss") or tree.xpos[person] == "NNS"
    plural = tree.xpos[person] == "NNS"  # "read the children stories": no first part of a compound
    if not determined or not (plural or tree.lemma[i] in GIVING) or not _bare(tree, thing):
        return
    if any(k > parts[0] for k in articles) or tree.subtree(thing)[0] != i + 1:
        return
    tree.attach(person, i, "iobj")
    for k in [*articles, *parts[:-1]]:
        tree.attach(k, person, tree.rel[k])
    tree.rel[thing] = "obj"


def _to_phrase(tree: Tree, i: int, thing: int) -> bool:
    """Whether a phrase names another recipient: "gave her money to the poor", "bought the dog food for Rex"."""
    words = ("to",) if tree.lemma[i] in GIVING - {"buy"} else ("to", "for")
    before = [k for k in tree.get(thing, "compound") if k < thing]
    if any(tree.xpos[k] == "NNS" and tree.lemma[k] in word_list("persons") for k in before):
        return False  # "sent the tenants seats for the opera": no compound begins so
    phrases = [*tree.get(i, "obl"), *tree.get(thing, "nmod")]
    return any(k > thing and tree.lower[c] in words for k in phrases for c in tree.get(k, "case"))


def gerund_after_time_or_trouble(tree: Tree, i: int) -> None:
    """Attach a gerund to the verb: "spent an hour looking/acl", "had trouble sleeping/acl"."""
    for k in tree.get(i, "obj"):
        hardship = tree.lemma[i] in ("have", "take") and tree.lower[k] in HARDSHIPS
        if hardship or (tree.lemma[i] in ("spend", "waste") and k > i):
            for clause in tree.get(k, "acl"):
                introduced = tree.get(clause, "nsubj", "mark", "aux")
                if tree.xpos[clause] == "VBG" and not introduced:
                    tree.attach(clause, i, "advcl")


HARDSHIPS = frozenset("trouble difficulty difficulties problems fun pleasure".split())


def comparative_of_light_verb(tree: Tree, i: int) -> None:
    """Attach *more* and its standard to a light verb: "did more/amod work than Dirk"."""
    for k in tree.get(i, "obj"):
        if (tree.lemma[i], tree.lemma[k]) not in light_verbs():
            continue
        for m in tree.get(k, "amod", "advmod"):
            if tree.lower[m] in ("more", "less", "fewer") and m == k - 1:
                if tree.lower[m] == "fewer":
                    tree.lower[m] = "less"
                tree.retag(m, "ADV", "RBR", tree.lower[m])
                tree.attach(m, i, "advmod")
                tree.upos[i] = "VERB"
                for standard in [*tree.get(k, "obl", "nmod"), *tree.get(i, "obl")]:
                    if any(tree.lower[c] == "than" for c in tree.get(standard, "case")):
                        tree.attach(standard, m, "obl")


def phrase_on_particle(tree: Tree, i: int) -> bool:
    """Attach a phrase on a particle to the verb: "ran away from the dog", with *dog* on *away*."""
    head = tree.head[i]
    if tree.base(i) not in ("obl", "nmod") or i < head or tree.base(head) != "advmod":
        return False
    verb = tree.head[head]
    particle = tree.lower[head] in word_list("particles") and tree.upos[head] in ("ADV", "ADP")
    if not particle or verb < 0 or verb > head or tree.upos[verb] != "VERB":
        return False
    if not any(c == head + 1 for c in tree.get(i, "case")):
        return False
    tree.attach(i, verb, "obl")
    return True
