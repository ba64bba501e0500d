"""Which predicates depend on which, and the rules for them in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coindex.reasoner.deriving.compiling import CompiledRule
from coindex.reasoner.deriving.reading import UnknownForm
from coindex.reasoner.deriving.relations import Relation


@dataclass
class Rules:
    """The rules of a predicate: those that ask for a constant are found by it."""

    plain: list[CompiledRule] = field(default_factory=list)
    gated: dict[tuple[str, tuple[int, ...]], dict[object, list[CompiledRule]]] = field(
        default_factory=dict
    )

    def add(self, rule: CompiledRule) -> None:
        """Add a rule."""
        if rule.gates:
            predicate, places, key = rule.gates[0]
            self.gated.setdefault((predicate, places), {}).setdefault(key, []).append(rule)
        else:
            self.plain.append(rule)

    def ready(
        self, relations: Mapping[str, Relation], among: Collection[str] = ()
    ) -> Iterator[CompiledRule]:
        """Give the rules whose constant is there, or asked of one of some predicates that are not complete."""
        yield from self.plain
        for (predicate, places), by_key in self.gated.items():
            if predicate in among:
                for rules in by_key.values():
                    yield from rules
                continue
            there = relations[predicate]
            if not there.rows:
                continue
            index = there.index(places)
            if len(index) < len(by_key):
                for key in index:
                    if key in by_key:
                        yield from by_key[key]
            else:
                for key, rules in by_key.items():
                    if key in index:
                        yield from rules

    def every(self) -> Iterator[CompiledRule]:
        """Give all rules."""
        yield from self.plain
        for by_key in self.gated.values():
            for rules in by_key.values():
                yield from rules


class Plan:
    """The rules of a group of predicates of which some deny others, in the order in which they are tried."""

    def __init__(self, group: frozenset[str], rules: Iterable[CompiledRule]) -> None:
        self.rules = Rules()
        self.readers: dict[str, list[CompiledRule]] = {}
        self.ranks: dict[CompiledRule, int] = {}
        found = list(rules)
        rests: dict[str, set[str]] = {}
        for rule in found:
            rests.setdefault(rule.predicate, set()).update(n for n in rule.needs if n in group)
        order: dict[str, int] = {}
        begun: set[str] = set()
        for start in rests:
            stack = [(start, False)]
            while stack:
                name, ready = stack.pop()
                if ready:
                    order[name] = len(order)
                elif name not in begun:
                    begun.add(name)
                    stack.append((name, True))
                    stack += [(other, False) for other in sorted(rests.get(name, ()))]
        for rule in sorted(found, key=lambda rule: order[rule.predicate]):
            self.ranks[rule] = len(self.ranks)
            self.rules.add(rule)
            for name in rule.needs:
                if name in group:
                    self.readers.setdefault(name, []).append(rule)


def components(edges: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Give the strongly connected components, those that others lead to first (Tarjan 1972).

    >>> list(components({"a": ["b"], "b": ["c", "a"], "c": []}))
    [['c'], ['b', 'a']]
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_ones: list[str] = []
    inside: set[str] = set()
    for start in edges:
        if start in order:
            continue
        stack: list[tuple[str, Iterator[str]]] = [(start, iter(edges[start]))]
        order[start] = low[start] = len(order)
        open_ones.append(start)
        inside.add(start)
        while stack:
            here, rest = stack[-1]
            for name in rest:
                if name not in order:
                    order[name] = low[name] = len(order)
                    open_ones.append(name)
                    inside.add(name)
                    stack.append((name, iter(edges.get(name, ()))))
                    break
                if name in inside:
                    low[here] = min(low[here], order[name])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[here])
                if low[here] == order[here]:
                    members: list[str] = []
                    while not members or members[-1] != here:
                        members.append(open_ones.pop())
                        inside.discard(members[-1])
                    yield members


class Graph:
    """Which predicate depends on which: grows with the rules that are seen."""

    def __init__(self) -> None:
        self.edges: dict[str, set[str]] = {}
        self.against: set[tuple[str, str]] = set()
        self.choices: set[str] = set()
        self._closed = False
        self._group: dict[str, frozenset[str]] = {}
        self._below: dict[str, int] = {}
        self.numbers: dict[str, int] = {}
        self.tangled: dict[frozenset[str], frozenset[str]] = {}
        """Groups in which a predicate denies or counts another, and those that are denied or counted."""

    def add(self, rule: CompiledRule) -> None:
        """Add what a rule depends on."""
        edges = self.edges.setdefault(rule.predicate, set())
        for name in rule.reads:
            if name not in edges:
                edges.add(name)
                self._closed = False
        for name in rule.denies:
            pair = rule.predicate, name
            if pair not in self.against:
                self.against.add(pair)
                self._closed = False
        if rule.choice and rule.predicate not in self.choices:
            self.choices.add(rule.predicate)
            self._closed = False

    def number(self, predicate: str) -> int:
        """Give a predicate's number."""
        return self.numbers.setdefault(predicate, len(self.numbers))

    def group(self, predicate: str) -> frozenset[str]:
        """Give the predicates that depend on each other; none if it does not depend on itself."""
        if not self._closed:
            self._close()
        return self._group.get(predicate, frozenset())

    def below(self, predicate: str) -> int:
        """Give what it depends on, itself included, as bits."""
        if not self._closed:
            self._close()
        return self._below.get(predicate) or 1 << self.number(predicate)

    def _close(self) -> None:
        """Find the strongly connected components (Tarjan 1972) and what lies below each predicate."""
        self._group, self._below, self.tangled = {}, {}, {}
        for members in components({name: sorted(those) for name, those in self.edges.items()}):
            self._component(members)
        self._closed = True

    def _component(self, members: Sequence[str]) -> None:
        root = members[0]
        below = 0
        for name in members:
            below |= 1 << self.number(name)
            for other in self.edges.get(name, ()):
                below |= self._below.get(other, 1 << self.number(other))
        for name in members:
            self._below[name] = below
        if len(members) > 1 or root in self.edges.get(root, ()):
            group = frozenset(members)
            if group & self.choices:
                raise UnknownForm(f"a choice of {root} depends on itself")
            for name in members:
                self._group[name] = group
            denied = frozenset(o for one, o in self.against if one in group and o in group)
            if denied:
                self.tangled[group] = denied
