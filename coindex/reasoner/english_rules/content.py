"""The content of a graph in a form that allows two texts to be compared: predications and their participants.

A *predication* relates participants or says something about one: an event, a state, an attribute (*the nosy aunt*) or
a relation between nouns (*the hedge behind the shed*, *her map*).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from coindex.reasoner.asp.terms import arguments, is_contrary, name_of, plain
from coindex.reasoner.english_rules.amounts import is_amount
from coindex.reasoner.english_rules.nominal import light, named
from coindex.reasoner.english_rules.words import informativeness, stem
from kparse.caches import cache
from kparse.graph import Edge, Node, SemanticGraph
from kparse.notation import vocabulary

_PARTS = ("subj", "obj", "iobj", "than", "as")
_HOLDERS = ("entity", "pronoun", "group", "quantity", "property")
_CONTRASTED = frozenset(("but", "not"))
"""Concepts of groups of which the second member is denied: *the mule, (but) not the donkey*."""
_SILENT = frozenset("so very too then just even also not always still already now there".split())
PLACES = {
    "above": "below", "below": "above", "over": "under", "under": "over", "beneath": "above", "underneath": "above",
    "on_top_of": "under", "in_front_of": "behind", "behind": "in_front_of", "beside": "beside", "next_to": "next_to",
    "near": "near", "inside": "around", "around": "inside", "between": "",
}  # fmt: skip
"""Prepositions of place and their converses."""
POSSESSION = "'s"
"""The word for the relation between a thing and its owner."""


@dataclass(frozen=True, slots=True)
class Predication:
    """Something said about one or several participants."""

    id: str
    """Its node, or the node of its head followed by the relation."""
    word: str
    stems: frozenset[str]
    informativeness: float
    """How informative its word is: little for *have* or *be*."""
    denied: bool
    is_state: bool
    """Whether it is a state rather than an event."""
    slots: tuple[tuple[str, str], ...]
    """Grammatical relations and their nodes."""
    roles: frozenset[tuple[str, str]] = frozenset()
    """Thematic roles and their nodes, with ``actor`` and ``other``."""
    senses: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    """Classes from the lexicon, like all fields below."""
    says: frozenset[tuple[str, str]] = frozenset()
    """Directly asserted properties of participants: (node, property)."""
    undergone: bool = False
    """Whether it is a past participle, whose subject is the object of the verb: *frayed ropes*."""
    implies: frozenset[tuple[str, str]] = frozenset()
    """The same, including inherited properties."""
    form: str = ""
    """Of an event that is a participle in the text (*gifted*, *starving*) the participle."""


@dataclass(frozen=True, slots=True)
class Content:
    """The predications of a graph, and what is known about its participants."""

    graph: SemanticGraph
    predications: tuple[Predication, ...]
    kinds: Mapping[str, frozenset[str]]
    """Kinds of participants according to the lexicon."""
    leads: frozenset[tuple[str, str]]
    """Pairs of predications where the text presents the first as a cause of the second, or as earlier."""
    denies: frozenset[tuple[str, str]]
    """The pairs that are contrary to expectation."""
    opposites: frozenset[tuple[str, str]]

    def named(self, predication: str) -> Predication | None:
        """Return the predication with that name."""
        return next((h for h in self.predications if h.id == predication), None)

    def linked(self, one: str, other: str) -> bool:
        """Check whether the text links two predications, in whatever order."""
        return (one, other) in self.leads or (other, one) in self.leads


class _Atoms:
    """True atoms, by predicate."""

    def __init__(self, atoms: Iterable[str]) -> None:
        self._found: dict[str, list[tuple[str, ...]]] = {}
        for atom in atoms:
            name = name_of(atom)
            if name in READ and name != atom:
                self._found.setdefault(name, []).append(arguments(atom))

    def of(self, name: str) -> list[tuple[str, ...]]:
        return self._found.get(name, [])

    def where(self, name: str, first: str) -> Iterator[tuple[str, ...]]:
        return (args[1:] for args in self.of(name) if args[0] == first)


READ = frozenset(
    "denied sense cls role actor other direct prop word_says kind_of causal purpose rel opp prop_isa key".split()
)
"""The predicates of which a content is made."""


@cache
def read_predicates() -> tuple[str, ...]:
    """Return the same with their arities."""
    return tuple(f"{p.name}/{p.arity}" for p in vocabulary.entries() if p.name in READ)


def content(graph: SemanticGraph, atoms: Iterable[str]) -> Content:
    """Extract the content of a graph and of the atoms that the encodings derive from it."""
    known = _Atoms(atoms)
    predications = [
        *_situations(graph, known),
        *_attributes(graph, known),
        *_relations(graph),
        *_named_deeds(graph),
        *_amounts(graph, {args[0] for args in known.of("denied")}),
    ]
    kinds: dict[str, set[str]] = {}
    for node, kind in known.of("kind_of"):
        kinds.setdefault(node, set()).add(kind)
    leads: set[tuple[str, str]] = set()
    denies: set[tuple[str, str]] = set()
    for name in ("causal", "purpose"):
        for cause, effect, *_ in known.of(name):
            pair = (plain(cause), plain(effect))
            if not graph.nodes.keys() >= set(pair):
                continue  # a row with the same predicate
            # The goal of an action precedes it in mind but follows it in time: accept either order.
            leads |= {pair, pair[::-1]} if name == "purpose" else {pair}
            if is_contrary(cause) != is_contrary(effect):
                denies.add(pair)
    return Content(
        graph,
        tuple(predications),
        {node: frozenset(found) for node, found in kinds.items()},
        frozenset(leads),
        frozenset(denies),
        frozenset((a, b) for a, b in known.of("opp")),
    )


def root(predication: str) -> str:
    """The node of a predication.

    >>> root("e1"), root("x2:x3"), root("e4+doubt")
    ('e1', 'x2', 'e4')
    """
    return re.split("[:+]", predication)[0]


def _stems(word: str) -> frozenset[str]:
    return frozenset(stem(part) for part in word.split("_") if len(part) > 2)


def _slots(graph: SemanticGraph, edge: Edge) -> Iterator[tuple[str, str]]:
    """Yield the participant at the end of an edge and the members of a group, each with its relation.

    Of *the mule, but not the donkey* the second is what stands outside, as *the mule instead of the donkey* has it.
    """
    if graph.nodes[edge.target].kind not in _HOLDERS:
        return
    members = [e.target for e in graph.out(edge.target, "op")]
    if graph.nodes[edge.target].concept in _CONTRASTED and len(members) == 2:
        yield edge.role, members[0]
        yield "obl.instead_of", members[1]
        return
    yield edge.role, edge.target
    yield from ((edge.role, member) for member in members)


def _situations(graph: SemanticGraph, known: _Atoms) -> Iterator[Predication]:
    denied = {args[0] for args in known.of("denied")}
    for node in graph.of_kind("event", "state"):
        slots: list[tuple[str, str]] = []
        for edge in graph.out(node.id):
            if edge.role in _PARTS or edge.role.startswith(("obl.", "nmod.")):
                slots += _slots(graph, edge)
            elif edge.role == "mod":
                for inner in graph.out(edge.target):
                    if inner.role in ("than", "as"):
                        slots += _slots(graph, inner)
        if node.concept == "have":
            yield from _had(graph, node, slots, node.id in denied)
        deed = light(graph, node, slots)
        if deed is not None:
            yield _done(node, *deed, node.id in denied)
        place = node.kind == "state" and node.attrs.get("pos") in ("adp", "verb")
        yield from _placed(node, slots, node.id in denied, every=place)
        yield Predication(
            node.id,
            node.concept,
            _stems(node.concept),
            informativeness(node.concept),
            node.id in denied,
            node.kind == "state",
            tuple(slots),
            frozenset(
                [
                    *((a, b) for a, b in known.where("role", node.id)),
                    *(("actor", x) for (x,) in known.where("actor", node.id)),
                    *(("other", x) for (x,) in known.where("other", node.id)),
                ]
            ),
            frozenset(c for (c,) in known.where("sense", node.id)),
            frozenset(c for (c,) in known.where("cls", node.id)),
            frozenset((a, b) for a, b in known.where("direct", node.id)),
            undergone=node.kind == "state" and _participle(graph, node),
            implies=frozenset((a, b) for a, b in known.where("prop", node.id)),
            form=_form(graph, node),
        )


def _form(graph: SemanticGraph, node: Node) -> str:
    word = graph.text_of(node.id).lower()
    ends = word.endswith(("ed", "ing", "en"))
    return word if node.kind == "event" and ends and word != node.concept else ""


def _participle(graph: SemanticGraph, node: Node) -> bool:
    word = graph.text_of(node.id).lower()
    adjective = node.kind == "property" or node.attrs.get("pos") == "adj"
    return adjective and word != node.concept and not word.endswith(("ing", "er", "est", "ly"))


def _placed(
    node: Node, slots: list[tuple[str, str]], denied: bool, *, every: bool
) -> Iterator[Predication]:
    """Handle *the box is (was put) behind the door*, where the preposition is the predicate."""
    players = dict(reversed(slots))
    what = players.get("obj", players.get("subj"))
    for relation, place in slots:
        if relation.startswith("obl.") and what and (every or relation[4:] in PLACES):
            yield _between(f"{node.id}:{relation}", relation[4:], what, place, denied)


def _had(
    graph: SemanticGraph, node: Node, slots: list[tuple[str, str]], denied: bool
) -> Iterator[Predication]:
    """Read *she has a map* as *her map*, and *she has doubts* as *she doubts*."""
    players = dict(reversed(slots))
    if "subj" in players and "obj" in players:
        name = f"{node.id}:{POSSESSION}"
        yield _between(name, POSSESSION, players["obj"], players["subj"], denied)
        noun = graph.nodes[players["obj"]].concept
        who = (("subj", players["subj"]),)
        yield Predication(f"{node.id}+{noun}", noun, _stems(noun), 0.7, denied, True, who)


def _named_deeds(graph: SemanticGraph) -> Iterator[Predication]:
    """Read *the refusal of the loan* as *refuses the loan*."""
    for node in graph.of_kind("entity"):
        deed = named(graph, node)
        if deed is not None:
            yield _done(node, *deed, node.attrs.get("quant") == "no")


def _amounts(graph: SemanticGraph, denied: Set[str]) -> Iterator[Predication]:
    """Read *there are few of them* and *she has plenty of it* as something said of *them* and *it*.

    The parser takes *of them* for a part of the amount or of the verb.
    """
    for edge in graph.edges:
        where, amount = graph.nodes[edge.source], graph.nodes[edge.target]
        exists = edge.role == "subj" and "exist" in where.attrs
        if not (exists or (edge.role == "obj" and where.concept == "have")):
            continue
        if not is_amount(amount.concept):
            continue
        parts = [e.target for e in graph.out(amount.id, "nmod.of")]
        parts += [e.target for e in graph.out(where.id, "obl.of")]
        for part in parts[:1]:
            yield Predication(
                f"{amount.id}+{amount.concept}",
                amount.concept,
                _stems(amount.concept),
                0.8,
                where.id in denied,
                True,
                (("subj", part),),
            )


def _done(node: Node, verb: str, slots: tuple[tuple[str, str], ...], denied: bool) -> Predication:
    """Read *makes a decision* as *decides*."""
    return Predication(f"{node.id}+{verb}", verb, _stems(verb), 0.8, denied, False, slots)


def _between(name: str, word: str, first: str, second: str, denied: bool = False) -> Predication:
    weight = 0.3 if word == POSSESSION else 0.6
    slots = (("subj", first), ("obj", second))
    return Predication(name, word, frozenset({word}), weight, denied, False, slots)


def _attributes(graph: SemanticGraph, known: _Atoms) -> Iterator[Predication]:
    """Yield what an adjective says about its noun, and an adverb about the actor."""
    for edge in graph.edges:
        node = graph.nodes[edge.target]
        if edge.role != "mod" or node.kind != "property" or node.concept in _SILENT:
            continue
        of, holder = graph.nodes[edge.source], edge.source
        if of.kind in ("event", "state"):
            if of.kind == "state" and of.attrs.get("pos") != "noun":
                continue
            subject = graph.target(edge.source, "subj") or graph.target(edge.source, "obj")
            if subject is None:
                continue
            holder = subject
        slots = [("subj", holder)]
        slots += [(e.role, e.target) for e in graph.out(node.id) if e.role in ("than", "as")]
        says = frozenset((holder, p) for (p,) in known.where("word_says", node.id))
        above = {(holder, up) for _, p in says for low, up in known.of("prop_isa") if low == p}
        yield Predication(
            node.id,
            node.concept,
            _stems(node.concept),
            informativeness(node.concept),
            False,
            True,
            tuple(slots),
            says=says,
            implies=says | above,
            undergone=_participle(graph, node),
        )


def _relations(graph: SemanticGraph) -> Iterator[Predication]:
    for edge in graph.edges:
        if graph.nodes[edge.source].kind not in _HOLDERS:
            continue
        owned = edge.role == "nmod.of" and graph.out(edge.source, "poss")
        if edge.role == "poss" or (edge.role == "nmod.of" and not owned):
            yield _between(f"{edge.source}:{edge.target}", POSSESSION, edge.source, edge.target)
        elif edge.role.startswith("nmod."):
            word = edge.role[5:]
            yield _between(f"{edge.source}:{edge.target}", word, edge.source, edge.target)
            if word == "with":
                name = f"{edge.target}:{edge.source}"
                yield _between(name, POSSESSION, edge.target, edge.source)
