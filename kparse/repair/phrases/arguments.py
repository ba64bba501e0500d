"""Repair rules for subjects, objects, appositions and times."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import FINITE, NOUN_LIKE, is_finite
from kparse.input.word_lists import RELATIVE_PRONOUNS, TIME_NOUNS, word_list


def object_with_preposition(tree: Tree, i: int) -> None:
    """Make an object with a preposition an oblique: "leaked over the bag/obj"."""
    for k in tree.get(i, "obj"):
        if any(tree.upos[c] == "ADP" and c < k for c in tree.get(k, "case")):
            tree.rel[k] = "obl"


def _objects_after(tree: Tree, i: int) -> list[int]:
    return [k for k in tree.get(i, "obj") if k > i and tree.upos[k] in NOUN_LIKE]


def pronoun_before_object(tree: Tree, i: int) -> None:
    """Make the first of two objects the indirect one: "hired himself/obj a lawyer/obj"."""
    objects = _objects_after(tree, i)
    if (
        len(objects) == 2
        and tree.lemma[objects[1]].lower() not in TIME_NOUNS
        and tree.upos[objects[0]] in ("PRON", "PROPN")
    ):
        tree.rel[objects[0]] = "iobj"


def name_read_as_second_object(tree: Tree, i: int) -> None:
    """Make a name after its kind an apposition: "likes the river/obj Rhine/obj"."""
    objects = _objects_after(tree, i)
    if len(objects) != 2 or tree.lemma[i] in word_list("ditransitive") | word_list("tell_verbs"):
        return
    kind, name = objects
    apart = tree.get(name, "det", "case", "cc", "nmod:poss") or name != kind + 1
    if tree.upos[kind] == "NOUN" and tree.upos[name] == "PROPN" and not apart:
        tree.attach(name, kind, "appos")
        tree.rel[kind] = "obj"


NAMING_PASSIVES = frozenset("call name elect appoint consider".split())


def predicate_read_as_object(tree: Tree, i: int) -> None:
    """Make the noun after *become*, or after a passive of naming, the predicate: "became a judge/obj"."""
    named = tree.lemma[i] in NAMING_PASSIVES and tree.get(i, "nsubj:pass")
    if named or tree.lemma[i] in ("become", "remain"):
        for k in tree.get(i, "obj"):
            tree.rel[k] = "xcomp"


def recipient_of_owe(tree: Tree, i: int) -> None:
    """Make *her* before a bare object of *owe* the indirect object: "owed her/nmod:poss money"."""
    objects = _objects_after(tree, i)
    if tree.lemma[i] == "owe" and len(objects) == 1 and not tree.get(i, "iobj"):
        for k in tree.get(objects[0], "nmod:poss"):
            if tree.lower[k] == "her" and k == objects[0] - 1:
                tree.attach(k, i, "iobj")
                tree.xpos[k] = "PRP"


def clause_read_as_subject(tree: Tree, i: int) -> None:
    """Make the noun of a subject clause the subject: "The girl feeding/csubj the hens sang"."""
    for clause in tree.get(i, "csubj"):
        if (
            clause > i
            or tree.xpos[clause] not in ("VBG", "VBN", "VBD")
            or tree.get(clause, "mark", "aux", "cop")
        ):
            continue
        nouns = [k for k in tree.get(clause, "nsubj") if k < clause]
        if nouns and not tree.get(i, "nsubj", "expl") and nouns[0] not in tree.get(clause, "csubj"):
            noun = nouns[0]
            tree.attach(noun, i, "nsubj")
            tree.attach(clause, noun, "acl")


def past_tense_read_as_participle(tree: Tree, i: int) -> None:
    """Tag a form with a subject and no auxiliary as past tense: "The clock no longer ticked/VBN"."""
    if (
        tree.xpos[i] != "VBN"
        or tree.get(i, "aux", "cop", "obl:agent")
        or tree.base(i) in ("acl", "amod", "xcomp")
    ):
        return
    nouns = [
        k
        for k in tree.kids[i]
        if k < i
        and (
            tree.base(k) == "nsubj"
            or (
                tree.rel[k] in ("obl:unmarked", "compound", "advmod")
                and tree.get(k, "det", "nmod:poss")
            )
        )
    ]
    if not nouns or (tree.base(i) == "advcl" and not tree.get(i, "mark", "advmod")):
        return
    if (
        tree.base(i) == "advcl"
        and tree.rel[nouns[0]] not in ("nsubj", "nsubj:pass")
        and tree.lemma[nouns[0]].lower() in TIME_NOUNS
    ):
        return
    tree.xpos[i] = "VBD"


def _is_passive(tree: Tree, i: int) -> bool:
    return any(tree.rel[k] == "aux:pass" for k in tree.kids[i])


def passive_subject_of_active_verb(tree: Tree, i: int) -> None:
    """Label the subject of a verb without a passive auxiliary as active: "The clock/nsubj:pass ticks"."""
    if (
        not _is_passive(tree, i)
        and tree.xpos[i] in (*FINITE, "VBG", "VB")
        and tree.base(i) not in ("acl", "amod")
    ):
        for k in tree.get(i, "nsubj:pass"):
            if tree.rel[k] == "nsubj:pass" and not tree.get(i, "obl:agent"):
                tree.rel[k] = "nsubj"


def subject_read_as_modifier(tree: Tree, i: int) -> None:
    """Make the noun before a finite verb without a subject its subject: "The old pump/compound tends to leak"."""
    passive = _is_passive(tree, i)
    if (
        tree.get(i, "nsubj", "csubj", "expl")
        or not is_finite(tree, i)
        or tree.feat(i, "Mood") == "Imp"
    ):
        return
    if (
        i > 0
        and tree.rel[i - 1] == "compound"
        and tree.head[i - 1] == i
        and tree.upos[i - 1] in NOUN_LIKE
    ):
        noun = i - 1
        for k in [
            k
            for k in tree.kids[i]
            if k < noun and tree.base(k) in ("det", "amod", "nmod", "compound", "nummod")
        ]:
            tree.attach(k, noun, tree.rel[k])
        tree.rel[noun] = "nsubj:pass" if passive else "nsubj"
        return
    before = [
        k
        for k in tree.kids[i]
        if k < i
        and (
            tree.rel[k] in ("compound", "obl:unmarked", "nmod:unmarked", "obj", "nmod:poss", "dep")
            or (tree.base(k) == "advmod" and tree.get(k, "det"))
        )
    ]
    for k in reversed(before):
        if tree.get(k, "case") or (
            tree.lemma[k].lower() in TIME_NOUNS and tree.rel[k] != "compound"
        ):
            continue
        if tree.rel[k] == "obj" and tree.lower[k] in (*RELATIVE_PRONOUNS, "what"):
            continue
        if tree.rel[k] == "obj" and tree.rel[i].endswith(":relcl"):
            continue
        if tree.upos[k] in (*NOUN_LIKE, "ADV", "ADJ") and (
            tree.get(k, "det", "nmod:poss", "amod") or tree.upos[k] in ("PROPN", "PRON")
        ):
            if tree.upos[k] in ("ADV", "ADJ"):
                tree.upos[k] = "NOUN"
            tree.rel[k] = "nsubj:pass" if passive else "nsubj"
            return


def vocative_read_as_subject(tree: Tree, i: int) -> None:
    """Label a name before a comma and an imperative as vocative: "Ann/nsubj, close the door"."""
    bare = tree.xpos[i] in ("VB", "VBP") or tree.feat(i, "Mood") == "Imp"
    for k in tree.get(i, "nsubj"):
        comma = k + 1 < len(tree) and tree.lower[k + 1] == "," and k + 1 == i - 1
        if comma and bare and tree.upos[k] == "PROPN":
            tree.rel[k] = "vocative"


def apposition_on_verb(tree: Tree, i: int) -> None:
    """Attach a noun phrase after a comma to the noun before it: "stole the crown, a gift/obj"."""
    for k in list(tree.kids[i]):
        if (
            tree.rel[k] not in ("nmod:unmarked", "obl:unmarked", "appos", "obj", "dep", "parataxis")
            or tree.upos[k] != "NOUN"
        ):
            continue
        if tree.get(k, "nsubj", "cop"):
            continue
        start = tree.subtree(k)[0]
        if tree.upos[start] == "PUNCT":
            start += 1
        if (
            not tree.get(k, "det")
            or start < 2
            or tree.lower[start - 1] != ","
            or tree.lemma[k].lower() in TIME_NOUNS
            or k < i
        ):
            continue
        for noun in [n for n in tree.get(i, "obj", "obl", "nsubj") if n < k and n != k]:
            if tree.subtree(noun)[-1] == start - 2 or (tree.rel[k] != "obj" and noun == start - 2):
                tree.attach(k, noun, "appos")
                break


def time_read_as_object(tree: Tree, i: int) -> None:
    """Make a time beside an object an oblique: "picked the pears every autumn/obj"."""
    objects = [k for k in tree.get(i, "obj", "iobj") if k > i]
    for k in objects[-1:]:
        determined = any(
            tree.lower[d]
            in ("every", "each", "last", "next", "all", "that", "this", "one", "whole", "entire")
            for d in tree.get(k, "det", "amod", "nummod")
        )
        if (
            tree.lemma[k].lower() in TIME_NOUNS
            and determined
            and (
                len(objects) > 1
                or (tree.lower[k] in TIME_NOUNS and tree.lemma[i] not in word_list("transitive"))
            )
        ):
            tree.rel[k] = "obl:unmarked"
            if len(objects) == 2 and tree.upos[objects[0]] == "NOUN":
                tree.rel[objects[0]] = "obj"


def conjunct_clause_read_as_complement(tree: Tree, i: int) -> None:
    """Coordinate a clause that is read as a complement: "swept [the porch and his sister lit/ccomp the lamp]"."""
    if tree.lemma[i] in word_list("bare_clause") or tree.get(i, "obj"):
        return
    for clause in tree.get(i, "ccomp"):
        if clause < i or tree.get(clause, "mark") or not is_finite(tree, clause):
            continue
        for first in tree.get(clause, "nsubj"):
            mates = tree.get(first, "conj")
            if not mates or first < i or any(tree.upos[j] == "PUNCT" for j in range(i, first)):
                continue
            second = mates[-1]
            tree.attach(first, i, "obj")
            tree.attach(second, clause, tree.rel[first] if tree.base(first) == "nsubj" else "nsubj")
            for k in list(tree.get(second, "cc")):
                tree.attach(k, clause, "cc")
            tree.attach(clause, i, "conj")
            tree.rel[clause] = "conj"
            return


def resultative_adjective_read_as_object(tree: Tree, i: int) -> None:
    """Split a noun and the adjective said of it: "made the general/compound furious/obj"."""
    if tree.lemma[i] not in (
        "make",
        "find",
        "keep",
        "leave",
        "turn",
        "drive",
        "consider",
        "paint",
        "get",
        "call",
        "think",
    ):
        return
    for k in tree.get(i, "obj", "xcomp"):
        nouns = [n for n in tree.get(k, "amod", "compound", "nmod") if n == k - 1]
        if tree.upos[k] == "ADJ" and nouns and tree.get(k, "det", "nmod:poss") and k > i:
            noun = nouns[0]
            tree.attach(noun, i, "obj")
            tree.upos[noun] = "NOUN"
            for d in [d for d in tree.kids[k] if d < noun]:
                tree.attach(d, noun, tree.rel[d])
            tree.rel[k] = "xcomp"


def agent_on_object(tree: Tree, i: int) -> None:
    """Attach the agent of a passive to the verb: "were promised a pony by their aunt/nmod"."""
    passive = any(tree.rel[k] == "aux:pass" for k in tree.kids[i])
    if not passive or tree.get(i, "obl:agent"):
        return
    for noun in tree.get(i, "obj"):
        for k in list(tree.get(noun, "nmod")):
            if any(tree.lower[c] == "by" for c in tree.get(k, "case")):
                tree.attach(k, i, "obl:agent")
                return


def bare_infinitive_read_as_noun(tree: Tree, i: int) -> None:
    """Make the noun after *let*, *make* or *see* a bare infinitive: "let her/nmod:poss board/NOUN the train"."""
    if tree.lemma[i] not in ("let", "make", "help", "watch", "see", "hear", "have"):
        return
    for k in tree.get(i, "xcomp"):
        before = [o for o in tree.get(i, "obj", "iobj") if i < o < k]
        after = [o for o in tree.get(i, "obj") if o > k]
        beside = after and tree.subtree(after[0])[0] == k + 1 and not tree.get(k, "obj", "mark")
        if before and beside and tree.upos[k] == "VERB":
            tree.attach(after[0], k, "obj")  # "let her board [the train]"
            tree.rel[before[0]] = "obj"
            return
        # "let her board/NOUN the train"
        owners = [o for o in tree.get(k, "nmod:poss") if o == k - 1]
        if (
            owners
            and tree.lower[k] in word_list("verbs")
            and tree.lower[owners[0]] in ("her", "it")
        ):
            tree.attach(owners[0], i, "obj")
            tree.xpos[owners[0]] = "PRP"
            tree.retag(k, "VERB", "VB", tree.lower[k])
            for thing in [o for o in tree.get(i, "obj") if o > k]:
                tree.attach(thing, k, "obj")
            return
        bare = tree.upos[k] == "NOUN" and not tree.get(k, "det", "case", "amod", "nmod:poss", "cop")
        if bare and tree.get(k, "obj") and tree.lower[k] in word_list("verbs"):
            tree.retag(k, "VERB", "VB", tree.lower[k])
            return
    objects = [k for k in tree.get(i, "obj", "iobj") if k > i]
    if len(objects) != 2:
        return
    verb, thing = objects
    owner = [
        k for k in tree.get(verb, "nmod:poss") if k == verb - 1 and tree.lower[k] in ("her", "it")
    ]
    if owner and tree.lower[verb] in word_list("verbs"):
        tree.retag(verb, "VERB", "VB", tree.lower[verb])
        tree.rel[verb] = "xcomp"
        tree.attach(owner[0], i, "obj")
        tree.xpos[owner[0]] = "PRP"
        tree.attach(thing, verb, "obj")
        tree.rel[thing] = "obj"
