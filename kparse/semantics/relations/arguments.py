"""Edges from predicates, nouns and properties to their dependents."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.word_lists import NEGATIONS, word_list
from kparse.semantics.relations.context import Context

NOMINALS = ("entity", "pronoun", "quantity")
NOMINAL = frozenset("amod compound nmod nummod det appos acl flat".split())


def preposition(tree: Tree, i: int) -> str:
    """The preposition of a phrase; several words are joined: "because of rain" has ``because_of``."""
    words: list[str] = []
    for k in tree.kids[i]:
        if tree.base(k) == "case" or (tree.base(k) == "mark" and tree.upos[k] == "ADP"):
            if tree.lower[k] in ("'s", "’s", "'", "’"):
                continue
            words.append(tree.lower[k])
            words += [
                tree.lower[j]
                for j in tree.subtree(k)
                if j != k and tree.base(j) in ("fixed", "goeswith")
            ]
    return "_".join(words)


def arguments(ctx: Context) -> None:
    """Add all edges inside clauses and noun phrases."""
    coordinate_entities(ctx)
    for i in ctx.tree.depth_order():
        node = ctx.own.get(i)
        if node is None:
            if i in ctx.absorbed:
                _absorbed_noun(ctx, i)
            continue
        kind = ctx.kind(node)
        if kind in ("event", "state"):
            if i in ctx.inner:
                _place(ctx, i, node)
            _predicate(ctx, i, node)
        elif kind in ("entity", "pronoun", "quantity"):
            for k in ctx.tree.kids[i]:
                _nominal(ctx, node, i, k)
        elif kind == "property":
            for k in ctx.tree.kids[i]:
                _property(ctx, node, i, k)


def _place(ctx: Context, i: int, node: str) -> None:
    """Link a state to its noun: ``obl.in`` in "is in the box", ``poss`` in "it was his", ``comp`` in "it was him"."""
    attrs = ctx.graph.nodes[node].attrs
    target = ctx.ref_of_inner(i)
    if attrs.get("pos") != "noun":
        ctx.edge(node, f"obl.{preposition(ctx.tree, i) or 'at'}", target)
    elif ctx.graph.nodes[ctx.inner[i]].attrs.get("case") == "poss":
        ctx.edge(node, "poss", target)
    else:
        ctx.edge(node, "comp", target)


def coordinate_entities(ctx: Context) -> None:
    """Make a group of coordinated nouns: edges from heads lead to the group, modifiers stay with the members."""
    tree = ctx.tree
    for i in tree.depth_order():
        if (
            tree.base(i) == "conj"
            and tree.head[i] in ctx.own
            and ctx.kind(ctx.own[tree.head[i]]) == "entity"
        ):
            continue  # inside a flat chain the first conjunct collects all
        kind = ctx.kind(ctx.inner.get(i) or ctx.own.get(i))
        if kind not in ("entity", "pronoun", "quantity"):
            continue
        members = [i]
        stack = [i]
        if i in ctx.inner and tree.base(i) == "conj" and tree.head[i] in ctx.inner:
            continue
        while stack:
            for k in tree.get(stack.pop(), "conj"):
                clause = k in ctx.inner and bool(tree.get(k, "nsubj", "cop"))
                if (
                    not clause
                    and not tree.get(k, "orphan")
                    and ctx.kind(ctx.inner.get(k) or ctx.own.get(k)) in NOMINALS
                ):
                    members.append(k)
                    stack.append(k)
        if len(members) < 2:
            continue
        members.sort()
        words = [tree.lower[c] for m in members for c in tree.get(m, "cc")]
        concept = next((w for w in words if w in ("or", "nor")), "and")
        if any(w in ("but", "rather", "not") for w in words):
            concept = next(w for w in words if w in ("but", "rather", "not"))
        concept = {"nor": "or", "rather": "or"}.get(concept, concept)
        nodes = [ctx.inner.get(m) or ctx.own[m] for m in members]
        first = ctx.own[i]
        cc = [c for m in members for c in tree.get(m, "cc")]
        own_ref = ctx.ref[i]
        group = ctx.add(i, "g", concept, {"num": "pl"}, cc[-1:])
        ctx.own[i] = first
        if ctx.kind(first) in ("event", "state"):
            ctx.ref[i] = own_ref
        ctx.group_of[i] = group
        for member in nodes:
            ctx.edge(group, "op", member)
        if any(
            tree.lower[c] in ("neither", "nor")
            for m in members
            for c in tree.get(m, "cc", "advmod", "det")
        ):
            ctx.graph.nodes[group].attrs["quant"] = "no"  # "neither Bob nor his brother"


def _nominal(ctx: Context, node: str, i: int, k: int) -> None:
    """Add the edge to a dependent of a noun."""
    tree = ctx.tree
    rel, base, target = tree.rel[k], tree.base(k), ctx.node(k)
    if target is None:
        return
    prep = preposition(tree, k)
    if rel == "nmod:poss" or (
        base == "nmod" and any(tree.lower[c] in ("'s", "’s", "'", "’") for c in tree.get(k, "case"))
    ):
        ctx.edge(node, "poss", target)
    elif base in ("nmod", "obl"):
        if (
            ctx.kind(target) == "pronoun"
            and ctx.graph.nodes[target].attrs.get("case") == "poss"
            and not prep
        ):
            ctx.edge(node, "poss", target)
        elif prep:
            ctx.edge(node, f"nmod.{prep}", target)
        elif (
            rel == "nmod:unmarked"
            and ctx.kind(target) == "pronoun"
            and tree.lower[k].endswith(("self", "selves"))
        ):
            return  # "Ann herself": emphasis
        else:
            ctx.edge(node, "nn" if k < i else "appos", target)
    elif base in ("amod", "advmod", "nummod", "det"):
        ctx.edge(node, "mod" if ctx.kind(target) != "entity" else "nn", target)
    elif base in ("compound", "dep", "list", "flat"):
        ctx.edge(node, "mod" if ctx.kind(target) == "property" else "nn", target)
    elif base == "appos":
        ctx.edge(node, "appos", target)
    elif base == "conj" and ctx.kind(target) == "property":
        ctx.edge(node, "mod", target)
    elif base == "nsubj" and ctx.kind(node) == "entity":
        ctx.edge(node, "nn", target)
    elif base in ("obj", "iobj"):
        ctx.edge(node, "nmod.of", target)


def _property(ctx: Context, node: str, i: int, k: int) -> None:
    """Add the edge to a dependent of an adjective or adverb: "an old and ugly hat", "full of water"."""
    tree = ctx.tree
    base, target = tree.base(k), ctx.node(k)
    if target is None:
        return
    if base == "conj":
        head = tree.head[i]
        if ctx.kind(target) == "property" and head >= 0:
            role = "mod"
            top = i
            while tree.base(top) == "conj" and tree.head[top] >= 0:
                top = tree.head[top]
            holder = tree.head[top]
            source = (
                ctx.inner.get(holder)
                if tree.base(top) == "amod" and holder in ctx.inner
                else ctx.own.get(holder)
            )
            ctx.edge(source, role, target)
    elif base in ("obl", "nmod"):
        prep = preposition(tree, k)
        ctx.edge(node, f"obl.{prep}" if prep else "tmod", target)
    elif base in ("advmod", "amod"):
        ctx.edge(node, "mod", target)
    elif base in ("obj", "iobj", "compound") and tree.upos[i] == "VERB":
        ctx.edge(node, "obj" if base != "compound" else "nn", target)
    elif base in ("nsubj", "compound", "dep"):
        ctx.edge(node, "nn", target)


def _predicate(ctx: Context, i: int, node: str) -> None:
    tree = ctx.tree
    voice = ctx.graph.nodes[node].attrs.get("voice")
    has_object = bool(tree.get(i, "obj"))
    clause = bool(tree.get(i, "ccomp", "xcomp"))
    nominal_home = ctx.inner.get(i, node)
    for k in tree.kids[i]:
        rel, base, target = tree.rel[k], tree.base(k), ctx.node(k)
        if target is None:
            continue
        if base == "nsubj":
            ctx.edge(node, _subject_role(ctx, i, k, voice, has_object, clause), target)
        elif base in ("obj", "iobj") and ctx.is_predicate(k) and k not in ctx.inner:
            continue  # "stop smoking": a complement, see clauses
        elif base == "obj":
            ctx.edge(
                node, "iobj" if _addressee(ctx, i, clause, has_object=False) else "obj", target
            )
        elif base == "iobj":
            plain = not has_object and not _addressee(ctx, i, clause, has_object=False)
            ctx.edge(node, "obj" if plain else "iobj", target)
        elif (rel == "obl:agent" and not _means(tree, k)) or (
            rel == "obl" and voice == "pass" and _by_agent(ctx, i, k) and not _means(tree, k)
        ):
            ctx.edge(node, "subj", target)
        elif base == "obl":
            prep = preposition(tree, k)
            ctx.edge(node, f"obl.{prep}" if prep else "tmod", target)
        elif base == "vocative":
            ctx.edge(node, "voc", target)
        elif base == "advmod":
            _adverb(ctx, i, node, k, target)
        elif rel == "nmod:poss" or base in NOMINAL:
            if base == "acl" or (base == "conj"):
                continue
            _nominal(ctx, nominal_home, i, k)
        elif base in ("dislocated", "list", "dep", "orphan") and ctx.kind(target) in (
            "entity",
            "pronoun",
            "quantity",
        ):
            prep = preposition(tree, k)
            ctx.edge(node, f"obl.{prep}" if prep else "appos", target)
        elif base == "conj" and ctx.kind(target) == "property":
            ctx.edge(node, "mod", target)


def _adverb(ctx: Context, i: int, node: str, k: int, target: str) -> None:
    tree = ctx.tree
    word = tree.lower[k]
    if word in NEGATIONS or k in ctx.absorbed:
        return
    if ctx.kind(target) == "property":
        ctx.edge(node, "mod", target)
    elif ctx.kind(target) in ("entity", "pronoun", "quantity"):
        ctx.edge(node, "tmod", target)


def _subject_role(
    ctx: Context, i: int, k: int, voice: str | None, has_object: bool, clause: bool
) -> str:
    """The role of a subject; of a passive the object, or the first of two objects: "she was given a book"."""
    tree = ctx.tree
    if tree.rel[k] == "nsubj:pass" or voice == "pass":
        if has_object and tree.lemma[i] in word_list("ditransitive") | word_list("tell_verbs"):
            return "iobj"
        return "iobj" if _addressee(ctx, i, clause, has_object=has_object) else "obj"
    return "subj"


def _addressee(ctx: Context, i: int, clause: bool, *, has_object: bool) -> bool:
    """Whether the only object is the addressee: "Ann told Bob that it rained", "Ann asked Bob to leave"."""
    tree = ctx.tree
    if not clause or has_object or tree.lemma[i] not in word_list("tell_verbs"):
        return False
    return len(tree.get(i, "obj", "iobj")) <= 1


def _by_agent(ctx: Context, i: int, k: int) -> bool:
    """Whether a *by* phrase is the agent ("chased by the dog"), not a place or a time ("by noon")."""
    tree = ctx.tree
    if preposition(tree, k) != "by" or tree.get(i, "obl:agent"):
        return False
    return (
        not tree.lower[k].endswith("self")
        and tree.upos[k] != "NUM"
        and tree.lemma[k].lower() not in BY_ADJUNCTS
    )


BY_ADJUNCTS = frozenset(
    "noon midnight night day morning evening monday tuesday wednesday thursday friday saturday sunday tomorrow now "
    "then mistake accident chance hand mail phone bus train car plane time year week".split()
)

BY_MEANS = frozenset(
    "sea air land post mail rail road boat ship steamer train bus car plane coach cart cable wire telegram telephone "
    "phone hand mistake accident chance night day moonlight daylight candlelight lamplight heart law nature birth "
    "surprise force".split()
)
"""Bare nouns after *by* that say how or when: ``sent by sea``."""


def _means(tree: Tree, k: int) -> bool:
    bare = not tree.get(k, "det", "amod", "nmod", "compound")
    return bare and tree.lemma[k].lower() in BY_MEANS and tree.upos[k] != "PROPN"


def _absorbed_noun(ctx: Context, i: int) -> None:
    """Give the modifiers of the event noun of a light verb to the event: "took a long walk in the park"."""
    tree = ctx.tree
    verb = tree.head[i]
    node = ctx.own.get(verb)
    if node is None or tree.base(i) not in ("obj", "nsubj") or ctx.kind(node) != "event":
        return
    if i not in ctx.graph.nodes[node].tokens:
        return
    for k in tree.kids[i]:
        target, base = ctx.node(k), tree.base(k)
        if target is None or k in ctx.absorbed:
            continue
        if base in ("amod", "advmod"):
            ctx.edge(node, "mod", target)
        elif base == "nmod":
            prep = preposition(tree, k)
            ctx.edge(node, f"obl.{prep}" if prep else "tmod", target)
        elif base == "compound":
            ctx.edge(node, "nn", target)
