"""What decided between the readings of a question.

An answer is decided by a source if without what that source says the answer would not be the best one; of several such
sources the heaviest is told. If none alone is needed, it is the one that says most for the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coindex.reasoner.answer import Answer, Outcome, Reading

SOURCES = ("knowledge", "asked", "mined", "salience")
"""What the level of evidence adds up."""
CLOSE = 10
"""Points of knowledge from which it is said to decide: a rule of the least weight. Smaller differences are right in
57 of 100 cases (``docs/decisions/measuring.md``, 0018), and are told as preference."""
_OUTCOMES: Mapping[str, Outcome] = {
    "problems": "knowledge",
    "knowledge": "knowledge",
    "asked": "asked",
    "mined": "mined",
    "salience": "preference",
    "preference": "preference",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """What decided, and by how much the best reading is ahead of the next one."""

    outcome: Outcome
    source: str | None
    """Of what decided: one of the keys of :meth:`Optimum.costs`; ``None`` if nothing did."""
    margin: int
    """How much more the next reading costs at the level that decides, in its unit."""


def decide(costs: Sequence[Mapping[str, int]], best: int, close: int = CLOSE) -> Decision:
    """Say what decided.

    Args:
        costs: of each reading, by source (:meth:`coindex.reasoner.solving.solver.Optimum.costs`).
        best: the number of the best reading.
        close: points of knowledge from which it is said to decide.

    >>> costs = [{"problems": 0, "knowledge": -40, "mined": 5, "salience": 0, "preference": -1},
    ...          {"problems": 0, "knowledge": 0, "mined": 0, "salience": 0, "preference": -3}]
    >>> decide(costs, 0)
    Decision(outcome='knowledge', source='knowledge', margin=35)
    """
    rivals = [cost for number, cost in enumerate(costs) if number != best]
    ours = costs[best]
    if not rivals:
        return Decision("preference", None, 0)
    theirs = min(rivals, key=_in_order)
    more = {name: theirs.get(name, 0) - ours.get(name, 0) for name in _OUTCOMES}
    if more["problems"]:
        return Decision(_OUTCOMES["problems"], "problems", more["problems"])
    shares = {name: more[name] for name in SOURCES}
    margin = sum(shares.values())
    if margin == 0:
        ahead = more["preference"]
        return Decision("preference", "preference", ahead) if ahead else Decision("tie", None, 0)
    needed = {name: share for name, share in shares.items() if share >= margin} or shares
    source = max(SOURCES, key=lambda name: needed.get(name, -1))
    outcome = _OUTCOMES[source]
    if source == "knowledge" and shares[source] < close:
        outcome = "preference"
    return Decision(outcome, source, margin)


def decided(answer: Answer) -> Decision | None:
    """Say what decided an answer, by the costs of its readings; ``None`` if there is no answer."""
    best = answer.best
    return None if best is None else ahead_of(best, [r for r in answer.readings if r is not best])


def ahead_of(best: Reading, rivals: Sequence[Reading]) -> Decision:
    """Say what decided between a reading and those that are not better."""
    return decide([reading.cost_by_level for reading in (best, *rivals)], 0)


def _in_order(costs: Mapping[str, int]) -> tuple[int, int, int]:
    evidence = sum(costs.get(name, 0) for name in SOURCES)
    return costs.get("problems", 0), evidence, costs.get("preference", 0)
