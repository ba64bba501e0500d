"""Knowledge asked about the pronouns of a text: of a short text as of a question, else of some sentences together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from coindex.reasoner.answer import Answer
from coindex.reasoner.discourse.choosing import Choice
from coindex.reasoner.discourse.entities import Entities, Entity
from coindex.reasoner.discourse.phrases import mention_of
from coindex.reasoner.discourse.salient import best_entities, by_salience
from kparse.errors import CoindexError
from kparse.input.excerpt import Excerpt, Piece, excerpt
from kparse.input.word_lists import word_list
from kparse.mentions.question import Candidate, Question
from kparse.semantics.build import build, parse_text

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import Node, SemanticGraph
    from kparse.input.tokens import ParsedText

NEAR = 30
"""Most words of two sentences that are asked about together with all that is known of their words."""
WITHIN = 0.7
"""How much less salient than the best an entity may be that shipped knowledge is asked about, in log-odds.

On GUM's tune part knowledge was right in 27 of the 60 answers that it decided where that was 6, in 23 of 55 where
that was 1.5; salience is right in more. So it settles near ties alone.
"""
GIVEN_WITHIN = 6.0
"""The same for knowledge given with the text, and for rules that are asked for."""
CLEAR = {"he": 4.0, "she": 4.0, "it": 2.5, "they": 2.5}
"""The same in a short text, by the pronoun: what is less salient by more is no candidate. (Things are many.)"""
_REASONS = frozenset({"cause", "result", "concession", "contrast", "deny", "condition", "unless"})
"""Relations between two situations that knowledge can explain."""

Answered = tuple[Answer, list[Entity]]
"""An answer, and the entities that are its candidates, in order."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A pronoun as a question about some sentences, with the entities that are its candidates."""

    choice: Choice
    question: Question
    entities: list[Entity]
    scores: list[float]


@dataclass(slots=True)
class Knowing:
    """Asks knowledge about a text."""

    reasoner: Reasoner
    parsed: ParsedText
    people: Entities

    def as_question(
        self, choice: Choice, *, explain: bool, knowledge: Sequence[str]
    ) -> Answered | None:
        """Answer a pronoun as :meth:`Reasoner.solve` does with the candidates that were found."""
        best, clear = best_entities(choice), CLEAR[choice.phrase.concept]
        entities = [entity for entity, score in best if score >= best[0][1] - clear]
        if choice.phrase.concept == "they":
            is_plural = entities[0].plural
            entities = [
                e
                for e in entities
                if e is entities[0]
                or (e.plural or "they" in e.pronouns if is_plural else _may_be_they(e))
            ]
        if entities[0].named_before(choice.phrase.head).both is not None:
            return None
        texts = [mention_of(self.parsed, e.named_before(choice.phrase.head)).text for e in entities]
        offset = self.parsed.tokens[choice.phrase.head].start
        try:
            graph = parse_text(self.reasoner.nlp, self.parsed.text, asked=[offset])
            answer = self.reasoner.answer_graph(
                graph,
                pronoun=offset,
                candidates=texts,
                explain=explain,
                knowledge=knowledge,
                forgiving=True,
            )[0]
        except CoindexError:
            return None
        return None if answer.answer is None else (answer, entities)

    def of_window(
        self,
        pieces: Sequence[Piece],
        choices: Sequence[Choice],
        *,
        explain: bool,
        knowledge: Sequence[str],
    ) -> Iterator[tuple[Choice, Answered]]:
        """Answer pronouns of the last of some sentences, if it says what causes or hinders what.

        Whoever is asked for rules is also asked about others, and sees the last two sentences.
        """
        near = _near(pieces, len(self.parsed.tokens))
        is_asking = self.reasoner.asks is not None
        is_given = bool(knowledge) or is_asking
        open_ones = [c for c in choices if is_given or _is_near_tie(c)]
        if not open_ones or not (near is None or is_given or self._has_connective(pieces, near)):
            return
        part = excerpt(self.parsed, pieces)
        graph = build(part.parsed)
        is_reasoned = bool(knowledge) or near is None or self._is_reasoned(graph, near)
        if not is_reasoned and not is_asking:
            return
        nodes = self._entities_of(graph, part)
        asked: dict[str, _Asked] = {}
        for choice in open_ones:
            found = self._question(choice, graph, part, nodes, is_given=is_given)
            if found is not None:
                asked[found.question.pronoun] = found
        if not asked:
            return
        self._replace_answered(graph, nodes, asked)
        if near is not None:
            _forget(graph, near)
        questions = [one.question for one in asked.values()]
        told_from = part.pieces[-2:][0][0]
        if is_reasoned:
            answers = self.reasoner.answer_questions(
                graph,
                questions,
                questions,
                explain=explain,
                knowledge=knowledge,
                in_turn=not explain,
                salience={one.question.pronoun: one.scores for one in asked.values()},
                told_from=told_from,
            )
        else:
            answers = [
                self.reasoner.answer_by_asking(
                    answered[0],
                    graph,
                    one.question,
                    questions,
                    explain=explain,
                    told_from=told_from,
                )
                for one in asked.values()
                if (answered := self._by_salience(one)) is not None
            ]
        for one, answer in zip(asked.values(), answers, strict=True):
            if answer.answer is not None:
                yield one.choice, (answer, one.entities)

    def _by_salience(self, one: _Asked) -> Answered | None:
        among = list(zip(one.entities, one.scores, strict=True))
        return by_salience(self.parsed, one.choice, among)

    # ------------------------------------------------------------------------------ the graph of some sentences

    def _entities_of(self, graph: SemanticGraph, part: Excerpt) -> dict[str, tuple[int, Entity]]:
        """Give for each node its place in the text, and the entity that it mentions."""
        at = {token.start: token.index for token in self.parsed.tokens}
        spans = graph.token_spans()
        found: dict[str, tuple[int, Entity]] = {}
        for node in graph.of_kind("entity", "pronoun", "quantity"):
            for token in node.tokens:
                index = at.get(part.place(*spans[token])[0])
                entity = None if index is None else self.people.of_head.get(index)
                if index is not None and entity is not None:
                    found[node.id] = index, entity
        groups = {e.members: e for e in self.people.all if e.members}
        for node in graph.of_kind("group"):
            members = [found[e.target] for e in graph.out(node.id, "op") if e.target in found]
            entity = groups.get(tuple(sorted(e.number for _, e in members)))
            if entity is not None:
                found[node.id] = min(i for i, _ in members), entity
        return found

    def _question(
        self,
        choice: Choice,
        graph: SemanticGraph,
        part: Excerpt,
        nodes: Mapping[str, tuple[int, Entity]],
        *,
        is_given: bool,
    ) -> _Asked | None:
        head = choice.phrase.head
        spans = graph.token_spans()
        offset = self.parsed.tokens[head].start
        pronoun = next(
            (
                n
                for n in graph.of_kind("pronoun")
                if n.tokens and part.place(*spans[n.tokens[0]])[0] == offset
            ),
            None,
        )
        if pronoun is None:
            return None
        last: dict[int, tuple[int, str]] = {}
        for node, (index, entity) in nodes.items():
            if index < head or entity.number not in last:
                last[entity.number] = max(last.get(entity.number, (-1, "")), (index, node))
        best = best_entities(choice)
        within = GIVEN_WITHIN if is_given else WITHIN
        kept = [(e, s) for e, s in best if e.number in last and s >= best[0][1] - within]
        if len(kept) < 2 or kept[0][0] is not best[0][0]:
            return None
        candidates = tuple(
            Candidate(
                " ".join(mention_of(self.parsed, e.named_before(head)).text.split()),
                last[e.number][1],
                given=False,
            )
            for e, _ in kept
        )
        question = Question(pronoun.id, *spans[pronoun.tokens[0]], candidates)
        return _Asked(choice, question, [e for e, _ in kept], [s for _, s in kept])

    def _replace_answered(
        self,
        graph: SemanticGraph,
        nodes: Mapping[str, tuple[int, Entity]],
        asked: Mapping[str, object],
    ) -> None:
        """Turn pronouns that are answered into what they stand for; tell the sexes of the rest."""
        for node, (_, entity) in nodes.items():
            found = graph.nodes[node]
            if found.kind == "pronoun" and node not in asked:
                _replace(found, entity)
            elif found.kind == "entity":
                found.attrs["ref"] = str(entity.number)
                if entity.sex in ("masc", "fem"):
                    found.attrs["gender"] = entity.sex

    def _has_connective(self, pieces: Sequence[Piece], near: int) -> bool:
        tokens = [t for first, end in pieces for t in self.parsed.tokens[first:end]][near:]
        return any(self._relations(t.form.lower()) & _REASONS for t in tokens)

    def _is_reasoned(self, graph: SemanticGraph, near: int) -> bool:
        """Tell whether the words from a token on say what causes or hinders what."""
        return any(
            edge.role.startswith("link.")
            and all(
                min(graph.nodes[n].tokens, default=-1) >= near for n in (edge.source, edge.target)
            )
            and self._relations(edge.role[5:]) & _REASONS
            for edge in graph.edges
        )

    def _relations(self, connective: str) -> set[str]:
        rows = self.reasoner.store.rows_for(connective)
        return {row.fact[:-1].rsplit(",", 1)[1] for row in rows if row.predicate == "connective"}


def _may_be_they(entity: Entity) -> bool:
    """Tell whether an entity is several, is spoken of as several, or is somebody of unknown sex."""
    return (
        entity.plural
        or "they" in entity.pronouns
        or entity.sort in ("organisation", "person")
        or bool(entity.kinds & {"group", "organisation", "some"})
        or entity.sex == "person"
        or bool(entity.names and entity.sex != "neut")
        or bool(entity.nouns & word_list("collectives"))
    )


def _is_near_tie(choice: Choice) -> bool:
    best = best_entities(choice)
    return len(best) > 1 and best[1][1] >= best[0][1] - WITHIN


def _near(pieces: Sequence[Piece], length: int) -> int | None:
    """Give the first token whose words count: of the last sentence, or a short one before it; ``None``: all do."""
    if len(pieces) <= 2 and pieces[0][0] == 0 and pieces[-1][1] == length:
        return None
    near = [pieces[-1]]
    if len(pieces) > 1 and sum(end - first for first, end in pieces[-2:]) <= NEAR:
        near.insert(0, pieces[-2])
    return sum(end - first for first, end in pieces) - sum(end - first for first, end in near)


def _replace(node: Node, entity: Entity) -> None:
    named = entity.named
    node.kind = "entity"
    node.concept = named.concept if named.form in ("name", "noun") else "they"
    kept = {k: v for k, v in node.attrs.items() if k in ("num", "case")}
    if named.form == "name":
        kept["proper"] = "+"
    if entity.sex in ("masc", "fem"):
        kept["gender"] = entity.sex
    node.attrs = {**kept, "ref": str(entity.number)}


def _forget(graph: SemanticGraph, near: int) -> None:
    """Take the words from what is said before a token; its grammar stays.

    What happened sentences ago decided no answer of the passages in ``tests/unseen``, and costs most.
    """
    for node in graph.of_kind("event", "state", "property"):
        if node.tokens and min(node.tokens) < near:
            node.concept = "_"
