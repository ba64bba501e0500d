"""Rules become Python functions, which :mod:`coindex.reasoner.deriving.writing` writes.

A function gets the relations (computed when it asks for them), the derivation, a dictionary for what it finds and,
where its predicate depends on itself, the atoms that one literal must come from.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

from coindex.reasoner.deriving import reading, relations, term_writing, writing
from coindex.reasoner.deriving.kept_code import KeptCode
from coindex.reasoner.deriving.reading import (
    Literal,
    ParsedRule,
    UnknownForm,
    plain,
    rule_from,
)
from coindex.reasoner.deriving.relations import emit, greatest, less, none_of, sums_of
from coindex.reasoner.deriving.writing import RuleWriter, every

Function = Callable[..., None]
Gate = tuple[str, tuple[int, ...], Any]
"""A predicate, places of its arguments, and the constants that an atom must have there."""

_GLOBALS: dict[str, Any] = {
    "__builtins__": builtins,
    "emit": emit,
    "greatest": greatest,
    "less": less,
    "none_of": none_of,
    "sums_of": sums_of,
}
KEPT = KeptCode(
    tuple(Path(str(part.__file__)) for part in (reading, relations, term_writing, writing))
)
"""The code of functions that this process and others before it made."""


State = tuple[str, bool, tuple[str, ...], tuple[str, ...], tuple[Gate, ...], tuple[Any, ...]]
"""A rule as plain values: its predicate; whether it is a choice; predicates in its body, also in conditions; those of
them on which it does not depend monotonically; its gates; and the rule itself."""


def state_of(rule: ParsedRule) -> State:
    """Give a rule as plain values, which can be kept in a file."""
    parts = rule.body + (rule.choice or ())
    needs = dict.fromkeys(part.predicate for part in every(parts) if part.kind == "pos")
    denies = dict.fromkeys(_against(parts))
    gates = tuple(gates_of(rule.body))
    return rule.predicate, rule.choice is not None, tuple(needs), tuple(denies), gates, plain(rule)


class CompiledRule:
    """A rule that can be run."""

    __slots__ = ("_functions", "_plain", "choice", "denies", "gates", "needs", "predicate", "reads")

    def __init__(self, state: State) -> None:
        """Take what :func:`state_of` gave; the rule's functions are made when they are first called."""
        self.predicate, self.choice, self.needs, self.denies, self.gates, self._plain = state
        self.reads = self.needs + self.denies
        self._functions: dict[object, Function] = {}

    def run(self, derivation: Any, out: Any) -> None:
        """Find what it gives."""
        function = self._functions.get(-1)
        if function is None:
            function = self._functions[-1] = self._made(-1)
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
            function = self._functions[number] = self._made(number)
        function(derivation.relations, derivation, out, delta)

    def run_above(self, members: frozenset[str], rel: Any, out: Any, derivation: Any) -> None:
        """Find all that it may give, whatever is true of the denied atoms of some predicates.

        Raises:
            UnknownForm: it adds up or compares what it may itself lead to.
        """
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
            if self.denies and not members.isdisjoint(self._counted()):
                raise UnknownForm(f"{self.predicate} depends on a sum of what it leads to")
            function = self._functions[skipped] = self._made_above(skipped)
        function(rel, derivation, out, None)

    def _counted(self) -> Iterator[str]:
        """Give the predicates within sums and maxima."""
        for literal in rule_from(self._plain).body:
            if literal.kind in ("sum", "max"):
                yield from (part.predicate for part in every([literal]))

    def _made(self, start: int) -> Function:
        def written() -> str:
            return RuleWriter().written(rule_from(self._plain), start)

        return function_of(self.predicate, (start, self._plain), written)

    def _made_above(self, skipped: tuple[int, ...]) -> Function:
        def written() -> str:
            rule = rule_from(self._plain)
            body = tuple(lit for number, lit in enumerate(rule.body) if number not in skipped)
            return RuleWriter(certain=True).written(replace(rule, body=body), -1)

        return function_of(self.predicate, (skipped, self._plain), written)


def _against(literals: Sequence[Literal]) -> Iterator[str]:
    for literal in literals:
        if literal.kind == "neg":
            yield literal.predicate
        elif literal.kind != "pos":
            yield from (part.predicate for part in every([literal]) if part.kind in ("pos", "neg"))


def gates_of(body: Sequence[Literal]) -> Iterator[Gate]:
    """Give the constants that the atoms of a body must have."""
    for literal in body:
        if literal.kind == "pos":
            places = tuple(i for i, term in enumerate(literal.terms) if term[0] == "const")
            if places:
                key = tuple(literal.terms[i][1] for i in places)
                yield literal.predicate, places, key[0] if len(key) == 1 else key


def function_of(name: str, of: tuple[Any, ...], written: Callable[[], str]) -> Function:
    """Give a function.

    Args:
        name: what it is called in errors.
        of: the plain values that it is made of.
        written: writes it.

    Raises:
        UnknownForm: Python cannot read it.
    """

    def made() -> CodeType:
        try:
            module = compile(written(), f"<{name}>", "exec")
        except SyntaxError as error:
            raise UnknownForm(f"{name}: {error}") from error
        return next(part for part in module.co_consts if isinstance(part, CodeType))

    return cast("Function", FunctionType(KEPT.code(of, made), _GLOBALS))
