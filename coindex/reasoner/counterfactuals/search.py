"""Counterfactuals: what a reading would have to say besides for a rule to speak.

A counterfactual is an instance of a rule's body of which the reading lacks some literals. For every set of literals
that may be lacking, clingo grounds the rest of the body and the complements of the set over the atoms of the reading.

>>> rule = Rule("toy", "p(X) :- q(X), not r(X), s(X,(a;b)).", "", 1, "", "toy.lp", 1, frozenset(), "axiom")
>>> [found.missing for found in Search(["q(1)", "r(1)", "q(2)", "s(1,a)"]).lacking([rule], 1)]
[('not r(1)',), ('s(2,(a;b))',)]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations, count

from clingo import Symbol

from coindex.reasoner.asp.instrument import (
    Part,
    PartKind,
    Template,
    compile_text,
    keys_of,
    map_variables,
    variables_of,
    write_tuple,
)
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments, name_of, split_at
from coindex.reasoner.explaining.firings import Run, by_name
from coindex.reasoner.grounding import compiling
from kparse.caches import lru_cache
from kparse.errors import SolveError

_NUMBERS = count()
"""Numbers for the tables of pools."""


@dataclass(frozen=True, slots=True)
class Lack:
    """A literal that the reading lacks."""

    kind: PartKind
    """``positive`` should be true, ``negative`` should be false."""
    atom: str
    """Its atom, with ``_`` where any value would do; for comparisons and aggregates the literal."""

    def __str__(self) -> str:
        return f"not {self.atom}" if self.kind == "negative" else self.atom


@dataclass(frozen=True, slots=True)
class Counterfactual:
    """An instance of a rule's body, and what the reading lacks for it."""

    rule: Rule
    lacks: tuple[Lack, ...]
    """Empty if the whole body holds."""
    holds: tuple[str, ...]
    """The body atoms that hold."""
    binding: Mapping[str, str] = field(hash=False)

    @property
    def missing(self) -> tuple[str, ...]:
        """The lacking literals."""
        return tuple(map(str, self.lacks))


def options(term: str) -> list[str]:
    """Return the terms of which one is meant where a pool is lacking.

    >>> options("(big;dim(size,hi))"), options("dim(size,hi)")
    (['big', 'dim(size,hi)'], ['dim(size,hi)'])
    """
    return split_at(term[1:-1], ";") if term.startswith("(") else [term]


class Search:
    """A reading in which counterfactuals are searched."""

    def __init__(
        self, atoms: Iterable[str | Symbol], *, fixed: Collection[str] = (), loose: bool = False
    ) -> None:
        """Take a reading.

        Args:
            atoms: all true atoms.
            fixed: predicates whose literals are not taken as lacking, such as ``coref``.
            loose: whether literals without which a comparison or a negated literal has no value may be lacking;
                then that one is passed over.
        """
        self._atoms = by_name({str(atom) for atom in atoms})
        self._fixed, self._loose = frozenset(fixed), loose
        self._slots: dict[tuple[str, int], frozenset[str]] = {}

    def lacking(self, rules: Iterable[Rule], number: int, limit: int = 20) -> list[Counterfactual]:
        """Find the instances of rules that lack just so many literals, in the order of rules and literals.

        Args:
            rules: the rules.
            number: how many literals are lacking.
            limit: the most instances for each set of literals.
        """
        drops = [
            drop
            for rule in rules
            for body in _bodies(rule.program)
            for drop in self._drops(rule, body, number)
        ]
        try:
            misses = self._ground(drops)
        except SolveError:  # one of them is unsafe; ground the others one by one
            misses = []
            for drop in drops:
                with suppress(SolveError):
                    misses += self._ground([drop])
        found: dict[tuple[str, str, tuple[Lack, ...]], Counterfactual] = {}
        for several in misses:
            for one in several[:limit]:
                found.setdefault((one.rule.id, one.rule.program, one.lacks), one)
        return list(found.values())

    def _drops(self, rule: Rule, body: _Body, number: int) -> Iterator[_Drop]:
        """Yield the sets of literals that may be lacking together: all that cannot hold are among them."""
        lacking = {i for i in range(len(body.literals)) if not self._can_hold(body, i)}
        if len(lacking) > number:
            return
        may_lack = [
            i
            for i, part in enumerate(body.literals)
            if part.kind != "each" and name_of(part.atom) not in self._fixed
        ]
        for which in combinations(may_lack, number):
            if lacking.issubset(which):
                drop = _Drop(rule, body, which, self._loose)
                if drop.possible:
                    yield drop

    def _can_hold(self, body: _Body, index: int) -> bool:
        """Check that a literal is not a positive one without a matching atom, judging by names and constants."""
        part = body.literals[index]
        if part.kind != "positive":
            return True
        name = name_of(part.atom)
        return (
            name in self._atoms
            and all(term in self._values(name, place) for name, place, term in keys_of(part.atom))
            and all(
                not self._values(name, place).isdisjoint(body.pools[term])
                for place, term in enumerate(arguments(part.atom))
                if term in body.pools
            )
        )

    def _values(self, name: str, place: int) -> frozenset[str]:
        """Return all terms in one argument position of a predicate."""
        found = self._slots.get((name, place))
        if found is None:
            rows = map(arguments, self._atoms.get(name, ()))
            found = frozenset(row[place] for row in rows if place < len(row))
            self._slots[name, place] = found
        return found

    def _ground(self, drops: Sequence[_Drop]) -> list[list[Counterfactual]]:
        """Ground the rests of bodies; return the instances of each."""
        if not drops:
            return []
        run = Run(self._atoms)
        for number, drop in enumerate(drops):
            run.texts += drop.sidecars(number)
            run.mentioned |= drop.body.template.mentions
        tables = {table for drop in drops for table in drop.body.tables}
        run.texts += sorted(tables)
        found: dict[int, list[Sequence[Symbol]]] = {}
        for number, args in run.ground().firings.get("0", []):
            found.setdefault(number, []).append(args)
        return [drop.read(found.get(n, ()), run.prefix) for n, drop in enumerate(drops)]


@dataclass(frozen=True, slots=True)
class _Body:
    """A rule's body, with its pools as tables."""

    template: Template
    literals: tuple[Part, ...]
    pools: Mapping[str, tuple[str, ...]]
    """The variables that stand for pools, with what they may be."""
    sources: Mapping[str, str]
    """The literals that look these variables up."""
    tables: tuple[str, ...]


@lru_cache(8192)
def _bodies(program: str) -> tuple[_Body, ...]:
    """Read a rule; one with pools of anything but constants has several bodies."""
    found = []
    for rule in compiling.compile_text(program, f"pool_{next(_NUMBERS)}").rules:
        pools = {variable: constants for variable, _, constants in rule.tables}
        sources = {v: f"{compiling.TABLE}({table},{v})" for v, table, _ in rule.tables}
        facts = [
            f"{compiling.TABLE}({table},{constant})."
            for _, table, constants in rule.tables
            for constant in constants
        ]
        for template in compile_text(rule.text).templates if rule.text else ():
            literals = tuple(
                part for part in template.parts if name_of(part.atom) != compiling.TABLE
            )
            found.append(_Body(template, literals, pools, sources, tuple(facts)))
    return tuple(found)


class _Drop:
    """A rule of whose body some literals are lacking."""

    def __init__(self, rule: Rule, body: _Body, which: Sequence[int], loose: bool) -> None:
        self.rule, self.body = rule, body
        self.dropped = [body.literals[i] for i in which]
        rest = [part for i, part in enumerate(body.literals) if i not in which]
        self.held = [part.atom for part in rest if part.kind == "positive"]
        used = {v for part in rest for v in variables_of(part.source)}
        self.bound = _bound(rest) | (used & body.sources.keys())
        # Where it is open of what a word of a pool is lacking, each word counts for itself.
        self.spread = {
            v
            for part in self.dropped
            if self._global(part) - self.bound - body.sources.keys()
            for v in variables_of(part.source)
            if v in body.sources
        } - self.bound
        self.bound |= self.spread
        tables = [source for v, source in body.sources.items() if v in used | self.spread]
        self.possible = loose
        self.rest = tables
        unbound = {v for part in self.dropped for v in self._global(part)} - self.bound
        for part in rest:
            if not unbound.isdisjoint(variables_of(part.source)) and part.kind != "positive":
                continue
            self.rest += [part.source] if part.source else []
        if not loose:
            self.possible = all(unbound.isdisjoint(variables_of(part.source)) for part in rest)
        complements = [self._complement(number, part) for number, part in enumerate(self.dropped)]
        self.possible = self.possible and None not in complements
        self.rest += [one for one in complements if one is not None]
        self.names = [v for v in body.template.variables if v in self.bound]

    def _global(self, part: Part) -> set[str]:
        """Return the variables of a literal that other literals may share."""
        found = set(variables_of(part.source))
        return found & set(self.body.template.variables) if part.kind == "counted" else found

    def _complement(self, number: int, part: Part) -> str | None:
        """Return the complement of a lacking literal; ``None`` if a variable would become unsafe."""
        free = self._global(part) - self.bound
        if not part.source or ("; " in part.source and part.kind != "counted"):
            return None
        if part.kind == "positive":
            if free.isdisjoint(self.body.pools):
                return f"not {map_variables(part.atom, lambda v: '_' if v in free else v)}"
            return f"not {self._any_of(number, part)}"
        if part.kind == "negative":
            return "; ".join([part.atom, *self._lookups(part)])
        if free:
            return None
        if part.kind == "maybe":
            return f"not {part.atom}"
        negated = part.source.startswith("not ")
        return part.source.removeprefix("not ") if negated else f"not {part.source}"

    def _lookups(self, part: Part) -> list[str]:
        """Return the literals that look up the words of a literal's pools."""
        return [s for v, s in self.body.sources.items() if v in variables_of(part.atom)]

    def _any_of(self, number: int, part: Part) -> str:
        """Write an atom that holds if a literal holds for some word of its pools."""
        shared = [v for v in variables_of(part.atom) if v in self.bound]
        return f"\0h(\1,{number},{write_tuple(shared)})"

    def sidecars(self, number: int) -> Iterator[str]:
        """Yield the rules that find the instances."""
        terms = write_tuple(map(self._shown, self.dropped))
        head = f"\0f({number},0,{write_tuple(self.held)},{terms},{write_tuple(self.names)})"
        yield f"{head} :- {'; '.join(self.rest)}.".replace("\1", str(number)).replace(" :- .", ".")
        for place, part in enumerate(self.dropped):
            tables = self._lookups(part)
            if part.kind == "positive" and tables:
                body = "; ".join([part.source, *tables])
                yield f"{self._any_of(place, part)} :- {body}.".replace("\1", str(number))

    def _shown(self, part: Part) -> str:
        """Return a lacking atom as a term; ``0`` if it is none."""
        if part.kind not in ("positive", "negative", "maybe") or part.slot < 0:
            return "0"
        pools = list(self.body.pools)
        names = {v: f"\0pool{pools.index(v)}" for v in pools if v not in self.bound - self.spread}
        return map_variables(
            part.atom, lambda v: names.get(v) or (v if v in self.bound else "\0any")
        )

    def read(self, found: Iterable[Sequence[Symbol]], prefix: str) -> list[Counterfactual]:
        """Read the instances from the arguments of sidecar atoms; those that differ in words of a pool are one."""
        pools = {
            f"{prefix}pool{number}": (v, constants)
            for number, (v, constants) in enumerate(self.body.pools.items())
        }
        merged: dict[Counterfactual, dict[str, set[str]]] = {}
        for args in found:
            binding = dict(zip(self.names, (str(v) for v in args[4].arguments), strict=True))
            words = {v: binding.pop(v) for v in self.body.pools if v in binding}
            lacks = []
            for part, term in zip(self.dropped, args[3].arguments, strict=True):
                text = str(term).replace(f"{prefix}any", "_")
                if text == "0":
                    text = map_variables(part.text, lambda v: binding.get(v, v))  # noqa: B023
                lacks.append(Lack(part.kind, text))
            one = Counterfactual(
                self.rule, tuple(lacks), tuple(str(h) for h in args[2].arguments), binding
            )
            known = merged.setdefault(one, {})
            for v in self.spread:
                known.setdefault(v, set()).add(words[v])
        return sorted(
            (self._with_pools(one, words, pools) for one, words in merged.items()),
            key=lambda one: (one.missing, one.holds),
        )

    @staticmethod
    def _with_pools(
        one: Counterfactual,
        words: Mapping[str, Collection[str]],
        pools: Mapping[str, tuple[str, tuple[str, ...]]],
    ) -> Counterfactual:
        """Write the pools of the lacking literals."""
        lacks = []
        for lack in one.lacks:
            text = lack.atom
            for mark, (v, constants) in pools.items():
                meant = [c for c in constants if c in words.get(v, constants)]
                text = text.replace(mark, f"({';'.join(meant)})" if meant[1:] else meant[0])
            lacks.append(replace(lack, atom=text))
        return replace(one, lacks=tuple(lacks))


def _bound(parts: Iterable[Part]) -> set[str]:
    """Return the variables that these literals bind."""
    items = list(parts)
    bound = {v for p in items if p.kind == "positive" for v in variables_of(p.source)}
    equal = [
        p.source.split(" = ", 1)
        for p in items
        if p.kind in ("condition", "counted") and " = " in p.source
    ]
    size = -1
    while size != len(bound):
        size = len(bound)
        for left, right in equal:
            local = variables_of(right) if right.startswith("#") else ()
            if _VARIABLE.fullmatch(left) and set(variables_of(right)) <= bound.union(local):
                bound.add(left)
    return bound


_VARIABLE = re.compile(r"_*[A-Z][\w']*")
