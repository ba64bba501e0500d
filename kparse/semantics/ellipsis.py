"""Ellipsis: a bare auxiliary, a bare ``to`` or a gap takes the predicate of an earlier clause."""

from __future__ import annotations

from kparse.input.verb_forms import is_infinitive
from kparse.input.word_lists import word_list
from kparse.semantics.relations.arguments import preposition
from kparse.semantics.relations.context import Context

COPIED = ("obj", "iobj", "comp", "mod")
FOCUS = frozenset("also too already still only even just yet again never either".split())
"""Adverbs that are not repeated with the predicate."""


def ellipsis(ctx: Context) -> None:
    """Copy the elided predicates and arguments. Runs after the clauses are related."""
    tree = ctx.tree
    for i in range(len(tree)):
        node = ctx.own.get(i)
        auxiliary = tree.upos[i] == "AUX" or (tree.lemma[i] == "be" and tree.get(i, "nsubj"))
        if auxiliary and ctx.is_predicate(i) and _is_bare(ctx, i):
            antecedent = _antecedent(ctx, i)
            if antecedent is not None:
                _copy(ctx, i, antecedent)
        elif tree.lower[i] == "to" and tree.base(i) != "case" and _is_stranded_to(ctx, i):
            _bare_to(ctx, i)
        elif tree.get(i, "orphan") and ctx.kind(node) in ("entity", "pronoun"):
            _gapping(ctx, i)


def _is_stranded_to(ctx: Context, i: int) -> bool:
    """Whether a token is ``to`` without its verb: "Bob didn't want her to.", "she told him not to, and ..."."""
    tree = ctx.tree
    if any(tree.base(k) not in ("advmod", "punct") for k in tree.kids[i]):
        return False
    verb = tree.head[i]
    stranded = tree.base(i) == "obl" and verb == i - 1 and is_infinitive(tree, verb)
    if stranded and tree.lemma[tree.head[verb]] in word_list("tough"):
        return False  # "was fun to talk to"
    last = i + 1 >= len(tree) or tree.upos[i + 1] in ("PUNCT", "CCONJ", "SCONJ")
    governor = ctx.predicate_above(i)
    return (
        last
        and governor is not None
        and not any(e.role == "obl.to" for e in ctx.graph.out(ctx.own[governor]))
    )


FARING = frozenset("well better best badly poorly worse worst fine great brilliantly".split())


def _is_bare(ctx: Context, i: int) -> bool:
    tree = ctx.tree
    if any(tree.base(k) == "expl" for k in tree.kids[i]):
        return False
    if i in tree.repeats:
        return True
    if tree.lemma[i] == "do" and tree.base(i) == "acl" and tree.lower[tree.head[i]] == "what":
        return False  # "for what he did": a full verb
    if tree.lemma[i] == "do" and any(
        tree.lower[k] in FARING and k > i for k in tree.get(i, "advmod")
    ):
        return False  # "did well": a full verb
    full = tree.get(i, "obj", "xcomp", "ccomp", "cop", "iobj")
    if full or tree.lemma[i] != "be":
        return not full
    empty = [tree.lower[k] for k in tree.get(i, "nsubj")] in (["it"], ["this"], ["that"], ["which"])
    return not tree.get(i, "obl") and not (empty and tree.get(i, "advcl"))


def _antecedent(ctx: Context, i: int) -> int | None:
    """The predicate repeated: of the first conjunct, the governing or a fronted clause, else the one before."""
    tree = ctx.tree

    def fits(j: int | None) -> bool:
        if (
            j is None
            or j == i
            or not ctx.is_predicate(j)
            or tree.upos[j] == "AUX"
            or tree.lemma[j] == "be"
        ):
            return False
        attrs = ctx.graph.nodes[ctx.own[j]].attrs
        state = ctx.kind(ctx.own[j]) == "state"
        if tree.lemma[i] == "be":  # "... that she was ill and that Bob was too"
            return state or attrs.get("aspect") == "prog" or attrs.get("voice") == "pass"
        return not (state and tree.lemma[i] == "do")

    candidates: list[int | None] = []
    if tree.base(i) in ("conj", "advcl", "parataxis", "acl"):
        candidates.append(
            tree.head[i] if ctx.is_predicate(tree.head[i]) else ctx.predicate_above(i)
        )
    candidates += [k for k in tree.get(i, "advcl", "ccomp", "parataxis", "conj") if k < i]
    candidates += [
        j for j in range(i - 1, max(-1, i - 60), -1) if j in ctx.own and ctx.is_predicate(j)
    ][:3]
    found = next((j for j in candidates if fits(j)), None)
    return found if found is None else _asked_for(ctx, i, found)


ASKING = frozenset(
    "ask tell beg order urge advise invite encourage persuade convince warn remind command instruct forbid allow "
    "permit force expect want require request challenge".split()
)
"""Verbs of asking, whose complement is repeated: in ``Max asked Tom to sing, but he would not`` it is ``sing``."""


TRYING = frozenset("try attempt want hope plan mean intend wish need like".split())
"""Verbs of trying, whose complement is repeated: in ``tried to clean it but could not`` it is ``clean``."""


def _asked_for(ctx: Context, i: int, found: int) -> int:
    """The complement of a verb of asking or trying, if that is what the ellipsis repeats, else the verb found."""
    tree = ctx.tree
    subject = tree.first(i, "nsubj")
    if tree.lemma[found] in TRYING and (subject is None or tree.lemma[i] in ("can", "could")):
        return next(
            (
                k
                for k in tree.get(found, "xcomp")
                if k < i and is_infinitive(tree, k) and ctx.is_predicate(k)
            ),
            found,
        )
    if tree.lemma[found] not in ASKING or not tree.get(found, "obj", "iobj", "nsubj:pass"):
        return found
    asker = tree.first(found, "nsubj")
    if subject is None or asker is None:
        return found
    named = tree.upos[subject] == "PROPN" and subject not in tree.parsed.blanks
    people = [tree.tokens[k].form for k in tree.get(found, "obj", "iobj")]
    if named and tree.tokens[subject].form not in people:
        return found
    clauses = [
        k
        for k in (*tree.get(found, "xcomp"), *tree.get(found, "ccomp"), *tree.get(found, "advcl"))
        if found < k < i and ctx.is_predicate(k) and ctx.kind(ctx.own[k]) == "event"
    ]
    for k in clauses:
        whether = any(tree.lower[m] in ("if", "whether") for m in tree.get(k, "mark"))
        asked = tree.lemma[found] == "ask" and whether
        if is_infinitive(tree, k) or asked:
            return k
    return found


def _copy(ctx: Context, i: int, antecedent: int) -> None:
    """Give the subject a copy of the predicate: "Ann swam, but Bob couldn't" has a second ``swim``."""
    source = ctx.own[antecedent]
    model = ctx.graph.nodes[source]
    old = ctx.own[i]
    attrs = {
        k: v for k, v in ctx.graph.nodes[old].attrs.items() if k in ("polarity", "modal", "tense")
    }
    if ctx.tree.lower[i] in ("will", "'ll", "wo"):
        attrs["tense"] = "fut"
    elif ctx.tree.lemma[i] in ("can", "could", "may", "might", "must", "should", "would", "shall"):
        attrs["modal"] = (
            ctx.tree.lemma[i]
            if ctx.tree.lower[i] not in ("could", "might", "would", "should")
            else ctx.tree.lower[i]
        )
        attrs.pop("tense", None)
    attrs["elided"] = "+"
    for name in ("pos", "voice", "degree"):
        if name in model.attrs:
            attrs[name] = model.attrs[name]
    node = ctx.recast(i, model.id[0], model.concept, attrs)
    _copy_arguments(ctx, source, node)
    if attrs.get("voice") == "pass":
        for edge in ctx.graph.out(node, "subj"):
            ctx.replace(edge, role="obj")
    for word in ("so", "neither", "nor"):
        for k in list(ctx.tree.get(i, "advmod")):
            if ctx.tree.lower[k] == word and k in ctx.own:
                ctx.drop(k)


def _copy_arguments(ctx: Context, source: str, node: str) -> None:
    passive = ctx.graph.nodes[source].attrs.get("voice") == "pass"
    for edge in list(ctx.graph.out(source)):
        wanted = edge.role in COPIED or edge.role.startswith("obl.")
        if edge.role == "mod" and ctx.graph.nodes[edge.target].concept in FOCUS:
            continue
        if passive and edge.role == "obj":
            continue
        if edge.role == "comp" and _copy_complement(ctx, source, node, edge.target):
            continue
        if wanted and not ctx.has(node, edge.role) and edge.target != node:
            if ctx.reaches(edge.target, node):
                continue
            ctx.edge(node, edge.role, edge.target)


def _copy_complement(ctx: Context, source: str, node: str, complement: str) -> bool:
    """Copy a complement whose subject is the main subject: "Ann was able to swim, but Bob was not"."""
    model = ctx.graph.nodes[complement]
    subject, own = ctx.graph.target(source, "subj"), ctx.graph.target(node, "subj")
    if model.kind not in ("event", "state") or subject is None or own is None or own == subject:
        return False
    if model.attrs.get("form") not in ("inf", "ing") or ctx.has(node, "comp"):
        return False
    if ctx.graph.target(complement, "subj") != subject or ctx.reaches(complement, node):
        return False
    number = len(ctx.tree)
    while f"{model.id[0]}{number}" in ctx.graph.nodes:
        number += 1
    copy = f"{model.id[0]}{number}"
    attrs = {**model.attrs, "elided": "+"}
    tokens = ctx.graph.nodes[node].tokens
    ctx.graph.add_node(copy, model.concept, kind=model.kind, attrs=attrs, tokens=tokens)
    ctx.edge(node, "comp", copy)
    ctx.edge(copy, "subj", own)
    _copy_arguments(ctx, complement, copy)
    return True


def _bare_to(ctx: Context, i: int) -> None:
    """Copy the predicate that a bare ``to`` repeats: "Bob left because Ann wanted him to"."""
    tree = ctx.tree
    governor = ctx.predicate_above(i)
    if governor is None:
        return
    above = governor
    antecedent: int | None = None
    while antecedent is None:
        antecedent = next(
            (k for k in tree.get(above, "advcl") if k < i and ctx.is_predicate(k)), None
        )
        following = ctx.predicate_above(above)
        if following is not None and antecedent is None and following != governor:
            antecedent = following
        if following is None:
            break
        above = following
    if antecedent is None:
        antecedent = next((j for j in range(governor - 1, -1, -1) if ctx.is_predicate(j)), None)
    while antecedent is not None:  # "asked Vera to drive, but she refused to": drive
        deeper = [
            k
            for k in tree.get(antecedent, "xcomp")
            if k < i and ctx.is_predicate(k) and is_infinitive(tree, k)
        ]
        if not deeper:
            break
        antecedent = deeper[-1]
    if antecedent is None or antecedent not in ctx.own:
        return
    model = ctx.graph.nodes[ctx.own[antecedent]]
    attrs = {"form": "inf", "elided": "+"} | {k: v for k, v in model.attrs.items() if k in ("pos",)}
    if any(tree.lower[k] in ("not", "n't", "never") for k in tree.get(i, "advmod")) or tree.lower[
        i - 1
    ] in ("not", "never"):
        attrs["polarity"] = "-"
    if i in ctx.own:
        ctx.drop(i)
    tree.rel[i] = "xcomp"
    node = ctx.add(i, model.id[0], model.concept, attrs, [i])
    ctx.edge(ctx.own[governor], "comp", node)
    from kparse.semantics.relations.control import control

    control(ctx, i, governor)
    _copy_arguments(ctx, model.id, node)


def _gapping(ctx: Context, i: int) -> None:
    """Copy the predicate for a subject with an orphan: "Zoe ordered the soup and her father the fish"."""
    tree = ctx.tree
    head = tree.head[i]
    if head < 0 or not ctx.is_predicate(head):
        return
    model = ctx.graph.nodes[ctx.own[head]]
    node = f"{model.id[0]}{i}"
    if node in ctx.graph.nodes:
        return
    ctx.graph.add_node(node, model.concept, kind=model.kind, attrs={"elided": "+"}, tokens=[])
    passive = i in tree.repeats  # "built by Hugo and the raft by Emil"
    ctx.edge(node, "obj" if passive else "subj", ctx.node(i))
    words = [tree.lower[k] for k in tree.get(i, "cc")]
    ctx.edge(model.id, f"link.{words[0] if words else 'and'}", node)
    for k in tree.get(i, "orphan"):
        target = ctx.node(k)
        prep = preposition(tree, k)
        if ctx.kind(target) == "property":
            ctx.edge(node, "mod", target)
        else:
            role = f"obl.{prep}" if prep else "obj"
            ctx.edge(node, "subj" if passive and prep == "by" else role, target)
