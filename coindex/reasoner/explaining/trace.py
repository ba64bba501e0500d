"""Find the rule instances that fired in a model, and acyclic derivations of its atoms.

The solved program is not changed. Only when an explanation is requested, the rules that can have fired are compiled by
:mod:`coindex.reasoner.asp.instrument` and grounded with the model's atoms as facts (two-stage tracing). The model must
be a stable model of the programs, with all its true atoms, shown or not.

>>> program = ("toy.lp", 1, "q(1). q(2). r(2). p(X) :- q(X), not r(X).")
>>> t = trace([program], ["q(1)", "q(2)", "r(2)", "p(1)"])
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
from coindex.reasoner.explaining.firings import (
    Found,
    Notes,
    Origin,
    Program,
    Rule,
    Run,
    Sources,
    by_name,
)

__all__ = [
    "Firing",
    "Notes",
    "Premise",
    "Program",
    "Rule",
    "Sources",
    "Trace",
    "bindings",
    "trace",
]


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
        for premise in self.body:
            yield from _positive(premise)


def bindings(firing: Firing) -> dict[str, str]:
    """Return the value of each named variable of a firing."""
    return dict(firing.binding)


def trace(
    programs: Iterable[Program] | Sources,
    model_atoms: Iterable[str | Symbol],
    targets: Iterable[str] | None = None,
    *,
    rows: Mapping[str, tuple[str, int]] | None = None,
    notes: Notes | None = None,
    constants: Mapping[str, str] | None = None,
    context: object = None,
) -> Trace:
    """Find the rule instances that fired in a model.

    Args:
        programs: the solved texts; for several models as ``Sources``, which include notes and constants.
        model_atoms: all true atoms of the model.
        targets: the atoms that will be queried; rules that cannot affect them are skipped.
            ``None``: all.
        rows: the sources of facts that are in none of the programs, as ``atom -> (file, line)``.
        notes: annotations of rules whose comments are not in the texts, as
            ``(file, line) -> {"id": ..., "text": ...}``.
        constants: values given for ``#const`` on the command line.
        context: object with the functions that the programs call (``@f``).

    Raises:
        KnowledgeError: if a program cannot be read.
        SolveError: if the rules cannot be grounded over the model.
    """
    atoms = sorted({str(atom) for atom in model_atoms})
    sources = (
        programs
        if isinstance(programs, Sources)
        else Sources(programs, notes=notes, constants=constants)
    )
    used = sources.relevant(atoms, targets)
    run = Run(sources.directives, by_name(atoms), sources.given, context)
    for number, (_, template) in enumerate(used):
        run.add(template, number)
    found = run.ground() if used else Found()
    return Trace(frozenset(atoms), {**sources.places, **(rows or {})}, used, found)


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
        self._explored: set[str] = set()

    @property
    def derived(self) -> tuple[str, ...]:
        """The atoms of the model derived by some rule instance, sorted."""
        return tuple(sorted(a for a in self._sidecars.firings if a in self._atoms))

    def holds(self, atom: str) -> bool:
        """Tell whether an atom is in the model."""
        return atom in self._atoms

    def place(self, atom: str) -> tuple[str, int] | None:
        """Return the file and line of a plain fact."""
        return self._places.get(atom)

    def firings_of(self, atom: str | Symbol) -> tuple[Firing, ...]:
        """Return the rule instances that derive an atom, in program order; none for plain facts."""
        key = str(atom)
        known = self._firings.get(key)
        if known is None:
            known = tuple(dict.fromkeys(self._found(key))) if self.holds(key) else ()
            self._firings[key] = known
        return known

    def _found(self, atom: str) -> Iterator[Firing]:
        for number, args in sorted(self._sidecars.firings.get(atom, ()), key=lambda raw: raw[0]):
            yield self._firing(atom, number, args)

    def _firing(self, head: str, number: int, args: list[Symbol]) -> Firing:
        source, template = self._used[number]
        rule = source.rule(template)
        values = [str(v) for v in args[4].arguments]
        binding = dict(zip(template.variables, values, strict=True))
        reader = _Reader(binding, args[2].arguments, args[3].arguments)
        members = self._sidecars.elements.get((number, str(args[4])), [])
        body = tuple(
            reader.premise(part, _elements(template, part, members, binding))
            for part in template.parts
        )
        return Firing(head, rule, template.how, body, binding)

    def support(self, atom: str) -> Firing | None:
        """Return the firing that proves an atom without a cycle; ``None`` for facts."""
        if atom not in self._explored:
            self._rank(atom)
        return self._chosen.get(atom)

    def _rank(self, target: str) -> None:
        """Assign levels to the support of the target: 0 for facts, else one above the highest premise."""
        reach = self._reach(target)
        self._explored |= reach
        pending = [a for a in sorted(reach) if a not in self._levels]
        for atom in pending:
            if self.place(atom) is not None or not self.firings_of(atom):
                self._levels[atom] = 0
        todo = [a for a in pending if a not in self._levels]
        todo = self._climb(todo, _all_supports)
        todo = self._climb(todo, _plain_supports)
        self._levels.update(dict.fromkeys(todo, 0))

    def _reach(self, target: str) -> set[str]:
        seen = {target}
        stack = [target]
        while stack:
            atom = stack.pop()
            if self.place(atom) is not None:
                continue
            for firing in self.firings_of(atom):
                for support in firing.supports():
                    if support not in seen:
                        seen.add(support)
                        stack.append(support)
        return seen

    def _climb(self, todo: list[str], supports: Callable[[Firing], Iterable[str]]) -> list[str]:
        """Assign each atom its level and firing where possible; return the other atoms."""
        while todo:
            ready: list[tuple[int, str, Firing]] = []
            for atom in todo:
                best = self._lowest(atom, supports)
                if best is not None:
                    ready.append((best[0], atom, best[1]))
            if not ready:
                break
            lowest = min(r[0] for r in ready)
            for level, atom, firing in ready:
                if level == lowest:
                    self._levels[atom], self._chosen[atom] = level, firing
            todo = [a for a in todo if a not in self._levels]
        return todo

    def _lowest(
        self, atom: str, supports: Callable[[Firing], Iterable[str]]
    ) -> tuple[int, Firing] | None:
        best: tuple[int, Firing] | None = None
        for firing in self.firings_of(atom):
            levels = [self._levels.get(s) for s in supports(firing)]
            if None not in levels:
                level = 1 + max((v for v in levels if v is not None), default=0)
                if best is None or level < best[0]:
                    best = level, firing
        return best


def _positive(premise: Premise) -> Iterator[str]:
    if premise.kind == "positive":
        yield premise.text
    for element in premise.elements:
        for inner in element:
            yield from _positive(inner)


def _all_supports(firing: Firing) -> Iterable[str]:
    return firing.supports()


def _plain_supports(firing: Firing) -> Iterable[str]:
    return (p.text for p in firing.body if p.kind == "positive")


class _Reader:
    """Reads the literals of one body instance."""

    def __init__(
        self, binding: Mapping[str, str], positive: Sequence[Symbol], negative: Sequence[Symbol]
    ) -> None:
        self.binding, self.positive, self.negative = binding, positive, negative

    def premise(self, part: Part, elements: tuple[tuple[Premise, ...], ...] = ()) -> Premise:
        """Read one literal."""
        if part.slot >= 0 and part.kind == "positive":
            return Premise("positive", str(self.positive[part.slot]))
        if part.slot >= 0 and part.kind in ("negative", "maybe"):
            return Premise(part.kind, str(self.negative[part.slot]))
        return Premise(
            part.kind, map_variables(part.text, lambda v: self.binding.get(v, v)), elements
        )


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
            reader = _Reader({**binding, **own}, args[5].arguments, args[6].arguments)
            found[tuple(reader.premise(p) for p in element.parts)] = None
    return tuple(sorted(found, key=lambda ps: [p.text for p in ps]))
