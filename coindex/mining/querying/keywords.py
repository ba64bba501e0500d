"""Keyword queries made from a question, from narrow to wide.

The first query asks for lines with the predicates of the pronoun and of its candidates, joined by the question's
connective. Later queries ask for less and less of that, and finally for words of the same class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from coindex.asking.text_words import LIGHT, forms
from coindex.reasoner.asp.terms import arguments
from coindex.reasoner.evidence.keys import part_of
from coindex.reasoner.store.store import Store
from kparse.caches import cache
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.situations import (
    COMPLEMENT,
    SITUATIONS,
    Situation,
    joined,
    participants,
    situation,
)

_MEANS = ("verb", "adj")
_MANY = 1_000_000
_ALIKE = 24
"""Most words alike; more make a search slow and vague."""
_SILENT = frozenset(
    ("and", "or", "to", "by", "with", "without", "which", "who", "that", "participle", COMPLEMENT)
)
"""Connectives that are uninformative, or are not words."""
_RESULT = "_result"


@dataclass(frozen=True, slots=True)
class Query:
    """A query for the index."""

    name: str
    """A description of what it asks for."""
    match: str
    """The query in FTS5 syntax."""


class Alike:
    """Words that share a class with a word, according to the knowledge."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.to = cache(self._to)

    @cached_property
    def _members(self) -> dict[str, list[str]]:
        """Words by class, in the order of the files."""
        found: dict[str, list[str]] = {}
        for predicate in _MEANS:
            for row in self._store.rows_of(predicate, _MANY):
                word, name = arguments(row.fact)[:2]
                found.setdefault(name, []).append(word.strip('"'))
        return found

    def _to(self, lemma: str) -> tuple[str, ...]:
        """Give other words; those that share more classes come first."""
        classes = dict.fromkeys(
            arguments(row.fact)[1] for row in self._store.rows_for(lemma) if row.predicate in _MEANS
        )
        shared: dict[str, int] = {}
        for name in classes:
            for word in dict.fromkeys(self._members.get(name, ())):
                if word != lemma and "_" not in word and word not in LIGHT:
                    shared[word] = shared.get(word, 0) + 1
        return tuple(sorted(shared, key=lambda word: -shared[word])[:_ALIKE])


@dataclass(frozen=True, slots=True)
class _Scene:
    """The situations of the pronoun and of a candidate, and their connective."""

    first: Situation | None
    second: Situation
    connective: str


def queries(graph: SemanticGraph, question: Question, words: Alike) -> list[Query]:
    """Return the queries of a question, in the order in which to try them."""
    nodes = [graph.nodes[c.node] for c in question.candidates if c.node is not None]
    nouns = [_word(n.concept) for n in nodes if n.kind == "entity" and "proper" not in n.attrs]
    both = len(nouns) == len(question.candidates)
    scenes = list(_scenes(graph, question))
    tried: dict[str, list[str]] = {}
    for scene in scenes:
        link = scene.connective
        first = _clause_words(scene.first) if scene.first is not None else ""
        like_first = _like(scene.first, words) if scene.first is not None else ""
        second, like_second = _clause_words(scene.second), _like(scene.second, words)
        own = "" if _is_vague(scene.second) else second
        alike = like_second if own and words.to(scene.second.lemma) else ""
        for name, parts in (
            ("both predicates with the connective", (first, second, link)),
            ("both predicates", (first, second)),
            ("words like either predicate, with the connective", (like_first, like_second, link)),
            ("the pronoun's predicate with the connective", (own, link)),
            ("both candidates and what they take part in", (*nouns, first) if both else ("",)),
            ("the pronoun's predicate and a candidate", (second, _any(nouns))),
            ("the pronoun's predicate", (own,)),
            ("words like the pronoun's predicate, with the connective", (alike, link)),
            ("words like the pronoun's predicate", (alike,)),
        ):
            found = tried.setdefault(name, [])
            if all(parts):
                found.append(_all(*parts))
    made = {
        match: Query(name, match) for name in reversed(tried) for match in reversed(tried[name])
    }
    return list(made.values())[::-1]


# ----------------------------------------------------------------------------------------- scenes


def _scenes(graph: SemanticGraph, question: Question) -> Iterator[_Scene]:
    """Yield the scenes of a question; those in which both candidates take part come first."""
    hosts: dict[str, set[int]] = {}
    for number, candidate in enumerate(question.candidates):
        for host, role in _places(graph, candidate.node):
            if part_of(role) is not None:
                hosts.setdefault(host, set()).add(number)
    for second, _ in dict.fromkeys(_places(graph, question.pronoun)):
        two = situation(graph, graph.nodes[second])
        found: list[tuple[int, _Scene]] = []
        for first, numbers in hosts.items():
            joint = next(joined(graph, first, second), None) if first != second else None
            if joint is not None:
                one = situation(graph, graph.nodes[first])
                scene = _Scene(one, two, _connective(joint.connective))
                found.append((-len(numbers), scene))
        found.sort(key=lambda pair: pair[0])
        yield from dict.fromkeys(scene for _, scene in found)
        if not found:
            yield _Scene(None, two, "")


def _places(graph: SemanticGraph, node: str | None) -> list[tuple[str, str]]:
    return [
        (n.id, role)
        for n in graph.of_kind(*SITUATIONS)
        for role, target in participants(graph, n.id)
        if target == node
    ]


# ------------------------------------------------------------------------------------------ words


def _connective(name: str) -> str:
    plain = name.removesuffix(_RESULT)
    return "" if plain in _SILENT else _all(*map(_quoted, plain.split("_")))


def _clause_words(what: Situation) -> str:
    """Return a query for lines with the same word and, if it is vague, its arguments."""
    word = _word(what.lemma)
    return _all(word, _word(what.theme)) if what.theme and what.lemma in LIGHT else word


def _is_vague(what: Situation) -> bool:
    return what.lemma in LIGHT and not what.theme


def _like(what: Situation, words: Alike) -> str:
    return _any([_clause_words(what), *map(_word, words.to(what.lemma))])


def _word(lemma: str) -> str:
    """Return a query for lines with a word in any of its forms.

    >>> _word("give_up")
    '(("give" OR "gave" OR "given" OR "giving") AND "up")'
    >>> _word("refuse")
    '"refuse"'
    """
    return _all(*(_any(map(_quoted, (part, *forms().get(part, ())))) for part in lemma.split("_")))


def _quoted(word: str) -> str:
    return '"' + word.replace('"', '""') + '"'


def _all(*parts: str) -> str:
    some = [part for part in dict.fromkeys(parts) if part]
    return some[0] if len(some) == 1 else f"({' AND '.join(some)})" if some else ""


def _any(parts: Iterable[str]) -> str:
    some: Sequence[str] = [part for part in dict.fromkeys(parts) if part]
    return some[0] if len(some) == 1 else f"({' OR '.join(some)})" if some else ""
