"""Stored sentences: what is kept of a sentence when it is read, and the rule that is made of it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from coindex.reasoner.english_rules.content import content, root
from coindex.reasoner.english_rules.halves import clause
from coindex.reasoner.english_rules.sentences import EnglishRule, derived, read
from coindex.reasoner.knowledge.sentence_readings import Halves, SentenceReading
from kparse.caches import cache
from kparse.errors import InputError
from kparse.graph import SemanticGraph

if TYPE_CHECKING:
    from spacy.language import Language

    from coindex.reasoner.store.store import Store


@cache
def parser_digest() -> str:
    """Give a digest of the shipped parser and of the programs that read sentences, the same on every machine."""
    import kparse
    from coindex.files.cache import program_digest
    from kparse.input.pipeline import SHIPPED

    programs = program_digest(Path(kparse.__file__).parent, Path(__file__).parent)
    found = hashlib.sha256(programs.encode())
    for path in sorted(path for path in SHIPPED.rglob("*") if path.is_file()):
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:32]


def reading_of(sentence: str, nlp: Language, store: Store) -> SentenceReading:
    """Read a sentence; one that cannot be used becomes a reading that says why."""
    from kparse.notation.penman import encode

    try:
        rule = read(sentence, nlp, store)
    except InputError as error:
        return SentenceReading(sentence, problem=error.message)
    halves = tuple(_halves(rule))
    thin = "" if halves else "no two of its situations are linked and say something by themselves"
    return SentenceReading(
        sentence,
        encode(rule.content.graph),
        dict(rule.variable),
        {of: tuple(sorted(nouns)) for of, nouns in rule.heads.items()},
        dict(rule.kinds),
        dict(rule.names),
        halves,
        tuple(sorted(one.id for one in rule.content.predications if one.denied)),
        thin,
    )


def rule_of(reading: SentenceReading, store: Store) -> EnglishRule:
    """Make the rule of a sentence that was read before, with the lexicon of today.

    Raises:
        SolveError: clingo rejects the program.
    """
    from kparse.notation.penman import decode

    graph = decode(reading.graph)
    return EnglishRule(
        reading.sentence,
        content(graph, derived(graph, store)),
        dict(reading.variable or {}),
        {of: frozenset(nouns) for of, nouns in (reading.heads or {}).items()},
        dict(reading.kinds or {}),
        dict(reading.names or {}),
    )


def _halves(rule: EnglishRule) -> Iterator[Halves]:
    """Give the pairs of situations that the sentence links, the cause first.

    What says a property and a deed of one participant (*brittle things break*) links them, too.
    """
    graph = rule.content.graph
    pairs = sorted(rule.content.leads)
    if not pairs:
        pairs = sorted(_sharing(rule))
    wider = [
        (a, b)
        for one, two in pairs
        for a in (one, *_framing(graph, one))
        for b in (two, *_framing(graph, two))
    ]
    for one, two in dict.fromkeys(wider):
        first, second = clause(graph, one), clause(graph, two)
        if first is not None and second is not None and first.core != second.core:
            yield Halves((one, two), (first.key, second.key))


def _framing(graph: SemanticGraph, node: str) -> list[str]:
    """Give the clauses of which a situation is the complement: *tells* of *tells somebody to leave*.

    The reading of one sentence decides for one of two places where a clause may be attached; a text may be read the
    other way.
    """
    return [edge.source for edge in graph.into(node) if edge.role == "comp"]


def _sharing(rule: EnglishRule) -> Iterable[tuple[str, str]]:
    """Give the pairs of situations that say something of one participant: *brittle things break*."""
    taking = {
        one.id: {rule.variable[node] for _, node in one.slots if node in rule.variable}
        for one in rule.content.predications
        if root(one.id) == one.id
    }
    graph = rule.content.graph
    for one, two in combinations(sorted(taking), 2):
        if taking[one] & taking[two] and not _within(graph, one, two):
            yield from ((one, two), (two, one))


def _within(graph: SemanticGraph, one: str, two: str) -> bool:
    """Tell whether one situation is part of the other: its complement or its manner."""
    return any(
        edge.role in ("comp", "mod")
        for source, target in ((one, two), (two, one))
        for edge in graph.out(source)
        if edge.target == target
    )
