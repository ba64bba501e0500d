"""What a fit is worth: each question answered under weights that were fitted to other pairs only."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from harness.fit.descent import Fit, Fitting
from harness.fit.evidence import Evidence, Side, cost
from harness.fit.prices import KNOWN, Prices
from harness.fit.sums import Whole

PULLS = (0.2, 0.4, 0.8, 1.2, 2.0, 4.0)
"""The prices that are tried for going away from what the author wrote."""
MARGINS = (1, 2, 5, 10, 11, 15, 20, 30, 40, 50)
"""Margins at the level of knowledge, for the table of what surer answers are worth."""


@dataclass(frozen=True, slots=True)
class Given:
    """How a question is answered under some weights."""

    right: bool
    margin: int
    """At the level of knowledge; 0 where that does not decide."""
    decided: bool
    """By knowledge (or by what grammar forbids, which stands above it)."""
    otherwise: bool
    """Whether the answer would be right if knowledge kept silent."""


@dataclass(slots=True)
class Score:
    """Counts over some questions."""

    items: int = 0
    right: int = 0
    decided: int = 0
    decided_right: int = 0

    def add(self, given: Given) -> None:
        """Count a question."""
        self.items += 1
        self.right += given.right
        self.decided += given.decided
        self.decided_right += given.decided and given.right

    @property
    def accuracy(self) -> float:
        """Right of all."""
        return self.right / max(1, self.items)

    @property
    def share(self) -> float:
        """Decided by knowledge of all."""
        return self.decided / max(1, self.items)

    @property
    def precision(self) -> float:
        """Right of those decided by knowledge."""
        return self.decided_right / max(1, self.decided)


@dataclass(slots=True)
class Crossed:
    """The result of a cross-validation for one price (``None``: weights as authored)."""

    pull: float | None
    losses: dict[int, float] = field(default_factory=dict)
    """The losses of the questions that weights have a bearing on, by their places."""
    given: dict[int, Given] = field(default_factory=dict)
    """Answers by the questions' places."""

    @property
    def loss(self) -> float:
        """The loss of such a question, on average."""
        return math.fsum(self.losses.values()) / max(1, len(self.losses))

    def gain(self, other: Crossed, evidence: Sequence[Evidence]) -> tuple[float, float]:
        """Give how much smaller the loss is than another's, a question, and the standard error of that, by pairs."""
        pairs: dict[tuple[str, str], float] = {}
        for number, loss in self.losses.items():
            pair = evidence[number].set, evidence[number].pair
            pairs[pair] = pairs.get(pair, 0.0) + other.losses[number] - loss
        count, mean = max(1, len(self.losses)), math.fsum(pairs.values()) / max(1, len(pairs))
        spread = math.fsum((gain - mean) ** 2 for gain in pairs.values())
        return math.fsum(pairs.values()) / count, math.sqrt(spread) / count

    def scores(self, evidence: Sequence[Evidence]) -> dict[str, Score]:
        """Count by set, in the sets' order, and over all."""
        found: dict[str, Score] = {}
        for number, each in enumerate(evidence):
            found.setdefault(each.set, Score()).add(self.given[number])
        whole = Score()
        for given in self.given.values():
            whole.add(given)
        return {**found, "all": whole}


# ------------------------------------------------------------------------------------------ answers


def answered(each: Evidence, weights: Mapping[str, int], counts: Prices) -> Given:
    """Answer a question under some weights, as the reasoner would.

    A question that could not be looked into is answered by its first candidate.
    """
    if len(each.sides) < 2:
        return Given(each.gold == 0, 0, False, each.gold == 0)
    costs = [cost(side, weights, counts) for side in each.sides]
    order = sorted(range(len(costs)), key=lambda i: (costs[i], i))
    best, rival = costs[order[0]], costs[order[1]]
    blind = [(*c[:KNOWN], 0, *c[KNOWN + 1 :]) for c in costs]
    other = min(range(len(costs)), key=lambda i: (blind[i], i))
    level = next((i for i, (a, b) in enumerate(zip(best, rival, strict=True)) if a != b), None)
    margin = rival[KNOWN] - best[KNOWN] if level == KNOWN else 0
    decided = level is not None and level <= KNOWN
    return Given(order[0] == each.gold, margin, decided, other == each.gold)


def named(whole: Whole, fit: Fit) -> dict[str, int]:
    """Give a fit's weights by the rules' ids."""
    return dict(zip(whole.rules, fit.weights.tolist(), strict=False))


# ------------------------------------------------------------------------------- cross-validation


def fold_of(each: Evidence, folds: int) -> int:
    """Give the fold of a question; twins are in one."""
    digest = hashlib.sha256(f"fold:{each.set}:{each.pair}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % folds


def cross(
    evidence: Sequence[Evidence],
    counts: Prices,
    folds: int,
    pulls: Iterable[float] = PULLS,
    ticking: Callable[[Iterable[int]], Iterator[int]] = iter,
) -> list[Crossed]:
    """Fit on all folds but one and answer that one, for each fold and price; the first result is *as authored*.

    Args:
        evidence: the questions.
        counts: what a point of weight counts.
        folds: how many.
        pulls: the prices.
        ticking: is handed the folds, to show how far the work is.
    """
    whole = Whole(evidence, counts)
    place = {id(each): number for number, each in enumerate(evidence)}
    fold = [fold_of(each, folds) for each in whole.questions]
    found = [Crossed(None), *(Crossed(pull) for pull in pulls)]
    for number in ticking(range(folds)):
        inside = [i for i, own in enumerate(fold) if own != number]
        outside = [i for i, own in enumerate(fold) if own == number]
        if not outside:
            continue
        fitting = Fitting(whole, inside)
        part = whole.part(outside)
        for crossed in found:
            fit = fitting.run(crossed.pull)
            losses = whole.leads(part, fit.weights).losses(fit.temperature)[0].tolist()
            weights = named(whole, fit)
            for i, loss in zip(outside, losses, strict=True):
                each = whole.questions[i]
                crossed.losses[place[id(each)]] = loss
                crossed.given[place[id(each)]] = answered(each, weights, counts)
    authored = dict(zip(whole.rules, whole.authored.tolist(), strict=True))
    for number, each in enumerate(evidence):
        for crossed in found:
            if number not in crossed.given:  # no weight has a bearing on it
                crossed.given[number] = answered(each, authored, counts)
    return found


def chosen(crossed: Sequence[Crossed]) -> Crossed:
    """Give the price with the smallest loss; of equals the one that changes less."""
    return min(crossed, key=lambda c: (round(c.loss, 9), -(c.pull or math.inf)))


def by_margin(given: Iterable[Given]) -> list[tuple[int, float, float, float]]:
    """Tell what it would be worth to let knowledge decide only from some margin on.

    Returns:
        For each of :data:`MARGINS`: itself, the share that knowledge then decides, how many of these are right, and how
        many of all are right when the rest is left to preference.
    """
    seen = list(given)
    rows = []
    for least in MARGINS:
        kept = [g for g in seen if g.decided and (g.margin >= least or not g.margin)]
        right = sum(g.right for g in kept)
        rest = sum(
            g.otherwise if g.decided else g.right
            for g in seen
            if not (g.decided and (g.margin >= least or not g.margin))
        )
        count = max(1, len(seen))
        rows.append((least, len(kept) / count, right / max(1, len(kept)), (right + rest) / count))
    return rows


# -------------------------------------------------------------------------------------------- use


@dataclass(frozen=True, slots=True)
class Use:
    """What a rule does under some weights."""

    spoke: int = 0
    """For how many questions it spoke."""
    decides: int = 0
    """In how many of them knowledge would not give the same answer without it."""
    right: int = 0
    """How many of these are answered rightly."""


def uses(
    evidence: Iterable[Evidence], weights: Mapping[str, int], counts: Prices
) -> dict[str, Use]:
    """Tell for each rule that spoke what hangs on it."""
    return _hanging(evidence, weights, counts, {})


def uses_of_groups(
    evidence: Sequence[Evidence], weights: Mapping[str, int], counts: Prices
) -> dict[str, Use]:
    """Tell for each group of rules what hangs on all of them together."""
    groups = {name: group for each in evidence for name, (_, group) in each.rules.items()}
    return _hanging(evidence, weights, counts, groups)


def _hanging(
    evidence: Iterable[Evidence],
    weights: Mapping[str, int],
    counts: Prices,
    groups: Mapping[str, str],
) -> dict[str, Use]:
    found: dict[str, Use] = {}
    for each in evidence:
        own = {rule: weights[rule] for rule in each.rules}
        answer = _known(each.sides, own, counts)
        members: dict[str, dict[str, int]] = {}
        for rule in each.rules:
            members.setdefault(groups.get(rule, rule), {})[rule] = 0
        for group, silenced in members.items():
            before = found.get(group, Use())
            decides = answer is not None and _known(each.sides, own | silenced, counts) != answer
            right = decides and answer == each.gold
            found[group] = Use(before.spoke + 1, before.decides + decides, before.right + right)
    return found


def _known(sides: Sequence[Side], weights: Mapping[str, int], counts: Prices) -> int | None:
    """Give the candidate that knowledge decides for, if it does."""
    if len(sides) < 2:
        return None
    costs = [cost(side, weights, counts)[: KNOWN + 1] for side in sides]
    best = min(costs)
    return costs.index(best) if costs.count(best) == 1 else None
