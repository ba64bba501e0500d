"""The fit itself: whole weights from 0 to 9, one after the other set to what costs least, until none moves.

What is made small is the sum of the questions' losses plus a price for going away from what the author wrote:
``pull * (weight - round(factor * authored))**2`` for each rule. Factors are those of groups of rules; axioms are one
family of groups, rows another. A family's factor has a small price for going away from 1, a group's a high one for
going away from its family's. A rule that few questions speak of thus keeps its group's share of the authored weight.
The weights are whole numbers all the way, so nothing is lost by rounding at the end, and the thresholds of the sums
count as they will when the reasoner adds up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.fit.sums import Bools, Floats, Ints, Part, Whole, leads
from reasoner.laws import LAWS
from reasoner.weights import HEAVIEST, scaled

PASSES = 30
"""Passes over all rules at most; most fits settle within ten."""
FAMILY, GROUP = 5.0, 100.0
"""The price of a family's factor that is 1 away from 1, and of a group's that is 1 away from its family's, against the
price of one point of weight."""
LEAST, MOST = 0.3, 1.7
STEPS = tuple(round(step / 10, 1) for step in range(-7, 8) if step)
"""By how much factors are changed at a time."""
COOLEST, HOTTEST = 2.0, 300.0


@dataclass(frozen=True, slots=True)
class Fit:
    """Fitted weights by the rules' numbers (a last one of 0), factors by the groups' numbers, and the temperature."""

    weights: Ints
    factors: Floats
    temperature: float


@dataclass(frozen=True, slots=True)
class _Local:
    """A rule with the questions that it speaks in, and where it stands among their entries."""

    rule: int
    part: Part
    own: Ints


class Fitting:
    """Fits weights to some questions of a whole.

    Args:
        whole: all questions.
        numbers: those that are fitted to.
    """

    def __init__(self, whole: Whole, numbers: Sequence[int]) -> None:
        self.whole = whole
        self.part = whole.part(numbers)
        spoke: dict[int, list[int]] = {}
        for number in numbers:
            for name in whole.questions[number].rules:
                spoke.setdefault(whole.number[name], []).append(number)
        self._locals = [self._local(rule, spoke[rule]) for rule in sorted(spoke)]
        self._seen: Ints = np.array(sorted(spoke), dtype=np.int64)
        rows = [name.startswith(LAWS) for name in whole.groups]
        self._families = [
            family
            for kind in (True, False)
            if (family := [number for number, row in enumerate(rows) if row is kind])
        ]

    def _local(self, rule: int, numbers: Sequence[int]) -> _Local:
        part = self.whole.part(numbers)
        return _Local(rule, part, np.flatnonzero(part.rule == rule))

    def run(self, pull: float | None) -> Fit:
        """Fit.

        Args:
            pull: the price of going away from what the author wrote; ``None``: nothing does, only the temperature is
                fitted.
        """
        weights, factors = self.whole.weights(), np.ones(len(self.whole.groups))
        temperature = self._temperature(weights)
        if pull is None:
            return Fit(weights, factors, temperature)
        changed = np.ones(len(self.whole.questions), dtype=bool)
        for _ in range(PASSES):
            before = weights.copy()
            changed = self._each(changed, weights, factors, temperature, pull)
            if self._scale(weights, factors, temperature, pull):
                changed[:] = True
            temperature = self._temperature(weights)
            if np.array_equal(before, weights):
                break
        return Fit(self._unseen(weights, factors), factors, temperature)

    # -- one rule

    def _each(
        self,
        changed: Bools,
        weights: Ints,
        factors: Floats,
        temperature: float,
        pull: float,
    ) -> Bools:
        """Set each rule to its best weight, but for those in whose questions nothing has moved; tell where some did."""
        moved = np.zeros_like(changed)
        for local in self._locals:
            numbers = local.part.numbers
            if not (changed[numbers].any() or moved[numbers].any()):
                continue
            best = self._best(local, weights, factors, temperature, pull)
            if best != weights[local.rule]:
                weights[local.rule] = best
                moved[numbers] = True
        return moved

    def _best(
        self, local: _Local, weights: Ints, factors: Floats, temperature: float, pull: float
    ) -> int:
        """Give the weight of a rule that costs least while all others stay."""
        options = np.arange(HEAVIEST + 1)
        part = local.part
        effective = np.repeat((weights[part.rule] - part.price)[None, :], len(options), axis=0)
        effective[:, local.own] = options[:, None] - part.price[local.own]
        costs = leads(part, effective, self.whole.counts).losses(temperature).sum(axis=1)
        factor = float(factors[self.whole.group[local.rule]])
        wanted = scaled(int(self.whole.authored[local.rule]), factor)
        costs += pull * (options - wanted) ** 2
        now = int(weights[local.rule])
        best = int(np.argmin(costs))
        return best if costs[best] < costs[now] - 1e-9 else now

    # -- all rules of a group

    def _scale(self, weights: Ints, factors: Floats, temperature: float, pull: float) -> bool:
        """Try other factors, for families of groups and then for each group, the rules going along.

        Returns:
            Whether one was better.
        """
        here = self._cost(weights, factors, temperature, pull)
        better = False
        for block in (*self._families, *([group] for group in range(len(factors)))):
            best = None
            for step in STEPS:
                other = factors.copy()
                other[block] = np.clip(np.round(factors[block] + step, 1), LEAST, MOST)
                moved = self._along(weights, factors, other)
                there = self._cost(moved, other, temperature, pull)
                if there < here - 1e-9:
                    here, best = there, (moved, other)
            if best is not None:
                weights[:], factors[:] = best
                better = True
        return better

    def _along(self, weights: Ints, before: Floats, after: Floats) -> Ints:
        """Move the rules that speak along with their factors."""
        seen = self._seen
        group, authored = self.whole.group[seen], self.whole.authored[seen]
        moved = weights.copy()
        apart = weights[seen] - _scaled(authored, before[group])
        moved[seen] = np.clip(_scaled(authored, after[group]) + apart, 0, HEAVIEST)
        return moved

    def _cost(self, weights: Ints, factors: Floats, temperature: float, pull: float) -> float:
        losses = self.whole.leads(self.part, weights).losses(temperature)
        seen = self._seen
        wanted = _scaled(self.whole.authored[seen], factors[self.whole.group[seen]])
        away = float(((weights[seen] - wanted) ** 2).sum())
        stiff = 0.0
        for family in self._families:
            middle = factors[family].mean()
            stiff += FAMILY * float((middle - 1.0) ** 2)
            stiff += GROUP * float(((factors[family] - middle) ** 2).sum())
        return float(losses.sum()) + pull * (away + stiff)

    # -- the rest

    def _temperature(self, weights: Ints) -> float:
        """Give the temperature at which the leads are as sure as they may be."""
        found = self.whole.leads(self.part, weights)
        low, high = np.log(COOLEST), np.log(HOTTEST)
        golden = (np.sqrt(5.0) - 1) / 2
        for _ in range(25):
            left, right = high - golden * (high - low), low + golden * (high - low)
            if found.losses(float(np.exp(left))).sum() <= found.losses(float(np.exp(right))).sum():
                high = right
            else:
                low = left
        return round(float(np.exp((low + high) / 2)), 2)

    def _unseen(self, weights: Ints, factors: Floats) -> Ints:
        """Give the rules that no question speaks of their group's share."""
        found = weights.copy()
        rest = np.setdiff1d(np.arange(len(self.whole.rules)), self._seen)
        for rule in rest.tolist():
            factor = float(factors[self.whole.group[rule]])
            found[rule] = scaled(int(self.whole.authored[rule]), factor)
        return found


def _scaled(authored: Ints, factor: Floats) -> Ints:
    """Multiply weights as :func:`reasoner.weights.scaled` does."""
    found: Ints = np.clip(np.floor(authored * factor + 0.5), 1, HEAVIEST).astype(np.int64)
    return found
