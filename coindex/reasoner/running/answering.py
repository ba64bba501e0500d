"""From a solved case to its answer: its readings, the rules that spoke in each, what decided, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.asks import ASKED
from coindex.reasoner.asp.terms import arguments, is_contrary, split_term
from coindex.reasoner.calibration import Kind, shipped
from coindex.reasoner.evidence.grounds import grounds
from coindex.reasoner.evidence.points import FIRM, PER_WEIGHT
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.deciding import decide
from coindex.reasoner.solving.solver import Optimum
from coindex.reasoner.wording.rule_texts import RuleTexts
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.evidence.weigh import Evidence
    from coindex.reasoner.store.store import Store
    from kparse.graph import SemanticGraph

_SCALE = (10**8, 10**4, 1)
"""Factors of the levels that make one number of the costs."""


def answer_of(solved: Solved, store: Store, close: int = 0) -> Answer:
    """Make the answer of a solved case: the candidate with the cheapest reading.

    Args:
        solved: the case with its readings.
        store: the knowledge, in which the rules that spoke are looked up.
        close: points of knowledge from which it is said to decide.
    """
    case = solved.case
    graph, question, optima = case.graph, case.question, solved.solution.optima
    best = min(optima, key=lambda o: (o.cost, o.index))
    rules = _Rules(solved, store)
    costs = [rules.costs(optimum) for optimum in optima]
    readings = tuple(
        _reading(optimum, costs, [o.cost for o in optima], rules) for optimum in optima
    )
    written = ([rule for rule in r.rules if rule.level != ASKED] for r in readings)
    rests_on = grounds(list(written), best.index)
    kind: Kind = "choice" if question.is_gap else "pronoun"
    decision = decide(costs, optima.index(best), close)
    confidence = shipped().confidence(kind, decision.source, decision.margin, len(optima), rests_on)
    text = graph.metadata.get("snt", "")
    return Answer(
        text=text,
        pronoun=text[question.start : question.end],
        start=question.start,
        end=question.end,
        candidates=tuple(c.text for c in question.candidates),
        answer=best.index,
        decided_by=decision.outcome,
        confidence=confidence,
        readings=readings,
        missing=solved.program.unknown,
        sentence_uses=solved.sentence_uses,
    )


def _reading(
    optimum: Optimum,
    costs: Sequence[Mapping[str, int]],
    levels: Sequence[tuple[int, ...]],
    rules: _Rules,
) -> Reading:
    """A candidate's reading; its costs are above the lowest of all candidates."""
    candidate = rules.question.candidates[optimum.index]
    own = costs[optimum.index]
    fired = sorted(rules.fired(optimum), key=lambda r: (r.level == "mined", -r.weight, r.id))
    above = [c - min(each[n] for each in levels) for n, c in enumerate(optimum.cost[:3])]
    return Reading(
        index=optimum.index,
        candidate=candidate.text,
        node=candidate.node,
        cost=sum(c * s for c, s in zip(above, _SCALE, strict=True)),
        cost_by_level={
            name: cost - min(each[name] for each in costs) for name, cost in own.items()
        },
        rules=tuple(fired),
        problems=tuple(
            dict.fromkeys(arguments(a)[0] for a in optimum.shown if a.startswith("problem("))
        ),
    )


class _Rules:
    """Finds the rules that spoke, by the atoms of a reading that are shown."""

    def __init__(self, solved: Solved, store: Store) -> None:
        self.question, self._store = solved.case.question, store
        self._graph = solved.case.graph
        rules = solved.selection.added
        if solved.case.english_rules or solved.case.rows:
            rules = solved.selection.rules
        self._given = {rule.id: rule for rule in rules}
        self._asked = {rule.id: rule for rule in rules if rule.file == ASKED}
        self._words = {word.id: word for word in solved.profile_words}
        self._texts = RuleTexts(self._graph, self.question, solved.selection.rows, self._given)
        self._evidence: Mapping[str, Evidence] = {quote(one.id): one for one in solved.evidence}

    def costs(self, optimum: Optimum) -> dict[str, int]:
        """Give a reading's costs by source; what rules say that were asked for is no knowledge."""
        costs = optimum.costs(self.question.pronoun)
        if not self._asked:
            return costs
        said = 0
        for atom in optimum.shown:
            name, args = split_term(atom)
            rule = self._asked.get(args[0]) if name in ("support", "hint", "clash") else None
            if rule is None:
                continue
            if name == "clash":
                said -= rule.weight if _is_chosen(atom, optimum.shown) else 0
            elif (weight := int(args[-1])) >= FIRM:
                said += weight
        points = PER_WEIGHT * said
        return costs | {"knowledge": costs["knowledge"] + points, ASKED: -points}

    def fired(self, optimum: Optimum) -> Iterator[FiredRule]:
        """Give the rules that spoke in a reading."""
        explained = _explained(optimum.shown)
        favoured = _favoured(optimum.shown, self._graph)
        ones = self._mentions(optimum)
        for atom in optimum.shown:
            name, args = split_term(atom)
            if name == "mined":
                yield self._evidence[args[0]].fired(int(args[3]))
            elif name == "profile_speaks":
                named, node, points = arguments(atom)
                if node == self._node(optimum.index):
                    yield self._texts.word(self._words[named], int(points), optimum.index, ones)
            elif name == "support":
                joined = explained.get((args[0], args[1]), ("", ""))
                yield from self._rule(name, args, joined, optimum, ones)
            elif name == "hint":
                yield from self._rule(name, args, favoured.get(args[0], ("", "")), optimum, ones)
            elif name == "clash" and _is_chosen(atom, optimum.shown):
                said = "", self._texts.said_of_pronoun()
                yield from self._rule(name, args, said, optimum, ones)

    def _rule(
        self,
        name: str,
        args: Sequence[str],
        situations: tuple[str, str],
        optimum: Optimum,
        ones: frozenset[str],
    ) -> Iterator[FiredRule]:
        """Give a rule that supports a link, favours a candidate or is against it."""
        rule = self._given.get(args[0]) or self._store.rule(args[0])
        if rule is None:
            return
        joins, texts = name == "support", self._texts
        who = texts.called(optimum.index) or texts.filler(situations[0], rule.id)
        yield FiredRule(
            id=rule.id,
            file=rule.file,
            line=rule.line,
            text=texts.text(
                rule, who, optimum.index, situations, ones, joined=joins, is_clash=name == "clash"
            ),
            weight=int(args[-1]) if joins else rule.weight,
            source=rule.source,
            level=ASKED if rule.id in self._asked else "knowledge",
            sign=-1 if name == "clash" else 1,
            link=args[1] if joins else "",
            how=_how(*map(texts.is_turned, situations)) if joins else "",
            told=texts.told(rule, who, situations, ones) if joins else "",
        )

    def _mentions(self, optimum: Optimum) -> frozenset[str]:
        """Give a candidate's node, the pronoun asked about and the possessives that stand for it in a reading."""
        own = self._node(optimum.index)
        bound = [arguments(a) for a in optimum.shown if a.startswith("binds(")]
        same = {
            pronoun
            for pronoun, candidate in bound
            if candidate == own
            and pronoun in self._graph.nodes
            and self._graph.nodes[pronoun].attrs.get("case") == "poss"
        }
        return frozenset({own, self.question.pronoun, *same})

    def _node(self, index: int) -> str:
        return self.question.candidates[index].node or f"none({index})"


def _explained(shown: Iterable[str]) -> dict[tuple[str, str], tuple[str, str]]:
    """Give the two situations that a rule joins in each link: those where it weighs most, not turned round."""
    found: dict[tuple[str, str], tuple[int, str, str]] = {}
    for atom in shown:
        if atom.startswith("explained("):
            name, first, second, weight, link = arguments(atom)
            turned = (is_contrary(first), is_contrary(second))
            best = found.get((name, link))
            rank = 2 * int(weight) - any(turned)
            if best is None or rank > best[0]:
                found[name, link] = rank, first, second
    return {key: (first, second) for key, (_, first, second) in found.items()}


def _how(first: bool, second: bool) -> Literal["", "expected", "converse"]:
    """What a rule says of the text, by which of its two situations are turned round."""
    if first and second:
        return "converse"
    return "expected" if first or second else ""


def _is_chosen(clash: str, shown: Iterable[str]) -> bool:
    """Whether the pronoun of a clash stands for that candidate in the reading."""
    pronoun, candidate = arguments(clash)[1:]
    return f"binds({pronoun},{candidate})" in shown


def _favoured(shown: Iterable[str], graph: SemanticGraph) -> dict[str, tuple[str, str]]:
    """Give the situations that a rule about a single mention rests on: what is compared with it, and its own."""
    rated: set[tuple[str, str]] = set()
    sides: dict[str, list[str]] = {}
    for atom in shown:
        if atom.startswith("candidate_rated("):
            situation, candidate = arguments(atom)[:2]
            rated.add((situation, candidate))
        elif atom.startswith(("contrast_side(", "clause_pair_side(")):
            situation, candidate = arguments(atom)[:2]
            sides.setdefault(candidate, []).append(situation)
    found: dict[str, tuple[str, str]] = {}
    for atom in shown:
        if atom.startswith("favour("):
            name, _, candidate, own = arguments(atom)
            direct = [
                situation
                for situation in sides.get(candidate, ())
                if ((situation, candidate) in rated or _within(graph, situation, candidate))
                and not _compared_with(graph, situation, candidate)
            ]
            contrary = [f"contrary({situation})" for situation in sides.get(candidate, ())]
            found.setdefault(name, (next(iter(direct + contrary), ""), own))
    return found


def _compared_with(graph: SemanticGraph, situation: str, candidate: str) -> bool:
    """Tell whether a candidate is what another one is compared with in a situation."""
    above = [candidate, *_holders(graph, candidate)]
    into = [e for node in above for e in graph.into(node)]
    return any(e.role in _COMPARED and (e.source == situation or e.role == "than") for e in into)


_COMPARED = frozenset(("than", "obl.unlike", "obl.than", "nmod.unlike"))


def _holders(graph: SemanticGraph, node: str) -> list[str]:
    """Give what is said to be somebody's: *the yard of Ann*, *Ann's yard*."""
    into = [e.source for e in graph.into(node) if e.role.startswith("nmod.")]
    return [*into, *(e.source for e in graph.into(node) if e.role == "poss")]


def _within(graph: SemanticGraph, situation: str, candidate: str) -> bool:
    """Tell whether what is a candidate's takes part in a situation."""
    holders = _holders(graph, candidate)
    return any(e.source == situation for node in holders for e in graph.into(node))
