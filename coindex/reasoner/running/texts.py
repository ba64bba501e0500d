"""Whole texts: their pronouns are answered sentence by sentence, in time linear in the length.

A sentence is read with some before it. Pronouns of those are answered already: in the graph they are replaced by what
they stand for. So a name stays in sight as long as pronouns carry it on, and each sentence asks only its own questions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import Answer, Reading
from coindex.reasoner.calibration import shipped
from coindex.reasoner.evidence.salience import (
    CHAINS,
    LEAST_WORDS,
    Salience,
    features_of,
    shipped_salience,
)
from coindex.reasoner.running.fitting import (
    Kind,
    fitness,
    fitting,
    institutions,
    is_collective,
    is_house,
    is_together,
    reflexives,
)
from coindex.reasoner.running.quotes import Quote, quotes_of
from coindex.reasoner.running.resolved import Mention, Named, Place, Referent, Resolved, Weighed
from kparse.errors import InputError
from kparse.input.entities import Sort, entities_of, is_title, sex_of_name
from kparse.input.excerpt import Excerpt, Piece, excerpt, pieces_of
from kparse.input.whole_text import with_names
from kparse.input.word_lists import INDEFINITE, word_list
from kparse.mentions.binding import co_arguments
from kparse.mentions.candidates import THIRD, pronoun_nodes
from kparse.mentions.phrases import phrase_span
from kparse.mentions.question import Candidate, Question
from kparse.mentions.same_mentions import same_mentions
from kparse.semantics.build import build

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.graph import Node, SemanticGraph
    from kparse.input.tokens import ParsedText

GIVEN = 2.0
"""What persons gain as those to whom something is given, in log-odds: *offered them a comb*."""
TURNS = 10
"""Quotations that are looked back through for who is spoken to."""
PAIR = 1.5
"""What two persons lose against one plural thing."""
APART = 1.5
"""What is lost if only one of pronoun and candidate is between quotation marks."""
BARRED = 100.0
"""What a candidate loses that cannot be meant, in log-odds."""
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
_CORE = re.compile(
    r"^(?:(?:only|just|even|also|merely) |(?:one|that|this|each|every) \w+ (?=(?:an?|the) ))?"
    r"(.+?)(?: \(.*|, (?:aged )?\d+| (?:this|last|that|next) (?:morning|evening|night|week|month|year|time))?$",
    re.I | re.S,
)
"""A phrase without adverbs before it, and without an age or brackets after it."""
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
    _referents: dict[int, Referent] = field(default_factory=dict)
    _known: dict[int, int] = field(default_factory=dict)
    """Numbers of referents by the offset of a mention's head."""
    _last: int = 0
    _quotes: Sequence[Quote] = ()
    _pair_of: dict[tuple[int, int], int] = field(default_factory=dict)
    """Numbers of two persons together."""
    _part: Excerpt | None = None
    _direct: list[Resolved] = field(default_factory=list)
    """Pronouns of the sentence at hand that are answered without a question."""
    _pairs: list[Candidate] = field(default_factory=list)
    """Pairs of persons that *they* stood for in the sentence at hand."""
    _adjectives: set[int] = field(default_factory=set)
    """Offsets of adjectives."""
    _sorts: dict[int, Sort] = field(default_factory=dict)
    """What the names are, by the offsets of their characters."""
    _titles: Sequence[Place] = ()
    """Titles of works without their first words."""
    _houses: dict[str, tuple[Candidate, ...]] = field(default_factory=dict)
    """What *they* may stand for where nothing plural and no two persons are there."""
    _salience: Salience | None = None
    _is_long: bool = False
    reasoning: bool = True
    """Whether knowledge is asked; without it salience alone decides."""
    weighed: list[Weighed] = field(default_factory=list)
    """What was weighed by salience, for fitting its weights."""

    def __post_init__(self) -> None:
        """Find what names and quotations there are; what the user's entities say comes first."""
        self.parsed = with_names(self.parsed)
        taken = [(a, b) for a, b, _ in self.entities]
        own = entities_of(self.parsed)
        self.entities = [
            *self.entities,
            *(e for e in own if not any(a < e[1] and e[0] < b for a, b in taken)),
        ]
        self._quotes = quotes_of(self.parsed)
        self._adjectives = {t.start for t in self.parsed.tokens if t.upos == "ADJ"}
        self._sorts = {
            offset: sort for start, end, sort in self.entities for offset in range(start, end)
        }
        self._titles = [
            (start + len(first), end)
            for start, end, sort in self.entities
            if sort == "work"
            for first in [self.parsed.text[start:end].split()[0]]
            if len(first) < end - start and not first[0].islower()
        ]
        self._salience = shipped_salience(KNOWLEDGE / CHAINS)
        self._is_long = len(self.parsed.tokens) >= LEAST_WORDS

    def read(self) -> Iterator[Resolved | Named]:
        """Give the pronouns with what they stand for, and the other mentions that were met, sentence by sentence."""
        pieces = pieces_of(self.parsed, LONGEST)
        for number, piece in enumerate(pieces):
            if self._asks(piece):
                found = self._read(self._with_context(pieces, number))
                yield from sorted(found, key=_start)

    def referent_at(self, start: int, end: int) -> int | None:
        """Give the number of who or what is named last between two places."""
        heads = [head for head in self._known if start <= head < end]
        return self._known[max(heads)] if heads else None

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
        part = self._part = excerpt(self.parsed, pieces)
        self._pairs, self._direct, self._houses = [], [], {}
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
        self._stressed(graph, heads, begin)
        asked = [
            question
            for question in self._questions(graph, part, heads)
            if part.place(question.start, question.end)[0] >= begin
        ]
        if not asked:
            yield from self._direct
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
        for question, answer in self._answers(graph, asked, heads, near):
            found = self._resolved(graph, part, question, answer, heads, mentions)
            if found is not None:
                number = links.get(question.pronoun)
                agrees = None if number is None else number == found.referent
                yield replace(found, agrees=agrees)
        yield from self._direct

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
            if node.id not in heads or node.kind == "pronoun" or self._is_inside(heads[node.id]):
                continue
            beside = [e.source for e in graph.into(node.id, "appos")]
            if beside and (node.kind == "quantity" or self._sorts.get(heads[node.id]) == "time"):
                continue  # "Hill, 52, ..."
            head = heads[node.id]
            span = phrase_span(graph, node.id, relative=False)
            if head not in self._known and span is not None:
                mention = self._mention(part.place(*span))
                partner = self._number(heads, same.get(node.id, ""))
                if partner is not None and self._differs(self._referents[partner], head):
                    partner = None
                new = partner or self._by_name(node) or self._new(node, mention)
                self._known[head] = new
                if not (beside and self._referents[new].name and node.attrs.get("proper") != "+"):
                    self._referents[new].named = mention  # not "a chemist" of "Ann Hill, a chemist"
                yield Named(mention, new)
                self._learn(self._referents[new], node, head)
        for node in graph.of_kind("state"):
            self._is_called(graph, part, heads, node)
        for node in graph.of_kind("entity"):
            number = self._number(heads, node.id)
            if number is not None:
                node.attrs["ref"] = str(number)
                if "gender" in self._referents[number].attrs:
                    node.attrs["gender"] = self._referents[number].attrs["gender"]

    def _is_inside(self, head: int) -> bool:
        """Tell whether a word is in a title of several words, but not as its first: *Notes on Dyes*."""
        return any(start < head < end for start, end in self._titles)

    def _differs(self, referent: Referent, head: int) -> bool:
        """Tell whether a mention is something else than what the grammar makes it: *Ann (May 1900)*."""
        sort = self._sorts.get(head)
        if sort == "time":
            return referent.sort != "time"
        if sort == "person" and not referent.name and self.reasoner.sex_of(referent.concept) == "neut":
            return True  # "Where is the letter, Ann?"
        return sort is not None and referent.sort is not None and sort != referent.sort

    def _is_called(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int], node: Node
    ) -> None:
        """Note that the subject is one with a name: *the winner was Ann*."""
        if node.attrs.get("proper") != "+" or not node.tokens:
            return
        for edge in graph.out(node.id, "subj"):
            number = self._number(heads, edge.target)
            if number is not None and graph.nodes[edge.target].kind == "entity":
                spans = graph.token_spans()
                start, end = spans[min(node.tokens)][0], spans[max(node.tokens)][1]
                mention = self._mention(part.place(start, end))
                referent = self._referents[number]
                referent.named = mention
                self._learn(referent, replace(node, kind="entity"), mention.end - 1)

    def _learn(self, referent: Referent, node: Node, head: int) -> None:
        """Note what a mention says of a person or thing: what it is, its sex, its full name."""
        sort = self._sorts.get(head)
        if sort is not None and (referent.sort is None or sort == "person"):
            referent.sort = sort
        if node.kind != "entity":
            return
        is_name = node.attrs.get("proper") == "+"
        if is_name and len(node.concept) > len(referent.name):
            referent.name = node.concept
        if sort not in (None, "person"):
            return
        sex = self.reasoner.gender_of(node.concept)
        if sex is None and referent.sort == "person" and is_name:
            sex = sex_of_name(node.concept)
        if sex in ("masc", "fem"):
            referent.attrs.setdefault("gender", sex)

    def _new(self, node: Node, mention: Mention) -> int:
        self._last += 1
        kept = {k: v for k, v in node.attrs.items() if k in ("num", "proper", "gender")}
        concept = node.concept if node.kind == "entity" else "they"
        self._referents[self._last] = Referent(self._last, concept, kept, mention)
        return self._last

    def _by_name(self, node: Node) -> int | None:
        """Find whose name a name is, or a part of, if there is only one; also *the bank* after *Hill Bank*."""
        if node.attrs.get("proper") != "+":
            return self._by_kind(node)
        names = _own_names(node.concept)
        found = []
        for referent in self._referents.values():
            if not referent.name:
                continue
            if referent.name == node.concept:
                return referent.number
            if (
                names
                and names <= _own_names(referent.name)
                and referent.sort not in ("place", "time")
            ):
                found.append(referent.number)
        return found[0] if len(found) == 1 else None

    def _by_kind(self, node: Node) -> int | None:
        if node.attrs.get("def") not in ("def", "dem") or node.attrs.get("num") == "pl":
            return None
        ending = "_" + node.concept
        found = [r.number for r in self._referents.values() if r.name.lower().endswith(ending)]
        return found[-1] if found else None

    def _replace_answered(self, graph: SemanticGraph, heads: Mapping[str, int]) -> None:
        """Turn the pronouns that are answered into what they stand for."""
        for node in graph.of_kind("pronoun"):
            number = self._number(heads, node.id)
            if number is None:
                continue
            self._replace(node, number)

    def _replace(self, node: Node, number: int) -> None:
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

    def _stressed(self, graph: SemanticGraph, heads: Mapping[str, int], begin: int) -> None:
        """Answer reflexives that only stress a noun: *Ann herself*. They have no node of their own."""
        nodes = {max(n.tokens): n for n in graph.of_kind("entity") if n.tokens}
        taken = {t for node in graph.of_kind("pronoun") for t in node.tokens}
        words = graph.metadata.get("tok", "").split(" ")
        for i, (word, (start, end)) in enumerate(zip(words, graph.token_spans(), strict=True)):
            concept = _STRESSED.get(word.lower())
            place = self._place(start, end)
            number = self._number(heads, nodes[i - 1].id) if i - 1 in nodes else None
            if concept in self.concepts and i not in taken and number and place[0] >= begin:
                self._known[place[0]] = number
                referent = self._referents[number]
                candidate = Candidate(referent.named.text, nodes[i - 1].id, given=False)
                question = Question(nodes[i - 1].id, start, end, (candidate,))
                self._direct.append(
                    Resolved(
                        self._mention(place),
                        (referent.named,),
                        number,
                        concept or "",
                        False,
                        _only(graph, question),
                    )
                )

    # ------------------------------------------------------------------------------ questions

    def _questions(
        self, graph: SemanticGraph, part: Excerpt, heads: Mapping[str, int]
    ) -> list[Question]:
        """Find the pronouns that can be asked about."""
        try:
            found = self.reasoner.questions_of(graph, None, None)
        except InputError:
            found = []
        known = {q.pronoun: q for q in (*found, *reflexives(graph, self.concepts))}
        kept = []
        for node in pronoun_nodes(graph):
            if node.concept not in self.concepts or node.concept not in THIRD:
                continue
            question = known.get(
                node.id, Question(node.id, *graph.token_spans()[node.tokens[0]], ())
            )
            start, _ = part.place(question.start, question.end)
            outside = [
                c
                for c in question.candidates
                if (number := self._number(heads, c.node)) is None
                or not self._referents[number].named.start
                <= start
                < self._referents[number].named.end
            ]
            candidates = fitting(node.concept, outside, lambda n: self._kind(graph, heads, n))
            if node.concept == "they" and is_together(graph, node.id):
                candidates = ()
            if node.concept == "they" and not candidates:
                self._houses[node.id] = institutions(outside, lambda n: self._kind(graph, heads, n))
            kept.append(replace(question, candidates=candidates))
        return kept

    def _number(self, heads: Mapping[str, int], node: str | None) -> int | None:
        """Give the number of what a node of the sentences at hand stands for, if it is known."""
        head = heads.get(node or "")
        return None if head is None else self._known.get(head)

    def _kind(self, graph: SemanticGraph, heads: Mapping[str, int], node: str) -> Kind:
        """Say what a phrase stands for, as far as the text and the lexicon tell."""
        found = graph.nodes[node]
        many = found.attrs.get("num") == "pl"
        number = self._number(heads, node)
        referent = self._referents.get(number or 0)
        if referent is not None and referent.sort == "time":
            return Kind("time", many)
        if found.kind in ("group", "quantity"):
            return Kind(found.kind, many=found.kind == "group" or found.concept not in ("1", "one"))
        if found.kind == "pronoun" and found.concept == "one" and many:
            return Kind("", many)  # "new ones"
        if found.kind == "pronoun":
            return Kind("some" if found.concept in INDEFINITE else "", many)
        if referent is not None and referent.sort is not None:
            return Kind(referent.sort, many)
        if referent is not None and referent.attrs.get("gender") in ("masc", "fem"):
            return Kind("person", many)
        if found.attrs.get("proper") == "+":
            return Kind("name", many)
        sex = self.reasoner.sex_of(found.concept)
        if sex == "neut":
            return Kind("thing", many, is_collective(found.concept), is_house(found.concept))
        if sex is not None:
            return Kind("person", many)
        if found.concept in word_list("persons"):
            return Kind("animal", many, is_collective(found.concept), is_house(found.concept))
        if heads.get(node) in self._adjectives and found.attrs.get("def") == "def":
            return Kind("person", many)  # "the elder"
        return Kind("", many)

    def _answers(
        self,
        graph: SemanticGraph,
        asked: Sequence[Question],
        heads: Mapping[str, int],
        near: int | None,
    ) -> Iterator[tuple[Question, Answer]]:
        """Answer the questions; those with one candidate need no reasoning.

        Knowledge is asked where the words from token ``near`` on say what causes or hinders what, and in short texts.
        """
        ranked = self._by_salience(graph, asked, heads)
        reasoned = self.reasoning and (
            near is None or bool(self.knowledge) or self._is_reasoned(graph, near)
        )
        open_ones = [q for q, _ in ranked if len(q.candidates) > 1 and reasoned]
        found = iter(
            self.reasoner.answer_questions(
                graph,
                open_ones,
                [q for q, _ in ranked],
                explain=self.explain,
                knowledge=self.knowledge,
                in_turn=not self.explain,
                salience={q.pronoun: scores for q, scores in ranked if self._is_long},
            )
            if open_ones
            else ()
        )
        for question, scores in ranked:
            if len(question.candidates) == 1:
                yield question, _only(graph, question)
            else:
                yield question, next(found, None) or _best(graph, question, scores)

    def _by_salience(
        self, graph: SemanticGraph, asked: Sequence[Question], heads: Mapping[str, int]
    ) -> list[tuple[Question, list[float]]]:
        """Give the questions with the salience of their candidates.

        The best candidate of one counts as mentioned for the next. A pronoun without candidates stands for two persons
        (*they*) or for one that was named further back; it is not asked about.
        """
        quoted = {q.pronoun: self._quote(heads[q.pronoun]) for q in asked}
        linked: dict[str, str] = {}
        ranked: list[tuple[Question, list[float]]] = []
        for question in sorted(asked, key=lambda q: quoted[q.pronoun] is not None):
            pronoun = graph.nodes[question.pronoun]
            if pronoun.concept == "they":
                question = self._with_pairs(question)
            scores = self._scores(graph, question, heads, linked)
            if pronoun.concept == "they" and self._pair(graph, question, heads, linked, scores):
                continue
            if not question.candidates and question.pronoun in self._houses:
                question = replace(question, candidates=self._houses[question.pronoun])
                scores = self._scores(graph, question, heads, linked)
            if question.candidates and max(scores) > -BARRED / 2:
                best = question.candidates[scores.index(max(scores))].node
                if best is not None:
                    linked[question.pronoun] = best
                ranked.append(_without_barred(question, scores))
            elif pronoun.concept in ("he", "she"):
                self._far(graph, question, heads, linked)
        return sorted(ranked, key=lambda pair: pair[0].start)

    def _scores(
        self,
        graph: SemanticGraph,
        question: Question,
        heads: Mapping[str, int],
        linked: Mapping[str, str],
    ) -> list[float]:
        """Say how salient the candidates are, in log-odds."""
        if not question.candidates or self._salience is None:
            return [0.0] * len(question.candidates)
        concept = graph.nodes[question.pronoun].concept
        quote = self._quote(heads[question.pronoun])
        found = features_of(graph, question, linked.items())
        barred = self._barred(graph, question.pronoun, linked, heads)
        scores = []
        for candidate, features in zip(question.candidates, found, strict=True):
            node = graph.nodes[candidate.node or ""]
            kind = self._kind(graph, heads, node.id)
            if concept in ("he", "she"):
                features[f"kind {kind.name}"] = 1.0
                features["has a name"] = float(node.attrs.get("proper") == "+")
            else:
                features.pop("names since", None)
            spoken = self._quote(abs(heads.get(node.id, 0)))
            score = self._salience.scores([features])[0]
            if concept != "it" or "last by a pronoun" not in features:
                score += fitness(concept, kind)
            score -= APART * ((quote is None) != (spoken is None))
            if concept == "they" and self._is_persons(graph, question.pronoun):
                persons = kind.name in ("person", "animal", "organisation") or kind.of_many
                score += GIVEN * (persons or node.concept in word_list("persons"))
            scores.append(score - BARRED * (self._number(heads, node.id) in barred))
        numbers = tuple(self._number(heads, c.node or "") for c in question.candidates)
        self.weighed.append(Weighed(heads[question.pronoun], numbers, tuple(found)))
        return scores

    def _is_persons(self, graph: SemanticGraph, pronoun: str) -> bool:
        """Tell whether *they* are given something or say something."""
        return bool(graph.into(pronoun, "iobj")) or any(
            graph.nodes[edge.source].concept in _saying() for edge in graph.into(pronoun, "subj")
        )

    def _with_pairs(self, question: Question) -> Question:
        """Add the pairs of persons that earlier pronouns of the same sentences stand for."""
        there = {c.node for c in question.candidates}
        more = tuple(c for c in self._pairs if c.node not in there and c.node != question.pronoun)
        return replace(question, candidates=(*question.candidates, *more))

    def _pair(
        self,
        graph: SemanticGraph,
        question: Question,
        heads: Mapping[str, int],
        linked: Mapping[str, str],
        scores: Sequence[float],
    ) -> bool:
        """Answer *they* by the last two persons mentioned before it, if no other candidate is better."""
        kinds = [self._kind(graph, heads, c.node or "").name for c in question.candidates]
        if any(kind in ("person", "animal", "group", "organisation") for kind in kinds):
            return False
        found: dict[int, str] = {}
        place = graph.nodes[question.pronoun].tokens[0]
        before = [n for n in graph.of_kind("entity", "pronoun") if n.tokens and n.tokens[0] < place]
        for node in sorted(before, key=lambda n: n.tokens, reverse=True):
            stands_for = linked.get(node.id, node.id)
            number = self._number(heads, stands_for)
            if number is None or number in found or len(found) == 2:
                continue
            kind = self._kind(graph, heads, stands_for)
            named = self._referents[number].named
            inside = any(
                named.start < (other := self._referents[n].named).end and other.start < named.end
                for n in found
            )
            if kind.name in ("person", "animal") and not kind.many and not inside:
                found[number] = stands_for
        if len(found) < 2:
            return False
        if scores:
            both = tuple(Candidate("", node, given=False) for node in found.values())
            single = self._scores(graph, replace(question, candidates=both), heads, linked)
            if min(single) - PAIR < max(scores):
                return False
        one, two = sorted((self._referents[n] for n in found), key=lambda r: r.named.start)
        key = (one.number, two.number)
        if key not in self._pair_of:
            self._last += 1
            self._pair_of[key] = self._last
        number = self._pair_of[key]
        text = f"{one.named.text} and {two.named.text}"
        mention = Mention(one.named.start, two.named.end, text)
        self._referents[number] = Referent(number, "they", {"num": "pl"}, mention, "person")
        self._directly(graph, question, heads, number)
        self._pairs.append(Candidate(text, question.pronoun, given=False))
        return True

    def _far(
        self,
        graph: SemanticGraph,
        question: Question,
        heads: Mapping[str, int],
        linked: Mapping[str, str],
    ) -> None:
        """Answer *he* or *she* by the person of that sex that was mentioned last, however far back."""
        gender = graph.nodes[question.pronoun].attrs.get("gender")
        barred = self._barred(graph, question.pronoun, linked, heads)
        for offset, number in reversed(self._known.items()):
            if not 0 <= offset < heads[question.pronoun] or number in barred:
                continue
            referent = self._referents[number]
            person = referent.sort == "person" or "gender" in referent.attrs
            if person and referent.attrs.get("gender") in (None, gender):
                self._directly(graph, question, heads, number)
                return

    def _directly(
        self, graph: SemanticGraph, question: Question, heads: Mapping[str, int], number: int
    ) -> None:
        """Answer a pronoun without a question."""
        node = graph.nodes[question.pronoun]
        self._known[heads[node.id]] = number
        mention = self._referents[number].named
        candidate = Candidate(mention.text, node.id, given=False)
        self._direct.append(
            Resolved(
                self._mention(self._place(question.start, question.end)),
                (mention,),
                number,
                node.concept,
                node.attrs.get("case") == "poss",
                _only(graph, replace(question, candidates=(candidate,))),
            )
        )
        self._replace(node, number)

    def _quote(self, offset: int) -> Quote | None:
        place = bisect_left(self._quotes, offset, key=lambda q: q.start) - 1
        quote = self._quotes[place] if place >= 0 else None
        return quote if quote is not None and quote.start < offset < quote.end else None

    def _speaking(self, quote: Quote, answered: Mapping[int, int]) -> set[int]:
        """Give who speaks a quotation, and who is spoken to: who spoke before, if that was somebody else."""
        place = bisect_left(self._quotes, quote.end, key=lambda q: q.start)
        numbers = [
            self._known.get(q.speaker, answered.get(q.speaker))
            for q in self._quotes[max(0, place - TURNS) : place]
            if q.speaker is not None
        ]
        known = [n for n in numbers if n is not None]
        if quote.speaker is None or numbers[-1] is None:
            return set()
        others = [n for n in known if n != numbers[-1]]
        return {numbers[-1], *others[-1:]}

    def _barred(
        self,
        graph: SemanticGraph,
        pronoun: str,
        linked: Mapping[str, str],
        heads: Mapping[str, int],
    ) -> set[int]:
        """Give those who cannot be meant: who speaks or hears the words, what is another part of the same clause."""
        answered = {
            heads[p]: number
            for p, c in linked.items()
            if (number := self._number(heads, c)) is not None
        }
        quote = self._quote(heads[pronoun])
        found = set() if quote is None else self._speaking(quote, answered)
        if graph.nodes[pronoun].attrs.get("case") != "refl":
            arguments = [heads[n] for n in co_arguments(graph, pronoun) if n in heads]
            found |= {answered[h] for h in arguments if h in answered}
            found |= {self._known[h] for h in arguments if h in self._known}
            others = {self._known.get(h) for h in arguments} | found
            found |= {n for both, n in self._pair_of.items() if not others.isdisjoint(both)}
        return found

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
        if gender in ("masc", "fem") and self._referents[number].sort in (None, "person"):
            self._referents[number].attrs["gender"] = gender
        elif node.concept == "it" and self._referents[number].name:
            self._referents[number].sort = self._referents[number].sort or "thing"
        return Resolved(
            self._mention(part.place(question.start, question.end)),
            tuple(mentions[n] for n in nodes if n is not None and n in mentions),
            number,
            node.concept,
            node.attrs.get("case") == "poss",
            answer,
        )

    def _place(self, start: int, end: int) -> Place:
        """Give a place of the sentences at hand as one of the text."""
        return self._part.place(start, end) if self._part is not None else (start, end)

    def _mention(self, place: Place) -> Mention:
        """Give a phrase without what stands beside it: *Ann Hill (born 1970)*, *Hill, 52*, *only a cat*."""
        text = self.parsed.text[slice(*place)]
        found = _CORE.match(text)
        start, end = found.span(1) if found is not None else (0, len(text))
        return Mention(place[0] + start, place[0] + end, text[start:end])


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


def _own_names(name: str) -> set[str]:
    """Give the words of a name, without titles."""
    words = {word.strip(".") for word in name.split("_")}
    return {w for w in words if not is_title(w)} or words


@cache
def _saying() -> frozenset[str]:
    return word_list("saying") | word_list("speaking") | word_list("tell_verbs")


def _without_barred(question: Question, scores: Sequence[float]) -> tuple[Question, list[float]]:
    kept = [i for i, score in enumerate(scores) if score > -BARRED / 2]
    candidates = tuple(question.candidates[i] for i in kept)
    return replace(question, candidates=candidates), [scores[i] for i in kept]


def _best(graph: SemanticGraph, question: Question, scores: Sequence[float]) -> Answer:
    """Answer by salience alone."""
    best = scores.index(max(scores))
    readings = tuple(
        Reading(i, c.text, c.node, round(100 * (scores[best] - scores[i])), {}, (), ())
        for i, c in enumerate(question.candidates)
    )
    texts = tuple(c.text for c in question.candidates)
    return replace(_only(graph, question), answer=best, candidates=texts, readings=readings)


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
