"""The rule instances that fired in a reading whose atoms were derived: found from the atoms that a proof comes to.

Nothing is grounded. A rule is read when a proof first comes to its predicate, and its instances are found from the atom
that it gives (:mod:`coindex.reasoner.deriving.instances`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

from coindex.reasoner.asp.scanning import scanned
from coindex.reasoner.asp.terms import name_of
from coindex.reasoner.deriving.instances import (
    Binding,
    Instances,
    inside,
    is_unnamed,
    members,
    value_of,
)
from coindex.reasoner.deriving.model import Model
from coindex.reasoner.deriving.reading import Literal as BodyLiteral
from coindex.reasoner.deriving.reading import Term, fact_of, rules_of, text_of
from coindex.reasoner.explaining.firings import Notes, Program, Rule
from coindex.reasoner.explaining.trace import Firing, Premise, Trace

Place = tuple[str, int]


class RuleSources:
    """Programs read for tracing, each rule when it is first needed."""

    def __init__(self, programs: Iterable[Program], notes: Notes | None = None) -> None:
        """Read programs.

        Args:
            programs: the texts, each with its file and first line.
            notes: annotations of rules whose comments are not in the texts.
        """
        self._notes = notes or {}
        self._by_head: dict[str, list[tuple[str, int, str]]] = {}
        self._rules: dict[str, list[tuple[Rule, Instances]]] = {}
        self.places: dict[str, Place] = {}
        """File and line of each fact."""
        for file, first, text in programs:
            facts, heads = _contents(text)
            for atom, line in facts.items():
                self.places.setdefault(atom, (file, line + first - 1))
            for head in heads:
                self._by_head.setdefault(head, []).append((file, first - 1, text))

    def rules(self, predicate: str) -> list[tuple[Rule, Instances]]:
        """Give the rules of a predicate (with its arity), in program order."""
        found = self._rules.get(predicate)
        if found is None:
            found = self._rules[predicate] = list(self._read(predicate))
        return found

    def _read(self, predicate: str) -> Iterator[tuple[Rule, Instances]]:
        name = predicate.partition("/")[0]
        for file, offset, text in self._by_head.get(name, ()):
            for line, own, statement in _contents(text)[1][name]:
                place = file, line + offset
                notes = {**own, **self._notes.get(place, {})}
                rule = Rule(notes.get("id"), *place, statement, notes)
                for instances in _instances(statement):
                    if instances.predicate == predicate:
                        yield rule, instances


_Heads = Mapping[str, list[tuple[int, Mapping[str, str], str]]]


@lru_cache(maxsize=8192)
def _contents(text: str) -> tuple[Mapping[str, int], _Heads]:
    """Give the facts of a text with their lines, and its rules by the names of what they give, with line and notes."""
    scan = scanned(text)
    heads: dict[str, list[tuple[int, Mapping[str, str], str]]] = {}
    for line, statement in scan.statements():
        if statement[0] in "#:" or statement.startswith("not "):
            continue
        head = statement.lstrip("0123456789{ \n")
        name = name_of(head.partition(":-")[0].partition(":")[0]).strip(" .\n")
        heads.setdefault(name, []).append((line, scan.notes.get(line - 1, {}), statement))
    return scan.facts, heads


@lru_cache(maxsize=8192)
def _instances(statement: str) -> tuple[Instances, ...]:
    return tuple(map(Instances, rules_of(statement)))


class DerivedTrace(Trace):
    """A trace of a reading whose atoms were derived.

    Args:
        sources: the rules.
        model: what holds in the reading.
        given: facts that are given with the question.
        rows: the places of facts that are in none of the programs.
    """

    def __init__(
        self,
        sources: RuleSources,
        model: Model,
        given: Collection[str] = (),
        rows: Mapping[str, Place] | None = None,
    ) -> None:
        super().__init__()
        self._sources, self._model, self._given, self._rows = sources, model, given, rows or {}

    def holds(self, atom: str) -> bool:
        """Tell whether an atom is in the model."""
        return self._model.holds(atom)

    def place(self, atom: str) -> Place | None:
        """Return the file and line of a plain fact."""
        found = self._rows.get(atom) or self._sources.places.get(atom)
        return ("<text>", 1) if found is None and atom in self._given else found

    def _found(self, atom: str) -> Iterator[Firing]:
        predicate, row = fact_of(atom)
        for rule, instances in self._sources.rules(predicate):
            how: Literal["rule", "chosen", "row"] = "rule" if instances.body else "row"
            if instances.chosen:
                how = "chosen"
            for binding in instances.of(row, self._model):
                body = tuple(self._premise(literal, binding) for literal in instances.body)
                values = {
                    name: text_of(value) for name, value in binding.items() if not is_unnamed(name)
                }
                yield Firing(atom, rule, how, body, values)

    def _premise(self, literal: BodyLiteral, binding: Binding) -> Premise:
        kind = literal.kind
        if kind == "pos":
            return Premise("positive", _atom(literal, binding))
        if kind == "neg":
            return Premise("negative", _atom(literal, binding))
        if kind == "compare":
            left, right = (_written(term, binding) for term in literal.terms)
            return Premise("condition", f"{left} {literal.predicate} {right}")
        found = {
            tuple(self._premise(part, member) for part in conditions): None
            for conditions in inside(literal)
            for member in members(conditions, binding, self._model)
        }
        elements = tuple(sorted(found, key=lambda premises: [p.text for p in premises]))
        return Premise("each" if kind == "all" else "counted", _set(literal, binding), elements)


def _atom(literal: BodyLiteral, binding: Binding) -> str:
    name = literal.predicate.partition("/")[0]
    terms = [
        text_of(value_of(term, binding)) if _is_known(term, binding) else _written(term, binding)
        for term in literal.terms
    ]
    return f"{name}({','.join(terms)})" if terms else name


def _is_known(term: Term, binding: Binding) -> bool:
    if term[0] == "var":
        return term[1] in binding
    if term[0] == "fun":
        return all(_is_known(inner, binding) for inner in term[2])
    return term[0] == "const" or all(_is_known(inner, binding) for inner in term[2:])


def _written(term: Term, binding: Binding, *, within: bool = False) -> str:
    """Write a term as in its rule, with the values of variables."""
    kind = term[0]
    if kind == "const":
        return text_of(term[1])
    if kind == "var":
        name = str(term[1])
        if name in binding:
            return text_of(binding[name])
        return "_" if is_unnamed(name) else name
    if kind == "fun":
        return f"{term[1]}({','.join(_written(inner, binding) for inner in term[2])})"
    left, right = (_written(inner, binding, within=True) for inner in term[2:])
    written = f"{left}{term[1]}{right}"
    return f"({written})" if within else written


def _set(literal: BodyLiteral, binding: Binding) -> str:
    """Write a conditional literal or an aggregate."""
    if literal.kind == "all":
        first, *rest = (_signed(part, binding) for part in literal.parts)
        return f"{first}: {', '.join(rest)}"
    elements = "; ".join(
        f"{','.join(_written(t, binding) for t in terms)}: "
        + ", ".join(_signed(part, binding) for part in conditions)
        for terms, conditions in literal.elements
    )
    value = _written(("var", literal.predicate), binding)
    return f"{value} = #{literal.kind} {{ {elements} }}"


def _signed(literal: BodyLiteral, binding: Binding) -> str:
    if literal.kind == "compare":
        left, right = (_written(term, binding) for term in literal.terms)
        return f"{left} {literal.predicate} {right}"
    return f"{'not ' * (literal.kind == 'neg')}{_atom(literal, binding)}"
