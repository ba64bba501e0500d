"""Solve with clingo: ground a question's program once, then find the cheapest reading for each candidate.

Every optimum is proven: the search of a candidate's readings is exhausted, or :class:`SolveError` is raised. Readings
are forced by assumptions (``binds(P,X)``), so the evidence for a candidate is the evidence in its own best reading. The
costs are those of ``encodings/objective.lp``; nothing is added to them afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import clingo

from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.evidence.pairwise_model import Atom
from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.grounding.compiling import Compiled
from coindex.reasoner.grounding.program import TERMS, GroundProgram, ground, new_control
from coindex.reasoner.solving.certain import certain
from coindex.reasoner.store.store import Selection, Store
from kparse.caches import lru_cache
from kparse.errors import SolveError

LEVELS = ("problems", "evidence", "preference", "order")
"""Names of the optimisation levels, highest first (see ``encodings/objective.lp``)."""

Fitted = Callable[[Iterable[Atom]], list[Evidence]]
"""Gives the evidence of a fitted model by the atoms that no reading changes."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The cheapest reading in which the pronoun stands for one candidate."""

    index: int
    cost: tuple[int, ...]
    """By level (:data:`LEVELS`)."""
    shown: tuple[str, ...]
    symbols: Sequence[clingo.Symbol] = ()
    """All true atoms, when asked for."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The true atoms as text, in order (one or two thousand, rebuilt on each call)."""
        return tuple(sorted(map(str, self.symbols)))

    def atoms_of(self, *names: str) -> list[str]:
        """Give the true atoms of some predicates as text, in order."""
        wanted = frozenset(names)
        return sorted(str(atom) for atom in self.symbols if atom.name in wanted)

    @property
    def names(self) -> frozenset[str]:
        """The names of the predicates that have true atoms."""
        return frozenset(atom.name for atom in self.symbols)

    def costs(self, asked: str) -> dict[str, int]:
        """Give the costs by source: the level of evidence is divided into knowledge, statistics and salience.

        What a source says for a reading is negative.

        Args:
            asked: the pronoun that is asked about; only its salience counts.
        """
        problems, evidence, preference, _ = self.cost
        mined = salience = 0
        for atom in self.shown:
            if (name := name_of(atom)) == "mined":
                mined -= int(arguments(atom)[3])
            elif name == "salient":
                pronoun, candidate, points = arguments(atom)
                if pronoun == asked and f"binds({pronoun},{candidate})" in self.shown:
                    salience -= int(points)
        return {
            "problems": problems,
            "knowledge": evidence - mined - salience,
            "mined": mined,
            "salience": salience,
            "preference": preference,
        }


@dataclass(slots=True)
class Solution:
    """The optima of all candidates, in their order, and milliseconds spent."""

    optima: list[Optimum] = field(default_factory=list)
    ground_ms: float = 0.0
    solve_ms: float = 0.0
    program: GroundProgram = field(default_factory=GroundProgram)
    """What clingo was given."""
    fitted: tuple[Evidence, ...] = ()
    """The evidence of fitted models; their facts are in the program."""


@lru_cache(10_000)
def symbol(term: str) -> clingo.Symbol:
    """Return a ground term as a clingo symbol."""
    return clingo.parse_term(term)


class Grounded:
    """A question's program, grounded once; it answers for one pronoun, or for several in turn.

    Args:
        facts: of the question.
        selection: the knowledge for it.
        store: where that comes from.
        pronouns: those that are asked about in turn; ``asked_about/1`` then holds of one of them at a time. Without
            any, the facts say which.
        extra: further statements.
        everything: also derive what the answer does not depend on.
        also: predicates that are read although the answer does not depend on them.
        fitted: gives the evidence of fitted models.

    Raises:
        SolveError: clingo rejects the program (a broken rule).
    """

    def __init__(
        self,
        facts: Iterable[str],
        selection: Selection,
        store: Store,
        *,
        pronouns: Sequence[str] = (),
        extra: Sequence[Compiled] = (),
        everything: bool = False,
        also: Collection[str] = (),
        fitted: Fitted | None = None,
    ) -> None:
        started = time.perf_counter()
        self._asked: dict[str, clingo.Symbol] = {}
        self.fitted: tuple[Evidence, ...] = ()
        given = list(facts)
        if len(pronouns) > 1:
            self._asked = {p: clingo.Function("asked_about", [symbol(p)]) for p in pronouns}
            in_turn = {str(atom) for atom in self._asked.values()}
            given = [fact for fact in given if fact not in in_turn]
            given += [f"in_turn({pronoun})" for pronoun in pronouns]

        def late() -> list[str]:
            if fitted is None:
                return []
            self.fitted = tuple(fitted(self._certain()))
            return [one.fact for one in self.fitted]

        with new_control() as self._control:
            self.program = ground(
                self._control,
                given,
                selection,
                store,
                extra=extra,
                everything=everything,
                also=also,
                late=late,
            )
        self.ground_ms = (time.perf_counter() - started) * 1e3

    def _certain(self) -> Iterator[clingo.Symbol]:
        """Give the atoms of the terms of fitted models that no reading changes."""
        atoms = self._control.symbolic_atoms
        names = (predicate.rpartition("/") for predicate in TERMS)
        found = (atom for name, _, arity in names for atom in atoms.by_signature(name, int(arity)))
        return (atom.symbol for atom in certain(self._control, found))

    def possible(self, predicate: str) -> Iterator[Sequence[clingo.Symbol]]:
        """Give the arguments of the atoms of a predicate (``name/arity``) that may hold in some reading."""
        name, _, arity = predicate.rpartition("/")
        for atom in self._control.symbolic_atoms.by_signature(name, int(arity)):
            yield atom.symbol.arguments

    def firing(self, statements: Iterable[Compiled]) -> set[str]:
        """Give the places of those rules whose body holds in some reading; each is grounded once more."""
        rules = [one for one in statements if " :- " in one.text and one.gives]
        texts = [
            f"firing({number}) :- {one.text.partition(' :- ')[2]}"
            for number, one in enumerate(rules)
        ]
        self._control.add("firing", [], "\n".join(texts))
        self._control.ground([("firing", [])])
        return {rules[row[0].number].place for row in self.possible("firing/1")}

    def optimum(
        self,
        pronoun: str,
        candidate: str,
        index: int,
        keep_atoms: bool,
        bound: Sequence[tuple[str, str]] = (),
    ) -> Optimum:
        """Find the cheapest reading in which pronouns stand for what they are bound to.

        Raises:
            SolveError: the search was not exhausted.
        """
        chosen, *fixed = (_bound(*pair) for pair in ((pronoun, candidate), *bound))
        assumed = [(atom, True) for atom in fixed]
        if pronoun in self._asked:
            assumed.append((self._asked[pronoun], True))
        return _optimum(self._control, chosen, index, keep_atoms, assumed)

    def solve(
        self,
        pronoun: str,
        candidates: list[str],
        *,
        keep_atoms: bool = False,
        bound: Sequence[tuple[str, str]] = (),
    ) -> Solution:
        """Optimise once for each candidate term.

        Args:
            pronoun: the one asked about.
            candidates: what it may stand for.
            keep_atoms: whether to keep all true atoms of each reading.
            bound: other pronouns with what they stand for in all readings.

        Raises:
            SolveError: a search was not exhausted.
        """
        started = time.perf_counter()
        solution = Solution(ground_ms=self.ground_ms, program=self.program, fitted=self.fitted)
        for index, candidate in enumerate(candidates):
            solution.optima.append(self.optimum(pronoun, candidate, index, keep_atoms, bound))
        solution.solve_ms = (time.perf_counter() - started) * 1e3
        return solution


def _bound(pronoun: str, candidate: str) -> clingo.Symbol:
    return clingo.Function("binds", [symbol(pronoun), symbol(candidate)])


def _optimum(
    control: clingo.Control,
    bound: clingo.Symbol,
    index: int,
    keep_atoms: bool,
    fixed: Sequence[tuple[clingo.Symbol, bool]] = (),
) -> Optimum:
    cost: list[int] | None = None
    shown: Sequence[clingo.Symbol] = ()
    atoms: Sequence[clingo.Symbol] = ()
    with control.solve(assumptions=[(bound, True), *fixed], yield_=True) as handle:
        for model in handle:
            cost, shown = model.cost, model.symbols(shown=True)
            if keep_atoms:
                atoms = model.symbols(atoms=True)
        exhausted = handle.get().exhausted
    if cost is None or not exhausted:
        raise SolveError(f"no proven best reading for {bound}")
    return Optimum(index, tuple(cost), tuple(sorted(map(str, shown))), atoms)
