"""Repair rules for finite verbs read as participles, complements or modifiers, and for adjectives read as verbs."""

from __future__ import annotations

from kparse.input.lemmas import lemma_of
from kparse.input.tree import Tree
from kparse.input.verb_forms import NOUN_LIKE, is_finite, past_form
from kparse.input.word_lists import word_list

MARKS = frozenset("because since as although though when while until unless after before".split())
GERUND_VERBS = frozenset(
    "love like hate enjoy prefer dislike start stop begin avoid finish mind miss".split()
)
DOINGS = frozenset(
    "spending eating reading watching playing making taking having getting doing giving buying selling wearing riding "
    "collecting telling visiting meeting helping keeping losing winning learning seeing hearing catching growing "
    "writing drawing using wasting throwing feeding bringing sharing showing".split()
)
"""Gerunds that are hardly ever the first part of a compound."""

PARTICLES = {
    "put": frozenset("on down away off out up".split()),
    "turn": frozenset("on off up down".split()),
    "switch": frozenset("on off".split()),
    "try": frozenset(["on"]),
    "wave": frozenset(["on"]),
    "plug": frozenset(["in"]),
    "pick": frozenset("up out".split()),
    "throw": frozenset("out away".split()),
    "give": frozenset("up away back".split()),
}
"""Verbs that need an object, and the particles that can stand between the two."""


def _first(tree: Tree, i: int) -> int:
    """The first word of a phrase, commas left out."""
    return next((k for k in tree.subtree(i) if tree.upos[k] != "PUNCT"), i)


def adjective_read_as_noun(tree: Tree, i: int) -> None:
    """Tag a bare predicate that can be an adjective as one: "the ladder was rickety/NOUN"."""
    if tree.upos[i] != "NOUN" or tree.xpos[i] != "NN" or not tree.get(i, "cop"):
        return
    word = tree.lower[i]
    if tree.get(i, "det", "amod", "nmod:poss", "nummod", "case", "compound", "nmod", "acl", "expl"):
        return
    if word in word_list("adjectives") and word not in word_list("mass") | word_list("persons"):
        tree.retag(i, "ADJ", "JJ", word)


def passive_subject_of_adjective(tree: Tree, i: int) -> None:
    """Label the subject of an adjective as active: "the kite/nsubj:pass was/cop stuck/ADJ"."""
    if tree.upos[i] == "ADJ" and tree.get(i, "cop") and not tree.get(i, "aux:pass"):
        for k in tree.kids[i]:
            if tree.rel[k] == "nsubj:pass":
                tree.rel[k] = "nsubj"


def agent_of_active_verb(tree: Tree, i: int) -> None:
    """Make the agent of an active verb an oblique: "that she had left by the fire/obl:agent"."""
    own = [k for k in tree.kids[i] if tree.rel[k] == "nsubj"]
    active = own or tree.xpos[i] in ("VB", "VBP", "VBZ", "VBG")
    if tree.upos[i] == "VERB" and active and not tree.get(i, "aux:pass", "nsubj:pass"):
        for k in tree.get(i, "obl:agent"):
            tree.rel[k] = "obl"


def gerund_complement_read_as_compound(tree: Tree, i: int) -> None:
    """Make a gerund after *love* or *hate* its complement: "loves spending/compound time/obj"."""
    if tree.lemma[i] not in GERUND_VERBS or tree.upos[i] != "VERB":
        return
    for thing in tree.get(i, "obj"):
        first = tree.subtree(thing)[0]
        if first <= i or tree.lower[first] not in DOINGS or tree.head[first] != thing:
            continue
        if tree.base(first) not in ("compound", "amod") or first == thing:
            continue
        lemma = lemma_of(tree.lower[first], "VERB", "", "VBG", trust=False)
        tree.attach(first, i, "xcomp")
        tree.attach(thing, first, "obj")
        tree.retag(first, "VERB", "VBG", lemma)
        for k in [k for k in tree.get(i, "obl", "advmod") if k > thing]:
            tree.attach(k, first, tree.rel[k])
        return


def gerund_after_go_on(tree: Tree, i: int) -> None:
    """Make a gerund after *go on* its complement: "went on/mark giggling/advcl"."""
    head = tree.head[i]
    if tree.xpos[i] != "VBG" or tree.lemma[head] not in ("go", "keep", "carry") or head > i:
        return
    for k in tree.get(i, "mark", "case"):
        if tree.lower[k] == "on" and k == head + 1 and tree.base(i) == "advcl":
            tree.attach(k, head, "compound:prt")
            tree.upos[k], tree.rel[i] = "ADP", "xcomp"


def particle_read_as_preposition(tree: Tree, i: int) -> None:
    """Make a preposition a particle where a verb lacks its object: "put on/case headphones/obl"."""
    wanted = PARTICLES.get(tree.lemma[i])
    if wanted is None or tree.upos[i] != "VERB" or tree.get(i, "obj", "iobj", "compound:prt"):
        return
    if tree.get(i, "nsubj:pass", "aux:pass") or tree.base(i) == "acl":
        return
    for k in tree.get(i, "obl"):
        cases = tree.get(k, "case")
        if len(cases) != 1 or cases[0] != i + 1 or tree.lower[cases[0]] not in wanted:
            continue
        if tree.upos[k] in NOUN_LIKE:
            tree.rel[k] = "obj"
            tree.attach(cases[0], i, "compound:prt")
            return


def noun_read_as_infinitive(tree: Tree, i: int) -> None:
    """Make a word that is no verb a noun after *to*: "was late to/mark rehearsal/VB"."""
    if tree.upos[i] != "VERB" or tree.xpos[i] != "VB" or tree.lower[i] in word_list("verbs"):
        return
    marks = [k for k in tree.get(i, "mark") if tree.lower[k] == "to"]
    if (
        len(marks) != 1
        or not tree.lower[i].isalpha()
        or tree.get(i, "nsubj", "aux", "iobj", "xcomp")
    ):
        return
    if tree.lemma[i] in word_list("verbs") or tree.base(i) not in (
        "xcomp",
        "advcl",
        "acl",
        "ccomp",
    ):
        return
    objects = tree.get(i, "obj")
    head, relation = tree.head[i], "nmod" if tree.base(i) == "acl" else "obl"
    noun = i
    if objects and objects[0] == i + 1 and tree.upos[objects[0]] == "NOUN":
        noun = objects[0]
        tree.promote(noun, "compound")
    elif objects:
        return
    tree.retag(i, "NOUN", "NN", tree.lower[i])
    tree.rel[noun] = relation
    tree.attach(marks[0], noun, "case")
    tree.upos[marks[0]], tree.xpos[marks[0]] = "ADP", "IN"
    for k in tree.get(noun, "advmod", "advcl", "obl"):
        tree.attach(k, head, tree.rel[k])


def causative_read_as_object(tree: Tree, i: int) -> None:
    """Split the person and the deed of a causative: "had his assistant/compound mix/obj the colours/obj"."""
    if (
        tree.lemma[i] not in ("have", "make", "let", "help", "watch", "see")
        or tree.upos[i] != "VERB"
    ):
        return
    objects = [k for k in tree.get(i, "obj", "iobj") if k > i]
    if len(objects) == 1:
        objects += [k for k in tree.get(objects[0], "obj") if k > objects[0]]
    if len(objects) != 2 or tree.upos[objects[0]] != "NOUN":
        return
    verb, thing = objects
    people = [k for k in tree.get(verb, "compound") if k == verb - 1]
    if not people or tree.lower[verb] not in word_list("verbs") or tree.get(verb, "conj", "acl"):
        return
    person = people[0]
    if tree.lemma[person] not in word_list("persons") or tree.subtree(thing)[0] != verb + 1:
        return
    for k in [k for k in tree.kids[verb] if k < person]:
        tree.attach(k, person, tree.rel[k])
    tree.attach(person, i, "obj")
    tree.attach(thing, verb, "obj")
    tree.retag(verb, "VERB", "VB", tree.lower[verb])
    tree.rel[verb], tree.rel[thing] = "xcomp", "obj"


def clausal_like(tree: Tree, i: int) -> None:
    """Make *like* before a bare auxiliary a conjunction: "joined the army like/case Hugh had/ccomp"."""
    if tree.base(i) not in ("ccomp", "xcomp") or tree.lemma[i] not in (
        "have",
        "do",
        "be",
        "can",
        "would",
        "could",
    ):
        return
    subjects = tree.get(i, "nsubj")
    if len(subjects) != 1 or tree.get(i, "obj", "xcomp", "ccomp", "mark") or tree.head[i] > i:
        return
    words = [k for k in tree.get(subjects[0], "case") if tree.lower[k] == "like"]
    if words and subjects[0] < i:
        tree.attach(words[0], i, "mark")
        tree.upos[words[0]], tree.upos[i], tree.rel[i] = "SCONJ", "AUX", "advcl"


def main_verb_before_subordinate_clause(tree: Tree, i: int) -> None:
    """Make the verb of the first subject the main verb: "The pot boiled/acl over because the lid was tight/root"."""
    subjects = [k for k in tree.kids[i] if tree.base(k) == "nsubj" and k < i]
    if len(subjects) != 2:
        return
    first, second = subjects
    marks = [m for m in tree.get(i, "mark", "advmod") if first < m < second]
    clauses = [k for k in tree.get(first, "acl") if k > first and tree.rel[k] == "acl"]
    if not clauses or not marks or tree.lower[marks[0]] not in MARKS:
        return
    verb = clauses[-1]
    if tree.xpos[verb] not in ("VBD", "VBN") or tree.get(verb, "aux", "nsubj", "mark"):
        return
    end = tree.subtree(first)[-1]
    if end not in (marks[0] - 1, marks[0] - 2):
        return
    above, relation = tree.head[i], tree.rel[i]
    past = past_form(tree, verb)
    if above >= 0:
        tree.attach(verb, above, relation)
    else:
        tree.attach(verb, i, "dep")
        tree.promote(verb, "advcl")
        for k in [k for k in tree.kids[verb] if k > marks[0] - 1 and k != i]:
            if tree.upos[k] != "PUNCT":
                tree.attach(k, i, tree.rel[k])
    tree.attach(first, verb, "nsubj")
    tree.attach(i, verb, "advcl")
    tree.rel[i], tree.xpos[verb] = "advcl", "VBD"
    if past:
        tree.lemma[verb] = past
    for k in tree.get(verb, "obl:agent"):
        tree.rel[k] = "obl"


def conjunct_noun_before_verb(tree: Tree, i: int) -> None:
    """Make a conjoined noun the subject of the verb after it: "dropped the camera and the lens/conj cracked/xcomp"."""
    if tree.base(i) not in ("xcomp", "ccomp", "dep", "advcl") or tree.xpos[i] not in (
        "VBD",
        "VBZ",
    ):
        return
    if tree.get(i, "nsubj", "cc", "expl", "mark", "csubj", "aux", "cop"):
        return
    main, noun = tree.head[i], tree.subtree(i)[0] - 1
    while noun >= 0 and tree.base(noun) in ("flat", "nmod", "compound") and tree.head[noun] < noun:
        noun = tree.head[noun]
    if main > i or noun <= main or tree.upos[noun] not in NOUN_LIKE or tree.base(noun) != "conj":
        return
    above = tree.head[noun]
    words = tree.get(noun, "cc")
    if not words or tree.lower[words[0]] not in ("and", "but", "so") or above == i:
        return
    if (
        tree.base(above) not in ("obj", "obl", "nmod")
        or tree.subtree(noun)[-1] != tree.subtree(i)[0] - 1
    ):
        return
    tree.attach(noun, i, "nsubj")
    tree.attach(words[0], i, "cc")
    tree.attach(i, main, "conj")
    tree.rel[i] = "conj"


def so_clause_without_verb(tree: Tree, i: int) -> None:
    """Make the reduced relative the verb of a *so* clause: "so the teacher/parataxis called/acl on Ann"."""
    if tree.upos[i] != "NOUN" or tree.base(i) not in ("parataxis", "conj", "ccomp"):
        return
    words = [
        k for k in tree.get(i, "advmod", "cc", "mark") if tree.lower[k] in ("so", "but", "yet")
    ]
    if not words or words[0] != _first(tree, i) or not tree.get(i, "det", "nmod:poss"):
        return
    if tree.get(i, "cop", "nsubj", "case", "amod") or tree.lower[words[0]] != "so":
        return
    for verb in tree.get(i, "acl"):
        if tree.rel[verb] != "acl" or verb < i or tree.xpos[verb] not in ("VBN", "VBD"):
            continue
        if tree.get(verb, "nsubj", "mark", "aux", "obl:agent"):
            continue
        before = [k for k in tree.kids[i] if words[0] < k < i]
        past = past_form(tree, verb)
        tree.promote(verb, "nsubj")
        for k in before:
            tree.attach(k, i, tree.rel[k])
        tree.retag(verb, "VERB", "VBD", past or tree.lemma[verb])
        tree.rel[verb] = "conj"
        return


def main_clause_after_so_when(tree: Tree, i: int) -> None:
    """Coordinate the clause after *so when ...*: "so when Faye came/parataxis, she left/parataxis"."""
    if tree.base(i) not in ("parataxis", "conj", "advcl") or not is_finite(tree, i):
        return
    subjects = tree.get(i, "nsubj", "expl")
    early = [k for k in tree.get(i, "advmod", "mark", "cc") if subjects and k < subjects[0]]
    so = [k for k in early if tree.lower[k] in ("so", "but", "and")]
    marks = [
        k
        for k in early
        if tree.lower[k] in (*MARKS, "if", "once", "whenever") and so and k == so[0] + 1
    ]
    if not marks or _first(tree, i) != so[0]:
        return
    head = tree.head[i]
    later = [
        *tree.get(i, "parataxis", "ccomp", "conj"),
        *tree.get(head, "parataxis", "ccomp", "conj"),
    ]
    for clause in sorted(later):
        if clause <= i or not tree.get(clause, "nsubj", "expl") or not is_finite(tree, clause):
            continue
        if tree.get(clause, "cc", "mark") or tree.lower[_first(tree, clause) - 1] != ",":
            continue
        tree.attach(clause, head, "conj")
        tree.attach(so[0], clause, "cc" if tree.lower[so[0]] != "so" else "advmod")
        tree.attach(i, clause, "advcl")
        tree.rel[i], tree.rel[clause] = "advcl", "conj"
        return


def coordinated_adverbial_clauses(tree: Tree, i: int) -> None:
    """Coordinate two clauses of one conjunction: "Because Ann was ill/advcl but Bea was well/advcl, she left"."""
    head = tree.head[i]
    if tree.base(i) not in ("advcl", "parataxis", "ccomp") or head < i or not is_finite(tree, i):
        return
    subjects, words = tree.get(i, "nsubj", "expl"), tree.get(i, "cc")
    if not subjects or not words or words[0] > subjects[0] or tree.get(i, "mark"):
        return
    for clause in tree.get(i, "advcl"):
        marks = tree.get(clause, "mark")
        if clause > words[0] or not marks or tree.subtree(i)[0] != marks[0]:
            continue
        if not tree.get(clause, "nsubj", "expl"):
            continue
        stay = [k for k in tree.kids[i] if k > words[0] - 1]
        tree.promote(clause, "conj")
        for k in stay:
            if tree.upos[k] != "PUNCT" or k < i:
                tree.attach(k, i, tree.rel[k])
        tree.rel[clause] = "advcl"
        return


COLOURS = frozenset(
    "black white red green blue yellow brown grey gray pink purple orange golden".split()
)
SERVED = frozenset(
    "hot cold warm rare raw dry clean crisp medium well-done plain sweet strong weak mild spicy".split()
)


def depictive_adjective_read_as_object(tree: Tree, i: int) -> None:
    """Split a noun and the colour or state it is wanted in: "prefers her coffee/compound black/obj"."""
    if tree.lemma[i] not in (
        "prefer",
        "like",
        "want",
        "take",
        "drink",
        "eat",
        "serve",
        "paint",
        "dye",
        "keep",
    ):
        return
    for word in tree.get(i, "obj"):
        things = [k for k in tree.get(word, "compound") if k == word - 1]
        if word < i or not things or tree.lower[word] not in COLOURS | SERVED:
            continue
        thing = things[0]
        before = [k for k in tree.kids[word] if k < thing]
        if tree.upos[thing] != "NOUN" or not any(tree.base(k) in ("det", "nmod") for k in before):
            continue
        tree.attach(thing, i, "obj")
        for k in before:
            tree.attach(k, thing, tree.rel[k])
        tree.retag(word, "ADJ", "JJ", tree.lower[word])
        tree.rel[word] = "xcomp"
        return


def adjective_broke(tree: Tree, i: int) -> None:
    """Make *broke* with a copula an adjective: "was/aux:pass broke/VBN"."""
    copulas = [k for k in tree.get(i, "cop", "aux:pass", "aux") if tree.lemma[k] == "be"]
    if tree.lower[i] != "broke" or not copulas or tree.get(i, "obl:agent"):
        return
    tree.retag(i, "ADJ", "JJ", "broke")
    tree.rel[copulas[-1]] = "cop"
    for k in tree.get(i, "obj"):
        if tree.lower[k].endswith(("self", "selves")):
            tree.rel[k] = "obl:unmarked"


def verb_inside_object(tree: Tree, i: int) -> None:
    """Make the verb inside a noun phrase the predicate: "so Ann skips/compound dessert/parataxis"."""
    if tree.upos[i] != "NOUN" or tree.base(i) not in (
        "parataxis",
        "conj",
        "ccomp",
        "advcl",
        "root",
    ):
        return
    if tree.get(i, "cop", "nsubj", "case", "aux"):
        return
    for verb in tree.get(i, "compound", "amod"):
        subject = [k for k in tree.get(verb, "nsubj") if k < verb]
        if not subject or verb > i or tree.xpos[verb] not in ("NNS", "VBZ", "VBD", "VBP"):
            continue
        lemma = lemma_of(tree.lower[verb], "VERB", "", "VBZ", trust=False)
        if tree.upos[verb] != "VERB" and lemma not in word_list("verbs"):
            continue
        if tree.upos[verb] != "VERB":
            tree.retag(verb, "VERB", "VBZ", lemma)
        inside = [k for k in tree.kids[i] if k > verb and tree.upos[k] != "PUNCT"]
        tree.promote(verb, "obj")
        for k in inside:
            after = tree.base(k) in ("nmod", "advcl", "advmod", "obl", "conj") and k > i
            tree.attach(k, verb if after else i, "obl" if tree.base(k) == "nmod" else tree.rel[k])
        return


def one_with_participle(tree: Tree, i: int) -> None:
    """Make *one* the predicate and the participle its clause: "was the one/nummod driving/obl"."""
    one = i - 1
    if one < 1 or tree.lower[one] not in ("one", "ones") or tree.head[one] != i:
        return
    if tree.xpos[i] not in ("VBG", "NN") or not tree.lower[i].endswith("ing"):
        return
    copulas = tree.get(one, "cop") or [k for k in tree.get(i, "cop", "aux") if k < one]
    if not copulas or tree.get(i, "case"):
        return
    after = [k for k in tree.kids[i] if k > i and tree.upos[k] != "PUNCT"]
    tree.promote(one, "acl")
    for k in after:
        tree.attach(k, i, tree.rel[k])
    for k in copulas:
        tree.attach(k, one, "cop")
    tree.retag(i, "VERB", "VBG", lemma_of(tree.lower[i], "VERB", "", "VBG", trust=False))
    tree.upos[one] = "NOUN"
    if tree.get(one, "mark") and tree.base(one) in ("obl", "nmod", "advmod"):
        tree.rel[one] = "advcl"


def whose_clause_read_as_apposition(tree: Tree, i: int) -> None:
    """Make a clause with *whose* relative: "Kate, whose brother is a pilot/appos, left"."""
    if tree.base(i) not in ("appos", "parataxis", "dep") or not tree.get(i, "cop"):
        return
    owners = [j for k in tree.get(i, "nsubj") for j in tree.kids[k] if tree.lower[j] == "whose"]
    if owners and owners[0] > tree.head[i] and tree.upos[tree.head[i]] in NOUN_LIKE:
        tree.rel[i] = "acl:relcl"


def name_after_subject_noun(tree: Tree, i: int) -> None:
    """Make a name after a person noun its apposition: "her friend/nsubj Sara/nsubj flew"."""
    subjects = [k for k in tree.kids[i] if tree.base(k) == "nsubj" and k < i]
    if len(subjects) != 2:
        return
    person, name = subjects
    beside = tree.subtree(person)[-1] == person == tree.subtree(name)[0] - 1
    if tree.upos[person] != "NOUN" or tree.upos[name] != "PROPN" or not beside:
        return
    if tree.lemma[person] in word_list("persons") and tree.get(person, "det", "nmod:poss"):
        tree.attach(name, person, "appos")


def which_clause_on_verb(tree: Tree, i: int) -> None:
    """Attach a clause with the object *which* to the object before it: "found a wallet, which she gave/advcl him"."""
    head = tree.head[i]
    if tree.base(i) not in ("advcl", "parataxis", "conj") or head > i or tree.upos[i] != "VERB":
        return
    words = [k for k in tree.get(i, "obj") if tree.lower[k] == "which" and k < i]
    subjects = [k for k in tree.get(i, "nsubj") if words and k > words[0]]
    if not words or not subjects or words[0] < 2 or tree.lower[words[0] - 1] != ",":
        return
    things = [k for k in tree.get(head, "obj") if head < k < words[0] and tree.upos[k] == "NOUN"]
    if things:
        tree.attach(i, things[-1], "acl:relcl")
