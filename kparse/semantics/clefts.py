"""Changes of the tree before the nodes are made: clefts become plain clauses, expletives are marked."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree

WEATHER = frozenset("rain snow hail drizzle pour thunder sleet freeze thaw storm".split())
AMBIENT = frozenset(
    "dark light cold hot warm cool late early sunny rainy windy foggy cloudy noisy quiet bright chilly "
    "humid stormy wet dry icy frosty freezing misty".split()
)
TIME = frozenset("o'clock midnight noon morning evening night monday tuesday wednesday thursday friday "
                 "saturday sunday winter summer spring autumn christmas time dawn dusk".split())  # fmt: skip


def keep_asked(tree: Tree) -> None:
    """Make a pronoun that is asked about a subject or object, never an expletive."""
    for k in tree.parsed.asked:
        if tree.base(k) == "expl" or tree.rel[k] == "reparandum":
            head = tree.head[k]
            tree.rel[k] = "obj" if tree.get(head, "nsubj") else "nsubj"
            tree.upos[k] = "PRON"
        elif tree.lower[k] in ASKABLE and tree.upos[k] not in ("PRON", "DET"):
            tree.upos[k] = "PRON"
            tree.lemma[k] = lemma_of(tree.lower[k], "PRON", tree.lower[k])


ASKABLE = frozenset("he him his she her hers it its they them their theirs".split())


SOMEBODY = frozenset("one ones person people man woman guy girl boy individual".split())
SOLE = frozenset("only sole very same first last next".split())


def undo_the_one(tree: Tree) -> None:
    """Turn "Ann was the (only) one who left" into "(Only) Ann left", "was the one making it" into "was making it"."""
    for i in tree.depth_order():
        if tree.lower[i] not in SOMEBODY or not tree.get(i, "cop") or tree.get(i, "case", "conj"):
            continue
        subjects = [k for k in tree.get(i, "nsubj") if k < i]
        dets = [k for k in tree.get(i, "det") if tree.lower[k] == "the"]
        words = tree.get(i, "amod", "nummod", "compound", "nmod")
        if len(subjects) != 1 or not dets or any(tree.lower[k] not in SOLE for k in words):
            continue
        asked = subjects[0] in tree.parsed.asked
        if tree.lower[subjects[0]] in ("it", "this", "that", "which", "who") and not asked:
            continue
        clause = next((k for k in tree.get(i, "acl", "advcl") if k > i), None)
        if clause is not None and all(tree.lower[k] == "that" for k in tree.get(clause, "mark")):
            _one_is_subject(tree, i, clause, subjects[0])


def _one_is_subject(tree: Tree, i: int, clause: int, subject: int) -> None:
    verbs = [k for k in tree.get(clause, "aux", "cop") if k < clause]
    relative = [
        k
        for k in tree.get(clause, "nsubj", "obj", "iobj", "mark")
        if tree.lower[k] in ("who", "that", "which", "whom") and i < k < clause
    ]
    own = [k for k in tree.get(clause, "nsubj") if k not in relative]
    ing = tree.xpos[verbs[0] if verbs else clause] == "VBG"
    if relative and tree.subtree(clause)[0] == relative[0]:
        role = "obj" if own or tree.base(relative[0]) != "nsubj" else "nsubj"
        if tree.base(relative[0]) == "mark" and not own:
            role = "nsubj"
    elif own and tree.rel[clause] == "acl:relcl" and not tree.get(clause, "obj", "ccomp", "cop"):
        role = "obj"
    elif ing and not own and tree.subtree(clause)[0] == (verbs[0] if verbs else clause):
        role = "nsubj"
    else:
        return
    copulas = tree.get(i, "cop")
    tree.promote(clause, "reparandum")
    for k in relative:
        tree.rel[k] = "reparandum"
    for k in copulas:
        tree.rel[k] = "aux" if ing else "reparandum"
    for k in tree.get(clause, "amod"):
        tree.rel[k] = "advmod"
    for k in [k for k in tree.get(clause, "det") if k < i]:
        tree.attach(k, i, "det")
    tree.rel[subject] = (
        role if role != "nsubj" or not tree.get(clause, "aux:pass") else "nsubj:pass"
    )


def undo_clefts(tree: Tree) -> set[int]:
    """Turn "It was Ann who left" into "Ann left", and return the tokens in focus."""
    focus: set[int] = set()
    for i in tree.depth_order():
        if not tree.get(i, "cop") or tree.upos[i] not in ("NOUN", "PROPN", "PRON"):
            continue
        place = bool(tree.get(i, "case"))  # "It was from Bob that Ann borrowed it"
        subject = [k for k in tree.get(i, "nsubj", "expl") if tree.lower[k] == "it"]
        clauses = [
            k
            for k in tree.get(i, "acl", "advcl", "csubj", "ccomp")
            if k > i
            and any(tree.lower[j] in ("who", "that", "which", "whom") for j in tree.kids[k])
        ]
        if subject and subject[0] in tree.parsed.asked:
            continue
        if (
            not subject
            or len(tree.get(i, "nsubj", "expl")) > 1
            or not clauses
            or tree.lower[subject[0]] != "it"
        ):
            continue
        clause = clauses[0]
        words = [
            k
            for k in tree.subtree(clause)
            if tree.lower[k] in ("who", "that", "which", "whom") and k <= clause
        ]
        proper = tree.upos[i] in ("PROPN", "PRON")
        definite = any(
            tree.lower[k] in ("the", "this", "these") for k in tree.get(i, "det")
        ) or bool(tree.get(i, "nmod:poss"))
        if (
            not words
            or not (proper or definite or place)
            or tree.upos[clause] not in ("VERB", "AUX", "ADJ")
        ):
            continue
        word = words[0]
        if place and (
            tree.lower[word] != "that"
            or (tree.base(word) in ("nsubj", "obj") and tree.get(clause, "nsubj")[:1] == [word])
        ):
            continue
        role = tree.rel[word] if tree.base(word) in ("nsubj", "obj", "iobj", "obl") else ""
        if not role:
            role = "obj" if tree.get(clause, "nsubj") else "nsubj"
        if place:
            role = "obl"
        holder = tree.head[word] if tree.base(word) in ("nsubj", "obj", "iobj", "obl") else clause
        own = {
            *tree.get(i, "det", "amod", "nmod", "compound", "nummod", "flat", "appos", "case"),
            *subject,
            *tree.get(i, "cop"),
        }
        for k in [*subject, *tree.get(i, "cop"), *tree.get(i, "aux")]:
            tree.rel[k] = "reparandum"
        tree.promote(clause, "dep")
        for k in list(tree.kids[clause]):
            if k in own and k not in subject and tree.rel[k] != "reparandum":
                tree.attach(k, i, tree.rel[k])
        tree.rel[word] = "reparandum"
        if holder != clause:
            tree.attach(i, holder, role)
        else:
            tree.rel[i] = role
        focus.add(i)
    return focus


def mark_expletives(tree: Tree) -> None:
    """Mark ``it`` of weather and surroundings as an expletive: "It rained", "It was dark in the tunnel"."""
    for i in range(len(tree)):
        for k in tree.get(i, "nsubj"):
            if tree.lower[k] != "it" or k in tree.parsed.asked:
                continue
            lemma = tree.lemma[i].lower()
            for j in tree.get(i, "xcomp"):  # "before it gets dark"
                if (
                    tree.lemma[i] in ("get", "grow", "become", "turn")
                    and tree.lemma[j] in AMBIENT
                    and not _antecedent_before(tree, k)
                ):
                    tree.rel[k] = "expl"
            if _is_put_off(tree, i):
                tree.rel[k] = "expl"
            weather = tree.upos[i] == "VERB" and lemma in WEATHER and not tree.get(i, "obj")
            ambient = bool(tree.get(i, "cop")) and (
                (lemma in AMBIENT and (_is_around(tree, i) or not _antecedent_before(tree, k)))
                or (lemma in TIME and tree.upos[i] != "ADJ")
            )
            if weather or ambient:
                tree.rel[k] = "expl"


AROUND = frozenset("outside outdoors inside indoors out there here today tonight yesterday".split())
"""Adverbs for where or when it is dark, cold or noisy, whatever has been spoken of."""
CLOCKS = frozenset("clock watch sundial window sky sun".split())
"""Where one sees how late it is. They are not late themselves."""


def _is_around(tree: Tree, i: int) -> bool:
    """Whether surroundings or the time are described: "it was hot outside", "saw by the sun that it was late"."""
    if any(tree.lower[k] in AROUND for k in tree.get(i, "advmod") if k > i):
        return True
    if tree.lemma[i].lower() not in ("late", "early") or tree.get(i, "obl"):
        return False
    nouns = [
        tree.lemma[j].lower()
        for j in range(i)
        if tree.upos[j] == "NOUN" and tree.feat(j, "Number") != "Plur"
    ]
    return bool(nouns) and all(noun in CLOCKS for noun in nouns)


def _is_put_off(tree: Tree, i: int) -> bool:
    """Whether "it" only holds the place of a clause or of the weather: "it is agreed that S", "it began to rain"."""
    if any(tree.base(k) == "aux" and tree.rel[k] == "aux:pass" for k in tree.kids[i]):
        return any(
            tree.lower[m] == "that"
            for j in tree.get(i, "ccomp", "csubj", "advcl")
            for m in tree.get(j, "mark")
        )
    starts = tree.lemma[i] in ("go", "begin", "start", "continue", "threaten", "seem", "stop")
    return starts and any(tree.lemma[j] in WEATHER for j in tree.get(i, "xcomp"))


def _antecedent_before(tree: Tree, pronoun: int) -> bool:
    """Whether a singular common noun comes before the pronoun, which may be its antecedent."""
    return any(tree.upos[j] == "NOUN" and tree.feat(j, "Number") != "Plur" for j in range(pronoun))
