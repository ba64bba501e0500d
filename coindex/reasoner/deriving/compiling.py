"""Rules become Python functions: nested loops over relations, each literal looked up by what is known already.

A function gets the relations (computed when it asks for them), the derivation, a dictionary for what it finds and,
where its predicate depends on itself, the atoms that one literal must come from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from coindex.reasoner.deriving.reading import (
    Literal,
    ParsedRule,
    Term,
    UnknownForm,
    plain,
    rule_from,
)
from coindex.reasoner.deriving.relations import emit, greatest, less, none_of, sums_of

Function = Callable[..., None]
Gate = tuple[str, tuple[int, ...], Any]
"""A predicate, places of its arguments, and the constants that an atom must have there."""

_GLOBALS: dict[str, Any] = {
    "emit": emit,
    "greatest": greatest,
    "less": less,
    "none_of": none_of,
    "sums_of": sums_of,
}


State = tuple[str, bool, tuple[str, ...], tuple[str, ...], tuple[Gate, ...], tuple[Any, ...]]
"""A rule as plain values: its predicate; whether it is a choice; predicates in its body, also in conditions; those of
them on which it does not depend monotonically; its gates; and the rule itself."""


def state_of(rule: ParsedRule) -> State:
    """Give a rule as plain values, which can be kept in a file."""
    parts = rule.body + (rule.choice or ())
    needs = dict.fromkeys(part.predicate for part in _every(parts) if part.kind == "pos")
    denies = dict.fromkeys(_against(parts))
    gates = tuple(_gates(rule.body))
    return rule.predicate, rule.choice is not None, tuple(needs), tuple(denies), gates, plain(rule)


class CompiledRule:
    """A rule that can be run."""

    __slots__ = ("_functions", "_plain", "choice", "denies", "gates", "needs", "predicate", "reads")

    def __init__(self, state: State) -> None:
        """Take what :func:`state_of` gave; the rule's functions are made when they are first called."""
        self.predicate, self.choice, self.needs, self.denies, self.gates, self._plain = state
        self.reads = self.needs + self.denies
        self._functions: dict[object, Function] = {}

    @property
    def _rule(self) -> ParsedRule:
        return rule_from(self._plain)

    def run(self, derivation: Any, out: Any) -> None:
        """Find what it gives."""
        function = self._functions.get(-1)
        if function is None:
            function = self._functions[-1] = _function(self._rule, -1)
        function(derivation.relations, derivation, out, None)

    def inside(self, members: frozenset[str]) -> Iterator[tuple[int, str]]:
        """Give number and predicate of the positive literals whose predicates are among some."""
        for number, literal in enumerate(self._plain[2]):
            if literal[0] == "pos" and literal[1] in members:
                yield number, literal[1]

    def run_from(self, number: int, derivation: Any, out: Any, delta: Any) -> None:
        """Find what it gives if a literal stands for one of the atoms in ``delta``."""
        function = self._functions.get(number)
        if function is None:
            function = self._functions[number] = _function(self._rule, number)
        function(derivation.relations, derivation, out, delta)

    def run_above(self, members: frozenset[str], rel: Any, out: Any) -> None:
        """Find all that it may give, whatever is true of the denied or counted atoms of some predicates."""
        skipped = (
            tuple(
                number
                for number, (kind, predicate, *_) in enumerate(self._plain[2])
                if kind == "all" or (kind == "neg" and predicate in members)
            )
            if self.denies
            else ()
        )
        function = self._functions.get(skipped)
        if function is None:
            rule = self._rule
            body = tuple(lit for number, lit in enumerate(rule.body) if number not in skipped)
            function = _function(replace(rule, body=body), -1, certain=True)
            self._functions[skipped] = function
        function(rel, None, out, None)


def _every(literals: Sequence[Literal]) -> Iterator[Literal]:
    for literal in literals:
        yield literal
        yield from _every(literal.parts)
        for _, conditions in literal.elements:
            yield from _every(conditions)


def _against(literals: Sequence[Literal]) -> Iterator[str]:
    for literal in literals:
        if literal.kind == "neg":
            yield literal.predicate
        elif literal.kind != "pos":
            yield from (part.predicate for part in _every([literal]) if part.kind in ("pos", "neg"))


def _gates(body: Sequence[Literal]) -> Iterator[Gate]:
    for literal in body:
        if literal.kind == "pos":
            places = tuple(i for i, term in enumerate(literal.terms) if term[0] == "const")
            if places:
                key = tuple(literal.terms[i][1] for i in places)
                yield literal.predicate, places, key[0] if len(key) == 1 else key


def _function(rule: ParsedRule, start: int, *, certain: bool = False) -> Function:
    source = _Writer(certain=certain).written(rule, start)
    names = dict(_GLOBALS)
    try:
        exec(compile(source, f"<{rule.predicate}>", "exec"), names)
    except SyntaxError as error:
        raise UnknownForm(f"{rule.predicate}: {error}") from error
    found: Function = names["rule"]
    return found


@dataclass
class _Writer:
    """Writes the function of a rule."""

    certain: bool = False
    """Whether to take what may be for what is."""
    lines: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    depth: int = 1
    count: int = 0
    names: dict[str, str] = field(default_factory=dict)
    bound: set[str] = field(default_factory=set)
    marks: list[str] = field(default_factory=list)
    relations: dict[str, str] = field(default_factory=dict)
    indexes: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)

    def written(self, rule: ParsedRule, start: int) -> str:
        rest = list(enumerate(rule.body))
        self._known_needed(rule, start)
        if start >= 0:
            _, literal = rest.pop(start)
            self._scan(literal, "delta.items()")
        self._join([literal for _, literal in rest], (*rule.terms, *self._outer(rule)))
        if rule.choice is not None:
            self._choice(rule)
        else:
            row = self._row(rule.terms)
            self._found(row)
        head = ["def rule(rel, derivation, out, delta):"]
        return "\n".join([*head, *self.heads, *self.lines]) + "\n"

    @staticmethod
    def _outer(rule: ParsedRule) -> tuple[Term, ...]:
        return tuple(t for literal in rule.choice or () for t in literal.terms)

    def _known_needed(self, rule: ParsedRule, start: int) -> None:
        """Give up at once if a relation that a positive literal needs is empty."""
        order = sorted(
            (
                literal
                for n, literal in enumerate(rule.body)
                if literal.kind == "pos" and n != start
            ),
            key=lambda literal: not any(t[0] == "const" for t in literal.terms),
        )
        for literal in order:
            if literal.predicate not in self.relations:
                name = self._relation(literal.predicate)
                self.heads.append(f" if not {name}.rows: return")

    def _relation(self, predicate: str) -> str:
        name = self.relations.get(predicate)
        if name is None:
            name = self.relations[predicate] = f"r{len(self.relations)}"
            self.heads.append(f" {name} = rel[{predicate!r}]")
        return name

    def _index(self, predicate: str, places: tuple[int, ...]) -> str:
        name = self.indexes.get((predicate, places))
        if name is None:
            relation = self._relation(predicate)
            name = self.indexes[predicate, places] = f"i{len(self.indexes)}"
            self.heads.append(f" {name} = {relation}.index({places!r}).get")
        return name

    def _new(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def _line(self, text: str, deeper: bool = False) -> None:
        self.lines.append(" " * self.depth + text)
        self.depth += deeper

    # -- terms

    def _variables(self, term: Term) -> Iterator[str]:
        if term[0] == "var":
            yield term[1]
        elif term[0] == "fun":
            for inner in term[2]:
                yield from self._variables(inner)
        elif term[0] == "op":
            yield from self._variables(term[2])
            yield from self._variables(term[3])

    def _ready(self, term: Term) -> bool:
        return all(name in self.bound for name in self._variables(term))

    def _name(self, variable: str) -> str:
        return self.names.setdefault(variable, f"v{len(self.names)}")

    def _value(self, term: Term) -> str:
        """Write a term whose variables are bound."""
        kind = term[0]
        if kind == "const":
            return repr(term[1])
        if kind == "var":
            if term[1] not in self.bound:
                raise UnknownForm(f"{term[1]} is unsafe")
            return self._name(term[1])
        if kind == "fun":
            return f"({term[1]!r}, {', '.join(map(self._value, term[2]))},)"
        return f"({self._value(term[2])} {term[1]} {self._value(term[3])})"

    def _row(self, terms: Sequence[Term]) -> str:
        for term in terms:
            self._guard(term)
        return f"({''.join(self._value(term) + ', ' for term in terms)})"

    def _guard(self, term: Term) -> None:
        """Calculate only with numbers."""
        if term[0] == "op":
            names = dict.fromkeys(self._name(v) for v in self._variables(term))
            if names:
                self._line("if " + " and ".join(f"type({n}) is int" for n in names) + ":", True)
        elif term[0] == "fun":
            for inner in term[2]:
                self._guard(inner)

    def _match(self, term: Term, value: str) -> None:
        """Bind the variables of a term to the parts of a value, or test it."""
        if term[0] == "var" and term[1] == "_":
            return
        if term[0] == "var" and term[1] not in self.bound:
            self.bound.add(term[1])
            self._line(f"{self._name(term[1])} = {value}")
        elif self._ready(term) and not _has_blank(term):
            self._guard(term)
            self._line(f"if {value} == {self._value(term)}:", True)
        elif term[0] == "fun":
            size = len(term[2]) + 1
            self._line(
                f"if type({value}) is tuple and len({value}) == {size} and {value}[0] == {term[1]!r}:",
                True,
            )
            for number, inner in enumerate(term[2], 1):
                part = self._new("t")
                self._line(f"{part} = {value}[{number}]")
                self._match(inner, part)
        else:
            raise UnknownForm(str(term))

    # -- bodies

    def _join(self, literals: list[Literal], later: Sequence[Term]) -> None:
        waiting = list(literals)
        while waiting:
            tests = [part for part in waiting if self._testable(part, waiting, later)]
            if tests:
                waiting.remove(tests[0])
                self._test(tests[0])
                continue
            positive = [part for part in waiting if part.kind == "pos"]
            if not positive:
                raise UnknownForm("unsafe")
            best = min(positive, key=self._cost)
            waiting.remove(best)
            self._scan(best)

    def _known(self, term: Term) -> bool:
        return self._ready(term) and not _has_blank(term)

    def _cost(self, literal: Literal) -> tuple[int, int]:
        open_terms = sum(not self._known(term) for term in literal.terms)
        return (0 if not open_terms else 1 if open_terms < len(literal.terms) else 2), open_terms

    def _testable(self, literal: Literal, waiting: list[Literal], later: Sequence[Term]) -> bool:
        kind = literal.kind
        if kind == "neg":
            return all(
                v in self.bound or v == "_" for t in literal.terms for v in self._variables(t)
            )
        if kind == "compare":
            left, right = literal.terms
            if self._known(left) and self._known(right):
                return True
            return literal.predicate == "=" and (
                (self._known(right) and left[0] in ("var", "fun"))
                or (self._known(left) and right[0] in ("var", "fun"))
            )
        if kind == "pos":
            return False
        inner = {v for part in _every([literal]) for t in part.terms for v in self._variables(t)}
        inner |= {v for terms, _ in literal.elements for t in terms for v in self._variables(t)}
        outer = {
            v
            for part in waiting
            if part is not literal
            for x in _every([part])
            for t in x.terms
            for v in self._variables(t)
        }
        outer |= {v for term in later for v in self._variables(term)}
        outer -= {literal.predicate}
        return (inner & outer) - {"_"} <= self.bound

    def _test(self, literal: Literal) -> None:
        if literal.kind == "neg":
            self._negative(literal)
        elif literal.kind == "compare":
            self._compare(literal)
        elif literal.kind == "all":
            self._for_all(literal)
        else:
            self._aggregate(literal)

    def _scan(self, literal: Literal, items: str = "") -> None:
        mark = self._new("m")
        terms = literal.terms
        known = () if items else tuple(i for i, term in enumerate(terms) if self._known(term))
        for place in known:
            self._guard(terms[place])
        values = [self._value(terms[place]) for place in known]
        if not items and len(known) == len(terms):
            relation = self._relation(literal.predicate)
            self._line(f"{mark} = {relation}.rows.get({self._row(terms)})")
            self._line(f"if {mark} is not None:", True)
            self.marks.append(mark)
            return
        if items:
            source = items
        elif known:
            key = values[0] if len(values) == 1 else f"({', '.join(values)})"
            source = f"{self._index(literal.predicate, known)}({key}, ())"
        else:
            source = f"{self._relation(literal.predicate)}.rows.items()"
        pattern = []
        after: list[tuple[Term, str]] = []
        for place, term in enumerate(terms):
            if place in known or (term[0] == "var" and term[1] == "_"):
                pattern.append("_")
            elif term[0] == "var" and term[1] not in self.bound:
                self.bound.add(term[1])
                pattern.append(self._name(term[1]))
            else:
                name = self._new("t")
                pattern.append(name)
                after.append((term, name))
        row = f"({', '.join(pattern)},)" if pattern else "_"
        self._line(f"for {row}, {mark} in {source}:", True)
        for term, name in after:
            self._match(term, name)
        self.marks.append(mark)

    def _negative(self, literal: Literal) -> None:
        mark = self._new("m")
        terms = literal.terms
        known = tuple(i for i, term in enumerate(terms) if self._known(term))
        for place in known:
            self._guard(terms[place])
        if len(known) == len(terms):
            relation = self._relation(literal.predicate)
            self._line(f"{mark} = {relation}.rows.get({self._row(terms)})")
            self._line(f"if {mark} != 0:", True)
            self.marks.append(f"-({mark} or 0)")
            return
        values = [self._value(terms[place]) for place in known]
        key = values[0] if len(values) == 1 else f"({', '.join(values)})"
        items = (
            f"{self._index(literal.predicate, known)}({key}, ())"
            if known
            else f"{self._relation(literal.predicate)}.rows.items()"
        )
        inside = [i for i, term in enumerate(terms) if i not in known and term != ("var", "_")]
        if inside:
            items = self._filtered(literal, inside, items)
        self._line(f"{mark} = none_of({items})")
        self._line(f"if {mark} is not None:", True)
        self.marks.append(f"*{mark}")

    def _filtered(self, literal: Literal, places: Sequence[int], items: str) -> str:
        """Keep the atoms whose compound terms fit."""
        name = self._new("f")
        self._line(f"{name} = []")
        outer, bound = self.depth, set(self.bound)
        item = self._new("t")
        self._line(f"for {item} in {items}:", True)
        for place in places:
            part = self._new("t")
            self._line(f"{part} = {item}[0][{place}]")
            self._match(literal.terms[place], part)
        self._line(f"{name}.append({item})")
        self.depth, self.bound = outer, bound
        return name

    def _compare(self, literal: Literal) -> None:
        left, right = literal.terms
        sign = literal.predicate
        if sign == "=" and not (self._known(left) and self._known(right)):
            open_term, value = (left, right) if self._known(right) else (right, left)
            self._guard(value)
            name = self._new("t")
            self._line(f"{name} = {self._value(value)}")
            self._match(open_term, name)
            return
        self._guard(left)
        self._guard(right)
        one, other = self._value(left), self._value(right)
        tests = {
            "=": f"{one} == {other}",
            "!=": f"{one} != {other}",
            "<": f"less({one}, {other})",
            ">": f"less({other}, {one})",
            "<=": f"not less({other}, {one})",
            ">=": f"not less({one}, {other})",
        }
        self._line(f"if {tests[sign]}:", True)

    def _collect(
        self, conditions: Sequence[Literal], later: Sequence[Term], name: str
    ) -> list[str]:
        """Write the loops over conditions; return the marks on which they hang."""
        marks, self.marks = self.marks, []
        self._join(list(conditions), later)
        found, self.marks = self.marks, marks
        return found

    def _for_all(self, literal: Literal) -> None:
        """For each instance of the conditions the atom must hold."""
        name = self._new("b")
        self._line(f"{name} = []")
        outer, bound = self.depth, set(self.bound)
        atom, *conditions = literal.parts
        if atom.kind not in ("pos", "neg"):
            raise UnknownForm(atom.kind)
        marks = self._collect(conditions, atom.terms, name)
        mark = self._new("m")
        relation = self._relation(atom.predicate)
        self._line(f"{mark} = {relation}.rows.get({self._row(atom.terms)})")
        sign = 1 if atom.kind == "pos" else -1
        self._line(f"{name}.append((({''.join(m + ', ' for m in marks)}), {mark}, {sign}))")
        self.depth, self.bound = outer, bound
        found = self._new("m")
        self._line(f"{found} = derivation.all_hold({name})")
        self._line(f"if {found} is not None:", True)
        self.marks.append(f"*{found}")

    def _aggregate(self, literal: Literal) -> None:
        name = self._new("b")
        self._line(f"{name} = []")
        outer = self.depth
        for terms, conditions in literal.elements:
            bound = set(self.bound)
            marks = self._collect(conditions, terms, name)
            row = self._row(terms)
            self._line(f"{name}.append(({row}, ({''.join(m + ', ' for m in marks)})))")
            self.depth, self.bound = outer, bound
        value = ("var", literal.predicate)
        part = self._new("t")
        mark = self._new("m")
        if literal.kind == "sum":
            self._line(f"for {part}, {mark} in derivation.sums(*sums_of({name})):", True)
            self._match(value, part)
            self.marks.append(f"*{mark}")
            return
        bodies, above = self._new("b"), self._new("b")
        self._line(f"for {part}, {bodies}, {above} in greatest({name}):", True)
        self._match(value, part)
        self._line(f"{mark} = derivation.greatest({bodies}, {above})")
        self.marks.append(f"*{mark}")

    # -- heads

    def _found(self, row: str) -> None:
        if self.certain or not self.marks:
            self._line(f"out[{row}] = 0")
        elif all(m[0] == "m" for m in self.marks):
            self._line(
                f"if {' or '.join(self.marks)}: emit(out, {row}, ({', '.join(self.marks)},))"
            )
            self._line(f"else: out[{row}] = 0")
        else:
            self._line(f"emit(out, {row}, ({', '.join(self.marks)},))")

    def _choice(self, rule: ParsedRule) -> None:
        """Collect the atoms of a choice of exactly one."""
        if rule.choice is None:
            raise UnknownForm("no choice")
        name = self._new("b")
        self._line(f"{name} = []")
        outer, bound = self.depth, set(self.bound)
        marks = self._collect(rule.choice, rule.terms, name)
        self._line(
            f"{name}.append(({self._row(rule.terms)}, ({''.join(m + ', ' for m in marks)})))"
        )
        self.depth, self.bound = outer, bound
        self._line(f"derivation.choose(out, {name}, ({''.join(m + ', ' for m in self.marks)}))")


def _has_blank(term: Term) -> bool:
    if term[0] == "var":
        return bool(term[1] == "_")
    return term[0] == "fun" and any(map(_has_blank, term[2]))
