"""Nodes: which tokens have one, and of which kind."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import DEGREES, PRONOUNS, QUANTIFIERS, light_verbs, word_list
from kparse.semantics.nominals import (
    STANDING_POSSESSIVES,
    is_quantifying,
    name_tokens,
    nominal_attrs,
    pronoun,
)
from kparse.semantics.relations.context import CLAUSAL, Context
from kparse.semantics.verbal import degree, negation, verbal_attrs, would_rather

SILENT = frozenset(
    "punct det case mark cc aux cop fixed flat goeswith discourse reparandum expl".split()
)
"""Relations whose dependents never have a node."""

NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM", "X", "DET"})


def make_nodes(ctx: Context) -> None:
    """Add the nodes of all tokens, heads first: the kind of a conjunct depends on its head."""
    tree = ctx.tree
    order = tree.depth_order()
    for i in order:
        if i in ctx.absorbed:
            continue
        if is_clause(ctx, i):
            _predicate(ctx, i)
    for i in order:
        if i in ctx.own or i in ctx.absorbed or i in ctx.relative:
            continue
        _other(ctx, i)
    for word, head in ctx.relative.items():
        node = ctx.noun_node(head)
        if node is not None:
            ctx.ref[word] = node
    ctx.predicates = [i for i in order if ctx.is_predicate(i)]


def is_clause(ctx: Context, i: int) -> bool:
    """Whether a token is the predicate of a clause (also a verbless one: "with his hands full", "is in bed")."""
    tree, rel, upos = ctx.tree, ctx.tree.base(i), ctx.tree.upos[i]
    if (rel in SILENT and not (rel == "discourse" and upos == "VERB")) or tree.rel[
        i
    ] == "compound:prt":
        return False
    if upos in ("PUNCT", "SYM", "INTJ") and not tree.get(i, "cop"):
        return False
    if tree.get(i, "cop"):
        return True
    subject = bool(tree.get(i, "nsubj"))
    if rel == "conj":
        head = tree.head[i]
        while tree.base(head) == "conj" and tree.head[head] >= 0:
            head = tree.head[head]
        if upos in ("VERB", "AUX"):
            return head in ctx.own or subject or not _attributive(tree, head)
        if upos in ("ADJ", "ADV"):
            return (subject or ctx.is_predicate(head)) and (
                tree.upos[head] in ("ADJ", "NOUN", "ADV") or subject
            )
        if upos in NOUNS:
            predicative = ctx.is_predicate(head) and tree.upos[head] not in ("VERB", "AUX")
            return subject or predicative
        return subject
    if upos in ("VERB", "AUX"):
        return (
            rel
            not in ("amod", "compound", "advmod", "nummod", "det", "case", "mark", "flat", "fixed")
            or subject
        )
    if rel in ("xcomp", "acl", "advcl") and (upos in ("ADJ", "ADV") or upos in NOUNS):
        return not (rel == "acl" and upos == "PROPN")
    if upos == "ADJ" and rel in ("root", "ccomp", "parataxis", "csubj"):
        return True
    if rel in CLAUSAL and subject:
        return True
    return upos == "ADV" and rel in ("ccomp",)


def _attributive(tree: Tree, i: int) -> bool:
    return tree.base(i) in ("amod", "compound", "nummod", "advmod")


def _predicate(ctx: Context, i: int) -> None:
    tree = ctx.tree
    attrs = verbal_attrs(tree, i)
    ctx.absorbed.update(degree(tree, i)[1])
    ctx.absorbed.update(negation(tree, i))
    for k in tree.get(i, "aux", "cop"):
        ctx.absorbed.update(negation(tree, k))
    there = any(tree.lower[k] == "there" and tree.base(k) == "expl" for k in tree.kids[i])
    if tree.upos[i] in ("VERB", "AUX") and tree.lemma[i] == "be":
        state = {"pos": "verb", **attrs}
        if there:
            state["exist"] = "+"
        ctx.add(i, "s", "be", state, [i])
    elif tree.upos[i] in ("VERB", "AUX"):
        concept, tokens = _verb_concept(ctx, i)
        if any(tree.lower[k] == "no" for t in tokens if t != i for k in tree.get(t, "det")):
            attrs["polarity"] = "-"  # "made no mistake"
        ctx.add(i, "e", concept, attrs, tokens)
    else:
        _state(ctx, i, attrs, there)


def _state(ctx: Context, i: int, attrs: dict[str, str], there: bool) -> None:
    tree = ctx.tree
    upos = tree.upos[i]
    case = [k for k in tree.get(i, "case") if tree.lower[k] not in ("'s", "’s", "'")]
    marks = [k for k in tree.get(i, "mark") if tree.upos[k] == "ADP" and upos in NOUNS]
    if upos in NOUNS and (case or marks):
        # "is in the box": the state is the place; the box, its argument, has its own node.
        tokens = list(tree.get(i, "cop")) or [i]
        ctx.add(i, "s", "be", {"pos": "adp", **attrs}, tokens)
        _entity(ctx, i, "inner")
        return
    if upos in ("ADJ", "ADV"):
        pos = "adj" if upos == "ADJ" else "adv"
        ctx.add(i, "s", tree.lemma[i], {"pos": pos, **attrs}, [i])
    elif upos == "ADP":
        ctx.add(i, "s", tree.lower[i], {"pos": "adv", **attrs}, [i])  # "his turn was over"
    else:
        tokens = name_tokens(tree, i)
        found = pronoun(tree, i)
        if found and upos == "PRON" and found[0] in PRONOUNS:
            # "it was his", "the winner was she": the pronoun keeps its own node.
            ctx.add(i, "s", "be", {"pos": "noun", **attrs}, tree.get(i, "cop") or [i])
            _entity(ctx, i, "inner")
            return
        concept = found[0] if found and upos == "PRON" else _name(tree, i, tokens)
        if upos == "PROPN":
            attrs["proper"] = "+"
        if any(tree.lower[k] == "no" and tree.base(k) == "det" for k in tree.kids[i]):
            attrs["quant"] = "no"
        ctx.add(i, "s", concept, {"pos": "noun", **attrs}, tokens)


def _verb_concept(ctx: Context, i: int) -> tuple[str, list[int]]:
    """The lemma with its particle ("give up") or with the event noun of a light verb ("take a walk")."""
    tree = ctx.tree
    concept, tokens = tree.lemma[i], [i]
    for k in tree.kids[i]:
        if k < i or (tree.get(k, "obl", "case", "advmod") and tree.rel[k] != "compound:prt"):
            continue
        adverb = (
            tree.base(k) == "advmod"
            and tree.lower[k] in word_list("particles")
            and tree.upos[k] in ("ADV", "ADP")
        )
        if tree.rel[k] == "compound:prt" or adverb:
            concept += "_" + tree.lower[k]
            tokens.append(k)
            ctx.absorbed.add(k)
            break
    if len(tokens) == 1:
        for k in tree.get(i, "obj", "nsubj:pass"):
            described = any(
                tree.rel[c].endswith(":relcl") or (tree.xpos[c] == "VBN" and tree.base(c) == "acl")
                for c in tree.kids[k]
            )  # "took the seat that was free": no light verb
            if (
                (tree.lemma[i], tree.lemma[k]) in light_verbs()
                and not tree.get(k, "nmod:poss", "conj")
                and not described
            ):
                concept += "_" + tree.lemma[k]
                tokens.append(k)
                ctx.absorbed.add(k)
                break
    return concept, tokens


def _name(tree: Tree, i: int, tokens: list[int]) -> str:
    if len(tokens) == 1:
        return tree.lemma[i]
    if tree.upos[i] == "PROPN":
        return "_".join(tree.tokens[k].form for k in tokens)
    return "_".join(tree.lemma[k] for k in tokens)


def _entity(ctx: Context, i: int, how: str = "") -> None:
    """Add an entity, pronoun or quantity; with ``inner``, beside the state that the token already is."""
    tree = ctx.tree
    outer = ctx.own.get(i) if how else None
    found = pronoun(tree, i)
    if i in tree.parsed.blanks:
        ctx.add(i, "p", "_", {"person": "3", **_blank_number(tree, i)}, [i])
    elif found:
        attrs = {**nominal_attrs(tree, i), **found[1]}
        if found[0] in PRONOUNS:
            attrs = found[1]
        attrs.pop("proper", None)
        owner = ctx.add(i, "p", found[0], attrs, [i])
        if not how and _stands_for_thing(tree, i):
            ctx.edge(ctx.add(i, "x", "one", {}, [i]), "poss", owner)
    elif tree.upos[i] in ("NUM", "DET", "PRON") or (
        tree.lower[i] in QUANTIFIERS and tree.upos[i] in ("ADJ", "ADV", "NOUN")
    ):
        attrs = {k: v for k, v in nominal_attrs(tree, i).items() if k == "def"}
        concept = tree.lower[i]
        ctx.add(i, "q", concept, attrs, [i])
    else:
        tokens = name_tokens(tree, i)
        ctx.absorbed.update(t for t in tokens if t != i)
        ctx.add(i, "x", _name(tree, i, tokens), nominal_attrs(tree, i), tokens)
    if outer is not None:
        ctx.ref[i] = ctx.own[i]
        ctx.inner[i] = ctx.own[i]
        ctx.own[i] = outer


def _stands_for_thing(tree: Tree, i: int) -> bool:
    """Whether a possessive stands for a thing: "she had lost hers", but not "a friend of hers", "it is hers"."""
    if tree.lower[i] not in STANDING_POSSESSIVES or i in tree.parsed.asked:
        return False
    return tree.rel[i] != "nmod:poss" and tree.base(i) in ("nsubj", "obj", "iobj", "obl")


def _blank_number(tree: Tree, i: int) -> dict[str, str]:
    number = {"Plur": "pl", "Sing": "sg"}.get(tree.feat(i, "Number"))
    return {"num": number} if number else {}


def _other(ctx: Context, i: int) -> None:
    tree, rel, upos = ctx.tree, ctx.tree.base(i), ctx.tree.upos[i]
    if tree.lower[i] == "all" and [tree.lower[c] for c in tree.get(i, "case")] == ["at"]:
        return  # "not at all"
    if upos == "PUNCT" or tree.rel[i] == "compound:prt" or (rel in SILENT and upos != "NOUN"):
        return
    if rel in SILENT and not (rel == "discourse" and tree.kids[i]) and rel != "det":
        return
    if rel == "det" or (rel == "nummod" and not tree.get(i, "nmod")):
        return
    head = tree.head[i]
    if head >= 0 and is_quantifying(tree, i):
        _quantity_degree(ctx, i)
        return
    if (
        rel in ("amod", "advmod")
        or upos == "ADV"
        or (rel == "conj" and head >= 0 and ctx.kind(ctx.own.get(head)) == "property")
    ):
        if (
            upos in ("ADP", "SCONJ", "CCONJ", "PART", "AUX", "DET")
            and rel == "advmod"
            and not tree.kids[i]
        ) and upos in ("PART", "SCONJ", "AUX", "CCONJ"):
            return
        _property(ctx, i)
        return
    if upos in ("ADP", "SCONJ", "CCONJ", "PART", "INTJ", "AUX") and rel in (
        "root",
        "dep",
        "conj",
        "parataxis",
        "orphan",
    ):
        if upos in ("ADP", "INTJ") and rel == "root":
            _entity(ctx, i)
        return
    if upos == "VERB" and rel in ("nummod", "flat"):
        _property(ctx, i)
        return
    _entity(ctx, i)


def _quantity_degree(ctx: Context, i: int) -> None:
    """Give the degree of a quantity to its noun: "too much sugar", "so many men"."""
    value, used = degree(ctx.tree, i)
    ctx.absorbed.update(used)
    if value and value not in ("more", "most", "less", "least"):
        ctx.tree.extra.setdefault(ctx.tree.head[i], {})["quant_degree"] = value


def _property(ctx: Context, i: int) -> None:
    tree = ctx.tree
    value, used = degree(tree, i)
    head = tree.head[i]
    if tree.base(i) == "advmod" and tree.lower[i] in ("much", "far", "even") and head >= 0:
        comparative = tree.xpos[head] in ("JJR", "RBR")
        if comparative or any(tree.lower[k] in ("more", "less") for k in tree.get(head, "advmod")):
            return  # "much taller"
    # A degree word of a quantity, or a negation of no predicate: "so many", "not Bob".
    if (
        tree.base(i) == "advmod"
        and tree.lower[i] in DEGREES
        and head >= 0
        and tree.upos[head] in ("ADJ", "ADV", "DET")
        and not would_rather(tree, head, i)
    ):
        return
    ctx.absorbed.update(used)
    attrs = {"degree": value} if value else {}
    if tree.lower[i] == "little" and i and tree.lower[i - 1] == "a":
        attrs["def"] = "indef"  # "a little late" is late; "little known" is not known
    if negation(tree, i):
        attrs["polarity"] = "-"
        ctx.absorbed.update(negation(tree, i))
    tokens = name_tokens(tree, i) if tree.get(i, "goeswith") else [i]
    ctx.add(
        i, "m", tree.lemma[i] if tree.upos[i] != "PROPN" else tree.tokens[i].form, attrs, tokens
    )
