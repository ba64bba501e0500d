"""Measures of a question besides its labels, each with the direction in which it makes the question harder.

The directions are fixed in advance, not fitted: more evidence against the right answer, later knowledge, rarer words
and rules, a longer text and a harder parse make a question harder. Measures of one *aspect* are averaged
(:mod:`coindex.harness.hardness.model`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.harness.hardness.metric import score
from kparse.caches import cache
from kparse.errors import CoindexError
from kparse.mentions.situations import SITUATIONS

if TYPE_CHECKING:
    from coindex.harness.hardness.rounds import Course
    from coindex.reasoner.answer import Answer, Reading
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import SemanticGraph

ASPECTS: Mapping[str, str] = {
    "knowledge": "what authored knowledge says of the candidates",
    "counts": "what statistics say of them",
    "reading": "what is learnt from more and more sentences of the corpus",
    "rarity": "how rare the words are, and the rules that speak for the right answer",
    "length": "how much the text says",
    "parse": "how hard it is to parse",
}
"""Aspects of a question, and why each makes it harder."""
_TURNS = frozenset(
    f"link.{name}" for name in "but yet however although though even_though if unless".split()
)
_UNIT = 40.0
"""A clear difference in cost."""
_CLEAR = 1.0
"""A clear difference in log-odds."""
_RARE = 3
"""Rare words that are named."""
_UNLISTED = 0.5
"""Occurrences in a million words of a word that is on no list (the lists end there)."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A measure; the larger, the harder."""

    name: str
    aspect: str
    what: str


FEATURES = (
    Feature("against", "knowledge", "1 if rules speak against the right answer, -1 if for it"),
    Feature("against_much", "knowledge", "the same, by how much"),
    Feature("counted_against", "counts", "by how much statistics speak against it"),
    Feature(
        "read_against", "reading", "by how much the sentences read speak against it, on average"
    ),
    Feature("read_labels", "reading", "wrong labels less right ones, as a share of all"),
    Feature(
        "read_late", "reading", "after how many numbers of sentences it is first answered rightly"
    ),
    Feature("rarest", "rarity", "rarity of the rarest word"),
    Feature("rare", "rarity", "mean rarity of the words"),
    Feature("unsupported", "rarity", "how little weight the rules that speak for it have together"),
    Feature("words", "length", "words of the text, logarithm"),
    Feature("verbs", "length", "verbs of the text"),
    Feature("situations", "length", "events and states of the text"),
    Feature("depth", "parse", "depth of the deepest word in its sentence's tree"),
    Feature("open", "parse", "attachments that grammar leaves open"),
    Feature("turns", "parse", "negations, and connectives that contrast or suppose"),
    Feature("rivals", "parse", "phrases of the text that the pronoun agrees with"),
)
"""All of them, by aspect."""
CORPUS = frozenset(f.name for f in FEATURES if f.aspect == "reading")
"""Those that need a corpus."""


def of_course(course: Course, answer: int) -> dict[str, float]:
    """Measure the rounds of a question whose right answer is known."""
    against = [-math.tanh(votes.margins[answer] / _CLEAR) for votes in course.votes]
    labels = score(course.labels, answer)
    number = max(1, labels.labels)
    first = next((n for n, each in enumerate(course.labels) if each == answer), number)
    return {
        "read_against": sum(against) / max(1, len(against)),
        "read_labels": (labels.wrong - labels.right) / number,
        "read_late": first / number,
    }


def of_answer(answer: Answer, right: int) -> dict[str, float]:
    """Measure the reasoner's answer to a question whose right answer is known."""
    readings = {reading.index: reading for reading in answer.readings}
    if answer.error or set(readings) != set(range(len(answer.candidates))) or len(readings) < 2:
        return {}
    mine = readings.pop(right)
    knowledge = _behind(mine, list(readings.values()), "knowledge")
    weight = sum(r.weight * r.sign for r in mine.rules if r.level == "knowledge")
    return {
        "against": math.copysign(1.0, knowledge) if knowledge else 0.0,
        "against_much": math.tanh(knowledge / _UNIT),
        "counted_against": math.tanh(_behind(mine, list(readings.values()), "mined") / _UNIT),
        "unsupported": -math.log1p(max(0, weight)),
    }


def _behind(mine: Reading, others: Sequence[Reading], level: str) -> int:
    """Return how much more a reading costs than the best of the others, at one level."""
    best = min(other.cost_by_level.get(level, 0) for other in others)
    return mine.cost_by_level.get(level, 0) - best


def of_text(text: str, reasoner: Reasoner) -> dict[str, float]:
    """Measure the words and the tree of a text.

    Raises:
        ModelError: there is no parser.
    """
    from kparse.input.tokens import from_doc

    tokens = from_doc(reasoner.nlp(text)).tokens
    words = sum(any(map(str.isalnum, token.form)) for token in tokens)
    return {
        "words": math.log(max(1, words)),
        "verbs": float(sum(token.upos == "VERB" for token in tokens)),
        "depth": float(_depth([token.head for token in tokens])),
    }


def _depth(heads: Sequence[int]) -> int:
    """Depth of the deepest word.

    >>> _depth([1, -1, 3, 1])
    2
    """
    deepest = 0
    for start in range(len(heads)):
        at, depth = start, 0
        while heads[at] >= 0 and depth < len(heads):
            at, depth = heads[at], depth + 1
        deepest = max(deepest, depth)
    return deepest


def of_graph(graph: SemanticGraph, start: int, reasoner: Reasoner) -> dict[str, float]:
    """Measure the graph of a text; ``start`` is the pronoun's offset."""
    rarities = [rarity(word) for word in content_words(graph)]
    found = {
        "situations": float(sum(n.kind in SITUATIONS for n in graph.nodes.values())),
        "open": float(sum(edge.choice is not None for edge in graph.edges)),
        "turns": float(
            sum(n.attrs.get("polarity") == "-" for n in graph.nodes.values())
            + sum(edge.role in _TURNS for edge in graph.edges)
        ),
    }
    if rarities:
        found |= {"rarest": max(rarities), "rare": sum(rarities) / len(rarities)}
    rivals = _rivals(graph, start, reasoner)
    return found | ({"rivals": float(rivals)} if rivals is not None else {})


def content_words(graph: SemanticGraph) -> list[str]:
    """Return the content lemmas of a text, without names and pronouns, in its order, each once."""
    nodes = (n for n in graph.nodes.values() if n.tokens and n.kind != "pronoun" and n.concept)
    return list(dict.fromkeys(n.concept for n in nodes if "proper" not in n.attrs))


def rarity(word: str) -> float:
    """Return how rare a word is: minus the logarithm of its occurrences in a million words.

    >>> rarity("make") < rarity("scold")
    True
    """
    known = _frequencies()
    return -math.log(known.get(word) or known.get(word.split("_")[0]) or _UNLISTED)


def rare_words(notation: str) -> tuple[str, ...]:
    """Return the rarest words of a graph in notation, the rarest first; none that are common."""
    from kparse.notation.penman import decode

    if not notation:
        return ()
    graph = decode(notation)
    # The frequency lists have nouns, verbs and adjectives: an adverb is not rare because they lack it.
    nodes = graph.nodes
    adverbs = {
        nodes[edge.target].concept
        for edge in graph.edges
        if edge.role == "mod" and nodes[edge.source].kind in SITUATIONS
    }
    words = [word for word in content_words(graph) if rarity(word) > 0 and word not in adverbs]
    ranked = sorted(words, key=lambda word: (-rarity(word), word))
    return tuple(word.replace("_", " ") for word in ranked[:_RARE])


@cache
def _frequencies() -> dict[str, float]:
    from coindex.reasoner.knowledge.frequencies import LISTS, read_list

    found: dict[str, float] = {}
    for name in LISTS:
        for word in read_list(name):
            found[word.lemma] = max(found.get(word.lemma, 0.0), word.frequency)
    return found


def _rivals(graph: SemanticGraph, start: int, reasoner: Reasoner) -> int | None:
    from kparse.mentions.candidates import find_questions

    try:
        found = find_questions(graph, pronoun=start, gender_of=reasoner.gender_of)
    except CoindexError:
        return None
    return len(found[0].candidates)


def features(
    answer: Answer, right: int, reasoner: Reasoner, course: Course | None = None
) -> dict[str, float]:
    """Measure a question; features that cannot be measured are left out.

    Args:
        answer: the reasoner's.
        right: index of the right candidate.
        reasoner: the one that answered.
        course: the rounds over a corpus; ``None`` without a corpus.

    Returns:
        Values by the names of :data:`FEATURES`; the larger, the harder.

    Raises:
        ModelError: there is no parser.
    """
    from kparse.notation.penman import decode

    found = of_text(answer.text, reasoner)
    if answer.graph:
        found |= of_graph(decode(answer.graph), answer.start, reasoner)
    found |= of_answer(answer, right)
    if course is not None:
        found |= of_course(course, right)
    return {f.name: round(found[f.name], 6) for f in FEATURES if f.name in found}
