"""Questions that are parsed once and asked with several versions of the knowledge.

An answer depends only on the text and on what the store selects for it. Two versions that select the same give the same
answer, so only the questions that an edit affects have to be asked again.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from coindex.reasoner.answer import Answer
from coindex.reasoner.asp.signatures import row_names
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.item import Item
from coindex.reasoner.knowledge.typical_rows import (
    DEFAULT_PREDICATES,
    default_rule,
    is_default_rule,
    sides_of,
)
from coindex.reasoner.knowledge.variants import fact_for
from coindex.reasoner.running.engine import BATCH, Reasoner, batched, outcome_of
from coindex.reasoner.running.program import applicable
from kparse.errors import CoindexError, InputError

if TYPE_CHECKING:
    from coindex.reasoner.grounding.question_facts import Program
    from coindex.reasoner.knowledge.reading import Row, Rule
    from coindex.reasoner.knowledge.store import Selection
    from kparse.graph import SemanticGraph


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question with its parsed text, or with the error of parsing it."""

    item: Item
    graph: SemanticGraph | None
    facts: tuple[str, ...] = ()
    error: CoindexError | None = None

    def answer(self, reasoner: Reasoner, *, explain: bool = False) -> Answer:
        """Answer the question with the reasoner's knowledge."""
        if self.graph is None:
            error = self.error or InputError("the text could not be parsed")
            return self.item.failed(str(error), outcome_of(error))
        return reasoner.answer_item(self.item, self.graph, explain=explain)


@dataclass(frozen=True, slots=True)
class Concern:
    """The part of the knowledge that is relevant to a question."""

    keys: frozenset[str]
    """Keys under which rows were looked up: lemmas in quotes, and constants."""
    program: str
    """Digest of everything that can affect the answer: facts, rows, rules with their weights."""
    plays: frozenset[tuple[str, str]] | None = None
    """The possible antecedents of default rules, as happening and part; ``None`` if not determined."""
    asserted: frozenset[str] = frozenset()
    """The properties that can be asserted of a participant."""

    def admits(self, default: Row) -> bool:
        """Return whether a row's default rule can speak."""
        if self.plays is None:
            return may_speak(default_rule(default), self.keys)
        happening, term = _sides(sides_of(default.fact).id)
        return happening in self.plays and term in self.asserted


@lru_cache(maxsize=100_000)
def _sides(default: str) -> tuple[tuple[str, str], str]:
    """Split a default rule into its antecedent (happening and part) and what it says of the participant.

    >>> _sides("reason(harm,actor,dim(size,hi))")
    (('harm', 'actor'), 'dim(size,hi)')
    """
    happening, part, asserted = arguments(default)
    return (happening, part), asserted


def prepare(reasoner: Reasoner, items: Iterable[Item]) -> Iterator[Prepared]:
    """Parse questions, keeping their order."""
    from kparse.notation.facts import facts
    from kparse.notation.penman import encode

    for chunk in batched(items, BATCH):
        for item, graph in _parsed(reasoner, chunk):
            if isinstance(graph, CoindexError):
                yield Prepared(item, None, error=graph)
            else:
                yield Prepared(item, graph, tuple(facts(encode(graph))))


def _parsed(
    reasoner: Reasoner, items: Sequence[Item]
) -> Iterator[tuple[Item, SemanticGraph | CoindexError]]:
    """Parse a batch; if one text fails, parse the texts one by one."""
    from kparse.semantics.build import parse_text, parse_texts

    texts, asked = [i.text for i in items], [[i.pron_start] for i in items]
    try:
        graphs = list(parse_texts(reasoner.nlp, texts, blanks=True, asked=asked))
    except CoindexError:
        for item in items:
            try:
                yield (
                    item,
                    parse_text(reasoner.nlp, item.text, blanks=True, asked=[item.pron_start]),
                )
            except CoindexError as error:
                yield item, error
        return
    yield from zip(items, graphs, strict=True)


def concern(
    reasoner: Reasoner,
    question: Prepared,
    *,
    closely: bool = False,
    before: Concern | None = None,
) -> Concern:
    """Find the knowledge that is relevant to a question; none if it cannot be asked.

    Args:
        reasoner: its knowledge is used.
        question: the question.
        closely: also find which default rules can speak, and leave out the others; as slow as answering.
        before: an earlier result to reuse; only axioms and default rules may have changed since.
    """
    from coindex.reasoner.grounding.profile_facts import profile_words
    from coindex.reasoner.grounding.pruning import pruner
    from coindex.reasoner.grounding.question_facts import encoding_text

    try:
        chosen = _selected(reasoner, question)
    except CoindexError as error:
        return Concern(frozenset(), str(error))
    if chosen is None:
        return Concern(frozenset(), "")
    program, selection, words = chosen
    said = profile_words(selection.profiles, program.lemmas)
    facts = [*program.facts, *(row.fact for row in selection.rows), *(word.fact for word in said)]
    plays, asserted = None, frozenset[str]()
    if closely and before is not None and before.plays is not None:
        plays, asserted = before.plays, before.asserted
    elif closely:
        plays, asserted = _possible(facts, selection)
    defaults = [rule for rule in selection.every_rule() if is_default_rule(rule.id)]
    if plays is not None:
        sides = ((default, *_sides(default.id)) for default in defaults)
        defaults = [
            default for default, happening, term in sides if happening in plays and term in asserted
        ]
    weights = [rule for rule in selection.rules if rule.id and not is_default_rule(rule.id)]
    text = pruner(encoding_text()).program(
        [*facts, *map(fact_for, weights), *map(fact_for, defaults)], list(applicable(selection))
    )
    return Concern(selection.constants | words, _digest(text), plays, asserted)


def keys_at_hand(reasoner: Reasoner, question: Prepared) -> Concern:
    """Find only the keys of the knowledge that is relevant to a question; this is quick."""
    try:
        chosen = _selected(reasoner, question)
    except CoindexError:
        chosen = None
    return Concern(frozenset() if chosen is None else chosen[1].constants | chosen[2], "")


def _selected(
    reasoner: Reasoner, question: Prepared
) -> tuple[Program, Selection, frozenset[str]] | None:
    """Give a question's facts, what the store selects for it, and its words; ``None`` without a graph."""
    from coindex.reasoner.grounding.question_facts import assemble
    from kparse.asp import quote

    graph, item = question.graph, question.item
    if graph is None:
        return None
    asked = reasoner.questions_of(graph, item.pronoun, item.candidates)
    others = reasoner.other_questions(graph, asked)
    program = assemble(graph, question.facts, asked[0], others, reasoner.store)
    words = frozenset(quote(lemma) for lemma in (*program.lemmas, *_joined(graph)))
    return program, reasoner.store.fetch(program.lemmas), words


def _possible(
    facts: Sequence[str], selection: Selection
) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """Ground all but the axioms; return the parts played in happenings and the properties asserted, in any reading."""
    import clingo

    from coindex.reasoner.grounding.pruning import pruner
    from coindex.reasoner.grounding.question_facts import encoding_text

    rules = list(applicable(selection.helpers()))
    text = pruner(encoding_text()).program(facts, rules, everything=True)
    control = clingo.Control(["--warn=none"], logger=lambda _code, _message: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    atoms = control.symbolic_atoms
    return (
        frozenset(
            (str(a.symbol.arguments[1]), str(a.symbol.arguments[2]))
            for a in atoms.by_signature("plays", 4)
        ),
        frozenset(str(a.symbol.arguments[2]) for a in atoms.by_signature("attributed", 3)),
    )


_HEAD = re.compile(r"(?:expl|cons|goal|accept|favour|clash)\([^:]*\)(?= :-|\.)")
"""Head of an axiom."""


def _digest(program: str) -> str:
    """Return a digest of a program that ignores the weights of rules that are not in it."""
    lines = program.split("\n")
    ids = {arguments(head[0])[0] for line in lines if (head := _HEAD.match(line))}
    kept = [
        line
        for line in lines
        if not line.startswith("weight(") or arguments(line.rstrip("."))[0] in ids
    ]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


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


def touched(question: Concern, rows: Sequence[Row], rules: Sequence[Rule]) -> bool:
    """Return whether rows and rules that were added, removed or changed can affect a question.

    The relevant part of the old knowledge is enough to decide this: anything newly reachable is reached through one of
    the rows.
    """
    plain = [row for row in rows if row.predicate not in DEFAULT_PREDICATES]
    keys = {key for row in plain for key in keys_of(row)}
    at_hand = question.keys | keys
    if not keys.isdisjoint(question.keys) or any(may_speak(rule, at_hand) for rule in rules):
        return True
    return any(question.admits(row) for row in rows if row.predicate in DEFAULT_PREDICATES)


def keys_of(row: Row) -> tuple[str, ...]:
    """Return the keys of a row: its first argument, and also the second if the predicate is symmetric."""
    args = arguments(row.fact)
    return args[:2] if row_names()[row.predicate].symmetric else args[:1]
