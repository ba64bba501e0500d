"""Attributes of events and states: polarity, modality, tense, aspect, voice, form, mood, degree."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import DEGREES, MODALS, NEGATIONS

FINITE_TAGS = {"VBD": "past", "VBZ": "pres", "VBP": "pres", "MD": ""}


def auxiliaries(tree: Tree, i: int) -> list[int]:
    """The auxiliaries and copulas of a predicate, in text order."""
    return [k for k in tree.kids[i] if tree.base(k) in ("aux", "cop") and tree.rel[k] != "aux:to"]


def negation(tree: Tree, i: int) -> list[int]:
    """The tokens that negate a word: ``not``, ``never``, ``hardly``, ``no longer``."""
    found: list[int] = []
    for k in tree.kids[i]:
        if (
            tree.base(k) in ("advmod", "cc", "aux", "discourse", "det")
            or tree.rel[k] == "cc:preconj"
        ):
            word = tree.lower[k]
            if tree.base(k) in ("advmod", "discourse") and word in NEGATIONS | {"n’t"}:
                # "not only tired but hungry" is no negation.
                following = k + 1 < len(tree) and tree.lower[k + 1] in (
                    "only",
                    "just",
                    "merely",
                    "simply",
                )
                if not following:
                    found.append(k)
            elif (word == "longer" and k > 0 and tree.lower[k - 1] == "no") or (
                word == "more" and k > 0 and tree.lower[k - 1] == "no" and tree.upos[i] == "VERB"
            ):
                found += [k - 1, k]
            elif word == "no" and k == i - 1 and tree.upos[i] == "ADJ" and tree.xpos[i] == "JJ":
                found.append(k)  # "was no good at it"
    return found


NO_COMPARISON = frozenset(
    "later earlier latter former rather sooner further upper inner outer".split()
)
ADJACENT = frozenset({"so", "too", "as", "very", "this", "that"})
NOT_OF_VERBS = frozenset("so as that this rather such most too pretty fairly".split())
NEVER_AFTER = frozenset("too so as that this rather very such".split())


def degree(tree: Tree, i: int) -> tuple[str, list[int]]:
    """The degree of a word and the tokens that express it: ``too big``, ``taller``, ``so much``."""
    used = [k for k in tree.kids[i] if _is_degree_word(tree, i, k)]
    value = DEGREES[tree.lower[used[-1]]] if used else ""
    if tree.base(i) == "amod" and not value and tree.head[i] >= 0:
        modifiers = tree.get(tree.head[i], "det", "amod")
        value = "such" if any(tree.lower[k] == "such" for k in modifiers) else ""
    if tree.lower[i] in NO_COMPARISON:
        return value, used  # "was later caught"
    if value in ("", "very", "as"):
        feature = tree.feat(i, "Degree")
        if feature == "Cmp" or tree.xpos[i] in ("JJR", "RBR"):
            value = "less" if tree.lower[i] == "less" else "more"
        elif feature == "Sup" or tree.xpos[i] in ("JJS", "RBS"):
            value = "least" if tree.lower[i] == "least" else "most"
    return value, used


def would_rather(tree: Tree, i: int, k: int) -> bool:
    """Whether *rather* is a wish and no degree: "would rather be alone"."""
    return tree.lower[k] == "rather" and any(
        tree.lower[a] in ("would", "'d", "’d") and a == k - 1 for a in tree.get(i, "aux")
    )


def _is_degree_word(tree: Tree, i: int, k: int) -> bool:
    word, base = tree.lower[k], tree.base(k)
    if word not in DEGREES or base not in ("advmod", "det", "amod", "discourse"):
        return False
    if would_rather(tree, i, k):
        return False
    if base == "det" and word != "such" and tree.upos[i] != "ADJ":
        return False
    if word == "such" and tree.get(i, "amod"):
        return False  # "such a dull book": the degree of dull
    if tree.upos[i] == "VERB" and (word in NOT_OF_VERBS or tree.get(k, "advcl", "obl")):
        return False
    if k > i:
        return word not in NEVER_AFTER
    # ", so the tents were wet": a connective
    near = all(j in tree.subtree(k) or tree.base(j) in ("advmod", "case") for j in range(k, i))
    return near or word not in ADJACENT


def _finite_tense(tree: Tree, k: int) -> str | None:
    """The tense ``past`` or ``pres``, empty for a modal, ``None`` for a form that is not finite."""
    feats, tag = tree.tokens[k].feats, tree.xpos[k]
    if tag in FINITE_TAGS:
        return FINITE_TAGS[tag]
    if feats.get("VerbForm") == "Fin" and tag not in ("VB", "VBN", "VBG"):
        return {"Past": "past", "Pres": "pres"}.get(feats.get("Tense", ""), "")
    return None


def verbal_attrs(tree: Tree, i: int) -> dict[str, str]:
    """The attributes of a predicate that its verb group shows."""
    group = auxiliaries(tree, i)
    verbal = tree.upos[i] in ("VERB", "AUX")
    attrs = _auxiliary_attrs(tree, group, [*group, i] if verbal else group)
    passive = any(tree.rel[k] == "aux:pass" for k in group) or bool(
        tree.get(i, "nsubj:pass", "csubj:pass")
    )
    attrs.update(_form(tree, i, [*group, i] if verbal else group, attrs))
    found = dict(tree.extra.get(i, {}))
    if attrs.get("form") == "inf" or "tense" not in found:
        found.pop("tense", None)
    if "modal" in attrs:
        found.pop("modal", None)  # "might have to go": the first modal is kept
    attrs.update(found)
    if "modal" in attrs and attrs.get("tense") == "pres":
        attrs.pop("tense")
    if verbal and (passive or (attrs.get("form") == "part" and not group)):
        attrs["voice"] = "pass"
    negative = len([k for k in negation(tree, i) if tree.lower[k] != "longer"]) % 2 == 1
    if negative or any(negation(tree, k) for k in group):
        attrs["polarity"] = "-"
    value, _ = degree(tree, i)
    if value:
        attrs["degree"] = value
    return attrs


def _auxiliary_attrs(tree: Tree, group: list[int], chain: list[int]) -> dict[str, str]:
    """Modality, future and aspect, from the auxiliaries in ``chain``, which may end in the verb."""
    attrs: dict[str, str] = {}
    for k in group:
        word, lemma = tree.lower[k], tree.lemma[k]
        follower = next((j for j in chain if j > k), None)
        periphrasis = follower is not None and tree.rel[follower] == "aux:peri"
        if tree.rel[k] == "aux:peri":
            continue
        if lemma in MODALS and lemma != "will":
            attrs["modal"] = MODALS[lemma]
        elif lemma == "will" or word in ("'ll", "wo", "will"):
            attrs["tense"] = "fut"
        elif lemma == "be" and tree.rel[k] == "aux":
            if follower is not None and not periphrasis and _is_ing(tree, follower):
                attrs.setdefault("aspect", "prog")
        elif lemma == "have" and tree.rel[k] == "aux" and not periphrasis:
            attrs["aspect"] = "perf"
    return attrs


def _form(tree: Tree, i: int, chain: list[int], attrs: dict[str, str]) -> dict[str, str]:
    """``form``, ``tense`` and ``mood``, from the first verb form of the chain."""
    to = any(tree.lower[k] == "to" and tree.rel[k] == "mark" for k in tree.kids[i])
    if chain == [i] and tree.feat(i, "Mood") == "Imp":
        return {"form": "fin", "mood": "imp"}
    if to:
        return {"form": "inf"}
    if not chain:
        return {}
    head = chain[0]
    tense = _finite_tense(tree, head)
    alone, own_subject = chain == [i], bool(tree.get(i, "nsubj"))
    if alone and tree.xpos[i] == "VBP" and tree.rel[i] == "xcomp" and not own_subject:
        return {"form": "inf"}  # "made the boys clean the room"
    if alone and tree.xpos[i] == "VB" and own_subject and tree.base(i) != "xcomp":
        tense = "pres"  # "Fred and Alice cook/VB": a bare form with a subject is finite
    if tree.lower[head] == "ought" or (head != i and tree.lemma[head] in MODALS):
        tense = ""
    if tense is not None:
        return {
            "form": "fin",
            **({"tense": tense} if tense and not attrs.keys() & {"modal", "tense"} else {}),
        }
    if _is_ing(tree, head):
        return {"form": "ing"}
    if tree.xpos[head] == "VBN" or tree.feat(head, "VerbForm") == "Part":
        return {"form": "part"}
    if tree.xpos[head] == "VB" or tree.feat(head, "VerbForm") == "Inf":
        return {"form": "inf"}
    return {}


def _is_ing(tree: Tree, i: int) -> bool:
    return (
        tree.xpos[i] == "VBG"
        or tree.feat(i, "VerbForm") == "Ger"
        or (tree.feat(i, "VerbForm") == "Part" and tree.feat(i, "Tense") == "Pres")
        or (not tree.xpos[i] and tree.lower[i].endswith("ing"))
    )
