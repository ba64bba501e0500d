"""Writes the function of a rule: nested loops over relations, each literal looked up by what is known already."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coindex.reasoner.deriving.reading import Literal, ParsedRule, Term, UnknownForm
from coindex.reasoner.deriving.term_writing import TermWriter, calculates, has_blank, variables_of


def every(literals: Sequence[Literal]) -> Iterator[Literal]:
    """Give literals and those within them."""
    for literal in literals:
        yield literal
        yield from every(literal.parts)
        for _, conditions in literal.elements:
            yield from every(conditions)


@dataclass
class RuleWriter(TermWriter):
    """Writes the function of a rule."""

    certain: bool = False
    """Whether to take what may be for what is."""
    marks: list[str] = field(default_factory=list)
    """What each literal so far hangs on."""

    def written(self, rule: ParsedRule, start: int) -> str:
        """Write a function that finds what a rule gives.

        Args:
            rule: the rule.
            start: the number of the literal that stands for the atoms in ``delta`` only; -1 for none.
        """
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
        return self._whole()

    def matching(self, rule: ParsedRule, variables: Sequence[str]) -> str:
        """Write a function that finds how a rule gives the row ``delta``: the values of some variables.

        What a rule needs has to be certain then.
        """
        self.certain = True
        self._known_needed(rule, -1)
        names = [self._new("t") for _ in rule.terms]
        if names:
            self._line(f"{', '.join(names)}, = delta")
        computed = []
        for term, name in zip(rule.terms, names, strict=True):
            if calculates(term):
                computed.append((term, name))
            else:
                self._match(term, name)
        self._join(list(rule.body), rule.terms)
        for term, name in computed:
            self._match(term, name)
        values = "".join(f"{self._value(('var', variable))}, " for variable in variables)
        self._line(f"out.append(({values}))")
        return self._whole()

    def _whole(self) -> str:
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
        return self._ready(term) and not has_blank(term)

    def _cost(self, literal: Literal) -> tuple[int, int]:
        open_terms = sum(not self._known(term) for term in literal.terms)
        return (0 if not open_terms else 1 if open_terms < len(literal.terms) else 2), open_terms

    def _testable(self, literal: Literal, waiting: list[Literal], later: Sequence[Term]) -> bool:
        kind = literal.kind
        if kind == "neg":
            return all(v in self.bound or v == "_" for t in literal.terms for v in variables_of(t))
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
        inner = {v for part in every([literal]) for t in part.terms for v in variables_of(t)}
        inner |= {v for terms, _ in literal.elements for t in terms for v in variables_of(t)}
        outer = {
            v
            for part in waiting
            if part is not literal
            for x in every([part])
            for t in x.terms
            for v in variables_of(t)
        }
        outer |= {v for term in later for v in variables_of(term)}
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
