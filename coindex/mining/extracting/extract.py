"""Records of a graph: pairs of situations with who is meant, and selectional facts.

Antecedents are trusted only where grammar leaves one: a pronoun that agrees in person, number and gender with a single
one of the persons in the other situation. Only persons compete, so that what is learnt is not merely that persons act
and things do not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from coindex.mining.extracting.records import Fact, Pair, Record
from kparse.graph import Node, SemanticGraph
from kparse.mentions.situations import OWNER, joints, participants, situation

_GENDERED = {"he": "masc", "she": "fem"}
_SPEAKERS = {"i": "1sg", "we": "1pl", "you": "2"}
_PLURAL = "they"


class People(Protocol):
    """What the lexicon knows of nouns and names."""

    def gender_of(self, lemma: str) -> str | None:
        """``masc``, ``fem`` or unknown."""

    def is_person(self, lemma: str) -> bool:
        """Whether it is known to name persons."""


def records(graph: SemanticGraph, people: People) -> Iterator[Record]:
    """All records of one graph, in the order of its edges."""
    yield from pairs(graph, people)
    yield from facts(graph)


def pairs(graph: SemanticGraph, people: People) -> Iterator[Pair]:
    """Each pronoun of a joined pair of situations, with the persons of the other situation."""
    for joint in joints(graph):
        for forward in (True, False):
            first, second = (joint.first, joint.second) if forward else (joint.second, joint.first)
            persons = _persons(graph, first, people)
            if len(persons) < 2:
                continue
            taken = {node for _, node in persons}
            for role, node in participants(graph, second):
                mention = graph.nodes[node]
                if node in taken or not asks(mention):
                    continue
                found = _meant(mention, persons, graph, people)
                if found is None:
                    continue
                roles, answer = found
                one, two = (situation(graph, graph.nodes[n]) for n in (first, second))
                yield Pair(
                    joint.connective,
                    forward,
                    one.lemma,
                    one.denied,
                    two.lemma,
                    two.denied,
                    role,
                    roles,
                    answer,
                    one.able,
                    one.theme,
                    two.able,
                    two.theme,
                )


def asks(node: Node) -> bool:
    """Whether a pronoun stands for persons who must be found."""
    return (
        node.kind == "pronoun"
        and node.attrs.get("case") != "refl"
        and (node.concept in _GENDERED or node.concept in _SPEAKERS or node.concept == _PLURAL)
    )


def _persons(graph: SemanticGraph, node: str, people: People) -> list[tuple[str, str]]:
    """Roles and nodes of the persons in a situation, each once."""
    found: list[tuple[str, str]] = []
    pronouns: set[str] = set()
    for role, target in sorted(participants(graph, node), key=lambda p: p[0].endswith(OWNER)):
        other = graph.nodes[target]
        if not is_person(other, people) or target in {t for _, t in found}:
            continue
        if other.kind == "pronoun":
            # Speakers are the same throughout; the owner "his" beside "he" is he, as far as one can tell.
            same = other.concept in pronouns
            if same and (other.concept in _SPEAKERS or role.endswith(OWNER)):
                continue
            pronouns.add(other.concept)
        found.append((role, target))
    return found


def is_person(node: Node, people: People) -> bool:
    """Whether a node stands for persons."""
    if node.kind == "pronoun":
        return asks(node)
    if node.kind != "entity":
        return node.kind == "group"
    if node.attrs.get("proper"):
        return True
    return people.is_person(node.concept)


def _meant(
    mention: Node, persons: list[tuple[str, str]], graph: SemanticGraph, people: People
) -> tuple[tuple[str, ...], int] | None:
    """Roles of the persons and the index of the one who is meant; ``None`` if several may be."""
    fit = [i for i, (_, n) in enumerate(persons) if fits(mention, graph.nodes[n], people)]
    return (tuple(role for role, _ in persons), fit[0]) if len(fit) == 1 else None


def fits(mention: Node, other: Node, people: People) -> bool:
    """Whether a pronoun may stand for somebody, as far as person, number and gender tell."""
    if mention.concept in _SPEAKERS:
        return other.kind == "pronoun" and other.concept == mention.concept
    if other.kind == "pronoun":
        return other.concept == mention.concept
    if mention.concept == _PLURAL:
        return other.kind == "group" or other.attrs.get("num") == "pl"
    if other.kind == "group" or other.attrs.get("num") == "pl":
        return False
    return people.gender_of(other.concept) in (None, _GENDERED[mention.concept])


def facts(graph: SemanticGraph) -> Iterator[Fact]:
    """Who and what takes part in what, what is like what, and what is more so than what; common nouns only."""
    for edge in graph.edges:
        source, target = graph.nodes[edge.source], graph.nodes[edge.target]
        if edge.choice and not edge.choice.default:
            continue
        if edge.role == "mod":
            if source.kind == "entity" and target.kind == "property" and _common(source):
                yield Fact("mod", target.concept, source.concept)
            continue
        if not _common(target):
            continue
        if source.kind == "state" and edge.role == "subj" and source.attrs.get("pos") == "adj":
            yield Fact("mod", source.concept, target.concept)
        elif (
            source.kind == "event"
            and (edge.role in ("subj", "obj", "iobj") or edge.role.startswith("obl."))
        ) or (edge.role.startswith("nmod.") and _common(source)):
            yield Fact(edge.role, source.concept, target.concept)
        elif edge.role == "than" and source.kind == "state":
            bearer = graph.target(edge.source, "subj")
            if bearer is not None and _common(graph.nodes[bearer]):
                yield Fact(f"than.{source.concept}", graph.nodes[bearer].concept, target.concept)


def _common(node: Node) -> bool:
    return node.kind == "entity" and "proper" not in node.attrs and node.concept.isalpha()
