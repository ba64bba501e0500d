"""Repair rules for main clauses without their verb, and for relative and indirect clauses on the wrong word."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_finite, past_form
from kparse.input.word_lists import RELATIVE_PRONOUNS, word_list


def stranded_preposition_on_main_verb(tree: Tree, i: int) -> None:
    """Attach a stranded preposition to its relative clause: "The smith that Pavel worked for/mark paid him"."""
    for mark in tree.get(i, "mark", "case"):
        if tree.upos[mark] != "ADP" or not is_finite(tree, i) or mark > i:
            continue
        for noun in tree.get(i, "nsubj"):
            for clause in tree.get(noun, "acl"):
                if noun < clause < mark and tree.subtree(noun)[-1] == mark - 1:
                    tree.attach(mark, clause, "obl")
                    for k in tree.get(clause, "mark"):  # "the man that they looked for left"
                        if tree.lower[k] in RELATIVE_PRONOUNS and tree.get(clause, "nsubj"):
                            tree.rel[k], tree.upos[k], tree.rel[clause] = "obj", "PRON", "acl:relcl"
                    return


def who_clause_on_verb(tree: Tree, i: int) -> None:
    """Attach a clause with *who* to the noun before the comma: "robbed by Carl, who was caught/advcl"."""
    head = tree.head[i]
    if head < 0 or tree.base(i) not in ("advcl", "parataxis", "ccomp", "conj", "acl") or head > i:
        return
    words = [
        k for k in tree.get(i, "nsubj", "obj", "obl") if tree.lower[k] in ("who", "whom") and k < i
    ]
    words += [
        j
        for k in tree.get(i, "nsubj", "obj", "obl")
        for j in tree.kids[k]
        if tree.lower[j] == "whose" and j < i
    ]
    words += [
        k for k in tree.get(i, "obl") if tree.lower[k] == "which" and k < i and tree.get(k, "case")
    ]
    if not words or words[0] < 2 or (tree.upos[head] in NOUN_LIKE and not tree.get(head, "cop")):
        return
    start = words[0] - 1
    if tree.get(words[0], "case"):
        start = tree.get(words[0], "case")[0] - 1
    if tree.lower[start] != "," or start < 1:
        return
    noun = start - 1
    while (
        tree.head[noun] >= 0 and tree.upos[noun] not in ("NOUN", "PROPN") and tree.head[noun] < noun
    ):
        noun = tree.head[noun]
    if tree.upos[noun] in ("NOUN", "PROPN") and noun > head:
        tree.attach(i, noun, "acl:relcl")


def who_clause_with_copula_on_verb(tree: Tree, i: int) -> None:
    """Do the same for a nominal predicate: "robbed by Carl, who was a guard/parataxis"."""
    if tree.get(i, "cop"):
        who_clause_on_verb(tree, i)


def relative_clause_read_as_complement(tree: Tree, i: int) -> None:
    """Attach a clause in which *that* has a role to the noun before it: "see the cat that/obj Bob fed/ccomp"."""
    for clause in tree.get(i, "ccomp"):
        first = tree.subtree(clause)[0]
        if (
            tree.lower[first] not in ("that", "which")
            or tree.base(first) not in ("obj", "nsubj", "obl")
            or first <= i
        ):
            continue
        if (
            tree.upos[first] != "PRON"
            or tree.upos[first - 1] not in ("NOUN", "PROPN")
            or tree.xpos[first] == "DT"
        ):
            continue
        noun = first - 1
        if tree.head[noun] == i and tree.rel[noun] in ("obj", "obl"):
            tree.attach(clause, noun, "acl:relcl")
    for clause in tree.get(i, "advcl", "parataxis"):  # "washed it with a soap [that she found dry]"
        words = [k for k in tree.get(clause, "obj") if k < clause and tree.xpos[k] == "WDT"]
        subject = [k for k in tree.get(clause, "nsubj") if words and k > words[0]]
        if not words or not subject or words[0] != tree.subtree(clause)[0] or words[0] <= i:
            continue
        noun = words[0] - 1
        if tree.upos[noun] == "NOUN" and tree.base(noun) in ("obj", "obl", "nmod"):
            tree.attach(clause, noun, "acl:relcl")


def indirect_question(tree: Tree, i: int) -> None:
    """Make an *if* clause after *ask* its complement: "asked Donna if she could borrow/advcl it"."""
    if tree.lemma[i] not in ("ask", "wonder", "inquire", "enquire") or tree.get(i, "ccomp"):
        return
    for k in tree.get(i, "advcl"):
        if k > i and any(tree.lower[m] in ("if", "whether") for m in tree.get(k, "mark")):
            tree.rel[k] = "ccomp"
            return


def main_verb_in_relative_clause(tree: Tree, root: int) -> None:
    """Make the second verb in a relative clause the root: "The smith that Pavel worked for paid/advcl him"."""
    if tree.upos[root] not in NOUN_LIKE or tree.get(root, "cop", "nsubj", "case"):
        return
    clauses = [k for k in tree.get(root, "acl") if k > root]
    if not clauses:
        return
    clause = clauses[-1]
    verb = next((k for k in tree.subtree(clause) if k > clause and _lost_verb(tree, k)), None)
    if verb is None:
        return
    for m in [m for m in tree.get(verb, "mark", "case") if m < verb]:  # stranded: "worked for"
        tree.attach(m, clause, "obl")
        tree.upos[m] = "ADP"
    tree.attach(verb, root, "dep")
    tree.promote(verb, "nsubj")
    for k in list(tree.kids[verb]):
        modifier = tree.base(k) in MODIFIERS and k < verb
        if k != root and (k < root or modifier):
            tree.attach(k, root, tree.rel[k])


def relative_verb_read_as_subject(tree: Tree, root: int) -> None:
    """Split a relative clause and the main clause: "The basket/root that Nadia wove/nsubj was sold/acl"."""
    if tree.upos[root] not in NOUN_LIKE or tree.get(root, "cop", "nsubj"):
        return
    for main in tree.get(root, "acl"):
        for verb in tree.get(main, "nsubj"):
            if tree.upos[verb] != "VERB" or not tree.get(verb, "nsubj") or verb > main:
                continue
            label = tree.rel[verb]
            words = [k for k in tree.kids[main] if k < verb and tree.lower[k] in RELATIVE_PRONOUNS]
            tree.promote(main, label)
            tree.attach(verb, root, "acl:relcl")
            for k in words:
                tree.attach(k, verb, "obj")
                tree.upos[k] = "PRON"
            for k in [k for k in tree.kids[main] if k < root]:
                tree.attach(k, root, tree.rel[k])
            return


MODIFIERS = frozenset({"acl", "det", "amod", "nmod", "appos", "compound", "nummod"})


def _lost_verb(tree: Tree, verb: int) -> bool:
    """Whether a token is a finite verb without a subject inside a relative clause, where none can be."""
    if tree.upos[verb] != "VERB" or tree.get(verb, "nsubj", "expl"):
        return False
    if tree.base(verb) not in ("advcl", "ccomp", "parataxis", "acl", "xcomp", "dep"):
        return False
    if any(tree.lower[m] in RELATIVE_PRONOUNS for m in tree.kids[verb]):
        return False
    marks = [m for m in tree.get(verb, "mark", "case") if m < verb]
    # A past form after a stranded "to" is no infinitive: "the man she talked to smiled".
    past = (
        tree.xpos[verb] in ("VBD", "VBN")
        or tree.lower[verb].endswith("ed")
        or past_form(tree, verb)
    )
    stranded_to = bool(marks) and tree.lower[marks[-1]] == "to" and past
    if any(tree.upos[m] == "SCONJ" for m in marks):
        return False
    return bool(stranded_to) or is_finite(tree, verb)


def verbs_as_conjuncts_of_noun(tree: Tree, root: int) -> None:
    """Make the noun the subject of its finite conjuncts: "The sailor/root, who was wet, slipped/conj and fell"."""
    if tree.upos[root] not in NOUN_LIKE or tree.get(root, "cop", "nsubj", "case"):
        return
    verbs = [
        k
        for k in tree.get(root, "conj", "parataxis")
        if k > root
        and tree.upos[k] == "VERB"
        and tree.xpos[k] in ("VBD", "VBZ")
        and not tree.get(k, "nsubj", "cc", "mark")
    ]
    if not verbs or any(tree.upos[k] in NOUN_LIKE for k in tree.get(root, "conj")):
        return
    verb = verbs[0]
    tree.promote(verb, "nsubj")
    for k in list(tree.kids[verb]):
        subordinate = tree.base(k) == "advcl" and k < root
        if k != root and not subordinate and tree.base(k) not in ("conj", "punct") and k < verb:
            tree.attach(k, root, tree.rel[k])


def main_clause_under_fronted_clause(tree: Tree, i: int) -> None:
    """Swap a fronted clause and its main clause: "When she pulled/root it, the boat moved/parataxis"."""
    if tree.base(i) not in ("root", "conj", "ccomp") or tree.upos[i] not in ("VERB", "ADJ", "AUX"):
        return
    subjects = tree.get(i, "nsubj")
    marks = [
        k
        for k in tree.get(i, "mark", "advmod")
        if tree.lower[k] in FRONTED and subjects and k < subjects[0]
    ]
    if not marks or not is_finite(tree, i) or tree.lower[subjects[0]] in ("who", "what", "which"):
        return
    aux = tree.get(i, "aux", "cop")
    if aux and aux[0] < subjects[0]:
        return  # a question: "When did she come?"
    for clause in tree.get(i, "parataxis", "ccomp", "conj"):
        comma = any(tree.lower[j] == "," for j in range(i, clause))
        # "when somebody threw a bottle they ran": a verb with an object has no clause as a second one
        settled = tree.base(clause) == "ccomp" and _has_thing(tree, i)
        if (
            clause < i
            or not (comma or settled)
            or not tree.get(clause, "nsubj")
            or not is_finite(tree, clause)
        ):
            continue
        if tree.get(clause, "cc", "mark") or (
            marks[0] == tree.subtree(i)[0] and tree.lower[marks[0]] == "so"
        ):
            continue
        before = [k for k in tree.kids[i] if k < clause and tree.base(k) != "cc"]
        tree.promote(clause, "advcl")
        for k in before:
            tree.attach(k, i, tree.rel[k])
        return


def _has_thing(tree: Tree, i: int) -> bool:
    """Whether a verb has an object, and does not take a clause beside it as verbs of saying do."""
    if tree.lemma[i] in word_list("saying") or tree.lemma[i] in word_list("object_control"):
        return False
    things = [k for k in tree.get(i, "obj") if k > i]
    return bool(things) and tree.lemma[i] not in (
        "see",
        "hear",
        "make",
        "let",
        "show",
        "teach",
        "remind",
    )


FRONTED = frozenset(
    "when whenever if because although though since while after before as once unless until".split()
)


def first_clause_read_as_complement(tree: Tree, i: int) -> None:
    """Coordinate two clauses that *so* or *but* joins: "The tailor charged/ccomp too much, so he left/root"."""
    for clause in tree.get(i, "ccomp", "parataxis"):
        if (
            clause > i
            or tree.get(clause, "mark")
            or not is_finite(tree, clause)
            or tree.lemma[i] in word_list("saying")
        ):
            continue
        joined = [
            k
            for k in tree.get(i, "cc", "advmod", "mark")
            if clause < k < i and tree.lower[k] in ("so", "but", "and", "yet")
        ]
        if joined and tree.get(clause, "nsubj") and tree.get(i, "nsubj"):
            keep = [k for k in tree.kids[i] if k > clause]
            tree.promote(clause, "conj")
            for k in keep:
                if (
                    k != clause
                    and tree.head[k] == clause
                    and not (tree.upos[k] == "PUNCT" and k > i)
                ):
                    tree.attach(k, i, tree.rel[k])
            return


def gerund_read_as_root(tree: Tree, root: int) -> None:
    """Make the finite verb the root: "The girl feeding/root the hens sang/ccomp"."""
    if tree.xpos[root] != "VBG" or tree.get(root, "aux", "cop"):
        return
    subjects = [k for k in tree.get(root, "nsubj") if k < root]
    for verb in tree.get(root, "ccomp", "xcomp", "advcl"):
        inner = [k for k in tree.get(verb, "nsubj") if root < k < verb]
        if not subjects or tree.get(verb, "mark", "advmod") or not is_finite(tree, verb):
            continue
        if bool(inner) == bool(tree.get(root, "obj")):
            continue
        for noun in inner:
            tree.attach(noun, root, "obj")
        rest = [k for k in tree.kids[root] if k != verb and (k < verb) and k not in subjects]
        tree.promote(verb, "acl")
        for k in rest:
            tree.attach(k, root, tree.rel[k])
        tree.rel[subjects[0]] = "nsubj"
        tree.attach(root, subjects[0], "acl")
        return


def participle_read_as_main_verb(tree: Tree, root: int) -> None:
    """Swap a participle and the main verb: "The statue carved/root by the monks stood/acl in a hall"."""
    for verb in tree.subtree(root):
        if (
            tree.rel[verb] != "acl"
            or tree.upos[verb] != "VERB"
            or tree.xpos[verb] not in ("VBD", "VBZ")
        ):
            continue
        if tree.get(verb, "nsubj", "mark", "obl:agent", "cop", "aux") or any(
            tree.lower[k] in RELATIVE_PRONOUNS for k in tree.kids[verb]
        ):
            continue
        main = tree.head[verb]
        while main >= 0 and tree.upos[main] != "VERB":
            main = tree.head[main]
        if main < 0 or main > verb or tree.get(main, "aux", "cop"):
            continue
        subjects = [k for k in tree.get(main, "nsubj") if k < main]
        if not subjects or tree.xpos[main] not in ("VBD", "VBN"):
            continue
        if (
            tree.xpos[verb] == "VBD"
            and not tree.get(main, "obl:agent")
            and tree.xpos[main] == "VBD"
            and not past_form(tree, verb)
        ):
            continue
        noun = subjects[0]
        tree.attach(verb, main, "dep")
        tree.promote(verb, "acl")
        for k in list(tree.kids[verb]):
            if k < main and k != noun and tree.upos[k] != "PUNCT":
                continue
            if main < k < verb and tree.upos[k] != "PUNCT":
                tree.attach(k, main, tree.rel[k])
        tree.rel[noun] = "nsubj"
        tree.attach(main, noun, "acl")
        tree.rel[main] = "acl"
        if tree.xpos[main] == "VBD":
            tree.xpos[main] = "VBN"
        return


def inverted_auxiliary_read_as_predicate(tree: Tree, i: int) -> None:
    """Make an inverted auxiliary depend on its verb: "Had/advcl the guard been awake/ccomp, ..."."""
    if tree.lower[i] not in ("had", "were", "should") or tree.get(i, "nsubj"):
        return
    first = tree.subtree(i)[0] == i
    for noun in tree.get(i, "obj"):
        for clause in [*tree.get(i, "xcomp", "ccomp"), *tree.get(noun, "acl")]:
            if (
                first
                and i < noun < clause
                and tree.xpos[clause] in ("VBN", "VBD")
                and not tree.get(clause, "mark")
            ):
                tree.attach(clause, i, "xcomp")
                tree.attach(noun, clause, "nsubj")
                tree.promote(clause, "aux")
                tree.upos[i] = "AUX"
                return
    for clause in tree.get(i, "ccomp", "xcomp"):
        subjects = [k for k in tree.get(clause, "nsubj") if i < k < clause]
        if subjects and not tree.get(clause, "mark"):
            if tree.head[i] >= 0:
                tree.promote(clause, "aux")
                tree.upos[i] = "AUX"
            return


def main_clause_after_inverted_condition(tree: Tree, root: int) -> None:
    """Make the second clause the main one: "Had the guard been awake/root, they would not have escaped/parataxis"."""
    aux = [k for k in tree.get(root, "aux", "cop") if k < root]
    subjects = tree.get(root, "nsubj")
    if (
        not aux
        or not subjects
        or aux[0] > subjects[0]
        or tree.lower[aux[0]] not in ("had", "were", "should")
    ):
        return
    if tree.subtree(root)[0] != aux[0]:
        return
    for clause in tree.get(root, "parataxis", "ccomp", "conj"):
        if clause > root and any(
            tree.lower[k] in ("would", "could", "might", "will", "'d")
            for k in tree.get(clause, "aux")
        ):
            between = [k for k in tree.kids[root] if k > root and k != clause]
            tree.promote(clause, "advcl")
            for k in [k for k in tree.kids[clause] if k < root or (k in between and k < clause)]:
                tree.attach(k, root, tree.rel[k])
            return


def phrase_read_as_predicate(tree: Tree, i: int) -> None:
    """Make the clause after a fronted phrase the head: "so on winter evenings/parataxis Lucy sat/acl beside her"."""
    label = tree.base(i)
    if label not in ("parataxis", "conj", "root") or not tree.get(i, "case"):
        return
    if tree.upos[i] not in ("NOUN", "PROPN", "NUM") or tree.get(i, "nsubj", "cop"):
        return
    for clause in tree.get(i, "acl"):
        subjects = [k for k in tree.get(clause, "nsubj") if i < k < clause]
        if not subjects or not is_finite(tree, clause):
            continue
        if tree.lower[tree.subtree(clause)[0]] in RELATIVE_PRONOUNS or tree.get(clause, "mark"):
            continue
        start = tree.get(i, "case")[0]
        linking = [k for k in tree.kids[i] if k < start]
        tree.promote(clause, "obl")
        for k in [k for k in tree.kids[clause] if k < i and k not in linking]:
            tree.attach(k, i, tree.rel[k])
        return


_BE = frozenset("is are was were be been am".split())
_HELPERS = frozenset("had has have would must might could will".split())
_OF_PHRASE = frozenset({"DET", "ADJ", "NOUN", "PROPN", "PRON", "NUM"})


def predicate_of_how_clause(tree: Tree, i: int) -> None:
    """Make the adjective after *how* the predicate: "told her how sorry/ccomp she was/ccomp"."""
    above = tree.head[i]
    if i < 1 or tree.lower[i - 1] != "how" or above < 0 or i + 2 >= len(tree):
        return
    participle = tree.xpos[i] in ("VBN", "VBD", "VBG") and tree.lower[i] in word_list("adjectives")
    if tree.upos[i] != "ADJ" and not participle:
        return
    if i < above:
        after = tree.upos[above + 1] if above + 1 < len(tree) else ""
        bare = tree.lower[above] in _BE and after not in ("VERB", "ADJ", "ADV", "NOUN")
        if bare and tree.base(above) in ("ccomp", "xcomp"):
            tree.promote(i, "cop")
        return
    found = _subject_and_be(tree, i)
    if found is None:
        return
    subject, helpers, be = found
    clause = tree.head[subject]
    if participle:
        tree.retag(i, "ADJ", "JJ", tree.lower[i])
    tree.attach(subject, i, "nsubj")
    tree.attach(be, i, "cop")
    for k in helpers:
        tree.attach(k, i, "aux")
    for k in [*tree.kids[be]]:
        tree.attach(k, i, tree.rel[k])
    if clause > be and tree.head[clause] != i:
        tree.attach(clause, i, "ccomp")
    tree.rel[i] = "ccomp"


def _subject_and_be(tree: Tree, i: int) -> tuple[int, list[int], int] | None:
    """The noun, the auxiliaries and the form of *be* that end a clause after an adjective."""
    place = i + 1
    subjects: list[int] = []
    helpers: list[int] = []
    while place < len(tree) and tree.lower[place] not in _BE:
        if tree.lower[place] in _HELPERS:
            helpers.append(place)
        elif tree.upos[place] in _OF_PHRASE and not helpers:
            subjects.append(place)
        else:
            return None
        place += 1
    after = place + 1
    if place >= len(tree) or tree.sentence_of(place) != tree.sentence_of(i):
        return None
    if after < len(tree) and tree.xpos[after] in ("VBG", "VBN", "VBD", "JJ", "RB", "DT"):
        return None
    heads = [k for k in subjects if tree.head[k] not in subjects]
    if len(heads) != 1 or tree.upos[heads[0]] not in ("NOUN", "PROPN", "PRON"):
        return None
    return heads[0], helpers, place
