"""Which entity of a text a pronoun stands for: a log-linear choice among the entities met so far, and none.

The features of an entity are those of salience in entity-based models (Lappin and Leass 1994; Centering, Grosz et al.
1995): the decayed sum over its mentions by role, where and as what it was mentioned last, whether it has the same role,
and how well its number, sex and kind fit.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from coindex.reasoner.discourse.entities import Entities, Entity
from coindex.reasoner.discourse.phrases import THIRD, Phrase, head_of, phrases_of
from coindex.reasoner.discourse.quotes import Speech
from coindex.reasoner.discourse.signs import Asked, Features, Signs
from kparse.input.tokens import ParsedText, Token
from kparse.input.turns import labels_of

MOST = 40
"""Entities that are weighed for a pronoun: those mentioned last."""
CAUTION = 0.3
"""By how much none has to be better than the best entity, in log-odds."""
_SURE = 5.0
"""By how much a stressed phrase is better than none, at least."""
_CLASS = {"he": "p", "she": "p", "it": "it", "they": "they"}
_CORE = ("subj", "obj", "iobj", "obl", "agent")


@dataclass(slots=True)
class Choice:
    """A pronoun with the entities that it may stand for."""

    phrase: Phrase
    candidates: list[Entity]
    features: list[Features]
    """Of each candidate, and of none at the end."""
    scores: list[float]
    """How salient each candidate is, in log-odds."""
    nothing: float
    """The same for none: nothing, or something that no phrase names."""
    settled: Entity | None = None
    """What it stands for; ``None`` if that is not decided otherwise."""

    @property
    def is_nothing(self) -> bool:
        """Whether it more likely stands for nothing that is named."""
        return not self.scores or self.nothing - CAUTION > max(self.scores)

    @property
    def entity(self) -> Entity | None:
        """What it stands for."""
        if self.settled is not None:
            return self.settled
        return None if self.is_nothing else self.candidates[self.scores.index(max(self.scores))]

    def add(self, entity: Entity) -> None:
        """Add what is better than all others and none."""
        self.candidates.append(entity)
        self.features.insert(-1, {})
        self.scores.append(max([self.nothing, *self.scores]) + 1.0)

    def settle(self, entity: Entity) -> None:
        """Decide what it stands for."""
        self.settled = entity


class Reading:
    """Reads a text from its beginning, sentence by sentence, and chooses for each pronoun."""

    def __init__(
        self, parsed: ParsedText, entities: Entities, speech: Speech, weights: Mapping[str, float]
    ) -> None:
        self.parsed, self.entities, self.speech, self.weights = parsed, entities, speech, weights
        self.signs = Signs(parsed, speech)
        self.below: dict[int, list[Token]] = {}
        self._at = {token.start: token.index for token in parsed.tokens}
        self._letters = {a for a, b, _ in labels_of(parsed.text) if b - a == 1}
        """Where turns begin with a letter: *Q:*."""
        self.recent: list[Entity] = []
        """Entities, the one mentioned last at the end."""
        self.entered: list[tuple[Phrase, Entity]] = []
        """The phrases of the sentence read last, without its pronouns."""

    def read(self, first: int, end: int) -> Iterator[Choice]:
        """Read a sentence: enter its phrases, and yield its pronouns with their entities, in text order.

        What is yielded counts as the best entity unless another one is set by :meth:`Choice.settle`.
        """
        self.below = {}
        for token in self.parsed.tokens[first:end]:
            self.below.setdefault(token.head, []).append(token)
        phrases = list(phrases_of(self.parsed, first, end))
        said = self._enter(phrases)
        waiting = deque(self.entered)
        for phrase in phrases:
            if phrase.form != "pronoun":
                continue
            while waiting and waiting[0][0].head < phrase.head:
                self._touch(waiting.popleft()[1])
            choice = self._choice(phrase, self.entered)
            if phrase.concept == "they":
                self._add_pair(choice)
            yield choice
            entity = choice.entity
            for predicate in said.get(phrase.head, ()):
                self._say(predicate, entity)
            if entity is not None:
                self.entities.add(entity, phrase)
                self._touch(entity)
        for _, entity in waiting:
            self._touch(entity)

    def _enter(self, phrases: Sequence[Phrase]) -> dict[int, list[Phrase]]:
        """Enter all phrases but pronouns, and give those that are said of a pronoun, by its token."""
        self.entered = []
        said: dict[int, list[Phrase]] = {}
        for phrase in phrases:
            subject = phrase.predicate_of
            if subject >= 0 and self.parsed.tokens[subject].form.lower() in THIRD:
                said.setdefault(subject, []).append(phrase)
            elif (
                phrase.form != "pronoun"
                and self.parsed.tokens[phrase.head].start not in self._letters
            ):
                entity = self.entities.enter(phrase)
                if entity is not None:
                    self.entered.append((phrase, entity))
        return said

    def _say(self, predicate: Phrase, entity: Entity | None) -> None:
        """Let what is said of a pronoun be evidence on its entity, or an entity of its own if it has none."""
        if entity is not None:
            self.entities.learn(entity, predicate)
            return
        entered = self.entities.enter(predicate)
        if entered is not None:
            self._touch(entered)

    def _add_pair(self, choice: Choice) -> None:
        """Add the last two persons, where *they* has no plural antecedent or says that it means both.

        Too rare in real documents to be fitted: 25 pronouns of GUM and of the own texts that have such a pair.
        """
        best = choice.entity
        if best is not None and _is_many(best) and not self._is_together(choice.phrase):
            return
        pair = self._pair(choice.phrase)
        if pair is not None:
            choice.add(pair)

    def move(self, choice: Choice, entity: Entity) -> None:
        """Let a pronoun that was read stand for something else."""
        before = choice.entity
        if before is entity:
            return
        if before is not None:
            self.entities.remove(before, choice.phrase)
        choice.settle(entity)
        self.entities.add(entity, choice.phrase)
        self._touch(entity)

    def _touch(self, entity: Entity) -> None:
        if entity in self.recent[-MOST * 2 :]:
            self.recent.remove(entity)
        self.recent.append(entity)
        if len(self.recent) > 4 * MOST:
            del self.recent[: 2 * MOST]

    def _is_together(self, phrase: Phrase) -> bool:
        """Tell whether *they* do something together: *together they wrote*, *they both*."""
        return any(
            t.lemma.lower() in ("together", "both") for t in self.below.get(phrase.governor, ())
        )

    def _pair(self, phrase: Phrase) -> Entity | None:
        """Give the last two persons mentioned before a pronoun in its sentence or the one before.

        Two of one sentence come first: *A miller had a daughter. One day a soldier knocked at their door*.
        """
        found: list[tuple[int, Entity]] = []
        for entity in reversed(self.recent):
            place = bisect_left(entity.phrases, phrase.head, key=head_of)
            if not place or entity.members or entity.plural or not _is_person(entity):
                continue
            sentence = entity.phrases[place - 1].sentence
            if phrase.sentence - sentence > 1:
                break
            found.append((sentence, entity))
        if any("animal" not in entity.kinds for _, entity in found):
            found = [pair for pair in found if "animal" not in pair[1].kinds]
        for number in (phrase.sentence, phrase.sentence - 1):
            same = [entity for sentence, entity in found if sentence == number]
            if len(same) > 1:
                return self.entities.pair(same[1], same[0], phrase.head)
        if len(found) > 1:
            return self.entities.pair(found[1][1], found[0][1], phrase.head)
        return None

    # ------------------------------------------------------------------------------ candidates

    def _choice(self, phrase: Phrase, here: Sequence[tuple[Phrase, Entity]]) -> Choice:
        tokens = self.parsed.tokens
        token = tokens[phrase.head]
        reflexive = token.form.lower().endswith(("self", "selves"))
        found: list[tuple[Entity, list[Phrase]]] = []
        quote = self.speech.at(token.start)
        parts = {} if quote is None else self.speech.parts(quote, self._number_at)
        barred = self._barred(phrase, reflexive)
        if phrase.concept != "it":
            barred |= {number for number, part in parts.items() if part == "speaks"}
        seen: set[int] = set()
        stresses = False
        following = self._ahead(phrase, here)
        ahead_of = {entity.number for entity in following}
        for entity in [*following, *reversed(self.recent)]:
            if entity.number in seen or not fits(phrase.concept, entity):
                continue
            seen.add(entity.number)
            before = entity.phrases[: bisect_left(entity.phrases, phrase.head, key=head_of)]
            if entity.number in barred or not self._is_met(entity, before, phrase):
                continue
            if reflexive and before and _stands_before(before[-1], phrase):
                found, stresses = [(entity, before)], True
                break
            found.append((entity, before))
            if len(found) >= MOST:
                break
        asked = Asked(phrase, self._around(phrase), ahead_of, reflexive, self.below, parts)
        rows = [self.signs.of_entity(asked, entity, before) for entity, before in found]
        saliences = [self.signs.salience(phrase, before) for _, before in found]
        top = max(saliences, default=0.0)
        self.signs.compare(rows, [before for _, before in found])
        for rank, (row, salience) in enumerate(zip(rows, saliences, strict=True)):
            row["salience"] = math.log(salience + 0.02)
            row["most salient"] = float(salience == top)
            row["rank"] = math.log(1 + rank)
            row["nearest"] = float(rank == 0)
        named = _CLASS[phrase.concept]
        none = self.signs.of_none(asked, len(found), top)
        every = [{f"{named} {k}": v for k, v in row.items() if v} for row in rows]
        every.append({f"{named} none {k}".strip(): v for k, v in none.items() if v})
        weights = self.weights
        scores = [math.fsum(weights.get(k, 0.0) * v for k, v in row.items()) for row in every]
        if stresses:
            scores[-1] = min(scores[-1], scores[0] - _SURE)
        return Choice(phrase, [e for e, _ in found], every, scores[:-1], scores[-1])

    def _is_met(self, entity: Entity, before: Sequence[Phrase], phrase: Phrase) -> bool:
        """Tell whether an entity is named before a pronoun or after it, and not by words that the pronoun is in."""
        if not before:
            return any(p.head > phrase.head and p.form != "pronoun" for p in entity.phrases)
        if not entity.members:
            return True
        return not any(p.form == "group" and p.first <= phrase.head <= p.last for p in before)

    def _ahead(self, phrase: Phrase, here: Sequence[tuple[Phrase, Entity]]) -> list[Entity]:
        """Give what is the subject of a clause that the pronoun's clause comes before: *When he came, Tom ...*."""
        tokens = self.parsed.tokens
        token = tokens[phrase.head]
        above: set[int] = set()
        steps = 0
        while token.head >= 0 and steps < 12:
            steps += 1
            low, token = token, tokens[token.head]
            if low.deprel.split(":")[0] in ("advcl", "obl") and low.index < token.index:
                above.add(token.index)
        return [
            e for p, e in here if p.head > phrase.head and p.role == "subj" and p.governor in above
        ]

    def _barred(self, phrase: Phrase, reflexive: bool) -> set[int]:
        """Give the entities that grammar excludes: other parts of the same clause, the owner of itself."""
        of_head = self.entities.of_head
        if phrase.role == "poss":
            owned = of_head.get(phrase.governor)
            return set() if owned is None else {owned.number}
        if reflexive or phrase.role not in _CORE:
            return set()
        return {
            of_head[token.index].number
            for token in self._beside(phrase)
            if token.index in of_head
            and not (phrase.role == "obl" and token.deprel.startswith("obl"))
        }

    def _beside(self, phrase: Phrase) -> list[Token]:
        """Give the other parts of a pronoun's clause; a subject may stand in a clause above."""
        tokens = self.parsed.tokens
        if phrase.governor < 0:
            return []
        token = tokens[phrase.governor]
        own = self._parts(token)
        found = [t for t in own if t.index != phrase.head]
        if phrase.role == "subj":
            return found
        for _ in range(4):
            base = token.deprel.split(":")[0]
            if any(t.deprel.startswith("nsubj") for t in self._parts(token)) or token.head < 0:
                break
            if base not in ("xcomp", "conj"):
                break
            token = tokens[token.head]
            above = self._parts(token)
            subjects = [t for t in above if t.deprel.startswith("nsubj")]
            objects = [t for t in above if t.deprel in ("obj", "iobj")] if base == "xcomp" else []
            if objects:  # "Tom made Ben wash him"
                return [*found, *objects]
            if subjects:
                return [*found, *subjects]
        return found

    def _parts(self, predicate: Token) -> list[Token]:
        return [
            t
            for t in self.below.get(predicate.index, ())
            if t.deprel.split(":")[0] in ("nsubj", "obj", "iobj", "obl")
        ]

    def _number_at(self, offset: int) -> int | None:
        entity = self.entities.of_head.get(self._at.get(offset, -1))
        return None if entity is None else entity.number

    def _around(self, phrase: Phrase) -> dict[int, int]:
        """Give the predicates above a pronoun with how many clauses they are away."""
        tokens = self.parsed.tokens
        found: dict[int, int] = {}
        token = tokens[phrase.head]
        depth = 0
        for _ in range(15):
            if token.head < 0:
                break
            token = tokens[token.head]
            if any(
                t.deprel.startswith(("nsubj", "csubj")) for t in self.below.get(token.index, ())
            ) or token.upos in ("VERB", "AUX"):
                depth += 1
                found.setdefault(token.index, depth)
        return found


def _stands_before(last: Phrase, phrase: Phrase) -> bool:
    """Tell whether a pronoun only stresses the phrase before it: *the baker herself*."""
    return last.last == phrase.head - 1 and last.form != "pronoun"


def _is_person(entity: Entity) -> bool:
    if (
        entity.sex in ("masc", "fem", "person")
        or entity.sort == "person"
        or entity.hint is not None
    ):
        return entity.sort in (None, "person")
    return bool(entity.kinds & {"person", "animal"}) or bool({"he", "she"} & entity.pronouns.keys())


def _is_many(entity: Entity) -> bool:
    return entity.plural or entity.sort == "organisation" or "they" in entity.pronouns


def fits(concept: str, entity: Entity) -> bool:
    """Tell whether a pronoun may stand for an entity by its number, sex and kind."""
    if entity.speaker:
        return False
    if concept in ("he", "she"):
        if entity.is_other(concept) or entity.plural or entity.members or entity.sex == "neut":
            return False
        return entity.sort in (None, "person")
    if concept == "it":
        is_person = entity.sex in ("masc", "fem", "person") or entity.sort == "person"
        if is_person or entity.members or entity.pronouns.keys() & {"he", "she"}:
            return False
        if entity.hint is not None and entity.sort is None:
            return False
        return not (entity.plural and not entity.names)
    if entity.sort == "time":
        return False
    return not (entity.sex in ("masc", "fem") and not entity.plural)
