"""Repair rules for clauses of reason, results, linking phrases, and two clauses that are read as one."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_finite
from kparse.input.word_lists import word_list

REASONS = frozenset("because since as although though if unless".split())
LINKING_PHRASES = {
    ("as", "a", "result"): "as_a_result",
    ("as", "a", "consequence"): "consequently",
    ("in", "consequence"): "consequently",
    ("for", "this", "reason"): "therefore",
    ("for", "that", "reason"): "therefore",
    ("because", "of", "this"): "as_a_result",
    ("because", "of", "that"): "as_a_result",
    ("on", "the", "other", "hand"): "on_the_other_hand",
    ("in", "contrast"): "on_the_other_hand",
    ("by", "contrast"): "on_the_other_hand",
}
"""Phrases that begin a clause and link it to the one before, and the connective that they stand for."""

LAST_WORDS = frozenset(words[-1] for words in LINKING_PHRASES)


def _predicate(tree: Tree, i: int) -> bool:
    return tree.upos[i] == "VERB" or bool(tree.get(i, "cop"))


def linking_phrase(tree: Tree, i: int) -> None:
    """Make a linking phrase one connective: "as a result/obl, Vera left", "for that reason she left/acl:relcl"."""
    if tree.lower[i] not in LAST_WORDS or tree.base(i) not in ("obl", "advmod", "parataxis"):
        return
    if tree.get(i, "nmod", "cop"):
        return
    clauses = [k for k in tree.get(i, "acl") if k > i and tree.get(k, "nsubj")]
    inside = {j for k in clauses for j in tree.subtree(k)}
    words = [k for k in tree.subtree(i) if k not in inside and tree.upos[k] != "PUNCT"]
    if not words or words[-1] - words[0] != len(words) - 1 or words[-1] in tree.parsed.asked:
        return
    if len(words) > 2 and tree.lower[words[0]] in ("so", "and"):
        words = words[1:]
    link = LINKING_PHRASES.get(tuple(tree.lower[k] for k in words))
    if link is None or not (clauses or i < tree.head[i]):
        return
    if clauses:
        relative = any(tree.lower[k] in ("that", "which", "why") for k in tree.kids[clauses[0]])
        if relative or words[0] < 1 or tree.lower[words[0] - 1] not in (",", ";", ".", "so", "and"):
            return
        tree.promote(clauses[0], "advmod")
        if tree.head[clauses[0]] >= 0:
            tree.rel[clauses[0]] = "parataxis"
    _make_connective(tree, i, words, link)


def _make_connective(tree: Tree, i: int, words: list[int], link: str) -> None:
    """Let one word be the connective, and make the others punctuation."""
    for k in words:
        if k != i:
            tree.upos[k], tree.rel[k] = "PUNCT", "punct"
    tree.upos[i], tree.xpos[i], tree.rel[i] = "ADV", "RB", "advmod"
    tree.lower[i] = tree.lemma[i] = link


def that_is_why(tree: Tree, i: int) -> None:
    """Make the clause after *that is why* a result: "That is why/root Gus left/advcl"."""
    if tree.lower[i] != "why" or i < 2 or tree.upos[i] == "PUNCT":
        return
    be, pointer = i - 1, i - 2
    if tree.lower[be] not in ("is", "was", "'s", "’s") or i in tree.parsed.asked:
        return
    if tree.lower[pointer] not in ("that", "this", "which", "it") or pointer in tree.parsed.asked:
        return
    clause = next((k for k in tree.get(i, "advcl", "acl", "ccomp") if k > i), None)
    if clause is not None and tree.head[be] == i:
        tree.promote(clause, "advmod")
    elif tree.base(i) == "advmod" and tree.head[i] > i:
        clause = tree.head[i]
    else:
        return
    for k in (pointer, be):
        tree.attach(k, i, "punct")
        tree.upos[k] = "PUNCT"
    if tree.base(clause) in ("advcl", "acl", "parataxis", "ccomp"):
        above = tree.head[clause]
        while above >= 0 and not _predicate(tree, above):
            above = tree.head[above]
        if above >= 0:
            tree.attach(clause, above, "conj")
    for k in tree.get(clause, "mark"):
        if k == i:
            tree.rel[k] = "advmod"
    tree.upos[i], tree.lower[i] = "ADV", "so"


def conjunction_now_that(tree: Tree, i: int) -> bool:
    """Make *now that* one conjunction: "Now/advmod that Tor was rich/ccomp, ..."."""
    head = tree.head[i]
    if tree.lower[head] != "now" or tree.base(i) not in ("ccomp", "advcl", "acl"):
        return False
    marks = [m for m in tree.get(i, "mark") if m == head + 1 and tree.lower[m] == "that"]
    if not marks or tree.head[head] < 0:
        return False
    tree.attach(i, tree.head[head], "advcl")
    tree.attach(head, i, "mark")
    tree.attach(marks[0], head, "fixed")
    tree.upos[head] = "SCONJ"
    return True


TELLING = frozenset("tell inform assure convince persuade remind warn notify".split())


def that_clause_on_addressee(tree: Tree, i: int) -> None:
    """Make a *that* clause on the addressee a complement: "told the workers that the bosses left/acl:relcl"."""
    if tree.lemma[i] not in TELLING or tree.get(i, "ccomp", "xcomp"):
        return
    people = tree.get(i, "obj", "iobj")
    if len(people) != 1 or tree.get(i, "obl"):
        return
    for clause in tree.get(people[0], "acl"):
        words = [k for k in tree.kids[clause] if k < clause and tree.lower[k] == "that"]
        subject = [k for k in tree.get(clause, "nsubj") if words and k > words[0]]
        if words and subject and words[0] == tree.subtree(clause)[0] == people[0] + 1:
            tree.rel[words[0]], tree.upos[words[0]] = "mark", "SCONJ"
            tree.attach(clause, i, "ccomp")
            tree.rel[people[0]] = "iobj"
            return


def bare_auxiliary_before_so(tree: Tree, i: int) -> None:
    """Split a bare auxiliary and a *so* clause: "but Will/nsubj was/cop not, so he/nsubj ordered/conj soup"."""
    subjects = [k for k in tree.get(i, "nsubj") if k < i]
    if len(subjects) == 1 and tree.base(i) == "conj":
        verbs = [k for k in tree.get(i, "aux", "cop") if 0 < k < subjects[0]]
        name = verbs[0] - 1 if verbs else -1
        if name > tree.head[i] and tree.base(name) == "conj" and tree.upos[name] == "PROPN":
            subjects.insert(0, name)  # "is scared of dogs and Mae/conj is/aux not, so he sleeps"
    if len(subjects) != 2 or tree.base(i) != "conj":
        return
    first, second = subjects
    bare = [k for k in tree.get(i, "cop", "aux") if first < k < second]
    adverbs = tree.get(i, "advmod")
    so = [k for k in tree.get(i, "advmod", "mark") if k == second - 1 and tree.lower[k] == "so"]
    near = so and tree.lower[so[0] - 1] in (",", "not", "n't")
    if not bare or not near or not all(k in adverbs for k in so):
        return
    head, auxiliary = tree.head[i], bare[0]
    tree.attach(auxiliary, head, "conj")
    words = tree.get(first, "cc")
    tree.attach(first, auxiliary, "nsubj")
    for k in words:
        tree.attach(k, auxiliary, "cc")
    for k in [k for k in tree.kids[i] if k < so[0]]:
        tree.attach(k, auxiliary, tree.rel[k])
    tree.attach(i, auxiliary, "conj")
    tree.upos[auxiliary] = "AUX"


def name_after_whose_noun(tree: Tree, i: int) -> None:
    """Make a name after *whose* and a noun the subject: "the woman whose son Heinz/flat had taught"."""
    if tree.lemma[i] in word_list("intransitive"):
        return
    for noun in tree.get(i, "nsubj"):
        owned = any(tree.lower[k] == "whose" for k in tree.get(noun, "nmod"))
        for name in tree.get(noun, "flat", "appos"):
            if owned and tree.upos[name] == "PROPN" and name == noun + 1 and not tree.get(i, "obj"):
                tree.attach(name, i, "nsubj")
                tree.rel[noun] = "obj"
                return


WITHIN = frozenset("obj iobj obl xcomp ccomp advmod compound".split())


def conjunct_name_before_verb(tree: Tree, i: int) -> None:
    """Make a conjoined name the subject of the verb after it: "losing his job and Joel/conj was/conj not"."""
    loose = ("conj", "parataxis", "advcl", "xcomp", "ccomp") if tree.kids[i] else ("conj",)
    if tree.base(i) not in loose or not is_finite(tree, i):
        return
    if tree.get(i, "nsubj", "cc", "expl", "mark", "csubj") or tree.feat(i, "Mood") == "Imp":
        return
    own = [k for k in tree.kids[i] if tree.base(k) != "advcl" or k > i]
    first = min([i, *(j for k in own for j in tree.subtree(k))])
    noun = first - 1
    adverbs = [k for k in tree.get(i, "advmod") if tree.upos[k] == "ADV"]
    if first not in (i, *tree.get(i, "aux", "cop", "aux:pass"), *adverbs) or noun < 1:
        return
    if tree.base(noun) != "conj" or tree.upos[noun] not in ("PROPN", "PRON"):
        return
    before = [k for k in tree.get(i, "advcl") if k < i and noun in tree.subtree(k)]
    if len(own) + len(before) != len(tree.kids[i]):
        return
    above = tree.head[noun]
    if above == i or not tree.get(noun, "cc"):
        return
    # "dictated and Adam/conj wrote/conj": a name is no conjunct of a verb
    beside_verb = tree.upos[above] == "VERB" and tree.head[i] == above
    copular = bool(tree.get(above, "cop")) and tree.head[i] == above  # "was ill and Bob/conj left"
    deep = tree.head[above] >= 0 and tree.base(above) in ("obj", "iobj", "obl", "nmod")
    if not beside_verb and not copular and not deep:
        return
    if tree.base(i) in ("xcomp", "ccomp"):  # "liked tea and Mia/conj liked/xcomp coffee"
        if tree.upos[above] == "PROPN" or tree.head[above] != tree.head[i]:
            return
        tree.rel[i] = "conj"
        tree.rel[above] = "obj" if tree.base(above) == "iobj" else tree.rel[above]
    if before:  # "Because Ann had a fear of dogs and Bob/conj loved them"
        tree.promote(before[0], "conj")
        for k in [k for k in tree.kids[before[0]] if k > i and tree.base(k) in WITHIN]:
            tree.attach(k, i, tree.rel[k])
    elif tree.base(i) == "advcl":
        tree.rel[i] = "conj"
    tree.attach(noun, i, "nsubj")
    for c in tree.get(noun, "cc"):
        tree.attach(c, i, "cc")


def second_verb_of_reason(tree: Tree, i: int) -> bool:
    """Coordinate a verb with the reason before it: "hired Pavel because he was strong and worked/conj hard"."""
    head = tree.head[i]
    if (
        tree.rel[i] != "conj"
        or not tree.get(i, "cc")
        or tree.get(i, "nsubj", "csubj", "expl", "mark")
    ):
        return False
    conjunction = tree.get(i, "cc")[0]
    if not is_finite(tree, i) or tree.lower[conjunction] != "and" or conjunction < 1:
        return False
    for clause in tree.get(head, "advcl"):
        marks = [m for m in tree.get(clause, "mark") if m < clause]
        if not (head < clause < i and marks and tree.lower[marks[0]] in ("because", "since", "as")):
            continue
        whole = tree.subtree(clause)[-1] == conjunction - 1
        if whole and tree.upos[conjunction - 1] != "PUNCT" and tree.get(clause, "nsubj", "expl"):
            tree.attach(i, clause, "conj")
            return True
    return False


def participle_between_commas_as_root(tree: Tree, root: int) -> None:
    """Make the finite verb the root: "Adam, exhausted/root, went/parataxis to bed"."""
    participle = tree.xpos[root] in ("JJ", "VBN", "VBD", "VBG") and tree.upos[root] in (
        "ADJ",
        "VERB",
    )
    subjects = tree.get(root, "nsubj")
    if not participle or tree.get(root, "cop", "aux", "obj", "mark") or len(subjects) != 1:
        return
    noun = subjects[0]
    comma = tree.subtree(noun)[-1] + (0 if tree.lower[tree.subtree(noun)[-1]] == "," else 1)
    if comma >= root or tree.lower[comma] != ",":
        return
    for verb in tree.get(root, "parataxis", "conj", "ccomp", "advcl", "dep"):
        own = tree.get(verb, "nsubj", "cc", "mark", "cop")
        first = tree.subtree(verb)[0]
        after = tree.lower[first] == "," or tree.lower[first - 1] == ","
        if verb < root or own or not after or tree.xpos[verb] not in ("VBD", "VBZ", "VBP", "VBN"):
            continue
        if tree.xpos[verb] == "VBN":
            tree.xpos[verb] = "VBD"
        if tree.xpos[root] in ("VBD", "VBN") or (tree.upos[root], tree.xpos[root]) == (
            "VERB",
            "JJ",
        ):
            tree.upos[root], tree.xpos[root] = "ADJ", "JJ"
            tree.lemma[root] = tree.lower[root]
        late = [k for k in tree.kids[root] if k > verb]
        tree.promote(verb, "advcl")
        for k in list(tree.kids[verb]):
            inner = noun < tree.subtree(k)[0] and k < first and tree.base(k) != "punct"
            if inner and k not in (*late, noun, root) and tree.head[k] == verb:
                tree.attach(k, root, tree.rel[k])
        tree.rel[noun] = "nsubj"
        return


def adjective_between_commas(tree: Tree, i: int) -> bool:
    """Make an adjective set off by commas adverbial: "Cleo, angry/appos, left", "Furious/advmod, Jens shouted"."""
    head = tree.head[i]
    if tree.upos[i] != "ADJ" or tree.get(i, "det", "cop", "case"):
        return False
    last = tree.subtree(i)[-1]
    closed = tree.lower[last] == "," or (last + 1 < len(tree) and tree.lower[last + 1] == ",")
    if tree.rel[i] == "advmod" and tree.subtree(i)[0] in (0, i) and i < head and closed:
        initial = i == 0 or tree.tokens[i - 1].sentence != tree.tokens[i].sentence
        if initial and tree.upos[head] == "VERB" and tree.get(head, "nsubj"):
            tree.rel[i] = "advcl"
            return True
    verb = tree.head[head]
    if tree.rel[i] == "ccomp" and i < head and closed and tree.upos[head] == "VERB":
        nouns = [k for k in tree.get(i, "nsubj") if tree.lower[tree.subtree(k)[-1] + 1] == ","]
        if nouns and not tree.get(head, "nsubj") and nouns[0] < i and not tree.get(i, "mark"):
            tree.attach(nouns[0], head, "nsubj")
            tree.rel[i] = "advcl"
            return True
    if tree.rel[i] not in ("appos", "acl", "amod") or i < head or not closed or verb < i:
        return False
    start = tree.subtree(i)[0]
    opened = tree.lower[start] == "," or tree.lower[start - 1] == ","
    if not opened or tree.base(head) != "nsubj" or tree.upos[verb] != "VERB":
        return False
    tree.attach(i, verb, "advcl")
    return True


def name_contrasted_with_thing(tree: Tree, i: int) -> bool:
    """Coordinate a name after *not* with the clause: "was blamed for the accident, not Sigrid/appos"."""
    head = tree.head[i]
    if tree.rel[i] != "appos" or tree.upos[i] != "PROPN" or tree.upos[head] != "NOUN" or i < head:
        return False
    if i < 2 or tree.lower[i - 1] != "not" or tree.lower[i - 2] != ",":
        return False
    if tree.lemma[head] in word_list("persons"):
        return False
    above = head
    while above >= 0 and not _predicate(tree, above):
        above = tree.head[above]
    if above < 0:
        return False
    tree.attach(i, above, "conj")
    return True


def tough_infinitive(tree: Tree, i: int) -> bool:
    """Make the infinitive of *fun* or *easy* a complement: "Tom was fun to talk/csubj to"."""
    head = tree.head[i]
    if tree.rel[i] != "csubj" or i < head or not tree.get(head, "nsubj", "cop"):
        return False
    subjects = [k for k in tree.get(head, "nsubj") if k < head and tree.lower[k] != "it"]
    if not subjects or not any(tree.lower[m] == "to" for m in tree.get(i, "mark")):
        return False
    tree.rel[i] = "xcomp"
    return True


def as_well_as_read_as_conjunction(tree: Tree, i: int) -> bool:
    """Make *as well as* after a bare verb an equative: "does not drive as/cc well as Dana/obl"."""
    head = tree.head[i]
    if tree.rel[i] != "obl" or tree.upos[head] != "VERB" or i < head:
        return False
    for k in tree.get(i, "cc"):
        words = [k, *tree.kids[k]]
        if [tree.lower[w] for w in words] != ["as", "well", "as"] or k != head + 1:
            continue
        first, well, second = words
        tree.attach(well, head, "advmod")
        tree.upos[well], tree.xpos[well] = "ADV", "RB"
        tree.attach(first, well, "advmod")
        tree.attach(second, i, "case")
        tree.upos[second] = "ADP"
        tree.attach(i, well, "obl")
        return True
    return False
