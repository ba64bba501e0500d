"""How much a rule may be believed by its form, its weight and how exactly it matches: a logistic model over rules.

A rule that tells two candidates apart is a case: right or wrong. What it says in log-odds is linear in a constant of
its form, its weight (with a slope for each form), and its match. Rules of one question are not independent: of n rules
each counts 1 / sqrt(n), so that a question with many rules counts more than one with few, but not as many times.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coindex.reasoner.evidence.forms import KNOWLEDGE
from coindex.reasoner.evidence.spoken import POINTS, Spoken
from training import logistic

Sides = tuple[Sequence[Spoken], Sequence[Spoken]]
"""The rules of the right candidate and of the other one."""
PRICE = 5.0
"""The penalty on a weight's square."""
_MIDDLE = 5
"""A weight in the middle."""


def terms_of(rule: Spoken) -> dict[str, float]:
    """Give what a rule's rating depends on."""
    weight = rule.points / POINTS + rule.distance + rule.discount
    found = {
        rule.form: 1.0,
        f"{rule.form} weight": weight - _MIDDLE,
        "distance 1": float(rule.distance == 1),
        "distance 2 or more": float(rule.distance > 1),
        "steps 0": float(rule.steps == 0),
        "steps 4 or more": float(rule.steps > 3),
        "inferred": float(min(rule.inferred, 2)),
        "half": float(rule.halves == 1),
    }
    return {name: value for name, value in found.items() if value}


def apart(sides: Sides) -> Iterator[tuple[Spoken, int]]:
    """Give the rules of knowledge that tell candidates apart, and for whom: 1 the right one, -1 the other."""
    best: dict[str, list[Spoken | None]] = {}
    for side, rules in enumerate(sides):
        for rule in rules:
            if rule.points > 0 and rule.form in KNOWLEDGE and rule.form != "profile":
                found = best.setdefault(rule.id, [None, None])
                before = found[side]
                if before is None or rule.points > before.points:
                    found[side] = rule
    for ours, theirs in best.values():
        mine, other = (one.points if one is not None else 0 for one in (ours, theirs))
        if mine > other and ours is not None:
            yield ours, 1
        elif other > mine and theirs is not None:
            yield theirs, -1


@dataclass(frozen=True, slots=True)
class Rating:
    """Weights of the terms, in log-odds."""

    weights: Mapping[str, float]

    def of(self, rule: Spoken) -> float:
        """Give the log-odds that a rule is right where it tells apart."""
        return sum(self.weights.get(name, 0.0) * value for name, value in terms_of(rule).items())

    def strongest(self, sides: Sides) -> tuple[list[float], list[float]]:
        """Give the ratings above 0 of the rules for the right candidate, and for the other one, best first."""
        found: tuple[list[float], list[float]] = [], []
        for rule, sign in apart(sides):
            value = self.of(rule)
            if value > 0:
                found[sign < 0].append(value)
        return sorted(found[0], reverse=True), sorted(found[1], reverse=True)


def fit(questions: Sequence[Sides], price: float = PRICE) -> Rating:
    """Fit the weights."""
    cases = [list(apart(sides)) for sides in questions]
    names = sorted({name for rules in cases for rule, _ in rules for name in terms_of(rule)})
    place = {name: number for number, name in enumerate(names)}
    number = sum(map(len, cases))
    rows, counts = np.zeros((number, len(names))), np.zeros(number)
    row = 0
    for rules in cases:
        for rule, sign in rules:
            for name, value in terms_of(rule).items():
                rows[row, place[name]] = sign * value
            counts[row] = len(rules) ** -0.5
            row += 1

    weights = logistic.fit(rows, price, counts=counts)
    return Rating(dict(zip(names, weights.tolist(), strict=True)))
