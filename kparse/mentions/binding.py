"""Agreement and binding theory: which noun phrases a pronoun may stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kparse.graph import Node, SemanticGraph
from kparse.input.word_lists import INDEFINITE, word_list
from kparse.mentions.same_mentions import same_mentions

GenderOf = Callable[[str], str | None]
"""Lemma -> ``masc``, ``fem``, ``neut``, ``person`` (not ``neut``) or ``None`` (unknown)."""

CORE = frozenset(
    "subj obj iobj obl.to obl.for obl.of obl.at obl.about obl.from obl.by obl.against".split()
)
"""Roles of one predicate whose fillers differ unless one is a reflexive ("Ann saw her"). Places are exempt:
"Ann put the bag beside her"."""

SYMMETRIC_LINKS = frozenset(
    "link.and link.but link.or link.so link.yet link.for link.next link.then link.nor link.however link.therefore "
    "link.instead link.thus".split()
)


def possible_antecedents(
    graph: SemanticGraph, pronoun: str, gender_of: GenderOf | None = None
) -> list[str]:
    """Return the nodes that the pronoun may stand for, in text order.

    Agreement in number is required unless nothing agrees. Of several mentions of the same referent, only the last
    before the pronoun is returned, and no apposition. If binding theory excludes one mention ("Ann ... Ann saw her"),
    it excludes the referent.
    """
    node = graph.nodes[pronoun]
    place = node.tokens[0] if node.tokens else 1 << 30
    mentions = _mentions(graph)
    barred = set() if node.attrs.get("case") == "refl" else co_arguments(graph, pronoun)
    allowed = [
        c
        for c in _noun_phrases(graph)
        if c.id != pronoun
        and bindable(graph, pronoun, c.id)
        and barred.isdisjoint(mentions.get(c.id, ()))
    ]
    before = [c for c in allowed if _place(c) < place]
    after = [c for c in allowed if _place(c) > place and _cataphoric(graph, pronoun, c.id)]
    for agree in (_agrees, _agrees_in_gender):
        found = [c for c in before + after if agree(graph, node, c, gender_of)]
        if found:
            standing = [c for c in found if not graph.into(c.id, "appos")] or found
            return [c.id for c in _one_each(sorted(standing, key=_place), mentions, place)]
    return []


def _mentions(graph: SemanticGraph) -> dict[str, set[str]]:
    """Map each node that has other mentions to these."""
    found: dict[str, set[str]] = {}
    for first, second in same_mentions(graph):
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return found


def _one_each(nodes: list[Node], mentions: dict[str, set[str]], place: int) -> list[Node]:
    """Keep one mention of each referent, in the order of first mentions: the last before the place, else the first."""
    kept: list[Node] = []
    for node in nodes:
        others = mentions.get(node.id, set())
        same = next((i for i, k in enumerate(kept) if k.id in others), None)
        if same is None:
            kept.append(node)
        elif _place(node) < place:
            kept[same] = node
    return kept


def _place(node: Node) -> int:
    return node.tokens[0] if node.tokens else -1


def _noun_phrases(graph: SemanticGraph) -> Iterator[Node]:
    for node in graph.nodes.values():
        if node.kind == "group":
            yield Node(
                node.id,
                node.concept,
                node.kind,
                node.attrs,
                (min(_group_tokens(graph, node.id), default=-1),),
            )
        elif not node.tokens:
            continue
        elif node.kind == "entity":
            if any(map(str.isalnum, node.concept)) and not _only_modifier(graph, node.id):
                yield node
        elif node.kind == "quantity" or (
            node.kind == "pronoun" and (node.concept == "one" or node.concept in INDEFINITE)
        ):
            yield node


def _group_tokens(graph: SemanticGraph, group: str) -> list[int]:
    return [t for e in graph.out(group, "op") for t in graph.nodes[e.target].tokens]


def _only_modifier(graph: SemanticGraph, node: str) -> bool:
    """Whether a noun is only a modifier ("city" in "the city council") or a time ("last week")."""
    roles = {e.role for e in graph.into(node)}
    return bool(roles) and roles <= {"nn", "tmod"}


def _agrees(
    graph: SemanticGraph,
    pronoun: Node,
    candidate: Node,
    gender_of: GenderOf | None,
) -> bool:
    number, other = pronoun.attrs.get("num"), candidate.attrs.get("num")
    if candidate.kind == "quantity":
        other = "sg" if candidate.concept in ("1", "one", "each") else "pl"
    if candidate.kind == "group" and candidate.concept == "or":
        other = None
    if number == "pl" and _may_be_many(candidate):
        other = None
    if number and other and number != other:
        return False
    return _agrees_in_gender(graph, pronoun, candidate, gender_of)


def _may_be_many(candidate: Node) -> bool:
    """Whether "they" can refer to a singular: a collective ("the team"), or a name that is not a person's."""
    parts = candidate.concept.split("_")
    if parts[-1].lower() in word_list("collectives"):
        return True
    if candidate.attrs.get("proper") != "+":
        return False
    titles = word_list("persons") | word_list("vocatives")
    return parts[0].lower().rstrip(".") not in titles and not any(
        part in word_list("first_names") for part in parts
    )


def _agrees_in_gender(
    graph: SemanticGraph,
    pronoun: Node,
    candidate: Node,
    gender_of: GenderOf | None,
) -> bool:
    gender = pronoun.attrs.get("gender")
    if not gender or candidate.kind in ("group", "quantity"):
        return not (gender and candidate.kind == "group")
    if candidate.concept in INDEFINITE:
        return (gender == "neut") == candidate.concept.endswith("thing")
    other = candidate.attrs.get("gender") or (gender_of(candidate.concept) if gender_of else None)
    if other == "person":
        return gender != "neut"
    return other is None or other == gender


def bindable(graph: SemanticGraph, pronoun: str, candidate: str) -> bool:
    """Tell whether binding theory allows the pronoun to stand for the candidate."""
    reflexive = graph.nodes[pronoun].attrs.get("case") == "refl"
    coarguments = co_arguments(graph, pronoun)
    if reflexive:
        return candidate in coarguments
    if candidate in coarguments:
        return False
    if candidate in {e.source for e in graph.into(candidate, "op")}:
        return False
    for group in (e.source for e in graph.into(pronoun, "op")):
        if candidate == group or candidate in {e.target for e in graph.out(group, "op")}:
            return False  # "Ann and she" are two people
    for group in (e.source for e in graph.into(candidate, "op")):
        if group in coarguments:
            return False  # in "Ann and Bob saw him", he is not Bob
    if graph.nodes[candidate].kind == "group" and any(
        e.target in coarguments for e in graph.out(candidate, "op")
    ):
        return False
    return not _within(graph, pronoun, candidate)


def co_arguments(graph: SemanticGraph, node: str) -> set[str]:
    """Return the other core arguments of the predicates that have a node as a core argument."""
    result: set[str] = set()
    for edge in graph.into(node):
        if edge.role in CORE and graph.nodes[edge.source].kind in ("event", "state"):
            result.update(
                e.target for e in graph.out(edge.source) if e.role in CORE and e.target != node
            )
    return result


def _within(graph: SemanticGraph, pronoun: str, candidate: str) -> bool:
    """Whether a phrase contains the pronoun outside a relative clause (the i-within-i condition).

    The owner in "the owner of his house" is not ``he``; the man in "the man who lost his hat" may be.
    """
    stack, seen = [candidate], {candidate}
    while stack:
        for edge in graph.out(stack.pop()):
            base = edge.role.split(".", 1)[0]
            if base in ("poss", "nmod", "op", "appos", "nn", "comp") and edge.target not in seen:
                if edge.target == pronoun:
                    return True
                seen.add(edge.target)
                stack.append(edge.target)
    return False


def _cataphoric(graph: SemanticGraph, pronoun: str, candidate: str) -> bool:
    """Whether the pronoun is in a fronted clause or phrase and the candidate in its main clause.

    ``When she woke, Ann ate``; ``Thanks to her skill, Ann won``.
    """
    for predicate in _predicates_of(graph, pronoun):
        if candidate in _after_phrase(graph, predicate, pronoun):
            return True
        for edge in graph.into(predicate):
            if not edge.role.startswith("link.") or edge.role in SYMMETRIC_LINKS:
                continue
            main = edge.source
            if graph.nodes[main].tokens > graph.nodes[predicate].tokens and any(
                e.target == candidate for e in graph.out(main)
            ):
                return True
    return False


def _after_phrase(graph: SemanticGraph, predicate: str, pronoun: str) -> set[str]:
    """The arguments of a predicate and its complements, if a fronted phrase has the pronoun as an owner."""
    owned = {e.source for e in graph.into(pronoun, "poss")}
    phrases = [e for e in graph.out(predicate) if e.target in owned]
    place = graph.nodes[predicate].tokens
    if not any(e.role.startswith("obl.") and graph.nodes[e.target].tokens < place for e in phrases):
        return set()
    clauses = [predicate, *(e.target for e in graph.out(predicate, "comp"))]
    return {e.target for clause in clauses for e in graph.out(clause)} - owned


def _predicates_of(graph: SemanticGraph, node: str) -> set[str]:
    """Return the predicates above a node, through noun phrases and complements."""
    result: set[str] = set()
    stack, seen = [node], {node}
    while stack:
        for edge in graph.into(stack.pop()):
            if edge.source in seen or edge.role.startswith(("link.", "snt", "rel")):
                continue
            seen.add(edge.source)
            if graph.nodes[edge.source].kind in ("event", "state"):
                result.add(edge.source)
            stack.append(edge.source)
    return result
