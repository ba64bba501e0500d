"""Evidence as arrays: the sums of all candidates under any weights, and how well they tell the right ones.

The sums are the engine's own, not an approximation: at the level of knowledge the strongest support of each link, a
little for each further one, hints and clashes (``encodings/objective.lp``). What a question costs is the logistic loss
of the margin by which the right candidate leads the best of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from harness.fit.evidence import Evidence, Side
from harness.fit.prices import FAINT, KNOWN, Prices

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

DIM = 0.1
"""What a point at the level of preference counts, where knowledge is silent, against one at the level of knowledge."""
_KINDS = ("support", "hint", "clash")
_SUPPORT, _HINT, _CLASH = range(3)
_FAR = 10_000
"""More than anything at the level of preference."""


@dataclass(frozen=True, slots=True)
class Part:
    """Questions side by side. Entries stand question by question, in them side by side, in them link by link."""

    rule: Ints
    """By entry: the rule's number."""
    price: Ints
    groups: Ints
    """Where a new link, or a single hint or clash, begins among the entries."""
    kind: Ints
    """By group."""
    sides: Ints
    """Where a new side begins among the groups."""
    known: Ints
    """By side: what speaks for it at the level of knowledge whatever the weights."""
    faint: Ints
    """The same at the level of preference."""
    questions: Ints
    """Where a new question begins among the sides; the right side is its first."""
    numbers: Ints
    """Which questions these are."""


@dataclass(frozen=True, slots=True)
class Leads:
    """By how much the right sides lead the best of the others, at two levels (options by questions)."""

    known: Ints
    faint: Ints

    def odds(self, temperature: float) -> Floats:
        """Give the log-odds that go with the leads."""
        lead = np.where(self.known != 0, self.known, DIM * self.faint)
        return np.asarray(lead / temperature, dtype=np.float64)

    def losses(self, temperature: float) -> Floats:
        """Give the logistic loss of each lead."""
        return np.asarray(np.logaddexp(0.0, -self.odds(temperature)), dtype=np.float64)


def leads(part: Part, effective: Ints, counts: Prices) -> Leads:
    """Sum up what speaks for each side.

    Args:
        part: the questions.
        effective: the weight of each entry less its price; options by entries.
        counts: what a point of weight counts.
    """
    weights = np.maximum(effective, 0)
    strong = weights >= counts.strong
    most = np.maximum.reduceat(np.where(strong, weights, 0), part.groups, axis=1)
    count = np.add.reduceat(strong, part.groups, axis=1, dtype=np.int64)
    weak = np.add.reduceat(np.where(strong, 0, weights), part.groups, axis=1)
    support, clash = part.kind == _SUPPORT, part.kind == _CLASH
    known = counts.point * most + np.where(support, counts.further * count, 0)
    known = np.where(clash, -counts.point * (most + weak), known)
    faint = np.where(clash, 0, counts.faint * weak)
    known = np.add.reduceat(known, part.sides, axis=1) + part.known
    faint = np.add.reduceat(faint, part.sides, axis=1) + part.faint
    both = known * _FAR + faint
    right = part.questions
    ours = both[:, right]
    both[:, right] = np.iinfo(np.int64).min
    theirs = np.maximum.reduceat(both, right, axis=1)
    rival = np.floor_divide(theirs + _FAR // 2, _FAR)
    return Leads(known[:, right] - rival, (ours - known[:, right] * _FAR) - (theirs - rival * _FAR))


class Whole:
    """All questions that weights can have a bearing on, and the rules that speak in them.

    Left out are questions that could not be looked into, those in which grammar alone forbids the right candidate or
    all others, and those in which the same rules speak for all.

    Args:
        evidence: the questions.
        counts: what a point of weight counts.
    """

    def __init__(self, evidence: Sequence[Evidence], counts: Prices) -> None:
        self.counts = counts
        given: dict[str, tuple[int, str]] = {}
        for each in evidence:
            given.update(each.rules)
        self.rules = tuple(sorted(given))
        """The rules' ids, in order."""
        self.number = {name: number for number, name in enumerate(self.rules)}
        self.authored: Ints = np.array([given[name][0] for name in self.rules], dtype=np.int64)
        self.groups = tuple(sorted({group for _, group in given.values()}))
        places = {name: number for number, name in enumerate(self.groups)}
        self.group: Ints = np.array([places[given[name][1]] for name in self.rules], dtype=np.int64)
        self.questions = tuple(each for each in evidence if _matters(each))

    def weights(self, weights: Mapping[str, int] | None = None) -> Ints:
        """Lay out weights by the rules' numbers, a last one of 0 for what is no rule; authored ones by default."""
        found = self.authored.copy()
        for name, weight in (weights or {}).items():
            if name in self.number:
                found[self.number[name]] = weight
        return np.append(found, 0)

    def leads(self, part: Part, weights: Ints) -> Leads:
        """Give the leads of some questions under weights laid out by :meth:`weights`."""
        return leads(part, (weights[part.rule] - part.price)[None, :], self.counts)

    def part(self, numbers: Sequence[int]) -> Part:
        """Lay out some of the questions, by their numbers."""
        rule: list[int] = []
        price: list[int] = []
        groups: list[int] = []
        kind: list[int] = []
        sides: list[int] = []
        known: list[int] = []
        faint: list[int] = []
        questions: list[int] = []
        for number in numbers:
            each = self.questions[number]
            questions.append(len(known))
            for side in _rivals(each):
                sides.append(len(groups))
                for name, entries in _grouped(side):
                    groups.append(len(rule))
                    kind.append(_KINDS.index(name))
                    for own, cost in entries:
                        rule.append(self.number.get(own, len(self.rules)))
                        price.append(cost)
                known.append(-side.rest[KNOWN])
                level = side.rest[2:4] == each.sides[each.gold].rest[2:4]
                faint.append(-side.rest[FAINT] if level else 0)
        columns = (rule, price, groups, kind, sides, known, faint, questions, list(numbers))
        return Part(*(np.array(column, dtype=np.int64) for column in columns))


def _matters(each: Evidence) -> bool:
    if not 0 <= each.gold < len(each.sides):
        return False
    least = min(side.rest[0] for side in each.sides)
    if each.sides[each.gold].rest[0] > least:
        return False
    rivals = _rivals(each)
    return len(rivals) > 1 and len({side.pieces for side in rivals}) > 1


def _rivals(each: Evidence) -> list[Side]:
    """Give the right side, then those of the others that grammar forbids no more than it."""
    right = each.sides[each.gold]
    others = [side for index, side in enumerate(each.sides) if index != each.gold]
    return [right, *(side for side in others if side.rest[0] <= right.rest[0])]


def _grouped(side: Side) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Give the supports of each link together, hints and clashes each alone; never nothing."""
    links: dict[str, list[tuple[str, int]]] = {}
    for piece in side.pieces:
        if piece.kind == "support":
            links.setdefault(piece.link, []).append((piece.rule, piece.price))
        else:
            yield piece.kind, [(piece.rule, piece.price)]
    if not side.pieces:
        links[""] = [("", 0)]
    for entries in links.values():
        yield "support", entries
