"""Encodings grounded by clingo alone, over facts written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import clingo

from coindex.reasoner.asp.terms import name_of
from kparse.notation import vocabulary

ENCODINGS = Path(__file__).parents[2] / "encodings"


def layers() -> tuple[str, ...]:
    """Give the encodings in the order of the layers: none reads what a later one writes."""
    return vocabulary.layers()


def up_to(last: str) -> tuple[str, ...]:
    """Give the encodings up to and with one of them."""
    found = layers()
    return found[: found.index(last) + 1]


@dataclass(frozen=True)
class Model:
    """A stable model: its atoms, those that leave the solver, and its cost at each level."""

    atoms: frozenset[str]
    shown: frozenset[str]
    cost: dict[int, int]

    def of(self, *names: str) -> set[str]:
        return {atom for atom in self.atoms if name_of(atom) in names}


def models(facts: str, *files: str) -> Iterator[Model]:
    """Give all models of some encodings with these facts, whatever they cost."""
    control = clingo.Control(["0", "--opt-mode=enum", "-Wnone"])
    for file in files:
        control.load(str(ENCODINGS / f"{file}.lp"))
    control.add(facts)
    control.ground()
    with control.solve(yield_=True) as handle:
        for model in handle:
            yield Model(
                frozenset(map(str, model.symbols(atoms=True))),
                frozenset(map(str, model.symbols(shown=True))),
                dict(zip(model.priority, model.cost, strict=True)),
            )


def model(facts: str, *files: str) -> Model:
    """Give the only model."""
    (found,) = models(facts, *files)
    return found


def bound(facts: str, *files: str) -> dict[str, Model]:
    """Give the models by what the pronoun ``p`` is bound to."""
    return {
        x: found
        for found in models(facts, *files)
        for x in ("a", "b")
        if f"binds(p,{x})" in found.atoms
    }
