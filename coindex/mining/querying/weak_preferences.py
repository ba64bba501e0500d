"""Weak preferences for questions that match no rows of a count store: used only when there is no other evidence.

*apart*: one candidate is the actor of a situation, the other has another role in a different one; they are treated as
if they shared one situation.

*seen*: how often the candidates' nouns were seen in the pronoun's role, even if rarely.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from coindex.reasoner.evidence.keys import ACTOR, ANY, OTHER, part_of, place_of
from coindex.reasoner.evidence.weigh import (
    LARGEST,
    SCALE,
    Evidence,
    Weigher,
    common_nouns,
    places,
    slots,
    typical,
)
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.situations import Joint, joined, situation

_PRIOR = 2.0
"""Pseudo-count for smoothing the counts of a role."""


def weaker(graph: SemanticGraph, question: Question, weigher: Weigher) -> list[Evidence]:
    """Return the counted evidence that may distinguish the candidates of a question, in a fixed order."""
    nodes = [candidate.node for candidate in question.candidates if candidate.node is not None]
    if question.is_gap or len(nodes) < len(question.candidates):
        return []
    return [
        *_apart(graph, question.pronoun, nodes, weigher),
        *_seen(graph, question.pronoun, nodes, weigher),
    ]


def _apart(
    graph: SemanticGraph, pronoun: str, nodes: list[str], weigher: Weigher
) -> Iterator[Evidence]:
    for second, role in places(graph, pronoun):
        found = [_host(graph, node, second) for node in nodes]
        parts = [one[1] if one is not None else None for one in found]
        if {ACTOR, OTHER} - set(parts):
            continue
        # Take the situation that is linked to the pronoun's; of several, the actor's.
        known = [one for one in found if one is not None]
        first, _, joint = min(known, key=lambda one: (one[2] is None, one[1] != ACTOR))
        relation = weigher.keys.relation(
            joint.connective if joint is not None else "",
            forward=joint is None or joint.first == first,
        )
        place = place_of(role)
        one, two = (situation(graph, graph.nodes[n]) for n in (first, second))
        preference = weigher.preference(one, two, relation, place)
        weight = max(-LARGEST, min(LARGEST, round(preference.total * SCALE)))
        counted = next((part for part in preference.parts if any(part.counts)), None)
        if not weight or counted is None:
            continue
        meant = ACTOR if weight > 0 else OTHER
        who = "one who acts" if meant == ACTOR else "one who does not act"
        text = (
            f"in the lines found, the {place} of “{two.keys[-1]}” ({relation}) is rather {who}:"
            f" {counted.counts[meant == OTHER]} of {sum(counted.counts)} by “{counted.key}”"
        )
        for node, part in zip(nodes, parts, strict=True):
            if part == meant:
                name = f"apart({place},{relation},{node})"
                yield typical(name, pronoun, node, abs(weight), text, counted.refs, weigher.store)


def _host(
    graph: SemanticGraph, node: str, second: str
) -> tuple[str, str | None, Joint | None] | None:
    """Return a candidate's situation, its role there, and the link to the pronoun's situation."""
    found = [
        (host, part_of(role), next(joined(graph, host, second), None))
        for host, role in places(graph, node)
        if host != second
    ]
    return min(found, key=lambda one: (one[1] is None, one[2] is None), default=None)


def _seen(
    graph: SemanticGraph, pronoun: str, nodes: list[str], weigher: Weigher
) -> Iterator[Evidence]:
    nouns = common_nouns(graph, nodes)
    for relation, head in slots(graph, pronoun) if nouns else ():
        rows = [weigher.store.rows("fact", relation, head, noun) for noun in nouns]
        numbers = [int(row[0][3]) if row else 0 for row in rows]
        every = [max(1, _number(weigher, ANY, ANY, noun)) for noun in nouns]
        chance = sum(numbers) / sum(every)
        if not chance:
            continue
        fits = [
            math.log((n + _PRIOR) / (e * chance + _PRIOR))
            for n, e in zip(numbers, every, strict=True)
        ]
        for node, noun, fit, row in zip(nodes, nouns, fits, rows, strict=True):
            weight = min(LARGEST, round((fit - min(fits)) * SCALE))
            if weight:
                number = row[0][3] if row else 0
                text = f"in the lines found, “{noun}” is rather the {relation} of “{head}” ({number} times)"
                name = f"seen({relation},{head},{noun})"
                refs = row[0][4] if row else ""
                yield typical(name, pronoun, node, weight, text, refs, weigher.store)


def _number(weigher: Weigher, *keys: str) -> int:
    rows = weigher.store.rows("fact", *keys)
    return int(rows[0][3]) if rows else 0
