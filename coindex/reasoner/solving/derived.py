"""Solve what was derived in Python: only what hangs on a choice goes to clasp, as ground rules."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import clingo

from coindex.reasoner.deriving.compiling import KEPT
from coindex.reasoner.deriving.engine import Derivation
from coindex.reasoner.deriving.model import Model
from coindex.reasoner.deriving.reading import Row, fact_of, text_of
from coindex.reasoner.evidence.pairwise_model import PLACES
from coindex.reasoner.solving.solver import Optimum, Readings
from kparse.errors import SolveError

_BINDS = "binds/2"
_ASKED = "asked_about/1"


@dataclass(frozen=True, slots=True)
class DerivedAtom:
    """A true atom; its arguments are text."""

    name: str
    arguments: tuple[str, ...]


class Derived(Readings):
    """The readings of a question whose atoms were derived in Python.

    Raises:
        UnknownForm: a statement has a form that only clingo knows.
        SolveError: there is no reading at all.
    """

    def __init__(self, derivation: Derivation) -> None:
        """Derive everything, and give clasp what is not certain."""
        started = time.perf_counter()
        self._derivation = derivation
        self._certain, priced = derivation.costs()
        self._shown = list(derivation.shown())
        impossible = derivation.impossible()
        self._binds = derivation.relations[_BINDS].rows
        self._asked = 0
        self._control = clingo.Control(["--opt-mode=opt"])
        self._levels = sorted(self._certain, reverse=True)
        KEPT.save()
        with self._control.backend() as backend:
            self._atoms: list[int] = [0, *(backend.add_atom() for _ in range(derivation.atoms))]
            literal = self._literal
            for head, body in derivation.ground_rules:
                backend.add_rule([self._atoms[head]], [literal(mark) for mark in body])
            for group in derivation.choices:
                atoms = [self._atoms[atom] for atom in group]
                backend.add_rule(atoms, [], choice=True)
                for bound, sign in ((1, -1), (2, 1)):
                    reached = backend.add_atom()
                    backend.add_weight_rule([reached], bound, [(atom, 1) for atom in atoms])
                    backend.add_rule([], [sign * reached])
            for mark in impossible:
                backend.add_rule([], [literal(mark)] if mark else [])
            for level in self._levels:
                prices = [(literal(mark), price) for mark, price in priced.get(level, ())]
                backend.add_minimize(level, prices)
        self.ground_ms = (time.perf_counter() - started) * 1e3

    def possible(self, predicate: str) -> Collection[Row]:
        """Give what may hold of a predicate (``name/arity``) in some reading."""
        return self._derivation.relations[predicate].rows

    def ask_about(self, pronoun: str) -> None:
        """Say which pronoun is asked about, where several are in turn."""
        self._asked = self._derivation.relations[_ASKED].rows.get((pronoun,), 0)

    def _literal(self, mark: int) -> int:
        return self._atoms[mark] if mark > 0 else -self._atoms[-mark]

    def optimum(
        self,
        pronoun: str,
        candidate: str,
        index: int,
        keep_atoms: bool,
        bound: Sequence[tuple[str, str]] = (),
    ) -> Optimum:
        """Find the cheapest reading in which pronouns stand for what they are bound to."""
        marks = [self._binds.get(_values(*pair)) for pair in ((pronoun, candidate), *bound)]
        if None in marks:
            raise SolveError(f"no proven best reading for binds({pronoun},{candidate})")
        assumed = [self._literal(mark) for mark in (*marks, self._asked) if mark]
        cost: list[int] | None = None
        shown: list[str] = []
        true: frozenset[int] = frozenset()
        with self._control.solve(assumptions=assumed, yield_=True) as handle:
            for model in handle:
                cost = list(model.cost)
                shown = [text for text, mark in self._shown if self._holds(model, mark)]
                if keep_atoms:
                    true = frozenset(n for n, a in enumerate(self._atoms) if model.is_true(a))
            exhausted = handle.get().exhausted
        if cost is None or not exhausted:
            raise SolveError(f"no proven best reading for binds({pronoun},{candidate})")
        whole = tuple(
            self._certain[level] + more for level, more in zip(self._levels, cost, strict=True)
        )
        if not keep_atoms:
            return Optimum(index, whole, tuple(sorted(shown)))
        found = Model(self._derivation, true)
        return Optimum(index, whole, tuple(sorted(shown)), list(_terms(found)), found)

    def _holds(self, model: clingo.Model, mark: int) -> bool:
        if not mark:
            return True
        return model.is_true(self._atoms[abs(mark)]) == (mark > 0)


def _terms(model: Model) -> Iterator[DerivedAtom]:
    """Give the true atoms from which the pairwise model takes its terms."""
    for name, arity in PLACES:
        for row in model.relations[f"{name}/{arity}"].rows:
            yield DerivedAtom(name, tuple(map(text_of, row)))


def _values(pronoun: str, candidate: str) -> Row:
    return fact_of(f"binds({pronoun},{candidate})")[1]
