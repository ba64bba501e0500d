"""Derive a question's atoms: predicate by predicate, on demand, from what optimisation and ``#show`` name.

What is certain is only a row of a relation. What hangs on a choice becomes a ground rule for clasp. A predicate is
computed when a rule first asks for it; predicates that depend on each other are computed together (semi-naive
evaluation). Relations that no fact or rule of a question touches are kept for the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from weakref import ref

from coindex.files.cache import digest, keep, recall
from coindex.reasoner.deriving import compiling, reading
from coindex.reasoner.deriving.compiling import CompiledRule, State, state_of
from coindex.reasoner.deriving.reading import (
    FALSE,
    MINIMIZE,
    Row,
    UnknownForm,
    fact_of,
    rules_of,
    shown_in,
    text_of,
)
from coindex.reasoner.deriving.relations import NOTHING, Body, Found, Relation
from coindex.reasoner.deriving.rule_sets import Graph, Plan, Rules, components
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.knowledge.base_program import BaseProgram
from coindex.reasoner.knowledge.typical_rows import DEFAULT_PREDICATES
from kparse.loading import collector_paused

_CODE = (Path(reading.__file__), Path(compiling.__file__))
"""What the rules kept in a file depend on besides their text."""
_MOST_OPEN = 8
"""Terms of a sum that may be uncertain: each doubles the number of sums."""
_COMPILED: dict[str, tuple[CompiledRule, ...]] = {}
"""The rules of each text that this process has read: an engine for knowledge that was edited makes few anew."""
_MOST_COMPILED = 50_000
_ROW_FACTS = frozenset(f"{name}/4" for name in DEFAULT_PREDICATES)


class _Above(dict[str, Relation]):
    """All that may hold of predicates of which some deny others."""

    def __init__(
        self, derivation: Derivation, group: frozenset[str], plans: Sequence[Plan]
    ) -> None:
        super().__init__()
        self._derivation = derivation
        self._group = group
        self._fired: dict[CompiledRule, None] = {}
        self._run(plans)

    def __missing__(self, predicate: str) -> Relation:
        if predicate in self._group:
            found = self._derivation.relation_of(predicate)
        else:
            found = self._derivation.relations[predicate]
        self[predicate] = found
        return found

    def _run(self, plans: Sequence[Plan]) -> None:
        """Run rules until nothing new is found; after the first round only those that read what has changed."""
        waiting = [list(plan.rules.ready(self)) for plan in plans]
        for some, plan in zip(waiting, plans, strict=True):
            some.sort(key=plan.ranks.__getitem__)
        while any(waiting):
            changed: dict[str, None] = {}
            for some in waiting:
                for rule in some:
                    out: dict[Row, int] = {}
                    rule.run_above(self._group, self, out, self._derivation)
                    if not out:
                        continue
                    self._fired[rule] = None
                    name = rule.predicate
                    relation = self[name]
                    for row in out:
                        if row not in relation.rows:
                            relation.add(row, 0)
                            changed[name] = None
            waiting = [
                sorted(
                    dict.fromkeys(
                        rule
                        for name in changed
                        for rule in plan.readers.get(name, ())
                        if self._ready(rule)
                    ),
                    key=plan.ranks.__getitem__,
                )
                for plan in plans
            ]

    def _ready(self, rule: CompiledRule) -> bool:
        for predicate, places, key in rule.gates:
            there = self[predicate]
            if not there.rows or key not in there.index(places):
                return False
        return True

    def components(self) -> Iterator[tuple[list[str], list[CompiledRule]]]:
        """Give the predicates that depend on each other by rules that may fire, with these; those below come first."""
        by_head: dict[str, list[CompiledRule]] = {}
        for rule in self._fired:
            by_head.setdefault(rule.predicate, []).append(rule)
        there = {name for name in self._group if name in self and self[name].rows}
        edges = {
            name: sorted({r for rule in by_head.get(name, ()) for r in rule.reads if r in there})
            for name in sorted(there)
        }
        for members in components(edges):
            yield members, [rule for name in members for rule in by_head.get(name, ())]


class Engine:
    """The rules that every question has; made once for encodings and base program.

    Raises:
        UnknownForm: a statement has a form that only clingo knows.
    """

    def __init__(self, encodings: str, base: BaseProgram) -> None:
        """Read the encodings and the base program."""
        self.graph = Graph()
        self.rules: dict[str, Rules] = {}
        self.facts: dict[str, Relation] = {}
        self.static: dict[str, Relation] = {}
        self._plans: dict[frozenset[str], Plan] = {}
        self._read: dict[str, tuple[CompiledRule, ...]] = {}
        texts = [encodings, *base.helpers, *(axiom for _, axiom in base.axioms)]
        self._recall(texts, base.cache)
        for text in texts:
            for rule in self.read(text):
                self.rules.setdefault(rule.predicate, Rules()).add(rule)
        for fact in (*base.facts, *dict.fromkeys(fact for fact, _ in base.axioms)):
            predicate, row = fact_of(fact)
            self.facts.setdefault(predicate, Relation({})).rows[row] = 0
        self.given = frozenset(base.facts)
        self.shown = tuple(dict.fromkeys(shown_in(encodings)))
        self.costs = tuple(name for name in self.rules if name.startswith(MINIMIZE))

    def read(self, text: str) -> tuple[CompiledRule, ...]:
        """Read rules, each text once."""
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = _compiled(text)
            for rule in found:
                self.graph.add(rule)
        return found

    def _recall(self, texts: Sequence[str], cache: Path | None) -> None:
        """Take rules as another process has read them, or keep them for others."""
        if cache is None or 2 * sum(text in _COMPILED for text in texts) > len(texts):
            return
        compiling.KEPT.open(cache.with_name("functions"))
        place = cache.with_suffix(".rules")
        key = digest((*(path.read_bytes() for path in _CODE), *texts))
        kept = recall(place, key)
        if kept is None:
            kept = tuple(tuple(map(state_of, rules_of(text))) for text in texts)
            keep(place, key, kept)
        for text, states in zip(texts, kept, strict=True):
            for rule in self._read.setdefault(text, _compiled(text, states)):
                self.graph.add(rule)

    def plan(self, group: frozenset[str]) -> Plan:
        """Give the plan for a group of predicates."""
        found = self._plans.get(group)
        if found is None:
            names = [name for name in sorted(group) if name in self.rules]
            rules = [rule for name in names for rule in self.rules[name].every()]
            found = self._plans[group] = Plan(group, rules)
        return found


def _compiled(text: str, states: Iterable[State] | None = None) -> tuple[CompiledRule, ...]:
    """Give the rules of a text, which may have been read already."""
    found = _COMPILED.get(text)
    if found is None:
        if len(_COMPILED) > _MOST_COMPILED:
            _COMPILED.clear()
        given = map(state_of, rules_of(text)) if states is None else states
        found = _COMPILED[text] = tuple(map(CompiledRule, given))
    return found


class _Relations(dict[str, Relation]):
    """The relations of a question, each computed on first use."""

    def __init__(self, derivation: Derivation) -> None:
        super().__init__()
        # A circle would leave thousands of atoms of each question to the collector.
        self._derivation = ref(derivation)

    def __missing__(self, predicate: str) -> Relation:
        derivation = self._derivation()
        if derivation is None:
            raise KeyError(predicate)
        return derivation.computed(predicate)


class Derivation:
    """One question: its atoms, and the ground rules for those that are not certain."""

    def __init__(
        self,
        engine: Engine,
        facts: Iterable[str],
        rules: Iterable[str] = (),
        axioms: Iterable[tuple[str, str]] = (),
        row_facts: RowFacts | None = None,
    ) -> None:
        """Take facts, further statements, axioms each after its fact, and default rules.

        Raises:
            UnknownForm: a statement has a form that only clingo knows.
        """
        self._engine = engine
        self.relations = _Relations(self)
        self._own: dict[str, dict[Row, int]] = {}
        self._own_rules: dict[str, Rules] = {}
        self._row_facts = row_facts
        self.atoms = 0
        """How many atoms the ground rules have; they are numbered from 1 on."""
        self.ground_rules: list[tuple[int, Body]] = []
        self.choices: list[list[int]] = []
        """Groups of atoms of which exactly one is true."""
        self._known: dict[tuple[Body, ...], int] = {}
        graph = engine.graph
        for text in rules:
            self._add_rules(text)
        for fact, text in axioms:
            self._add_rules(text)
            self._add_fact(fact)
        for fact in facts:
            if fact not in engine.given:
                self._add_fact(fact)
        self._touched = 0
        for predicate in (*self._own, *self._own_rules):
            self._touched |= 1 << graph.number(predicate)
        if row_facts is not None:
            for predicate in _ROW_FACTS:
                self._touched |= 1 << graph.number(predicate)

    def _add_rules(self, text: str) -> None:
        for rule in self._engine.read(text):
            self._own_rules.setdefault(rule.predicate, Rules()).add(rule)

    def _add_fact(self, text: str) -> None:
        predicate, row = fact_of(text)
        self._own.setdefault(predicate, {})[row] = 0

    # -- relations

    def computed(self, predicate: str) -> Relation:
        """Compute a relation."""
        engine = self._engine
        relations = self.relations
        untouched = not engine.graph.below(predicate) & self._touched
        if untouched and predicate in engine.static:
            found = relations[predicate] = engine.static[predicate]
            return found
        group = engine.graph.group(predicate)
        if group in engine.graph.tangled:
            self._untangle(group)
        elif group:
            self._compute_together(
                group, [r for name in sorted(group) for r in self._ready(name, group)]
            )
        else:
            relations[predicate] = self._compute(predicate, self._ready(predicate))
        if untouched and not any(
            any(relations[name].rows.values()) for name in group or (predicate,)
        ):
            for name in group or (predicate,):
                engine.static[name] = relations[name]
        return relations[predicate]

    def relation_of(self, predicate: str) -> Relation:
        """Give the facts of a predicate as a relation that may be added to."""
        known = self._engine.facts.get(predicate, NOTHING)
        more: dict[Row, int] = self._own.get(predicate, {})
        if self._row_facts is not None and predicate in _ROW_FACTS:
            more = dict(more)
            for fact in self._default_rules():
                name, row = fact_of(fact)
                if name == predicate:
                    more[row] = 0
        return known.extended(more)

    def _default_rules(self) -> Sequence[str]:
        if self._row_facts is None:
            return ()
        facts = self._row_facts.facts(
            lambda name, arity, place: {
                text_of(row[place]) for row in self.relations[f"{name}/{arity}"].rows
            }
        )
        self._default_rules = lambda: facts  # type: ignore[method-assign]
        return facts

    def _ready(self, predicate: str, among: Collection[str] = ()) -> Iterator[CompiledRule]:
        for rules in (self._engine.rules.get(predicate), self._own_rules.get(predicate)):
            if rules is not None:
                yield from rules.ready(self.relations, among)

    def _compute(self, predicate: str, rules: Iterable[CompiledRule]) -> Relation:
        out: Found = {}
        for rule in rules:
            rule.run(self, out)
        known = self._engine.facts.get(predicate, NOTHING)
        if not out and predicate not in self._own and predicate not in _ROW_FACTS:
            return known
        relation = self.relation_of(predicate)
        rows = relation.rows
        for row, bodies in out.items():
            if bodies == 0:
                rows[row] = 0
            elif isinstance(bodies, int):  # an atom of a choice
                rows.setdefault(row, bodies)
            elif rows.get(row) != 0:
                rows[row] = self.any_of(bodies)
        return relation

    def _compute_together(
        self,
        group: frozenset[str],
        rules: Sequence[CompiledRule],
        denied: Mapping[str, Iterable[Row]] | None = None,
    ) -> None:
        """Compute predicates that depend on each other.

        Args:
            group: the predicates.
            rules: their rules.
            denied: all atoms that there may be of those that are denied among them; clasp finds which ones hold.
        """
        members = sorted(group)
        for name in members:
            relation = self.relations[name] = self.relation_of(name)
            for row in denied.get(name, ()) if denied else ():
                if row not in relation.rows:
                    relation.rows[row] = self.new_atom()
        found: dict[str, Found] = {name: {} for name in members}
        for rule in rules:
            rule.run(self, found[rule.predicate])
        inside = [(rule, *place) for rule in rules for place in rule.inside(group)]
        while delta := {
            name: new for name, out in found.items() if (new := self._merge(name, out))
        }:
            found = {name: {} for name in members}
            for rule, number, name in inside:
                if name in delta:
                    rule.run_from(number, self, found[rule.predicate], delta[name])

    def _untangle(self, group: frozenset[str]) -> None:
        """Compute predicates of which some deny others.

        First all that may hold is found, as if nothing were denied. Few rules are left then, and mostly none of them
        denies what it rests on.
        """
        plans = [self._engine.plan(group)]
        own = [r for n in sorted(group) if n in self._own_rules for r in self._own_rules[n].every()]
        if own:
            plans.append(Plan(group, own))
        above = _Above(self, group, plans)
        for name in group:
            if name not in above:  # (no rule that might fire reads it or gives it)
                self.relations[name] = self.relation_of(name)
            elif not above[name].rows:
                self.relations[name] = NOTHING
        for members, rules in above.components():
            if len(members) == 1 and not any(members[0] in rule.reads for rule in rules):
                self.relations[members[0]] = self._compute(members[0], rules)
                continue
            some = frozenset(members)
            denied = {name: above[name].rows for r in rules for name in r.denies if name in some}
            self._compute_together(some, rules, denied)

    def _merge(self, predicate: str, out: Found) -> dict[Row, int]:
        """Add what was found to a relation that is being computed; give what is new."""
        relation = self.relations[predicate]
        new: dict[Row, int] = {}
        for row, bodies in out.items():
            mark = relation.rows.get(row)
            if mark == 0:
                continue
            if bodies == 0:
                if mark is None:
                    relation.add(row, 0)
                    new[row] = 0
                else:
                    relation.rows[row] = 0
                    self.ground_rules.append((mark, ()))
            elif isinstance(bodies, list):
                if mark is None:
                    mark = self.new_atom()
                    relation.add(row, mark)
                    new[row] = mark
                for body in bodies:
                    if mark not in body:
                        self.ground_rules.append((mark, body))
        return new

    # -- what rules call

    def new_atom(self) -> int:
        """Give a new atom of the ground program."""
        self.atoms += 1
        return self.atoms

    def any_of(self, bodies: Sequence[Body]) -> int:
        """Give a literal that is true if one of the bodies holds."""
        if len(bodies) == 1 and len(bodies[0]) == 1:
            return bodies[0][0]
        key = tuple(sorted(bodies))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self.new_atom()
            self.ground_rules += [(found, body) for body in bodies]
        return found

    def all_hold(self, instances: Iterable[tuple[Body, int | None, int]]) -> Body | None:
        """Give the literals by which a conditional literal holds, by its instances; ``None`` if it cannot."""
        body = []
        for conditions, mark, sign in instances:
            open_ones = tuple([c for c in conditions if c])
            if (mark == 0) if sign > 0 else (mark is None):
                continue
            failing = mark is None if sign > 0 else mark == 0
            literal = 0 if failing else sign * (mark or 0)
            if not open_ones:
                if failing:
                    return None
                body.append(literal)
                continue
            ways = [(-c,) for c in open_ones]
            if literal:
                ways.append((literal,))
            body.append(self.any_of(ways))
        return tuple(body)

    def greatest(self, bodies: Sequence[Body], above: Sequence[Sequence[Body]]) -> Body:
        """Give the literals by which a value is the greatest."""
        own = () if list(bodies) == [()] else (self.any_of(bodies),)
        return (*own, *(-self.any_of(greater) for greater in above))

    def sums(
        self, certain: int, rest: Sequence[tuple[int, list[Body]]]
    ) -> Iterator[tuple[int, Body]]:
        """Give each sum that there may be, with the literals by which it is the sum."""
        if len(rest) > _MOST_OPEN:
            raise UnknownForm("a sum of many things that are not certain")
        literals = [self.any_of(bodies) for _, bodies in rest]
        for chosen in product((False, True), repeat=len(rest)):
            value = certain
            body = []
            for there, (weight, _), literal in zip(chosen, rest, literals, strict=True):
                value += weight if there else 0
                body.append(literal if there else -literal)
            if not any(-literal in body for literal in body):
                yield value, tuple(body)

    def choose(self, out: dict[Row, int], elements: Sequence[tuple[Row, Body]], body: Body) -> None:
        """Choose exactly one of some atoms."""
        rows = dict.fromkeys(row for row, _ in elements)
        if any(body) or any(any(conditions) for _, conditions in elements):
            raise UnknownForm("a choice that is not certain")
        if len(rows) == 1:
            out[next(iter(rows))] = 0
        elif not any(row in out for row in rows):
            atoms = {row: self.new_atom() for row in rows}
            self.choices.append(list(atoms.values()))
            out.update(atoms)
        elif not all(row in out for row in rows):
            raise UnknownForm("choices that overlap")

    # -- results

    def costs(self) -> tuple[dict[int, int], dict[int, list[tuple[int, int]]]]:
        """Give, by level, what is certain to be paid, and literals with their prices."""
        certain: dict[int, int] = {}
        priced: dict[int, list[tuple[int, int]]] = {}
        engine = self._engine
        own = (name for name in self._own_rules if name.startswith(MINIMIZE))
        for name in dict.fromkeys((*engine.costs, *own)):
            for row, mark in self.relations[name].rows.items():
                level, weight = row[:2]
                certain.setdefault(level, 0)
                if type(level) is not int or type(weight) is not int:
                    continue
                if mark == 0:
                    certain[level] += weight
                else:
                    priced.setdefault(level, []).append((mark, weight))
        return certain, priced

    def impossible(self) -> list[int]:
        """Give the literals that must not be true; 0 if there is no reading at all."""
        return list(self.relations[FALSE].rows.values())

    def shown(self) -> Iterator[tuple[str, int]]:
        """Give the atoms to show, with their marks."""
        for predicate in self._engine.shown:
            name = predicate.partition("/")[0]
            for row, mark in self.relations[predicate].rows.items():
                yield (text_of((name, *row)) if row else name), mark


@lru_cache(maxsize=4)
def engine_of(encodings: str, base: BaseProgram) -> Engine | None:
    """Give the engine of encodings and base program (made once in a process); ``None`` if clingo is needed."""
    try:
        with collector_paused(stays=True):
            engine = Engine(encodings, base)
            engine.graph.below(FALSE)
        return engine
    except UnknownForm:
        return None
