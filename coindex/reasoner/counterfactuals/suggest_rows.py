"""Rows that would decide a question: they fit the reading for one candidate and no other.

Fitting rows are read off the situations that the text relates: their classes, roles and asserted properties. An
adjective without rows may also be assigned a property that has rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.counterfactuals.class_coverage import Coverage
from coindex.reasoner.counterfactuals.scene import Scene
from coindex.reasoner.knowledge.default_rules import inner, sides_of
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.solving.case import Solved
    from coindex.reasoner.store.store import Store
    from kparse.graph import SemanticGraph

_VACUOUS = frozenset("act seem be_at go have feel mental feeling".split())
"""Classes and properties that cover nearly everything."""
_NO_PARTS = frozenset("topic".split())
_FOLLOWING = ("link.next", "link.and", "link.then")
"""What joins clauses of which the text does not say that one has to do with the other."""
_FIRST_WORDS = 3
"""Rows about an adjective without rows that come before rows about classes."""


class View(Scene):
    """The atoms of one reading that suggested rows can match.

    Args:
        atoms: those of the reading.
        pronoun: the pronoun asked about.
        graph: the text. Clauses that only follow each other in it are not joined: no cause is to be invented.
    """

    def __init__(self, atoms: Collection[str], pronoun: str, graph: SemanticGraph) -> None:
        super().__init__(atoms, pronoun)
        loose = {
            f"link({edge.source},{edge.target})" for edge in graph.edges if edge.role in _FOLLOWING
        }
        self.pairs = {(one[0], one[1]) for one in self.known["causal"] if one[3] not in loose}
        self.told = {p for *_, p in self.known["direct"]}
        """What is said of somebody by the word itself."""

    def parts(self, situation: str, player: str) -> list[str]:
        """Return the roles of a participant: actor and other, then the thematic roles."""
        found = [
            part
            for part, name in (("actor", "actor"), ("other", "other_side"))
            if (player,) in self.where(name, situation)
        ]
        roles = sorted(r for r, x in self.where("role", situation) if x == player)
        return found or [r for r in roles if r not in _NO_PARTS]

    def bears(self, situation: str, player: str) -> bool:
        """Check whether the situation is a state with the participant as its subject."""
        state = ("state",) in self.where("node", situation)
        return state and ("subj", player) in self.where("arg", situation)

    def happenings(self, situation: str, player: str) -> list[tuple[str, str]]:
        """Return the pairs of class C and role R by which a row could match the situation and participant."""
        parts = self.parts(situation, player)
        classes = [c for (c,) in self.where("class", situation) if inner(c, "neg") not in _VACUOUS]
        found = [(c, part) for c in classes for part in parts[:1]]
        found += [
            (p, "bearer")
            for x, p in self.where("holds", situation)
            if x == player and inner(p, "neg") not in _VACUOUS and not p.startswith("neg(")
        ]
        return list(dict.fromkeys(found))

    def sayings(self, situation: str, player: str) -> list[str]:
        """Return the properties P that the situation asserts of a participant."""
        asserted = [p for x, p in self.where("asserts", situation) if x == player]
        direct = [p for x, p in self.where("direct", situation) if x == player and p in asserted]
        deeds = []
        for wrapper, name in (("does", "actor"), ("gets", "other_side")):
            if (player,) in self.where(name, situation):
                deeds += [f"{wrapper}({c})" for (c,) in self.where("class", situation)]
        found = dict.fromkeys([*direct, *sorted(set(asserted) - set(direct)), *sorted(deeds)])
        return [p for p in found if inner(p, "does", "gets", "neg") not in _VACUOUS]

    def triples(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield all unweighted rows that would explain a link of the text in this reading: predicate, C, R, P."""
        for predicate, first, player, second, other in self.joints():
            for happening, part in self.happenings(first, player):
                for saying in self.sayings(second, other):
                    yield predicate, happening, part, saying


def fitting_rows(
    solved: Solved, index: int, views: Sequence[View], store: Store, coverage: Coverage
) -> Iterator[str]:
    """Yield rows that fit only the candidate's reading, the likeliest first; default rules have no weight yet.

    Args:
        solved: the question, without axioms.
        index: the candidate.
        views: what each reading says.
        store: the knowledge.
        coverage: says how many words a class has.
    """
    view = views[index]
    elsewhere = {t for i, other in enumerate(views) if i != index for t in other.triples()}
    mine = [t for t in dict.fromkeys(view.triples()) if t not in elsewhere]
    known = {rule.id for rule in solved.selection.every_rule()}
    mine.sort(key=lambda t: _price(t, coverage, view.told))
    defaults = [f"{t[0]}({','.join(t[1:])})" for t in mine]
    others = [v for v in views if v is not view]
    unknown = set(solved.program.unknown)
    single = list(_of_words(view, elsewhere))
    # An unknown word is the likeliest gap: try one default rule about it, then classes for it.
    yield from [row for row in single if arguments(row)[0].strip('"') in unknown][:1]
    words = list(dict.fromkeys(_words(solved, view, others, store)))
    yield from words[:_FIRST_WORDS]
    yield from (default for default in defaults if default not in known)
    yield from words[_FIRST_WORDS:]
    yield from single


def _price(
    triple: tuple[str, str, str, str], coverage: Coverage, told: Collection[str]
) -> tuple[object, ...]:
    predicate, happening, part, saying = triple
    # Prefer what somebody is to what somebody does, what words say to what follows from it, the narrowest class, and
    # one direction of a rule over its mirror.
    derived = part == "bearer" and happening not in told
    deed = saying.startswith(("does(", "gets("))
    breadth = coverage.breadth(inner(happening, "neg"))
    said = coverage.breadth(inner(saying, "does", "gets", "neg"))
    return (deed, derived, breadth, predicate != "reason", said, triple)


def _of_words(view: View, elsewhere: set[tuple[str, str, str, str]]) -> Iterator[str]:
    """Yield default rules about a situation's own word, for words without a class."""
    asserted_elsewhere = {triple[3] for triple in elsewhere}
    for predicate, first, player, second, other in view.joints():
        part = ["bearer"] if view.bears(first, player) else view.parts(first, player)[:1]
        said = sorted(view.sayings(second, other), key=lambda p: p in asserted_elsewhere)[:3]
        for (key,) in view.where("key", first) if part else ():
            yield from (f"{predicate}({key},{part[0]},{p})" for p in said)


# ------------------------------------------------------------------------------------------ words without rows


def _words(solved: Solved, view: View, others: Sequence[View], store: Store) -> Iterator[str]:
    """Yield rows that assign an unknown adjective a property that default rules mention.

    (What class a verb is of cannot be guessed from what would decide.)
    """
    unknown = set(solved.program.unknown)
    graph = solved.case.graph
    denied = {s for s, c in view.known["class"] if c.startswith("neg(")}
    for predicate, first, second in view.links():
        node = graph.nodes.get(second)
        known = node is None or node.concept not in unknown or second in denied
        if node is not None and not known and node.attrs.get("pos") == "adj":
            yield from _under(node.concept, predicate, first, second, view, others, store)


def _under(
    word: str,
    predicate: str,
    first: str,
    second: str,
    view: View,
    others: Sequence[View],
    store: Store,
) -> Iterator[str]:
    """Yield rows for the word that would let a default rule about the other situation fire, the strongest first."""
    players = [x for name in ("actor", "role") for *_, x in view.where(name, second)]
    if not players:
        return
    subject = players[0]
    mine = _about(view, first, subject)
    theirs = {pair for other in others for pair in _about(other, first, subject)}
    found: dict[str, int] = {}
    denied: set[str] = set()
    for row in store.rows_of(predicate, limit=100_000):
        sides = sides_of(row.fact)
        pair = (sides.happening, sides.part)
        meaning = sides.asserted
        if meaning.startswith(("does(", "gets(", "neg(")):
            continue  # (no single row assigns it to an adjective)
        if pair in theirs:
            denied.add(meaning)
        elif pair in mine:
            found[meaning] = max(found.get(meaning, 0), sides.weight)
    ranked = sorted(
        (-weight, meaning) for meaning, weight in found.items() if meaning not in denied
    )
    yield from (f"adj({quote(word)},{meaning})" for _, meaning in ranked)


def _about(view: View, situation: str, subject: str) -> set[tuple[str, str]]:
    """Return the pairs of C and R that hold of the participant that is the subject of the unknown word."""
    return {
        pair
        for player in view.players(situation)
        if {(player, subject), (subject, player)} & view.matched
        for pair in view.happenings(situation, player)
    }
