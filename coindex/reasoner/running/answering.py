"""From a solved case to its answer: its readings, the rules that spoke in each, what decided, and how sure that is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from coindex.reasoner.answer import Answer, FiredRule, Outcome, Reading
from coindex.reasoner.asp.terms import arguments, split_term
from coindex.reasoner.calibration import Kind, shipped
from coindex.reasoner.grounds import grounds
from coindex.reasoner.running.profile_sentences import profile_rule
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.solver import LEVELS, Optimum
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.asp.records import Rule
    from coindex.reasoner.evidence.weigh import Evidence
    from coindex.reasoner.knowledge.store import Store

_SCALE = (10**8, 10**6, 10**4, 10**2, 1)
"""Factors that make one number of the costs by level."""
_SOMEBODY = "somebody or something"
"""What stands for a participant in a rule's sentence if nothing was traced."""
_OUTCOMES: dict[str, Outcome] = {
    "problems": "knowledge",
    "knowledge": "knowledge",
    "mined": "mined",
    "attachment": "preference",
    "preference": "preference",
}


def answer_of(solved: Solved, store: Store) -> Answer:
    """Make the answer of a solved case: the candidate with the cheapest reading.

    Args:
        solved: the case with its readings.
        store: the knowledge, in which the rules that spoke are looked up.
    """
    case = solved.case
    graph, question, optima = case.graph, case.question, solved.solution.optima
    best = min(optima, key=lambda o: (o.cost, o.index))
    floor = tuple(min(costs) for costs in zip(*(o.cost for o in optima), strict=True))
    rules = _Rules(solved, store)
    rivals = [o for o in optima if o is not best]
    readings = tuple(_reading(o, floor, rules) for o in optima)
    rests_on = grounds([r.rules for r in readings], best.index)
    kind: Kind = "choice" if question.is_gap else "pronoun"
    outcome, confidence = _outcome(best, rivals, kind, rests_on)
    text = graph.metadata.get("snt", "")
    return Answer(
        text=text,
        pronoun=text[question.start : question.end],
        start=question.start,
        end=question.end,
        candidates=tuple(c.text for c in question.candidates),
        answer=best.index,
        decided_by=outcome,
        confidence=confidence,
        readings=readings,
        missing=solved.program.unknown,
        sentence_uses=solved.sentence_uses,
    )


def _outcome(
    best: Optimum, rivals: Sequence[Optimum], kind: Kind, rests_on: Mapping[str, float]
) -> tuple[Outcome, float]:
    """What decided, and how sure that is by the margin at the deciding level and what the answer rests on."""
    sure, candidates = shipped().confidence, len(rivals) + 1
    if not rivals:
        return "preference", sure(kind, None, 0, candidates)
    runner_up = min(rivals, key=lambda o: (o.cost, o.index))
    for level, ours, theirs in zip(LEVELS, best.cost, runner_up.cost, strict=True):
        if ours != theirs:
            return _OUTCOMES[level], sure(kind, level, theirs - ours, candidates, rests_on)
    return "tie", sure(kind, None, 0, candidates)


def _reading(optimum: Optimum, floor: tuple[int, ...], rules: _Rules) -> Reading:
    """A candidate's reading; its costs are above the lowest of all candidates, level by level."""
    candidate = rules.question.candidates[optimum.index]
    relative = tuple(c - f for c, f in zip(optimum.cost, floor, strict=True))
    fired = sorted(rules.fired(optimum), key=lambda r: (r.level == "mined", -r.weight, r.id))
    return Reading(
        index=optimum.index,
        candidate=candidate.text,
        node=candidate.node,
        cost=sum(c * s for c, s in zip(relative, _SCALE, strict=True)),
        cost_by_level=dict(zip(LEVELS, relative, strict=True)),
        rules=tuple(fired),
    )


class _Rules:
    """Finds the rules that spoke, by the atoms of a reading that are shown."""

    def __init__(self, solved: Solved, store: Store) -> None:
        self.question, self._store = solved.case.question, store
        self._given: Mapping[str, Rule] = {}
        if solved.case.english_rules or solved.case.rows:
            self._given = {rule.id: rule for rule in solved.selection.rules}
        self._words = {word.id: word for word in solved.profile_words}
        self._graph = solved.case.graph
        self._person = self._stands_for_a_person()
        self._evidence: Mapping[str, Evidence] = {quote(one.id): one for one in solved.evidence}

    def fired(self, optimum: Optimum) -> Iterator[FiredRule]:
        """Give the rules that spoke in a reading."""
        candidate = (
            _SOMEBODY if self.question.is_gap else self.question.candidates[optimum.index].text
        )
        for atom in optimum.shown:
            name, args = split_term(atom)
            if name == "mined":
                yield self._evidence[args[0]].fired(int(args[3]))
                continue
            if name == "profile_speaks":
                named, node, points = arguments(atom)
                if node == self._node(optimum.index):
                    yield profile_rule(self._words[named], int(points), self._graph, self._person)
                continue
            if name not in ("support", "hint", "clash"):
                continue
            if name == "clash" and not _is_chosen(atom, optimum.shown):
                continue
            rule = self._given.get(args[0]) or self._store.rule(args[0])
            if rule is None:
                continue
            weight = rule.weight if name != "support" else int(args[-1])
            yield FiredRule(
                id=rule.id,
                file=rule.file,
                line=rule.line,
                text=_fill(rule.text, candidate),
                weight=weight,
                source=rule.source,
                sign=-1 if name == "clash" else 1,
            )

    def _stands_for_a_person(self) -> bool:
        """Tell by its gender whether the pronoun stands for a person; a blank does if a candidate is a name."""
        pronoun = self._graph.nodes.get(self.question.pronoun)
        if pronoun is not None and "gender" in pronoun.attrs:
            return pronoun.attrs["gender"] != "neut"
        nodes = (self._graph.nodes.get(c.node or "") for c in self.question.candidates)
        return any(node is not None and node.attrs.get("proper") == "+" for node in nodes)

    def _node(self, index: int) -> str:
        return self.question.candidates[index].node or f"none({index})"


def _is_chosen(clash: str, shown: Iterable[str]) -> bool:
    """Whether the pronoun of a clash stands for that candidate in the reading."""
    pronoun, candidate = arguments(clash)[1:]
    return f"binds({pronoun},{candidate})" in shown


def _fill(template: str, candidate: str) -> str:
    """Fill in a rule's sentence without a trace: by convention X and Y are the candidate, other names are anything.

    >>> _fill("{Y} did wrong to {Z}", "the cook")
    'the cook did wrong to somebody or something'
    """
    named = re.sub(r"\{[XY]\}", lambda _: candidate, template)
    return re.sub(r"\{[A-Z]\w*\}", _SOMEBODY, named)
