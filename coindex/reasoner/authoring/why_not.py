"""Why an answer was not chosen, or why a rule did not fire: literal by literal, with what was found instead.

The question is solved again with everything that can be derived. For a candidate, the report says what outweighed it,
which words have no rows, how the text links its clauses, and which rules came nearest to firing for it. For a rule,
it says which literals of the body hold together in the candidate's best reading and which fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from clingo import parse_term

from coindex.reasoner.answer import Answer, FiredRule, Reading
from coindex.reasoner.asp.instrument import map_variables
from coindex.reasoner.asp.terms import arguments, name_of, split_term
from coindex.reasoner.counterfactuals.scene import Scene
from coindex.reasoner.counterfactuals.search import Counterfactual, Search, options
from coindex.reasoner.evidence.points import FIRM, PER_WEIGHT
from coindex.reasoner.explaining.firings import by_name
from coindex.reasoner.knowledge.default_rules import (
    Sides,
    inner,
    is_default_rule,
    sides_of,
)
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.deciding import SOURCES, ahead_of
from coindex.reasoner.store.reading_files import Row, Rule
from kparse.asp import plain, quote
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from coindex.reasoner.store.store import Store

NEAREST = 5
"""The most rules reported as near."""
_MOST_LACKING = 2
"""The most literals that a near rule may lack."""
_MOST_DROPPED = 5
"""The most literals that may be lacking of a rule that is asked about."""
_PRICE, _LINK_PRICE, _IDENTITY_PRICE, _DEAR = 2, 3, 7, 10**6
_ELSEWHERE = 3
"""The price of an instance that does not mention the pronoun."""
_ALL = 10**9
_MOST_RULES = 8  # rules told
_MOST_TERMS = 10
"""The most terms listed for the rows of a class and participant."""
_IN_POINTS = ("word",)
"""Names of rules that are weighed in points."""
_LINKED = {
    "expl": "causal(S,E,_,_)|content(E,S)",
    "cons": "causal(E,S,_,_)|purpose(E,S,_,_)",
    "goal": "purpose(E,S,_,_)",
    "accept": "content(E,S)|causal(S,E,_,_)",
}
"""How the text must link the two situations of a rule's head."""
_LINKS = ("causal", "purpose", "content")
_LINKED_BY = "linked"
"""Prefix of the literals that stand for these links."""
_IDENTITY = frozenset({"coref", "relevant_coref"})
"""Predicates of identity: if they fail, the rule is about another participant."""


@dataclass(frozen=True, slots=True)
class Missing:
    """A literal that fails, the most similar atoms that hold, and a row that would make it hold."""

    literal: str
    there: tuple[str, ...]
    row: str = ""


@dataclass(frozen=True, slots=True)
class Instance:
    """A partial instance of a rule in a candidate's best reading."""

    id: str
    file: str
    line: int
    weight: int
    text: str
    held: tuple[str, ...]
    lacks: tuple[Missing, ...]
    """Empty if the rule holds."""
    fired: bool = False


@dataclass(frozen=True, slots=True)
class OpenRows:
    """Rows of one class and participant with all conditions met but one."""

    rows: str
    """With ``_`` where they differ."""
    ask: tuple[tuple[str, int], ...]
    """The terms that they require there, with weights; the highest first."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a candidate was not chosen."""

    answer: Answer
    index: int
    names: tuple[tuple[str, str], ...]
    """Nodes and their words in the text."""
    links: tuple[str, ...]
    """How the text relates situations."""
    near: tuple[Instance, ...]
    asks: tuple[OpenRows, ...]
    rule: str = ""
    """The rule asked about, if any."""

    @property
    def candidate(self) -> str:
        """The candidate's text."""
        return self.answer.candidates[self.index]


def why_not(reasoner: Reasoner, answer: Answer, index: int, *, rule: str | None = None) -> WhyNot:
    """Explain why a candidate was not chosen or, with ``rule``, why that rule did not fire for it.

    Raises:
        InputError: there is no such rule.
    """
    asked = None
    if rule is not None:
        asked = reasoner.store.rule(rule.replace(" ", ""))
        if asked is None:
            hint = "`kb show` lists the rules; name a row without its weight: reason(harm,actor,angry)."
            raise InputError(f"there is no rule `{rule}`", hint=hint)
    solved = reasoner._solved(reasoner._case_of(answer), keep_atoms=True, everything=True)
    model = _Model(solved, answer, index)
    near = model.instances(asked) if asked else model.nearest(reasoner.store.rules())
    asks = () if asked else tuple(model.asking(reasoner.store))
    return WhyNot(
        answer,
        index,
        tuple(model.names()),
        tuple(model.links()),
        tuple(near),
        asks,
        asked.id if asked else "",
    )


class _Model:
    """A candidate's best reading."""

    def __init__(self, solved: Solved, answer: Answer, index: int) -> None:
        self.solved, self.answer = solved, answer
        optimum = next(o for o in solved.solution.optima if o.index == index)
        self.pronoun = solved.case.question.pronoun
        self.atoms = by_name(optimum.atoms)
        self.scene = Scene(optimum.atoms, self.pronoun)
        self.keys = {args[0]: args[1] for args in map(arguments, self.atoms.get("key", ()))}
        self.fired = {rule.id for rule in _reading(answer, index).rules if rule.sign > 0}
        self.linked = dict(self._linked())
        self.known = [
            atom
            for atom in (*optimum.atoms, *self.linked)
            if name_of(atom) not in _IDENTITY or len(set(arguments(atom)[:2])) > 1
        ]

    def _linked(self) -> Iterator[tuple[str, str]]:
        """Yield atoms for the links that heads of rules ask for, each with what links the situations."""
        for head, texts in _LINKED.items():
            for text in texts.split("|"):
                name, wanted = split_term(text)
                for atom in self.atoms.get(name, ()):
                    place = dict(zip(wanted, arguments(atom), strict=False))
                    yield f"{_LINKED_BY}_{head}({place['E']},{place['S']})", atom

    # -- nodes, links and atoms

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the nodes that have words, with these words."""
        graph = self.solved.case.graph
        for node in graph.of_kind("event", "state", "entity", "pronoun", "group"):
            if node.tokens:
                yield node.id, graph.text_of(node.id)

    def links(self) -> Iterator[str]:
        """Say which situations the text presents as cause, goal or content."""
        words = ("is presented as a cause of", "is done for", "says")
        for name, said in zip(_LINKS, words, strict=True):
            pairs = dict.fromkeys(arguments(atom)[:2] for atom in self.atoms.get(name, ()))
            ordered = sorted(pairs, key=lambda pair: ("(" in pair[0], pair))
            yield from (f"{first} {said} {second}" for first, second in ordered)

    def _there(self, missing: str) -> tuple[str, ...]:
        """Return the atoms most similar to a missing one."""
        found: list[tuple[int, str]] = []
        for one in missing.removeprefix("not ").split(" or "):
            name, wanted = split_term(one)
            for atom in self.atoms.get(name, ()) if wanted else ():
                given = arguments(atom)
                if len(given) != len(wanted):
                    continue
                alike = sum(a == b for a, b in zip(wanted, given, strict=True))
                different = sum(b not in (a, "_") for a, b in zip(given, wanted, strict=True))
                if alike and different <= 1:
                    found.append((different - alike, atom))
        best = min((rank for rank, _ in found), default=0)
        return tuple(sorted(text for rank, text in found if rank == best)[:6])

    def _row(self, literal: str) -> str:
        """Return a row that would make a missing literal hold, if a single word's row can."""
        name, args = split_term(literal)
        graph = self.solved.case.graph
        key = plain(parse_term(self.keys.get(args[0], '""')).string) if args else ""
        if key not in self.answer.missing or args[0] not in graph.nodes:
            return ""  # the word has rows that say something else
        kind = graph.nodes[args[0]].kind
        term = options(inner(args[-1], "neg"))[0]
        if "_" in args:
            return ""
        if name in ("class", "cls") and kind == "event":
            return f"verb({quote(key)},{term})."
        if name in ("prop", "direct", "attributed") and kind == "state":
            return f"adj({quote(key)},{term})."
        if name in ("prop", "direct", "attributed"):
            roles = (role for role, x in self.scene.where("role", args[0]) if x == args[1])
            role = next(roles, "")
            return f"gives({quote(key)},{role},{term})." if role else ""
        return ""

    # -- rules

    def instances(self, rule: Rule, limit: int = 3) -> list[Instance]:
        """Return the instances of a rule with the cheapest failing literals."""
        search = Search(self.known, loose=True)
        asked = self._with_link(rule)
        found: dict[tuple[str, ...], tuple[int, Counterfactual]] = {}
        least = _DEAR
        for number in range(_MOST_DROPPED + 1):
            if number * _PRICE > least:
                break
            for one in search.lacking([asked], number):
                cost = self._cost(one)
                least = min(least, cost)
                found.setdefault(one.missing, (cost, one))
        ranked = sorted(found.values(), key=lambda f: (f[0], -len(f[1].binding), f[1].missing))
        return [self._instance(rule, one) for cost, one in ranked if cost == least][:limit]

    def nearest(self, rules: Iterable[Rule]) -> list[Instance]:
        """Return the axioms that came nearest to firing for the candidate."""
        silent = {
            rule.id: rule
            for rule in rules
            if rule.kind == "axiom"
            and rule.id
            and rule.id not in self.fired
            and not is_default_rule(rule.id)
            and not rule.program.startswith("clash(")
        }
        search = Search(self.known, fixed=_IDENTITY, loose=True)
        asked = {name: self._with_link(rule) for name, rule in silent.items()}
        found: list[Instance] = []
        for number in range(_MOST_LACKING + 1):
            best: dict[str, tuple[tuple[int, int, tuple[str, ...]], Counterfactual]] = {}
            for one in search.lacking(asked.values(), number):
                rank = self._cost(one), -len(one.binding), one.missing
                if one.rule.id not in best or rank < best[one.rule.id][0]:
                    best[one.rule.id] = rank, one
            near = [
                self._instance(silent[name], one)
                for name, (_, one) in best.items()
                if number and any(self.pronoun in arguments(atom) for atom in one.holds)
            ]
            found += sorted(near, key=lambda one: (-one.weight, one.id))
            if len(found) >= NEAREST:
                break
            asked = {name: rule for name, rule in asked.items() if name not in best}
        return found[:NEAREST]

    def _with_link(self, rule: Rule) -> Rule:
        """Add to a rule's body that the text links the situations of its head."""
        head, args = split_term(rule.program.partition(" :- ")[0])
        if head not in _LINKED or len(args) < 3:
            return rule
        link = f"{_LINKED_BY}_{head}({args[1]},{args[2]})"
        return replace(rule, program=rule.program.replace(" :- ", f" :- {link}, ", 1))

    def _cost(self, one: Counterfactual) -> int:
        """Say how far an instance is from speaking: identity counts most, then what the text does not link."""
        cost = 0 if self.pronoun in one.binding.values() else _ELSEWHERE
        for lack in one.lacks:
            identity = name_of(lack.atom) in _IDENTITY or " = " in lack.atom or " != " in lack.atom
            linked = lack.atom.startswith(f"{_LINKED_BY}_")
            cost += _IDENTITY_PRICE if identity else _LINK_PRICE if linked else _PRICE
        return cost

    def _instance(self, rule: Rule, one: Counterfactual) -> Instance:
        lacks = []
        for lack in one.lacks:
            name, args = split_term(lack.atom)
            text = str(lack)
            if name.startswith(f"{_LINKED_BY}_"):
                either = _LINKED[name.removeprefix(f"{_LINKED_BY}_")].replace("|", " or ")
                text = map_variables(either, {"E": args[0], "S": args[1], "_": "_"}.__getitem__)
            row = self._row(lack.atom) if lack.kind == "positive" else ""
            lacks.append(Missing(text, self._there(text), row))
        held = tuple(self.linked.get(atom, atom) for atom in one.holds)
        fired = rule.id in self.fired
        return Instance(
            *(rule.id, rule.file, rule.line, rule.weight, rule.text, held, tuple(lacks), fired)
        )

    # -- rows

    def asking(self, store: Store) -> Iterator[OpenRows]:
        """Yield the rows that lack only what they assert, then those that lack only the event."""
        terms: dict[str, dict[str, int]] = {}
        about: dict[str, dict[str, int]] = {}
        where = self.scene.where
        for predicate, first, whom, second, who in self.scene.joints(own=True, goals=True):
            plays = self.scene.plays(first, whom)
            parts = {part for _, part in plays}
            parts |= {"bearer" for x, _ in where("prop", first) if x == whom}
            named = {c for (c,) in where("class", first) + where("key", first)}
            state = ("state",) in where("node", first)
            happenings = {
                c for c, part in plays if inner(c, "neg") in named or (state and part == "bearer")
            }
            bare = sorted({inner(term, "neg").strip('"') for term in happenings})
            for sides in self._sides(
                predicate, (row for term in bare for row in store.rows_for(term))
            ):
                if sides.part in parts and sides.happening in happenings:
                    pattern = f"{predicate}({sides.happening},{sides.part},_)"
                    terms.setdefault(pattern, {})[sides.asserted] = sides.weight
            for term in self.scene.attributed(second, who) if who == self.pronoun else ():
                for sides in self._sides(predicate, store.rows_about(term, limit=_ALL)):
                    if sides.asserted == term and sides.part in parts:
                        pattern = f"{predicate}(_,{sides.part},{term})"
                        about.setdefault(pattern, {})[sides.happening] = sides.weight
        for pattern, weights in (*sorted(terms.items()), *sorted(about.items())):
            order = sorted(weights.items(), key=lambda term: (-term[1], term[0]))
            asked = [(t, w) for t, w in order if pattern.replace("_", t, 1) not in self.fired]
            if asked:
                yield OpenRows(pattern, tuple(asked))

    @staticmethod
    def _sides(predicate: str, rows: Iterable[Row]) -> Iterator[Sides]:
        return (sides_of(row.fact) for row in rows if row.predicate == predicate)


def _reading(answer: Answer, index: int) -> Reading:
    return next(reading for reading in answer.readings if reading.index == index)


# ----------------------------------------------------------------------------------------- report


def report(why: WhyNot) -> str:
    """Write the explanation as text."""
    answer = why.answer
    how = f"{answer.decided_by}, {100 * answer.confidence:.0f} %"
    lines = [
        f"{answer.pronoun} = {answer.candidate} ({how}); asked about: {why.candidate}",
        f"nodes   {'; '.join(f'{node} {words}' for node, words in why.names)}",
        f"links   {'; '.join(why.links) or 'the text links no situations'}",
    ]
    if answer.missing:
        lines.append(f"words without rows   {', '.join(answer.missing)}")
    if why.rule:
        return "\n".join([*lines, "", *_rule(why)])
    lines += ["", *_outweighed(why)]
    if why.near:
        said = f"rules that came nearest to firing for {why.candidate}, with the points that each would add"
        lines += ["", said]
        for near in why.near:
            lines += [f"  {10 * near.weight:+5} {near.id}  {near.file}:{near.line}", *_lacks(near)]
    for title, left in (
        ("match the event, but need another property", True),
        ("need a property that holds, but of another event", False),
    ):
        rows = [asks for asks in why.asks if asks.rows.endswith(",_)") is left]
        if rows:
            lines += ["", f"rows that {title}"]
        for asks in rows:
            terms = ", ".join(f"{term} {10 * weight:+}" for term, weight in asks.ask[:_MOST_TERMS])
            rest = len(asks.ask) - _MOST_TERMS
            lines.append(f"  {asks.rows}  {terms}" + f" and {rest} more" * (rest > 0))
    return "\n".join(lines)


def _outweighed(why: WhyNot) -> Iterator[str]:
    """List what speaks for the candidate, and for its rival: the answer or, if it is the answer, the runner-up."""
    answer = why.answer
    own = _reading(answer, why.index)
    rivals = [r for r in answer.readings if r.index != why.index]
    rival = (
        answer.best
        if answer.answer != why.index
        else min(rivals, key=lambda r: r.cost, default=None)
    )
    if rival is None:
        return
    better, worse = (rival, own) if rival is answer.best else (own, rival)
    decision = ahead_of(better, [worse])
    if decision.source is None:
        yield "tied: nothing distinguishes the two"
    else:
        yield f"decided by {decision.source}: {worse.candidate} costs {decision.margin} more"
    yield from points_of(rival, own)
    for reading in (rival, own):
        yield f"for {reading.candidate}" + ("" if reading.rules else ": no rule")
        counted = points_of_rules(reading)
        for points, rule in counted[:_MOST_RULES]:
            yield f"  {points:+5} {rule.id}  {rule.file}:{rule.line}"
        if rest := counted[_MOST_RULES:]:
            yield f"  {sum(points for points, _ in rest):+5} by {len(rest)} more"
        if len(counted) > 1:
            yield f"  {sum(points for points, _ in counted):+5} in all"
    apart = _without_rules(rival, own)
    if apart:
        kinds = ", ".join(sorted({*rival.problems, *own.problems}))
        what = f"what no rule says{f' ({kinds})' * bool(kinds)}"
        yield f"{apart:+} for {rival.candidate} by {what}"


def _without_rules(rival: Reading, own: Reading) -> int:
    """Give the points by which one reading is ahead for other reasons than rules, such as gender."""
    by_source = [-sum(one.cost_by_level.get(name, 0) for name in SOURCES) for one in (rival, own)]
    by_rule = [sum(points for points, _ in points_of_rules(one)) for one in (rival, own)]
    return by_source[0] - by_source[1] - (by_rule[0] - by_rule[1])


def points_of_rules(reading: Reading) -> list[tuple[int, FiredRule]]:
    """Give what each rule of a reading adds to it, in points, the heaviest first (``encodings/objective.lp``).

    Of the rules for one link the strongest counts ten points for each of its weight, and each of them, that one
    included, a single point. What weighs less than 3, or where only default rules of weight 3 speak, is no evidence.
    """
    strongest: dict[str, FiredRule] = {}
    for rule in reading.rules:
        if rule.link and rule.weight > getattr(strongest.get(rule.link), "weight", 0):
            strongest[rule.link] = rule
    weak = {
        link
        for link, rule in strongest.items()
        if rule.weight == FIRM
        and all(is_default_rule(r.id) for r in reading.rules if r.link == link)
    }
    found: list[tuple[int, FiredRule]] = []
    told: set[tuple[str, str]] = set()
    for rule in reading.rules:
        if rule.level == "mined" or name_of(rule.id) in _IN_POINTS:
            points = rule.sign * rule.weight
        elif rule.weight < FIRM or rule.link in weak:
            points = 0
        elif rule.link:
            points = PER_WEIGHT * rule.weight * (strongest[rule.link] is rule)
            points += (rule.id, rule.link) not in told
            told.add((rule.id, rule.link))
        else:
            points = rule.sign * PER_WEIGHT * rule.weight
        found.append((points, rule))
    return sorted(found, key=lambda pair: (-abs(pair[0]), -pair[1].weight, pair[1].id))


def points_of(rival: Reading, own: Reading) -> Iterator[str]:
    """Add up what speaks for two readings, on the one scale on which they are compared."""
    sides = [{name: -cost for name, cost in one.cost_by_level.items()} for one in (rival, own)]
    rows = [(name, [side.get(name, 0) for side in sides]) for name in SOURCES]
    rows = [row for row in rows if any(row[1])]
    total = "in all", [sum(values[n] for _, values in rows) for n in (0, 1)]
    wide = [max(len(one.candidate), 6) + 2 for one in (rival, own)]
    heads = [one.candidate.rjust(width) for one, width in zip((rival, own), wide, strict=True)]
    yield f"points      {''.join(heads)}   ahead by"
    for name, values in (*rows, total):
        cells = "".join(str(value).rjust(width) for value, width in zip(values, wide, strict=True))
        yield f"  {name:<10}{cells}{values[0] - values[1]:>11}"
    preferences = [side.get("preference", 0) for side in sides]
    if preferences[0] != preferences[1]:
        cells = "".join(str(v).rjust(width) for v, width in zip(preferences, wide, strict=True))
        note = "   (counts only between equals)"
        yield f"  preference{cells}{preferences[0] - preferences[1]:>11}{note}"


def _lacks(near: Instance) -> Iterator[str]:
    for atom in near.held:
        yield f"     holds  {atom}"
    for lack in near.lacks:
        there = f"   there is: {', '.join(lack.there)}" if lack.there else ""
        yield f"     lacks  {lack.literal}{there}"
        if lack.row:
            yield f"            a row that would provide it: {lack.row}"


def _rule(why: WhyNot) -> Iterator[str]:
    if not why.near:
        yield f"{why.rule}: no literal of its body holds"
        return
    first = why.near[0]
    yield f"{10 * first.weight:+} points, if it holds: {first.id}  {first.file}:{first.line}"
    yield f"  “{first.text}”"
    for number, near in enumerate(why.near):
        if near.fired and not near.lacks:
            yield f"  it speaks for {why.candidate}:"
        elif not near.lacks:
            yield "  its whole body holds:"
        else:
            yield f"  {'the nearest instance:' if number == 0 else 'or:'}"
        yield from _lacks(near)


def to_record(why: WhyNot) -> dict[str, object]:
    """Return the explanation as JSON-ready data."""
    record = asdict(why)
    answer = record.pop("answer")
    return {
        "text": answer["text"],
        "pronoun": answer["pronoun"],
        "answer": why.answer.candidate,
        "decided_by": answer["decided_by"],
        "missing": answer["missing"],
        "readings": [
            {k: r[k] for k in ("candidate", "cost_by_level", "rules")} for r in answer["readings"]
        ],
        "candidate": why.candidate,
        **{key: record[key] for key in ("rule", "names", "links", "near", "asks")},
    }
