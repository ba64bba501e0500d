"""Which candidates a pronoun of running text may stand for, by what they are.

In running text there are many phrases, most of them not meant. What is known to agree comes before what may agree:
*she* is a woman or a person of unknown sex before it is a name of which nothing is known, and never a place, a time or
a firm.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from kparse.graph import SemanticGraph
from kparse.input.word_lists import name_signs, word_list
from kparse.mentions.candidates import pronoun_nodes
from kparse.mentions.phrases import phrase_text
from kparse.mentions.question import Candidate, Question


@dataclass(frozen=True, slots=True)
class Kind:
    """What a phrase stands for.

    ``name`` is a sort of named entity, *animal*, *group*, *quantity*, *some*, *name*, or empty if nothing is known.
    """

    name: str
    many: bool = False
    """Whether it is plural."""
    of_many: bool = False
    """Whether it is a collective: *the team*."""
    of_place: bool = False
    """Whether it is a house with people in it: *the shop*."""


_PERSONS = ("person", "animal", "name")
_NEVER_MANY = ("time", "place", "work", "some")
_RANKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "he": (_PERSONS, ("",), ("some",)),
    "she": (_PERSONS, ("",), ("some",)),
    "it": (("thing", "place", "organisation", "work", "name", "animal", ""), ("quantity", "time")),
}
"""What a pronoun stands for: the first of these of which there are candidates."""


def is_collective(noun: str) -> bool:
    """Tell whether *they* may be what a singular noun names: *the crew*."""
    return noun in word_list("collectives") and noun not in name_signs("houses")


def is_house(noun: str) -> bool:
    """Tell whether a noun names a house and those who work in it."""
    return noun in word_list("collectives") and noun in name_signs("houses")


def fitting(
    concept: str, candidates: Sequence[Candidate], kind_of: Callable[[str], Kind]
) -> tuple[Candidate, ...]:
    """Give the candidates that fit best; none if none fits."""
    kinds = [(c, kind_of(c.node)) for c in candidates if c.node is not None]
    if concept == "they":
        return _many(kinds)
    for names in _RANKS[concept]:
        found = tuple(c for c, kind in kinds if kind.name in names)
        if found:
            return found
    return ()


def _many(kinds: Sequence[tuple[Candidate, Kind]]) -> tuple[Candidate, ...]:
    able = [(c, kind) for c, kind in kinds if kind.name not in _NEVER_MANY]
    return tuple(c for c, kind in able if kind.many or kind.of_many)


def institutions(
    candidates: Sequence[Candidate], kind_of: Callable[[str], Kind]
) -> tuple[Candidate, ...]:
    """Give the organisations for which *they* may stand where nothing else is there: *the shop ... they*."""
    kinds = [(c, kind_of(c.node)) for c in candidates if c.node is not None]
    return tuple(c for c, kind in kinds if kind.name == "organisation" or kind.of_place)


def fitness(concept: str, kind: Kind) -> float:
    """Say how well a kind of thing fits a pronoun, in log-odds; these weights are set by hand."""
    if concept == "it":
        return {"place": -1.5, "animal": -0.5, "name": -0.5, "time": -2.0}.get(kind.name, 0.0)
    if concept == "they":
        return {"person": 0.7, "quantity": -1.5}.get(kind.name, 0.0) - 1.5 * kind.of_many
    return 0.0


def is_together(graph: SemanticGraph, pronoun: str) -> bool:
    """Tell whether *they* do something together, so that they are persons: *together they wrote*."""
    return any(
        graph.nodes[edge.target].concept in ("together", "both")
        for into in graph.into(pronoun, "subj")
        for edge in graph.out(into.source, "mod")
    )


def reflexives(graph: SemanticGraph, concepts: Collection[str]) -> Iterator[Question]:
    """Ask what each reflexive stands for: the noun before it, else the subject of its clause or of one around it."""
    spans = graph.token_spans()
    for node in pronoun_nodes(graph):
        if node.attrs.get("case") != "refl" or node.concept not in concepts:
            continue
        found = _before(graph, node.id) or _subject(graph, node.id)
        if found is not None:
            start, end = spans[node.tokens[0]]
            candidate = Candidate(phrase_text(graph, found), found, given=False)
            yield Question(node.id, start, end, (candidate,))


def _before(graph: SemanticGraph, pronoun: str) -> str | None:
    """Give the noun right before a reflexive: *Ann herself*."""
    place = graph.nodes[pronoun].tokens[0] - 1
    for node in graph.of_kind("entity"):
        if node.tokens and max(node.tokens) == place:
            return node.id
    return None


def _subject(graph: SemanticGraph, pronoun: str) -> str | None:
    """Give the subject of the nearest clause around a reflexive that agrees in number."""
    number = graph.nodes[pronoun].attrs.get("num")
    level, seen = [pronoun], {pronoun}
    while level:
        above = []
        for low in level:
            for edge in graph.into(low):
                if edge.source in seen:
                    continue
                seen.add(edge.source)
                above.append(edge.source)
        for predicate in above:
            for edge in graph.out(predicate, "subj"):
                subject = graph.nodes[edge.target]
                agrees = number is None or subject.attrs.get("num") in (None, number)
                if edge.target != pronoun and agrees:
                    return edge.target
        level = above
    return None
