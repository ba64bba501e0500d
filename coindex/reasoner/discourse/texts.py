"""Whole texts: their pronouns are answered sentence by sentence, in time linear in the length.

Entities pile up as the text is read (:mod:`coindex.reasoner.discourse.entities`), and a fitted choice among them
answers each pronoun (:mod:`coindex.reasoner.discourse.choosing`). Knowledge is asked where a sentence says what causes
or hinders what, with the sentences before it, in which answered pronouns are replaced by what they stand for. A text of
one or two sentences is answered as a question is.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.answer import INFORMED
from coindex.reasoner.discourse.choosing import Choice, Reading
from coindex.reasoner.discourse.entities import Entities, Entity
from coindex.reasoner.discourse.knowing import Answered, Knowing
from coindex.reasoner.discourse.phrases import THIRD, Phrase, mention_of
from coindex.reasoner.discourse.quotes import Speech
from coindex.reasoner.discourse.recipients import with_recipients
from coindex.reasoner.discourse.resolved import Mention, Named, Place, Resolved
from coindex.reasoner.discourse.salient import best_entities, by_salience, shipped_weights
from kparse.input.entities import Sort, entities_of
from kparse.input.excerpt import Piece, pieces_of
from kparse.input.whole_text import with_names
from kparse.mentions.candidates import THIRD as CONCEPTS
from kparse.semantics.mended import mended

if TYPE_CHECKING:
    from coindex.reasoner.running.engine import Reasoner
    from kparse.input.tokens import ParsedText, Token

BEFORE = 3
"""Sentences that are read before the one whose pronouns are asked about."""
WORDS = 90
"""Most words of these sentences together."""
SHORT = 2
"""Sentences of a text that is answered as a question is."""
LONGEST = 120
"""Longer sentences are read in pieces of so many words."""


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
        explain: whether to trace the rules that spoke.
        knowledge: English sentences that become rules.
        reasoning: whether knowledge is asked; without it salience alone decides.
    """

    reasoner: Reasoner
    parsed: ParsedText
    entities: Sequence[tuple[int, int, Sort]] = ()
    given: Mapping[int, Place] = field(default_factory=dict)
    check: bool = False
    concepts: Collection[str] = CONCEPTS
    begin: int = 0
    explain: bool = False
    knowledge: Sequence[str] = ()
    reasoning: bool = True
    weights: Mapping[str, float] | None = None
    """Of the features of salience; those that ship by default."""
    seconds: float | None = None
    """Time after which knowledge is asked no more, and salience alone decides; by default there is none."""
    choices: list[Choice] | None = None
    """Receives what was chosen among, for fitting and scoring; by default nothing is kept of it."""
    hurried: int | None = field(init=False, default=None)
    """Where the time was over; ``None`` if it was not."""
    people: Entities = field(init=False)
    """The entities of the text."""
    _reading: Reading = field(init=False)
    _sorts: Mapping[int, Sort] = field(init=False)
    _pieces: list[Piece] = field(init=False)
    _is_short: bool = field(init=False)

    def __post_init__(self) -> None:
        """Find what names and quotations there are; what the user's entities say comes first."""
        self.parsed = with_recipients(mended(with_names(self.parsed)), self.reasoner)
        taken = [(a, b) for a, b, _ in self.entities]
        own = [
            e for e in entities_of(self.parsed) if not any(a < e[1] and e[0] < b for a, b in taken)
        ]
        sorts = {o: sort for a, b, sort in (*self.entities, *own) for o in range(a, b)}
        self._sorts = sorts
        self.people = Entities(self.parsed, sorts, self.reasoner)
        speech = Speech(self.parsed)
        weights = shipped_weights(KNOWLEDGE) if self.weights is None else self.weights
        self._reading = Reading(self.parsed, self.people, speech, weights)
        self._pieces = [p for p in pieces_of(self.parsed, LONGEST) if not self._is_apart(*p)]
        sentences = {self.parsed.tokens[first].sentence for first, _ in self._pieces}
        self._is_short = len(sentences) <= SHORT

    def read(self) -> Iterator[Resolved | Named]:
        """Give the pronouns with what they stand for, and the other mentions, sentence by sentence."""
        began = time.monotonic()
        for number, piece in enumerate(self._pieces):
            late = self.seconds is not None and time.monotonic() - began > self.seconds
            if late and self.reasoning:
                self.reasoning = False
                self.hurried = self.parsed.tokens[piece[0]].start
            found = list(self._read(self._pieces, number, piece))
            yield from sorted(found, key=_start)

    def number_at(self, start: int, end: int) -> int | None:
        """Give the number of whom or what is named last between two places."""
        found = None
        for token in self.parsed.tokens:
            if start <= token.start < end and token.index in self.people.of_head:
                found = self.people.of_head[token.index].number
        return found

    def _is_apart(self, first: int, end: int) -> bool:
        """Tell whether a piece of the text is no running text: no parties are named there.

        Read all the same are a heading or caption with a subject, and a heading that has a pronoun or is nothing but a
        name of known kind.
        """
        tokens = self.parsed.tokens[first:end]
        place = bisect_right(self.parsed.apart, tokens[0].start, key=lambda line: line[0]) - 1
        if place < 0 or self.parsed.apart[place][1] < tokens[-1].end:
            return False
        kind = self.parsed.apart[place][2]
        if kind not in ("heading", "caption"):
            return True
        if any(t.deprel.startswith("nsubj") for t in tokens):
            return False
        words = [t for t in tokens if t.upos != "PUNCT"]
        is_named = all(t.form[:1].isupper() for t in words) and any(
            t.start in self._sorts for t in words
        )
        is_said = any(t.form.lower() in THIRD for t in words)
        return not (kind == "heading" and (is_named or is_said))

    # ------------------------------------------------------------------------------ one sentence

    def _read(
        self, pieces: Sequence[Piece], number: int, piece: Piece
    ) -> Iterator[Resolved | Named]:
        asked: list[tuple[Choice, Entity | None]] = []
        for choice in self._reading.read(*piece):
            offset = self.parsed.tokens[choice.phrase.head].start
            if self.choices is not None:
                self.choices.append(choice)
            link = self.given.get(offset)
            known = None if link is None else self._linked(link)
            if known is not None and not self.check:
                choice.settle(known)
                if self._is_asked(choice):
                    yield self._kept(choice, known)
                continue
            if self._is_asked(choice):
                if self._is_short and self.reasoning:
                    answer = self._as_question(choice)
                    if answer is not None:
                        yield self._resolved(choice, answer, known)
                else:
                    asked.append((choice, known))
        for phrase, entity in self._reading.entered:
            yield Named(mention_of(self.parsed, phrase), entity.number)
        if asked:
            answers = self._answers(pieces, number, [choice for choice, _ in asked])
            for choice, known in asked:
                answer = answers.get(choice.phrase.head)
                if answer is not None:
                    yield self._resolved(choice, answer, known)

    def _is_asked(self, choice: Choice) -> bool:
        offset = self.parsed.tokens[choice.phrase.head].start
        return offset >= self.begin and choice.phrase.concept in self.concepts

    def _as_question(self, choice: Choice) -> Answered | None:
        """Answer a pronoun of a short text as a question with the candidates that were found."""
        if choice.is_nothing:
            return None
        found = self._knowing().as_question(choice, explain=self.explain, knowledge=self.knowledge)
        if found is None:
            found = by_salience(self.parsed, choice)
        elif len(found[1]) == 1 and found[0].decided_by not in INFORMED:
            # how sure a sole candidate is, says its salience
            sole = [one for one in best_entities(choice) if one[0] is found[1][0]]
            found = by_salience(self.parsed, choice, sole)
        if found is not None:
            choice.settle(found[1][found[0].answer or 0])
        return found

    def _answers(
        self, pieces: Sequence[Piece], number: int, choices: Sequence[Choice]
    ) -> dict[int, Answered]:
        """Answer the pronouns of a sentence, by the token of each; none for those that stand for nothing."""
        found = {
            c.phrase.head: answer
            for c in choices
            if (answer := by_salience(self.parsed, c)) is not None
        }
        open_ones = [c for c in choices if c.phrase.head in found and len(c.candidates) > 1]
        if self.reasoning and open_ones:
            window = _with_context(pieces, number)
            for choice, answered in self._knowing().of_window(
                window, open_ones, explain=self.explain, knowledge=self.knowledge
            ):
                found[choice.phrase.head] = answered
                self._reading.move(choice, answered[1][answered[0].answer or 0])
        return found

    def _knowing(self) -> Knowing:
        return Knowing(self.reasoner, self.parsed, self.people)

    # ------------------------------------------------------------------------------ answers

    def _linked(self, place: Place) -> Entity | None:
        """Give what another resolver names."""
        number = self.number_at(*place)
        if number is not None:
            return self.people.all[number]
        token = next(
            (t for t in reversed(self.parsed.tokens) if place[0] <= t.start < place[1]), None
        )
        return None if token is None else self.people.enter_word(token)

    def _kept(self, choice: Choice, entity: Entity) -> Resolved:
        """Keep the link of another resolver."""
        phrase = choice.phrase
        return Resolved(
            self._pronoun(phrase),
            (self._mention(entity, phrase),),
            entity.number,
            phrase.concept,
            phrase.role == "poss",
            None,
        )

    def _resolved(self, choice: Choice, answered: Answered, known: Entity | None) -> Resolved:
        """Write down an answer."""
        answer, entities = answered
        phrase = choice.phrase
        index = answer.answer or 0
        costs = {r.index: r.cost for r in answer.readings}
        order = sorted(range(len(entities)), key=lambda i: (i != index, costs.get(i, 0), i))
        mentions = [self._mention(entities[i], phrase) for i in order]
        return Resolved(
            self._pronoun(phrase),
            tuple(mentions),
            entities[index].number,
            phrase.concept,
            phrase.role == "poss",
            answer,
            None if known is None else known is entities[index],
        )

    def _mention(self, entity: Entity, pronoun: Phrase) -> Mention:
        """Give where an entity is named last before a pronoun, without the part that the pronoun is in."""
        named = entity.named_before(pronoun.head)
        if named.both is not None or not named.first <= pronoun.head <= named.last:
            return mention_of(self.parsed, named)
        tokens = self.parsed.tokens
        top = pronoun.head
        while tokens[top].head not in (named.head, -1):
            top = tokens[top].head
        first = next(i for i in range(named.first, pronoun.head + 1) if _is_below(tokens, i, top))
        is_after = tokens[top].head == named.head and named.head < first
        return mention_of(self.parsed, replace(named, last=first - 1) if is_after else named)

    def _pronoun(self, phrase: Phrase) -> Mention:
        token = self.parsed.tokens[phrase.head]
        return Mention(token.start, token.end, self.parsed.text[token.start : token.end])


def _with_context(pieces: Sequence[Piece], number: int) -> list[Piece]:
    found = [pieces[number]]
    words = 0
    for piece in reversed(pieces[max(0, number - BEFORE) : number]):
        words += piece[1] - piece[0]
        if words > WORDS:
            break
        found.insert(0, piece)
    return found


def _is_below(tokens: Sequence[Token], index: int, top: int) -> bool:
    while index not in (top, -1):
        index = tokens[index].head
    return index == top


def _start(found: Resolved | Named) -> int:
    return (found.pronoun if isinstance(found, Resolved) else found.mention).start
