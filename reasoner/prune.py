"""A question's program without the statements that cannot matter for it.

clingo spends a fixed time on each rule that it reads, also on those that can never fire. Two passes over predicates
leave most of them out:

* *Forwards*: a rule is kept only if its positive body could hold, by an over-approximation of what can be derived. For
  each position of each predicate a bit mask says which terms may stand there: constants by a hash, compound terms by
  their name and, if ground, by a hash of the whole. A constant in a body asks for its bits, a variable for bits in
  common at all its places; a head's variable passes on what its places have in common. What is not understood
  (arithmetic, pools, aggregates, conditional and negative literals) asks for nothing and gives everything. Rules left
  out are those that no answer set can apply, so all answer sets are the same.
* *Backwards*: of the rest, a plain rule is kept only if something kept mentions its head. Choices, constraints,
  ``#show`` and optimisation are always kept. A rule left out may deny or count only what is kept or underivable;
  so what is left out is a definite program on top of what is kept, and each answer set of the latter extends to exactly
  one of the whole, with the same cost and the same shown atoms.

A question asks of hundreds of axioms of which a dozen can speak. Which, is seen best when the rest is grounded: so its
program is read in two parts (:class:`Staged`). What neither is an axiom nor rests on one comes first; of the axioms
only those follow for which there are atoms with the constants that they ask for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING
from zlib import crc32

if TYPE_CHECKING:
    from clingo import SymbolicAtoms

LATE = ("expl", "cons", "goal", "accept", "favour", "clash", "weight")
"""What axioms say, and their weights: predicates that the second part of a program writes."""

_WIDTH = 8
"""Positions of a predicate that are looked at."""
_CONSTANTS, _NAMES, _TERMS = 4093, 61, 1021
"""How many bits there are for constants, for names of compound terms, and for ground compound terms."""
_ANY = -1
_EVERY_TERM = ((1 << _TERMS) - 1) << (_CONSTANTS + _NAMES)
_REMEMBERED = 50_000

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\.\.|:-|:~|[(){}\[\].,;:|]')
_OPEN, _CLOSE = frozenset("({["), frozenset(")}]")
_ATOM = re.compile(r"(-?[_']*[a-z][\w']*)(?:\s*\((.*)\))?", re.DOTALL)
_FLAT = re.compile(r"""((?!not\b)([_']*[a-z][\w']*)\(((?:[\w', ]|"\w*")+)\))\s*(?:[,;]\s*|$)""")
"""An atom without anything to look into, and what comes after it."""
_CHOICE = re.compile(r"\d*\s*\{([^{}]*)\}\s*\d*", re.DOTALL)
_VARIABLE = re.compile(r"[_']*[A-Z][\w']*")
_CONSTANT = re.compile(r"""[_']*[a-z][\w']*|"(?:[^"\\]|\\.)*"|0|-?[1-9][0-9]*""")
_IDENTIFIER = re.compile(r"""(?<![\w'])[_']*[a-z][\w']*""")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_HARMLESS = frozenset("defined show minimize maximize true false count sum min max inf sup".split())
_DIRECTIVE = re.compile(r"#(\w+)")

Head = tuple[int, int, int]
"""A column, the variable whose values it takes (or -1), and a mask where there is none."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What a statement asks for, gives and mentions; predicates are bits of a mask, their positions columns."""

    text: str
    root: bool
    """Whether it must be kept if it can fire."""
    needs: tuple[tuple[int, int], ...]
    """Columns and the bits that must be there."""
    places: tuple[tuple[int, ...], ...]
    """For each variable that matters the columns that have its values in common."""
    gives: tuple[Head, ...]
    reads: int
    """Predicates in the positive body."""
    mentions: int
    """All predicates it reads in any way."""
    unsure: int
    """Those that it denies, counts, or puts conditions on."""
    writes: int


@dataclass(slots=True)
class _Fixed:
    """What is the same for all questions: the statements in their order, and what follows from those without body."""

    statements: tuple[Statement, ...]
    rules: list[tuple[Statement, int]]
    """Rules, those first that others read from, with the predicates that they read too early."""
    free: list[Statement]
    """Statements that wait for nothing: facts, ``#show``, optimisation, choices without body."""


def _plain(text: str) -> bool:
    """Tell whether a program is without comments and without directives that change what others mean."""
    if "#" not in text and "%" not in text:
        return True
    text = _STRING.sub('""', text)
    return "%" not in text and _HARMLESS.issuperset(_DIRECTIVE.findall(text))


def statements(text: str) -> Iterator[str]:
    """Split a program without comments into statements.

    >>> list(statements('a(1..2). b :- a(X), X != "1.". :~ b. [1@2]'))
    ['a(1..2).', 'b :- a(X), X != "1.".', ':~ b. [1@2]']
    """
    if text and text.find(".") == len(text) - 1:
        yield text
        return
    depth = begin = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
            if token == "]" and not depth and text.startswith(":~", begin):
                yield text[begin : match.end()]
                begin = _next(text, match.end())
        elif token == "." and not depth and not text.startswith(":~", begin):
            yield text[begin : match.end()]
            begin = _next(text, match.end())
        elif token == ":~" and not depth:
            begin = match.start()
    if text[begin:].strip():
        yield text[begin:]


def _next(text: str, place: int) -> int:
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def _split(text: str, marks: str) -> list[str] | None:
    """Split at the marks that are not in parentheses; ``None`` if those do not match."""
    if "(" not in text and '"' not in text and "{" not in text and len(marks) == 1:
        return [part.strip() for part in text.split(marks)] if ")" not in text else None
    parts, depth, begin = [], 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in _OPEN:
            depth += 1
        elif token in _CLOSE:
            depth -= 1
            if depth < 0:
                return None
        elif not depth and token in marks:
            parts.append(text[begin : match.start()].strip())
            begin = match.end()
    parts.append(text[begin:].strip())
    return parts


def _atom(text: str) -> tuple[str, list[str]] | None:
    """Give name and arguments of a plain atom without pools."""
    atoms = _pooled(text)
    return atoms[0] if atoms and len(atoms) == 1 else None


def _pooled(text: str) -> list[tuple[str, list[str]]] | None:
    """Give the plain atoms for which one with pools among its arguments stands; ``None`` if it is none.

    >>> _pooled("p(a;b,c)"), _pooled("p(a);p(b)")
    ([('p', ['a']), ('p', ['b', 'c'])], None)
    """
    match = _ATOM.fullmatch(text)
    if match is None or match[1] == "not":
        return None
    if match[2] is None:
        return [(match[1], [])]
    pools = _split(match[2], ";") or [""]
    parts = [_split(pool, ",") or [""] for pool in pools]
    return None if any("" in part for part in parts) else [(match[1], part) for part in parts]


@cache
def _constant(text: str) -> int:
    return 1 << crc32(text.encode()) % _CONSTANTS


def _term(text: str) -> int:
    """Give a term's bits: of a ground term its own, of a compound one with variables its name's; 0: not understood.

    A variable is not understood here.
    """
    if _CONSTANT.fullmatch(text):
        return _constant(text)
    found = _atom(text) if text[:1] != "-" else None
    if found is None or not found[1]:
        return 0
    name = 1 << (_CONSTANTS + crc32(found[0].encode()) % _NAMES)
    canonical = _ground(text)
    if canonical is None:
        return name
    return name | 1 << (_CONSTANTS + _NAMES + crc32(canonical.encode()) % _TERMS)


def _ground(text: str) -> str | None:
    """Write a ground term in one way only; ``None`` if it is not one, or has something in it to work out."""
    if _CONSTANT.fullmatch(text):
        return text
    found = _atom(text) if text[:1] != "-" else None
    if found is None:
        return None
    parts = [_ground(part) for part in found[1]]
    return None if None in parts else f"{found[0]}({','.join(map(str, parts))})"


def _given(text: str) -> int:
    """Give all bits that a term in a head may have, whatever its variables."""
    mask = _term(text)
    return _ANY if not mask else mask | _EVERY_TERM if not _is_ground(mask) else mask


def _is_ground(mask: int) -> bool:
    return bool(mask & ((1 << _CONSTANTS) - 1)) or bool(mask & _EVERY_TERM)


@dataclass(frozen=True, slots=True)
class Staged:
    """A question's program in two parts; no atom of the first rests on the second."""

    early: str
    _late: tuple[Statement, ...]
    """Statements that follow if there are atoms for them."""
    _with: dict[int, str]
    """What goes with such a statement, by its identity: the fact that says its weight."""
    _always: str
    """Facts of the second part."""
    _pruner: Pruner | None
    """``None`` if all is in the first part."""

    @classmethod
    def whole(cls, text: str) -> Staged:
        """Make a program with nothing in its second part."""
        return cls(text, (), {}, "", None)

    def late(self, atoms: SymbolicAtoms) -> str:
        """Give the second part, by the atoms that the first one gave when it was grounded."""
        return self._pruner._late_text(self, atoms) if self._pruner is not None else ""


class Pruner:
    """Leaves out what cannot matter: made once for the encodings, asked for each question.

    >>> pruner = Pruner("a(X) :- b(X,c). a(X) :- b(X,d), not e(X). #show a/1.")
    >>> print(pruner.program(["b(1,c)", "f(2)"], ["g(X) :- h(X)."]))
    b(1,c).
    a(X) :- b(X,c).
    #show a/1.
    """

    def __init__(self, encodings: str) -> None:
        self._encodings = encodings
        self._predicates: dict[str, int] = {}
        self._opposed = 0
        self._compiled: dict[str, tuple[Statement, ...] | None] = {}
        self._split: dict[str, tuple[list[Statement], list[Statement]] | None] = {}
        self._facts: dict[str, tuple[int, tuple[tuple[int, int], ...]]] = {}
        found = self._statements(encodings)
        self._fixed = _sorted(found) if found is not None else None
        self._late = 0
        for name in LATE:
            self._late |= 1 << self._predicate(name)
        before = 0
        while before != self._late:
            before = self._late
            for statement in found or ():
                if statement.mentions & self._late:
                    self._late |= statement.writes
        early = tuple(s for s in found or () if not self._is_late(s))
        self._late_fixed = tuple(s for s in found or () if self._is_late(s))
        self._early_fixed = _sorted(early)
        self._late_columns = [p * _WIDTH + i for p in _bits(self._late) for i in range(_WIDTH)]
        self._given = [
            (0, tuple((column, mask) for column, _, mask in statement.gives))
            for statement in (self._fixed.free if self._fixed else ())
        ]

    def program(
        self, facts: Sequence[str], rules: Sequence[str], *, everything: bool = False
    ) -> str:
        """Join facts (without full stops), rules and encodings, less what cannot matter.

        Args:
            facts: ground atoms.
            rules: statements written as clingo writes them.
            everything: keep whatever can be derived, not only what costs and shown atoms rest on.
        """
        groups = [self._statements(rule) for rule in rules]
        fixed = self._fixed
        if fixed is None or None in groups:
            return "\n".join([*(f"{fact}." for fact in facts), *rules, self._encodings])
        own = [statement for group in groups if group for statement in group]
        known = [self._fact(fact) for fact in facts]
        columns = [0] * (_WIDTH * len(self._predicates))
        for _, gives in chain(known, self._given):
            for column, mask in gives:
                columns[column] |= mask
        fired = _fire(fixed.rules, own, columns)
        if everything:
            chosen = {id(statement) for statement in chain(fired, fixed.free)}
            texts = [f"{fact}." for fact in facts]
        else:
            fired += fixed.free
            needed = _needed(fired, self._opposed)
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

    def staged(
        self,
        facts: Sequence[str],
        rules: Sequence[str],
        axioms: Iterable[tuple[str, str]] = (),
        *,
        everything: bool = False,
    ) -> Staged:
        """Join the same in two parts.

        Args:
            facts: ground atoms.
            rules: statements written as clingo writes them.
            axioms: statements, each after a fact that is of use with it only.
            everything: keep whatever can be derived, not only what costs and shown atoms rest on.
        """
        axioms = list(axioms)
        own: list[Statement] = []
        late: list[Statement] = []
        weights: dict[int, str] = {}
        understood = self._fixed is not None
        for rule in rules:
            parts = self._parts(rule)
            understood = understood and parts is not None
            if parts is not None:
                own += parts[0]
                late += parts[1]
        for fact, axiom in axioms:
            group = self._statements(axiom)
            understood = understood and group is not None
            for statement in group or ():
                late.append(statement)
                weights[id(statement)] = fact
        if not understood or any(statement.writes & ~self._late for statement in late):
            # what is not understood, or brings something in that the first part reads
            given = dict.fromkeys([*facts, *(fact for fact, _ in axioms)])
            texts = [*rules, *(axiom for _, axiom in axioms)]
            whole = self.program(list(given), texts, everything=everything)
            return Staged.whole(whole)
        known = [self._fact(fact) for fact in facts]
        fixed = self._early_fixed
        columns = [0] * (_WIDTH * len(self._predicates))
        for _, gives in chain(known, self._given):
            for column, mask in gives:
                columns[column] |= mask
        fired = _fire(fixed.rules, own, columns) + fixed.free
        needed = _ANY
        if not everything:
            for column in self._late_columns:
                columns[column] = _ANY
            late = _possible(late, columns)
            mentioned = self._opposed
            for statement in chain(late, _possible(self._late_fixed, columns)):
                mentioned |= statement.mentions
            needed = _needed(fired, mentioned)
        chosen = {id(rule) for rule in fired if rule.root or rule.writes & needed or everything}
        texts, always = [], []
        for fact, (bit, _) in zip(facts, known, strict=True):
            if bit & self._late:
                always.append(f"{fact}.")
            elif bit & needed:
                texts.append(f"{fact}.")
        texts += [s.text for s in chain(own, fixed.statements) if id(s) in chosen and s.text]
        return Staged("\n".join(texts), tuple(late), weights, "\n".join(always), self)

    def _parts(self, text: str) -> tuple[list[Statement], list[Statement]] | None:
        """Read statements; give those of the first and those of the second part."""
        if text not in self._split:
            found = self._statements(text)
            self._split[text] = (
                ([s for s in found if not self._is_late(s)], [s for s in found if self._is_late(s)])
                if found is not None
                else None
            )
        return self._split[text]

    def _is_late(self, statement: Statement) -> bool:
        """Tell whether a statement belongs to the second part: also what is only minimised or shown."""
        return bool((statement.mentions | statement.writes) & self._late) or (
            not statement.reads and statement.text.startswith(("#", ":~"))
        )

    def _late_text(self, staged: Staged, atoms: SymbolicAtoms) -> str:
        there = self._late
        for name, arity, positive in atoms.signatures:
            place = self._predicates.get(name if positive else f"-{name}", -1)
            if place >= 0 and any(True for _ in atoms.by_signature(name, arity, positive)):
                there |= 1 << place
        waiting = [s for s in staged._late if not s.reads & ~there]
        needs = {column for statement in waiting for column, _ in statement.needs}
        columns = self._seen(atoms, needs)
        firing = [s for s in waiting if _may_fire(s, columns, self._late)]
        available = there & ~self._late
        for statement in firing:
            available |= statement.writes
        if firing:
            available |= 1 << self._predicate("weight")
        if staged._always:
            available |= self._late
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
        facts = dict.fromkeys(f"{staged._with[id(s)]}." for s in firing if id(s) in staged._with)
        texts = [s.text for s in firing]
        texts += [s.text for s in self._late_fixed if id(s) in kept]
        return "\n".join([staged._always, *facts, *texts])

    def _seen(self, atoms: SymbolicAtoms, wanted: Collection[int]) -> dict[int, int]:
        """Find which bits the wanted columns have."""
        places: dict[int, list[int]] = {}
        for column in wanted:
            places.setdefault(column // _WIDTH, []).append(column % _WIDTH)
        columns: dict[int, int] = {}
        for name, arity, positive in atoms.signatures:
            place = self._predicates.get(name if positive else f"-{name}", -1)
            indices = [index for index in places.get(place, ()) if index < arity]
            if not indices:
                continue
            found: list[set[str]] = [set() for _ in indices]
            for atom in atoms.by_signature(name, arity, positive):
                arguments = atom.symbol.arguments
                for terms, index in zip(found, indices, strict=True):
                    terms.add(str(arguments[index]))
            for terms, index in zip(found, indices, strict=True):
                column = place * _WIDTH + index
                mask = columns.get(column, 0)
                for term in terms:
                    mask |= _bits_of(term)
                columns[column] = mask
        return columns

    # -- reading

    def _statements(self, text: str) -> tuple[Statement, ...] | None:
        """Read statements; ``None`` if there is one that may change what others mean."""
        if text not in self._compiled:
            self._compiled[text] = (
                tuple(
                    chain.from_iterable(
                        self._read(one) for one in statements(text) if one[:8] != "#defined"
                    )
                )
                if _plain(text)
                else None
            )
        return self._compiled[text]

    def _predicate(self, name: str) -> int:
        return self._predicates.setdefault(name, len(self._predicates))

    def _mask(self, text: str) -> int:
        """All names in a text as predicates, also with a minus before them."""
        mask = 0
        for name in set(_IDENTIFIER.findall(_STRING.sub('""', text))):
            mask |= 1 << self._predicate(name) | 1 << self._predicate(f"-{name}")
        return mask

    def _fact(self, fact: str) -> tuple[int, tuple[tuple[int, int], ...]]:
        """Give a fact's predicate as a bit, and what it adds to which columns."""
        found = self._facts.get(fact)
        if found is None:
            if len(self._facts) > _REMEMBERED:
                self._facts.clear()
            writes, gives = self._head(fact, {})
            found = self._facts[fact] = (writes, tuple((column, mask) for column, _, mask in gives))
        return found

    def _head(self, text: str, variables: dict[str, int]) -> tuple[int, tuple[Head, ...]]:
        """Give predicates and columns of a head, or of a fact."""
        atoms = _pooled(text)
        if not atoms:
            mask = self._mask(text)
            places = [p for p in range(mask.bit_length()) if mask >> p & 1]
            return mask, tuple((p * _WIDTH + i, -1, _ANY) for p in places for i in range(_WIDTH))
        writes, gives = 0, []
        for name, arguments in atoms:
            place = self._predicate(name)
            writes |= 1 << place
            if name.startswith("-"):
                self._opposed |= 1 << place | 1 << self._predicate(name[1:])
            if not arguments:
                gives.append((place * _WIDTH, -1, _ANY))
            for index, term in enumerate(arguments[:_WIDTH]):
                variable = variables.get(term, -1)
                mask = 0 if variable >= 0 else _given(term)
                gives.append((place * _WIDTH + index, variable, mask))
        return writes, tuple(gives)

    def _read(self, text: str) -> Iterator[Statement]:
        """Read a statement; from a choice, also what it gives, as rules without text."""
        if text.startswith(("#", ":~")):
            yield Statement(text, True, (), (), (), 0, self._mask(text), 0, 0)
            return
        head, body = _halves(text)
        elements = _chosen(head)
        yield self._rule(text, head, body, gives=not elements)
        for atom, condition in elements:
            yield self._rule("", atom, f"{condition}, {body}" if body else condition)

    def _rule(self, text: str, head: str, body: str, *, gives: bool = True) -> Statement:
        needs: dict[tuple[int, int], None] = {}
        places: dict[str, list[int]] = {}
        reads = unsure = 0
        for literal, atom in _literals(body):
            if atom is None:
                unsure |= self._mask(literal)
                continue
            place = self._predicate(atom[0])
            reads |= 1 << place
            for index, term in enumerate(atom[1][:_WIDTH]):
                column = place * _WIDTH + index
                if _VARIABLE.fullmatch(term):
                    places.setdefault(term, []).append(column)
                elif mask := _term(term):
                    needs[column, mask] = None
        simple = bool(_pooled(head))
        wanted = {v: c for v, c in places.items() if len(c) > 1 or v in head}
        variables = {name: number for number, name in enumerate(wanted)}
        writes, given = self._head(head, variables) if head else (0, ())
        mentions = reads | unsure | (0 if simple else self._mask(head))
        return Statement(
            *(
                text,
                not simple,
                tuple(needs),
                tuple(map(tuple, wanted.values())),
                given if gives else (),
            ),
            *(reads, mentions, unsure, writes),
        )


def _halves(text: str) -> tuple[str, str]:
    """Give a rule's head and body.

    >>> _halves('a("x :- y") :- b, c.')
    ('a("x :- y")', 'b, c')
    """
    text = text.strip().removesuffix(".")
    if '"' not in text:
        head, _, body = text.partition(":-")
        return head.strip(), body.strip()
    for match in _TOKEN.finditer(text):
        if match[0] == ":-":
            return text[: match.start()].strip(), text[match.end() :].strip()
    return text, ""


def _chosen(head: str) -> list[tuple[str, str]]:
    """Give the atoms of a choice, each with its condition; nothing if the head is none, or not understood.

    >>> _chosen("1 { binds(P,X) : candidate(P,X,_) } 1"), _chosen("a(X)")
    ([('binds(P,X)', 'candidate(P,X,_)')], [])
    """
    match = _CHOICE.fullmatch(head)
    elements = [_split(part, ":") for part in _split(match[1], ";") or ()] if match else []
    pairs = [(parts[0], parts[1]) for parts in elements if parts and len(parts) == 2]
    return pairs if len(pairs) == len(elements) and all(_pooled(a) for a, _ in pairs) else []


def _literals(body: str) -> Iterator[tuple[str, tuple[str, list[str]] | None]]:
    """Split a body; give the literals that are plain atoms as such. Parts of conditional literals are not plain.

    >>> list(_literals("a(X,Y), b : c, d; e"))
    [('a(X,Y)', ('a', ['X', 'Y'])), ('b : c', None), ('d', None), ('e', ('e', []))]
    """
    place = 0
    while match := _FLAT.match(body, place):
        yield match[1], (match[2], match[3].replace(" ", "").split(","))
        place = match.end()
    body = body[place:]
    for part in (_split(body, ";") or [body]) if body else ():
        plain = True
        for literal in _split(part, ",") or [part]:
            if ":" in literal:
                plain = plain and len(_split(literal, ":") or "..") == 1
            yield literal, _atom(literal) if plain else None


def _sorted(fixed: tuple[Statement, ...]) -> _Fixed:
    """Put rules after those that they read from, as far as there is such an order."""
    rules = [s for s in fixed if s.reads]
    free = [s for s in fixed if not s.reads]
    writers: dict[int, list[Statement]] = {}
    for statement in rules:
        for place in _bits(statement.writes):
            writers.setdefault(place, []).append(statement)
    done: dict[int, Statement] = {}
    for statement in rules:
        stack: list[tuple[Statement, bool]] = [(statement, False)]
        begun: set[int] = set()
        while stack:
            one, ready = stack.pop()
            if id(one) in done:
                continue
            if ready:
                done[id(one)] = one
            elif id(one) not in begun:
                begun.add(id(one))
                stack.append((one, True))
                stack += [(w, False) for p in _bits(one.reads) for w in writers.get(p, ())]
    ordered, later = [], 0
    for statement in reversed(done.values()):
        later |= statement.writes
        ordered.append((statement, statement.reads & later))
    return _Fixed(fixed, ordered[::-1], free)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


# -- the two passes


def _fire(
    fixed: Sequence[tuple[Statement, int]], own: Sequence[Statement], columns: list[int]
) -> list[Statement]:
    """Give the rules that may fire; fill the columns with what they give."""
    fired: dict[int, Statement] = {}
    there = changed = changed_own = 0
    for place in range(len(columns) // _WIDTH):
        if columns[place * _WIDTH]:
            there |= 1 << place
    for rule, _ in fixed:
        if not rule.reads & ~there:
            changed |= _apply(rule, columns, fired)
            there |= changed
    for rule in own:
        if not rule.reads & ~there:
            changed_own |= _apply(rule, columns, fired)
            there |= changed_own
    while changed or changed_own:
        before, new, own_before, new_own = changed, changed_own, changed_own, 0
        changed = 0
        for rule, early in fixed:
            if (early & before or rule.reads & new) and not rule.reads & ~there:
                found = _apply(rule, columns, fired)
                changed |= found
                new |= found
                there |= found
        for rule in own:
            if rule.reads & (changed | own_before | new_own) and not rule.reads & ~there:
                new_own |= _apply(rule, columns, fired)
                there |= new_own
        changed_own = new_own
    return list(fired.values())


def _apply(rule: Statement, columns: list[int], fired: dict[int, Statement]) -> int:
    """Note a rule that may fire and what it gives; the result is the predicates that got more."""
    values = _values(rule, columns)
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


def _possible(rules: Iterable[Statement], columns: list[int]) -> list[Statement]:
    """Give those whose positive bodies could hold."""
    there = 0
    for place in range(len(columns) // _WIDTH):
        if columns[place * _WIDTH]:
            there |= 1 << place
    return [r for r in rules if not r.reads & ~there and _values(r, columns) is not None]


def _values(rule: Statement, columns: Sequence[int]) -> list[int] | None:
    """Give what a rule's variables may be; ``None`` if its body cannot hold."""
    for column, mask in rule.needs:
        if columns[column] & mask != mask:
            return None
    values = []
    for places in rule.places:
        value = _ANY
        for column in places:
            value &= columns[column]
        if not value:
            return None
        values.append(value)
    return values


def _may_fire(rule: Statement, columns: dict[int, int], late: int) -> bool:
    """Tell whether the constants that a rule asks for are there; what the second part writes may be there."""
    for column, mask in rule.needs:
        if columns.get(column, 0) & mask != mask and not late >> (column // _WIDTH) & 1:
            return False
    return True


@lru_cache(maxsize=_REMEMBERED)
def _bits_of(term: str) -> int:
    """Give the bits of a ground term."""
    return _given(term)


def _needed(fired: Sequence[Statement], needed: int) -> int:
    """Give the predicates, besides those given, that roots mention, or rules for predicates that are needed."""
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
    """The pruner of encodings (made once in a process)."""
    return Pruner(encodings)
