"""What speaks for a candidate, rule by rule, and the same as a row of numbers: the features of its evidence.

All comes from the atoms that a reading shows (``encodings/display.lp``) and from the rows at hand, so that it costs no
search. The same function serves a program that is being solved and a question that has been answered.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coindex.reasoner.asp.records import Row, Rule
from coindex.reasoner.asp.terms import arguments, is_contrary, plain, split_term
from coindex.reasoner.evidence.breadth import Breadths, asked_by, leads, reached
from coindex.reasoner.evidence.forms import KNOWLEDGE, STATISTICS, Form, form_of
from kparse.graph import SemanticGraph

POINTS = 10
"""Points of evidence for each unit of a rule's weight (``encodings/objective.lp``)."""
FIRM = 3
"""Weight below which a rule is a preference (``encodings/objective.lp``)."""
PREFERENCES = ("subject", "parallel", "possessor", "before", "near", "another")
"""The preferences of structure (``encodings/preference.lp``)."""
MATCH = ("distance", "discount", "turned", "steps", "inferred", "halves")
"""How exact the match of a form's strongest rule is (:class:`Spoken`)."""
BREADTH = ("narrow", "wide")
"""Its breadth: the logarithm to base 2 of the number of words."""
_WHOLE: tuple[Form, ...] = ("profile", "sentence", "asked")
"""Forms whose points say how well they match."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A rule that speaks for a candidate, or against it."""

    id: str
    form: Form
    points: int
    """What it counts if nothing else speaks, on the scale of evidence; below 0: it speaks against the candidate."""
    halves: int
    """2 if it joins what is said of the pronoun to what is said of the candidate; 1 if it needs only one of them."""
    distance: int = 0
    """Units of weight lost because the clauses are only indirectly linked."""
    discount: int = 0
    """Units of weight lost because a word has only derived rows."""
    turned: int = 0
    """How many of its two sides are the contrary of what the text says."""
    steps: int = 0
    """By how many rows the words of the text lead to what it asks for: the longest of the shortest ways."""
    inferred: int = 0
    """How many of its demands no row leads to from a word of the text: they were derived in another way."""
    narrow: int = 0
    """How many words of the knowledge meet its narrowest demand; 0 if it names no constant."""
    wide: int = 0
    """The same for its widest demand."""


class Text:
    """A question's text as rules see it.

    Args:
        graph: of the text.
        rows: those at hand.
        facts: of the question; ``key/2`` says under which word an event is looked up.
        rule: gives the rule of a name.
        breadths: of rules.
    """

    def __init__(
        self,
        graph: SemanticGraph,
        rows: Iterable[Row],
        facts: Iterable[str],
        rule: Callable[[str], Rule | None],
        breadths: Breadths,
    ) -> None:
        """Take over what is known of a question."""
        self.rule, self.breadths = rule, breadths
        self._rows = rows
        self._words: dict[str, list[str]] = {}
        for node in graph.nodes.values():
            self._words.setdefault(node.id, []).append(node.concept)
        for fact in facts:
            if fact.startswith("key("):
                node_id, word = arguments(fact)
                self._words.setdefault(node_id, []).append(word.strip('"'))
        self._graph = graph
        self._onward: Mapping[str, Sequence[str]] | None = None
        self._ways: dict[frozenset[str], dict[str, int]] = {}

    def ways(self, *situations: str) -> dict[str, int]:
        """Give what the words of situations lead to, and by how many rows; without any, all words of the text."""
        nodes = frozenset(node for one in situations if (node := plain(one)) in self._words)
        if nodes not in self._ways:
            if self._onward is None:
                self._onward = leads(self._rows)
            mine = {*nodes, *(e.target for node in nodes for e in self._graph.out(node))}
            words = {w for node in mine or self._words for w in self._words.get(node, ())}
            self._ways[nodes] = reached(sorted(words), self._onward)
        return self._ways[nodes]

    def match(self, rule: Rule, *situations: str) -> tuple[int, int]:
        """Give steps and inferred demands of a rule that joins situations (:class:`Spoken`)."""
        ways, steps, inferred = self.ways(*situations), 0, 0
        for demand in asked_by(rule):
            found = [ways[name] for name in demand if name in ways]
            steps = max(steps, min(found, default=0))
            inferred += not found
        return steps, inferred


def spoken_in(shown: Collection[str], candidate: str, text: Text) -> list[Spoken]:
    """Give what speaks for or against a candidate, by the atoms that its reading shows, sorted by name.

    Args:
        shown: the atoms.
        candidate: its term.
        text: of the question.
    """
    best = _best_instances(shown)
    found = []
    for atom in shown:
        name, args = split_term(atom)
        if name == "support":
            found.append(_support(args, best, text))
        elif name == "hint":
            found.append(_hint(args[0], int(args[2]), shown, text))
        elif name == "clash" and f"binds({args[1]},{args[2]})" in shown:
            found.append(_clash(args[0], text))
        elif name == "profile_speaks" and args[1] == candidate:
            found.append(Spoken(args[0], "profile", int(args[2]), 2))
        elif name == "mined":
            own = args[0].strip('"')
            found.append(Spoken(own, form_of(own, ""), int(args[3]), 2))
    return sorted((one for one in found if one is not None), key=lambda one: (one.id, one.points))


def _best_instances(shown: Iterable[str]) -> dict[tuple[str, str], tuple[int, str, str]]:
    """Give for each rule and link the instance that weighs most: its weight and the two situations."""
    best: dict[tuple[str, str], tuple[int, str, str]] = {}
    for atom in shown:
        if atom.startswith("explained("):
            name, first, second, weight, link = arguments(atom)
            turned = is_contrary(first) + is_contrary(second)
            rank = int(weight), -turned
            before = best.get((name, link))
            if before is None or rank > (before[0], -sum(map(is_contrary, before[1:]))):
                best[name, link] = int(weight), first, second
    return best


def _support(
    args: Sequence[str], best: Mapping[tuple[str, str], tuple[int, str, str]], text: Text
) -> Spoken | None:
    name, link, left = args[0], args[1], int(args[2])
    rule = text.rule(name)
    if rule is None:
        return None
    weight, first, second = best.get((name, link), (left, "", ""))
    steps, inferred = text.match(rule, first, second)
    narrow, wide = text.breadths.of(rule)
    return Spoken(
        name,
        form_of(name, rule.file),
        POINTS * left,
        2,
        distance=max(0, rule.weight - weight),
        discount=max(0, weight - left),
        turned=is_contrary(first) + is_contrary(second),
        steps=steps,
        inferred=inferred,
        narrow=narrow,
        wide=wide,
    )


def _hint(name: str, weight: int, shown: Iterable[str], text: Text) -> Spoken | None:
    rule = text.rule(name)
    if rule is None:
        return None
    form = form_of(name, rule.file)
    own = {arguments(a)[3] for a in shown if a.startswith(f"favour({name},")}
    steps, inferred = text.match(rule)
    narrow, wide = text.breadths.of(rule)
    turned = int(bool(own) and all(map(is_contrary, own)))
    return Spoken(
        name,
        form,
        POINTS * weight,
        2 if form in ("sentence", "frame") else 1,
        turned=turned,
        steps=steps,
        inferred=inferred,
        narrow=narrow,
        wide=wide,
    )


def _clash(name: str, text: Text) -> Spoken | None:
    rule = text.rule(name)
    if rule is None:
        return None
    steps, inferred = text.match(rule)
    narrow, wide = text.breadths.of(rule)
    form = form_of(name, rule.file)
    points = -POINTS * rule.weight
    return Spoken(name, form, points, 1, steps=steps, inferred=inferred, narrow=narrow, wide=wide)


# ---------------------------------------------------------------------------------------- features


def features(
    spoken: Sequence[Spoken], shown: Collection[str], pronoun: str, candidate: str
) -> dict[str, float]:
    """Give the features of a candidate's evidence; those that are 0 are left out.

    ``docs/reliability.md`` has their names.

    Args:
        spoken: what speaks for it or against it.
        shown: the atoms of its reading.
        pronoun: the one that is asked about.
        candidate: its term.
    """
    found = dict(_of_forms(spoken))
    found |= _together(spoken)
    found["salience"] = float(
        sum(
            int(arguments(atom)[2])
            for atom in shown
            if atom.startswith(f"salient({pronoun},{candidate},")
        )
    )
    for name in PREFERENCES:
        found[f"prefers_{name}"] = float(
            sum(
                int(arguments(atom)[2])
                for atom in shown
                if atom.startswith(f"prefer({name},{pronoun},")
            )
        )
    found["problems"] = float(sum(atom.startswith("problem(") for atom in shown))
    picked = (arguments(atom)[1] for atom in shown if atom.startswith("pick("))
    found["other_parse"] = float(sum(which != "0" for which in picked))
    return {name: round(value, 4) for name, value in found.items() if value}


def _of_forms(spoken: Iterable[Spoken]) -> Iterator[tuple[str, float]]:
    """Give for each form its strongest rule in numbers, how many there are, and their sum."""
    by_form: dict[Form, list[Spoken]] = {}
    for one in spoken:
        if one.points > 0:
            by_form.setdefault(one.form, []).append(one)
    for form, mine in sorted(by_form.items()):
        best = max(mine, key=lambda one: (one.points, -one.inferred, -one.steps, one.id))
        yield f"{form}", float(best.points)
        if form in STATISTICS:
            continue
        yield f"{form}_number", float(len(mine))
        yield f"{form}_sum", float(sum(one.points for one in mine))
        if form in _WHOLE:
            continue
        for name in MATCH:
            yield f"{form}_{name}", float(getattr(best, name))
        for name in BREADTH:
            yield f"{form}_{name}", math.log2(max(1, getattr(best, name)))


def _together(spoken: Sequence[Spoken]) -> dict[str, float]:
    ours = [one for one in spoken if one.points >= FIRM and one.form in KNOWLEDGE]
    rules = [one for one in ours if one.form != "profile"]
    firm = [one for one in rules if one.points >= POINTS * FIRM]
    against = [-one.points for one in spoken if one.points < 0]
    exact = [
        one for one in firm if not (one.distance or one.discount or one.turned or one.inferred)
    ]
    return {
        "forms": float(len({one.form for one in ours})),
        "rules": float(len(firm)),
        "exact": float(max((one.points for one in exact), default=0)),
        "both_halves": float(any(one.halves == 2 for one in firm)),
        "strongest": float(max((one.points for one in firm), default=0)),
        "second": float(sorted((one.points for one in firm), reverse=True)[1]) if firm[1:] else 0.0,
        "weak": float(sum(one.points for one in rules if one.points < POINTS * FIRM)),
        "clash": float(max(against, default=0)),
        "clashes": float(len(against)),
        "against": float(sum(against)),
    }
