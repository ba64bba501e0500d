"""Relative clauses: the antecedent takes the place of the relative pronoun, or fills the gap."""

from __future__ import annotations

from kparse.input.tree import Tree
from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import TIME_NOUNS, word_list
from kparse.semantics.relations.context import Context

RELATIVE = frozenset({"who", "whom", "whose", "which", "that"})
PLACE_TIME = frozenset({"where", "when", "why", "whereby"})
COMPLEMENT_NOUNS = frozenset(
    "plan decision attempt desire effort ability chance opportunity need right permission promise offer refusal wish "
    "tendency failure willingness order request intention threat agreement urge temptation freedom power duty "
    "obligation proposal determination ambition courage strength readiness eagerness reluctance inability struggle "
    "fight pressure incentive motivation reason idea invitation instruction advice licence license hope fear "
    "capacity battle race move bid campaign choice vow demand pledge impulse inclination authority skill nerve cheek "
    "fact belief claim news rumour rumor report feeling suspicion thought impression".split()
)
"""Nouns whose infinitive or *that* clause is a complement: "her plan to leave"."""


def relativizer(tree: Tree, clause: int) -> int | None:
    """The relative pronoun of a clause (``who``, ``whose``, ``which``, ...), at any depth."""
    head = tree.head[clause]
    for k in tree.subtree(clause):
        if not head < k <= clause and tree.head[k] != clause:
            continue
        if (
            tree.lower[k] in RELATIVE
            and tree.upos[k] in ("PRON", "DET", "SCONJ", "ADP")
            and tree.base(k) not in ("mark", "det")
        ):
            above = k
            while above != clause and tree.base(above) not in ("acl", "advcl"):
                above = tree.head[above]
            if above == clause:
                return k
    return None


def map_relativizers(ctx: Context) -> None:
    """Map each relative pronoun to its antecedent. Runs before the nodes are linked."""
    tree = ctx.tree
    for i in range(len(tree)):
        if tree.base(i) not in ("acl", "advcl") or tree.head[i] < 0:
            continue
        relcl = tree.rel[i].endswith(":relcl")
        word = relativizer(tree, i)
        head = tree.head[i]
        if word is None or word == i:
            continue
        if not relcl and (tree.lower[word] == "that" or tree.base(i) == "advcl"):
            continue
        if tree.upos[head] == "PRON" and tree.lower[head] == "what":
            continue
        tree.rel[i] = tree.base(i) + ":relcl"
        ctx.relative[word] = head


def relate_relative(ctx: Context, i: int) -> None:
    """Link a relative clause to its noun, which fills the gap in the clause."""
    tree = ctx.tree
    head = tree.head[i]
    node = ctx.own[i]
    noun = ctx.noun_node(head)
    if _about_the_clause(ctx, i):
        tree.rel[i] = "advcl:relcl"
    head = tree.head[i]
    if tree.base(i) == "advcl" or noun is None or ctx.kind(noun) in ("event", "property"):
        target = ctx.own.get(head)
        if ctx.kind(target) not in ("event", "state"):
            above = ctx.predicate_above(i)
            target = ctx.own[above] if above is not None else None
        has_word = any(h == head for h in ctx.relative.values())
        ctx.edge(target, "link.which" if has_word else "link.next", node)
        return
    ctx.edge(noun, "rel", node)
    if any(w for w, h in ctx.relative.items() if h == head and ctx.under(w, i)):
        return
    adverbs = [
        k
        for k in tree.kids[i]
        if tree.lower[k] in PLACE_TIME and k < i and tree.base(k) == "advmod"
    ]
    if adverbs:
        word = tree.lower[adverbs[0]]
        ctx.drop(adverbs[0])
        ctx.edge(
            node, {"where": "obl.in", "when": "obl.at", "why": "obl.for"}.get(word, "obl.by"), noun
        )
        return
    fill_gap(ctx, i, noun)


def _about_the_clause(ctx: Context, i: int) -> bool:
    """Whether ``which`` refers to a clause that ends in a time: "The river froze in October, which was unusual"."""
    tree = ctx.tree
    head = tree.head[i]
    words = [w for w, h in ctx.relative.items() if h == head and ctx.under(w, i)]
    above = ctx.predicate_above(head)
    if (
        not words
        or tree.lower[words[0]] != "which"
        or words[0] < 1
        or tree.lower[words[0] - 1] != ","
        or above is None
    ):
        return False
    if (
        tree.base(head) != "obl"
        or tree.lemma[head].lower() not in TIME_NOUNS
        or not tree.get(i, "cop")
    ):
        return False
    noun, clause = ctx.noun_node(head), ctx.own[above]
    for edge in [e for e in ctx.graph.out(ctx.own[i]) if e.target == noun]:
        ctx.replace(edge, target=clause)
    ctx.relative[words[0]] = above
    tree.head[i], old = above, head
    tree.kids[old].remove(i)
    tree.kids[above] = sorted([*tree.kids[above], i])
    ctx.surface[i] = clause
    return True


def fill_gap(ctx: Context, i: int, noun: str, *, subject: bool = True) -> bool:
    """Give a noun the free role in a clause: stranded preposition, subject, object, or deeper ("he said _ left")."""
    tree = ctx.tree
    chain = [i]
    while True:
        inner = [
            k
            for k in tree.kids[chain[-1]]
            if tree.base(k) in ("xcomp", "ccomp") and ctx.kind(ctx.own.get(k)) in ("event", "state")
        ]
        if not inner:
            break
        chain.append(inner[-1])
    for j in reversed(chain):
        for k in tree.kids[j]:
            if (
                tree.upos[k] == "ADP"
                and tree.base(k) in ("obl", "case", "advmod", "nmod")
                and not tree.kids[k]
                and k > j
            ):
                ctx.drop(k)
                ctx.edge(ctx.own[j], f"obl.{tree.lower[k]}", noun)
                return True
    first = chain[0]
    if (
        subject
        and not tree.get(first, "nsubj", "csubj")
        and ctx.graph.nodes[ctx.own[first]].attrs.get("form") == "fin"
    ):
        return ctx.set_subject(first, noun)
    for j in chain[1:]:
        finite = ctx.graph.nodes[ctx.own[j]].attrs.get("form") == "fin"
        if finite and not tree.get(j, "nsubj", "csubj", "expl") and tree.base(j) == "ccomp":
            return ctx.set_subject(j, noun)
    for j in reversed(chain):
        if takes_object(ctx, j):
            ctx.edge(ctx.own[j], "obj", noun)
            return True
    return False


def takes_object(ctx: Context, i: int, *, strict: bool = False) -> bool:
    """Whether a verb has room for an object."""
    tree = ctx.tree
    node = ctx.own[i]
    if ctx.kind(node) != "event" or ctx.graph.nodes[node].attrs.get("voice") == "pass":
        return False
    if ctx.has(node, "obj") or tree.get(i, "obj", "ccomp"):
        return False
    if tree.get(i, "xcomp") and tree.lemma[i] not in ("want", "need"):
        return False
    return tree.lemma[i] in word_list("transitive") or not strict


def infinitive_on_noun(ctx: Context, i: int) -> None:
    """Relate an infinitive to its noun: a complement ("a plan to leave") or with a gap ("a book to read")."""
    tree = ctx.tree
    head, node = tree.head[i], ctx.own[i]
    noun = ctx.noun_node(head)
    if noun is None:
        return
    lemma = tree.lemma[head].lower()
    if lemma in COMPLEMENT_NOUNS:
        ctx.edge(noun, "comp", node)
        owner = ctx.graph.target(noun, "poss")
        if owner is None:
            above = ctx.predicate_above(head)
            owner = ctx.surface.get(above) if above is not None else None
        if owner is not None:
            ctx.set_subject(i, owner)
        return
    ctx.edge(noun, "rel", node)
    above = ctx.predicate_above(head)
    stranded = any(
        tree.upos[k] == "ADP" and tree.base(k) == "obl" and not tree.kids[k] for k in tree.kids[i]
    )
    ranked = any(
        tree.feat(k, "NumType") == "Ord" or tree.lower[k] in ("only", "last", "next")
        for k in tree.get(head, "amod")
    )
    free = takes_object(ctx, i) and tree.lemma[i] not in word_list("intransitive") and not ranked
    if stranded or (
        free and (tree.base(head) in ("obj", "xcomp") or takes_object(ctx, i, strict=True))
    ):
        fill_gap(ctx, i, noun, subject=False)
        if above is not None and above in ctx.surface and ctx.surface[above] != noun:
            ctx.set_subject(i, ctx.surface[above])
    elif lemma in NO_DOERS and not ranked:
        if above is not None and ctx.surface.get(above) not in (None, noun):
            ctx.set_subject(i, ctx.surface[above])
    else:
        ctx.set_subject(i, noun)


NO_DOERS = frozenset(
    "time place space room way money moment day night hour spot area cash energy resource".split()
)
"""Nouns that do not act: in ``had time to rest`` the possessor rests."""


def participle_on_noun(ctx: Context, i: int) -> None:
    """Relate a reduced relative clause: "the girl feeding the hens", "the letter written by Ann"."""
    tree = ctx.tree
    head = tree.head[i]
    noun = ctx.noun_node(head)
    if noun is None:
        return
    node = ctx.own[i]
    marks = [
        k
        for k in tree.kids[i]
        if tree.base(k) in ("mark", "case")
        and tree.lower[k] not in ("to", "that", "whether", "for")
    ]
    form = ctx.graph.nodes[node].attrs.get("form")
    if marks and form == "ing":  # "the idea of leaving"
        ctx.edge(noun, "comp", node)
        owner = ctx.graph.target(noun, "poss")
        above = ctx.predicate_above(head)
        if owner is None and above is not None:
            owner = ctx.surface.get(above)
        if owner is not None:
            ctx.set_subject(i, owner)
        return
    finite = form == "fin" and not is_infinitive(tree, i)
    if finite and (tree.get(i, "mark") or tree.get(i, "nsubj")):
        if tree.get(i, "mark") or tree.lemma[head].lower() in COMPLEMENT_NOUNS:
            ctx.edge(noun, "comp", node)  # "the news that Ann had left"
        else:
            relate_relative(ctx, i)
        return
    ctx.edge(noun, "rel", node)
    if not tree.get(i, "nsubj"):
        ctx.set_subject(i, noun)
