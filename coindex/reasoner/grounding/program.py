"""The program of a question: the encodings and the knowledge that can matter for it, grounded by clingo.

Encodings and rules are compiled once (:mod:`coindex.reasoner.grounding.compiling`) and kept beside the store.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import clingo

from coindex.files.cache import digest, keep, recall
from coindex.files.shipped import PACKAGE
from coindex.reasoner.asp.records import Rule
from coindex.reasoner.evidence.pairwise_model import PLACES
from coindex.reasoner.grounding.compiling import TABLE, Asked, Compiled, Unit, compile_text
from coindex.reasoner.grounding.numbering import has_number, numbered, numbered_predicates
from coindex.reasoner.grounding.question_facts import encoding_files
from coindex.reasoner.grounding.row_facts import RowFacts
from coindex.reasoner.grounding.selecting import Selector, levels_of
from coindex.reasoner.knowledge.default_rules import is_default_rule
from coindex.reasoner.store.store import Selection, Store
from kparse.caches import lru_cache
from kparse.errors import SolveError
from kparse.loading import collector_paused

TERMS = tuple(f"{name}/{arity}" for name, arity in PLACES)
"""Predicates of the terms of the pairwise model."""
READ_FROM_OUTSIDE = ("binds/2", *TERMS)
"""Predicates that Python reads, besides those that are shown."""
ABOUT = dict.fromkeys(("reason/4", "effect/4", "typical/4"), (*TERMS, "happens/2"))
"""The rows of default rules and the scores of fitted models, and the predicates whose atoms they are chosen by."""
_MADE_BY = (
    PACKAGE / "reasoner" / "grounding" / "compiling.py",
    PACKAGE / "reasoner" / "grounding" / "selecting.py",
    PACKAGE / "reasoner" / "grounding" / "numbering.py",
)
_STEM = re.compile(r"\W+")


def compiled(rule: Rule) -> Unit:
    """Compile a rule of the knowledge; an axiom comes with its weight."""
    stem = _STEM.sub("_", Path(rule.file).stem)
    unit = _compiled(rule.program, f"{stem}_{rule.line}", rule.file, rule.line)
    if rule.kind != "axiom":
        return unit
    weight = f"weight({rule.id},{rule.weight})"
    rules = tuple(one._replace(facts=(weight,), axiom=rule.id) for one in unit.rules)
    return Unit((*unit.facts, weight) if unit.facts else (), rules)


@lru_cache(10_000)
def _compiled(text: str, name: str, file: str, line: int) -> Unit:
    return compile_text(text, name, file, line)


def _units(rules: Iterable[Rule]) -> Unit:
    """Compile encodings and rules."""
    encodings = [compile_text(text, Path(name).stem, name) for name, text in encoding_files()]
    units = [*encodings, *map(compiled, rules)]
    return Unit(
        tuple(fact for unit in units for fact in unit.facts),
        tuple(rule for unit in units for rule in unit.rules),
    )


def _kept(store: Store) -> tuple[bytes, Unit, tuple[int, ...]]:
    """Give a digest, the compiled program of a store and the level of each statement, from the cache if it has them."""
    rules = store.rules()
    texts = [text for pair in encoding_files() for text in pair]
    texts += [f"{rule.id} {rule.weight} {rule.file}:{rule.line} {rule.program}" for rule in rules]
    key = digest([*texts, *(path.read_bytes() for path in _MADE_BY)])
    place = store.path.with_suffix(".program")
    found = recall(place, key)
    if found is not None:
        facts, plain, levels = found
        return key, Unit(facts, tuple(map(_from_plain, plain))), levels
    unit = _units(rules)
    levels = tuple(levels_of(unit.rules, ABOUT))
    keep(place, key, (unit.facts, tuple(map(_plain, unit.rules)), levels))
    return key, unit, levels


def _plain(one: Compiled) -> tuple[object, ...]:
    asked = (tuple(map(tuple, group)) for group in (one.gives, one.asks))
    return (one.text, *asked, *one[3:])


def _from_plain(values: tuple[object, ...]) -> Compiled:
    text, gives, asks, *rest = values
    return Compiled(text, *(tuple(Asked(*a) for a in group) for group in (gives, asks)), *rest)  # type: ignore


@dataclass(frozen=True, slots=True)
class NumberedProgram:
    """The program of many questions, each with a number (:mod:`coindex.reasoner.grounding.numbering`)."""

    first: str
    """The statements that do not depend on facts that are chosen late."""
    then: str
    """The others."""
    predicates: frozenset[str]
    """The predicates with a number (with their arity, the number not counted)."""
    facts: tuple[str, ...]
    """Facts of knowledge and tables, for all questions."""
    facts_of_all: tuple[str, ...]
    """Facts that each question has, with its number."""
    shown: tuple[str, ...]
    """The predicates that are shown."""


def numbered_program(store: Store) -> NumberedProgram:
    """Give the program of many questions with a store's knowledge, made once for a store."""
    if "numbered" not in store.prepared:
        with collector_paused(stays=True):
            store.prepared["numbered"] = _numbered(store)
    found: NumberedProgram = store.prepared["numbered"]
    return found


def _numbered(store: Store) -> NumberedProgram:
    key, unit, levels = _kept(store)
    place = store.path.with_suffix(".numbered")
    found = recall(place, key)
    if found is None:
        predicates = numbered_predicates(unit.rules)
        late = min(levels[len(unit.rules) :])
        parts: tuple[list[str], list[str]] = ([], [])
        for rule, level in zip(unit.rules, levels, strict=False):
            if rule.text and not rule.text.startswith("#show"):
                parts[level >= late].append(numbered(rule.text, predicates))
        found = (*("\n".join(filter(None, part)) for part in parts), tuple(sorted(predicates)))
        keep(place, key, found)
    first, then, names = found
    predicates = frozenset(names)
    facts = [*unit.facts, *store.shared_facts]
    for rule in unit.rules:
        facts += rule.facts
        facts += [f"{TABLE}({table},{one})" for _, table, those in rule.tables for one in those]
    every = dict.fromkeys(facts)
    return NumberedProgram(
        first,
        then,
        predicates,
        tuple(fact for fact in every if not has_number(fact, predicates)),
        tuple(fact for fact in every if has_number(fact, predicates)),
        tuple(name for rule in unit.rules if rule.text.startswith("#show") for name in rule.unsure),
    )


def selector_of(store: Store) -> Selector:
    """Give the selector of a store's knowledge, made once for a store (anew when it has seen too many words)."""
    known = store.prepared.get("selector")
    if known is None or known.is_full:
        with collector_paused(stays=True):
            _, unit, levels = _kept(store)
            facts = (*unit.facts, *store.shared_facts)
            selector = Selector(unit.rules, facts, READ_FROM_OUTSIDE, ABOUT, levels)
            store.prepared["selector"] = selector
    found: Selector = store.prepared["selector"]
    return found


@dataclass(slots=True)
class GroundProgram:
    """What clingo was given for a question."""

    statements: list[Compiled] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)
    shared: frozenset[str] = frozenset()
    """Facts that come with every question."""

    @property
    def places(self) -> frozenset[str]:
        """File and line of each statement."""
        return frozenset(one.place for one in self.statements)


@contextmanager
def new_control() -> Iterator[clingo.Control]:
    """Give an empty program for clingo.

    Raises:
        SolveError: clingo rejects what is added to it.
    """
    messages: list[str] = []

    def log(code: clingo.MessageCode, message: str) -> None:
        if code not in (clingo.MessageCode.AtomUndefined, clingo.MessageCode.OperationUndefined):
            messages.append(message)

    try:
        yield clingo.Control(["--warn=no-atom-undefined", "--opt-mode=opt"], logger=log)
    except RuntimeError as exc:
        text = "\n".join(messages) or str(exc)
        raise SolveError(f"clingo cannot use the program of this question: {text}") from exc


def first_model(
    facts: Iterable[str], selection: Selection, store: Store, wanted: Iterable[str]
) -> list[str]:
    """Give the atoms of the first answer set of a program that asks nothing, as far as they bear on some predicates.

    Raises:
        SolveError: clingo rejects a rule.
    """
    with new_control() as control:
        ground(control, facts, selection, store, also=wanted)
        with control.solve(yield_=True) as handle:
            return next(([str(a) for a in model.symbols(atoms=True)] for model in handle), [])


def ground(
    control: clingo.Control,
    facts: Iterable[str],
    selection: Selection,
    store: Store,
    *,
    extra: Sequence[Compiled] = (),
    everything: bool = False,
    also: Iterable[str] = (),
    late: Callable[[], Iterable[str]] = tuple,
) -> GroundProgram:
    """Ground what can matter for a question.

    Args:
        control: gets the program.
        facts: of the question, without full stops.
        selection: the knowledge for it.
        store: where that comes from.
        extra: further statements.
        everything: also derive what the answer does not depend on.
        also: predicates that are read from outside besides :data:`READ_FROM_OUTSIDE`.
        late: gives facts by what has been derived of :data:`TERMS`.

    Raises:
        RuntimeError: clingo rejects a rule.
    """
    own = [compiled(rule) for rule in selection.added if not is_default_rule(rule.id)]
    given = dict.fromkeys(facts)
    given.update((fact, None) for unit in own for fact in unit.facts)
    selector = selector_of(store)
    row_facts = RowFacts((r for r in selection.added if is_default_rule(r.id)), selection.row_index)
    found = GroundProgram(shared=selector.shared)
    for statements, new in selector.ground(
        control,
        list(given),
        [*(rule for unit in own for rule in unit.rules), *extra],
        lambda terms: [*row_facts.facts(terms), *late()],
        only=selection.only,
        everything=everything,
        also=also,
    ):
        found.statements += statements
        found.facts += new
    return found
