"""What speaks for each candidate of a question, and against it: the rules in its best reading, by link and price.

A question is solved once, under the weights that authors gave. What the reasoner then adds up for each candidate is
taken apart: which rule explains which link at what price, which rule hints at the candidate or clashes with it, and
what is left, on which no weight has a bearing. From that the same sum can be made under any other weights.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.weights import group_of
from coindex.reasoner.running.engine import Reasoner
from coindex.reasoner.solving.choice import Choice
from training.pairing.prices import FAINT, KNOWN, Prices, prices

if TYPE_CHECKING:
    from clingo import Symbol

    from coindex.harness.questions.sources import Entry
    from coindex.reasoner.running.workers import Settings
    from coindex.reasoner.solving.case import Solved
    from coindex.reasoner.solving.solver import Optimum

Kind = Literal["support", "hint", "clash"]
T = TypeVar("T")

LEVELS = 5
"""Levels of a cost."""
CHUNK = 32
"""Questions that a worker gets at a time."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A rule that speaks in a candidate's reading."""

    kind: Kind
    rule: str
    link: str = ""
    """Of a support: the link of the text that it explains."""
    price: int = 0
    """Of a support: what is taken off the rule's weight because of the way the text states the link."""


@dataclass(frozen=True, slots=True)
class Side:
    """A candidate: the pieces, and the rest of its cost, level by level."""

    pieces: tuple[Piece, ...]
    rest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question with what speaks for each of its candidates."""

    set: str
    id: str
    pair: str
    kind: str
    gold: int
    sides: tuple[Side, ...]
    """By candidate; none of a question that could not be looked into."""
    rules: Mapping[str, tuple[int, str]]
    """The authored weight and the group of each rule in the pieces."""


def cost(side: Side, weights: Mapping[str, int], counts: Prices) -> tuple[int, ...]:
    """Add up a candidate's cost under other weights, as ``encodings/objective.lp`` does.

    >>> side = Side((Piece("support", "envy", "l1"), Piece("support", "pride", "l1", 1)), (0, 0, 0, 0, -2))
    >>> counts = Prices(point=10, further=1, faint=3, strong=3)
    >>> cost(side, {"envy": 5, "pride": 5}, counts), cost(side, {"envy": 2, "pride": 5}, counts)
    ((0, -52, 0, 0, -2), (0, -41, 0, 0, -8))
    """
    total = list(side.rest)
    links: dict[str, int] = {}
    for piece in side.pieces:
        weight = weights[piece.rule] - piece.price
        if weight <= 0:
            continue
        if piece.kind == "clash":
            total[KNOWN] += counts.point * weight
        elif weight < counts.strong:
            total[FAINT] -= counts.faint * weight
        elif piece.kind == "hint":
            total[KNOWN] -= counts.point * weight
        else:
            total[KNOWN] -= counts.further
            links[piece.link] = max(weight, links.get(piece.link, 0))
    total[KNOWN] -= counts.point * sum(links.values())
    return tuple(total)


# --------------------------------------------------------------------------------------- collecting


class Watched(Reasoner):
    """A reasoner under authored weights that keeps what it found out about the last question."""

    last: Solved | None = None

    @classmethod
    def of(cls, reasoner: Reasoner) -> Self:
        """Make one that shares the parser and the knowledge of another."""
        made = cls.__new__(cls)
        made.__dict__.update(reasoner.__dict__)
        made.store = reasoner.store.as_authored()
        return made

    def _solved(self, *args: Any, **options: Any) -> Solved:
        self.last = super()._solved(*args, **options)
        return self.last


def collect(
    entries: Sequence[Entry],
    settings: Settings,
    *,
    workers: int = 1,
    seconds: float = 60.0,
) -> Iterator[Evidence]:
    """Solve questions whose right answer is known, in order, and take apart what speaks for each candidate.

    Args:
        entries: the questions.
        settings: what the workers' reasoners are made of.
        workers: how many processes solve.
        seconds: that a question may take; one that takes longer has no sides.

    Raises:
        ModelError, KnowledgeError, SolveError: the workers cannot start.
    """
    return in_chunks(entries, settings, evidence_task, _empty, workers=workers, seconds=seconds)


def in_chunks(
    entries: Sequence[Entry],
    settings: Settings,
    task: Callable[[Reasoner, Sequence[Entry]], list[T]],
    empty: Callable[[Entry], T],
    *,
    workers: int = 1,
    seconds: float = 60.0,
) -> Iterator[T]:
    """Have workers do a task for questions, some together; a question that takes too long gives ``empty``."""
    from coindex.reasoner.running.workers import Limits, Lost, in_order

    chunks = [tuple(entries[start : start + CHUNK]) for start in range(0, len(entries), CHUNK)]
    together = Limits(seconds=max(seconds, float(CHUNK)))
    results = in_order(chunks, task, settings, workers=workers, limits=together)
    for chunk, result in zip(chunks, results, strict=True):
        if not isinstance(result, Lost):
            yield from result
            continue
        # Only the guilty question of a chunk is to be lost.
        alone = [(entry,) for entry in chunk]
        again = in_order(alone, task, settings, limits=Limits(seconds=seconds))
        for entry, one in zip(chunk, again, strict=True):
            yield from [empty(entry)] if isinstance(one, Lost) else one


def evidence_task(reasoner: Reasoner, entries: Sequence[Entry]) -> list[Evidence]:
    """Take apart some questions, whose texts are parsed together (the job of a worker)."""
    watched = _watched(reasoner)
    solved = watched.solve_many([e.asked for e in entries if isinstance(e.asked, Item)])
    found = []
    for entry in entries:
        watched.last = None
        asked = entry.asked
        answer = watched.choose(asked) if isinstance(asked, Choice) else next(solved)
        found.append(evidence_of(entry, watched.last if answer.error is None else None))
    return found


_KEPT: dict[int, tuple[Reasoner, Watched]] = {}


def _watched(reasoner: Reasoner) -> Watched:
    """Give the watched form of a reasoner, made once in a process."""
    kept = _KEPT.get(id(reasoner))
    if kept is None or kept[0] is not reasoner:
        kept = _KEPT[id(reasoner)] = (reasoner, Watched.of(reasoner))
    return kept[1]


def _empty(entry: Entry) -> Evidence:
    return Evidence(entry.set, entry.id, entry.pair, entry.kind, entry.gold or 0, (), {})


def evidence_of(entry: Entry, solved: Solved | None) -> Evidence:
    """Take apart the readings of a question."""
    if solved is None:
        return _empty(entry)
    every = solved.selection.every_rule()
    known = {rule.id: rule for rule in every if rule.id}
    weights: dict[str, int] = {}
    for rule in every:  # of a row that is written twice the stronger speaks
        weights[rule.id] = max(rule.weight, weights.get(rule.id, 0))
    sides = tuple(_side(optimum, weights) for optimum in solved.solution.optima)
    spoke = sorted({piece.rule for side in sides for piece in side.pieces})
    rules = {name: (weights[name], group_of(known[name])) for name in spoke}
    return Evidence(entry.set, entry.id, entry.pair, entry.kind, entry.gold or 0, sides, rules)


def _side(optimum: Optimum, weights: Mapping[str, int]) -> Side:
    """Take apart a reading; what is no rule's doing is the rest of its cost."""
    pieces = tuple(sorted(_pieces(optimum, weights), key=_order))
    whole = Side(pieces, (0,) * LEVELS)
    told = cost(whole, weights, prices())
    return Side(pieces, tuple(c - t for c, t in zip(optimum.cost, told, strict=True)))


def _order(piece: Piece) -> tuple[str, str, str, int]:
    return piece.kind, piece.link, piece.rule, piece.price


def _pieces(optimum: Optimum, weights: Mapping[str, int]) -> Iterator[Piece]:
    from clingo import parse_term

    atoms = [parse_term(atom) for atom in optimum.shown]
    bound = {tuple(map(str, a.arguments)) for a in atoms if a.name == "binds"}
    for atom in atoms:
        rule = str(atom.arguments[0]) if atom.arguments else ""
        if rule not in weights:
            continue
        if atom.name == "support":
            yield Piece("support", rule, str(atom.arguments[1]), weights[rule] - _last(atom))
        elif atom.name == "hint":
            yield Piece("hint", rule)
        elif atom.name == "clash" and tuple(map(str, atom.arguments[1:])) in bound:
            yield Piece("clash", rule)


def _last(atom: Symbol) -> int:
    return atom.arguments[-1].number


# ------------------------------------------------------------------------------------------ as lines


def to_line(evidence: Evidence) -> str:
    """Write a question's evidence as a line of JSON."""
    record = {
        "set": evidence.set,
        "id": evidence.id,
        "pair": evidence.pair,
        "kind": evidence.kind,
        "gold": evidence.gold,
        "sides": [
            {"rest": side.rest, "pieces": [[p.kind, p.rule, p.link, p.price] for p in side.pieces]}
            for side in evidence.sides
        ],
        "rules": evidence.rules,
    }
    return json.dumps(record, ensure_ascii=False)


def from_line(line: str) -> Evidence:
    """Read what :func:`to_line` wrote.

    Raises:
        ValueError, TypeError, KeyError: it is something else.
    """
    record: dict[str, Any] = json.loads(line)
    sides = tuple(
        Side(tuple(Piece(*piece) for piece in side["pieces"]), tuple(side["rest"]))
        for side in record["sides"]
    )
    if any(len(side.rest) != LEVELS for side in sides):
        raise ValueError("a side without its levels")
    rules = {name: (int(weight), str(group)) for name, (weight, group) in record["rules"].items()}
    if any(piece.rule not in rules for side in sides for piece in side.pieces):
        raise ValueError("a rule without its weight")
    return Evidence(
        record["set"], record["id"], record["pair"], record["kind"], record["gold"], sides, rules
    )
