"""Why an answer was not chosen, or why a rule did not fire: literal by literal, with what was found instead.

The question is solved again with everything that can be derived. For a candidate, the report says what outweighed it,
which words have no rows, how the text links its clauses, and which rules came nearest to firing for it. For a rule,
it says which literals of the body hold together in the candidate's best reading and which fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from clingo import Function, Symbol, parse_term

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.asp.bodies import Atoms, Attempt, Literal, attempts, body_of
from coindex.reasoner.asp.terms import arguments, name_of, split_term
from coindex.reasoner.knowledge.reading import Row, Rule
from coindex.reasoner.knowledge.typical_rows import (
    DEFAULT_PREDICATES,
    inner,
    is_default_rule,
    sides_of,
)
from coindex.reasoner.solving.case import Solved
from coindex.reasoner.solving.deciding import ahead_of
from kparse.asp import quote
from kparse.errors import InputError

if TYPE_CHECKING:
    from coindex.reasoner.knowledge.store import Store
    from coindex.reasoner.running.engine import Reasoner

NEAREST = 5
"""The most rules reported as near."""
_MOST_LACKING = 2
"""The most literals that a near rule may lack."""
_ALL = 10**9
_MOST_RULES = 8
_MOST_TERMS = 10
"""The most terms listed for the rows of a class and participant."""
_LINKED = {
    "expl": "causal(S,E,_,_)|content(E,S)",
    "cons": "causal(E,S,_,_)|purpose(E,S,_,_)",
    "goal": "purpose(E,S,_,_)",
    "accept": "content(E,S)|causal(S,E,_,_)",
}
"""How the text must link the two situations of a rule's head."""
_SAYING = ("class", "prop", "direct", "attributed", "kind", "trait_of", "role")
"""Predicates whose arguments are the constants that rules require."""
_LINKS = ("causal", "purpose", "content")


@dataclass(frozen=True, slots=True)
class Lack:
    """A literal that fails, the most similar atoms that hold, and a row that would make it hold."""

    literal: str
    there: tuple[str, ...]
    row: str = ""


@dataclass(frozen=True, slots=True)
class Near:
    """A partial instance of a rule in a candidate's best reading."""

    id: str
    file: str
    line: int
    weight: int
    text: str
    held: tuple[str, ...]
    lacks: tuple[Lack, ...]
    """Empty if the rule holds."""
    fired: bool = False


@dataclass(frozen=True, slots=True)
class Asks:
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
    near: tuple[Near, ...]
    asks: tuple[Asks, ...]
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
    if asked is not None:
        near = tuple(model.instances(asked, limit=3))
        asks: tuple[Asks, ...] = ()
    else:
        near = tuple(model.nearest(reasoner.store.rules()))
        asks = tuple(model.asking(reasoner.store))
    return WhyNot(
        answer,
        index,
        tuple(model.names()),
        tuple(model.links()),
        near,
        asks,
        asked.id if asked else "",
    )


class _Model:
    """A candidate's best reading."""

    def __init__(self, solved: Solved, answer: Answer, index: int) -> None:
        self.solved, self.answer, self.index = solved, answer, index
        optimum = next(o for o in solved.solution.optima if o.index == index)
        self.atoms = Atoms(optimum.atoms)
        self.by_name: dict[str, list[Symbol]] = {}
        for atom in sorted(a for a in optimum.symbols if isinstance(a, Symbol)):
            self.by_name.setdefault(atom.name, []).append(atom)
        self.present = {
            inner(str(term), "neg")
            for name in _SAYING
            for atom in self._of(name)
            for term in atom.arguments[1:]
        }
        self.pronoun = Function(solved.case.question.pronoun)
        self.keys = {a.arguments[0]: a.arguments[1].string for a in self._of("key")}
        reading = _reading(answer, index)
        self.fired = {rule.id for rule in reading.rules if rule.sign > 0}

    def _of(self, name: str) -> list[Symbol]:
        return self.by_name.get(name, [])

    # -- nodes, links and atoms

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the nodes that have words, with these words."""
        graph = self.solved.case.graph
        for node in graph.nodes.values():
            if node.kind in ("event", "state", "entity", "pronoun", "group") and node.tokens:
                yield node.id, graph.text_of(node.id)

    def links(self) -> Iterator[str]:
        """Say which situations the text presents as cause, goal or content."""
        words = {
            "causal": "is presented as a cause of",
            "purpose": "is done for",
            "content": "says",
        }
        for name in _LINKS:
            pairs = dict.fromkeys(tuple(map(str, a.arguments[:2])) for a in self._of(name))
            for first, second in pairs:
                yield f"{first} {words[name]} {second}"

    def _there(self, literal: Literal, missing: str) -> tuple[str, ...]:
        """Return the atoms most similar to a missing one."""
        found: list[tuple[int, str]] = []
        for one in missing.removeprefix("not ").split(" or "):
            if "(" not in one:
                continue
            name, wanted = split_term(one)
            for atom in self._of(name):
                given = [str(argument) for argument in atom.arguments]
                if len(given) != len(wanted):
                    continue
                alike = sum(a == b for a, b in zip(wanted, given, strict=True))
                different = sum(b not in (a, "_") for a, b in zip(given, wanted, strict=True))
                if alike and different <= 1:
                    found.append((different - alike, str(atom)))
        best = min((rank for rank, _ in found), default=0)
        return tuple(sorted(text for rank, text in found if rank == best)[:6])

    def _row(self, literal: str) -> str:
        """Return a row that would make a missing literal hold, if a single word's row can."""
        name, args = split_term(literal)
        graph = self.solved.case.graph
        if not args or args[0] not in graph.nodes or parse_term(args[0]) not in self.keys:
            return ""
        if self.keys[parse_term(args[0])] not in self.answer.missing:
            return ""  # the word has rows that say something else
        key, kind = self.keys[parse_term(args[0])], graph.nodes[args[0]].kind
        term = inner(args[-1], "neg").strip("()").split(";")[0]
        if "_" in args or ";" in term:
            return ""
        if name in ("class", "cls") and kind == "event":
            return f"verb({quote(key)},{term})."
        if name in ("prop", "direct", "attributed") and kind == "state":
            return f"adj({quote(key)},{term})."
        if name in ("prop", "direct", "attributed"):
            role = next(
                (
                    str(a.arguments[1])
                    for a in self._of("role")
                    if [str(x) for x in a.arguments[::2]] == list(args[:2])
                ),
                "",
            )
            return f"gives({quote(key)},{role},{term})." if role else ""
        return ""

    # -- rules

    def instances(self, rule: Rule, *, limit: int = 1, most: int | None = None) -> Iterator[Near]:
        """Yield the instances of a rule with the fewest failing literals, at most ``most``."""
        head = name_of(rule.program)
        more = [_LINKED[head]] if head in _LINKED else []
        found = attempts(body_of(rule.program, more), self.atoms, about=str(self.pronoun))
        for attempt in found[:limit]:
            if most is None or len(attempt.failed) <= most:
                yield self._near(rule, attempt)

    def _near(self, rule: Rule, attempt: Attempt) -> Near:
        lacks = [
            Lack(text, self._there(literal, text), "" if literal.negative else self._row(text))
            for text, literal in zip(attempt.missing, attempt.failed, strict=True)
        ]
        return Near(
            *(rule.id, rule.file, rule.line, rule.weight, rule.text, attempt.held, tuple(lacks)),
            fired=rule.id in self.fired,
        )

    def _far(self, rule: Rule) -> bool:
        """Return whether more than one guard of a rule fails; a quick test before the search."""
        return sum(guard.isdisjoint(self.present) for guard in rule.guards) > 1

    def nearest(self, rules: Iterable[Rule]) -> list[Near]:
        """Return the axioms that came nearest to firing for the candidate."""
        found: list[Near] = []
        for rule in rules:
            if (
                rule.kind != "axiom"
                or not rule.id
                or rule.id in self.fired
                or is_default_rule(rule.id)
            ):
                continue
            if rule.program.startswith("clash(") or self._far(rule):
                continue
            for near in self.instances(rule, most=_MOST_LACKING):
                identity = any(
                    lack.literal.startswith(("coref", "relevant_coref")) for lack in near.lacks
                )
                if (
                    near.lacks
                    and not identity
                    and any(str(self.pronoun) in arguments(h) for h in near.held)
                ):
                    found.append(near)
        found.sort(key=lambda near: (len(near.lacks), -near.weight, near.id))
        return found[:NEAREST]

    # -- rows

    def asking(self, store: Store) -> list[Asks]:
        """Return the rows that lack only what they assert, then those that lack only the event."""
        terms: dict[tuple[str, str, str], dict[str, int]] = {}
        about: dict[tuple[str, str, str], dict[str, int]] = {}
        for predicate, first, whom, second, who in self._joints():
            parts, happenings = self._parts(first, whom), self._happenings(first, whom)
            for row in _default_rows(store, happenings):
                sides = sides_of(row.fact)
                if (
                    sides.predicate == predicate
                    and sides.part in parts
                    and sides.happening in happenings
                ):
                    key = predicate, sides.happening, sides.part
                    terms.setdefault(key, {})[sides.asserted] = sides.weight
            for term in self._asserted(second, who) if who == self.pronoun else ():
                for row in store.rows_about(term, limit=_ALL):
                    if row.predicate != predicate:
                        continue
                    sides = sides_of(row.fact)
                    if sides.asserted == term and sides.part in parts:
                        key = predicate, sides.part, term
                        about.setdefault(key, {})[sides.happening] = sides.weight
        found = [
            self._asks(f"{predicate}({happening},{part},_)", terms[predicate, happening, part])
            for predicate, happening, part in sorted(terms)
        ]
        found += [
            self._asks(f"{predicate}(_,{part},{term})", about[predicate, part, term])
            for predicate, part, term in sorted(about)
        ]
        return [asks for asks in found if asks.ask]

    def _asks(self, pattern: str, terms: Mapping[str, int]) -> Asks:
        order = sorted(terms.items(), key=lambda term: (-term[1], term[0]))
        return Asks(
            pattern,
            tuple((t, w) for t, w in order if pattern.replace("_", t, 1) not in self.fired),
        )

    def _joints(self) -> Iterator[tuple[str, Symbol, Symbol, Symbol, Symbol]]:
        """Yield what rows could link: predicate, then situation and participant of each side."""
        mine = {
            a.arguments[1] for a in self._of("relevant_coref") if a.arguments[0] == self.pronoun
        }
        sides = [(self.pronoun, other) for other in sorted(mine)]
        sides += [(other, self.pronoun) for other in sorted(mine)]
        pairs = {
            ("effect", a.arguments[0], a.arguments[1])
            for n in ("causal", "purpose")
            for a in self._of(n)
        }
        pairs |= {("reason", a.arguments[1], a.arguments[0]) for a in self._of("causal")}
        for predicate, first, second in sorted(pairs):
            for whom, who in sides:
                yield predicate, first, whom, second, who

    def _parts(self, situation: Symbol, whom: Symbol) -> set[str]:
        """Return the parts that a participant plays in a situation."""
        found = {
            str(a.arguments[1])
            for a in self._of("role")
            if (a.arguments[0], a.arguments[2]) == (situation, whom)
        }
        for name, part in (("actor", "actor"), ("other_side", "other"), ("prop", "bearer")):
            if any(a.arguments[:2] == [situation, whom] for a in self._of(name)):
                found.add(part)
        return found

    def _happenings(self, situation: Symbol, whom: Symbol) -> set[str]:
        """Return a situation's classes, its word and, if it is a state, the participant's properties in it."""
        found = {str(a.arguments[1]) for a in self._of("class") if a.arguments[0] == situation}
        if situation in self.keys:
            found.add(quote(self.keys[situation]))
        if Function("node", [situation, Function("state")]) in self._of("node"):
            properties = (a for a in self._of("prop") if a.arguments[:2] == [situation, whom])
            found |= {str(a.arguments[2]) for a in properties}
        return found

    def _asserted(self, situation: Symbol, who: Symbol) -> set[str]:
        """Return what a situation asserts of a participant: properties and actions."""
        found = {
            str(a.arguments[2]) for a in self._of("asserts") if a.arguments[:2] == [situation, who]
        }
        classes = [str(a.arguments[1]) for a in self._of("class") if a.arguments[0] == situation]
        for name, deed in (("actor", "does"), ("other_side", "gets")):
            if any(a.arguments == [situation, who] for a in self._of(name)):
                found |= {f"{deed}({term})" for term in classes}
        return found


def _default_rows(store: Store, happenings: Iterable[str]) -> Iterator[Row]:
    """Yield the rows of default rules about these happenings."""
    for term in sorted({inner(term, "neg").strip('"') for term in happenings}):
        yield from (row for row in store.rows_for(term) if row.predicate in DEFAULT_PREDICATES)


def _reading(answer: Answer, index: int) -> Reading:
    return next(reading for reading in answer.readings if reading.index == index)


# ----------------------------------------------------------------------------------------- report


def report(why: WhyNot) -> str:
    """Write the explanation as text."""
    lines = list(_verdict(why))
    lines.append(f"nodes   {'; '.join(f'{node} {words}' for node, words in why.names)}")
    lines.append(f"links   {'; '.join(why.links) or 'the text links no situations'}")
    if why.answer.missing:
        lines.append(f"words without rows   {', '.join(why.answer.missing)}")
    if why.rule:
        lines += ["", *_rule(why)]
        return "\n".join(lines)
    lines += ["", *_outweighed(why)]
    if why.near:
        lines += ["", f"rules that came nearest to firing for {why.candidate}"]
        for near in why.near:
            lines += _near(near)
    for title, left in (
        ("match the event, but need another property", True),
        ("need a property that holds, but of another event", False),
    ):
        rows = [asks for asks in why.asks if asks.rows.endswith(",_)") is left]
        if rows:
            lines += ["", f"rows that {title}"]
            lines += [f"  {asks.rows}  {_terms(asks.ask)}" for asks in rows]
    return "\n".join(lines)


def _verdict(why: WhyNot) -> Iterator[str]:
    answer = why.answer
    how = f"{answer.decided_by}, {100 * answer.confidence:.0f} %"
    yield f"{answer.pronoun} = {answer.candidate} ({how}); asked about: {why.candidate}"


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
        yield "nothing distinguishes the two"
    else:
        yield f"decided by {decision.source}: {worse.candidate} costs {decision.margin} more"
    for reading in (rival, own):
        yield f"for {reading.candidate}" + ("" if reading.rules else ": no rule")
        for rule in reading.rules[:_MOST_RULES]:
            yield f"  {'+' if rule.sign > 0 else '-'}{rule.weight} {rule.id}  {rule.file}:{rule.line}"
        if len(reading.rules) > _MOST_RULES:
            yield f"  and {len(reading.rules) - _MOST_RULES} more"


def _near(near: Near) -> Iterator[str]:
    yield f"  {near.weight} {near.id}  {near.file}:{near.line}"
    yield from _lacks(near)


def _lacks(near: Near) -> Iterator[str]:
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
    yield f"{first.weight} {first.id}  {first.file}:{first.line}"
    yield f"  “{first.text}”"
    for number, near in enumerate(why.near):
        if near.fired and not near.lacks:
            yield f"  it speaks for {why.candidate}:"
        elif not near.lacks:
            yield "  its whole body holds:"
        else:
            yield f"  {'the nearest instance:' if number == 0 else 'or:'}"
        yield from _lacks(near)


def _terms(terms: Sequence[tuple[str, int]]) -> str:
    more = f" and {len(terms) - _MOST_TERMS} more" if len(terms) > _MOST_TERMS else ""
    return ", ".join(f"{term} {weight}" for term, weight in terms[:_MOST_TERMS]) + more


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
