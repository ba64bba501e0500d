"""Which entity of a text a pronoun stands for: a log-linear choice among the entities met so far, and none.

The features of an entity are those of salience in entity-based models (Lappin and Leass 1994; Centering, Grosz et al.
1995): the decayed sum over its mentions by role, where and as what it was mentioned last, whether it has the same role,
and how well its number, sex and kind fit.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from coindex.reasoner.discourse.entities import Entities, Entity
from coindex.reasoner.discourse.phrases import THIRD, Phrase, phrases_of
from coindex.reasoner.discourse.quotes import Speech
from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

Features = dict[str, float]
MOST = 40
"""Entities that are weighed for a pronoun: those mentioned last."""
CAUTION = 0.8
"""By how much none has to be better than the best entity, in log-odds."""
FAR = 25
"""Words after which a mention counts half."""
_CLASS = {"he": "p", "she": "p", "it": "it", "they": "they"}
_WEATHER = frozenset("rain snow hail thunder freeze drizzle".split())
_SEEM = frozenset("seem appear happen turn follow matter take say mean look sound feel".split())
_EXTRA = ("csubj", "ccomp", "xcomp", "advcl", "acl")
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
        self.paragraph = _paragraphs(parsed)
        self.names = [t.index for t in parsed.tokens if t.upos == "PROPN" and t.deprel not in ("flat", "compound")]
        self.starts: dict[int, int] = {}
        """The first token of each sentence."""
        for token in parsed.tokens:
            self.starts.setdefault(token.sentence, token.index)
        self.below: dict[int, list[Token]] = {}
        self.recent: list[Entity] = []
        """Entities, the one mentioned last at the end."""
        self.entered: list[tuple[Phrase, Entity]] = []
        """The phrases of the sentence read last, without its pronouns."""

    def read(self, first: int, end: int) -> Iterator[Choice]:
        """Read a sentence: enter its phrases, and yield its pronouns with their entities, in text order.

        What is yielded counts as the best entity unless another one is set by :meth:`Choice.settle`.
        """
        tokens = self.parsed.tokens
        self.below = {}
        for token in tokens[first:end]:
            self.below.setdefault(token.head, []).append(token)
        phrases = list(phrases_of(self.parsed, first, end))
        later: list[tuple[Phrase, Entity]] = []
        self.entered = later
        waits: dict[int, list[Phrase]] = {}
        for phrase in phrases:
            subject = phrase.predicate_of
            if subject >= 0 and tokens[subject].form.lower() in THIRD:
                waits.setdefault(subject, []).append(phrase)
            elif phrase.form != "pronoun":
                entity = self.entities.enter(phrase)
                if entity is not None:
                    later.append((phrase, entity))
        waiting = iter(later)
        upcoming = next(waiting, None)
        for phrase in phrases:
            if phrase.form != "pronoun":
                continue
            while upcoming is not None and upcoming[0].head < phrase.head:
                self._touch(upcoming[1])
                upcoming = next(waiting, None)
            choice = self._choice(phrase, later)
            if phrase.concept == "they" and (choice.is_nothing or self._is_together(phrase)):
                pair = self._pair(phrase)
                if pair is not None:
                    choice.add(pair)
            yield choice
            entity = choice.entity
            for predicate in waits.get(phrase.head, ()):
                if entity is not None:
                    self.entities.learn(entity, predicate)
                else:
                    entered = self.entities.enter(predicate)
                    if entered is not None:
                        self._touch(entered)
            if entity is not None:
                self.entities.add(entity, phrase)
                self._touch(entity)
        while upcoming is not None:
            self._touch(upcoming[1])
            upcoming = next(waiting, None)

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
        return any(t.lemma.lower() in ("together", "both") for t in self.below.get(phrase.governor, ()))

    def _pair(self, phrase: Phrase) -> Entity | None:
        """Give the last two persons mentioned before a pronoun in its sentence or the one before."""
        found: list[Entity] = []
        for entity in reversed(self.recent):
            last = max((p for p in entity.phrases if p.head < phrase.head), key=lambda p: p.head, default=None)
            if last is None or entity.members or entity.plural or not _is_person(entity):
                continue
            if phrase.sentence - last.sentence > 1:
                break
            found.append(entity)
            if len(found) == 2:
                return self.entities.pair(found[1], found[0], phrase.head)
        return None

    # ------------------------------------------------------------------------------ candidates

    def _choice(self, phrase: Phrase, here: Sequence[tuple[Phrase, Entity]]) -> Choice:
        tokens = self.parsed.tokens
        token = tokens[phrase.head]
        reflexive = token.form.lower().endswith(("self", "selves"))
        found: list[tuple[Entity, list[Phrase], Phrase | None]] = []
        barred = self._barred(phrase, reflexive)
        seen: set[int] = set()
        following = self._ahead(phrase, here)
        ahead_of = {entity.number for entity in following}
        for entity in [*following, *reversed(self.recent)]:
            if entity.number in seen or entity.number in barred or not _fits(phrase.concept, entity):
                continue
            seen.add(entity.number)
            before = [p for p in entity.phrases if p.head < phrase.head]
            ahead = next((p for p in entity.phrases if p.head > phrase.head and p.form != "pronoun"), None)
            if not before and ahead is None:
                continue
            if any(p.first <= phrase.head <= p.last and p.form == "group" for p in before):
                continue
            found.append((entity, before, ahead if not before else None))
            if len(found) >= MOST:
                break
        c = _CLASS[phrase.concept]
        around = self._around(phrase)
        rows: list[Features] = []
        sal = [self._salience(phrase, before) for _, before, _ in found]
        top = max(sal, default=0.0)
        for rank, ((entity, before, ahead), strength) in enumerate(zip(found, sal, strict=True)):
            row = self._features(phrase, entity, before, ahead, around, ahead_of, reflexive)
            row["salience"] = math.log(strength + 0.02)
            row["most salient"] = float(strength == top)
            row["rank"] = math.log(1 + rank)
            row["nearest"] = float(rank == 0)
            rows.append({f"{c} {k}": v for k, v in row.items() if v})
        nothing = self._nothing(phrase, len(found), top)
        rows.append({f"{c} none {k}".strip(): v for k, v in nothing.items() if v})
        scores = [sum(self.weights.get(k, 0.0) * v for k, v in row.items()) for row in rows]
        return Choice(phrase, [e for e, _, _ in found], rows, scores[:-1], scores[-1])

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
        return [e for p, e in here if p.head > phrase.head and p.role == "subj" and p.governor in above]

    def _barred(self, phrase: Phrase, reflexive: bool) -> set[int]:
        """Give the entities that grammar excludes: what is another part of the same clause; the speaker of the words."""
        of_head = self.entities.of_head
        found: set[int] = set()
        tokens = self.parsed.tokens
        if phrase.role == "poss":
            owner_of = phrase.governor
            if owner_of in of_head:
                found.add(of_head[owner_of].number)
        elif not reflexive and phrase.role in _CORE:
            for governor in self._predicates(phrase):
                for token in self.below.get(governor, ()):
                    base = token.deprel.split(":")[0]
                    if base in ("nsubj", "obj", "iobj", "obl") and token.index != phrase.head and token.index in of_head:
                        if base == "obl" and phrase.role == "obl":
                            continue
                        found.add(of_head[token.index].number)
        quote = self.speech.at(tokens[phrase.head].start)
        if quote is not None and phrase.concept != "it":
            numbers = self.speech.speaking(quote, self._number_at)
            found |= numbers
        return found

    def _predicates(self, phrase: Phrase) -> list[int]:
        tokens = self.parsed.tokens
        governor = phrase.governor
        found = [governor] if governor >= 0 else []
        # shared subject of an infinitive, or of a conjunct without its own
        if governor >= 0 and phrase.role != "subj":
            token = tokens[governor]
            steps = 0
            while token.deprel.split(":")[0] in ("xcomp", "conj") and token.head >= 0 and steps < 4:
                if any(t.deprel.startswith("nsubj") for t in self.below.get(token.index, ())):
                    break
                token = tokens[token.head]
                found.append(token.index)
                steps += 1
        return found

    def _names_between(self, first: int, end: int) -> int:
        return bisect_left(self.names, end) - bisect_left(self.names, first + 1)

    def _clause(self, index: int) -> int:
        tokens = self.parsed.tokens
        token = tokens[index]
        while token.head >= 0 and not (token.upos in ("VERB", "AUX") or any(t.deprel.startswith("nsubj") for t in self.below.get(token.index, ()))):
            token = tokens[token.head]
        return token.index

    def _number_at(self, offset: int) -> int | None:
        for head, entity in self.entities.of_head.items():
            if self.parsed.tokens[head].start == offset:
                return entity.number
        return None

    def _around(self, phrase: Phrase) -> dict[int, int]:
        """Give the predicates above a pronoun with how many clauses they are away."""
        tokens = self.parsed.tokens
        found: dict[int, int] = {}
        token = tokens[phrase.head]
        depth = 0
        for _ in range(15):
            if token.head < 0:
                break
            low, token = token, tokens[token.head]
            if any(t.deprel.startswith(("nsubj", "csubj")) for t in self.below.get(token.index, ())) or token.upos in ("VERB", "AUX"):
                depth += 1
                found.setdefault(token.index, depth)
        return found

    # ------------------------------------------------------------------------------ features

    def _salience(self, phrase: Phrase, before: Sequence[Phrase]) -> float:
        return sum(
            (2.0 if p.role == "subj" else 1.0) * 0.5 ** ((phrase.head - p.head) / FAR) for p in before[-12:]
        )

    def _features(
        self, phrase: Phrase, entity: Entity, before: Sequence[Phrase], ahead: Phrase | None,
        around: Mapping[int, int], ahead_of: Collection[int], reflexive: bool,
    ) -> Features:  # fmt: skip
        row: Features = {}
        concept = phrase.concept
        self._of_kind(row, concept, entity)
        if ahead is not None:
            row["ahead"] = 1.0
            return row
        last = before[-1]
        since = phrase.sentence - last.sentence
        near = "0" if since == 0 else "1" if since == 1 else "2" if since == 2 else "3-4" if since < 5 else "5+"
        row[f"since {near}"] = 1.0
        row["sentences"] = math.log(1 + since)
        row[f"last {last.role}{' here' if since == 0 else ''}"] = 1.0
        row[f"last as {last.form if last.form != 'pronoun' else ('same' if last.concept == concept else 'other pronoun')}"] = 1.0
        if last.form == "pronoun" and last.concept == concept:
            row[f"same, {near}"] = 1.0
        row[f"{near} {last.role} for {phrase.role}"] = 1.0
        row[f"{near} {last.form if last.form != 'pronoun' else ('same' if last.concept == concept else 'pron')} {last.role == 'subj'}"] = 1.0
        clause = self._clause(phrase.head)
        if since == 0:
            other = self._clause(last.head)
            row["same clause" if clause == other else "other clause"] = 1.0
        if last.role == phrase.role:
            row[f"same role {phrase.role}"] = 1.0
        elif phrase.role == "subj":
            row[f"subject after {last.role}"] = 1.0
        row["mentions"] = math.log(len(before))
        row["one mention"] = float(len(before) == 1)
        row["in words"] = math.log(1 + phrase.head - last.head)
        if any(p.sentence == phrase.sentence - 1 and p.role == "subj" for p in before[-6:]):
            row["subject before"] = 1.0
        depth = min((around[p.governor] for p in before[-6:] if p.role == "subj" and p.governor in around), default=0)
        if depth:
            row[f"subject around {min(depth, 3)}, asked {'poss' if phrase.role == 'poss' else 'refl' if reflexive else 'arg'}"] = 1.0
        if reflexive:
            row["reflexive, subject"] = float(depth == 1)
            row["reflexive, here"] = float(since == 0)
        if self.paragraph[last.head] != self.paragraph[phrase.head]:
            row["other paragraph"] = 1.0
        one, other = self.speech.at(self.parsed.tokens[phrase.head].start), self.speech.at(self.parsed.tokens[last.head].start)
        if (one is None) != (other is None):
            row["across quotes"] = 1.0
        if entity.number in ahead_of:
            row["subject of the clause that follows"] = 1.0
        if last.joined:
            row["one of several"] = 1.0
        if any(p.first == self.starts.get(p.sentence) for p in before[-6:]):
            row["begins a sentence"] = 1.0
        if any(p.role == "subj" and p.governor >= 0 and self.parsed.tokens[p.governor].head < 0 for p in before[-8:]):
            row["main subject here" if since == 0 else "main subject earlier"] = 1.0
        row["names since"] = math.log(1 + self._names_between(last.head, phrase.head))
        named = entity.named
        row[f"def {named.definite if named.form == 'noun' else named.form}"] = 1.0
        if before[0].sentence == 0:
            row["in the first sentence"] = 1.0
        governor = phrase.governor
        if governor >= 0:
            lemma = self.parsed.tokens[governor].lemma
            if any(p.role == phrase.role and p.governor >= 0 and self.parsed.tokens[p.governor].lemma == lemma and p.governor != governor for p in before[-6:]):
                row["same verb"] = 1.0
        if any(p.first <= phrase.head <= p.last for p in before[-3:]):
            row["inside"] = 1.0
        return row

    def _of_kind(self, row: Features, concept: str, entity: Entity) -> None:
        row[f"sort {entity.sort}"] = 1.0
        row[f"sex {entity.sex}" if entity.sex in ("person", "neut", None) else "sex known"] = 1.0
        if entity.sex is None and entity.sort is None and not entity.names:
            row["unknown noun"] = 1.0
        if entity.hint is not None and concept in ("he", "she"):
            row["hint for" if (entity.hint == "masc") == (concept == "he") else "hint against"] = 1.0
        elif entity.hint is not None:
            row["hint"] = 1.0
        for kind in sorted(entity.kinds):
            row[f"kind {kind}"] = 1.0
        if concept == "they":
            row["plural" if entity.plural else "singular"] = 1.0
            if not entity.plural and entity.nouns & word_list("collectives"):
                row["collective"] = 1.0
            if entity.members:
                row["group"] = 1.0
        if entity.pronouns.get(concept):
            row["by this pronoun before"] = 1.0
        for other in entity.pronouns:
            if other != concept:
                row[f"by {'she' if concept == 'he' else 'he' if concept == 'she' else other} before"] = 1.0

    def _nothing(self, phrase: Phrase, many: int, top: float) -> Features:
        tokens = self.parsed.tokens
        row: Features = {"": 1.0}
        row["best salience"] = math.log(top + 0.02)
        row["few"] = float(many == 0)
        row[f"role {phrase.role}"] = 1.0
        token = tokens[phrase.head]
        if token.deprel.startswith("expl"):
            row["expl"] = 1.0
        governor = tokens[phrase.governor] if phrase.governor >= 0 else None
        if phrase.concept == "it" and governor is not None:
            lemma = governor.lemma.lower()
            kids = [t for t in self.below.get(governor.index, ()) if t.index > phrase.head]
            rel = {t.deprel.split(":")[0] for t in kids}
            inner = {t.lemma.lower() for t in kids if t.deprel == "xcomp"} | {lemma}
            row["weather"] = float(bool(inner & _WEATHER))
            row[f"verb {lemma}"] = float(phrase.role == "subj" and lemma in _SEEM)
            row["verb do" ] = float(phrase.role == "obj" and lemma in ("do", "make", "take", "get", "have"))
            cop = any(t.deprel == "cop" for t in self.below.get(governor.index, ()))
            for r in rel & set(_EXTRA):
                row[f"with {r}{' cop' if cop else ''}"] = 1.0
            if "csubj" in {t.deprel.split(":")[0] for t in self.below.get(governor.index, ())}:
                row["csubj"] = 1.0
            if cop and governor.upos == "ADJ":
                row["cop adj"] = 1.0
            elif cop:
                row[f"cop {governor.upos}"] = 1.0
            if lemma in ("time", "day", "night", "morning", "year", "o'clock", "late", "early", "dark", "cold", "hot", "warm", "far"):
                row["time or weather"] = 1.0
            if any(t.upos == "VERB" and t.deprel == "acl:relcl" for t in kids):
                row["cleft"] = 1.0
        if self.speech.at(token.start) is not None:
            row["quoted"] = 1.0
        if phrase.sentence == 0:
            row["first sentence"] = 1.0
        return row


def _is_person(entity: Entity) -> bool:
    if entity.sex in ("masc", "fem", "person") or entity.sort == "person" or entity.hint is not None:
        return entity.sort in (None, "person")
    return bool(entity.kinds & {"person", "animal"}) or bool({"he", "she"} & entity.pronouns.keys())


def _fits(concept: str, entity: Entity) -> bool:
    if entity.speaker:
        return False
    if concept in ("he", "she"):
        other = "fem" if concept == "he" else "masc"
        if entity.sex == other or entity.plural or entity.members or entity.sex == "neut":
            return False
        return entity.sort in (None, "person") and "they" not in entity.pronouns
    if concept == "it":
        if entity.sex in ("masc", "fem") or entity.members or entity.sort == "person":
            return False
        return not (entity.plural and not entity.names)
    if entity.sort == "time":
        return False
    return not (entity.sex in ("masc", "fem") and not entity.plural)


def _paragraphs(parsed: ParsedText) -> list[int]:
    found, number = [], 0
    for i, token in enumerate(parsed.tokens):
        if i and "\n" in parsed.text[parsed.tokens[i - 1].end : token.start]:
            number += parsed.text[parsed.tokens[i - 1].end : token.start].count("\n") > 1
        found.append(number)
    return found
