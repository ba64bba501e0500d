"""Relevance: the part of a program that can matter for a question, layer by layer.

clingo spends a fixed time on each rule, even if it never fires. So the predicates are put in an order in which each
comes after those that it depends on, and the rules are given to clingo in layers of this order. Before a layer is
grounded, a rule of it is left out if

* its positive body cannot hold: for each argument of each predicate a bit mask says which ground terms may stand
  there, and after each layer the atoms that clingo has derived say so exactly. A constant in a body needs its bit; a
  variable needs bits common to all its places, and passes them on to the head;
* or nothing mentions what it gives, in its own layer or a later one.

The first kind applies in no answer set. The second kind is a stratified program on top of the others. So each answer
set of the rest extends to exactly one of the whole program, with the same costs and shown atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from operator import or_

import clingo
import networkx as nx

from coindex.reasoner.asp.terms import split_fact
from coindex.reasoner.grounding.compiling import TABLE, Compiled
from kparse.caches import lru_cache

ANY = -1
MOST_TERMS = 60_000
"""Terms from which a selector is made anew: a mask has a bit for each term seen."""
LAYER = 700
"""How many rules a layer has, if no circle of predicates asks for more."""
_text = lru_cache(maxsize=50_000)(str)

Terms = Callable[[str, int], Collection[str]]
"""Gives the terms at a place of a predicate in the atoms derived."""


class _Names:
    """Numbers of predicates, of their places and of ground terms."""

    def __init__(self) -> None:
        self.predicates: dict[str, int] = {}
        self.columns: dict[tuple[str, int], int] = {}
        self.terms: dict[str, int] = {}
        self.facts: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}

    def predicate(self, name: str) -> int:
        return self.predicates.setdefault(name, len(self.predicates))

    def column(self, predicate: str, index: int) -> int:
        return self.columns.setdefault((predicate, index), len(self.columns))

    def bit(self, term: str) -> int:
        return 1 << self.terms.setdefault(term, len(self.terms))

    def mask(self, terms: Iterable[str]) -> int:
        return reduce(or_, map(self.bit, terms), 0)


class _Rule:
    """A statement with constants as masks, and places as columns."""

    __slots__ = (
        "asks",
        "axiom",
        "circle",
        "compiled",
        "gives",
        "mentions",
        "needs",
        "reads",
        "root",
        "tables",
        "unsure",
        "values",
        "writes",
    )

    def __init__(self, compiled: Compiled, names: _Names) -> None:
        self.compiled, self.axiom = compiled, compiled.axiom
        self.circle = 0
        """What it gives that rules of its own level read."""
        self.root = compiled.root
        """Whether it is needed whenever it can fire; so is what denies or counts what depends on it."""
        self.reads = self.writes = self.unsure = 0
        for one in compiled.asks:
            self.reads |= 1 << names.predicate(one.predicate)
        for one in compiled.gives:
            self.writes |= 1 << names.predicate(one.predicate)
        for name in compiled.chooses:
            self.writes |= 1 << names.predicate(name)
        for name in compiled.unsure:
            self.unsure |= 1 << names.predicate(name)
        self.mentions = self.reads | self.unsure
        self.tables = {
            variable: [(names.bit(c), f"{TABLE}({table},{c})") for c in constants]
            for variable, table, constants in compiled.tables
        }
        places: dict[str, list[int]] = {variable: [] for variable in self.tables}
        needs: dict[tuple[int, int], None] = {}
        for one in compiled.asks:
            for index, (ground, variable) in enumerate(one.terms):
                column = names.column(one.predicate, index)
                if ground:
                    needs[column, names.bit(ground)] = None
                elif variable:
                    places.setdefault(variable, []).append(column)
        self.needs = tuple(needs)
        self.values = tuple(
            (sum(bit for bit, _ in self.tables[v]) if v in self.tables else ANY, tuple(at))
            for v, at in places.items()
        )
        number = {v: n for n, v in enumerate(places)}
        self.asks, self.gives = (
            tuple(
                (
                    names.column(one.predicate, index),
                    number.get(variable, -1),
                    names.bit(ground) if ground else ANY,
                )
                for one in which
                for index, (ground, variable) in enumerate(one.terms)
            )
            for which in (compiled.asks, compiled.gives)
        )

    def bound(self, columns: Sequence[int]) -> list[int] | None:
        """Give what each variable may stand for; ``None`` if the body cannot hold."""
        for column, mask in self.needs:
            if not columns[column] & mask:
                return None
        found = []
        for mask, places in self.values:
            for column in places:
                mask &= columns[column]
            if not mask:
                return None
            found.append(mask)
        return found


class Selector:
    """Grounds what can matter of the statements that all questions share, and of those given with a question."""

    def __init__(
        self,
        rules: Iterable[Compiled],
        facts: Collection[str] = (),
        roots: Iterable[str] = (),
        wild: Mapping[str, Collection[str]] | None = None,
        levels: Sequence[int] = (),
    ) -> None:
        """Take what all questions share.

        Args:
            rules: the statements.
            facts: facts that come with every question, if a rule can use them.
            roots: predicates that are read from outside.
            wild: predicates whose facts are chosen once the atoms of others are known (see :meth:`ground`).
            levels: what :func:`levels_of` gives for the rules, if that is known.
        """
        self._names = names = _Names()
        given = _with_late(rules, wild or {})
        wild_bits = sum(1 << names.predicate(name) for name in wild or ())
        layers = _layers(
            [_Rule(rule, names) for rule in given], levels or _levels(given), wild_bits
        )
        with_rules = {split_fact(fact)[0] for rule in given for fact in rule.facts}
        opened = sum(1 << names.predicate(name) for name in with_rules)
        root_bits = sum(1 << names.predicate(name) for name in set(roots))
        self._facts = self._by_predicate(facts)
        for name in list(names.predicates):
            if name.startswith("-"):  # what is denied may not hold: both are always needed
                root_bits |= 1 << names.predicate(name) | 1 << names.predicate(name[1:])
        self._plan = _Plan(layers, root_bits, opened, wild_bits, names)
        self.shared = frozenset(facts)
        """Facts that come with every question."""
        for name in with_rules:
            for index in range(int(name.rpartition("/")[2])):
                names.column(name, index)
        self._columns = [0] * len(names.columns)
        self._there = _entered(self._facts, self._columns) | opened
        for name in with_rules:
            for index in range(int(name.rpartition("/")[2])):
                self._columns[names.column(name, index)] = ANY

    @property
    def is_full(self) -> bool:
        """Whether it has seen so many terms that it should be made anew."""
        return len(self._names.terms) > MOST_TERMS

    def _by_predicate(self, facts: Iterable[str]) -> dict[int, list[_Fact]]:
        """Sort facts by predicate, each with its terms as bits of columns."""
        names = self._names
        found: dict[int, list[_Fact]] = {}
        for fact in facts:
            one = names.facts.get(fact)
            if one is None:
                predicate, arguments = split_fact(fact)
                places = tuple(
                    (names.column(predicate, i), names.bit(t)) for i, t in enumerate(arguments)
                )
                one = names.facts[fact] = names.predicate(predicate), places
            found.setdefault(one[0], []).append((fact, one[1]))
        return found

    def ground(
        self,
        control: clingo.Control,
        facts: Sequence[str],
        rules: Sequence[Compiled] = (),
        late: Callable[[Terms], Iterable[str]] | None = None,
        *,
        only: Collection[str] | None = None,
        everything: bool = False,
        also: Iterable[str] = (),
    ) -> Iterator[tuple[list[Compiled], list[str]]]:
        """Ground what can matter for a question; yield the statements and facts that each layer was given.

        Args:
            control: gets the program.
            facts: of the question.
            rules: further statements.
            late: gives the facts of the ``wild`` predicates.
            only: the axioms that take part; all, if ``None``.
            everything: also ground what nothing mentions.
            also: further predicates that are read from outside.
        """
        names, atoms = self._names, control.symbolic_atoms
        plan = (
            self._plan.with_rules([_Rule(rule, names) for rule in rules]) if rules else self._plan
        )
        roots = plan.roots | sum({1 << names.predicate(name) for name in also})
        own = self._by_predicate(fact for fact in facts if fact not in self.shared)
        columns = [*self._columns, *[0] * (len(names.columns) - len(self._columns))]
        there = self._there | _entered(own, columns)
        waiting = [own, self._facts]
        done: set[str] = set()
        every = (group for layer in plan.layers for group in layer.groups)
        open_columns = list(columns)
        for column in plan.wild_columns:
            open_columns[column] = ANY
        possible: Iterable[_Rule] = _forwards(every, there, open_columns)[0]
        if only is not None:
            possible = [rule for rule in possible if not rule.axiom or rule.axiom in only]
        if not everything:
            possible, _ = _backwards(possible, roots)
        at_hand = frozenset(possible)
        needed = plan.needed(at_hand, roots)
        for number, layer in enumerate(plan.layers):
            if late is not None and layer.writes & plan.wild:
                group = self._by_predicate(late(lambda p, i: _terms_at(control, p, i)))
                columns += [0] * (len(names.columns) - len(columns))
                there |= _entered(group, columns)
                waiting.append(group)
                late = None
            groups = ([rule for rule in group if rule in at_hand] for group in layer.groups)
            fired, there = _forwards(groups, there, columns)
            kept, mentioned = _backwards(fired, ANY if everything else needed[number])
            given = {fact: None for rule in kept for fact in rule.compiled.facts}
            if everything and number == 0:
                given.update(
                    (fact, None) for group in waiting for n in group for fact, _ in group[n]
                )
            wanted = layer.writes & mentioned | (0 if number else roots)
            asked = _asked_for(waiting, kept, wanted, layer.writes, plan.written, fired)
            given.update((fact, None) for fact in asked)
            new = [fact for fact in given if fact not in done]
            done.update(new)
            new += _tables(kept, fired)
            statements = [rule.compiled for rule in kept if rule.compiled.text]
            if statements or new:
                part = f"layer{number}"
                texts = (*(one.text for one in statements), *(f"{fact}." for fact in new))
                control.add(part, [], "\n".join(texts))
                control.ground([(part, [])])
                yield statements, new
            for n, (name, arity, positive), asked_later in layer.results:
                if not there >> n & 1:
                    continue
                found = atoms.by_signature(name, arity, positive)
                if not asked_later:
                    there = there | 1 << n if next(found, None) is not None else there & ~(1 << n)
                    continue
                arguments = [atom.symbol.arguments for atom in found]
                there = there | 1 << n if arguments else there & ~(1 << n)
                for index, column in asked_later:
                    columns[column] = names.mask({_text(row[index]) for row in arguments})


def _terms_at(control: clingo.Control, predicate: str, index: int) -> set[str]:
    name, _, arity = predicate.rpartition("/")
    found = control.symbolic_atoms.by_signature(name, int(arity))
    return {_text(atom.symbol.arguments[index]) for atom in found}


class _Layer:
    """Rules that are grounded together."""

    def __init__(self, groups: list[list[_Rule]]) -> None:
        self.groups = groups
        """By level."""
        self.rules = [rule for group in groups for rule in group]
        self.writes = self.mentions = 0
        for group in groups:
            read = reduce(or_, (rule.reads for rule in group), 0)
            given = reduce(or_, (rule.writes for rule in group), 0)
            for rule in group:
                rule.circle = rule.writes & read
                rule.root = rule.compiled.root or bool(rule.unsure & given)
        for rule in self.rules:
            self.writes |= rule.writes
            self.mentions |= rule.mentions
        self.results: list[tuple[int, tuple[str, int, bool], list[tuple[int, int]]]] = []
        """Predicates that the layer completes, and of these the places where later rules ask for something."""


class _Plan:
    """The layers of a program."""

    def __init__(
        self, layers: Iterable[list[list[_Rule]]], roots: int, opened: int, wild: int, names: _Names
    ) -> None:
        """Take layers; ``opened`` are the predicates of facts that come with rules."""
        self.layers = [_Layer(groups) for groups in layers]
        self.roots, self._opened, self.wild, self._names = roots, opened, wild, names
        self.rules = [rule for layer in self.layers for rule in layer.rules]
        self.wild_columns = [
            column
            for (name, _), column in names.columns.items()
            if wild >> names.predicates[name] & 1
        ]
        self.written = 0
        constrained: set[int] = set()
        predicates = {n: name for name, n in names.predicates.items()}
        places: dict[str, list[tuple[int, int]]] = {}
        for (name, index), column in names.columns.items():
            places.setdefault(name, []).append((index, column))
        for layer in reversed(self.layers):
            for n in _bits(layer.writes & ~opened):
                name, _, arity = predicates[n].rpartition("/")
                at = [
                    (i, column)
                    for i, column in places.get(predicates[n], ())
                    if column in constrained
                ]
                layer.results.append((n, (name.lstrip("-"), int(arity), name[0] != "-"), at))
            self.written |= layer.writes
            for rule in layer.rules:
                constrained.update(column for column, _ in rule.needs)
                for mask, where in rule.values:
                    if mask != ANY or not constrained.isdisjoint(where):
                        constrained.update(where)

    def needed(self, at_hand: Collection[_Rule], roots: int) -> list[int]:
        """Give for each layer the predicates that rules of later layers mention, or that are read from outside."""
        found = [roots]
        for layer in reversed(self.layers[1:]):
            mentioned = found[-1]
            for rule in layer.rules:
                if rule in at_hand:
                    mentioned |= rule.mentions
            found.append(mentioned)
        return found[::-1]

    def with_rules(self, rules: Sequence[_Rule]) -> _Plan:
        """Put further rules into the order."""
        if any(rule.writes for rule in rules):
            every = [*self.rules, *rules]
            levels = _levels([rule.compiled for rule in every])
            layers = _layers(every, levels, self.wild)
        else:
            layers = [[list(group) for group in layer.groups] for layer in self.layers]
            layers[-1].append(list(rules))
        return _Plan(layers, self.roots, self._opened, self.wild, self._names)


_Fact = tuple[str, tuple[tuple[int, int], ...]]


def _entered(facts: dict[int, list[_Fact]], columns: list[int]) -> int:
    """Add facts to the columns; return their predicates."""
    there = 0
    for n, some in facts.items():
        there |= 1 << n
        for _, places in some:
            for column, bit in places:
                columns[column] |= bit
    return there


def levels_of(rules: Iterable[Compiled], wild: Mapping[str, Collection[str]]) -> list[int]:
    """Give each statement a level above those of the rules of all that it mentions; a circle of rules has one level."""
    return _levels(_with_late(rules, wild))


def _with_late(rules: Iterable[Compiled], wild: Mapping[str, Collection[str]]) -> list[Compiled]:
    """Add what puts the facts of ``wild`` predicates after the atoms of others."""
    late = (
        Compiled("", (), (), frozenset(after), chooses=frozenset((name,)), root=True)
        for name, after in wild.items()
    )
    return [*rules, *late]


def _levels(rules: Sequence[Compiled]) -> list[int]:
    graph: nx.DiGraph[str] = nx.DiGraph()
    heads = [[*(one.predicate for one in rule.gives), *rule.chooses] for rule in rules]
    for rule, own in zip(rules, heads, strict=True):
        mentioned = [*(one.predicate for one in rule.asks), *rule.unsure]
        graph.add_nodes_from(chain(own, mentioned))
        graph.add_edges_from((m, w) for w in own for m in mentioned)
        graph.add_edges_from((v, w) for v in own for w in own if v != w)
    parts = nx.condensation(graph)
    depth: dict[int, int] = {}
    level: dict[str, int] = {}
    for part in nx.topological_sort(parts):
        depth[part] = max((depth[p] + 1 for p in parts.predecessors(part)), default=0)
        level.update(dict.fromkeys(parts.nodes[part]["members"], depth[part]))
    last = max(depth.values(), default=0) + 1
    return [max((level[name] for name in own), default=last) for own in heads]


def _layers(rules: Sequence[_Rule], levels: Sequence[int], wild: int) -> list[list[list[_Rule]]]:
    """Gather levels into layers; those of ``wild`` predicates begin one."""
    by_level: dict[int, list[_Rule]] = {}
    for rule, level in zip(rules, levels, strict=True):
        by_level.setdefault(level, []).append(rule)
    found: list[list[list[_Rule]]] = [[]]
    size = 0
    for _, some in sorted(by_level.items()):
        begins = any(rule.writes & wild for rule in some)
        if found[-1] and (begins or size + len(some) > LAYER):
            found.append([])
            size = 0
        found[-1].append(some)
        size += len(some)
    return found


def _forwards(
    groups: Iterable[Sequence[_Rule]], there: int, columns: list[int]
) -> tuple[dict[_Rule, list[int]], int]:
    """Give the rules that may fire, with the values of their variables, and the predicates that are there then.

    What they give is added to the columns.

    Args:
        groups: rules, each group after those that it reads from.
        there: the predicates that have atoms.
        columns: the terms at their places.
    """
    fired: dict[_Rule, list[int]] = {}
    for group in groups:
        changed = ANY
        while changed:
            changed = 0
            for rule in group:
                if rule.reads & ~there:
                    continue
                values = rule.bound(columns)
                if values is None:
                    continue
                fired[rule] = values
                new = rule.writes & ~there
                for column, variable, mask in rule.gives:
                    if variable >= 0:
                        mask = values[variable]
                    if mask & ~columns[column]:
                        columns[column] |= mask
                        new = rule.writes
                there |= new
                changed |= new & rule.circle
    return fired, there


def _backwards(fired: Iterable[_Rule], needed: int) -> tuple[list[_Rule], int]:
    """Give the rules that something needs, and the predicates that they or later ones mention."""
    every = list(fired)
    chosen: set[_Rule] = set()
    before = -1
    while before != len(chosen):
        before = len(chosen)
        for rule in reversed(every):
            if rule not in chosen and (rule.root or rule.writes & needed):
                chosen.add(rule)
                needed |= rule.mentions
    return [rule for rule in every if rule in chosen], needed


def _asked(
    rules: Iterable[_Rule], values: Mapping[_Rule, Sequence[int]]
) -> tuple[dict[int, int], int, int]:
    """Give the terms that rules ask for, by column; the predicates of which any fact may be used; those mentioned."""
    asked: dict[int, int] = {}
    whole = read = 0
    for rule in rules:
        whole |= rule.unsure
        read |= rule.mentions
        own = values[rule]
        for column, variable, mask in rule.asks:
            asked[column] = asked.get(column, 0) | (mask if variable < 0 else own[variable])
    return asked, whole, read


def _asked_for(
    waiting: Iterable[Mapping[int, Sequence[_Fact]]],
    rules: Sequence[_Rule],
    wanted: int,
    writes: int,
    written: int,
    values: Mapping[_Rule, Sequence[int]],
) -> Iterator[str]:
    """Give the facts that a layer must have.

    Args:
        waiting: facts by predicate.
        rules: the rules of the layer that are kept.
        wanted: further predicates that are needed.
        writes: what the layer writes.
        written: what any layer writes; its facts are given with the rules of its own layer.
        values: what the variables of each rule may stand for.
    """
    asked, whole, read = _asked(rules, values)
    numbers = set(_bits(read | wanted))
    for group in waiting:
        for n in group.keys() & numbers:
            every = (whole | writes) >> n & 1
            if not every and written >> n & 1:
                continue
            for fact, places in group[n]:
                if every or all(asked.get(column, 0) & bit for column, bit in places):
                    yield fact


def _tables(rules: Iterable[_Rule], values: Mapping[_Rule, Sequence[int]]) -> list[str]:
    """Give the constants of pools that may be asked for."""
    found: dict[str, None] = {}
    for rule in rules:
        if rule.tables:
            for constants, value in zip(rule.tables.values(), values[rule], strict=False):
                found.update((fact, None) for bit, fact in constants if bit & value)
    return list(found)


def _bits(mask: int) -> Iterator[int]:
    """Give the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
