"""Many questions in one program: grounded in one call, and solved candidate by candidate for all of them at once.

The program is that of :class:`coindex.reasoner.solving.solver.Grounded` with the number of the question in every atom
(:mod:`coindex.reasoner.grounding.numbering`). Nothing is left out of it: for some fifty questions nearly every rule is
needed by one. Questions share no atom with a number, so the best reading of all is the best reading of each.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import clingo

from coindex.reasoner.evidence.weigh import Evidence
from coindex.reasoner.grounding.numbering import PAID, QUESTION, has_number, numbered_fact
from coindex.reasoner.grounding.program import TERMS, numbered_program
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.solving.certain import certain
from coindex.reasoner.solving.solver import LEVELS, Fitted, Optimum, Solution, symbol
from coindex.reasoner.store.store import Selection, Store
from kparse.errors import SolveError

SECONDS = 10
"""How long the questions are searched together; those that take longer are solved one by one."""
_TOTAL = f":~ {PAID}(Q,L,T,W). [W@L,Q,T]"
_ROWS = (("plays/4", 1), ("happens/2", 1), ("attributed/3", 2))
"""The places whose terms say which default rules can speak."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A question as facts."""

    facts: tuple[str, ...]
    selection: Selection
    pronoun: str
    candidates: tuple[str, ...]
    fitted: Fitted | None = None


class _Atom(NamedTuple):
    """An atom of a question, without its number."""

    name: str
    arguments: Sequence[clingo.Symbol]


class _Shown(NamedTuple):
    """An atom that is shown, or what a reading pays: the literal is 0 if that is certain."""

    literal: int
    text: str
    level: int
    weight: int


def _terms_in(
    found: Mapping[tuple[str, int], Collection[str]], predicate: str, index: int
) -> Collection[str]:
    return found.get((predicate, index), ())


def solved_in_one_program(questions: Sequence[Stated], store: Store) -> list[Solution]:
    """Give the optima of each candidate of each question.

    Raises:
        SolveError: they cannot be solved together; alone they may.
    """
    return _Together(questions, store).solutions()


class _Together:
    def __init__(self, questions: Sequence[Stated], store: Store) -> None:
        started = time.perf_counter()
        self._questions = questions
        self._program = numbered_program(store)
        self._control = clingo.Control(["--warn=none", "--opt-mode=opt"])
        self._fitted: list[tuple[Evidence, ...]] = [()] * len(questions)
        try:
            self._ground(store)
        except RuntimeError as error:
            raise SolveError(
                f"clingo cannot use the program of these questions: {error}"
            ) from error
        self._shown = self._index()
        self._ground_ms = (time.perf_counter() - started) * 1e3 / len(questions)

    def _ground(self, store: Store) -> None:
        program = self._program
        shared = frozenset(store.shared_facts)
        common = dict.fromkeys(program.facts)
        own: list[str] = []
        for number, question in enumerate(self._questions):
            own.append(f"{QUESTION}({number})")
            for fact in program.facts_of_all:
                own.append(numbered_fact(fact, number))
            for fact in question.facts:
                if has_number(fact, program.predicates):
                    own.append(numbered_fact(fact, number))
                elif fact not in shared:
                    common[fact] = None
        self._part("first", program.first, (*common, *own))
        later = dict.fromkeys(self._rows())
        for number, facts in self._scores():
            later.update((numbered_fact(fact, number), None) for fact in facts)
        self._part("then", f"{program.then}\n{_TOTAL}", later)

    def _part(self, name: str, text: str, facts: Iterable[str]) -> None:
        self._control.add(name, [], "\n".join((text, *(f"{fact}." for fact in facts))))
        self._control.ground([(name, [])])

    def _atoms(self, predicate: str) -> Iterator[tuple[int, clingo.SymbolicAtom]]:
        """Give the atoms of a predicate (``name/arity``) with the numbers of their questions."""
        name, _, arity = predicate.rpartition("/")
        for atom in self._control.symbolic_atoms.by_signature(name, int(arity) + 1):
            yield atom.symbol.arguments[0].number, atom

    def _rows(self) -> Iterator[str]:
        """Give the default rules that can speak of each question."""
        found: list[dict[tuple[str, int], set[str]]] = [{} for _ in self._questions]
        for predicate, index in _ROWS:
            for number, atom in self._atoms(predicate):
                terms = found[number].setdefault((predicate, index), set())
                terms.add(str(atom.symbol.arguments[index + 1]))
        for question, terms_of in zip(self._questions, found, strict=True):
            rows = RowFacts((), question.selection.row_index)
            yield from rows.facts(partial(_terms_in, terms_of))

    def _scores(self) -> Iterator[tuple[int, list[str]]]:
        """Give the facts of fitted models for each question."""
        found: list[list[_Atom]] = [[] for _ in self._questions]
        every = (atom for predicate in TERMS for _, atom in self._atoms(predicate))
        for atom in certain(self._control, every):
            of, *rest = atom.symbol.arguments
            found[of.number].append(_Atom(atom.symbol.name, rest))
        for number, (question, atoms) in enumerate(zip(self._questions, found, strict=True)):
            if question.fitted is not None:
                self._fitted[number] = tuple(question.fitted(atoms))
                yield number, [one.fact for one in self._fitted[number]]

    def _index(self) -> list[list[_Shown]]:
        """Collect what is shown and what is paid, by question."""
        found: list[list[_Shown]] = [[] for _ in self._questions]
        for predicate in self._program.shown:
            for number, atom in self._atoms(predicate):
                arguments = ",".join(map(str, atom.symbol.arguments[1:]))
                text = f"{atom.symbol.name}({arguments})"
                found[number].append(_Shown(0 if atom.is_fact else atom.literal, text, -1, 0))
        for atom in self._control.symbolic_atoms.by_signature(PAID, 4):
            of, level, _, weight = atom.symbol.arguments
            literal = 0 if atom.is_fact else atom.literal
            found[of.number].append(_Shown(literal, "", level.number, weight.number))
        return found

    def solutions(self) -> list[Solution]:
        """Solve: the first candidates of all questions, then the second ones, and so on."""
        found = [Solution(ground_ms=self._ground_ms, fitted=fitted) for fitted in self._fitted]
        for turn in range(max(len(question.candidates) for question in self._questions)):
            started = time.perf_counter()
            asked = [number for number, q in enumerate(self._questions) if turn < len(q.candidates)]
            true = self._solve(turn)
            share = (time.perf_counter() - started) * 1e3 / len(asked)
            for number in asked:
                found[number].optima.append(self._optimum(number, turn, true))
                found[number].solve_ms += share
        return found

    def _solve(self, turn: int) -> frozenset[int]:
        """Find the best reading in which each pronoun stands for that candidate; give the true literals."""
        assumed = []
        for number, question in enumerate(self._questions):
            candidate = question.candidates[min(turn, len(question.candidates) - 1)]
            terms = [clingo.Number(number), symbol(question.pronoun), symbol(candidate)]
            assumed.append((clingo.Function("binds", terms), True))
        literals = {one.literal for shown in self._shown for one in shown if one.literal}
        true: frozenset[int] | None = None
        with self._control.solve(assumptions=assumed, yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                if not handle.wait(SECONDS):
                    handle.cancel()
                    raise SolveError("the questions take too long together")
                model = handle.model()
                if model is None:
                    break
                true = frozenset(filter(model.is_true, literals))
            exhausted = handle.get().exhausted
        if true is None or not exhausted:
            raise SolveError("no proven best reading of these questions together")
        return true

    def _optimum(self, number: int, turn: int, true: frozenset[int]) -> Optimum:
        cost = [0] * len(LEVELS)
        shown = []
        for literal, text, level, weight in self._shown[number]:
            if literal and literal not in true:
                continue
            if text:
                shown.append(text)
            else:
                cost[len(LEVELS) - 1 - level] += weight
        return Optimum(turn, tuple(cost), tuple(sorted(shown)))
