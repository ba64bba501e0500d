"""Whole texts: their pronouns are answered sentence by sentence, in time linear in the length.

A sentence is read with some before it. Pronouns of those are answered already: in the graph they are replaced by what
they stand for. So a name stays in sight as long as pronouns carry it on, and each sentence asks only its own questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import Answer
from coindex.reasoner.discourse.cast import Cast
from coindex.reasoner.discourse.fitting import reflexives
from coindex.reasoner.discourse.quotes import Speech
from coindex.reasoner.discourse.ranking import Ranking, best, only
from coindex.reasoner.discourse.resolved import Mention, Named, Place, Resolved, Weighed
from coindex.reasoner.evidence.salience import CHAINS, LEAST_WORDS, shipped_salience
from kparse.errors import InputError
from kparse.input.entities import Sort
from kparse.input.excerpt import Piece, excerpt, pieces_of
from kparse.input.whole_text import with_names
from kparse.mentions.candidates import THIRD, pronoun_nodes
from kparse.mentions.question import Candidate, Question
from kparse.semantics.build import build

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import SemanticGraph
    from kparse.input.tokens import ParsedText

BEFORE = 3
"""Sentences that are read before the one whose pronouns are asked about."""
WORDS = 90
"""Most words of these sentences together."""
SHORT = 30
"""Most words of two sentences that are asked about together with all that is known of their words."""
LONGEST = 120
"""Longer sentences are read in pieces of so many words."""
FORMS = frozenset(
    "he him his himself she her hers herself it its itself they them their theirs themselves".split()
)
"""The pronouns that a text asks about."""

_REASONS = frozenset({"cause", "result", "concession", "contrast", "deny", "condition", "unless"})
"""Relations between two situations that knowledge can explain."""
_STRESSED = {"himself": "he", "herself": "she", "itself": "it", "themselves": "they"}


@dataclass(slots=True)
class TextReader:
    """Reads one text.

    Args:
        reasoner: answers the questions.
        parsed: the text.
        entities: places of named entities, with what they are.
        given: what pronouns stand for by another resolver: places by the offset of the pronoun.
        check: whether to ask also about those, and to compare.
        concepts: the pronouns that are asked about, in their basic form.
        begin: pronouns before this offset are not asked about.
    """

    reasoner: Reasoner
    parsed: ParsedText
    entities: Sequence[tuple[int, int, Sort]] = ()
    given: Mapping[int, Place] = field(default_factory=dict)
    check: bool = False
    concepts: Collection[str] = THIRD
    begin: int = 0
    explain: bool = False
    knowledge: Sequence[str] = ()
    reasoning: bool = True
    """Whether knowledge is asked; without it salience alone decides."""
    weighed: list[Weighed] = field(default_factory=list)
    """What was weighed by salience, for fitting its weights."""
    cast: Cast = field(init=False)
    """Who is who."""
    _speech: Speech = field(init=False)

    def __post_init__(self) -> None:
        """Find what names and quotations there are; what the user's entities say comes first."""
        self.parsed = with_names(self.parsed)
        reasoner = self.reasoner
        self.cast = Cast(self.parsed, self.entities, reasoner.gender_of, reasoner.sex_of)
        self._speech = Speech(self.parsed)

    def read(self) -> Iterator[Resolved | Named]:
        """Give the pronouns with what they stand for, and the other mentions that were met, sentence by sentence."""
        pieces = pieces_of(self.parsed, LONGEST)
        for number, piece in enumerate(pieces):
            if self._asks(piece):
                found = self._read(self._with_context(pieces, number))
                yield from sorted(found, key=_start)

    def _asks(self, piece: Piece) -> bool:
        tokens = self.parsed.tokens[piece[0] : piece[1]]
        return tokens[-1].end > self.begin and any(t.form.lower() in FORMS for t in tokens)

    def _with_context(self, pieces: Sequence[Piece], number: int) -> list[Piece]:
        found = [pieces[number]]
        words = 0
        for piece in reversed(pieces[max(0, number - BEFORE) : number]):
            words += piece[1] - piece[0]
            if words > WORDS:
                break
            found.insert(0, piece)
        return found

    def _read(self, pieces: list[Piece]) -> Iterator[Resolved | Named]:
        part, cast = excerpt(self.parsed, pieces), self.cast
        graph = build(part.parsed)
        heads = cast.heads_of(graph, part)
        salience = shipped_salience(KNOWLEDGE / CHAINS)
        ranking = Ranking(cast, self._speech, salience, graph, part, heads, self.weighed)
        yield from cast.enter(graph, part, heads)
        begin = max(self.begin, self.parsed.tokens[pieces[-1][0]].start)
        links = {
            node.id: cast.given(place, graph, heads)
            for node in graph.of_kind("pronoun")
            if (place := self.given.get(heads.get(node.id, -1))) and heads[node.id] >= begin
        }
        if not self.check:
            for pronoun, given in links.items():
                cast.known[heads[pronoun]] = given
                yield _kept(ranking, pronoun, given)
        cast.replace_answered(graph, heads)
        self._stressed(ranking, begin)
        asked = [q for q in self._questions(ranking) if ranking.place(q.start, q.end)[0] >= begin]
        if asked:
            mentions = cast.mentions(graph, heads)
            asked = [_renamed(q, mentions) for q in asked]
            near = self._near(pieces)
            if near is not None:
                _forget(graph, near)
            told_from = part.pieces[-2:][0][0]
            for question, answer in self._answers(ranking, asked, near, told_from):
                found = _resolved(ranking, question, answer, mentions)
                if found is not None:
                    number = links.get(question.pronoun)
                    agrees = None if number is None else number == found.referent
                    yield replace(found, agrees=agrees)
        yield from ranking.direct

    def _near(self, pieces: Sequence[Piece]) -> int | None:
        """Give the first token whose words count: of the last sentence, or a short one before it; ``None``: all do."""
        if len(pieces) <= 2 and pieces[0][0] == 0 and pieces[-1][1] == len(self.parsed.tokens):
            return None
        near = [pieces[-1]]
        if len(pieces) > 1 and sum(end - first for first, end in pieces[-2:]) <= SHORT:
            near.insert(0, pieces[-2])
        return sum(end - first for first, end in pieces) - sum(end - first for first, end in near)

    def _stressed(self, ranking: Ranking, begin: int) -> None:
        """Answer reflexives that only stress a noun: *Ann herself*. They have no node of their own."""
        graph, cast = ranking.graph, self.cast
        nodes = {max(n.tokens): n for n in graph.of_kind("entity") if n.tokens}
        taken = {t for node in graph.of_kind("pronoun") for t in node.tokens}
        words = graph.metadata.get("tok", "").split(" ")
        for i, (word, (start, end)) in enumerate(zip(words, graph.token_spans(), strict=True)):
            concept = _STRESSED.get(word.lower())
            place = ranking.place(start, end)
            number = cast.number(ranking.heads, nodes[i - 1].id) if i - 1 in nodes else None
            if concept in self.concepts and i not in taken and number and place[0] >= begin:
                cast.known[place[0]] = number
                named = cast.referents[number].named
                candidate = Candidate(named.text, nodes[i - 1].id, given=False)
                answer = only(graph, Question(nodes[i - 1].id, start, end, (candidate,)))
                mention = cast.mention(place)
                ranking.direct.append(
                    Resolved(mention, (named,), number, concept or "", False, answer)
                )

    def _questions(self, ranking: Ranking) -> list[Question]:
        """Find the pronouns that can be asked about."""
        graph = ranking.graph
        try:
            found = self.reasoner.questions_of(graph, None, None)
        except InputError:
            found = []
        known = {q.pronoun: q for q in (*found, *reflexives(graph, self.concepts))}
        spans = graph.token_spans()
        return [
            ranking.fitted(known.get(node.id, Question(node.id, *spans[node.tokens[0]], ())))
            for node in pronoun_nodes(graph)
            if node.concept in self.concepts and node.concept in THIRD
        ]

    def _answers(
        self, ranking: Ranking, asked: Sequence[Question], near: int | None, told_from: int
    ) -> Iterator[tuple[Question, Answer]]:
        """Answer the questions; those with one candidate need no reasoning.

        Knowledge is asked where the words from token ``near`` on say what causes or hinders what, and in short texts.
        Whoever is asked for rules sees the last two sentences: the text from offset ``told_from`` on.
        """
        graph, ranked = ranking.graph, ranking.ranked(asked)
        reasoned = self.reasoning and (
            near is None or bool(self.knowledge) or self._is_reasoned(graph, near)
        )
        open_ones = [q for q, _ in ranked if len(q.candidates) > 1 and reasoned]
        is_long = len(self.parsed.tokens) >= LEAST_WORDS
        found = iter(
            self.reasoner.answer_questions(
                graph,
                open_ones,
                [q for q, _ in ranked],
                explain=self.explain,
                knowledge=self.knowledge,
                in_turn=not self.explain,
                salience={q.pronoun: scores for q, scores in ranked if is_long},
                told_from=told_from,
            )
            if open_ones
            else ()
        )
        for question, scores in ranked:
            if len(question.candidates) == 1:
                yield question, only(graph, question)
            elif answer := next(found, None):
                yield question, answer
            else:
                yield question, self._by_salience(graph, question, scores, ranked, told_from)

    def _by_salience(
        self,
        graph: SemanticGraph,
        question: Question,
        scores: Sequence[float],
        ranked: Sequence[tuple[Question, Sequence[float]]],
        told_from: int,
    ) -> Answer:
        """Answer by salience, or by rules that are asked for."""
        answer = best(graph, question, scores)
        if not self.reasoning:
            return answer
        every = [q for q, _ in ranked]
        return self.reasoner.answer_by_asking(
            answer, graph, question, every, explain=self.explain, told_from=told_from
        )

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


def _kept(ranking: Ranking, pronoun: str, number: int) -> Resolved:
    """Keep the link of another resolver."""
    node, cast = ranking.graph.nodes[pronoun], ranking.cast
    return Resolved(
        cast.mention(ranking.place(*ranking.graph.token_spans()[node.tokens[0]])),
        (cast.referents[number].named,),
        number,
        node.concept,
        node.attrs.get("case") == "poss",
        None,
    )


def _resolved(
    ranking: Ranking, question: Question, answer: Answer, mentions: Mapping[str, Mention]
) -> Resolved | None:
    """Write down an answer, and what it says of whom the pronoun stands for."""
    if answer.answer is None:
        return None
    cast, heads = ranking.cast, ranking.heads
    costs = {r.index: r.cost for r in answer.readings}
    order = sorted(
        range(len(question.candidates)), key=lambda i: (i != answer.answer, costs.get(i, 0), i)
    )
    nodes = [question.candidates[i].node for i in order]
    if nodes[0] is None or nodes[0] not in mentions:
        return None
    node = ranking.graph.nodes[question.pronoun]
    number = cast.known[heads[nodes[0]]]
    cast.known[heads[question.pronoun]] = number
    cast.referred(number, node)
    return Resolved(
        cast.mention(ranking.place(question.start, question.end)),
        tuple(mentions[n] for n in nodes if n is not None and n in mentions),
        number,
        node.concept,
        node.attrs.get("case") == "poss",
        answer,
    )


def _start(found: Resolved | Named) -> int:
    return (found.pronoun if isinstance(found, Resolved) else found.mention).start


def _forget(graph: SemanticGraph, near: int) -> None:
    """Take the words from what is said before a token; its grammar stays.

    What happened sentences ago decided no answer of the passages in ``tests/unseen``, and costs most.
    """
    for node in graph.of_kind("event", "state", "property"):
        if node.tokens and min(node.tokens) < near:
            node.concept = "_"


def _renamed(question: Question, mentions: Mapping[str, Mention]) -> Question:
    """Call each candidate as it is named in the text, also where a pronoun stood for it."""
    return replace(
        question,
        candidates=tuple(
            replace(c, text=" ".join(mentions[c.node].text.split()))
            if c.node is not None and c.node in mentions
            else c
            for c in question.candidates
        ),
    )
