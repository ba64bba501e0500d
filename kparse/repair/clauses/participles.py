"""Repair rules for participles and infinitives: their heads, their subjects, their word class."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_infinitive, is_ing_clause
from kparse.input.word_lists import word_list

REASON_PHRASES = {
    "due": ("to",),
    "because": ("of",),
    "owing": ("to",),
    "thanks": ("to",),
    "despite": (),
    "without": (),
}
"""Prepositions that take a noun and a participle as a clause: ``due to him coming back``."""


def _reason_phrase(tree: Tree, i: int) -> int | None:
    """The preposition of a phrase, if it is one of :data:`REASON_PHRASES`."""
    for k in tree.get(i, "case", "mark"):
        if tree.lower[k] in REASON_PHRASES:
            rest = tuple(tree.lower[j] for j in tree.kids[k] if tree.base(j) == "fixed")
            if rest == REASON_PHRASES[tree.lower[k]]:
                return k
    return None


def gerund_clause_of_reason(tree: Tree, i: int) -> bool:
    """Make a gerund after a preposition of reason adverbial: "because of his neighbour/obl snoring/acl"."""
    head = tree.head[i]
    if not is_ing_clause(tree, i):
        return False
    for subject in tree.get(i, "nsubj"):
        word = _reason_phrase(tree, subject)
        if word is not None and subject < i and tree.base(i) == "advcl":
            tree.attach(word, i, "mark")
            return True
    if tree.base(i) in ("xcomp", "advcl") and not tree.get(i, "nsubj", "mark"):
        for subject in tree.get(head, "obl", "nmod"):  # "due to him/obl having/xcomp a cold"
            word = _reason_phrase(tree, subject)
            if word is not None and tree.subtree(subject)[-1] == tree.subtree(i)[0] - 1:
                tree.attach(subject, i, "nsubj")
                tree.attach(word, i, "mark")
                tree.rel[i] = "advcl"
                return True
    if tree.rel[i] != "acl" or head > i or tree.base(head) not in ("obl", "nmod"):
        return False
    word = _reason_phrase(tree, head)
    between = [j for j in range(head + 1, i) if tree.head[j] != i]
    if word is None or between or tree.get(i, "nsubj", "mark", "aux") or i in tree.parsed.asked:
        return False
    above = tree.head[head]
    while above >= 0 and tree.upos[above] not in ("VERB", "ADJ") and not tree.get(above, "cop"):
        above = tree.head[above]
    if above < 0:
        return False
    stay = [j for j in tree.kids[head] if j not in (i, word)]
    tree.promote(i, "nsubj")
    for j in stay:
        tree.attach(j, head, tree.rel[j])
    tree.attach(word, i, "mark")
    tree.attach(i, above, "advcl")
    tree.rel[i] = "advcl"
    return True


def to_court_read_as_infinitive(tree: Tree, i: int) -> None:
    """Make *court* or *trial* after *to* a noun: "took him to/mark court/VB"."""
    head, to = tree.head[i], tree.get(i, "mark")
    if (
        tree.lower[i] not in ("court", "trial")
        or tree.upos[i] != "VERB"
        or tree.base(i) not in ("xcomp", "advcl", "acl")
        or len(to) != 1
        or tree.lower[to[0]] != "to"
        or len(tree.kids[i]) > 1
        or tree.lemma[head] not in ("take", "bring", "drag", "go", "come")
    ):
        return
    tree.retag(i, "NOUN", "NN", tree.lower[i])
    tree.retag(to[0], "ADP", "IN", "to")
    tree.rel[i], tree.rel[to[0]] = "obl", "case"


def adjective_read_as_progressive(tree: Tree, i: int) -> None:
    """Make an *-ing* adjective without an object the predicate: "she was/aux reassuring/VBG"."""
    if tree.xpos[i] != "VBG" or tree.lower[i] not in word_list("ing_adjectives"):
        return
    be = [k for k in tree.get(i, "aux") if tree.lemma[k] == "be" and k < i]
    if (
        not be
        or tree.get(i, "obj", "iobj", "ccomp", "xcomp", "obl", "cop")
        or tree.get(i, "compound:prt", "aux:pass")
    ):
        return
    tree.retag(i, "ADJ", "JJ", tree.lower[i])
    tree.rel[be[-1]] = "cop"


def past_tense_conjunct(tree: Tree, i: int) -> None:
    """Tag the conjunct of a past tense as past tense: "relented and taught/VBN chemistry"."""
    head = tree.head[i]
    if tree.xpos[i] != "VBN" or tree.base(i) != "conj" or tree.upos[head] != "VERB":
        return
    if tree.xpos[head] == "VBD" and not tree.get(i, "aux") and not tree.get(head, "aux", "cop"):
        tree.xpos[i] = "VBD"


def infinitive_of_gerund(tree: Tree, i: int) -> None:
    """Attach an infinitive to the gerund before it: "kept remembering to study", with both on *kept*."""
    inner = [k for k in tree.get(i, "xcomp") if k > i]
    if len(inner) == 2 and tree.xpos[inner[0]] == "VBG" and is_infinitive(tree, inner[1]):
        ing, infinitive = inner
        if (
            not tree.get(ing, "obj", "xcomp")
            and tree.subtree(ing)[-1] < tree.subtree(infinitive)[0]
        ):
            tree.attach(infinitive, ing, "xcomp")


def gerund_of_adjective(tree: Tree, i: int) -> bool:
    """Make a gerund right after an adjective its complement: "comfortable speaking/advcl to crowds"."""
    head = tree.head[i]
    if tree.rel[i] != "advcl" or tree.xpos[i] != "VBG" or tree.upos[head] != "ADJ" or i < head:
        return False
    if i != head + 1 or tree.get(i, "mark", "nsubj", "case"):
        return False
    tree.rel[i] = "xcomp"
    return True


FINDING = frozenset("find make consider think believe".split())


def extraposed_infinitive(tree: Tree, i: int) -> None:
    """Make an infinitive after *found it hard* the subject of *hard*: "found it hard/advmod to sleep/xcomp"."""
    if tree.lemma[i] not in FINDING or tree.upos[i] != "VERB":
        return
    it = [k for k in tree.get(i, "obj") if k > i and tree.lower[k] == "it" and not tree.kids[k]]
    if not it or it[0] in tree.parsed.asked:
        return
    for k in tree.get(i, "advmod", "xcomp"):
        tough = {tree.lower[k], tree.lemma[k]} & word_list("tough")
        first = next((j for j in tree.subtree(k) if j > it[0]), k)
        if first != it[0] + 1 or not tough:
            continue
        for clause in (*tree.get(i, "advcl", "xcomp"), *tree.get(k, "advcl", "xcomp")):
            if clause > k and is_infinitive(tree, clause):
                if tree.xpos[k] not in ("JJR", "RBR"):
                    tree.retag(k, "ADJ", "JJ", tree.lower[k])
                tree.upos[k], tree.rel[k] = "ADJ", "xcomp"
                tree.attach(clause, k, "csubj")
                tree.attach(it[0], k, "expl")
                return


REACTIONS = frozenset(
    "cry laugh smile scream sleep wait yawn blush shiver sweat sneeze cough jump panic faint vomit look feel".split()
)
"""Verbs after *make somebody* that are nouns as well."""


def causative_complement(tree: Tree, i: int) -> None:
    """Make what *make* brings about its complement: "made it harder/advmod", "made the baby/compound cry/obj"."""
    if tree.lemma[i] not in ("make", "find") or tree.upos[i] != "VERB":
        return
    if tree.get(i, "xcomp", "ccomp"):
        return
    for k in tree.get(i, "obj"):
        behind = [m for m in tree.get(i, "advmod") if m == k + 1]
        if behind and k not in tree.parsed.asked and tree.xpos[behind[0]] in ("JJR", "RBR", "JJ"):
            tree.retag(behind[0], "ADJ", "JJR", tree.lemma[behind[0]])
            tree.rel[behind[0]] = "xcomp"
            return
        parts = tree.get(k, "compound")
        if tree.lower[k] in REACTIONS and parts == [k - 1] and tree.get(k, "det", "nmod:poss"):
            tree.retag(k, "VERB", "VB", tree.lower[k])
            for j in [j for j in tree.kids[k] if j < k - 1]:
                tree.attach(j, k - 1, tree.rel[j])
            tree.attach(k - 1, i, "obj")
            tree.rel[k] = "xcomp"
            return


def get_rid(tree: Tree, i: int) -> None:
    """Make *rid* a particle of *get*: "got rid/xcomp of the sofa"."""
    head = tree.head[i]
    if tree.lower[i] != "rid" or head != i - 1 or tree.lemma[head] != "get":
        return
    for k in tree.get(i, "obl", "nmod"):
        tree.attach(k, head, "obl")
    for k in list(tree.kids[i]):
        tree.attach(k, head, tree.rel[k])
    tree.rel[i], tree.upos[i] = "compound:prt", "ADP"


CALLING = frozenset("call phone ring text email visit".split())
SPEECH_ACTS = frozenset(
    "thank apologise apologize complain congratulate invite check find see discuss chat".split()
)


def purpose_of_calling(tree: Tree, i: int) -> bool:
    """Make an infinitive of speech after *call* adverbial: "called Rita to say/xcomp that he was ill"."""
    head = tree.head[i]
    if tree.rel[i] != "xcomp" or tree.lemma[head] not in CALLING or not is_infinitive(tree, i):
        return False
    if not tree.get(head, "obj", "iobj") or tree.get(head, "nsubj:pass"):
        return False
    if tree.lemma[i] not in word_list("saying") | word_list("tell_verbs") | SPEECH_ACTS:
        return False
    tree.rel[i] = "advcl"
    return True


def subject_of_infinitive_after_for(tree: Tree, i: int) -> bool:
    """Make the person after *for* the subject of the infinitive: "waited for Megan/obl to sing/advcl"."""
    head = tree.head[i]
    if tree.upos[head] != "VERB" or not is_infinitive(tree, i) or tree.get(i, "nsubj"):
        return False
    if tree.base(i) not in ("xcomp", "advcl") or i < head or tree.lemma[head] in NO_SUBJECT:
        return False
    if tree.get(head, "obj"):
        return False  # "wrote a poem for Ann to read": Ann is also the recipient
    first = tree.subtree(i)[0]
    for k in tree.get(head, "obl"):
        if tree.upos[k] not in NOUN_LIKE or tree.subtree(k)[-1] != first - 1 or k < head:
            continue
        words = tree.get(k, "case")
        if [tree.lower[c] for c in words] != ["for"] or tree.lower[first] != "to":
            continue
        person = (
            tree.upos[k] in ("PROPN", "PRON")
            or tree.lemma[k] in word_list("persons")
            or k in tree.parsed.blanks
        )
        if person:
            tree.attach(k, i, "nsubj")
            tree.attach(words[0], i, "mark")
            tree.rel[i] = "advcl"
            return True
    return False


NO_SUBJECT = frozenset("work take cost pay vote".split())
"""Verbs whose *for* phrase is no subject: ``It took an hour for Ann``, ``worked for Ann to earn money``."""
