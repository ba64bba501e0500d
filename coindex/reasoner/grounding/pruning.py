"""Relevance slicing: a question's program without the statements that cannot matter for it.

clingo spends a fixed time on each rule that it reads, even if the rule can never fire. Two passes over predicates leave
most rules out:

* *Forwards*: a rule stays only if its positive body could hold, by an over-approximation of what can be derived. A bit
  mask for each argument of each predicate says which terms may stand there: constants by a hash, compound terms by
  their name and, if ground, by a hash of the whole. A constant in a body needs its bits there; a variable needs bits
  that are common to all its places, and passes them on to the head. What is not understood (arithmetic, pools,
  aggregates, conditional and negative literals) needs nothing and derives anything. The rules left out apply in no
  answer set, so the answer sets are the same.
* *Backwards*: of the rest, a plain rule stays only if a rule that stays mentions its head. Choices, constraints,
  ``#show`` and optimisation always stay. A rule left out may deny or count only what stays or cannot be derived. So the
  rules left out are a definite program on top of the others, and each answer set of the others extends to exactly one
  of the whole program, with the same cost and the same shown atoms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from heapq import heappop, heappush
from itertools import chain
from operator import or_

from coindex.reasoner.grounding.statements import ANY, WIDTH, Head, Reader, Statement, bits

_REMEMBERED = 20_000
"""How many lookups in a table are cached."""


@dataclass(slots=True)
class Fixed:
    """Statements that are the same for all questions, indexed by the predicates that they read."""

    statements: tuple[Statement, ...]
    rules: list[Statement]
    """Rules, each after those that it reads from where possible."""
    readers: dict[int, list[int]]
    """The numbers of the rules that read a predicate."""
    begun_by: dict[int, list[int]]
    """The numbers of rules by the rarest predicate that they read."""
    free: list[Statement]
    """Statements without positive body: facts, ``#show``, optimisation, choices."""

    @classmethod
    def of(
        cls, rules: list[Statement], free: list[Statement], statements: Iterable[Statement] = ()
    ) -> Fixed:
        """Index rules; their order is kept."""
        readers = _readers(rules)
        begun_by: dict[int, list[int]] = {}
        for number, rule in enumerate(rules):
            rarest = min((len(readers[place]), place) for place, _ in rule.asks)[1]
            begun_by.setdefault(rarest, []).append(number)
        return cls(tuple(statements), rules, readers, begun_by, free)

    def given(self) -> Iterator[tuple[int, int]]:
        """Give the masks that statements without body add to columns."""
        return ((column, mask) for statement in self.free for column, _, mask in statement.gives)


class Pruner:
    """Leaves out what cannot matter; made once for the encodings.

    >>> pruner = Pruner("a(X) :- b(X,c). a(X) :- b(X,d), not e(X). #show a/1.")
    >>> print(pruner.program(["b(1,c)", "f(2)"], ["g(X) :- h(X)."]))
    b(1,c).
    a(X) :- b(X,c).
    #show a/1.
    """

    def __init__(self, encodings: str) -> None:
        """Take the encodings; they are read when needed."""
        self.encodings = encodings
        self.reader = Reader()

    @property
    def statements(self) -> tuple[Statement, ...] | None:
        """The statements of the encodings; ``None`` if one may change what others mean."""
        return self.reader.statements(self.encodings)

    @cached_property
    def _fixed(self) -> Fixed | None:
        found = self.statements
        return in_order(found) if found is not None else None

    def program(
        self, facts: Sequence[str], rules: Sequence[str], *, everything: bool = False
    ) -> str:
        """Join facts (without full stops), rules and encodings, without what cannot matter.

        Args:
            facts: ground atoms.
            rules: statements as clingo writes them.
            everything: keep all that can be derived, not only what costs and shown atoms need.
        """
        fixed = self._fixed
        groups = [self.reader.statements(rule) for rule in rules]
        if fixed is None or None in groups:
            return "\n".join([*(f"{fact}." for fact in facts), *rules, self.encodings])
        own = [statement for group in groups if group for statement in group]
        known = [self.reader.fact(fact) for fact in facts]
        columns = [0] * (WIDTH * len(self.reader.predicates))
        for _, gives in known:
            for column, mask in gives:
                columns[column] |= mask
        for column, mask in fixed.given():
            columns[column] |= mask
        fired = fire(fixed, own, columns)
        if everything:
            chosen = {id(statement) for statement in chain(fired, fixed.free)}
            texts = [f"{fact}." for fact in facts]
        else:
            fired += fixed.free
            needed = needed_by(fired, self.reader.opposed)
            chosen = {id(rule) for rule in fired if rule.root or rule.writes & needed}
            texts = [
                f"{fact}." for fact, (bit, _) in zip(facts, known, strict=True) if bit & needed
            ]
        texts += [statement.text for statement in own if id(statement) in chosen and statement.text]
        texts += [
            statement.text
            for statement in fixed.statements
            if id(statement) in chosen and statement.text
        ]
        return "\n".join(texts)


def in_order(fixed: Sequence[Statement]) -> Fixed:
    """Index statements, with rules after those that they read from where possible."""
    rules = [s for s in fixed if s.reads]
    free = [s for s in fixed if not s.reads]
    reads: dict[int, int] = {}
    for statement in rules:
        for place in bits(statement.writes):
            reads[place] = reads.get(place, 0) | statement.reads
    ranks: dict[int, int] = {}
    begun: set[int] = set()
    for start in reads:
        stack = [(start, False)]
        while stack:
            place, ready = stack.pop()
            if ready:
                ranks[place] = len(ranks)
            elif place not in begun:
                begun.add(place)
                stack.append((place, True))
                stack += [(p, False) for p in bits(reads.get(place, 0)) if p not in begun]
    last = len(ranks)
    rules.sort(key=lambda s: max((ranks[p] for p in bits(s.writes)), default=last))
    return Fixed.of(rules, free, fixed)


# -- the two passes


class Tables:
    """Facts of predicates that no rule defines: the masks of their arguments."""

    def __init__(self, under: Tables | None = None, less: Iterable[int] = ()) -> None:
        """Begin empty, or with another object's tables, which stay unchanged.

        Args:
            under: the other object.
            less: predicates of it to leave out, because rules define them too.
        """
        self._under = under
        self.rows: dict[int, Sequence[tuple[int, ...]]] = dict(under.rows) if under else {}
        """The facts of each predicate, all of one arity."""
        for place in less:
            self.rows.pop(place, None)
        self._fitting: dict[tuple[int, ...], list[int]] = {}
        self._where: dict[tuple[int, int, int], int] = {}

    def fitting(self, place: int, asked: Sequence[int]) -> list[int]:
        """Give the common masks, by argument, of the facts that fit; an empty list if none does.

        ``asked``: argument numbers and masks in turn.
        """
        if self._under and self._under.rows.get(place) is self.rows[place]:
            return self._under.fitting(place, asked)
        key = (place, *asked)
        found = self._fitting.get(key)
        if found is None:
            table = self.rows[place]
            chosen = (1 << len(table)) - 1
            for index, mask in zip(asked[::2], asked[1::2], strict=True):
                chosen &= self._rows_with(place, index, mask)
            rows = [table[number] for number in bits(chosen)]
            if len(self._fitting) > _REMEMBERED:
                self._fitting.clear()
                self._where.clear()
            found = self._fitting[key] = [reduce(or_, column) for column in zip(*rows, strict=True)]
        return found

    def _rows_with(self, place: int, index: int, mask: int) -> int:
        """Give the numbers of the facts with one of these terms as that argument, as bits."""
        key = (place, index, mask)
        found = self._where.get(key)
        if found is None:
            found = 0
            for number, row in enumerate(self.rows[place]):
                if row[index] & mask:
                    found |= 1 << number
            self._where[key] = found
        return found


NO_TABLES = Tables()


def fire(
    fixed: Fixed, own: Sequence[Statement], columns: list[int], tables: Tables = NO_TABLES
) -> list[Statement]:
    """Give the rules that may fire; add to the columns what they derive."""
    fired: dict[int, Statement] = {}
    rules = [*fixed.rules, *own]
    first = len(fixed.rules)
    readers = _readers(own, first)
    there = _there(columns)
    missing = ~there
    queued = bytearray(len(rules))
    agenda: list[int] = []

    def enqueue(numbers: Iterable[int]) -> None:
        for number in numbers:
            rule = rules[number]
            if queued[number] or rule.reads & missing:
                continue
            if rule.needs:  # (most rules fail by the first constant that they ask for)
                column, mask = rule.needs[0]
                if not columns[column] & mask:
                    continue
            queued[number] = 1
            heappush(agenda, number)

    enqueue(range(first, len(rules)))
    for place in bits(there):
        enqueue(fixed.begun_by.get(place, ()))
    while agenda:
        number = heappop(agenda)
        queued[number] = 0
        changed = _apply(rules[number], columns, fired, tables)
        if not changed:
            continue
        there |= changed
        missing = ~there
        for place in bits(changed):
            enqueue(fixed.readers.get(place, ()))
            if place in readers:
                enqueue(readers[place])
    return list(fired.values())


def _readers(rules: Iterable[Statement], first: int = 0) -> dict[int, list[int]]:
    """Give the numbers of the rules that read each predicate."""
    readers: dict[int, list[int]] = {}
    for number, rule in enumerate(rules, first):
        for place in {place for place, _ in rule.asks}:
            readers.setdefault(place, []).append(number)
    return readers


def _there(columns: Sequence[int]) -> int:
    """Give the predicates that may have atoms, as bits."""
    return sum(1 << place for place, first in enumerate(columns[::WIDTH]) if first)


def _apply(rule: Statement, columns: list[int], fired: dict[int, Statement], tables: Tables) -> int:
    """Note a rule if it may fire, and what it derives; return the predicates that changed."""
    values = values_of(rule, columns, tables)
    if values is None:
        return 0
    fired[id(rule)] = rule
    changed = 0
    for column, variable, mask in rule.gives:
        old = columns[column]
        new = old | (mask if variable < 0 else values[variable])
        if new != old:
            columns[column] = new
            changed = rule.writes
    return changed


def possible(
    rules: Iterable[Statement], columns: list[int], tables: Tables = NO_TABLES
) -> list[Statement]:
    """Give those whose positive bodies could hold."""
    there = _there(columns)
    return [r for r in rules if not r.reads & ~there and values_of(r, columns, tables) is not None]


def values_of(
    rule: Statement, columns: Sequence[int], tables: Tables = NO_TABLES
) -> list[int] | None:
    """Give the masks of a rule's variables; ``None`` if its body cannot hold.

    Facts in tables count only if all their arguments fit.
    """
    for column, mask in rule.needs:
        if columns[column] & mask != mask:
            return None
    values = []
    for places in rule.places:
        value = ANY
        for column in places:
            value &= columns[column]
        if not value:
            return None
        values.append(value)
    known = tables.rows
    for place, terms in rule.asks:
        if place in known and not _fitted(place, terms, tables, columns, values):
            return None
    return values


def _fitted(
    place: int, terms: Sequence[Head], tables: Tables, columns: Sequence[int], values: list[int]
) -> bool:
    """Narrow the masks of variables to the facts that fit an atom; tell whether there are any."""
    asked: list[int] = []
    for index, (column, variable, mask) in enumerate(terms):
        allowed = mask if variable < 0 else values[variable]
        if allowed != ANY and columns[column] & ~allowed:
            asked += index, allowed
    if not asked or len(terms) != len(tables.rows[place][0]):
        return True  # (a name may come with several arities)
    found = tables.fitting(place, asked)
    for (_, variable, _), there in zip(terms, found, strict=False):
        if variable >= 0:
            values[variable] &= there
    return bool(found)


def needed_by(fired: Sequence[Statement], needed: int) -> int:
    """Close predicates under what roots, and rules for needed predicates, mention."""
    mentions: dict[int, int] = {}
    unsure: dict[int, int] = {}
    derivable = 0
    for rule in fired:
        if rule.root:
            needed |= rule.mentions
            continue
        writes = rule.writes
        mentions[writes] = mentions.get(writes, 0) | rule.mentions
        if rule.unsure:
            unsure[writes] = unsure.get(writes, 0) | rule.unsure
        if rule.mentions:
            derivable |= writes
    waiting = list(mentions)[::-1]
    while True:
        rest = []
        for writes in waiting:
            if writes & needed:
                needed |= mentions[writes]
            else:
                rest.append(writes)
        if len(rest) == len(waiting):
            doubtful = [w for w in rest if unsure.get(w, 0) & derivable & ~needed]
            if not doubtful:
                return needed
            for writes in doubtful:
                needed |= writes
        waiting = rest


@cache
def pruner(encodings: str) -> Pruner:
    """Give the pruner of encodings (made once in a process)."""
    return Pruner(encodings)
