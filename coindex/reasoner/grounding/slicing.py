"""Multi-shot grounding with relevance slicing: a question's program comes in parts, each sliced by the atoms so far.

Of thousands of helpers and axioms some hundreds can fire for a question. The over-approximation of
:mod:`coindex.reasoner.grounding.pruning` keeps far more: one table makes every property possible, and with it every
rule about a property. The atoms that were grounded say it better. So a program has parts: first the predicates of
:data:`FIRST` with all that they rest on, then the other helpers, last the axioms and what is made of them. Each part is
sliced forwards and backwards, given the atoms of those before it. A fact comes with the first part that can use it.

No part defines a predicate that an earlier one reads, as each holds all rules for the predicates that its rules
mention. So the answer sets are those of the whole program (splitting set theorem: Lifschitz and Turner 1994).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.files.cache import digest, keep, recall
from coindex.reasoner.grounding import statements
from coindex.reasoner.grounding.pruning import (
    Fixed,
    Tables,
    fire,
    in_order,
    needed_by,
    possible,
    pruner,
    values_of,
)
from coindex.reasoner.grounding.row_facts import NO_ROW_FACTS, RowFacts
from coindex.reasoner.grounding.statements import ANY, WIDTH, Statement, bits, bits_of
from coindex.reasoner.knowledge.base_program import EMPTY, BaseProgram
from coindex.reasoner.knowledge.typical_rows import DEFAULT_PREDICATES
from kparse.loading import collector_paused

if TYPE_CHECKING:
    from clingo import Control, Symbol, SymbolicAtoms

LATE = ("expl", "cons", "goal", "accept", "favour", "clash", "weight", *DEFAULT_PREDICATES)
"""Predicates that the last part of a program defines: heads of axioms, their weights, and default rules."""

FIRST = ("clause_role",)
"""Predicates with a part of their own each, before all others."""

_MANY = 40
"""A predicate with so many atoms is not looked at: its columns stay as they are."""
_REMEMBERED = 64
_TERMS = 50_000

Signature = tuple[int, tuple[str, int, bool]]
"""A predicate's number, and its signature in clingo."""
Statements = tuple[Statement, ...] | None
"""The statements of a text; ``None`` if one may change what others mean."""
Fact = tuple[str, int, tuple[tuple[int, int], ...]]
"""Text, predicate as a bit, and the masks that it adds to columns."""


class MultiShotProgram:
    """A question's program in parts; no atom of a part depends on a later part."""

    def __init__(self, parts: Callable[[Callable[[], SymbolicAtoms]], Iterator[str]]) -> None:
        """Take a function that yields the parts; its argument gives the atoms grounded so far."""
        self._parts = parts

    @classmethod
    def single(cls, text: str) -> MultiShotProgram:
        """Make a program of one part."""
        return cls(lambda _: iter((text,)))

    def ground(self, control: Control, asked: Sequence[str] = ()) -> str:
        """Ground the parts one after the other; return their text.

        Args:
            control: what grounds them.
            asked: pronouns that are asked about in turn: ``asked_about/1`` becomes an external atom.

        Raises:
            RuntimeError: clingo rejects the program.
        """
        texts = []
        for number, text in enumerate(self._parts(lambda: control.symbolic_atoms)):
            for pronoun in asked:
                text = text.replace(
                    f"asked_about({pronoun}).", f"#external asked_about({pronoun})."
                )
            texts.append(text)
            if text:
                control.add(f"part{number}", [], text)
                control.ground([(f"part{number}", [])])
        return "\n".join(texts)


@dataclass(frozen=True, slots=True)
class _FactTable:
    """The facts of one predicate."""

    facts: tuple[Fact, ...]
    gives: Mapping[int, int]
    """The masks that they add to columns."""
    rows: tuple[tuple[int, ...], ...]
    """The masks of each fact's arguments."""
    same_arity: bool
    """Whether all have the same number of arguments."""

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> _FactTable:
        """Make a table of facts."""
        found = tuple(facts)
        columns: dict[int, int] = {}
        for _, _, gives in found:
            for column, mask in gives:
                columns[column] = columns.get(column, 0) | mask
        rows = tuple([tuple([mask for _, mask in gives]) for _, _, gives in found])
        return cls(found, columns, rows, len(set(map(len, rows))) == 1)

    def with_more(self, more: _FactTable) -> _FactTable:
        """Join facts of the same predicate."""
        columns = dict(self.gives)
        for column, mask in more.gives.items():
            columns[column] = columns.get(column, 0) | mask
        same_arity = self.same_arity and more.same_arity and len(self.rows[0]) == len(more.rows[0])
        return _FactTable(self.facts + more.facts, columns, self.rows + more.rows, same_arity)

    def fill(self, columns: list[int]) -> None:
        """Add their masks to the columns."""
        for column, mask in self.gives.items():
            columns[column] |= mask


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of the base program's rules that belongs to one part."""

    level: int
    """The predicates that are complete after it."""
    fixed: Fixed
    later_mentions: int
    """Predicates that later parts mention."""
    later_needs: frozenset[int]
    """Columns on which later parts may put a condition."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What one question adds to the base program."""

    facts: Sequence[str]
    early: Sequence[Statement]
    late: Sequence[Statement]
    weights: Mapping[int, str]
    """The fact that goes with an axiom, by the ``id`` of the statement."""
    row_facts: RowFacts


class Slicer:
    """Makes the programs of questions; made once for encodings and base program.

    >>> slicer = Slicer("a(X) :- b(X). #show a/1.", BaseProgram(("b(X) :- c(X).", "b(X) :- d(X).")))
    >>> from clingo import Control
    >>> print(slicer.program(["c(1)"]).ground(Control()).strip())
    c(1).
    b(X) :- c(X).
    a(X) :- b(X).
    #show a/1.
    """

    def __init__(self, encodings: str, base: BaseProgram = EMPTY) -> None:
        """Read the encodings and the base program."""
        self._pruner = pruner(encodings)
        self._reader = self._pruner.reader
        self.base = base
        found, helpers, axioms = self._read(encodings)
        self._understood = found is not None and None not in (*helpers, *(g for g, _ in axioms))
        statements = [s for group in helpers for s in group or ()]
        self._late = self._late_closure(found or ())
        self._weights = {id(s): fact for group, fact in axioms for s in group or ()}
        self._axioms = [s for s in statements if self._is_late(s)]
        self._axioms += [s for group, _ in axioms for s in group or ()]
        self._understood = self._understood and not self._misplaced(self._axioms)
        fixed = found or ()
        self._late_fixed = tuple(s for s in fixed if self._is_late(s))
        self._early = in_order(
            [s for s in chain(statements, fixed) if not self._is_late(s)],
        )
        self._given = tuple(chain(self._early.given(), in_order(self._late_fixed).given()))
        self._written = 0
        for statement in chain(statements, fixed):
            self._written |= statement.writes
        self._late_columns = [p * WIDTH + i for p in bits(self._late) for i in range(WIDTH)]
        self._ended = 0
        for statement in chain(self._axioms, self._late_fixed):
            self._ended |= statement.mentions
        self._below: dict[int, int] = {}
        for statement in self._early.statements:
            for place in bits(statement.writes):
                below = statement.mentions | statement.writes
                self._below[place] = self._below.get(place, 0) | below
        self._levels = [self._resting_on(1 << self._reader.predicate(name)) for name in FIRST]
        self._parts: dict[tuple[int, ...], tuple[_Part, ...]] = {}
        last = {c for s in chain(self._axioms, self._late_fixed) for c in s.columns()}
        before = {c for s in self._early.statements for c in s.columns()}
        self._needs = frozenset(last), frozenset(before | last)
        self._prepare_base()

    def _prepare_base(self) -> None:
        """Prepare the columns and tables of the base program's facts."""
        self._base_fact_texts = frozenset(self.base.facts)
        self._base_facts, self._base_late = self._by_predicate(self.base.facts)
        self._base_tables = Tables()
        self._initial_columns = [0] * (WIDTH * len(self._reader.predicates))
        for column, mask in self._given:
            self._initial_columns[column] |= mask
        self._base_columns = self._initial_columns.copy()
        for bit, table in self._base_facts.items():
            if not bit & self._written:
                table.fill(self._base_columns)
                if not bit & bit - 1 and table.same_arity:
                    self._base_tables.rows[bit.bit_length() - 1] = table.rows

    def _read(
        self, encodings: str
    ) -> tuple[Statements, list[Statements], list[tuple[Statements, str]]]:
        """Read the encodings and the base program's rules, or take them from the cache."""
        base, reader = self.base, self._reader
        cache = base.cache if reader.texts <= 1 else None
        known, key = True, b""
        if cache:
            code = Path(statements.__file__).read_bytes()
            texts = (text for _, text in base.axioms)
            key = digest(chain((code, encodings), base.helpers, texts))
            state = recall(cache, key)
            known = state is not None and reader.resume(state)
        found = self._pruner.statements
        helpers = [reader.statements(text) for text in base.helpers]
        axioms = [(reader.statements(text), fact) for fact, text in base.axioms]
        if cache and not known:
            keep(cache, key, reader.state())
        return found, helpers, axioms

    @property
    def multi_shot(self) -> bool:
        """Whether programs have several parts: not if helpers read what axioms derive."""
        return self._understood

    def program(
        self,
        facts: Sequence[str],
        rules: Sequence[str] = (),
        axioms: Sequence[tuple[str, str]] = (),
        row_facts: RowFacts = NO_ROW_FACTS,
    ) -> MultiShotProgram:
        """Make the program of a question: its facts and rules, the base program, and the encodings.

        Args:
            facts: ground atoms.
            rules: further statements, as clingo writes them.
            axioms: further statements, each after a fact that is needed only with it.
            row_facts: the default rules.
        """
        understood = self._understood
        early: list[Statement] = []
        late: list[Statement] = []
        weights: dict[int, str] = {}
        for rule in rules:
            found = self._reader.statements(rule)
            understood = understood and found is not None
            for statement in found or ():
                (late if self._is_late(statement) else early).append(statement)
        for fact, axiom in axioms:
            found = self._reader.statements(axiom)
            understood = understood and found is not None
            for statement in found or ():
                late.append(statement)
                weights[id(statement)] = fact
        if not understood or self._misplaced(late):
            return MultiShotProgram.single(self.whole(facts, rules, axioms, row_facts))
        return MultiShotProgram(
            lambda atoms: self._texts(_Question(facts, early, late, weights, row_facts), atoms)
        )

    def whole(
        self,
        facts: Sequence[str],
        rules: Sequence[str] = (),
        axioms: Sequence[tuple[str, str]] = (),
        row_facts: RowFacts = NO_ROW_FACTS,
        *,
        everything: bool = False,
    ) -> str:
        """Make the same program in one part; with ``everything``, also what costs and shown atoms do not need."""
        all_axioms = (*self.base.axioms, *axioms)
        given = dict.fromkeys([*facts, *row_facts.every(), *(fact for fact, _ in all_axioms)])
        texts = [*self.base.helpers, *rules, *(axiom for _, axiom in all_axioms)]
        return self._pruner.program(list(given), texts, everything=everything)

    # -- parts

    def _late_closure(self, statements: Sequence[Statement]) -> int:
        late = 0
        for name in LATE:
            late |= 1 << self._reader.predicate(name)
        while True:
            before = late
            for statement in statements:
                if statement.mentions & late:
                    late |= statement.writes
            if late == before:
                return late

    def _is_late(self, statement: Statement) -> bool:
        """Tell whether a statement belongs to the last part, as optimisation and ``#show`` without body do."""
        return bool((statement.mentions | statement.writes) & self._late) or (
            not statement.reads and statement.text.startswith(("#", ":~"))
        )

    def _misplaced(self, late: Iterable[Statement]) -> bool:
        """Tell whether a statement of the last part defines a predicate of earlier parts."""
        return any(statement.writes & ~self._late for statement in late)

    def _resting_on(self, level: int, known: int = 0) -> int:
        """Close predicates under what the base rules for them mention or also define.

        ``known``: predicates that are closed already.
        """
        waiting = level & ~known
        known |= level
        while waiting:
            found = 0
            for place in bits(waiting):
                found |= self._below.get(place, 0)
            waiting = found & ~known
            known |= found
        return known

    def _levels_with(self, more: Sequence[Statement]) -> tuple[int, ...]:
        """Give the predicates that are complete after each early part, given a question's own rules."""
        levels = []
        known = 0
        for level in self._levels:
            known |= level  # closed under the base rules
            moved = True
            while moved:
                moved = False
                for statement in more:
                    beside = statement.mentions | statement.writes
                    if statement.writes & known and beside & ~known:
                        known = self._resting_on(beside, known)
                        moved = True
            levels.append(known)
        return tuple(levels)

    def _parts_with(self, more: Sequence[Statement]) -> tuple[_Part, ...]:
        """Divide the base rules into parts, given a question's own rules."""
        levels = self._levels_with(more)
        parts = self._parts.pop(levels, None)
        if parts is None:
            if len(self._parts) >= _REMEMBERED:
                self._parts.pop(next(iter(self._parts)), None)
            parts = tuple(self._split(levels))[::-1]
        self._parts[levels] = parts
        return parts

    def _split(self, levels: tuple[int, ...]) -> Iterator[_Part]:
        """Give the parts, the last one first."""
        mentions = self._ended
        before = (0, *levels)
        for number in reversed(range(len(before))):
            level = ~self._late if number == len(levels) else levels[number]
            last = number == len(levels)
            rules, free = (
                [s for s in some if not s.writes & before[number] and (last or s.writes & level)]
                for some in (self._early.rules, self._early.free)
            )
            yield _Part(level, Fixed.of(rules, free), mentions, self._needs[not last])
            for statement in chain(rules, free):
                mentions |= statement.mentions

    # -- one question

    def _texts(self, question: _Question, atoms: Callable[[], SymbolicAtoms]) -> Iterator[str]:
        parts = self._parts_with(question.early)
        written = self._written
        for statement in question.early:
            written |= statement.writes
        waiting, always, columns, tables = self._facts(question.facts, written)
        own = list(question.early)
        late = [*self._axioms, *question.late]
        known = 0
        for part in parts:
            last = part is parts[-1]
            level = part.level
            here = [s for s in own if last or s.writes & level]
            own = [] if last else [s for s in own if not s.writes & level]
            for bit, table in waiting.items():
                if bit & level & written:
                    table.fill(columns)
            fired = fire(part.fixed, here, columns, tables) + part.fixed.free
            mentioned = self._reader.opposed
            following: list[Statement] = []
            if last:
                for column in self._late_columns:
                    columns[column] = ANY
                late = possible(late, columns, tables)
                following = [*late, *possible(self._late_fixed, columns, tables)]
                for statement in following:
                    mentioned |= statement.mentions
            else:
                mentioned |= part.later_mentions
                for statement in chain(own, question.late):
                    mentioned |= statement.mentions
            needed = needed_by(fired, mentioned)
            chosen = [s for s in fired if s.root or s.writes & needed]
            touched = _touched(chain(chosen, following), columns, tables, ~written)
            texts = _take(waiting, level & written, needed, ~written, touched)
            texts += [s.text for s in chosen if s.text]
            yield "\n".join(texts)
            if not last:
                needs = {c for s in chain(own, question.late) for c in s.columns()}
                wanted = level & ~known & written & mentioned
                self._narrow(atoms(), columns, wanted, part.later_needs | needs)
            known = level
        always += question.row_facts.facts(
            lambda name, arity, place: {
                _text_of(atom.symbol.arguments[place]) for atom in atoms().by_signature(name, arity)
            }
        )
        yield self._late_text(late, {**self._weights, **question.weights}, always, atoms())

    def _by_predicate(self, facts: Iterable[str]) -> tuple[dict[int, _FactTable], list[str]]:
        """Sort facts by predicate; those of the last part are returned as text."""
        found: dict[int, list[Fact]] = {}
        late = []
        for text in facts:
            bit, gives = self._reader.fact(text)
            if bit & self._late:
                late.append(text)
            else:
                found.setdefault(bit, []).append((text, bit, gives))
        return {bit: _FactTable.of(those) for bit, those in found.items()}, late

    def _facts(
        self, facts: Sequence[str], written: int
    ) -> tuple[dict[int, _FactTable], list[str], list[int], Tables]:
        """Sort a question's facts, the base program's among them.

        Args:
            facts: all of them.
            written: predicates that rules define.

        Returns:
            Facts by predicate; facts of the last part, as text; columns with what statements without body give, and the
            facts of predicates that no rule defines; and the tables of these predicates.
        """
        waiting: dict[int, _FactTable] = {}
        late: list[str] = []
        columns, tables = self._initial_columns.copy(), Tables()
        if self._base_fact_texts.issubset(facts):
            facts = [fact for fact in facts if fact not in self._base_fact_texts]
            waiting, late = dict(self._base_facts), list(self._base_late)
            columns = self._base_columns.copy()
            tables = Tables(self._base_tables, bits(written & ~self._written))
        own, more = self._by_predicate(facts)
        columns += [0] * (WIDTH * len(self._reader.predicates) - len(columns))
        for bit, table in own.items():
            known = waiting.get(bit)
            joined = waiting[bit] = known.with_more(table) if known else table
            if not bit & written:
                table.fill(columns)
                if joined.same_arity and not bit & bit - 1:
                    tables.rows[bit.bit_length() - 1] = joined.rows
                else:
                    tables.rows.pop(bit.bit_length() - 1, None)
        return waiting, late + more, columns, tables

    def _narrow(
        self, atoms: SymbolicAtoms, columns: list[int], wanted: int, needs: Collection[int]
    ) -> None:
        """Narrow the wanted predicates' columns to the atoms derived, where a condition is put on them."""
        asked = {column for column in needs if wanted >> (column // WIDTH) & 1}
        known = self._signatures(atoms, wanted)
        for column, mask in self._seen(atoms, known, asked, _MANY).items():
            columns[column] = mask
        for place in bits(wanted & ~_present(atoms, known)):
            columns[place * WIDTH : (place + 1) * WIDTH] = [0] * WIDTH

    def _late_text(
        self,
        late: Sequence[Statement],
        weights: Mapping[int, str],
        always: Sequence[str],
        atoms: SymbolicAtoms,
    ) -> str:
        """Give the last part: the axioms whose bodies have atoms, each with the fact that goes with it."""
        read = 0
        for statement in chain(late, self._late_fixed):
            read |= statement.reads
        known = self._signatures(atoms, read)
        there = self._late | _present(atoms, known)
        waiting = [s for s in late if not s.reads & ~there]
        needs = {column for statement in waiting for column, _ in statement.needs}
        columns = self._seen(atoms, known, needs)
        firing = [s for s in waiting if _may_fire(s, columns, self._late)]
        available = there & ~self._late
        for statement in firing:
            available |= statement.writes
        if firing:
            available |= 1 << self._reader.predicate("weight")
        for fact in always:
            available |= self._reader.fact(fact)[0]
        waiting = [s for s in self._late_fixed if s.reads]
        kept = {id(s) for s in self._late_fixed if not s.reads}
        while True:
            rest = []
            for statement in waiting:
                if statement.reads & ~available:
                    rest.append(statement)
                else:
                    kept.add(id(statement))
                    available |= statement.writes
            if len(rest) == len(waiting):
                break
            waiting = rest
        facts = dict.fromkeys([*always, *(weights[id(s)] for s in firing if id(s) in weights)])
        texts = [f"{fact}." for fact in facts]
        texts += [s.text for s in firing]
        texts += [s.text for s in self._late_fixed if id(s) in kept]
        return "\n".join(texts)

    def _signatures(self, atoms: SymbolicAtoms, among: int) -> list[Signature]:
        """List those of some predicates that may have atoms, once for each arity."""
        found = []
        for name, arity, positive in atoms.signatures:
            place = self._reader.predicates.get(name if positive else f"-{name}")
            if place is not None and among >> place & 1:
                found.append((place, (name, arity, positive)))
        return found

    def _seen(
        self,
        atoms: SymbolicAtoms,
        known: Iterable[Signature],
        wanted: Collection[int],
        most: int | None = None,
    ) -> dict[int, int]:
        """Compute the masks of columns from the atoms; predicates with ``most`` atoms or more are left out."""
        places: dict[int, list[int]] = {}
        for column in wanted:
            places.setdefault(column // WIDTH, []).append(column % WIDTH)
        columns: dict[int, int] = {}
        many = set()
        for place, (name, arity, positive) in known:
            indices = [index for index in places.get(place, ()) if index < arity]
            if not indices:
                continue
            found = list(islice(atoms.by_signature(name, arity, positive), most))
            if len(found) == most:
                many.add(place)
                continue
            rows = [atom.symbol.arguments for atom in found]
            for index in indices:
                mask = columns.get(place * WIDTH + index, 0)
                for term in {_text_of(row[index]) for row in rows}:
                    mask |= bits_of(term)
                columns[place * WIDTH + index] = mask
        return {column: mask for column, mask in columns.items() if column // WIDTH not in many}


@lru_cache(maxsize=_TERMS)
def _text_of(symbol: Symbol) -> str:
    """Write a term (cached, as clingo is slower)."""
    return str(symbol)


def _present(atoms: SymbolicAtoms, known: Iterable[Signature]) -> int:
    """Give those of the known predicates that have atoms, as bits."""
    found = 0
    for place, signature in known:
        if not found >> place & 1 and next(atoms.by_signature(*signature), None) is not None:
            found |= 1 << place
    return found


def _take(
    waiting: dict[int, _FactTable],
    closed: int,
    needed: int,
    free: int,
    touched: tuple[Mapping[int, int], int],
) -> list[str]:
    """Remove the facts of a part from the waiting ones; return their text.

    Args:
        waiting: facts by predicate.
        closed: predicates that rules define too, and that are complete after this part.
        needed: the predicates that something mentions.
        free: predicates that no rule defines: single facts of theirs may come in different parts.
        touched: see :func:`_touched`.
    """
    bits_asked, whole = touched
    taken: list[str] = []
    for bit in list(waiting):
        if bit & free:
            table = waiting[bit]
            found, rest = _split_facts(table, bits_asked) if not bit & whole else (table.facts, ())
            if found:
                taken += [text for text, _, _ in found]
                if rest:  # their masks are in the columns already
                    waiting[bit] = _FactTable(tuple(rest), {}, (), table.same_arity)
                else:
                    del waiting[bit]
        elif bit & closed:
            table = waiting.pop(bit)
            if bit & needed:
                taken += [text for text, _, _ in table.facts]
    return [f"{text}." for text in taken]


def _split_facts(
    table: _FactTable, touched: Mapping[int, int]
) -> tuple[Sequence[Fact], Sequence[Fact]]:
    """Divide the facts of a predicate into those that rules can use and the rest."""
    if table.same_arity:
        asked = {touched.get(column, 0) for column, _ in table.facts[0][2]}
        if 0 in asked:
            return (), table.facts
        if asked == {ANY}:
            return table.facts, ()
    found: list[Fact] = []
    rest: list[Fact] = []
    for fact in table.facts:
        for column, mask in fact[2]:
            if not touched.get(column, 0) & mask:
                rest.append(fact)
                break
        else:
            found.append(fact)
    return found, rest


def _touched(
    rules: Iterable[Statement], columns: Sequence[int], tables: Tables, among: int
) -> tuple[dict[int, int], int]:
    """Find which facts rules can use.

    Args:
        rules: the rules.
        columns: what may stand at the places of predicates.
        tables: the facts of predicates that no rule defines.
        among: the predicates whose facts matter.

    Returns:
        The masks asked for by column, and the predicates of which any fact may be used.
    """
    touched: dict[int, int] = {}
    whole = 0
    for rule in rules:
        whole |= rule.mentions if rule.root else rule.unsure
        if not rule.reads & among:
            continue
        values = values_of(rule, columns, tables)
        for place, terms in rule.asks:
            if not among >> place & 1:
                continue
            for column, variable, mask in terms:
                found = mask if variable < 0 or values is None else values[variable]
                touched[column] = touched.get(column, 0) | found
    return touched, whole


def _may_fire(rule: Statement, columns: dict[int, int], late: int) -> bool:
    """Tell whether the constants that a rule asks for may be there; predicates of the last part have any."""
    for column, mask in rule.needs:
        if columns.get(column, 0) & mask != mask and not late >> (column // WIDTH) & 1:
            return False
    return True


@lru_cache(maxsize=4)
def slicer(encodings: str, base: BaseProgram = EMPTY) -> Slicer:
    """Give the slicer of encodings and base program (made once in a process)."""
    with collector_paused(stays=True):
        return Slicer(encodings, base)
