"""Suggest missing knowledge: for each candidate words of profiles and the cheapest rows that would decide a question.

A row of ``reason/4`` or ``effect/4`` decides a question if it fits the reading for one candidate and no other. Fitting
rows are read off the situations that the text relates: their classes, roles and asserted properties. An adjective
without rows may also be assigned a property that has rows. Each suggestion is tested by solving the question again
with the row added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from coindex.reasoner.asp.terms import arguments, split_term
from coindex.reasoner.counterfactuals.scene import Scene
from coindex.reasoner.counterfactuals.suggest_profiles import missing_words
from coindex.reasoner.english.atoms import statement
from coindex.reasoner.knowledge.default_rules import (
    DEFAULT_PREDICATES,
    default_rule,
    inner,
    sides_of,
)
from coindex.reasoner.knowledge.profiles import PREDICATE, profile_of
from coindex.reasoner.solving.deciding import decided
from coindex.reasoner.store.reading_files import Row
from kparse.asp import quote

if TYPE_CHECKING:
    from coindex.reasoner.answer import Answer
    from coindex.reasoner.solving.case import Case, Solved
    from coindex.reasoner.store.store import Selection, Store

SHOWN = 3
"""Number of rows suggested per candidate."""
WORDS_SHOWN = 2
"""Number of words for profiles suggested per candidate."""
WORD_TRIES = 4
"""Maximum number of words tested per candidate."""
TRIES = 12
"""Maximum number of rows tested per candidate."""
WEIGHTS = (5, 9)
"""Weights to test: typical, and nearly certain."""
_VACUOUS = frozenset("act seem be_at go have feel mental feeling".split())
"""Classes and properties that cover nearly everything."""
_NO_PARTS = frozenset("topic".split())


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Rows that would decide a question in favour of a candidate."""

    index: int
    """Index of the candidate."""
    candidate: str
    rows: tuple[str, ...]
    """Facts in the syntax of a knowledge file; none if it is a word for a profile."""
    margin: int
    """The extra cost of the runner-up once the rows are added, at the deciding level."""
    advice: str = ""
    """Which word to add to which profile."""
    says: str = ""
    """What it says, in a sentence."""

    def to_dict(self) -> dict[str, object]:
        """Return a JSON-ready dictionary."""
        return {
            "index": self.index,
            "candidate": self.candidate,
            "rows": list(self.rows),
            "margin": self.margin,
            "advice": self.advice,
            "says": self.says,
        }


Solve = Callable[["Case"], tuple["Solved", "Answer"]]
"""Solves a case and compares the readings."""


def suggestions(
    solved: Solved, probed: Solved, store: Store, solve: Solve, *, decided: int | None = None
) -> list[Suggestion]:
    """Find words of profiles, then rows, that would decide a question for each of its candidates, the cheapest first.

    Args:
        solved: the case and everything derived from it.
        probed: the same with :func:`~coindex.reasoner.counterfactuals.suggest_profiles.probes`.
        store: the knowledge.
        solve: answers a case, including its extra rows.
        decided: the candidate that the knowledge already favours; it gets no suggestions.
    """
    pronoun = solved.case.question.pronoun
    views = [_View(o.atoms, pronoun) for o in solved.solution.optima]
    found: list[Suggestion] = []
    for index in range(len(views)):
        if index == decided:
            continue
        found += _words_for(solved, probed, index, solve)
        found += _for(solved, index, views, store, solve)
    return found


def _words_for(solved: Solved, probed: Solved, index: int, solve: Solve) -> Iterator[Suggestion]:
    """Try the words that the candidate's profiles could have."""
    case = solved.case
    candidate = case.question.candidates[index]
    node = candidate.node or f"none({index})"
    atoms = probed.solution.optima[index].atoms
    words = missing_words(atoms, node, solved.selection.profiles)
    given = 0
    for word in islice(words, WORD_TRIES):
        _, answer = solve(replace(case, rows=(word.row,)))
        if _decides(answer, index, word.id):
            given += 1
            told = _told(answer, word.id)
            yield Suggestion(index, candidate.text, (), _margin(answer), word.advice, told)
        if given >= WORDS_SHOWN:
            return


def _for(
    solved: Solved, index: int, views: Sequence[_View], store: Store, solve: Solve
) -> Iterator[Suggestion]:
    case = solved.case
    candidate = case.question.candidates[index]
    given = 0
    tries = 0
    wordings: set[tuple[str, ...]] = set()
    for row in _rows(solved, index, views, store):
        if given >= SHOWN or tries >= TRIES:
            return
        shape = _shape(row)
        if shape in wordings:
            continue
        tries += 1
        decided = _tried(case, row, index, solve)
        if decided is not None:
            wordings.add(shape)
            given += 1
            row, ahead, told = decided
            yield Suggestion(index, candidate.text, (row,), ahead, says=told)


def _told(answer: Answer, rule: str) -> str:
    """Give the sentence with which an answer tells a rule that spoke."""
    spoke = answer.best.rules if answer.best is not None else ()
    return next((one.text for one in spoke if one.id == rule), "")


def _shape(row: str) -> tuple[str, ...]:
    """Return the role and situations of a default rule. Of rules that agree in these, only the cheapest is kept."""
    name, args = split_term(row)
    return (
        (name, args[1], args[0][:1] * (args[0][0] == '"')) if name in DEFAULT_PREDICATES else (row,)
    )


def _tried(case: Case, row: str, index: int, solve: Solve) -> tuple[str, int, str] | None:
    """Return the row with the lowest deciding weight, its margin, and what it says; ``None`` if no weight decides."""
    default = row.startswith(DEFAULT_PREDICATES)
    for weight in WEIGHTS if default else (0,):
        fact = f"{row[:-1]},{weight})" if default else row
        _, answer = solve(replace(case, rows=(as_row(fact),)))
        rule = sides_of(fact).id if default else ""
        if _decides(answer, index, rule):
            said = _told(answer, rule) if default else f"{statement(fact, str)}."
            return f"{fact}.", _margin(answer), said
    return None


def _decides(answer: Answer, index: int, rule: str) -> bool:
    """Return whether knowledge decides for a candidate, and a rule, if one is given, fired."""
    best = answer.best
    fired = best is not None and (not rule or any(r.id == rule for r in best.rules))
    return answer.answer == index and answer.decided_by == "knowledge" and fired


def _margin(answer: Answer) -> int:
    decision = decided(answer)
    return 0 if decision is None else decision.margin


# ------------------------------------------------------------------------------------------ what would fit


class _View(Scene):
    """The atoms of one reading that suggested rows can match."""

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


def _rows(solved: Solved, index: int, views: Sequence[_View], store: Store) -> Iterator[str]:
    """Yield rows that fit only the candidate's reading, the cheapest first; default rules have no weight yet."""
    view = views[index]
    elsewhere = {t for i, other in enumerate(views) if i != index for t in other.triples()}
    mine = [t for t in dict.fromkeys(view.triples()) if t not in elsewhere]
    depth = _depths(solved.selection)
    known = {rule.id for rule in solved.selection.every_rule()}
    mine.sort(key=lambda t: _price(t, depth))
    defaults = [f"{t[0]}({','.join(t[1:])})" for t in mine]
    others = [v for v in views if v is not view]
    unknown = set(solved.program.unknown)
    single = list(_of_words(view, elsewhere))
    # An unknown word is the likeliest gap: try one default rule about it, then classes for it.
    yield from [default for default in single if _word_of(default) in unknown][:1]
    words = list(dict.fromkeys(_words(solved, view, others, store)))
    yield from words[:SHOWN]
    yield from (default for default in defaults if default not in known)
    yield from words[SHOWN:]
    yield from single


def _word_of(default: str) -> str:
    return arguments(default)[0].strip('"')


def _price(triple: tuple[str, str, str, str], depth: dict[str, int]) -> tuple[object, ...]:
    predicate, happening, _, saying = triple
    # Prefer the most general class, the word's own property, and one direction of a default rule over its mirror.
    general = depth.get(inner(happening, "neg"), 0)
    deed = saying.startswith(("does(", "gets("))
    near = -depth.get(inner(saying, "does", "gets", "neg"), 0)
    return (deed, predicate != "reason", near, general, triple)


def _depths(selection: Selection) -> dict[str, int]:
    """Return the distance of each class and property from its most general ancestor."""
    above: dict[str, list[str]] = {}
    for row in selection.rows:
        if row.predicate in ("isa", "prop_isa"):
            low, high = arguments(row.fact)
            above.setdefault(low, []).append(high)
    depths: dict[str, int] = {}

    def depth(name: str, seen: frozenset[str]) -> int:
        if name not in depths:
            higher = [a for a in above.get(name, ()) if a not in seen]
            depths[name] = max((1 + depth(a, seen | {name}) for a in higher), default=0)
        return depths[name]

    for name in sorted(above):
        depth(name, frozenset())
    return depths


def _of_words(view: _View, elsewhere: set[tuple[str, str, str, str]]) -> Iterator[str]:
    """Yield default rules about a situation's own word, for words without a class."""
    asserted_elsewhere = {triple[3] for triple in elsewhere}
    for predicate, first, player, second, other in view.joints():
        part = ["bearer"] if view.bears(first, player) else view.parts(first, player)[:1]
        said = sorted(view.sayings(second, other), key=lambda p: p in asserted_elsewhere)[:3]
        for (key,) in view.where("key", first) if part else ():
            yield from (f"{predicate}({key},{part[0]},{p})" for p in said)


# ------------------------------------------------------------------------------------------ words without rows


def _words(solved: Solved, view: _View, others: Sequence[_View], store: Store) -> Iterator[str]:
    """Yield rows that assign an unknown adjective a property that default rules mention.

    (What class a verb is of cannot be guessed from what would decide.)
    """
    unknown = set(solved.program.unknown)
    graph = solved.case.graph
    for predicate, first, second in view.links():
        node = graph.nodes.get(second)
        known = node is None or node.concept not in unknown or second in _denied(view)
        if node is not None and not known and node.attrs.get("pos") == "adj":
            yield from _under(node.concept, predicate, first, second, view, others, store)


def _denied(view: _View) -> set[str]:
    return {s for s, c in view.known["class"] if c.startswith("neg(")}


def _under(
    word: str,
    predicate: str,
    first: str,
    second: str,
    view: _View,
    others: Sequence[_View],
    store: Store,
) -> Iterator[str]:
    """Yield rows for the word that would let a default rule about the other situation fire, the strongest first."""
    subject = next((x for (x,) in view.where("actor", second)), None) or next(
        (x for r, x in view.where("role", second)), None
    )
    if subject is None:
        return
    mine = _about(view, first, subject)
    theirs = {pair for other in others for pair in _about(other, first, subject)}
    found: dict[str, int] = {}
    denied: set[str] = set()
    for row in store.rows_of(predicate, limit=100_000):
        sides = sides_of(row.fact)
        pair = (sides.happening, sides.part)
        meaning = _meaning(sides.asserted)
        if meaning and pair in theirs:
            denied.add(meaning)
        elif meaning and pair in mine:
            found[meaning] = max(found.get(meaning, 0), sides.weight)
    ranked = sorted(
        (-weight, meaning) for meaning, weight in found.items() if meaning not in denied
    )
    yield from (f"adj({quote(word)},{meaning})" for _, meaning in ranked)


def _meaning(asserted: str) -> str:
    """Return the property in a default rule's P, if a single row can assign it to an adjective."""
    return "" if asserted.startswith(("does(", "gets(", "neg(")) else asserted


def _about(view: _View, situation: str, subject: str) -> set[tuple[str, str]]:
    """Return the pairs of C and R that hold of the participant that is the subject of the unknown word."""
    return {
        pair
        for player in view.players(situation)
        if {(player, subject), (subject, player)} & view.matched
        for pair in view.happenings(situation, player)
    }


# ------------------------------------------------------------------------------------------ rows besides


def as_row(fact: str) -> Row:
    """Return a row that is in no file."""
    predicate, args = split_term(fact)
    return Row(fact, predicate, args[0], "suggested", 1)


def with_rows(selection: Selection, rows: Sequence[Row]) -> Selection:
    """Add rows to a selection; default rules become rules, profiles replace those of their participant."""
    defaults = tuple(default_rule(row) for row in rows if row.predicate in DEFAULT_PREDICATES)
    apart = (*DEFAULT_PREDICATES, PREDICATE)
    plain = tuple(row for row in rows if row.predicate not in apart)
    profiles = tuple(profile_of(row) for row in rows if row.predicate == PREDICATE)
    names = {default.id for default in defaults}
    fresh = replace(
        selection,
        rows=(*selection.rows, *plain),
        row_index=selection.row_index.without(names),
        profiles=(*profiles, *selection.profiles),
    )
    return fresh.adding(defaults)


def constants_of(rows: Sequence[Row]) -> list[str]:
    """Return the constants that rows lead to."""
    return [
        inner(term, "does", "gets", "neg")
        for row in rows
        if row.predicate != PREDICATE
        for term in arguments(row.fact)
        if not term.startswith('"') and not term.isdigit()
    ]
