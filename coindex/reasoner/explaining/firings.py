"""Two-stage tracing: which rules can have fired in a model, grounded over its atoms.

Stage one reads the programs and keeps the relevant rules. Stage two grounds their instrumented form
(:mod:`coindex.reasoner.asp.instrument`) with the model's atoms as facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TypeAlias

from clingo import Control, MessageCode, Symbol

from coindex.reasoner.asp.instrument import Template, Unit, compile_text
from coindex.reasoner.asp.terms import arguments, name_of
from kparse.errors import SolveError

Program: TypeAlias = tuple[str, int, str]
"""A program text: file (``<...>`` if there is none, as for a question's facts), first line, text."""

Notes: TypeAlias = "Mapping[tuple[str, int], Mapping[str, str]]"
"""Annotations of rules by file and line."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in its source: name (``@id``), place, text as clingo prints it, annotations."""

    id: str | None
    file: str
    line: int
    text: str
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)


# ------------------------------------------------------------------------ stage one: what to ground


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a program's rules, and their annotations."""

    file: str
    offset: int
    notes: Notes

    def rule(self, template: Template) -> Rule:
        """Return the rule of a template, with its place."""
        line = template.line + self.offset
        notes = {**template.notes, **self.notes.get((self.file, line), {})}
        return Rule(notes.get("id"), self.file, line, template.source, notes)


Loaded: TypeAlias = list[tuple[Origin, Template]]


class Sources:
    """Programs parsed for tracing, once for all models of a question."""

    def __init__(
        self,
        programs: Iterable[Program],
        *,
        notes: Notes | None = None,
        constants: Mapping[str, str] | None = None,
    ) -> None:
        """Read programs; the arguments are those of :func:`coindex.reasoner.explaining.trace.trace`.

        Raises:
            KnowledgeError: if a program cannot be read.
        """
        self.given = dict(constants or {})
        self.places: dict[str, tuple[str, int]] = {}
        """File and line of each fact."""
        self.directives: list[str] = []
        self._units: list[tuple[Origin, Unit]] = []
        self._by_head: dict[str, list[int]] = {}
        for file, first_line, text in programs:
            unit = compile_text(text, file, first_line)
            source = Origin(file, first_line - 1, notes or {})
            for atom, line in unit.facts.items():
                self.places.setdefault(atom, (file, line + source.offset))
            for head in unit.by_head:
                self._by_head.setdefault(head, []).append(len(self._units))
            self._units.append((source, unit))
            self.directives += unit.directives
        self.constants = constants_of(self.directives, self.given)
        if self.constants:
            _replace_constants(self.places, self.constants)

    def __iter__(self) -> Iterator[tuple[Origin, Template]]:
        """Yield all rules."""
        for source, unit in self._units:
            for template in unit.templates:
                yield source, template

    def relevant(self, atoms: Sequence[str], targets: Iterable[str] | None) -> Loaded:
        """Keep the rules that can have fired and can affect the targets."""
        names = {name_of(a) for a in atoms}
        seen = Seen(atoms, self.constants)
        wanted = (
            names
            if targets is None
            else {name_of(target.removeprefix("not ").strip()) for target in targets}
        )
        waiting = list(wanted)
        found: list[tuple[int, Template]] = []
        while waiting:
            head = waiting.pop()
            if head not in names:
                continue
            for number in self._by_head.get(head, ()):
                for template in self._units[number][1].by_head[head]:
                    if template.needs <= names and all(map(seen.has, template.keys)):
                        found.append((number, template))
                        waiting += template.supports - wanted
                        wanted |= template.supports
        found.sort(key=itemgetter(0))
        return [(self._units[number][0], template) for number, template in found]


class Seen:
    """The ground arguments of atoms, by predicate and position."""

    def __init__(self, atoms: Iterable[str], constants: Mapping[str, str]) -> None:
        """Index atoms; ``constants`` are the ``#const`` names and their values."""
        self._constants = constants
        self._atoms: dict[str, list[str]] = {}
        for atom in atoms:
            self._atoms.setdefault(name_of(atom), []).append(atom)
        self._slots: dict[tuple[str, int], frozenset[str]] = {}

    def has(self, key: tuple[str, int, str]) -> bool:
        """Check whether an atom of that name has, or might have, that term in that position."""
        name, index, term = key
        slot = (name, index)
        if slot not in self._slots:
            rows = map(arguments, self._atoms.get(name, ()))
            self._slots[slot] = frozenset(row[index] for row in rows if index < len(row))
        return term in self._slots[slot] or names_constant(term, self._constants)


def constants_of(directives: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
    """Return the values of constants; given values override ``#const`` directives."""
    values = {}
    for directive in directives:
        match = re.match(r"#const (\w+) = (.*?)\.(?: \[\w+\])?$", directive)
        if match:
            values[match[1]] = match[2]
    return {**values, **given}


def _replace_constants(places: dict[str, tuple[str, int]], values: Mapping[str, str]) -> None:
    """Re-key facts that mention a constant by their form after substitution."""
    pattern = re.compile(
        r'"(?:[^"\\\n]|\\.)*"|(?<![\w\'])(?:' + "|".join(map(re.escape, values)) + r")(?![\w'(])"
    )
    for atom, place in list(places.items()):
        name = name_of(atom)
        changed = name + pattern.sub(lambda m: values.get(m[0], m[0]), atom[len(name) :])
        if changed != atom:
            places.setdefault(changed, place)


def names_constant(term: str, constants: Mapping[str, str]) -> bool:
    """Check whether a term contains a ``#const`` constant."""
    return bool(constants) and not constants.keys().isdisjoint(_WORD.findall(term))


_WORD = re.compile(r"[A-Za-z_][\w']*")


# ----------------------------------------------------------------------------- stage two: grounding


@dataclass(slots=True)
class Found:
    """Sidecar atoms by their lookup keys; symbols are read lazily."""

    firings: dict[str, list[tuple[int, list[Symbol]]]] = field(default_factory=dict)
    elements: dict[tuple[int, str], list[list[Symbol]]] = field(default_factory=dict)


def by_name(atoms: Iterable[str]) -> dict[str, list[str]]:
    """Group atoms by predicate.

    >>> by_name(["p(2)", "q", "p(1)"])
    {'p': ['p(1)', 'p(2)'], 'q': ['q']}
    """
    found: dict[str, list[str]] = {}
    for atom in sorted(atoms):
        found.setdefault(name_of(atom), []).append(atom)
    return found


class Run:
    """One grounding of sidecar rules over a model."""

    def __init__(
        self,
        directives: Iterable[str],
        atoms: Mapping[str, Sequence[str]],
        constants: Mapping[str, str],
        context: object,
    ) -> None:
        """Prepare the input of the sidecar rules; ``atoms`` are the true atoms by predicate."""
        self.texts = list(directives)
        self.atoms, self.context = atoms, context
        self.options = [f"-c{name}={value}" for name, value in constants.items()]
        self.mentioned: set[str] = set()
        self.prefix = ""

    def add(self, template: Template, number: int) -> None:
        """Add a template's sidecar rules."""
        self.mentioned |= template.mentions
        self.texts += [rule.replace("\1", str(number)) for rule in template.rules]

    def ground(self) -> Found:
        """Ground, and collect what fired."""
        facts = [f"{a}." for name in sorted(self.mentioned) for a in self.atoms.get(name, ())]
        text = "\n".join(facts + self.texts)
        self.prefix = prefix = free_prefix(text)
        control = self._control(text.replace("\0", prefix))
        found = Found()
        for item in control.symbolic_atoms.by_signature(f"{prefix}f", 5):
            args = item.symbol.arguments
            found.firings.setdefault(str(args[1]), []).append((args[0].number, args))
        for item in control.symbolic_atoms.by_signature(f"{prefix}e", 7):
            args = item.symbol.arguments
            found.elements.setdefault((args[0].number, str(args[3])), []).append(args)
        return found

    def _control(self, text: str) -> Control:
        messages: list[str] = []

        def log(_: MessageCode, message: str) -> None:
            messages.append(message)

        control = Control(["-Wnone", *self.options], logger=log)
        try:
            control.add(text)
            control.ground(context=self.context)
        except RuntimeError as error:
            raise SolveError(
                f"the trace cannot be grounded: {' '.join([*messages, str(error)])}"
            ) from None
        return control


def free_prefix(text: str) -> str:
    """Find a prefix for predicates that a program does not use.

    >>> free_prefix("a. b_(1)."), free_prefix("_t_f(1).")
    ('_t_', '__t_')
    """
    prefix = "_t_"
    while prefix in text:
        prefix = f"_{prefix}"
    return prefix
