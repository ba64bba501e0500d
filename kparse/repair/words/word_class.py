"""Repair rules for word classes: verbs read as nouns, names read as verbs, copulas read as auxiliaries."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree
from kparse.input.verb_forms import FINITE, NOUN_LIKE, past_form
from kparse.input.word_lists import word_list


def mistagged_name(tree: Tree, i: int) -> None:
    """Tag a given name, or a bare capitalised argument, as PROPN: "Zoe/VERB ordered the soup"."""
    form = tree.tokens[i].form
    if (
        tree.upos[i] not in ("NOUN", "ADJ", "VERB", "X", "INTJ", "ADV")
        or not form[:1].isupper()
        or not form[1:].islower()
    ):
        return
    if tree.base(i) not in (
        "nsubj",
        "obj",
        "iobj",
        "obl",
        "nmod",
        "conj",
        "appos",
        "compound",
        "vocative",
    ):
        return
    initial = (
        i == 0
        or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
        or tree.upos[i - 1] == "PUNCT"
    )
    plural = tree.feat(i, "Number") == "Plur" and form not in word_list("first_names")  # "Lars"
    if plural or tree.get(i, "det", "amod", "nmod:poss", "aux", "cop", "nsubj"):
        return
    if form in word_list("first_names") or (not initial and tree.upos[i] != "ADJ"):
        tree.retag(i, "PROPN", "NNP", form)


def sentence_initial_noun(tree: Tree, i: int) -> None:
    """Tag a mass or bare noun that is read as a name because it begins a sentence: "Sushi/NNP bored Ann"."""
    initial = i == 0 or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
    form, low = tree.tokens[i].form, tree.lower[i]
    if (
        not initial
        or tree.upos[i] != "PROPN"
        or not form[1:].islower()
        or low not in word_list("bare_nouns")
    ):
        return
    if tree.get(i, "flat", "compound", "appos") or tree.base(i) in ("flat", "compound"):
        return
    if any(t.form == form for n, t in enumerate(tree.tokens) if n != i):
        return  # "Cook met Ann. ... Cook"
    plain = lemma_of(low, "NOUN", "", "NN", trust=False)
    if (
        low.endswith("s")
        and not low.endswith("ss")
        and low[:-1] in word_list("bare_nouns")
        and plain == low
    ):
        plain = low[:-1]
    plural = plain != low or tree.xpos[i] == "NNPS"
    tree.retag(i, "NOUN", "NNS" if plural else "NN", plain)


def sentence_initial_plural(tree: Tree, i: int) -> None:
    """Tag a bare plural subject that is read as a name as a noun: "Owls/NNPS catch mice"."""
    initial = i == 0 or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
    form = tree.tokens[i].form
    if tree.xpos[i] == "NNS" and form in word_list("first_names") and not tree.kids[i]:
        tree.retag(i, "PROPN", "NNP", form)  # "Ines/NNS owed Petra money"
        return
    if not initial or tree.xpos[i] != "NNPS" or tree.base(i) != "nsubj" or tree.kids[i]:
        return
    if (
        tree.xpos[tree.head[i]] == "VBP"
        and form[1:].islower()
        and form not in word_list("first_names")
    ):
        tree.retag(i, "NOUN", "NNS", lemma_of(form.lower(), "NOUN", "", "NNS", trust=False))


def noun_after_preposition(tree: Tree, i: int) -> None:
    """Tag an oblique with a preposition as a noun: "invited her to/case lunch/VB"."""
    if (
        tree.xpos[i] == "VB"
        and tree.base(i) == "obl"
        and tree.get(i, "case")
        and len(tree.kids[i]) == 1
    ):
        tree.retag(i, "NOUN", "NN", tree.lower[i])


INJURING = frozenset(
    "hurt injure strain wrench twist sprain break bruise scratch burn throw put crack pull".split()
)


def body_part_back(tree: Tree, i: int) -> None:
    """Make *back* after a verb of injury and *her* the object: "she had hurt her/obj back/advmod"."""
    if tree.lower[i] != "back" or tree.base(i) != "advmod" or i == 0 or tree.lower[i - 1] != "her":
        return
    verb, owner = tree.head[i], i - 1
    out = any(tree.rel[k] == "compound:prt" and k == i + 1 for k in tree.kids[verb])
    if tree.head[owner] != verb or tree.lemma[verb] not in INJURING or owner != verb + 1:
        return
    if tree.lemma[verb] in ("throw", "put", "pull", "break") and not out:
        return
    tree.retag(i, "NOUN", "NN", "back")
    tree.rel[i] = "obj"
    tree.xpos[owner] = "PRP$"
    tree.attach(owner, i, "nmod:poss")


def contradicting_tags(tree: Tree, i: int) -> None:
    """Let the position decide where UPOS and XPOS contradict: "gave the pilgrim/NN/VERB a room"."""
    upos, xpos, base = tree.upos[i], tree.xpos[i], tree.base(i)
    if (upos, xpos) in AGREEING:
        return
    if upos in ("ADP", "VERB", "ADV", "SCONJ") and xpos == "NNP" and base in ARGUMENTS:
        tree.retag(i, "PROPN", xpos, tree.tokens[i].form)  # "told Una/NNP/ADP the truth"
        return
    article = i > 0 and tree.upos[i - 1] == "DET"
    nominal = article or tree.get(i, "det", "amod", "nmod:poss", "case")
    clausal = tree.get(i, "nsubj", "obj", "aux", "mark")
    new = ""
    if upos in ("VERB", "ADJ") and xpos in ("NN", "NNS"):
        hers = i > 0 and tree.lower[i - 1] == "her" and upos == "VERB"  # "let her board the train"
        if base in ARGUMENTS and nominal and not clausal and not hers:
            new = "NOUN"
    elif upos == "NOUN" and not nominal:
        plural = xpos == "NN" and base == "nsubj" and tree.lower[i].endswith("s")
        if xpos == "JJ" and tree.get(i, "cop"):
            new = "ADJ"
        elif xpos in ("VB", *FINITE) and clausal and not tree.get(i, "cop"):
            new = "VERB"
        elif plural and tree.xpos[tree.head[i]] == "VBP":  # "Dogs/NN chase cats"
            new, xpos = "NOUN", "NNS"
    if new == "ADJ":
        tree.retag(i, new, xpos, tree.lower[i])
    elif new:
        tree.retag(i, new, xpos, lemma_of(tree.lower[i], new, "", xpos, trust=False))


AGREEING = frozenset({("NOUN", "NNS"), ("ADJ", "JJ"), ("VERB", "VB"), ("VERB", "VBD")})
"""The commonest pairs of UPOS and XPOS that agree."""

ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "appos"})


def adjective_fed_up(tree: Tree, i: int) -> None:
    """Make *fed up* one adjective with a copula: "was/aux:pass fed/VERB up with the waiter"."""
    up = [k for k in tree.kids[i] if k == i + 1 and tree.lower[k] == "up" and not tree.kids[k]]
    if tree.lower[i] != "fed" or not up or tree.get(i, "obj", "obl:agent"):
        return
    tree.retag(i, "ADJ", "JJ", "fed_up")
    tree.rel[up[0]], tree.upos[up[0]] = "punct", "PUNCT"
    for k in tree.get(i, "aux:pass"):
        tree.rel[k] = "cop"
    for k in tree.get(i, "nsubj:pass"):
        tree.rel[k] = "nsubj"


def verb_under_noun_root(tree: Tree, root: int) -> None:
    """Make the only verb the root: "Wolves hunt/compound deer/root", "The driver/root slammed/acl on the brakes"."""
    if tree.upos[root] != "NOUN" or tree.get(root, "cop", "aux", "case"):
        return
    others = [j for j in tree.subtree(root) if tree.upos[j] in ("VERB", "AUX")]
    for k in tree.get(root, "compound"):
        subjects = [n for n in tree.get(root, "nsubj") if n == k - 1 and tree.xpos[n] == "NNS"]
        if subjects and tree.xpos[k] in ("VBP", "NN") and tree.lower[k] in word_list("verbs"):
            tree.retag(k, "VERB", "VBP", tree.lower[k])
            stay = [j for j in tree.kids[root] if k < j < root or tree.base(j) in ("nmod", "acl")]
            tree.promote(k, "obj")
            for j in stay:
                tree.attach(j, root, tree.rel[j])
            return
    for k in tree.get(root, "acl"):
        inner = set(tree.subtree(k)) - {k}
        alone = all(j == k or j in inner for j in others) and tree.rel[k] == "acl"
        own = tree.get(k, "nsubj", "mark", "aux", "obl:agent")
        last = tree.subtree(root)[-1] in (tree.subtree(k)[-1], tree.subtree(k)[-1] + 1)
        if alone and last and not own and tree.xpos[k] in ("VBD", "VBZ") and k > root:
            stay = [j for j in tree.kids[root] if j < k and tree.base(j) != "punct"]
            tree.promote(k, "nsubj")
            for j in stay:
                tree.attach(j, root, tree.rel[j])
            return


def _may_be_verb(tree: Tree, i: int) -> bool:
    return tree.upos[i] not in ("VERB", "AUX") and not tree.get(i, "cop")


def _may_be_bare_verb(tree: Tree, i: int) -> bool:
    nominal = tree.get(i, "det", "case", "amod", "nmod:poss")
    return _may_be_verb(tree, i) and tree.upos[i] in ("NOUN", "ADJ", "ADV") and not nominal


def verb_ought(tree: Tree, i: int) -> None:
    """Tag *ought* as a verb: "the tenant ought/NOUN to pay/acl"."""
    if tree.lower[i] == "ought" and _may_be_verb(tree, i):
        tree.retag(i, "VERB", "VBD", "ought")
        for k in tree.get(i, "acl", "advcl"):
            tree.rel[k] = "xcomp"


def modal_read_as_noun(tree: Tree, i: int) -> None:
    """Tag a modal with a subject as an auxiliary: "Ann cannot come but Bob will/NOUN"."""
    if (
        tree.lower[i] in ("will", "can", "might", "must")
        and tree.upos[i] == "NOUN"
        and tree.get(i, "nsubj")
        and not tree.get(i, "det", "case", "cop")
    ):
        tree.retag(i, "AUX", "MD", tree.lower[i])


def relative_verb_read_as_noun(tree: Tree, i: int) -> None:
    """Tag a past form that is read as a subject with a subject: "that Nadia/nsubj wove/NOUN was sold"."""
    if tree.base(i) != "nsubj" or not _may_be_bare_verb(tree, i):
        return
    past = past_form(tree, i)
    if past and [k for k in tree.get(i, "nsubj") if k == i - 1]:
        tree.retag(i, "VERB", "VBD", past)


def mistagged_verb(tree: Tree, i: int) -> None:
    """Tag a word with an object, or a past form with a subject, as a verb: "The parrot bit/NOUN the cook"."""
    arguments = ("nsubj", "obj", "obl", "amod", "nmod", "compound", "advmod", "conj")
    if tree.base(i) in arguments or not _may_be_bare_verb(tree, i):
        return
    right = [k for k in tree.get(i, "obj", "iobj") if k > i]
    subject = [k for k in tree.get(i, "nsubj") if k < i]
    past = past_form(tree, i)
    lemma = past or lemma_of(tree.lower[i], "VERB", "", "VBD", trust=False)
    regular = tree.lower[i].endswith("ed") and lemma in word_list("verbs")
    if (right and (past or lemma in word_list("verbs"))) or (subject and (past or regular)):
        present = "VBZ" if tree.lower[i].endswith("s") else "VBP"
        tree.retag(i, "VERB", "VBD" if past or tree.lower[i].endswith("ed") else present, lemma)


def conjunct_of_verb(tree: Tree, i: int) -> None:
    """Tag the conjunct of a verb as a verb: "Ann came and left/ADJ", "can swim and dive/NOUN"."""
    if tree.base(i) != "conj" or not _may_be_bare_verb(tree, i):
        return
    head, lower = tree.head[i], tree.lower[i]
    if tree.upos[head] != "VERB" or not tree.get(i, "cc") or tree.get(head, "obj"):
        return
    past = past_form(tree, i)
    if past and tree.xpos[head] in ("VBD", "VBN"):
        tree.retag(i, "VERB", tree.xpos[head], past)
    elif tree.xpos[head] == "VB" and lower in word_list("verbs") and tree.get(head, "aux", "mark"):
        tree.retag(i, "VERB", "VB", lower)


def _is_clausal_predicate(tree: Tree, i: int) -> bool:
    """Whether a clause follows the copula: "The plan is to leave", "the trouble is that he left"."""
    first = tree.get(i, "cop")[0]
    outer = any(tree.rel[k].endswith(":outer") for k in tree.kids[i])
    return outer or any(
        k > first and tree.base(k) in ("mark", "nsubj") for k in tree.kids[i] if k < i
    )


def adjective_read_as_passive(tree: Tree, i: int) -> None:
    """Tag an adjective in ``-ed`` of which there is no verb: "she was/aux:pass wicked/VERB"."""
    if not _is_adjective_in_ed(tree, i):
        return
    tree.retag(i, "ADJ", "JJ", tree.lower[i])
    for k in tree.kids[i]:
        tree.rel[k] = {"aux:pass": "cop", "nsubj:pass": "nsubj"}.get(tree.rel[k], tree.rel[k])


def comparative_read_as_verb(tree: Tree, i: int) -> None:
    """Tag a comparative or superlative with a copula as an adjective: "he was/cop richer/VERB"."""
    if tree.upos[i] != "VERB" or not tree.get(i, "cop") or _is_clausal_predicate(tree, i):
        return
    ending = tree.lower[i].endswith(("er", "est"))
    positive = lemma_of(tree.lower[i], "ADJ", "", "JJR", trust=False)
    if ending and positive in word_list("adjectives"):
        xpos = "JJR" if tree.lower[i].endswith("er") else "JJS"
        tree.retag(i, "ADJ", xpos, lemma_of(tree.lower[i], "ADJ", "", xpos, trust=False))


def copula_of_verb(tree: Tree, i: int) -> None:
    """Label the copula of a participle as its auxiliary, else tag the verb as an adjective: "was/cop running"."""
    if tree.upos[i] != "VERB" or not tree.get(i, "cop") or _is_clausal_predicate(tree, i):
        return
    for k in tree.get(i, "cop"):
        if tree.xpos[i] == "VBG":
            tree.rel[k] = "aux"
        elif tree.xpos[i] in ("VBN", "VBD"):
            tree.rel[k] = "aux:pass"
        else:
            tree.upos[i] = "ADJ"


def _is_adjective_in_ed(tree: Tree, i: int) -> bool:
    """Whether a passive is an adjective of which there is no verb: *wicked*, *ragged*, *skilled*."""
    if tree.upos[i] != "VERB" or not tree.get(i, "aux:pass") or not tree.lower[i].endswith("ed"):
        return False
    form = tree.lower[i]
    stems = {form[:-1], form[:-2], form[:-3], f"{form[:-3]}y"}
    return form in word_list("adjectives") and not stems & word_list("verbs")


def copula_of_adverb(tree: Tree, i: int) -> None:
    """Make a copula whose predicate is *too*, *either* or *not* the predicate: "and the lock is/cop too"."""
    copulas = tree.get(i, "cop")
    if (
        copulas
        and tree.upos[i] in ("ADV", "PART")
        and tree.lower[i] in ("too", "also", "either", "not", "n't", "neither")
    ):
        be = copulas[-1]
        tree.promote(be, "advmod")
        # "but Bea was not/advmod, so she went": the second clause does not modify the third
        later = tree.head[be]
        clause = tree.base(be) == "advmod" and later > be and tree.get(be, "nsubj", "cc")
        if clause and 0 <= tree.head[later] < be:
            relation = tree.rel[later]
            tree.attach(be, tree.head[later], "conj")
            tree.attach(later, be, relation)


def bare_auxiliary_read_as_verb(tree: Tree, i: int) -> None:
    """Make *do* or *have* that repeats an earlier verb an auxiliary: "and neither did/VERB Ann/obj"."""
    if tree.lemma[i] not in ("do", "have") or tree.get(i, "iobj", "xcomp", "ccomp", "aux", "obl"):
        return
    if not any(tree.upos[k] == "VERB" for k in range(i)):
        return
    objects = tree.get(i, "obj")
    first = i - 1 if i and tree.lower[i - 1] in ("so", "neither", "nor") else -1
    if first >= 0 and tree.head[first] == i and tree.get(i, "nsubj", "obj")[-1:] > [i]:
        tree.rel[first] = "advmod"
        for k in objects:
            tree.rel[k] = "nsubj"
    elif tree.upos[i] != "VERB" or objects or not tree.get(i, "nsubj") or not _negated(tree, i):
        return
    tree.upos[i] = "AUX"


def _negated(tree: Tree, i: int) -> bool:
    return any(tree.lower[k] in ("not", "n't") for k in tree.get(i, "advmod"))


def predicative_well(tree: Tree, i: int) -> None:
    """Make *well* or *unwell* the predicate: "but Bea was well/advmod"."""
    if tree.lemma[i] != "be" or not tree.get(i, "nsubj") or tree.get(i, "ccomp", "xcomp"):
        return
    for k in tree.get(i, "advmod"):
        if k > i and tree.lower[k] in ("well", "unwell") and not tree.get(k, "fixed"):
            tree.promote(k, "cop")
            tree.upos[i], tree.upos[k], tree.xpos[k] = "AUX", "ADJ", "JJ"
            return


def little_read_as_predicate(tree: Tree, i: int) -> None:
    """Make *little* an adverb after a full verb: "she had slept little/xcomp"."""
    head = tree.head[i]
    if (
        tree.lower[i] == "little"
        and tree.base(i) == "xcomp"
        and not tree.kids[i]
        and tree.upos[head] == "VERB"
        and tree.lemma[head] not in LINKING
    ):
        tree.rel[i] = "advmod"
        tree.retag(i, "ADV", "RB", "little")


REFLEXIVES = frozenset(
    {"himself", "herself", "itself", "themselves", "myself", "yourself", "ourselves"}
)


def intensive_reflexive(tree: Tree, i: int) -> None:
    """Make a reflexive that only adds stress no argument.

    "Max himself/flat", "the king himself/nsubj came", "he had done it/iobj himself/obj".
    """
    if tree.lower[i] not in REFLEXIVES or i == 0:
        return
    head, beside = tree.head[i], i - 1
    if head == beside and tree.base(i) in ("flat", "appos", "compound", "nmod"):
        tree.rel[i] = "discourse"
    elif head > i and tree.base(i) == "nsubj" and beside in tree.get(head, "nsubj"):
        tree.attach(i, beside, "discourse")
    elif tree.base(i) in ("obj", "iobj"):
        earlier = [k for k in tree.get(head, "obj", "iobj") if k < i]
        for k in earlier:
            tree.rel[k] = "obj"
        if earlier:
            tree.rel[i] = "obl:unmarked"


def genitive_marker_as_head(tree: Tree, i: int) -> None:
    """Make the possessor the head and *'s* its case: "was fatter than Ella/compound 's/obl"."""
    if tree.lower[i] not in ("'s", "'") or tree.base(i) in ("case", "cop", "aux", "punct"):
        return
    owner = i - 1
    if (
        owner < 0
        or tree.head[owner] != i
        or tree.upos[owner] not in ("PROPN", "NOUN")
        or tree.get(i, "obj", "xcomp")
    ):
        return
    rel = "obl" if tree.base(i) in ("advcl", "acl") else tree.rel[i]
    tree.promote(owner, "case")
    tree.rel[owner] = rel
    tree.upos[i] = "PART"
    for k in tree.get(owner, "mark"):
        tree.rel[k] = "case"


def coordinated_subjects(tree: Tree, i: int) -> None:
    """Coordinate two subjects with a conjunction between them: "Neither the lock nor the key/nsubj was old"."""
    subjects = tree.get(i, "nsubj")
    if len(subjects) != 2:
        return
    first, second = subjects
    for k in [*tree.get(i, "cc"), *tree.get(second, "cc")]:
        if first < k < second and tree.lower[k] in ("nor", "or", "and", "but"):
            tree.attach(k, second, "cc")
            tree.attach(second, first, "conj")
            for n in [n for n in tree.get(i, "advmod") if k < n < second]:
                tree.attach(n, second, "advmod")  # "but not Bob"
            return


def outer_subject(tree: Tree, i: int) -> None:
    """Label the first of two subjects around a copula: "the reason/nsubj was that he was bored"."""
    subjects, copulas = tree.get(i, "nsubj"), tree.get(i, "cop", "aux")
    if len(subjects) == 2 and copulas and not tree.rel[subjects[0]].endswith(":outer"):
        first, second = subjects
        if tree.lower[second - 1] == "so":
            return  # "but Bea wasn't so she went"
        if any(first < c < second and tree.base(c) == "cop" for c in copulas):
            tree.rel[first] = "nsubj:outer"


def arguments_of_auxiliary(tree: Tree, i: int) -> None:
    """Give the arguments of an auxiliary to its verb: "Had/aux the guard/nsubj been awake", under *had*."""
    if tree.base(i) not in ("aux", "cop"):
        return
    head = tree.head[i]
    for k in list(tree.kids[i]):
        if tree.base(k) in ("nsubj", "obj") and head >= 0:
            if not tree.get(head, "nsubj") and k < head:
                tree.attach(k, head, "nsubj")
            else:
                tree.attach(k, head, tree.rel[k])


def have_with_left(tree: Tree, i: int) -> None:
    """Make *have* the predicate, not *left*: "she had/aux none left/root"."""
    have = [k for k in tree.get(i, "aux") if tree.lemma[k] == "have" and k < i]
    amount = [k for k in tree.get(i, "nsubj", "obj") if have and have[0] < k < i]
    if tree.lower[i] != "left" or not amount or not any(k < have[0] for k in tree.get(i, "nsubj")):
        return
    tree.promote(have[0], "xcomp")
    tree.retag(have[0], "VERB", tree.xpos[have[0]], "have")
    tree.attach(amount[0], have[0], "obj")
    tree.attach(i, amount[0], "acl")


def verb_like(tree: Tree, i: int) -> None:
    """Make *like* the verb of a clause without another verb: "Ann and Bob like/case tea"."""
    if (
        tree.upos[i] not in NOUN_LIKE
        or tree.get(i, "cop", "aux")
        or tree.base(i) not in ("root", "conj", "advcl", "ccomp")
    ):
        return
    if not tree.get(i, "nsubj"):
        alone = tree.base(i) == "root" and not any(
            tree.upos[j] in ("VERB", "AUX") for j in tree.subtree(i)
        )
        for noun in [n for n in tree.get(i, "nmod", "obl") if alone and n > i]:
            for k in [c for c in tree.get(noun, "case") if tree.lower[c] == "like"]:
                tree.retag(k, "VERB", "VBP", "like")
                tree.attach(k, i, "dep")
                tree.promote(k, "nsubj")
                tree.attach(noun, k, "obj")
                for j in [j for j in tree.kids[k] if j < i or tree.base(j) == "conj"]:
                    tree.attach(j, i, tree.rel[j])
                return
        return
    for k in tree.get(i, "case"):
        if tree.lower[k] == "like":
            tree.retag(k, "VERB", "VBP", "like")
            before = [
                j
                for j in tree.kids[i]
                if j < k or tree.base(j) in ("advcl", "conj", "parataxis", "punct")
            ]
            tree.promote(k, "obj")
            for j in list(tree.kids[k]):
                if j not in before and j != i:
                    tree.attach(j, i, tree.rel[j])
            return


PERCEIVING = frozenset("see hear watch feel notice let make help".split())


def bare_infinitive_of_perception(tree: Tree, i: int) -> None:
    """Make the second object of a perception verb its complement: "saw Ned fall/obj"."""
    if tree.lemma[i] not in PERCEIVING:
        return
    objects = [k for k in tree.get(i, "obj", "iobj") if k > i]
    if (
        len(objects) == 2
        and tree.upos[objects[1]] == "VERB"
        and tree.xpos[objects[1]] in ("NN", "VB")
    ):
        who, deed = objects
        if not tree.get(deed, "det", "nsubj") and tree.subtree(who)[-1] == deed - 1:
            tree.rel[who], tree.rel[deed], tree.xpos[deed] = "obj", "xcomp", "VB"


AS_ADVERB = frozenset("little much hard badly long late early".split())


LINKING = frozenset("be seem look become feel get grow turn make".split())


def degree_adverb_read_as_predicate(tree: Tree, i: int) -> None:
    """Make a graded adverb of amount a modifier: "trained so little/xcomp"."""
    if tree.lemma[i] in LINKING:
        return
    for k in tree.get(i, "xcomp"):
        degree = [d for d in tree.get(k, "advmod") if tree.lower[d] in ("so", "too", "very", "as")]
        if tree.lower[k] in AS_ADVERB and degree and len(tree.kids[k]) == 1:
            tree.rel[k], tree.upos[k], tree.xpos[k] = "advmod", "ADV", "RB"
