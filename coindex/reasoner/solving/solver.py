"""Solve with clingo: ground a question's program once, then find the cheapest reading for each candidate.

Every optimum is proven: the search of a candidate's readings is exhausted, or :class:`SolveError`
is raised. Readings are forced by assumptions (``binds(P,X)``), so the evidence for a candidate is
the evidence in its own best reading.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import clingo

from coindex.reasoner.asp.terms import split_term
from coindex.reasoner.evidence.pairwise_model import Atom, PairwiseEvidence
from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.grounding.slicing import MultiShotProgram
from kparse.errors import SolveError

if TYPE_CHECKING:
    from coindex.reasoner.deriving.model import Model

LEVELS = ("problems", "knowledge", "mined", "attachment", "preference")
"""Names of the optimisation levels, highest first (see ``encodings/objective.lp``)."""
BY_SALIENCE = (*LEVELS[:-1], "salience")
"""The same where the last level holds what knowledge, statistics and salience say together."""


CLOSE = 10
"""Least difference at the level of knowledge that decides (an axiom's weight counts ten points, so one that nothing
contradicts is always above). Where it was smaller, 57 % of the answers to tuned questions were right; so it counts
as preference (docs/decisions/0018-calibration.md). Without statistics (`kb test`) every difference counts in full."""


KNOWLEDGE_UNIT = 33
"""Points of a unit of log-odds at the level of knowledge (``encodings/profiles.lp``)."""
MINED_UNIT = 0.8
"""Points there for a point of statistics (20 are a unit of log-odds, and they promise twice too much in long texts)."""


@dataclass(frozen=True, slots=True)
class Optimum:
    """The cheapest reading in which the pronoun stands for one candidate."""

    index: int
    cost: tuple[int, ...]
    shown: tuple[str, ...]
    symbols: Sequence[Atom] = ()
    """All true atoms, when asked for; of a derived question those from which the pairwise model takes its terms."""
    model: Model | None = None
    """What holds, when asked for, in a question whose atoms were derived."""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The true atoms as text, in order (one or two thousand, rebuilt on each call)."""
        if self.model is not None:
            return tuple(self.atoms_of(*self.model.predicates))
        return tuple(sorted(map(str, self.symbols)))

    def atoms_of(self, *names: str) -> list[str]:
        """Give the true atoms of some predicates as text, in order."""
        if self.model is not None:
            return sorted(atom for name in names for atom in self.model.atoms_of(name))
        wanted = frozenset(names)
        return sorted(str(atom) for atom in self.symbols if atom.name in wanted)

    @property
    def names(self) -> frozenset[str]:
        """The names of the predicates that may have true atoms."""
        if self.model is not None:
            return frozenset(self.model.predicates)
        return frozenset(atom.name for atom in self.symbols)


@dataclass(slots=True)
class Solution:
    """The optima of all candidates, in their order, and milliseconds spent."""

    optima: list[Optimum] = field(default_factory=list)
    ground_ms: float = 0.0
    solve_ms: float = 0.0
    program: str = ""
    """The program that was grounded, one statement per line."""
    pairwise: tuple[Evidence, ...] = ()
    """The evidence of the pairwise model, already included in the costs."""
    levels: tuple[str, ...] = LEVELS
    """The names of the costs."""


_LEAST = 3
"""Weight from which a rule counts at the level of knowledge (see ``encodings/objective.lp``)."""


@lru_cache(maxsize=10_000)
def symbol(term: str) -> clingo.Symbol:
    """Return a ground term as a clingo symbol."""
    return clingo.parse_term(term)


def _control(messages: list[str]) -> clingo.Control:
    def log(code: clingo.MessageCode, message: str) -> None:
        if code not in (clingo.MessageCode.AtomUndefined, clingo.MessageCode.OperationUndefined):
            messages.append(message)

    return clingo.Control(["--warn=no-atom-undefined", "--opt-mode=opt"], logger=log)


def solve(
    program: MultiShotProgram,
    pronoun: str,
    candidates: list[str],
    *,
    keep_atoms: bool = False,
    pairwise_model: PairwiseEvidence | None = None,
    close: int = 0,
    salience: Sequence[float] = (),
) -> Solution:
    """Ground ``program`` and optimise once for each candidate term (see :meth:`Grounded.solve`).

    Raises:
        SolveError: clingo rejects the program (a broken rule), or a search was not exhausted.
    """
    return Grounded(program).solve(
        pronoun,
        candidates,
        keep_atoms=keep_atoms,
        pairwise_model=pairwise_model,
        close=close,
        salience=salience,
    )


class Readings(ABC):
    """The readings of a question: the cheapest one for each candidate is found in turn."""

    ground_ms: float = 0.0
    program: str = ""
    """The program that was grounded, if clingo grounded it."""

    @abstractmethod
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

    def ask_about(self, pronoun: str) -> None:  # noqa: B027
        """Say which pronoun is asked about, where several are in turn."""

    def solve(
        self,
        pronoun: str,
        candidates: list[str],
        *,
        keep_atoms: bool = False,
        pairwise_model: PairwiseEvidence | None = None,
        close: int = 0,
        salience: Sequence[float] = (),
        bound: Sequence[tuple[str, str]] = (),
    ) -> Solution:
        """Optimise once for each candidate term.

        A difference at the level of knowledge below ``close`` is moved to the level of preference; so is one that
        ``salience`` outweighs (log-odds of each candidate), and then statistics count there, too.

        The pairwise model is consulted if the candidates tie above its level. Its score for a candidate does not depend
        on the other choices of a reading, so it is added to the cost of the best reading and not part of the search.

        Args:
            pronoun: the one asked about.
            candidates: what it may stand for.
            keep_atoms: whether to keep all true atoms of each reading.
            pairwise_model: the model, if it is used.
            close: see above.
            salience: see above.
            bound: other pronouns with what they stand for in all readings.

        Raises:
            SolveError: a search was not exhausted.
        """
        started = time.perf_counter()
        self.ask_about(pronoun)
        solution = Solution(ground_ms=self.ground_ms, program=self.program)
        for index, candidate in enumerate(candidates):
            solution.optima.append(self.optimum(pronoun, candidate, index, keep_atoms, bound))
        if pairwise_model is not None and len(candidates) > 1:
            _ask(pairwise_model, self, solution, pronoun, candidates)
        if salience:
            _add_salience(solution, salience, close)
        else:
            solution.optima = list(_without_weak(solution.optima, candidates, close))
        solution.solve_ms = (time.perf_counter() - started) * 1e3
        return solution


class Grounded(Readings):
    """A program that is grounded once and answers questions about one pronoun, or about several in turn.

    Args:
        program: the program.
        pronouns: those that are asked about in turn; ``asked_about/1`` then holds of one of them at a time. Without
            any, the facts of the program say which.

    Raises:
        SolveError: clingo rejects the program (a broken rule).
    """

    def __init__(self, program: MultiShotProgram, pronouns: Sequence[str] = ()) -> None:
        messages: list[str] = []
        started = time.perf_counter()
        self._control = _control(messages)
        self._pronouns = {name: clingo.Function("asked_about", [symbol(name)]) for name in pronouns}
        try:
            self.program = program.ground(self._control, pronouns)
        except RuntimeError as exc:
            text = "\n".join(messages) or str(exc)
            raise SolveError(f"clingo cannot use the program of this question: {text}") from exc
        self.ground_ms = (time.perf_counter() - started) * 1e3

    def ask_about(self, pronoun: str) -> None:
        """Say which pronoun is asked about, where several are in turn."""
        for name, atom in self._pronouns.items():
            self._control.assign_external(atom, name == pronoun)

    def optimum(
        self,
        pronoun: str,
        candidate: str,
        index: int,
        keep_atoms: bool,
        bound: Sequence[tuple[str, str]] = (),
    ) -> Optimum:
        """Find the cheapest reading in which pronouns stand for what they are bound to."""
        chosen, *fixed = (_bound(*pair) for pair in ((pronoun, candidate), *bound))
        return _optimum(self._control, chosen, index, keep_atoms, [(atom, True) for atom in fixed])


def _without_weak(
    optima: Sequence[Optimum], candidates: Sequence[str], close: int
) -> Iterator[Optimum]:
    """Count weak differences of knowledge from the best reading as preference; the order of the readings stays.

    Weak are small ones, and those by which default rules alone outweigh profiles or axioms. Statistics do not decide
    instead: they do so less well on questions that they were not fitted to.
    """
    if close == 0:
        yield from optima
        return
    knowledge, preference = LEVELS.index("knowledge"), LEVELS.index("preference")
    best = min(optima, key=lambda o: o.cost)
    alone = _forms(best, candidates[best.index]) == {"row"}
    for optimum in optima:
        more = optimum.cost[knowledge] - best.cost[knowledge]
        weak = more < close or (alone and "other" in _forms(optimum, candidates[optimum.index]))
        if optimum.cost[:knowledge] != best.cost[:knowledge] or more == 0 or not weak:
            yield optimum
            continue
        cost = list(best.cost)
        cost[preference] += more
        yield replace(optimum, cost=tuple(cost))


def _add_salience(solution: Solution, salience: Sequence[float], close: int) -> None:
    """Let salience decide, unless knowledge does and salience does not outweigh it.

    Knowledge, statistics and salience are all in units of log-odds, so they are added. In long texts a rule outweighed
    by salience was right in a third of the cases (docs/salience.md).
    """
    optima = solution.optima
    knowledge, mined = LEVELS.index("knowledge"), LEVELS.index("mined")
    totals = [
        optimum.cost[knowledge]
        + round(optimum.cost[mined] * MINED_UNIT)
        - round(score * KNOWLEDGE_UNIT)
        for optimum, score in zip(optima, salience, strict=True)
    ]
    by_knowledge = sorted(optimum.cost[knowledge] for optimum in optima)
    least = optima[totals.index(min(totals))].cost[knowledge]
    if least == by_knowledge[0] and by_knowledge[1] - least >= max(1, close):
        return
    none = (0,) * (len(LEVELS) - 2)
    solution.levels = BY_SALIENCE
    solution.optima = [
        replace(optimum, cost=(optimum.cost[0], *none, total - min(totals)))
        for optimum, total in zip(optima, totals, strict=True)
    ]


def _forms(optimum: Optimum, candidate: str) -> set[str]:
    """Return the forms of knowledge that speak in a reading: default rules (``row``) and ``other`` ones."""
    forms = set()
    for atom in optimum.shown:
        name, found = split_term(atom)
        if name in ("support", "hint") and int(found[2]) >= _LEAST:
            forms.add("row" if found[0].startswith(("effect(", "reason(")) else "other")
        elif name == "profile_speaks" and found[1] == candidate and int(found[2]) > 0:
            forms.add("other")
    return forms


def _ask(
    pairwise_model: PairwiseEvidence,
    found_by: Readings,
    solution: Solution,
    pronoun: str,
    candidates: list[str],
) -> None:
    """Add the pairwise model's scores to the candidates' costs, if the best two tie above its level."""
    level = LEVELS.index("mined")
    above = sorted(o.cost[:level] for o in solution.optima)
    if above[0] != above[1] and not pairwise_model.always:
        return
    readings = []
    for optimum in solution.optima:
        atoms = optimum.symbols
        if not atoms:
            candidate = candidates[optimum.index]
            atoms = found_by.optimum(pronoun, candidate, optimum.index, keep_atoms=True).symbols
        readings.append(atoms)
    found = pairwise_model.evidence(readings, pronoun, candidates)
    for number, optimum in enumerate(solution.optima):
        for index, weight, evidence in found:
            if index != optimum.index:
                continue
            cost = list(optimum.cost)
            cost[level] -= weight
            shown = tuple(sorted((*optimum.shown, evidence.fact)))
            solution.optima[number] = replace(optimum, cost=tuple(cost), shown=shown)
    solution.pairwise = tuple(evidence for _, _, evidence in found)


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
