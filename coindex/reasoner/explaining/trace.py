"""Find the rule instances that fired in a model, and acyclic derivations of its atoms.

The solved program is not changed. Only when an explanation is requested, the rules that can have fired are compiled by
:mod:`coindex.reasoner.asp.instrument` and grounded with the model's atoms as facts (two-stage tracing). The model must
be a stable model of the programs, with all its true atoms, shown or not.

>>> programs = Sources([("toy.lp", 1, "q(1). q(2). r(2). p(X) :- q(X), not r(X).")])
>>> t = trace(programs, ["q(1)", "q(2)", "r(2)", "p(1)"], ["p(1)"])
>>> [(f.rule.file, f.rule.line, f.binding) for f in t.firings_of("p(1)")]
[('toy.lp', 1, {'X': '1'})]

:func:`coindex.reasoner.explaining.proofs.prove` builds proofs from a trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from clingo import Symbol

from coindex.reasoner.asp.instrument import Part, PartKind, Template, map_variables
from coindex.reasoner.explaining.firings import Found, Origin, Rule, Run, Sources, by_name


@dataclass(frozen=True, slots=True)
class Premise:
    """One literal of the body of a fired rule.

    ``text`` is the atom for ``positive``, ``negative`` (it is not in the model) and ``maybe``
    (doubly negated); for ``condition`` a comparison with its values; for ``counted`` (aggregate)
    and ``each`` (conditional literal) the literal, whose ``elements`` are the premises of its
    elements.
    """

    kind: PartKind
    text: str
    elements: tuple[tuple[Premise, ...], ...] = ()

    def positive(self) -> Iterator[str]:
        """Yield the atoms that must be true for it, also those within its elements."""
        if self.kind == "positive":
            yield self.text
        for element in self.elements:
            for inner in element:
                yield from inner.positive()


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule instance whose body holds in the model."""

    head: str
    rule: Rule
    how: Literal["rule", "chosen", "row"]
    body: tuple[Premise, ...]
    binding: Mapping[str, str] = field(hash=False)
    """Value of each named variable."""

    def supports(self) -> Iterator[str]:
        """Yield the atoms that support a proof by this firing."""
        return (atom for premise in self.body for atom in premise.positive())

    def plain_supports(self) -> Iterator[str]:
        """Yield those that are literals of the body themselves."""
        return (premise.text for premise in self.body if premise.kind == "positive")


def trace(
    programs: Sources,
    model: Iterable[str],
    targets: Iterable[str],
    rows: Mapping[str, tuple[str, int]] | None = None,
) -> Trace:
    """Find the rule instances that fired in a model.

    Args:
        programs: the solved texts.
        model: all true atoms of the model.
        targets: the atoms that will be queried; rules that cannot affect them are skipped.
        rows: the sources of facts that are in none of the programs, as ``atom -> (file, line)``.

    Raises:
        SolveError: if the rules cannot be grounded over the model.
    """
    atoms = frozenset(model)
    named = by_name(atoms)
    used = programs.relevant(named, targets)
    run = Run(named)
    for number, (_, template) in enumerate(used):
        run.add(template, number)
    found = run.ground() if used else Found()
    return Trace(atoms, {**programs.places, **(rows or {})}, used, found)


class Trace:
    """The rule instances that fired in one model; built by :func:`trace`."""

    def __init__(
        self,
        atoms: frozenset[str],
        places: Mapping[str, tuple[str, int]],
        used: Sequence[tuple[Origin, Template]],
        sidecars: Found,
    ) -> None:
        self._atoms, self._places, self._used, self._sidecars = atoms, places, used, sidecars
        self._firings: dict[str, tuple[Firing, ...]] = {}
        self._levels: dict[str, int] = {}
        self._chosen: dict[str, Firing] = {}

    def holds(self, atom: str) -> bool:
        """Tell whether an atom is in the model."""
        return atom in self._atoms

    def place(self, atom: str) -> tuple[str, int] | None:
        """Return the file and line of a plain fact."""
        return self._places.get(atom)

    def firings_of(self, atom: str) -> tuple[Firing, ...]:
        """Return the rule instances that derive an atom, in program order; none for plain facts."""
        if atom not in self._firings:
            raw = self._sidecars.firings.get(atom, ()) if self.holds(atom) else ()
            found = (self._firing(atom, *one) for one in sorted(raw, key=lambda one: one[0]))
            self._firings[atom] = tuple(dict.fromkeys(found))
        return self._firings[atom]

    def _firing(self, head: str, number: int, args: list[Symbol]) -> Firing:
        source, template = self._used[number]
        values = [str(v) for v in args[4].arguments]
        binding = dict(zip(template.variables, values, strict=True))
        members = self._sidecars.elements.get((number, str(args[4])), [])
        body = tuple(
            _premise(part, binding, args[2:4], _elements(template, part, members, binding))
            for part in template.parts
        )
        return Firing(head, source.rule(template), template.how, body, binding)

    def support(self, atom: str) -> Firing | None:
        """Return the firing that proves an atom without a cycle; ``None`` for facts."""
        if atom not in self._levels:
            self._rank(atom)
        return self._chosen.get(atom)

    def _rank(self, target: str) -> None:
        """Assign levels to the support of the target: 0 for facts, else one above the highest premise."""
        seen, stack = {target}, [target]
        while stack:
            atom = stack.pop()
            for firing in self.firings_of(atom) if self.place(atom) is None else ():
                new = set(firing.supports()) - seen
                seen |= new
                stack += new
        todo = [a for a in sorted(seen) if a not in self._levels]
        for atom in todo:
            if self.place(atom) is not None or not self.firings_of(atom):
                self._levels[atom] = 0
        for supports in (Firing.supports, Firing.plain_supports):
            self._climb([a for a in todo if a not in self._levels], supports)
        self._levels |= {atom: 0 for atom in todo if atom not in self._levels}

    def _climb(self, todo: list[str], supports: Callable[[Firing], Iterable[str]]) -> None:
        """Assign each atom its level and firing where possible, the lowest levels first."""
        while todo:
            best = {atom: self._lowest(atom, supports) for atom in todo}
            ready = {atom: found for atom, found in best.items() if found is not None}
            lowest = min((level for level, _ in ready.values()), default=0)
            for atom, (level, firing) in ready.items():
                if level == lowest:
                    self._levels[atom], self._chosen[atom] = level, firing
            todo = [a for a in todo if a not in self._levels] if ready else []

    def _lowest(
        self, atom: str, supports: Callable[[Firing], Iterable[str]]
    ) -> tuple[int, Firing] | None:
        found = []
        for firing in self.firings_of(atom):
            levels = [self._levels.get(s, -1) for s in supports(firing)]
            if -1 not in levels:
                found.append((1 + max(levels, default=0), firing))
        return min(found, key=lambda one: one[0], default=None)


def _premise(
    part: Part,
    binding: Mapping[str, str],
    atoms: Sequence[Symbol],
    elements: tuple[tuple[Premise, ...], ...] = (),
) -> Premise:
    """Read one literal of a body; ``atoms`` are its positive and its negated atoms."""
    if part.slot >= 0 and part.kind in ("positive", "negative", "maybe"):
        return Premise(part.kind, str(atoms[part.kind != "positive"].arguments[part.slot]))
    return Premise(part.kind, map_variables(part.text, lambda v: binding.get(v, v)), elements)


def _elements(
    template: Template, part: Part, members: list[list[Symbol]], binding: Mapping[str, str]
) -> tuple[tuple[Premise, ...], ...]:
    if part.kind not in ("counted", "each"):
        return ()
    found: dict[tuple[Premise, ...], None] = {}
    for args in members:
        if args[1].number == part.slot:
            element = template.elements[part.slot][args[2].number]
            own = dict(zip(element.variables, map(str, args[4].arguments), strict=True))
            found[tuple(_premise(p, {**binding, **own}, args[5:7]) for p in element.parts)] = None
    return tuple(sorted(found, key=lambda premises: [p.text for p in premises]))
