"""Near misses: rules that fail to fire in a model because of a single body literal.

>>> program = ("toy.lp", 1, "p(X) :- q(X), not r(X), s(X).")
>>> [(m.kind, m.missing) for m in near_misses([program], "toy.lp:1", ["q(1)", "r(1)", "s(1)"])]
[('negative', 'r(1)')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from clingo import Symbol

from coindex.reasoner.asp.bodies import Literal, asked_of
from coindex.reasoner.asp.instrument import (
    Part,
    PartKind,
    Template,
    keys_of,
    map_variables,
    variables_of,
    write_tuple,
)
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.explaining.firings import (
    Notes,
    Origin,
    Program,
    Rule,
    Run,
    Sources,
    by_name,
    constants_of,
    names_constant,
)
from kparse.errors import SolveError


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A rule instance that failed because of a single literal."""

    rule: Rule
    kind: PartKind
    """Kind of the missing literal: ``positive`` should be true, ``negative`` should be false."""
    missing: str
    """The literal, with ``_`` where any value would do."""
    holds: tuple[str, ...]
    """The body atoms that hold."""
    binding: Mapping[str, str] = field(hash=False)


def near_misses(
    programs: Iterable[Program],
    rule: str | Rule,
    model_atoms: Iterable[str | Symbol],
    *,
    notes: Notes | None = None,
    constants: Mapping[str, str] | None = None,
    context: object = None,
    fixed: Iterable[str] = (),
    limit: int = 20,
) -> list[NearMiss]:
    """Find instances of a rule that fail to fire in a model because of a single body literal.

    Args:
        programs: the solved texts; the rule is in one of them.
        rule: its ``@id``, ``file:line``, or a :class:`Rule`.
        model_atoms: all true atoms of the model.
        notes: as for :func:`coindex.reasoner.explaining.trace.trace`.
        constants: values given for ``#const``.
        context: object with the functions that the programs call.
        fixed: predicates whose literals are never dropped (such as ``binds`` and ``coref`` of a forced
            reading).
        limit: maximum number of near misses for each literal.

    Literals that the rest of the rule needs to bind a variable are not dropped. Near misses are returned
    in the order of the body literals.
    """
    search = Search(
        programs, model_atoms, notes=notes, constants=constants, context=context, fixed=fixed
    )
    return search.of(rule, limit)


class Search:
    """Programs and a model, read once for near misses of several rules (:func:`near_misses`)."""

    def __init__(
        self,
        programs: Iterable[Program],
        model_atoms: Iterable[str | Symbol],
        *,
        notes: Notes | None = None,
        constants: Mapping[str, str] | None = None,
        context: object = None,
        fixed: Iterable[str] = (),
    ) -> None:
        self._notes, self._given, self._context = notes or {}, dict(constants or {}), context
        self._fixed = frozenset(fixed)
        self._by_name = by_name({str(atom) for atom in model_atoms})
        self._slots: dict[tuple[str, int], frozenset[str]] = {}
        self._places: dict[str, list[Program]] = {}
        self._directives: list[str] = []
        for program in programs:
            for name in _names_in(program, self._notes):
                self._places.setdefault(name, []).append(program)
            if _DIRECTIVE.search(program[2]):
                self._directives += Sources([program]).directives
        self._constants = constants_of(self._directives, self._given)

    def _meant(self, name: str) -> Iterator[tuple[Origin, Template]]:
        """Yield the rules with that name; only programs that contain one are compiled."""
        for source, template in Sources(self._places.get(name, ()), notes=self._notes):
            if template.how != "row" and name in _called(source, template):
                yield source, template

    def of(self, rule: str | Rule, limit: int = 20) -> list[NearMiss]:
        """Find the near misses of a rule."""
        name = rule if isinstance(rule, str) else f"{rule.file}:{rule.line}"
        drops = [
            drop
            for source, template in self._meant(name)
            for drop in self._drops(source.rule(template), template)
        ]
        try:
            misses = _grounded(drops, self._run())
        except SolveError:  # one drop is unsafe; ground the others one by one
            misses = []
            for drop in drops:
                with suppress(SolveError):
                    misses += _grounded([drop], self._run())
        found: dict[tuple[Rule, str, str], NearMiss] = {}
        for several in misses:
            for miss in several[:limit]:
                found.setdefault((miss.rule, miss.kind, miss.missing), miss)
        return list(found.values())

    def lacks(self, literal: Literal) -> bool:
        """Check whether no atom can match a literal, judging by names and constants only."""
        options = list(asked_of(literal))
        return bool(options) and not any(
            name in self._by_name
            and all(
                t in self._values(name, i) or names_constant(t, self._constants) for i, t in terms
            )
            for name, terms in options
        )

    def _run(self) -> Run:
        return Run(self._directives, self._by_name, self._given, self._context)

    def _drops(self, rule: Rule, template: Template) -> Iterator[_Drop]:
        """Yield the rule without each literal that may be dropped, if the rest of the body can hold."""
        parts = template.parts
        lacking = [i for i, part in enumerate(parts) if not self._can_hold(part)]
        for index in lacking or range(len(parts)):
            atom = parts[index].atom
            if lacking[1:] or (atom and name_of(atom) in self._fixed):
                continue
            drop = _Drop(rule, template, index)
            if drop.body is not None:
                yield drop

    def _can_hold(self, part: Part) -> bool:
        """Check that a literal is not a positive one without a matching atom."""
        return part.kind != "positive" or (
            name_of(part.atom) in self._by_name
            and all(
                term in self._values(name, index) or names_constant(term, self._constants)
                for name, index, term in keys_of(part.atom)
            )
        )

    def _values(self, name: str, index: int) -> frozenset[str]:
        """Return all terms in one argument position of a predicate."""
        found = self._slots.get((name, index))
        if found is None:
            rows = map(arguments, self._by_name.get(name, ()))
            found = frozenset(row[index] for row in rows if index < len(row))
            self._slots[name, index] = found
        return found


_DIRECTIVE = re.compile(r"#(?:const|script)\b")
_ID = re.compile(r"@id\s+(\S+)")


def _names_in(program: Program, notes: Notes) -> set[str]:
    """Return a superset of the names of a program's rules: its lines and the ids of its rules."""
    file, first, text = program
    names = set(_ID.findall(text))
    for line in range(first, first + text.count("\n") + 1):
        names.add(f"{file}:{line}")
        if (file, line) in notes:
            names.add(notes[file, line].get("id", ""))
    return names


def _called(source: Origin, template: Template) -> set[str]:
    """Return all names of a rule: its ids, and its file and line."""
    file, line = source.file, template.line + source.offset
    ids = (source.notes.get((file, line), {}).get("id"), template.notes.get("id"))
    return {f"{file}:{line}", *(name for name in ids if name is not None)}


def _grounded(drops: list[_Drop], run: Run) -> list[list[NearMiss]]:
    """Ground rules with a dropped literal; return the near misses of each."""
    if not drops:
        return []
    for number, drop in enumerate(drops):
        run.texts.append(drop.sidecar(number))
        run.mentioned |= drop.template.mentions
    misses: list[list[NearMiss]] = [[] for _ in drops]
    for number, args in run.ground().firings.get("0", []):
        misses[number].append(drops[number].miss(args, run.prefix))
    return [sorted(several, key=lambda m: (m.missing, m.holds)) for several in misses]


class _Drop:
    """A rule with one body literal dropped."""

    def __init__(self, rule: Rule, template: Template, index: int) -> None:
        self.rule, self.template = rule, template
        self.part = template.parts[index]
        self.rest = [p for i, p in enumerate(template.parts) if i != index]
        self.held = [p.atom for p in self.rest if p.kind == "positive"]
        self.free = self._free()
        self.names = [v for v in template.variables if v not in self.free]
        self.body = self._body()

    def _body(self) -> list[str] | None:
        """Return the rest of the body and the literal's complement; ``None`` if that is impossible."""
        opposite = self._opposite(self.free)
        if opposite is None or self.free & {v for p in self.rest for v in variables_of(p.source)}:
            return None
        return [p.source for p in self.rest if p.source] + [opposite]

    def sidecar(self, number: int) -> str:
        """Return the rule that finds the instances."""
        terms = (write_tuple(self.held), write_tuple(self._shown(self.free)))
        head = f"\0f({number},0,{','.join(terms)},{write_tuple(self.names)})"
        return f"{head} :- {'; '.join(self.body or [])}."

    def _free(self) -> set[str]:
        """Return the variables that only the dropped literal binds."""
        mine = set(variables_of(self.part.source))
        if self.part.kind in ("counted", "each"):
            mine &= set(self.template.variables)
        return mine - _bound(self.rest)

    def _opposite(self, free: set[str]) -> str | None:
        """Return the complement of the literal; ``None`` if a variable would become unsafe."""
        source, kind = self.part.source, self.part.kind
        if not source or kind == "each" or ("; " in source and kind != "counted"):
            return None
        if kind == "positive":
            return "not " + _anonymous(self.part.atom, free, "_")
        if kind == "negative":
            return self.part.atom
        if free:
            return None
        if kind == "maybe":
            return f"not {self.part.atom}"
        return source.removeprefix("not ") if source.startswith("not ") else f"not {source}"

    def _shown(self, free: set[str]) -> list[str]:
        """Return the missing atom as a term."""
        if self.part.kind in ("positive", "negative", "maybe") and self.part.slot >= 0:
            fresh = set(variables_of(self.part.atom)) - set(self.template.variables)
            return [_anonymous(self.part.atom, free | fresh, "\0any")]
        return []

    def miss(self, args: list[Symbol], prefix: str) -> NearMiss:
        """Read a near miss from the arguments of a sidecar atom."""
        binding = dict(zip(self.names, (str(v) for v in args[4].arguments), strict=True))
        terms = args[3].arguments
        if terms:
            missing = str(terms[0]).replace(f"{prefix}any", "_")
        else:
            missing = map_variables(self.part.text, lambda v: binding.get(v, v))
        held = tuple(str(h) for h in args[2].arguments)
        return NearMiss(self.rule, self.part.kind, missing, held, binding)


def _anonymous(atom: str, free: set[str], word: str) -> str:
    return map_variables(atom, lambda v: word if v in free else v)


def _bound(parts: Iterable[Part]) -> set[str]:
    """Return the variables that these literals bind."""
    items = list(parts)
    bound = {v for p in items if p.kind == "positive" for v in variables_of(p.source)}
    equal = [
        p.source.split(" = ")
        for p in items
        if p.kind in ("condition", "counted") and " = " in p.source
    ]
    size = -1
    while size != len(bound):
        size = len(bound)
        for sides in equal:
            left, right = set(variables_of(sides[0])), set(variables_of(" = ".join(sides[1:])))
            if _VARIABLE_ALONE.fullmatch(sides[0]) and right <= bound | _local(sides):
                bound |= left
    return bound


def _local(sides: list[str]) -> set[str]:
    """Return the local variables of an aggregate."""
    return set(variables_of(sides[1])) if sides[1].startswith("#") else set()


_VARIABLE_ALONE = re.compile(r"_*[A-Z][\w']*")
