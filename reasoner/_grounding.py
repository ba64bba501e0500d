"""Two-stage tracing: which rules can have fired in a model, grounded over its atoms.

Stage one reads the programs and keeps the rules that matter; stage two grounds what
:mod:`reasoner._instrument` made of them, with the model's atoms as facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from clingo import Control, MessageCode, Symbol

from kparse.errors import SolveError
from reasoner._instrument import Template, arguments_of, compile_text, name_of

Program: TypeAlias = tuple[str, int, str]
"""A program text: file (``<...>`` for what is none, like a question's facts), first line, text."""

Notes: TypeAlias = "Mapping[tuple[str, int], Mapping[str, str]]"
"""Annotations of rules by their places."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as it is written: name (``@id``), place, text as clingo prints it, annotations."""

    id: str | None
    file: str
    line: int
    text: str
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)


# ------------------------------------------------------------------------ stage one: what to ground


@dataclass(frozen=True, slots=True)
class Origin:
    file: str
    offset: int
    notes: Notes

    def rule(self, template: Template) -> Rule:
        """Give the rule of a template, with its place."""
        line = template.line + self.offset
        notes = {**template.notes, **self.notes.get((self.file, line), {})}
        return Rule(notes.get("id"), self.file, line, template.source, notes)


Loaded: TypeAlias = list[tuple[Origin, Template]]


def load(
    programs: Iterable[Program], constants: Mapping[str, str], notes: Notes
) -> tuple[dict[str, tuple[str, int]], Loaded, list[str]]:
    places: dict[str, tuple[str, int]] = {}
    loaded: Loaded = []
    directives: list[str] = []
    for file, first_line, text in programs:
        unit = compile_text(text, file, first_line)
        source = Origin(file, first_line - 1, notes)
        for atom, line in unit.facts.items():
            places.setdefault(atom, (file, line + source.offset))
        loaded += [(source, template) for template in unit.templates]
        directives += unit.directives
    values = constants_of(directives, constants)
    if values:
        _replace_constants(places, values)
    return places, loaded, directives


def constants_of(directives: Iterable[str], given: Mapping[str, str]) -> dict[str, str]:
    values = {}
    for directive in directives:
        match = re.match(r"#const (\w+) = (.*?)\.(?: \[\w+\])?$", directive)
        if match:
            values[match[1]] = match[2]
    return {**values, **given}


def _replace_constants(places: dict[str, tuple[str, int]], values: Mapping[str, str]) -> None:
    """Enter facts that name a constant under what they become."""
    pattern = re.compile(
        r'"(?:[^"\\\n]|\\.)*"|(?<![\w\'])(?:' + "|".join(map(re.escape, values)) + r")(?![\w'(])"
    )
    for atom, place in list(places.items()):
        name = name_of(atom)
        changed = name + pattern.sub(lambda m: values.get(m[0], m[0]), atom[len(name) :])
        if changed != atom:
            places.setdefault(changed, place)


def relevant(
    loaded: Loaded,
    atoms: Sequence[str],
    constants: Mapping[str, str],
    targets: Iterable[str] | None,
) -> Loaded:
    """Keep the rules that can have fired and can bear on the targets."""
    names = {name_of(a) for a in atoms}
    possible = [(s, t) for s, t in loaded if t.head in names and t.needs <= names]
    lacking = lacking_of({key for _, t in possible for key in t.keys}, atoms, constants)
    possible = [(s, t) for s, t in possible if lacking.isdisjoint(t.keys)]
    if targets is None:
        return possible
    wanted = {name_of(target.removeprefix("not ").strip()) for target in targets}
    size = -1
    while size != len(wanted):
        size = len(wanted)
        for _, template in possible:
            if template.head in wanted:
                wanted |= template.supports
    return [(s, t) for s, t in possible if t.head in wanted]


def lacking_of(
    keys: set[tuple[str, int, str]], atoms: Sequence[str], constants: Mapping[str, str]
) -> set[tuple[str, int, str]]:
    """Tell which ground arguments no atom has."""
    lacking = keys - _keys_of(atoms, {(name, index) for name, index, _ in keys})
    return {key for key in lacking if not names_constant(key[2], constants)}


def names_constant(term: str, constants: Mapping[str, str]) -> bool:
    """Tell whether a term has a constant in it that stands for something else."""
    return bool(constants) and not constants.keys().isdisjoint(_WORD.findall(term))


def _keys_of(atoms: Iterable[str], slots: set[tuple[str, int]]) -> set[tuple[str, int, str]]:
    """Collect the arguments that stand in the given places."""
    places: dict[str, list[int]] = {}
    for name, index in slots:
        places.setdefault(name, []).append(index)
    found = set()
    for atom in atoms:
        name = name_of(atom)
        wanted = places.get(name)
        if wanted:
            arguments = arguments_of(atom)
            found |= {(name, i, arguments[i]) for i in wanted if i < len(arguments)}
    return found


_WORD = re.compile(r"[A-Za-z_][\w']*")


# ----------------------------------------------------------------------------- stage two: grounding


@dataclass(slots=True)
class Found:
    """Sidecar atoms by what they are looked up by; the symbols are read when they are needed."""

    firings: dict[str, list[tuple[int, list[Symbol]]]] = field(default_factory=dict)
    elements: dict[tuple[int, str], list[list[Symbol]]] = field(default_factory=dict)


class Run:
    """One grounding of sidecar rules over a model."""

    def __init__(
        self,
        directives: Iterable[str],
        atoms: Sequence[str],
        constants: Mapping[str, str],
        context: object,
    ) -> None:
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
        facts = [f"{a}." for a in self.atoms if name_of(a) in self.mentioned]
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
