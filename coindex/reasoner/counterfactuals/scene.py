"""What a reading says that default rules can match: what is linked, who plays which part in it, what is said of whom.

Such a rule (``encodings/default_rules.lp``) speaks where two situations are linked, somebody plays its part in one, and
the other says its property of the same participant. Of a counterfactual, one of these is lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coindex.reasoner.asp.terms import arguments, name_of

_READ = frozenset(
    "causal purpose relevant_coref plays attributed actor other_side role class holds prop asserts direct key arg"
    " node kind_of".split()
)


class Joint(NamedTuple):
    """Two linked situations, and what stands for one participant of both."""

    predicate: str
    """``reason`` or ``effect``: how a row joins them."""
    first: str
    """The situation in which a row names a part."""
    player: str
    """Who plays it."""
    second: str
    """The situation that says a row's property."""
    bearer: str
    """Of whom."""


class Scene:
    """The atoms of one reading that default rules can match."""

    def __init__(self, atoms: Iterable[str], pronoun: str) -> None:
        known: dict[str, list[tuple[str, ...]]] = {name: [] for name in _READ}
        for atom in atoms:
            name = name_of(atom)
            if name in known:
                known[name].append(arguments(atom))
        self.known, self.pronoun = known, pronoun
        self.pairs = {(cause, effect) for cause, effect, *_ in known["causal"]}
        self.matched = {(x, y) for x, y in known["relevant_coref"]}

    def where(self, name: str, first: str) -> list[tuple[str, ...]]:
        """Return the other arguments of the atoms with a first argument."""
        return [args[1:] for args in self.known[name] if args[0] == first]

    def links(self, *, goals: bool = False) -> list[tuple[str, str, str]]:
        """Return how rows can join situations: predicate and situations; with ``goals`` also goals."""
        found = {("reason", effect, cause) for cause, effect in self.pairs}
        found |= {("effect", cause, effect) for cause, effect in self.pairs}
        if goals:
            found |= {("effect", deed, goal) for deed, goal, *_ in self.known["purpose"]}
        return sorted(found)

    def joints(self, *, own: bool = False, goals: bool = False) -> Iterator[Joint]:
        """Yield where rows could speak; with ``own`` only where the pronoun is the participant of one situation."""
        for predicate, first, second in self.links(goals=goals):
            for player in self.players(first):
                for bearer in self.players(second):
                    same = {(player, bearer), (bearer, player)} & self.matched
                    if same and (not own or self.pronoun in (player, bearer)):
                        yield Joint(predicate, first, player, second, bearer)

    def players(self, situation: str) -> list[str]:
        """Return all participants of a situation."""
        found = {x for name in ("actor", "other_side") for (x,) in self.where(name, situation)}
        found |= {x for name in ("role", "plays") for *_, x in self.where(name, situation)}
        found |= {x for name in ("asserts", "attributed") for x, _ in self.where(name, situation)}
        return sorted(found)

    def plays(self, situation: str, player: str) -> list[tuple[str, str]]:
        """Return what happens to whom: the pairs of happening and part by which rows match a participant."""
        return [(c, part) for c, part, x in self.where("plays", situation) if x == player]

    def attributed(self, situation: str, bearer: str) -> list[str]:
        """Return what a situation says of a participant."""
        return [p for x, p in self.where("attributed", situation) if x == bearer]

    def kinds(self, node: str) -> set[str]:
        """Give the kinds of what a node names."""
        return {kind for kind, *_ in self.where("kind_of", node)}
