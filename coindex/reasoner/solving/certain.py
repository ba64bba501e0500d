"""Which atoms hold in every reading, as far as clasp sees it before it chooses anything.

clingo calls an atom a fact if it need not look at choices and circles of negation to derive it. How much that is
depends on which rules it was given. What unit propagation derives does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import clingo


def certain(
    control: clingo.Control, atoms: Iterable[clingo.SymbolicAtom]
) -> Iterator[clingo.SymbolicAtom]:
    """Give those atoms that hold whatever is chosen."""
    found = list(atoms)
    open_literals = {atom.literal for atom in found if not atom.is_fact}
    true: set[int] = set()
    if open_literals:
        control.register_propagator(_Fixed(open_literals, true))
        with control.solve(yield_=True) as handle:
            handle.cancel()
    return (atom for atom in found if atom.is_fact or atom.literal in true)


class _Fixed(clingo.Propagator):
    """Notes, once, which literals are true before the search."""

    def __init__(self, literals: set[int], true: set[int]) -> None:
        self._literals, self._true = literals, true

    def init(self, init: clingo.PropagateInit) -> None:
        """Look at the assignment."""
        init.propagate()
        assignment = init.assignment
        self._true.update(
            literal
            for literal in self._literals
            if assignment.is_true(init.solver_literal(literal))
        )
        self._literals.clear()
