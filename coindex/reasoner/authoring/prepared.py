"""Questions that are parsed once and asked with several versions of the knowledge.

An answer depends only on the text and on what the store selects for it, so only the questions that an edit can touch
have to be asked again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.signatures import row_names
from coindex.reasoner.asp.terms import arguments, split_at, split_term
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.default_rules import DEFAULT_PREDICATES, default_rule, sides_of
from coindex.reasoner.knowledge.scripts import PREDICATES as SCENES
from coindex.reasoner.knowledge.sentences import PREDICATE as SENTENCE
from coindex.reasoner.running.engine import BATCH, Reasoner, batched, outcome_of
from coindex.reasoner.running.parses import parsed
from kparse.caches import lru_cache
from kparse.errors import CoindexError

if TYPE_CHECKING:
    from coindex.reasoner.solving.solver import Grounded
    from coindex.reasoner.store.reading_files import Row, Rule
    from kparse.graph import SemanticGraph


_Kept = TypeVar("_Kept")
_VARIABLE = re.compile(r"(?:^|[^\w\"])_*[A-Z]|(?:^|[(,])_(?:$|[),])")
_SAYING = {"class": (2, 1), "prop": (3, 2), "attributed": (3, 2)}
"""Predicates of what situations and participants are: their number of arguments, and the place of what is said."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question with its parsed text, or with the error of parsing it."""

    item: Item
    parsed: SemanticGraph | CoindexError

    @property
    def graph(self) -> SemanticGraph | None:
        """Its graph, if there is one."""
        return None if isinstance(self.parsed, CoindexError) else self.parsed

    def answer(self, reasoner: Reasoner, *, explain: bool = False) -> Answer:
        """Answer the question with the reasoner's knowledge."""
        if isinstance(self.parsed, CoindexError):
            return self.item.failed(str(self.parsed), outcome_of(self.parsed))
        return reasoner.answer_item(self.item, self.parsed, explain=explain)


@dataclass(frozen=True, slots=True)
class Concern:
    """The part of the knowledge that is relevant to a question."""

    keys: frozenset[str] = frozenset()
    """Keys under which rows were looked up: lemmas in quotes, and constants."""
    plays: frozenset[tuple[str, str]] | None = None
    """The possible antecedents of default rules, as happening and part; ``None`` if not determined."""
    asserted: frozenset[str] = frozenset()
    """The properties that can be asserted of a participant."""
    there: frozenset[str] = frozenset()
    """What situations and participants can be, with the predicate: ``class harm``, ``prop angry``."""

    def admits(self, default: Row) -> bool:
        """Return whether a row's default rule can speak."""
        if self.plays is None:
            return may_speak(default_rule(default), self.keys)
        happening, term = _sides(sides_of(default.fact).id)
        return happening in self.plays and term in self.asserted


@lru_cache(100_000)
def _sides(default: str) -> tuple[tuple[str, str], str]:
    """Split a default rule into its antecedent (happening and part) and what it says of the participant.

    >>> _sides("reason(harm,actor,dim(size,hi))")
    (('harm', 'actor'), 'dim(size,hi)')
    """
    happening, part, asserted = arguments(default)
    return (happening, part), asserted


def prepare(reasoner: Reasoner, items: Iterable[Item]) -> Iterator[Prepared]:
    """Parse questions, keeping their order."""
    return (Prepared(item, graph) for item, graph in parsed(reasoner, items))


def answered(reasoner: Reasoner, questions: Iterable[Prepared]) -> Iterator[Answer]:
    """Answer prepared questions, many in one program, in their order."""
    for chunk in batched(questions, BATCH):
        yield from reasoner.answer_items([(one.item, one.parsed, 0.0) for one in chunk])


def asked(reasoner: Reasoner, question: Prepared) -> tuple[Answer, Concern]:
    """Answer a question, and say which knowledge can speak about it."""
    seen: list[Grounded] = []
    reasoner.observe = seen.append
    try:
        answer = question.answer(reasoner)
    finally:
        reasoner.observe = None
    keys = keys_at_hand(reasoner, question).keys
    return answer, _concern(keys, seen[0]) if len(seen) == 1 else Concern(keys)


def _concern(keys: frozenset[str], readings: Grounded) -> Concern:
    """Say what happens and what is said in some reading."""
    return Concern(
        keys,
        frozenset((str(row[1]), str(row[2])) for row in readings.possible("plays/4")),
        frozenset(str(row[2]) for row in readings.possible("attributed/3")),
        frozenset(
            f"{name} {row[place]!s}"
            for name, (arity, place) in _SAYING.items()
            for row in readings.possible(f"{name}/{arity}")
        ),
    )


def keys_at_hand(reasoner: Reasoner, question: Prepared) -> Concern:
    """Find only the keys of the knowledge that is relevant to a question; this is quick."""
    from coindex.reasoner.grounding.question_facts import assemble
    from kparse.asp import quote
    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    graph, item = question.graph, question.item
    if graph is None:
        return Concern()
    try:
        asked_about = reasoner.questions_of(graph, item.pronoun, item.candidates)
        others = reasoner.other_questions(graph, asked_about)
        given = tuple(facts(encode(graph)))
        program = assemble(graph, given, asked_about[0], others, reasoner.store)
        selection = reasoner.store.fetch(program.lemmas)
    except CoindexError:
        return Concern()
    words = frozenset(quote(lemma) for lemma in (*program.lemmas, *_joined(graph)))
    return Concern(selection.constants | words)


def may_speak(rule: Rule, at_hand: Collection[str]) -> bool:
    """Return whether the constants at hand can satisfy all guards of a rule."""
    return all(any(name in at_hand for name in guard) for guard in rule.guards)


def _joined(graph: SemanticGraph) -> Iterator[str]:
    """Yield the lemmas under which a word's rows would be looked up: ``look_after``, parts of names."""
    for node in graph.nodes.values():
        yield node.concept
        yield from node.concept.split("_")
        for edge in graph.out(node.id):
            if edge.role.startswith("obl."):
                yield f"{node.concept}_{edge.role[4:]}"


class Changes:
    """Rows and rules that were added, removed or changed.

    Args:
        rows: the rows.
        rules: the rules, both as they were and as they are.
        halves: what the halves of sentences among the rows need (:meth:`coindex.reasoner.store.store.Store.halves_of`).
    """

    def __init__(
        self,
        rows: Sequence[Row],
        rules: Sequence[Rule],
        halves: Iterable[tuple[frozenset[str], frozenset[str]]] = (),
    ) -> None:
        self._halves = tuple(dict.fromkeys(halves))
        self.rows, self.rules = rows, rules
        special = {*DEFAULT_PREDICATES, *SCENES, SENTENCE}  # (only choices read scenes)
        plain = [row for row in rows if row.predicate not in special]
        self._defaults = [row for row in rows if row.predicate in DEFAULT_PREDICATES]
        self._keys = frozenset(key for row in plain for key in keys_of(row))
        only_axioms = all(rule.kind == "axiom" for rule in rules)
        self._wanted = [wanted(rule.program) if only_axioms else () for rule in rules]

    def touch(self, question: Concern) -> bool:
        """Return whether they can affect a question.

        The relevant part of the old knowledge is enough to decide this: anything newly reachable is reached through one
        of the rows.
        """
        if not self._keys.isdisjoint(question.keys):
            return True
        for one, other in self._halves:
            if not (one.isdisjoint(question.keys) or other.isdisjoint(question.keys)):
                return True
        at_hand = question.keys | self._keys if self._keys else question.keys
        for rule, wants in zip(self.rules, self._wanted, strict=True):
            if question.plays is not None and any(map(question.there.isdisjoint, wants)):
                continue
            if may_speak(rule, at_hand):
                return True
        return any(map(question.admits, self._defaults))


def differing(
    before: tuple[Iterable[Row], Iterable[Rule]], after: tuple[Iterable[Row], Iterable[Rule]]
) -> tuple[list[Row], list[Rule]]:
    """Give the rows and rules that only one of two versions has; file, line and sentence do not matter."""
    rows = ({row.fact: row for row in side[0]} for side in (before, after))
    rules = ({(r.id, r.weight, r.program): r for r in side[1]} for side in (before, after))
    return _of_one(*rows), _of_one(*rules)


def _of_one(one: Mapping[Any, _Kept], other: Mapping[Any, _Kept]) -> list[_Kept]:
    """Give the values whose key only one of two tables has."""
    gone = [value for key, value in one.items() if key not in other]
    return gone + [value for key, value in other.items() if key not in one]


def wanted(program: str) -> tuple[frozenset[str], ...]:
    """Give what an axiom asks of situations and participants: of each set, one must be there.

    >>> found = wanted("expl(a,E,S) :- class(E,harm); prop(S,X,(angry;calm)); not prop(S,X,kind); coref(X,Y).")
    >>> [sorted(names) for names in found]
    [['class harm'], ['prop angry', 'prop calm']]
    """
    found = []
    for literal in split_at(program.removesuffix(".").partition(" :- ")[2], ";"):
        name, args = split_term(literal)
        arity, place = _SAYING.get(name, (0, 0))
        if len(args) == arity and arity:
            pool = split_at(args[place].removeprefix("(").removesuffix(")"), ";")
            if pool and not any(_VARIABLE.search(term) for term in pool):
                found.append(frozenset(f"{name} {term}" for term in pool))
    return tuple(found)


def keys_of(row: Row) -> tuple[str, ...]:
    """Return the keys of a row: its first argument, and also the second if the predicate is symmetric."""
    args = arguments(row.fact)
    return args[:2] if row_names()[row.predicate].symmetric else args[:1]
