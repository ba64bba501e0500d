"""Which stored sentences speak about a question, and the rule that the best of them becomes.

A stored sentence was written without the question in view, so it has to meet the text in both halves by all that it
says: predicates, complements, who takes part, nouns, what is denied, and that the two are linked. One half may have
another word of the same narrow class. Sentences that meet the text exactly come first: a vague one never outweighs
them, and two that disagree leave the question to other knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from coindex.reasoner.asp.records import Rule
from coindex.reasoner.asp.terms import arguments, name_of
from coindex.reasoner.english_rules.content import Content, content
from coindex.reasoner.english_rules.halves import Clause, clause, clauses
from coindex.reasoner.english_rules.sentences import EnglishRule
from coindex.reasoner.knowledge.sentence_readings import Halves, SentenceReading
from coindex.reasoner.solving.case import Case, Solved
from coindex.reasoner.solving.given_rules import rules_from_sentences
from coindex.reasoner.store.sentence_index import Found
from coindex.reasoner.store.store import Store
from kparse.graph import SemanticGraph

MOST = 8
"""Sentences that are matched with one question."""
_LOSS = 2
"""Points of weight that a sentence loses for each thing that it does not meet exactly."""


@dataclass(frozen=True, slots=True)
class Met:
    """A sentence that meets a text in both halves."""

    found: Found
    loose: int
    """How many things are not met exactly: another word of a class, a pronoun for a noun, another preposition."""


def pairs_said(case: Case) -> list[tuple[str, str]]:
    """Give the pairs of predicates of a text of which one is about the pronoun, sorted; in a choice, all pairs."""
    said = clauses(case.graph)
    about = [one for one in said if case.question.is_gap or _has(one, case.question.pronoun)]
    return sorted({(a.key, b.key) for a in about for b in said if a.core != b.core})


def _has(one: Clause, node: str) -> bool:
    return any(player == node for _, player in one.slots)


def stored_rules(
    case: Case,
    store: Store,
    solve_plainly: Callable[[], Solved],
    rule_of: Callable[[SentenceReading], EnglishRule],
) -> list[Rule]:
    """Give the rule of the stored sentence that fits a question best, if there is one.

    Args:
        case: the question.
        store: the knowledge.
        solve_plainly: solves the case without sentences, with all atoms.
        rule_of: makes the rule of a reading.
    """
    found = store.sentences_about(pairs_said(case)) if store.has_sentences else []
    if not found:
        return []
    solved = solve_plainly()
    contents = [content(case.graph, optimum.atoms) for optimum in solved.solution.optima]
    if not contents:
        return []
    met = [one for each in found if (one := meets(each, case, contents[0], store)) is not None]
    met.sort(key=lambda one: one.loose)
    chosen = met[:MOST]
    if not chosen:
        return []
    rules, _ = rules_from_sentences(solved, [rule_of(one.found.reading) for one in chosen])
    spoke = [(chosen[rule.line - 1], rule) for rule in rules]
    return _best(spoke)


def _best(spoke: Sequence[tuple[Met, Rule]]) -> list[Rule]:
    """Choose among the rules of sentences: of those that meet the text best, one, unless they disagree."""
    if not spoke:
        return []
    least = min(one.loose for one, _ in spoke)
    best = [(one, rule) for one, rule in spoke if one.loose == least]
    if len({arguments(rule.program.rstrip("."))[2] for _, rule in best}) > 1:
        return []
    one, rule = max(best, key=lambda pair: (pair[0].found.sentence.weight, pair[1].weight))
    sentence = one.found.sentence
    weight = max(1, sentence.weight - _LOSS * one.loose)
    _, candidate_part = _called(rule)
    made = sentence.as_rule("", candidate_part, weight)
    return [replace(made, program=_renamed(rule.program, sentence.id))]


def _renamed(program: str, name: str) -> str:
    """Put the name of the sentence in the place of its number."""
    args = arguments(program.rstrip("."))
    return f"{name_of(program)}({','.join((name, *args[1:]))})."


def _called(rule: Rule) -> tuple[str, str]:
    """Give the text before and within the quotes that say which participant is meant: ``“person2” is {Y}``."""
    before, _, rest = rule.text.rpartition(" (“")
    return before, rest.partition("” is {Y})")[0] if rest.endswith("” is {Y})") else ""


# ------------------------------------------------------------------------------------------- how it is met


def meets(found: Found, case: Case, text: Content, store: Store) -> Met | None:
    """Check whether a sentence meets a text in both halves by all that it says."""
    from kparse.notation.penman import decode

    graph = decode(found.reading.graph)
    said = clauses(case.graph)
    options = [
        loose
        for halves in found.reading.halves
        for loose in _pairs(found.reading, graph, halves, said, case, text, store)
    ]
    return Met(found, min(options)) if options else None


def _pairs(
    reading: SentenceReading,
    graph: SemanticGraph,
    halves: Halves,
    said: Sequence[Clause],
    case: Case,
    text: Content,
    store: Store,
) -> Iterator[int]:
    """Yield for each pair of clauses that the halves meet how many things they do not meet exactly."""
    one, two = (clause(graph, node) for node in halves.nodes)
    if one is None or two is None:
        return
    denied = {each.id for each in text.predications if each.denied}
    firsts = list(_options(reading, graph, one, said, case, store))
    seconds = list(_options(reading, graph, two, said, case, store)) if firsts else []
    for mine, loose in firsts:
        for theirs, other in seconds:
            if mine.core == theirs.core or loose[0] + other[0] > 1:
                continue
            if not (
                case.question.is_gap
                or _has(mine, case.question.pronoun)
                or _has(theirs, case.question.pronoun)
            ):
                continue
            pair = _linked(mine, theirs, text)
            if pair is None:
                continue
            turned = [
                _is_denied(here, reading.denied) != _is_denied(there, denied)
                for here, there in ((one, mine), (two, theirs))
            ]
            contrast = pair in text.denies or pair[::-1] in text.denies
            if all(turned) or any(turned) != contrast:
                continue
            yield sum(loose) + sum(other)


def _is_denied(one: Clause, denied: Collection[str]) -> bool:
    return (one.node in denied or one.core in denied) != one.less


def _linked(one: Clause, two: Clause, text: Content) -> tuple[str, str] | None:
    """Give the two nodes by which the text links two clauses."""
    for first in dict.fromkeys((one.node, one.core)):
        for second in dict.fromkeys((two.node, two.core)):
            if text.linked(first, second):
                return first, second
    return None


def _options(
    reading: SentenceReading,
    graph: SemanticGraph,
    half: Clause,
    said: Sequence[Clause],
    case: Case,
    store: Store,
) -> Iterator[tuple[Clause, tuple[int, int]]]:
    """Yield the clauses that a half meets, each with whether it is by class, and what else is not exact."""
    for one in said:
        alike = _word(half, one, store)
        if alike is None or (half.complement != one.complement and half.complement):
            continue
        rest = _players(reading, graph, half, one, case, store)
        if rest is not None:
            yield one, (alike, rest + (half.complement != one.complement))


def _word(half: Clause, one: Clause, store: Store) -> int | None:
    """Tell whether two predicates are the same word (0), or of the same narrow class (1)."""
    if half.key == one.key:
        return 0
    if half.framed or one.framed:
        return None
    return 1 if store.same_narrow_class(half.key, one.key) else None


def _players(
    reading: SentenceReading,
    graph: SemanticGraph,
    half: Clause,
    one: Clause,
    case: Case,
    store: Store,
) -> int | None:
    """Count what is not exact about the participants; ``None`` if one is missing or is something else."""
    loose = 0
    have: dict[str, list[str]] = {}
    for relation, node in one.slots:
        have.setdefault(relation, []).append(node)
    for relation, node in half.slots:
        players = have.get(relation, [])
        if not players and relation.startswith("obl."):
            players = [
                n for other, nodes in have.items() if other.startswith("obl.") for n in nodes
            ]
            loose += 1
        if not players:
            return None
        nouns = (reading.heads or {}).get((reading.variable or {}).get(node, ""), ())
        found = [_noun(nouns, case.graph, player, store) for player in players]
        fits = [each for each in found if each is not None]
        if not fits:
            return None
        loose += min(fits)
    return loose


def _noun(nouns: Sequence[str], graph: SemanticGraph, player: str, store: Store) -> int | None:
    """Compare the noun of a participant: the same (0), a pronoun or a noun of that kind (1), another one (``None``)."""
    node = graph.nodes[player]
    if not nouns or node.concept in nouns:
        return 0
    if node.kind == "pronoun":
        return 1
    return 1 if any(store.is_kind_of(node.concept, noun) for noun in nouns) else None
