"""Whom the pronouns of one sentence may stand for, and how salient each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.calibration import shipped
from coindex.reasoner.discourse.cast import Cast
from coindex.reasoner.discourse.fitting import Kind, fitness, fitting, institutions, is_together
from coindex.reasoner.discourse.quotes import Quote, Speech
from coindex.reasoner.discourse.resolved import Place, Resolved, Weighed
from coindex.reasoner.evidence.salience import Salience, features_of
from kparse.caches import cache
from kparse.input.word_lists import word_list
from kparse.mentions.binding import co_arguments
from kparse.mentions.question import Candidate, Question

if TYPE_CHECKING:
    from kparse.graph import SemanticGraph
    from kparse.input.excerpt import Excerpt

GIVEN = 2.0
"""What persons gain as those to whom something is given or who say something, in log-odds: *offered them a comb*."""
PAIR = 1.5
"""What two persons lose against one plural thing."""
APART = 1.5
"""What is lost if only one of pronoun and candidate is between quotation marks."""
BARRED = 100.0
"""What a candidate loses that cannot be meant, in log-odds."""
_ALIVE = ("person", "animal", "organisation")


@dataclass(slots=True)
class Ranking:
    """The pronouns of one sentence, read with some before it.

    Args:
        cast: who is who in the text.
        speech: who speaks.
        salience: the weights.
        graph: the sentences.
        part: where they are in the text.
        heads: the offset of each node's last own word, see :meth:`Cast.heads_of`.
        weighed: receives what is weighed.
    """

    cast: Cast
    speech: Speech
    salience: Salience | None
    graph: SemanticGraph
    part: Excerpt
    heads: Mapping[str, int]
    weighed: list[Weighed]
    direct: list[Resolved] = field(default_factory=list)
    """Pronouns that are answered without a question."""
    _pairs: list[Candidate] = field(default_factory=list)
    """Pairs of persons that *they* stood for."""
    _houses: dict[str, tuple[Candidate, ...]] = field(default_factory=dict)
    """What *they* may stand for where nothing plural and no two persons are there."""
    _linked: dict[str, str] = field(default_factory=dict)
    """What the pronouns stand for that are ranked."""

    def fitted(self, question: Question) -> Question:
        """Keep the candidates that a pronoun may stand for by what they are; none that it is a part of."""
        start, _ = self.place(question.start, question.end)
        outside = [c for c in question.candidates if not self._contains(c, start)]
        concept = self.graph.nodes[question.pronoun].concept
        candidates = fitting(concept, outside, self._kind)
        if concept == "they" and is_together(self.graph, question.pronoun):
            candidates = ()
        if concept == "they" and not candidates:
            self._houses[question.pronoun] = institutions(outside, self._kind)
        return replace(question, candidates=candidates)

    def ranked(self, asked: Sequence[Question]) -> list[tuple[Question, list[float]]]:
        """Give the questions with the salience of their candidates.

        The best candidate of one counts as mentioned for the next. A pronoun without candidates stands for two persons
        (*they*) or for one that was named further back; it is not asked about.
        """
        quoted = {q.pronoun: self.speech.at(self.heads[q.pronoun]) for q in asked}
        ranked: list[tuple[Question, list[float]]] = []
        for question in sorted(asked, key=lambda q: quoted[q.pronoun] is not None):
            pronoun = self.graph.nodes[question.pronoun]
            if pronoun.concept == "they":
                question = self._with_pairs(question)
            scores = self._scores(question)
            if pronoun.concept == "they" and self._pair(question, scores):
                continue
            if not question.candidates and question.pronoun in self._houses:
                question = replace(question, candidates=self._houses[question.pronoun])
                scores = self._scores(question)
            if question.candidates and max(scores) > -BARRED / 2:
                best = question.candidates[scores.index(max(scores))].node
                if best is not None:
                    self._linked[question.pronoun] = best
                ranked.append(_without_barred(question, scores))
            elif pronoun.concept in ("he", "she"):
                self._far(question)
        return sorted(ranked, key=lambda pair: pair[0].start)

    def place(self, start: int, end: int) -> Place:
        """Give a place of the sentences as one of the text."""
        return self.part.place(start, end)

    # ------------------------------------------------------------------------------ candidates

    def _kind(self, node: str) -> Kind:
        return self.cast.kind(self.graph, self.heads, node)

    def _number(self, node: str | None) -> int | None:
        return self.cast.number(self.heads, node)

    def _contains(self, candidate: Candidate, start: int) -> bool:
        number = self._number(candidate.node)
        named = None if number is None else self.cast.referents[number].named
        return named is not None and named.start <= start < named.end

    def _scores(self, question: Question) -> list[float]:
        """Say how salient the candidates are, in log-odds."""
        if not question.candidates or self.salience is None:
            return [0.0] * len(question.candidates)
        concept = self.graph.nodes[question.pronoun].concept
        quote = self.speech.at(self.heads[question.pronoun])
        found = features_of(self.graph, question, self._linked.items())
        barred = self._barred(question.pronoun)
        speaks = concept == "they" and self._is_persons(question.pronoun)
        scores = []
        for candidate, features in zip(question.candidates, found, strict=True):
            node = self.graph.nodes[candidate.node or ""]
            kind = self._kind(node.id)
            if concept in ("he", "she"):
                features[f"kind {kind.name}"] = 1.0
                features["has a name"] = float(node.attrs.get("proper") == "+")
            else:
                features.pop("names since", None)
            spoken = self.speech.at(abs(self.heads.get(node.id, 0)))
            score = self.salience.scores([features])[0]
            if concept != "it" or "last by a pronoun" not in features:
                score += fitness(concept, kind)
            score -= APART * ((quote is None) != (spoken is None))
            if speaks:
                persons = kind.name in _ALIVE or kind.of_many
                score += GIVEN * (persons or node.concept in word_list("persons"))
            scores.append(score - BARRED * (self._number(node.id) in barred))
        numbers = tuple(self._number(c.node) for c in question.candidates)
        self.weighed.append(
            Weighed(self.heads[question.pronoun], numbers, tuple(found), tuple(scores))
        )
        return scores

    def _is_persons(self, pronoun: str) -> bool:
        """Tell whether *they* are given something or say something."""
        return bool(self.graph.into(pronoun, "iobj")) or any(
            self.graph.nodes[edge.source].concept in _saying()
            for edge in self.graph.into(pronoun, "subj")
        )

    def _barred(self, pronoun: str) -> set[int]:
        """Give those who cannot be meant: who speaks or hears the words, what is another part of the same clause."""
        answered = {
            self.heads[p]: number
            for p, c in self._linked.items()
            if (number := self._number(c)) is not None
        }
        known = self.cast.known
        quote = self.speech.at(self.heads[pronoun])
        found = set() if quote is None else self._speaking(quote, answered)
        if self.graph.nodes[pronoun].attrs.get("case") != "refl":
            arguments = [
                self.heads[n] for n in co_arguments(self.graph, pronoun) if n in self.heads
            ]
            found |= {answered[h] for h in arguments if h in answered}
            found |= {known[h] for h in arguments if h in known}
            found |= {n for both, n in self.cast.pairs.items() if not found.isdisjoint(both)}
        return found

    def _speaking(self, quote: Quote, answered: Mapping[int, int]) -> set[int]:
        known = self.cast.known
        return self.speech.speaking(quote, lambda offset: known.get(offset, answered.get(offset)))

    # ------------------------------------------------------------------------------ without a question

    def _with_pairs(self, question: Question) -> Question:
        """Add the pairs of persons that earlier pronouns of the same sentences stand for."""
        there = {c.node for c in question.candidates}
        more = tuple(c for c in self._pairs if c.node not in there and c.node != question.pronoun)
        return replace(question, candidates=(*question.candidates, *more))

    def _pair(self, question: Question, scores: Sequence[float]) -> bool:
        """Answer *they* by the last two persons mentioned before it, if no other candidate is better."""
        kinds = [self._kind(c.node or "").name for c in question.candidates]
        if any(kind in (*_ALIVE, "group") for kind in kinds):
            return False
        found = self._last_two(self.graph.nodes[question.pronoun].tokens[0])
        if len(found) < 2:
            return False
        if scores:
            both = tuple(Candidate("", node, given=False) for node in found.values())
            single = self._scores(replace(question, candidates=both))
            if min(single) - PAIR < max(scores):
                return False
        referents = self.cast.referents
        one, two = sorted((referents[n] for n in found), key=lambda r: r.named.start)
        number = self.cast.pair(one, two)
        self._directly(question, number)
        text = referents[number].named.text
        self._pairs.append(Candidate(text, question.pronoun, given=False))
        return True

    def _last_two(self, place: int) -> dict[int, str]:
        """Give the last two persons before a word, each by a node."""
        found: dict[int, str] = {}
        graph, referents = self.graph, self.cast.referents
        before = [n for n in graph.of_kind("entity", "pronoun") if n.tokens and n.tokens[0] < place]
        for node in sorted(before, key=lambda n: n.tokens, reverse=True):
            stands_for = self._linked.get(node.id, node.id)
            number = self._number(stands_for)
            if number is None or number in found or len(found) == 2:
                continue
            kind = self._kind(stands_for)
            named = referents[number].named
            inside = any(
                named.start < (other := referents[n].named).end and other.start < named.end
                for n in found
            )
            if kind.name in ("person", "animal") and not kind.many and not inside:
                found[number] = stands_for
        return found

    def _far(self, question: Question) -> None:
        """Answer *he* or *she* by the person of that sex that was mentioned last, however far back."""
        gender = self.graph.nodes[question.pronoun].attrs.get("gender")
        barred = self._barred(question.pronoun)
        for offset, number in reversed(self.cast.known.items()):
            if not 0 <= offset < self.heads[question.pronoun] or number in barred:
                continue
            referent = self.cast.referents[number]
            person = referent.sort == "person" or "gender" in referent.attrs
            if person and referent.attrs.get("gender") in (None, gender):
                self._directly(question, number)
                return

    def _directly(self, question: Question, number: int) -> None:
        node = self.graph.nodes[question.pronoun]
        self.cast.known[self.heads[node.id]] = number
        named = self.cast.referents[number].named
        candidate = Candidate(named.text, node.id, given=False)
        self.direct.append(
            Resolved(
                self.cast.mention(self.place(question.start, question.end)),
                (named,),
                number,
                node.concept,
                node.attrs.get("case") == "poss",
                only(self.graph, replace(question, candidates=(candidate,))),
            )
        )
        self.cast.replace(node, number)


@cache
def _saying() -> frozenset[str]:
    return word_list("saying") | word_list("speaking") | word_list("tell_verbs")


def _without_barred(question: Question, scores: Sequence[float]) -> tuple[Question, list[float]]:
    kept = [i for i, score in enumerate(scores) if score > -BARRED / 2]
    candidates = tuple(question.candidates[i] for i in kept)
    return replace(question, candidates=candidates), [scores[i] for i in kept]


def best(graph: SemanticGraph, question: Question, scores: Sequence[float]) -> Answer:
    """Answer by salience alone."""
    first = scores.index(max(scores))
    readings = tuple(
        Reading(i, c.text, c.node, round(100 * (scores[first] - scores[i])), {}, (), ())
        for i, c in enumerate(question.candidates)
    )
    texts = tuple(c.text for c in question.candidates)
    return replace(only(graph, question), answer=first, candidates=texts, readings=readings)


def only(graph: SemanticGraph, question: Question) -> Answer:
    """Answer a question that has one candidate."""
    text = graph.metadata.get("snt", "")
    return Answer(
        text=text,
        pronoun=text[question.start : question.end],
        start=question.start,
        end=question.end,
        candidates=(question.candidates[0].text,),
        answer=0,
        decided_by="preference",
        confidence=shipped().confidence("pronoun", None, 0, 1),
    )
