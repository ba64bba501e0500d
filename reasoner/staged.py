"""A question's program in parts, each chosen by the atoms that those before it gave.

Of thousands of helpers and axioms some hundreds can speak about a question. Which, an over-approximation tells badly
(:mod:`reasoner.prune`): a table brings every property in, and every rule about a property may then fire. What was
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
from typing import TYPE_CHECKING

from reasoner._statements import ANY, WIDTH, Statement, bits, bits_of
from reasoner.lawbook import NO_LAWS, LawBook
from reasoner.laws import LAWS
from reasoner.prune import Fixed, Tables, fire, in_order, needed_by, possible, pruner, values_of

if TYPE_CHECKING:
    from clingo import Control, SymbolicAtoms

LATE = ("expl", "cons", "goal", "accept", "favour", "clash", "weight", *LAWS)
"""What axioms say, their weights, and laws: predicates that the last part of a program writes."""

STAGES = ("role",)
"""Predicates that a part each of a program derives, with all that they rest on."""

_MANY = 40
"""Atoms of a predicate from which on they are not looked at: there is something of everything."""
_REMEMBERED = 64

Signature = tuple[int, tuple[str, int, bool]]
"""A predicate's place, and how clingo calls it."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Rules that are there for every question: helpers, and axioms each after the fact that goes with it."""

    helpers: tuple[str, ...] = ()
    axioms: tuple[tuple[str, str], ...] = ()


NOTHING = Standing()


@dataclass(frozen=True, slots=True)
class _Part:
    """What of the standing rules belongs to a part."""

    level: int
    """The predicates that are known after it."""
    fixed: Fixed
    later_mentions: int
    """Predicates that later parts mention."""
    later_needs: frozenset[int]
    """Columns in which later parts ask for a constant, or for something that also stands elsewhere."""


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

    >>> stager = Stager("a(X) :- b(X). #show a/1.", Standing(("b(X) :- c(X).", "b(X) :- d(X).")))
    >>> from clingo import Control
    >>> print(stager.program(["c(1)"]).ground(Control()).strip())
    c(1).
    b(X) :- c(X).
    a(X) :- b(X).
    #show a/1.
    """

    def __init__(self, encodings: str, standing: Standing = NOTHING) -> None:
        """Read encodings and rules."""
        self._pruner = pruner(encodings)
        self._reader = self._pruner.reader
        self.standing = standing
        found = self._pruner.statements
        helpers = [self._reader.statements(text) for text in standing.helpers]
        axioms = [(self._reader.statements(text), fact) for fact, text in standing.axioms]
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

    def _resting_on(self, level: int) -> int:
        """Give predicates with whatever standing rules for them mention, or write beside them."""
        known = waiting = level
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
            known |= level
            before = -1
            while known != before:
                before = known
                for statement in more:
                    if statement.writes & known:
                        known |= statement.mentions | statement.writes
                known = self._resting_on(known) if known & ~before else known
            levels.append(known)
        return tuple(levels)

    def _parts_with(self, more: Sequence[Statement]) -> tuple[_Part, ...]:
        """Part what stands, given a question's own rules."""
        levels = self._levels_with(more)
        if levels not in self._parts:
            if len(self._parts) > _REMEMBERED:
                self._parts.clear()
            self._parts[levels] = tuple(self._split(levels))[::-1]
        return self._parts[levels]

    def _split(self, levels: tuple[int, ...]) -> Iterator[_Part]:
        """Give the parts, the last one first."""
        mentions = self._ended
        needs = {c for s in chain(self._axioms, self._late_fixed) for c in s.columns()}
        before = (0, *levels)
        for number in reversed(range(len(before))):
            level = ~self._late if number == len(levels) else levels[number]
            last = number == len(levels)
            rules, free = (
                [s for s in some if not s.writes & before[number] and (last or s.writes & level)]
                for some in (self._early.rules, self._early.free)
            )
            yield _Part(level, Fixed.of(rules, free), mentions, frozenset(needs))
            for statement in chain(rules, free):
                mentions |= statement.mentions
                needs.update(statement.columns())

    # -- one question

    def _texts(self, question: _Question, atoms: Callable[[], SymbolicAtoms]) -> Iterator[str]:
        parts = self._parts_with(question.early)
        written = self._written
        for statement in question.early:
            written |= statement.writes
        waiting, always = self._facts(question.facts)
        columns = [0] * (WIDTH * len(self._reader.predicates))
        tables = Tables()
        for bit, facts in waiting.items():
            if not bit & written:
                _fill(columns, facts)
                if not bit & bit - 1:
                    rows = [tuple(mask for _, mask in gives) for _, _, gives in facts]
                    tables.add(bit.bit_length() - 1, rows)
        for column, mask in self._given:
            columns[column] |= mask
        own = list(question.early)
        late = [*self._axioms, *question.late]
        known = 0
        for part in parts:
            last = part is parts[-1]
            level = part.level
            here = [s for s in own if last or s.writes & level]
            own = [] if last else [s for s in own if not s.writes & level]
            for bit, facts in waiting.items():
                if bit & level & written:
                    _fill(columns, facts)
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
                str(atom.symbol.arguments[place]) for atom in atoms().by_signature(name, arity)
            }
        )
        yield self._late_text(late, {**self._weights, **question.weights}, always, atoms())

    def _facts(self, facts: Iterable[str]) -> tuple[dict[int, list[Fact]], list[str]]:
        """Give facts by their predicates, and those of the last part as text."""
        waiting: dict[int, list[Fact]] = {}
        always = []
        for text in facts:
            bit, gives = self._reader.fact(text)
            if bit & self._late:
                always.append(text)
            else:
                waiting.setdefault(bit, []).append((text, bit, gives))
        return waiting, always

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
                for term in {str(row[index]) for row in rows}:
                    mask |= bits_of(term)
                columns[place * WIDTH + index] = mask
        return {column: mask for column, mask in columns.items() if column // WIDTH not in many}


def _present(atoms: SymbolicAtoms, known: Iterable[Signature]) -> int:
    """Find of which of the known predicates there are atoms."""
    found = 0
    for place, signature in known:
        if not found >> place & 1 and next(atoms.by_signature(*signature), None) is not None:
            found |= 1 << place
    return found


def _fill(columns: list[int], facts: Iterable[Fact]) -> None:
    for _, _, gives in facts:
        for column, mask in gives:
            columns[column] |= mask


def _take(
    waiting: dict[int, list[Fact]],
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
    taken: list[Fact] = []
    for bit in list(waiting):
        if bit & free:
            found, waiting[bit] = (
                (waiting[bit], []) if bit & whole else _parted(waiting[bit], bits_asked)
            )
            taken += found
        elif bit & closed:
            found = waiting.pop(bit)
            taken += found if bit & needed else ()
    return [f"{text}." for text, _, _ in taken]


def _parted(facts: list[Fact], touched: Mapping[int, int]) -> tuple[list[Fact], list[Fact]]:
    """Part the facts of a predicate into those that can be touched and the rest."""
    if len({len(gives) for _, _, gives in facts}) == 1:  # a name may come with several arities
        asked = {touched.get(column, 0) for column, _ in facts[0][2]}
        if 0 in asked:
            return [], facts
        if asked == {ANY}:
            return facts, []
    found: list[Fact] = []
    rest: list[Fact] = []
    for fact in facts:
        can = all(touched.get(column, 0) & mask for column, mask in fact[2])
        (found if can else rest).append(fact)
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
def stager(encodings: str, standing: Standing = NOTHING) -> Stager:
    """The stager of encodings and standing rules (made once in a process)."""
    return Stager(encodings, standing)
