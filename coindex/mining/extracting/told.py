"""What a sentence says of one participant of an event rather than of the others: words for profiles.

An event has two or more participants. A clause that is joined to it, or a relative clause, tells something of one of
them. Who that is must be certain: it is the same node of the graph (a shared subject, control, a relative clause), the
same noun or name again, or a pronoun that agrees in person, number and gender with one of them only. A pronoun that
agrees with several persons is recorded as open. Nothing is composed: the words are those of the clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from coindex.mining.extracting.extract import People, asks, fits, is_person
from coindex.mining.extracting.records import Told
from kparse.graph import Node, SemanticGraph
from kparse.mentions.situations import (
    OWNER,
    SITUATIONS,
    above,
    joints,
    participants,
    situation,
)

RELATIVE = "rel"
"""Stands for the connective before a relative clause."""
_CORE = ("subj", "obj", "iobj")
_LITTLE = frozenset(("no", "few", "little", "less"))
_MOST_WORDS = 8  # of a phrase


@dataclass(frozen=True, slots=True)
class _Party:
    role: str
    node: str
    person: bool


def told(graph: SemanticGraph, people: People) -> Iterator[Told]:
    """All that is told of a participant of an event of a graph, in the order of its nodes."""
    events = [
        (node, parties)
        for node in graph.of_kind("event")
        if len(parties := _parties(graph, node.id, people)) > 1
    ]
    if not events:
        return
    links = {(j.first, j.second): j.connective for j in joints(graph)}
    situations = [node.id for node in graph.of_kind(*SITUATIONS)]
    within = {node: above(graph, node) for node in situations}
    others = [n for n in graph.nodes.values() if is_person(n, people)]
    for event, parties in events:
        for clause in situations:
            if clause == event.id:
                continue
            link = _relative(graph, parties, clause) or _link(
                within[event.id], within[clause], links
            )
            if link is None:
                continue
            for role, target in participants(graph, clause):
                meant = _meant(graph, target, role, parties, clause, others, people)
                if meant is None:
                    continue
                how, answer, roles, persons = meant
                one, two = (situation(graph, graph.nodes[n]) for n in (event.id, clause))
                yield Told(
                    link[0],
                    link[1],
                    how,
                    one.lemma,
                    one.denied,
                    one.able,
                    roles,
                    persons,
                    answer,
                    role,
                    graph.nodes[clause].kind == "state",
                    two.denied or _lacks(graph, clause),
                    two.able,
                    tuple(_words(graph, clause, role, target))[:_MOST_WORDS],
                )


def _parties(graph: SemanticGraph, event: str, people: People) -> list[_Party]:
    """Participants of an event that can be told of, each once; no owners."""
    found: dict[str, _Party] = {}
    for edge in graph.out(event):
        if edge.role not in _CORE and not edge.role.startswith("obl."):
            continue
        node = graph.nodes[edge.target]
        if node.kind not in ("entity", "group", "pronoun") or node.attrs.get("case") == "refl":
            continue
        if edge.target not in found:
            found[edge.target] = _Party(edge.role, edge.target, is_person(node, people))
    return list(found.values())


def _link(
    events: Sequence[str], clauses: Sequence[str], links: dict[tuple[str, str], str]
) -> tuple[str, bool] | None:
    """The nearest connective, and whether the event's clause is the main (earlier) one."""
    for upper in events:
        for over in clauses:
            if (upper, over) in links:
                return links[upper, over], True
            if (over, upper) in links:
                return links[over, upper], False
    return None


def _relative(
    graph: SemanticGraph, parties: Sequence[_Party], clause: str
) -> tuple[str, bool] | None:
    for edge in graph.into(clause, RELATIVE):
        if any(edge.source == party.node for party in parties):
            return RELATIVE, True
    return None


def _meant(
    graph: SemanticGraph,
    target: str,
    role: str,
    parties: Sequence[_Party],
    clause: str,
    others: Sequence[Node],
    people: People,
) -> tuple[str, int, tuple[str, ...], str] | None:
    """How it is known who is meant, which participant, the roles of those who compete, and which are persons."""
    roles = tuple(party.role for party in parties)
    persons = "".join("p" if party.person else "t" for party in parties)
    nodes = [party.node for party in parties]
    if target in nodes:
        return None if role.endswith(OWNER) else ("shared", nodes.index(target), roles, persons)
    mention = graph.nodes[target]
    if mention.kind == "entity":
        same = [n for n, node in enumerate(nodes) if _same(mention, graph.nodes[node])]
        return ("noun", same[0], roles, persons) if len(same) == 1 else None
    if not asks(mention):
        return None
    fit = [
        n for n, p in enumerate(parties) if p.person and fits(mention, graph.nodes[p.node], people)
    ]
    if len(fit) > 1:
        if mention.concept in ("i", "we", "you"):
            return None
        return "open", -1, tuple(roles[n] for n in fit), "p" * len(fit)
    if not fit:
        return None
    here = {node for _, node in participants(graph, clause)}
    meant = graph.nodes[nodes[fit[0]]]
    elsewhere = any(
        node.id not in nodes
        and node.id not in here
        and _before(node, mention)
        and not (node.kind == "pronoun" and node.concept == meant.concept)
        and not _same(node, meant)
        and fits(mention, node, people)
        for node in others
    )
    return ("nearest" if elsewhere else "agrees"), fit[0], roles, persons


def _same(one: Node, other: Node) -> bool:
    """Whether a noun or name is that of another node again."""
    if other.kind != "entity" or one.kind != "entity" or one.concept != other.concept:
        return False
    if "proper" in one.attrs:
        return "proper" in other.attrs
    return one.attrs.get("def") == "def" and one.attrs.get("num") == other.attrs.get("num")


def _before(node: Node, mention: Node) -> bool:
    return bool(node.tokens and mention.tokens) and node.tokens[0] < mention.tokens[0]


def _lacks(graph: SemanticGraph, clause: str) -> bool:
    return any(
        graph.nodes[edge.target].attrs.get("quant") in _LITTLE for edge in graph.out(clause, "obj")
    )


def _words(graph: SemanticGraph, clause: str, role: str, target: str) -> Iterator[str]:
    """The words of a clause, each with how it stands there.

    ``p:`` the predicate, ``c:`` that of a complement or purpose with the same subject, ``o:`` the object, ``b:`` what
    stands beside, ``n:`` what is owned.
    """
    nodes = graph.nodes
    if role.endswith(OWNER):
        owned = (edge.source for edge in graph.into(target, "poss"))
        here = {edge.target for edge in graph.out(clause)}
        yield from (f"n:{nodes[node].concept}" for node in owned if node in here)
        if not role.startswith("subj"):
            return
    yield f"p:{nodes[clause].concept}"
    if not role.startswith("subj"):
        return
    for edge in graph.out(clause):
        there = nodes[edge.target]
        if edge.target == target or edge.role.startswith("subj"):
            continue
        if edge.role in ("comp", "link.to") and there.kind in SITUATIONS:
            if graph.target(edge.target, "subj") in (target, None):
                yield f"c:{there.concept}"
        elif there.kind not in ("entity", "property") or "proper" in there.attrs:
            continue
        elif edge.role == "obj":
            yield f"o:{there.concept}"
        elif edge.role in ("mod", "iobj", "as") or edge.role.startswith(("obl.", "nmod.")):
            yield f"b:{there.concept}"
            for more in chain(graph.out(edge.target, "mod"), graph.out(edge.target, "nn")):
                yield f"b:{nodes[more.target].concept}"
