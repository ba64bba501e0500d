"""Counts of raw text, weighed for a question: evidence that is used where authored knowledge does not decide.

Two kinds of rows are used (``docs/statistics.md``):

*effect*: of two joined situations in which an actor and another person compete, whom a mention in the second stands
for, by what the second (or first) situation is and by the relation. What counts is how far the odds are from those of
all situations: log-odds with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008, "Fightin' Words",
section 3.3.2), first over all relations, then with that as the prior within the relation.

*fact*: what typically fills a role: how much more often than chance a noun is seen there (pointwise mutual
information, smoothed towards chance in the same way).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from coindex.reasoner.answer import FiredRule
from coindex.reasoner.english.classes import english, readable
from coindex.reasoner.evidence.keys import ACTOR, ANY, OTHER, Keys, part_of, place_of
from coindex.reasoner.evidence.points import TRUST, points
from kparse.asp import quote
from kparse.caches import cache
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.situations import SITUATIONS, Situation, joined, participants, situation

STRENGTH = 20.0
"""Pseudo-counts of the prior."""
FIRST_COUNTS = 0.5
"""Weight of the first situation, relative to the second; it is the same in both halves of a schema."""
LEAST = 15
"""Nouns and roles seen less often are ignored."""
SCALE = 20
"""Weights are whole numbers: twentieths of a unit of log-odds."""
LARGEST = 99  # points of weight
DECISIVE = 8
"""Least weight of an *effect*."""
FITTING = 32
"""Least weight of a *fact*: five times as often as chance (``docs/decisions/statistics.md``, 0025)."""


class Counted(Protocol):
    """What :class:`Weigher` needs of a store of counts (:class:`coindex.reasoner.evidence.store.MinedStore`)."""

    path: str

    def rows(self, table: str, *keys: str) -> list[tuple[Any, ...]]:
        """Rows of a table whose first keys are these: key columns, counts, references."""

    def where(self, refs: str) -> str:
        """References in words."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one name of a situation contributes to a preference."""

    kind: str
    """``word`` or ``class``."""
    key: str
    side: str
    weight: float
    counts: tuple[int, int]
    usual: float
    """Share of actors that would be expected."""
    refs: str = ""


@dataclass(frozen=True, slots=True)
class WeakPreference:
    """Log-odds for the actor of the first situation against another participant, beyond what is usual."""

    total: float
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """Statistical evidence for a candidate, as the logic program gets it."""

    id: str
    fact: str
    text: str
    file: str
    line: int
    source: str

    def fired(self, weight: int) -> FiredRule:
        """Give it as a rule that spoke."""
        return FiredRule(self.id, self.file, self.line, self.text, weight, self.source, "mined")


class Weigher:
    """Weighs counts.

    Args:
        store: the counts.
        keys: names of classes and relations.
    """

    def __init__(self, store: Counted, keys: Keys) -> None:
        self.store, self.keys = store, keys
        self._effect = cache(self._counts)
        self._n = cache(self._number)

    def _counts(
        self, kind: str, key: str, side: str, place: str, relation: str
    ) -> tuple[int, int, str]:
        rows = self.store.rows("effect", kind, key, side, place, relation)
        return (rows[0][5], rows[0][6], rows[0][7]) if rows else (0, 0, "")

    def _number(self, relation: str, head: str, filler: str) -> int:
        rows = self.store.rows("fact", relation, head, filler)
        return int(rows[0][3]) if rows else 0

    def _usual(self, place: str, relation: str) -> tuple[float, float]:
        """Log-odds of the actor over all relations, and in one."""
        every = _log_odds(self._effect("all", ANY, ANY, place, ANY), 0.0, 2.0)
        return every, _log_odds(self._effect("all", ANY, ANY, place, relation), every)

    def _part(self, kind: str, key: str, side: str, place: str, relation: str) -> Part:
        every, usual = self._usual(place, relation)
        overall = _log_odds(self._effect(kind, key, side, place, ANY), every)
        *counts, refs = self._effect(kind, key, side, place, relation)
        here = _log_odds(counts, overall + usual - every)
        return Part(kind, key, side, here - usual, (counts[0], counts[1]), _share(usual), refs)

    def preference(
        self, first: Situation, second: Situation, relation: str, place: str
    ) -> WeakPreference:
        """Weigh who is meant by a mention in that place of the second situation."""
        found: list[Part] = []
        total = 0.0
        for side, what, share in (("second", second, 1.0), ("first", first, FIRST_COUNTS)):
            word = self._part("word", what.keys[-1], side, place, relation)
            classes = [
                self._part("class", name, side, place, relation) for name in self.keys.classes(what)
            ]
            mean = sum(part.weight for part in classes) / len(classes) if classes else 0.0
            total += share * (word.weight + mean)
            found += [word, *classes]
        return WeakPreference(total, tuple(found))

    def fits(self, relation: str, head: str, filler: str) -> float | None:
        """How much more often than chance a noun fills a role, in log-odds; ``None`` if too little is known."""
        seen, of_filler = self._n(relation, head, ANY), self._n(ANY, ANY, filler)
        if seen < LEAST or of_filler < LEAST:
            return None
        chance = of_filler / max(1, self._n(ANY, ANY, ANY))
        return math.log((self._n(relation, head, filler) + 1) / (seen * chance + 1))


def _log_odds(counts: Sequence[Any], prior: float, strength: float = STRENGTH) -> float:
    """Log-odds of two counts, drawn towards prior log-odds."""
    share = _share(prior)
    return math.log((counts[0] + strength * share) / (counts[1] + strength * (1 - share)))


def _share(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


def places(graph: SemanticGraph, node: str) -> list[tuple[str, str]]:
    """Situations that a node takes part in, and as what."""
    return [
        (n.id, role)
        for n in graph.of_kind(*SITUATIONS)
        for role, target in participants(graph, n.id)
        if target == node
    ]


def slots(graph: SemanticGraph, node: str) -> dict[tuple[str, str], None]:
    """Roles that a node fills, as facts name them: relation and head, each once, in the order of the edges."""
    found: dict[tuple[str, str], None] = {}
    for edge in graph.into(node):
        source = graph.nodes[edge.source]
        if source.kind == "state" and source.attrs.get("pos") == "adj" and edge.role == "subj":
            found["mod", source.concept] = None
        elif source.kind == "event" and (
            edge.role in ("subj", "obj", "iobj") or edge.role.startswith("obl.")
        ):
            found[edge.role, source.concept] = None
    return found


def common_nouns(graph: SemanticGraph, nodes: Sequence[str]) -> list[str]:
    """The nouns of candidates; nothing if one is a name or no noun, or two have the same."""
    found = [graph.nodes[n] for n in nodes]
    if any(n.kind != "entity" or "proper" in n.attrs for n in found):
        return []
    nouns = [n.concept for n in found]
    return nouns if len(set(nouns)) == len(nouns) else []


def evidence(
    graph: SemanticGraph, question: Question, weigher: Weigher, *, fitting: int = FITTING
) -> list[Evidence]:
    """Give the counts that distinguish the candidates of a question, in a fixed order.

    Args:
        graph: of the text.
        question: about it.
        weigher: of the counts.
        fitting: the least weight of what fits.
    """
    nodes = [c.node for c in question.candidates]
    if question.is_gap or any(node is None for node in nodes):
        return []
    candidates = [node for node in nodes if node is not None]
    return [
        *_effects(graph, question.pronoun, candidates, weigher),
        *_facts(graph, question.pronoun, candidates, weigher, fitting),
    ]


def _effects(
    graph: SemanticGraph, pronoun: str, candidates: Sequence[str], weigher: Weigher
) -> Iterator[Evidence]:
    hosts: dict[str, set[str]] = {}
    for candidate in candidates:
        for host, role in places(graph, candidate):
            part = part_of(role)
            if part is not None:
                hosts.setdefault(host, set()).add(part)
    for second, role in places(graph, pronoun):
        for first, parts in hosts.items():
            if parts != {ACTOR, OTHER} or first == second:
                continue
            joint = next(joined(graph, first, second), None)
            if joint is None:
                continue
            relation = weigher.keys.relation(joint.connective, forward=joint.first == first)
            one, two = (situation(graph, graph.nodes[n]) for n in (first, second))
            place = place_of(role)
            preference = weigher.preference(one, two, relation, place)
            weight = max(-LARGEST, min(LARGEST, round(preference.total * SCALE)))
            if abs(weight) < DECISIVE:
                continue
            part = ACTOR if weight > 0 else OTHER
            name = f"effect({one.lemma},{two.keys[-1]},{place},{relation})"
            yield Evidence(
                name,
                f"counted({quote(name)},{first},{second},{pronoun},{part},{_points(abs(weight))})",
                effect_words(one, two, relation, place, part, preference),
                *_counted(preference, weigher.store),
            )


def effect_words(
    first: Situation,
    second: Situation,
    relation: str,
    place: str,
    part: str,
    preference: WeakPreference,
) -> str:
    """Say what was counted, and how often."""
    before = english()["relations"].get(relation.lstrip("~"), "in what follows")
    if relation.startswith("~"):
        before = before.replace("after ", "before ", 1)
    key = second.keys[-1]
    verb = f"“{'not ' * key.endswith('-')}{readable(key.rstrip('-'))}”"
    where = english()["places"][place].format(verb=verb)
    who = "the one who acted before" if part == ACTOR else "not the one who acted before"
    best = _telling(part, preference)
    if best is None:
        return (
            f"Counted in many texts: after “{readable(first.lemma)}” and {before}, {where} is more often than usual"
            f" {who}."
        )
    like = "" if best.kind == "word" else " or a word like it"
    hits = best.counts[part != ACTOR]
    usual = round(100 * (best.usual if part == ACTOR else 1 - best.usual))
    return (
        f"Counted in many texts: {before}, {where}{like} was {who} in {hits} of {sum(best.counts)} cases"
        f" (usual: {usual} of 100)."
    )


def _telling(part: str, preference: WeakPreference) -> Part | None:
    """Give the counts of the second situation that tell most, of those that tell the same as all together."""
    sign = 1 if part == ACTOR else -1
    found = [
        one
        for one in preference.parts
        if one.side == "second"
        and sign * one.weight > 0
        and sum(one.counts) > 1
        and one.counts[part != ACTOR] / sum(one.counts)
        > (one.usual if part == ACTOR else 1 - one.usual)
    ]
    return max(found, key=lambda one: (sign * one.weight, one.key), default=None)


def _counted(preference: WeakPreference, store: Counted) -> tuple[str, int, str]:
    """File and line of the first reference; as a source, all counts (actor : other) and all references."""
    refs = next((part.refs for part in preference.parts if part.refs), "")
    file, line, source = _place_of(refs, store)
    counts = ", ".join(
        f"{part.key} {part.counts[0]}:{part.counts[1]}"
        for part in preference.parts
        if part.side == "second" and any(part.counts)
    )
    return file, line, f"{source}; actor : other {counts}" if counts else source


def _facts(
    graph: SemanticGraph, pronoun: str, candidates: Sequence[str], weigher: Weigher, fitting: int
) -> Iterator[Evidence]:
    nouns = common_nouns(graph, candidates)
    for relation, head in slots(graph, pronoun) if nouns else ():
        fits = [weigher.fits(relation, head, noun) for noun in nouns]
        known = [fit for fit in fits if fit is not None]
        if len(known) < len(fits):
            continue
        for candidate, noun, fit in zip(candidates, nouns, known, strict=True):
            weight = min(LARGEST, round((fit - min(known)) * SCALE))
            if weight < fitting:
                continue
            name = f"fact({relation},{head},{noun})"
            rows = weigher.store.rows("fact", relation, head, noun)
            if not rows:
                continue  # it is merely rarer than the others
            number = rows[0][3]
            text = (
                f"Counted in many texts: “{readable(noun)}” is more often than the others"
                f" {slot_words(relation, head)} ({number} times)."
            )
            yield typical(name, pronoun, candidate, weight, text, rows[0][4], weigher.store)


def typical(
    name: str, pronoun: str, node: str, weight: int, text: str, refs: str, store: Counted
) -> Evidence:
    """Evidence that a candidate is meant, by itself."""
    fact = f"typical({quote(name)},{pronoun},{node},{_points(weight)})"
    return Evidence(name, fact, text, *_place_of(refs, store))


def _points(weight: int) -> int:
    return max(1, points(weight / SCALE, TRUST))


def _place_of(refs: str, store: Counted) -> tuple[str, int, str]:
    """File and line of the first reference, and all of them as a source."""
    where = store.where(refs)
    file, _, line = where.partition(", ")[0].rpartition(":")
    return (
        file or Path(store.path).name,
        int(line) if file else 0,
        f"counted, e.g. {where}" if where else "counted",
    )


_SLOTS = {"mod": "said to be", "subj": "the subject of", "obj": "the object of"}


def slot_words(relation: str, head: str) -> str:
    """A role in words.

    >>> slot_words("obl.in", "sleep")
    'what stands with “in” at “sleep”'
    """
    kind, _, word = relation.partition(".")
    if kind in _SLOTS:
        return f"{_SLOTS[kind]} “{head}”"
    return f"what stands with “{word}” at “{head}”" if word else f"the receiver of “{head}”"


def open_weigher(path: str, keys: Callable[[], Keys]) -> Weigher:
    """Open a store of counts.

    Raises:
        KnowledgeError: it is missing, no store, or written by another version.
    """
    from coindex.reasoner.evidence.store import MinedStore

    return Weigher(MinedStore(path), keys())
