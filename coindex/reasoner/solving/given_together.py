"""Several sentences for one question: restatements, sentences of which one says more, and contradictions.

Each sentence is judged alone first (:mod:`coindex.reasoner.solving.given_rules`). Of those that speak for the same
candidate the heaviest counts. One that says a half only yields to one that says both halves of another candidate. Two
that say as much for different candidates count the same, so that other knowledge decides between these.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from coindex.reasoner.answer import SentenceUse
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.english_rules.sentences import short

_AS_MUCH = 0.9
"""Share of the heaviest weight from which another sentence says as much for its candidate."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What one sentence says of a question."""

    use: SentenceUse
    rules: tuple[Rule, ...] = ()
    """One a candidate that it favours; none if it is not used."""
    whole: bool = False
    """Whether both its halves are in the text."""

    @property
    def weight(self) -> int:
        """The weight of its rules."""
        return max((rule.weight for rule in self.rules), default=0)

    @property
    def favoured(self) -> frozenset[str]:
        """The nodes of the candidates that it favours."""
        return frozenset(_favoured(rule) for rule in self.rules)


def weighed_together(judged: Sequence[Judged]) -> list[Judged]:
    """Weigh the sentences given for one question against each other; their order stays."""
    return _contradicting(_once(_yielding(judged)))


def _favoured(rule: Rule) -> str:
    return arguments(rule.program.rstrip("."))[2]


def _yielding(judged: Sequence[Judged]) -> list[Judged]:
    """Leave out what says a half only, where another sentence says both halves of another candidate."""
    whole = [one for one in judged if one.rules and one.whole]
    found = []
    for one in judged:
        over = next((two for two in whole if not one.favoured & two.favoured), None)
        if one.rules and not one.whole and over is not None:
            why = f"only one half of it is in the text, and {short(over.use.sentence)} is there with both"
            one = Judged(replace(one.use, used=False, why=f"{why}: {one.use.why}"))
        found.append(one)
    return found


def _once(judged: Sequence[Judged]) -> list[Judged]:
    """Keep the heaviest rule for each candidate: sentences that restate each other do not add up."""
    best: dict[str, Rule] = {}
    for rule in (rule for one in judged for rule in one.rules):
        node = _favoured(rule)
        if node not in best or rule.weight > best[node].weight:
            best[node] = rule
    kept = [id(rule) for rule in best.values()]
    return [
        replace(one, rules=tuple(rule for rule in one.rules if id(rule) in kept)) for one in judged
    ]


def _contradicting(judged: Sequence[Judged]) -> list[Judged]:
    """Give sentences the same weight that say as much for different candidates, and name each in the other's report."""
    heaviest = max(judged, key=lambda one: one.weight, default=None)
    if heaviest is None or not heaviest.rules:
        return list(judged)
    rivals = [
        one
        for one in judged
        if one.rules
        and not one.favoured & heaviest.favoured
        and one.whole == heaviest.whole
        and one.weight >= _AS_MUCH * heaviest.weight
    ]
    if not rivals:
        return list(judged)
    weight = min(one.weight for one in rivals)
    found = []
    for one in judged:
        others = [heaviest] if one in rivals else rivals if one is heaviest else []
        if others:
            named = " and ".join(short(other.use.sentence) for other in others)
            why = f"it contradicts {named} here, so neither decides: {one.use.why}"
            rules = tuple(replace(rule, weight=weight) for rule in one.rules)
            one = replace(one, use=replace(one.use, why=why), rules=rules)
        found.append(one)
    return found
