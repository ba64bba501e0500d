"""Questions parsed once and asked of several states of the knowledge.

What a question's answer depends on besides its text is what the store selects for it. Two states that select the same
give the same answer, so that only the questions that an edit touches have to be asked again.
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
    from coindex.reasoner.knowledge.reading import Row, Rule
    from coindex.reasoner.knowledge.store import Selection
    from kparse.graph import SemanticGraph


@dataclass(frozen=True, slots=True)
class Prepared:
    """A question whose text is parsed, or why it is not."""

    item: Item
    graph: SemanticGraph | None
    facts: tuple[str, ...] = ()
    error: CoindexError | None = None

    def answer(self, reasoner: Reasoner, *, explain: bool = False) -> Answer:
        """Answer it from the knowledge that a reasoner has."""
        if self.graph is None:
            error = self.error or InputError("the text could not be parsed")
            return self.item.failed(str(error), outcome_of(error))
        return reasoner.answer_item(self.item, self.graph, explain=explain)


@dataclass(frozen=True, slots=True)
class Concern:
    """What the knowledge has to do with a question."""

    keys: frozenset[str]
    """Lemmas in quotes and constants under which rows were looked for."""
    program: str
    """Digest of all that the answer depends on: facts, rows, rules with their weights, as far as they can matter."""
    plays: frozenset[tuple[str, str]] | None = None
    """What rows of default rules can be about here, happening and part; ``None`` if that was not looked into."""
    told: frozenset[str] = frozenset()
    """What can be told of somebody here."""

    def admits(self, default: Row) -> bool:
        """Tell whether a row that stands for a rule can speak."""
        if self.plays is None:
            return may_speak(default_rule(default), self.keys)
        happening, said = _sides(sides_of(default.fact).id)
        return happening in self.plays and said in self.told


@lru_cache(maxsize=100_000)
def _sides(default: str) -> tuple[tuple[str, str], str]:
    """Give what a default rule is about, happening and part, and what it says.

    >>> _sides("reason(harm,actor,dim(size,hi))")
    (('harm', 'actor'), 'dim(size,hi)')
    """
    happening, part, said = arguments(default)
    return (happening, part), said


def prepare(reasoner: Reasoner, items: Iterable[Item]) -> Iterator[Prepared]:
    """Parse questions, in their order."""
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
    """Parse a batch; if one text is refused, the texts are parsed one by one."""
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
    """Find what the knowledge has to do with a question; nothing if it cannot be asked.

    Args:
        reasoner: whose knowledge.
        question: the question.
        closely: also find out which default rules can speak (as slow as answering), and leave the others out.
        before: an earlier result since which nothing but axioms and default rules has changed: that is then known.
    """
    from coindex.reasoner.grounding.pruning import pruner
    from coindex.reasoner.grounding.question_facts import assemble, encoding_text
    from kparse.asp import quote

    graph, item = question.graph, question.item
    if graph is None:
        return Concern(frozenset(), "")
    try:
        asked = reasoner.questions_of(graph, item.pronoun, item.candidates)
    except CoindexError as error:
        return Concern(frozenset(), str(error))
    others = reasoner.other_questions(graph, asked)
    program = assemble(graph, question.facts, asked[0], others, reasoner.store)
    selection = reasoner.store.fetch(program.lemmas)
    facts = [*program.facts, *(row.fact for row in selection.rows)]
    plays, told = None, frozenset[str]()
    if closely and before is not None and before.plays is not None:
        plays, told = before.plays, before.told
    elif closely:
        plays, told = _possible(facts, selection)
    defaults = [rule for rule in selection.every_rule() if is_default_rule(rule.id)]
    if plays is not None:
        sides = ((default, *_sides(default.id)) for default in defaults)
        defaults = [
            default for default, happening, said in sides if happening in plays and said in told
        ]
    weights = [rule for rule in selection.rules if rule.id and not is_default_rule(rule.id)]
    text = pruner(encoding_text()).program(
        [*facts, *map(fact_for, weights), *map(fact_for, defaults)], list(applicable(selection))
    )
    words = {quote(lemma) for lemma in (*program.lemmas, *_joined(graph))}
    return Concern(selection.constants | words, _digest(text), plays, told)


def _possible(
    facts: Sequence[str], selection: Selection
) -> tuple[frozenset[tuple[str, str]], frozenset[str]]:
    """Ground all but the axioms: which parts of what are played, and what is told of anybody, in any reading."""
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
    """Tell programs apart by all but the weights of rules that are not in them."""
    lines = program.split("\n")
    ids = {arguments(head[0])[0] for line in lines if (head := _HEAD.match(line))}
    kept = [
        line
        for line in lines
        if not line.startswith("weight(") or arguments(line.rstrip("."))[0] in ids
    ]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()


def may_speak(rule: Rule, at_hand: Collection[str]) -> bool:
    """Tell whether all that a rule asks for can be met with the constants at hand."""
    return all(any(name in at_hand for name in guard) for guard in rule.guards)


def _joined(graph: SemanticGraph) -> Iterator[str]:
    """Name what a word would be looked up under if there were rows for it: ``look_after``, parts of names."""
    for node in graph.nodes.values():
        yield node.concept
        yield from node.concept.split("_")
        for edge in graph.out(node.id):
            if edge.role.startswith("obl."):
                yield f"{node.concept}_{edge.role[4:]}"


def touched(question: Concern, rows: Sequence[Row], rules: Sequence[Rule]) -> bool:
    """Tell whether rows and rules that are new, gone or different can matter for a question.

    It is enough to know what the old state of the knowledge had to do with it: whatever is reached anew is reached by
    one of the rows.
    """
    plain = [row for row in rows if row.predicate not in DEFAULT_PREDICATES]
    keys = {key for row in plain for key in keys_of(row)}
    at_hand = question.keys | keys
    if not keys.isdisjoint(question.keys) or any(may_speak(rule, at_hand) for rule in rules):
        return True
    return any(question.admits(row) for row in rows if row.predicate in DEFAULT_PREDICATES)


def keys_of(row: Row) -> tuple[str, ...]:
    """Give the keys under which a row is found: its first argument, and the second where it is read both ways."""
    args = arguments(row.fact)
    return args[:2] if row_names()[row.predicate].symmetric else args[:1]
