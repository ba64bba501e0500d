"""Whole texts: their pronouns are answered sentence by sentence, in time linear in the length.

A sentence is read with some before it. Pronouns of those are answered already: in the graph they are replaced by what
they stand for. So a name stays in sight as long as pronouns carry it on, and each sentence asks only its own questions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from coindex.reasoner.answer import Answer
from coindex.reasoner.calibration import shipped
from coindex.reasoner.rendering.short import short
from kparse.errors import InputError
from kparse.input.excerpt import Excerpt, Piece, excerpt, pieces_of
from kparse.mentions.candidates import THIRD
from kparse.mentions.phrases import phrase_span
from kparse.mentions.same_mentions import same_mentions
from kparse.semantics.build import build

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import Node, SemanticGraph
    from kparse.input.tokens import ParsedText
    from kparse.mentions.question import Question

BEFORE = 3
"""Sentences that are read before the one whose pronouns are asked about."""
WORDS = 90
"""Most words of these sentences together."""
SHORT = 30
"""Most words of two sentences that are asked about together with all that is known of their words."""
LONGEST = 120
"""Longer sentences are read in pieces of so many words."""
REMEMBERED = 1000
"""People and things that are remembered, for names that come back."""
FORMS = frozenset("he him his she her hers it its they them their theirs".split())
"""The pronouns that a text asks about."""

_REASONS = frozenset({"cause", "result", "concession", "contrast", "deny", "condition", "unless"})
"""Relations between two situations that knowledge can explain."""

Place = tuple[int, int]
Sort = Literal["person", "place", "organisation", "time", "work"]
"""What a named entity is."""
_NEVER: Mapping[str, frozenset[Sort]] = {
    "he": frozenset({"place", "organisation", "time", "work"}),
    "she": frozenset({"place", "organisation", "time", "work"}),
    "it": frozenset({"person", "time"}),
    "they": frozenset({"place", "time", "work"}),
}
"""What a pronoun never stands for."""


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of a text that name somebody or something."""

    start: int
    end: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        return {"text": self.text, "start_char": self.start, "end_char": self.end}


@dataclass(frozen=True, slots=True)
class Resolved:
    """A pronoun of a text, and what it stands for."""

    pronoun: Mention
    candidates: tuple[Mention, ...]
    """What it may stand for, the best first; each where it is named last before the pronoun."""
    referent: int
    """The number of the person or thing that it stands for."""
    concept: str
    """The pronoun in its basic form: *she* for *her*."""
    possessive: bool
    answer: Answer | None
    """The answer; its text is the part of the text that was read for it. ``None``: another resolver's link is kept."""
    agrees: bool | None = None
    """Whether another resolver gives the same; ``None`` if none was asked, or it does not say."""

    @property
    def decided_by(self) -> str:
        """What decided; ``given``: another resolver."""
        return "given" if self.answer is None else self.answer.decided_by

    @property
    def confidence(self) -> float | None:
        """How sure the answer is; ``None`` if another resolver gave it."""
        return None if self.answer is None else self.answer.confidence

    @property
    def reasons(self) -> tuple[str, ...]:
        """The strongest reasons, in words."""
        return () if self.answer is None else tuple(r.text for r in short(self.answer).reasons)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready form."""
        places = [mention.to_dict() for mention in self.candidates]
        return {
            "pronoun": self.pronoun.to_dict(),
            "antecedent": places[0],
            "confidence": None if self.confidence is None else round(self.confidence, 4),
            "decided_by": self.decided_by,
            "runner_up": places[1] if len(places) > 1 else None,
            "candidates": places,
            "reasons": list(self.reasons),
            "possessive": self.possessive,
            "agrees": self.agrees,
        }


@dataclass(slots=True)
class Referent:
    """A person or thing of a text."""

    number: int
    concept: str
    attrs: dict[str, str]
    named: Mention
    """Where it was named last."""
    sort: Sort | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A mention other than a pronoun, with the number of what it names."""

    mention: Mention
    referent: int


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
    _referents: dict[int, Referent] = field(default_factory=dict)
    _known: dict[int, int] = field(default_factory=dict)
    """Numbers of referents by the offset of a mention's head."""
    _last: int = 0

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
        part = excerpt(self.parsed, pieces)
        graph = build(part.parsed)
        heads = self._heads(graph, part)
        yield from self._enter(graph, part, heads)
        begin = max(self.begin, self.parsed.tokens[pieces[-1][0]].start)
        links = {
            node.id: self._given(place, graph, heads)
            for node in graph.of_kind("pronoun")
            if (place := self.given.get(heads.get(node.id, -1))) and heads[node.id] >= begin
        }
        if not self.check:
            for pronoun, given in links.items():
                yield self._kept(graph, part, pronoun, given, heads)
        self._replace_answered(graph, heads)
        asked = [
            question
            for question in self._questions(graph, part, heads)
            if part.place(question.start, question.end)[0] >= begin
        ]
        if not asked:
            return
        mentions = {
            n: self._referents[self._known[h]].named
            for n, h in heads.items()
            if h in self._known and graph.nodes[n].kind != "pronoun"
        }
        asked = [_renamed(q, mentions) for q in asked]
        near = self._near(pieces)
        if near is not None:
            _forget(graph, near)
        for question, answer in zip(asked, self._answers(graph, asked, near), strict=True):
            found = self._resolved(graph, part, question, answer, heads, mentions)
            if found is not None:
                number = links.get(question.pronoun)
                agrees = None if number is None else number == found.referent
                yield replace(found, agrees=agrees)

    def _near(self, pieces: Sequence[Piece]) -> int | None:
        """Give the first token whose words count: of the last sentence, or a short one before it; ``None``: all do."""
        if len(pieces) <= 2 and pieces[0][0] == 0 and pieces[-1][1] == len(self.parsed.tokens):
            return None
        near = [pieces[-1]]
        if len(pieces) > 1 and sum(end - first for first, end in pieces[-2:]) <= SHORT:
            near.insert(0, pieces[-2])
        return sum(end - first for first, end in pieces) - sum(end - first for first, end in near)

    # ------------------------------------------------------------------------------ who is who

    def _heads(self, graph: SemanticGraph, part: Excerpt) -> dict[str, int]:
        """Give the offset in the text of each noun's or pronoun's last own word."""
        spans = graph.token_spans()
        return {
            node.id: part.place(*spans[max(node.tokens)])[0]
            for node in graph.of_kind("entity", "pronoun", "quantity")
            if node.tokens
        } | {
            node.id: -1 - part.place(*spans[min(tokens)])[0]
            for node in graph.of_kind("group")
            if (
                tokens := [
                    t for e in graph.out(node.id, "op") for t in graph.nodes[e.target].tokens
                ]
            )
        }

    def _enter(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int]
    ) -> Iterator[Named]:
        """Number the people and things of a graph, those that are known as before."""
        same: dict[str, str] = {}
        for earlier, later in same_mentions(graph):
            same.setdefault(later, earlier)
        for node in list(graph.nodes.values()):
            if node.id not in heads or node.kind == "pronoun":
                continue
            head = heads[node.id]
            span = phrase_span(graph, node.id, relative=False)
            if head not in self._known and span is not None:
                mention = self._mention(part.place(*span))
                partner = self._known.get(heads.get(same.get(node.id, ""), 1 << 60))
                number = partner or self._by_name(node) or self._new(node, mention, head)
                self._known[head] = number
                self._referents[number].named = mention
                yield Named(mention, number)
            if node.kind == "entity" and head in self._known:
                referent = self._referents[self._known[head]]
                node.attrs["ref"] = str(referent.number)
                if "gender" in referent.attrs:
                    node.attrs["gender"] = referent.attrs["gender"]

    def _new(self, node: Node, mention: Mention, head: int) -> int:
        self._last += 1
        kept = {k: v for k, v in node.attrs.items() if k in ("num", "proper", "gender")}
        sort = next((s for a, b, s in self.entities if a <= head < b), None)
        concept = node.concept if node.kind == "entity" else "they"
        self._referents[self._last] = Referent(self._last, concept, kept, mention, sort)
        return self._last

    def _by_name(self, node: Node) -> int | None:
        """Find whose name a name is, or a part of, if there is only one."""
        if node.attrs.get("proper") != "+":
            return None
        names = set(node.concept.split("_"))
        found = []
        for referent in self._referents.values():
            if referent.attrs.get("proper") != "+":
                continue
            if referent.concept == node.concept:
                return referent.number
            if names <= set(referent.concept.split("_")) and referent.sort in (None, "person"):
                found.append(referent.number)
        return found[0] if len(found) == 1 else None

    def _replace_answered(self, graph: SemanticGraph, heads: Mapping[str, int]) -> None:
        """Turn the pronouns that are answered into what they stand for."""
        for node in graph.of_kind("pronoun"):
            number = self._known.get(heads.get(node.id, 1 << 60))
            if number is None:
                continue
            referent = self._referents[number]
            node.kind, node.concept = "entity", referent.concept
            kept = {k: v for k, v in node.attrs.items() if k in ("num", "case")}
            node.attrs = {**kept, **referent.attrs, "ref": str(number)}

    def _given(self, place: Place, graph: SemanticGraph, heads: Mapping[str, int]) -> int:
        """Give the number of what another resolver names."""
        start, end = place
        inside = [
            heads[n.id]
            for n in graph.of_kind("entity", "group", "quantity")
            if n.id in heads and start <= heads[n.id] < end and heads[n.id] in self._known
        ]
        known = inside or [h for h in self._known if start <= h < end]
        if known:
            return self._known[max(known)]
        mention = self._mention(place)
        words = mention.text.split() or ["it"]
        proper = {"proper": "+"} if words[-1][:1].isupper() else {}
        concept = "_".join(words) if proper else words[-1]
        self._last += 1
        self._referents[self._last] = Referent(self._last, concept, proper, mention)
        self._known[end - 1] = self._last
        return self._last

    def _kept(
        self,
        graph: SemanticGraph,
        part: Excerpt,
        pronoun: str,
        number: int,
        heads: Mapping[str, int],
    ) -> Resolved:
        """Keep the link of another resolver."""
        node = graph.nodes[pronoun]
        self._known[heads[pronoun]] = number
        spans = graph.token_spans()
        return Resolved(
            self._mention(part.place(*spans[node.tokens[0]])),
            (self._referents[number].named,),
            number,
            node.concept,
            node.attrs.get("case") == "poss",
            None,
        )

    # ------------------------------------------------------------------------------ questions

    def _questions(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int]
    ) -> list[Question]:
        """Find the pronouns that can be asked about."""
        try:
            found = self.reasoner.questions_of(graph, None, None)
        except InputError:
            return []
        kept = []
        for question in found:
            concept = graph.nodes[question.pronoun].concept
            never = _NEVER.get(concept, frozenset())
            start, _ = part.place(question.start, question.end)
            candidates = tuple(
                c
                for c in question.candidates
                if (it := self._referent(heads.get(c.node or ""))) is None
                or (it.sort not in never and not it.named.start <= start < it.named.end)
            )
            if candidates and concept in self.concepts:
                kept.append(replace(question, candidates=candidates))
        return kept

    def _referent(self, head: int | None) -> Referent | None:
        number = None if head is None else self._known.get(head)
        return None if number is None else self._referents[number]

    def _answers(
        self, graph: SemanticGraph, asked: Sequence[Question], near: int | None
    ) -> list[Answer]:
        """Answer the questions; those with one candidate need no reasoning.

        Knowledge is asked where the words from token ``near`` on say what causes or hinders what.
        """
        open_ones = [q for q in asked if len(q.candidates) > 1]
        found = iter(
            self.reasoner.answer_questions(
                graph,
                open_ones,
                asked,
                explain=self.explain,
                knowledge=self.knowledge,
                in_turn=not self.explain,
                structure=not (near is None or self._is_reasoned(graph, near)),
            )
            if open_ones
            else ()
        )
        return [_only(graph, q) if len(q.candidates) == 1 else next(found) for q in asked]

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

    def _resolved(
        self,
        graph: SemanticGraph,
        part: Excerpt,
        question: Question,
        answer: Answer,
        heads: Mapping[str, int],
        mentions: Mapping[str, Mention],
    ) -> Resolved | None:
        if answer.answer is None:
            return None
        costs = {r.index: r.cost for r in answer.readings}
        order = sorted(
            range(len(question.candidates)), key=lambda i: (i != answer.answer, costs.get(i, 0), i)
        )
        nodes = [question.candidates[i].node for i in order]
        best = nodes[0]
        if best is None or best not in mentions:
            return None
        node = graph.nodes[question.pronoun]
        number = self._known[heads[best]]
        self._known[heads[question.pronoun]] = number
        gender = node.attrs.get("gender")
        if gender and self._referents[number].sort in (None, "person"):
            self._referents[number].attrs["gender"] = gender
        return Resolved(
            self._mention(part.place(question.start, question.end)),
            tuple(mentions[n] for n in nodes if n is not None and n in mentions),
            number,
            node.concept,
            node.attrs.get("case") == "poss",
            answer,
        )

    def _mention(self, place: Place) -> Mention:
        return Mention(*place, self.parsed.text[slice(*place)])


def _start(found: Resolved | Named) -> int:
    return (found.pronoun if isinstance(found, Resolved) else found.mention).start


def _forget(graph: SemanticGraph, near: int) -> None:
    """Take the words from what is said before a token; its grammar stays.

    What happened sentences ago decided no answer of the passages in ``knowledge/unseen``, and costs most.
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


def _only(graph: SemanticGraph, question: Question) -> Answer:
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
