"""Writes the lines of a rule's function that name relations, and those that take terms apart or put them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coindex.reasoner.deriving.reading import Term, UnknownForm


def variables_of(term: Term) -> Iterator[str]:
    """Give the variables of a term, ``_`` among them."""
    if term[0] == "var":
        yield term[1]
    elif term[0] == "fun":
        for inner in term[2]:
            yield from variables_of(inner)
    elif term[0] == "op":
        yield from variables_of(term[2])
        yield from variables_of(term[3])


def calculates(term: Term) -> bool:
    """Tell whether there is arithmetic in a term."""
    return term[0] == "op" or (term[0] == "fun" and any(map(calculates, term[2])))


@dataclass
class TermWriter:
    """Lines of a function, and what is known at the last of them."""

    lines: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    """The lines that come first: the relations and indexes that the others use."""
    depth: int = 1
    count: int = 0
    names: dict[str, str] = field(default_factory=dict)
    """What the variables of the rule are called in the function."""
    bound: set[str] = field(default_factory=set)
    """The variables that have a value."""
    relations: dict[str, str] = field(default_factory=dict)
    indexes: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)

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

    def _ready(self, term: Term) -> bool:
        return all(name in self.bound for name in variables_of(term))

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
            names = dict.fromkeys(self._name(v) for v in variables_of(term))
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
        elif self._ready(term) and not has_blank(term):
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


def has_blank(term: Term) -> bool:
    """Tell whether a term has a part that may be anything."""
    if term[0] == "var":
        return bool(term[1] == "_")
    return term[0] == "fun" and any(map(has_blank, term[2]))
