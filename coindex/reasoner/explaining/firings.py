"""Two-stage tracing: which rules can have fired in a model, grounded over its atoms.

Stage one reads the programs and keeps the relevant rules. Stage two grounds their instrumented form
(:mod:`coindex.reasoner.asp.instrument`) with the model's atoms as facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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


class Sources:
    """Programs parsed for tracing, once for all models of a question.

    Args:
        programs: the solved texts.
        notes: annotations of rules whose comments are not in the texts, by file and line.

    Raises:
        KnowledgeError: if a program cannot be read.
    """

    def __init__(self, programs: Iterable[Program], notes: Notes | None = None) -> None:
        self.places: dict[str, tuple[str, int]] = {}
        """File and line of each fact."""
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

    def relevant(
        self, atoms: Mapping[str, Sequence[str]], targets: Iterable[str]
    ) -> list[tuple[Origin, Template]]:
        """Keep the rules that can have fired in a model and can affect the targets."""
        seen: dict[tuple[str, int], set[str]] = {}

        def has(key: tuple[str, int, str]) -> bool:
            name, place, term = key
            if (name, place) not in seen:
                rows = map(arguments, atoms.get(name, ()))
                seen[name, place] = {row[place] for row in rows if place < len(row)}
            return term in seen[name, place]

        wanted = {name_of(target) for target in targets}
        waiting = list(wanted)
        found: list[tuple[int, Template]] = []
        while waiting:
            head = waiting.pop()
            for number in self._by_head.get(head, ()) if head in atoms else ():
                for template in self._units[number][1].by_head[head]:
                    if template.needs <= atoms.keys() and all(map(has, template.keys)):
                        found.append((number, template))
                        waiting += template.supports - wanted
                        wanted |= template.supports
        found.sort(key=itemgetter(0))
        return [(self._units[number][0], template) for number, template in found]


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
    """One grounding of sidecar rules over a model, whose true atoms are given by predicate."""

    def __init__(self, atoms: Mapping[str, Sequence[str]]) -> None:
        self.texts: list[str] = []
        self.mentioned: set[str] = set()
        self.prefix = ""
        self._atoms = atoms

    def add(self, template: Template, number: int) -> None:
        """Add a template's sidecar rules."""
        self.mentioned |= template.mentions
        self.texts += [rule.replace("\1", str(number)) for rule in template.rules]

    def ground(self) -> Found:
        """Ground, and collect what fired.

        Raises:
            SolveError: a rule cannot be grounded over the model.
        """
        facts = [f"{a}." for name in sorted(self.mentioned) for a in self._atoms.get(name, ())]
        text = "\n".join(facts + self.texts)
        self.prefix = prefix = free_prefix(text)
        messages: list[str] = []

        def log(_: MessageCode, message: str) -> None:
            messages.append(message)

        control = Control(["-Wnone"], logger=log)
        try:
            control.add(text.replace("\0", prefix))
            control.ground()
        except RuntimeError as error:
            said = " ".join([*messages, str(error)])
            raise SolveError(f"the trace cannot be grounded: {said}") from None
        found = Found()
        for item in control.symbolic_atoms.by_signature(f"{prefix}f", 5):
            args = item.symbol.arguments
            found.firings.setdefault(str(args[1]), []).append((args[0].number, args))
        for item in control.symbolic_atoms.by_signature(f"{prefix}e", 7):
            args = item.symbol.arguments
            found.elements.setdefault((args[0].number, str(args[3])), []).append(args)
        return found


def free_prefix(text: str) -> str:
    """Find a prefix for predicates that a program does not use.

    >>> free_prefix("a. b_(1)."), free_prefix("_t_f(1).")
    ('_t_', '__t_')
    """
    prefix = "_t_"
    while prefix in text:
        prefix = f"_{prefix}"
    return prefix
