"""Salience: whom a longer text is about at a pronoun, from where and how often each candidate is named.

In a text of several clauses most pronouns continue what the text is about: the subject of the clause around the
pronoun, the main subject of sentences before, whoever is named again and again. A logistic model adds up such
features of each candidate. Its weights were fitted to one half of GAP's development part (``python -m
training.salience``, ``docs/statistics.md``). It is for texts of at least :data:`LEAST_WORDS` words: in the short texts
of schemas the same sentence frame stands before either answer, so place says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kparse.caches import lru_cache
from kparse.errors import KnowledgeError, Location
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question
from kparse.mentions.same_mentions import same_mentions

SALIENCE = "learned/statistics/salience.tsv"
"""The file of the weights in a directory of knowledge."""
LEAST_WORDS = 40
"""Length of a text, punctuation included, from which salience is asked."""
UNIT = 1000
"""Weights in the file are whole numbers: thousandths of a unit of log-odds."""
Features = dict[str, float]

_ENDS = frozenset((".", "!", "?", "...", ".''", '."'))
_PLAIN = ("subj", "obj", "iobj", "obl", "poss", "nmod", "nn")
"""Roles, the most salient first."""


def is_long(graph: SemanticGraph) -> bool:
    """Whether a text is long enough for salience."""
    return len(graph.token_spans()) >= LEAST_WORDS


def features_of(graph: SemanticGraph, question: Question) -> list[Features]:
    """Return the features of each candidate, in their order; none for one that is not in the graph.

    Args:
        graph: the text.
        question: the pronoun and its candidates.
    """
    text = _Text(graph, question.pronoun)
    return [text.features(c.node) if c.node else {} for c in question.candidates]


class _Text:
    """A graph seen from one pronoun."""

    def __init__(self, graph: SemanticGraph, pronoun: str) -> None:
        self.graph, self.pronoun = graph, pronoun
        self.place = graph.nodes[pronoun].tokens[0]
        self.sentence = _sentences(graph)
        self.mains = {e.target for e in graph.out(graph.root) if e.role.startswith("snt")}
        self.same = _chains(same_mentions(graph))
        self.around = dict(_clauses_around(graph, pronoun))
        self.role = "poss" if graph.into(pronoun, "poss") else self._role(pronoun)
        gender = graph.nodes[pronoun].attrs.get("gender")
        pronouns = (n for n in graph.of_kind("pronoun") if n.tokens and n.id != pronoun)
        self.first_pronoun = min(
            (n.tokens[0] for n in pronouns if gender and n.attrs.get("gender") == gender),
            default=self.place,
        )
        self.names = sorted(
            n.tokens[0]
            for n in graph.of_kind("entity")
            if n.attrs.get("proper") == "+" and n.tokens
        )

    def features(self, candidate: str) -> Features:
        """Return the features of a candidate."""
        graph = self.graph
        mentions = sorted(
            (graph.nodes[m].tokens[0], m)
            for m in self.same.get(candidate, {candidate})
            if graph.nodes[m].tokens
        )
        before = [(place, m) for place, m in mentions if place < self.place]
        found: set[str] = set()
        in_full = bool(mentions) and len(graph.nodes[mentions[0][1]].tokens) > 1
        if in_full and min(self.first_pronoun, self.place) < mentions[0][0]:
            found.add("introduced in full after a pronoun")
        if any(place > self.place and self._is_subject_around(m) for place, m in mentions):
            found.add("subject of the main clause that follows")
        if not before:
            return dict.fromkeys(found, 1.0)
        for place, mention in before:
            found.update(self._of_mention(place, mention))
        found.update(self._of_last(*before[-1]))
        last = before[-1][0]
        return {
            **dict.fromkeys(found, 1.0),
            "times named": math.log(1 + len(before)),
            "names since": math.log(1 + sum(last < name < self.place for name in self.names)),
        }

    def _of_mention(self, place: int, mention: str) -> Iterator[str]:
        """Yield the features of any mention before the pronoun."""
        since = self._since(place)
        if place == 0 or self.sentence[place - 1] != self.sentence[place]:
            yield "begins a sentence"
        if since == 1:
            yield "in the sentence before"
        if since <= 1 and self._role(mention) == "subj":
            yield "subject here or in the sentence before"
        for edge in self.graph.into(mention, "subj"):
            if edge.source in self.mains and since != 1:
                yield "main subject here" if since == 0 else "main subject earlier"
            if self.around.get(edge.source) == 1:
                yield "subject of the same clause"
                if self.role in ("obj", "poss"):
                    yield f"subject of the same clause, asked for {self.role}"

    def _of_last(self, place: int, mention: str) -> Iterator[str]:
        """Yield the features of the last mention before the pronoun."""
        role, since = self._role(mention), self._since(place)
        if since == 0:
            yield "last in the sentence here"
        if role == "subj":
            if since == 1:
                yield "last as subject of the sentence before"
            if self.role == "subj":
                yield "subject again"
        elif role in ("obj", "nmod"):
            yield f"last as {role}"
        if self.graph.into(mention, "op"):
            yield "one of several"

    def _since(self, place: int) -> int:
        return self.sentence[self.place] - self.sentence[place]

    def _is_subject_around(self, mention: str) -> bool:
        return any(e.role == "subj" and e.source in self.around for e in self.graph.into(mention))

    def _role(self, node: str, depth: int = 0) -> str:
        """Return the grammatical role of a phrase; a member of a group or an apposition has that of the whole."""
        into = {e.role.partition(".")[0]: e.source for e in reversed(self.graph.into(node))}
        for role in _PLAIN:
            if role in into:
                return role
        whole = into.get("appos") or into.get("op")
        return self._role(whole, depth + 1) if whole and depth < 3 else "other"


def _sentences(graph: SemanticGraph) -> list[int]:
    """Return the number of the sentence of each token."""
    numbers, number = [], 0
    for token in graph.metadata.get("tok", "").split(" "):
        numbers.append(number)
        number += token in _ENDS
    return numbers


def _chains(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return for each phrase all that have the same referent."""
    chains: dict[str, set[str]] = {}
    for first, second in pairs:
        joined = chains.get(first, {first}) | chains.get(second, {second})
        chains.update(dict.fromkeys(joined, joined))
    return chains


def _clauses_around(graph: SemanticGraph, node: str) -> Iterator[tuple[str, int]]:
    """Yield the predicates that a phrase is in, with how many there are from it to there (1 is its own clause)."""
    seen, level = {node}, [(node, 0)]
    while level:
        following = []
        for low, depth in level:
            for edge in graph.into(low):
                if edge.source in seen or edge.role.startswith(("snt", "link.next")):
                    continue
                seen.add(edge.source)
                deeper = depth + (graph.nodes[edge.source].kind in ("event", "state"))
                if deeper > depth:
                    yield edge.source, deeper
                following.append((edge.source, deeper))
        level = following


class Salience:
    """Weights of features."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Take thousandths of a unit of log-odds, by the name of a feature."""
        self.weights = weights

    def scores(self, features: Iterable[Features]) -> list[float]:
        """Return the log-odds of each candidate, against one without any feature."""
        return [
            sum(self.weights.get(name, 0) * value for name, value in of.items()) / UNIT
            for of in features
        ]

    def asked(self, graph: SemanticGraph, question: Question) -> Sequence[float]:
        """Return the log-odds of each candidate of a question; none where salience is not asked."""
        if (
            len(question.candidates) < 2
            or not is_long(graph)
            or not graph.nodes[question.pronoun].tokens
        ):
            return ()
        return self.scores(features_of(graph, question))


def read_salience(path: Path) -> Salience:
    """Read a file of weights: a name and a whole number a line, separated by a tab.

    Raises:
        KnowledgeError: a line is something else (with the line).
    """
    weights: dict[str, int] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, weight = line.partition("\t")
        try:
            weights[name] = int(weight)
        except ValueError:
            raise KnowledgeError(
                "not a feature and a weight", location=Location(str(path), number, 1)
            ) from None
    return Salience(weights)


@lru_cache(4)
def shipped_salience(path: Path) -> Salience | None:
    """Read a file of weights once in a process; ``None`` if there is none."""
    return read_salience(path) if path.is_file() else None
