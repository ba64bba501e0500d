"""Keyword queries made from a question, from narrow to wide.

The first query asks for lines with the predicates of the pronoun and of its candidates, joined by the question's
connective. Later queries ask for less and less of that, and finally for words of the same class.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from coindex.asking.text_words import LIGHT, Alike, forms
from coindex.reasoner.evidence.keys import part_of
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


@dataclass(frozen=True, slots=True)
class _Scene:
    """The situations of the pronoun and of a candidate, and their connective."""

    first: Situation | None
    second: Situation
    connective: str


def queries(graph: SemanticGraph, question: Question, words: Alike) -> list[Query]:
    """Return the queries of a question, in the order in which to try them."""
    scenes = list(_scenes(graph, question))
    nouns = [
        graph.nodes[c.node].concept
        for c in question.candidates
        if c.node is not None
        and graph.nodes[c.node].kind == "entity"
        and "proper" not in graph.nodes[c.node].attrs
    ]
    found: list[Query] = []
    for name, step in _NARROW:
        found += [Query(name, match) for scene in scenes if (match := step(scene, words))]
    if len(nouns) == len(question.candidates):
        for scene in scenes:
            if scene.first is not None:
                match = _all(*map(_word, nouns), _clause_words(scene.first))
                found.append(Query("both candidates and what they take part in", match))
    if nouns:
        either = _any(map(_word, nouns))
        for scene in scenes:
            match = _all(_clause_words(scene.second), either)
            found.append(Query("the pronoun's predicate and a candidate", match))
    for name, step in _WIDE:
        found += [Query(name, match) for scene in scenes if (match := step(scene, words))]
    return list({query.match: query for query in reversed(found)}.values())[::-1]


def _both_joined(scene: _Scene, _: Alike) -> str:
    if scene.first is None or not scene.connective:
        return ""
    return _all(_clause_words(scene.first), _clause_words(scene.second), scene.connective)


def _both(scene: _Scene, _: Alike) -> str:
    return (
        _all(_clause_words(scene.first), _clause_words(scene.second))
        if scene.first is not None
        else ""
    )


def _alike_joined(scene: _Scene, words: Alike) -> str:
    if scene.first is None or not scene.connective:
        return ""
    return _all(_like(scene.first, words), _like(scene.second, words), scene.connective)


def _own_joined(scene: _Scene, _: Alike) -> str:
    if not scene.connective or _is_vague(scene.second):
        return ""
    return _all(_clause_words(scene.second), scene.connective)


def _own(scene: _Scene, _: Alike) -> str:
    return "" if _is_vague(scene.second) else _clause_words(scene.second)


def _own_alike_joined(scene: _Scene, words: Alike) -> str:
    if not scene.connective or not _own_alike(scene, words):
        return ""
    return _all(_like(scene.second, words), scene.connective)


def _own_alike(scene: _Scene, words: Alike) -> str:
    vague = _is_vague(scene.second) or not words.to(scene.second.lemma)
    return "" if vague else _like(scene.second, words)


_NARROW = (
    ("both predicates with the connective", _both_joined),
    ("both predicates", _both),
    ("words like either predicate, with the connective", _alike_joined),
    ("the pronoun's predicate with the connective", _own_joined),
)
_WIDE = (
    ("the pronoun's predicate", _own),
    ("words like the pronoun's predicate, with the connective", _own_alike_joined),
    ("words like the pronoun's predicate", _own_alike),
)


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
