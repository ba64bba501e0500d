"""A question's program in parts, each chosen by the atoms that those before it gave.

Of thousands of helpers and axioms some hundreds can speak about a question. Which, an over-approximation tells badly
(:mod:`coindex.reasoner.grounding.pruning`): a table brings every property in, and every rule about a property may then fire. What was
grounded tells well. So a program is read in parts: what :data:`STAGES` name, with all that they rest on; the other
helpers; the axioms and what is made of them. Each part is pruned both ways, by the atoms that are there; facts come
with the first part that can touch them.

No part writes what an earlier one reads: a stage is closed, it holds the rules for all that its rules mention. So the
answer sets are those of the whole.
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
from coindex.reasoner.grounding.row_facts import NO_LAWS, LawBook
from coindex.reasoner.grounding.statements import ANY, WIDTH, Statement, bits, bits_of
from coindex.reasoner.knowledge.base_program import EMPTY, BaseProgram
from coindex.reasoner.knowledge.typical_rows import LAWS
from kparse.loading import collector_paused

if TYPE_CHECKING:
    from clingo import Control, Symbol, SymbolicAtoms

LATE = ("expl", "cons", "goal", "accept", "favour", "clash", "weight", *LAWS)
"""What axioms say, their weights, and laws: predicates that the last part of a program writes."""

STAGES = ("role",)
"""Predicates that a part each of a program derives, with all that they rest on."""

_MANY = 40
"""Atoms of a predicate from which on they are not looked at: there is something of everything."""
_REMEMBERED = 64
_TERMS = 50_000

Signature = tuple[int, tuple[str, int, bool]]
"""A predicate's place, and how clingo calls it."""
Statements = tuple[Statement, ...] | None
"""What a text was read as; ``None`` if it may change what others mean."""
Fact = tuple[str, int, tuple[tuple[int, int], ...]]
"""Its text, its predicate as a bit, and what it adds to which columns."""


class Staged:
    """A question's program in parts; no atom of one rests on a later one."""

    def __init__(self, parts: Callable[[Callable[[], SymbolicAtoms]], Iterator[str]]) -> None:
        """Take what gives the parts, given what gives the atoms so far."""
        self._parts = parts

    @classmethod
    def whole(cls, text: str) -> Staged:
        """Make a program of one part."""
        return cls(lambda _: iter((text,)))

    def ground(self, control: Control) -> str:
        """Ground the parts one after the other; give their text.

        Raises:
            RuntimeError: clingo rejects the program.
        """
        texts = []
        for number, text in enumerate(self._parts(lambda: control.symbolic_atoms)):
            texts.append(text)
            if text:
                control.add(f"part{number}", [], text)
                control.ground([(f"part{number}", [])])
        return "\n".join(texts)


@dataclass(frozen=True, slots=True)
class _Stock:
    """The facts of a predicate."""

    facts: tuple[Fact, ...]
    gives: Mapping[int, int]
    """What they add to which columns."""
    rows: tuple[tuple[int, ...], ...]
    """What stands at the places of each."""
    even: bool
    """Whether they are all of one arity."""

    @classmethod
    def of(cls, facts: Iterable[Fact]) -> _Stock:
        """Take facts as they were read."""
        found = tuple(facts)
        columns: dict[int, int] = {}
        for _, _, gives in found:
            for column, mask in gives:
                columns[column] = columns.get(column, 0) | mask
        rows = tuple([tuple([mask for _, mask in gives]) for _, _, gives in found])
        return cls(found, columns, rows, len(set(map(len, rows))) == 1)

    def with_more(self, more: _Stock) -> _Stock:
        """Join facts of the same predicate."""
        columns = dict(self.gives)
        for column, mask in more.gives.items():
            columns[column] = columns.get(column, 0) | mask
        even = self.even and more.even and len(self.rows[0]) == len(more.rows[0])
        return _Stock(self.facts + more.facts, columns, self.rows + more.rows, even)

    def fill(self, columns: list[int]) -> None:
        """Add what they give."""
        for column, mask in self.gives.items():
            columns[column] |= mask


@dataclass(frozen=True, slots=True)
class _Part:
    """What of the standing rules belongs to a part."""

    level: int
    """The predicates that are known after it."""
    fixed: Fixed
    later_mentions: int
    """Predicates that later parts mention."""
    later_needs: frozenset[int]
    """Columns in which later parts may ask for a constant, or for something that also stands elsewhere."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What one question adds to what stands."""

    facts: Sequence[str]
    early: Sequence[Statement]
    late: Sequence[Statement]
    weights: Mapping[int, str]
    """The fact that goes with an axiom, by the statement's identity."""
    book: LawBook


class Stager:
    """Puts programs together, in parts: made once for encodings and standing rules, asked for each question.

    >>> stager = Stager("a(X) :- b(X). #show a/1.", BaseProgram(("b(X) :- c(X).", "b(X) :- d(X).")))
    >>> from clingo import Control
    >>> print(stager.program(["c(1)"]).ground(Control()).strip())
    c(1).
    b(X) :- c(X).
    a(X) :- b(X).
    #show a/1.
    """

    def __init__(self, encodings: str, standing: BaseProgram = EMPTY) -> None:
        """Read encodings and rules."""
        self._pruner = pruner(encodings)
        self._reader = self._pruner.reader
        self.standing = standing
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
        self._levels = [self._resting_on(1 << self._reader.predicate(name)) for name in STAGES]
        self._parts: dict[tuple[int, ...], tuple[_Part, ...]] = {}
        last = {c for s in chain(self._axioms, self._late_fixed) for c in s.columns()}
        before = {c for s in self._early.statements for c in s.columns()}
        self._needs = frozenset(last), frozenset(before | last)
        self._stand_ready()

    def _stand_ready(self) -> None:
        """Work out once what the facts that stand give."""
        self._standing_facts = frozenset(self.standing.facts)
        self._stocks, self._standing_late = self._stocks_of(self.standing.facts)
        self._tables = Tables()
        self._bare = [0] * (WIDTH * len(self._reader.predicates))
        for column, mask in self._given:
            self._bare[column] |= mask
        self._columns = self._bare.copy()
        for bit, stock in self._stocks.items():
            if not bit & self._written:
                stock.fill(self._columns)
                if not bit & bit - 1 and stock.even:
                    self._tables.rows[bit.bit_length() - 1] = stock.rows

    def _read(
        self, encodings: str
    ) -> tuple[Statements, list[Statements], list[tuple[Statements, str]]]:
        """Read encodings and what stands, or take what another process read of them."""
        standing, reader = self.standing, self._reader
        kept = standing.kept if reader.texts <= 1 else None
        known, key = True, b""
        if kept:
            code = Path(statements.__file__).read_bytes()
            texts = (text for _, text in standing.axioms)
            key = digest(chain((code, encodings), standing.helpers, texts))
            state = recall(kept, key)
            known = state is not None and reader.resume(state)
        found = self._pruner.statements
        helpers = [reader.statements(text) for text in standing.helpers]
        axioms = [(reader.statements(text), fact) for fact, text in standing.axioms]
        if kept and not known:
            keep(kept, key, reader.state())
        return found, helpers, axioms

    @property
    def parted(self) -> bool:
        """Whether programs are grounded in parts: not if what axioms say is read by what they rest on."""
        return self._understood

    def program(
        self,
        facts: Sequence[str],
        rules: Sequence[str] = (),
        axioms: Sequence[tuple[str, str]] = (),
        book: LawBook = NO_LAWS,
    ) -> Staged:
        """Join facts, rules, what stands and the encodings.

        Args:
            facts: ground atoms.
            rules: further statements written as clingo writes them.
            axioms: further statements, each after a fact that is of use with it only.
            book: the laws.
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
            return Staged.whole(self.whole(facts, rules, axioms, book))
        return Staged(
            lambda atoms: self._texts(_Question(facts, early, late, weights, book), atoms)
        )

    def whole(
        self,
        facts: Sequence[str],
        rules: Sequence[str] = (),
        axioms: Sequence[tuple[str, str]] = (),
        book: LawBook = NO_LAWS,
        *,
        everything: bool = False,
    ) -> str:
        """Join the same in one part; with ``everything`` also what costs and shown atoms do not rest on."""
        all_axioms = (*self.standing.axioms, *axioms)
        given = dict.fromkeys([*facts, *book.every(), *(fact for fact, _ in all_axioms)])
        texts = [*self.standing.helpers, *rules, *(axiom for _, axiom in all_axioms)]
        return self._pruner.program(list(given), texts, everything=everything)

    # -- what belongs where

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
        """Tell whether a statement belongs to the last part: also what is only minimised or shown."""
        return bool((statement.mentions | statement.writes) & self._late) or (
            not statement.reads and statement.text.startswith(("#", ":~"))
        )

    def _misplaced(self, late: Iterable[Statement]) -> bool:
        """Tell whether something of the last part brings in what earlier parts read."""
        return any(statement.writes & ~self._late for statement in late)

    def _resting_on(self, level: int, known: int = 0) -> int:
        """Give predicates with whatever standing rules for them mention, or write beside them.

        ``known``: predicates of which that is known already.
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
        """Give the predicates of each stage, given a question's own rules."""
        levels = []
        known = 0
        for level in self._levels:
            known |= level  # closed as far as what stands is concerned
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
        """Part what stands, given a question's own rules."""
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
            for bit, stock in waiting.items():
                if bit & level & written:
                    stock.fill(columns)
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
                self._look(atoms(), columns, wanted, part.later_needs | needs)
            known = level
        always += question.book.facts(
            lambda name, arity, place: {
                _text_of(atom.symbol.arguments[place]) for atom in atoms().by_signature(name, arity)
            }
        )
        yield self._late_text(late, {**self._weights, **question.weights}, always, atoms())

    def _stocks_of(self, facts: Iterable[str]) -> tuple[dict[int, _Stock], list[str]]:
        """Give facts by their predicates, and those of the last part as text."""
        found: dict[int, list[Fact]] = {}
        late = []
        for text in facts:
            bit, gives = self._reader.fact(text)
            if bit & self._late:
                late.append(text)
            else:
                found.setdefault(bit, []).append((text, bit, gives))
        return {bit: _Stock.of(those) for bit, those in found.items()}, late

    def _facts(
        self, facts: Sequence[str], written: int
    ) -> tuple[dict[int, _Stock], list[str], list[int], Tables]:
        """Sort a question's facts, those that stand among them.

        Args:
            facts: all of them.
            written: predicates that rules write.

        Returns:
            Facts by their predicates; those of the last part as text; what those of predicates that no rule writes, and
            statements without body, give to the columns; and these predicates' tables.
        """
        waiting: dict[int, _Stock] = {}
        late: list[str] = []
        columns, tables = self._bare.copy(), Tables()
        if self._standing_facts.issubset(facts):
            facts = [fact for fact in facts if fact not in self._standing_facts]
            waiting, late = dict(self._stocks), list(self._standing_late)
            columns = self._columns.copy()
            tables = Tables(self._tables, bits(written & ~self._written))
        own, more = self._stocks_of(facts)
        columns += [0] * (WIDTH * len(self._reader.predicates) - len(columns))
        for bit, stock in own.items():
            known = waiting.get(bit)
            joined = waiting[bit] = known.with_more(stock) if known else stock
            if not bit & written:
                stock.fill(columns)
                if joined.even and not bit & bit - 1:
                    tables.rows[bit.bit_length() - 1] = joined.rows
                else:
                    tables.rows.pop(bit.bit_length() - 1, None)
        return waiting, late + more, columns, tables

    def _look(
        self, atoms: SymbolicAtoms, columns: list[int], wanted: int, needs: Collection[int]
    ) -> None:
        """Narrow the columns of the wanted predicates to what was derived, where something is asked for."""
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
        """Give the last part: the axioms for which there are atoms, with what goes with each."""
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
        """Give those predicates of which there may be atoms; one comes with each of its arities."""
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
        """Find which bits the wanted columns have; without those of predicates with ``most`` atoms or more."""
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
    """Write a term (clingo takes longer for it)."""
    return str(symbol)


def _present(atoms: SymbolicAtoms, known: Iterable[Signature]) -> int:
    """Find of which of the known predicates there are atoms."""
    found = 0
    for place, signature in known:
        if not found >> place & 1 and next(atoms.by_signature(*signature), None) is not None:
            found |= 1 << place
    return found


def _take(
    waiting: dict[int, _Stock],
    closed: int,
    needed: int,
    free: int,
    touched: tuple[Mapping[int, int], int],
) -> list[str]:
    """Take those facts from the waiting ones that belong to a part, as text.

    Args:
        waiting: facts by their predicate.
        closed: predicates that rules write too, in this part for the last time.
        needed: the predicates that something mentions.
        free: predicates that no rule writes: their facts may come one by one.
        touched: see :func:`_touched`.
    """
    bits_asked, whole = touched
    taken: list[str] = []
    for bit in list(waiting):
        if bit & free:
            stock = waiting[bit]
            found, rest = _parted(stock, bits_asked) if not bit & whole else (stock.facts, ())
            if found:
                taken += [text for text, _, _ in found]
                if rest:  # (what they give has been noted, and nobody asks for it again)
                    waiting[bit] = _Stock(tuple(rest), {}, (), stock.even)
                else:
                    del waiting[bit]
        elif bit & closed:
            stock = waiting.pop(bit)
            if bit & needed:
                taken += [text for text, _, _ in stock.facts]
    return [f"{text}." for text in taken]


def _parted(stock: _Stock, touched: Mapping[int, int]) -> tuple[Sequence[Fact], Sequence[Fact]]:
    """Part the facts of a predicate into those that can be touched and the rest."""
    if stock.even:
        asked = {touched.get(column, 0) for column, _ in stock.facts[0][2]}
        if 0 in asked:
            return (), stock.facts
        if asked == {ANY}:
            return stock.facts, ()
    found: list[Fact] = []
    rest: list[Fact] = []
    for fact in stock.facts:
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
    """Find which facts, of some predicates, rules can touch.

    Returns: the bits that they ask for by column, and the predicates of which they may ask for anything.
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
    """Tell whether the constants that a rule asks for are there; what the second part writes may be there."""
    for column, mask in rule.needs:
        if columns.get(column, 0) & mask != mask and not late >> (column // WIDTH) & 1:
            return False
    return True


@lru_cache(maxsize=4)
def stager(encodings: str, standing: BaseProgram = EMPTY) -> Stager:
    """The stager of encodings and standing rules (made once in a process)."""
    with collector_paused():
        return Stager(encodings, standing)
