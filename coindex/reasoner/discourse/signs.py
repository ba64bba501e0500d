"""What speaks for an entity as that for which a pronoun stands, and what for none: named features with values."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from coindex.reasoner.discourse.entities import Entity
from coindex.reasoner.discourse.phrases import Phrase
from coindex.reasoner.discourse.quotes import Part, Speech
from kparse.caches import cache
from kparse.input.tokens import ParsedText, Token
from kparse.input.word_lists import word_list

Features = dict[str, float]
FAR = 25
"""Words after which a mention counts half."""
LATELY = 6
"""Mentions of an entity that are looked at."""
_WEATHER = frozenset("rain snow hail thunder freeze drizzle".split())
_SEEM = frozenset("seem appear happen turn follow matter take say mean look sound feel".split())
_HANDLED = frozenset("do make take get have".split())
_WHEN = frozenset("time day night morning year o'clock late early dark cold hot warm far".split())
_EXTRAPOSED = frozenset("csubj ccomp xcomp advcl acl".split())
_SINCE = ((0, "0"), (1, "1"), (2, "2"), (4, "3-4"))


@dataclass(slots=True)
class Asked:
    """A pronoun in its clause.

    Args:
        phrase: the pronoun.
        around: predicates above it, with how many clauses they are away.
        ahead: numbers of entities that are the subject of a clause that its clause comes before.
        reflexive: whether it is one.
        below: what depends on each token of its sentence.
        parts: who speaks the words that it is in, and who is spoken to, by the number of the entity.
    """

    phrase: Phrase
    around: Mapping[int, int]
    ahead: Collection[int]
    reflexive: bool
    below: Mapping[int, Sequence[Token]]
    parts: Mapping[int, Part]


class Signs:
    """The features of a text's entities."""

    def __init__(self, parsed: ParsedText, speech: Speech) -> None:
        self.parsed, self.speech = parsed, speech
        self._paragraph = _paragraphs(parsed)
        self._opening: dict[int, int] = {}
        """The first sentence of each paragraph."""
        for token, number in zip(parsed.tokens, self._paragraph, strict=True):
            self._opening.setdefault(number, token.sentence)
        self._names = [
            t.index
            for t in parsed.tokens
            if t.upos == "PROPN" and t.deprel not in ("flat", "compound")
        ]
        self._starts: dict[int, int] = {}
        for token in parsed.tokens:
            self._starts.setdefault(token.sentence, token.index)

    def salience(self, phrase: Phrase, before: Sequence[Phrase]) -> float:
        """Give the decayed sum over mentions, subjects twice (after Lappin and Leass 1994, section 2)."""
        return math.fsum(
            (2.0 if p.role == "subj" else 1.0) * 0.5 ** ((phrase.head - p.head) / FAR)
            for p in before[-2 * LATELY :]
        )

    def of_entity(self, asked: Asked, entity: Entity, before: Sequence[Phrase]) -> Features:
        """Give the features of an entity with its mentions before the pronoun, if there are any."""
        row: Features = {}
        self._of_kind(row, asked.phrase.concept, entity)
        if not before:
            row["ahead"] = 1.0
            return row
        if entity.number in asked.parts:
            row[asked.parts[entity.number]] = 1.0
        self._of_last(row, asked, before[-1])
        self._of_mentions(row, asked, entity, before)
        self._of_clause(row, asked, entity, before)
        named = entity.named
        row[f"def {named.definite if named.form == 'noun' else named.form}"] = 1.0
        return row

    def _of_last(self, row: Features, asked: Asked, last: Phrase) -> None:
        """Say where and as what an entity was mentioned last."""
        phrase = asked.phrase
        since = phrase.sentence - last.sentence
        near = next((name for most, name in _SINCE if since <= most), "5+")
        is_same = last.form == "pronoun" and last.concept == phrase.concept
        form = "same" if is_same else last.form
        row[f"since {near}"] = 1.0
        row["sentences"] = math.log(1 + since)
        row[f"last {last.role}{' here' if since == 0 else ''}"] = 1.0
        row[f"last as {'other pronoun' if form == 'pronoun' else form}"] = 1.0
        if is_same:
            row[f"same, {near}"] = 1.0
        row[f"{near} {'pron' if form == 'pronoun' else form} {last.role == 'subj'}"] = 1.0
        if since == 0:
            together = self._clause(asked, phrase.head) == self._clause(asked, last.head)
            row["same clause" if together else "other clause"] = 1.0
        if last.role == phrase.role:
            row[f"same role {phrase.role}"] = 1.0
        elif phrase.role == "subj":
            row[f"subject after {last.role}"] = 1.0
        row["in words"] = math.log(1 + phrase.head - last.head)
        if self._paragraph[last.head] != self._paragraph[phrase.head]:
            row["other paragraph"] = 1.0
        tokens = self.parsed.tokens
        quotes = [self.speech.at(tokens[head].start) for head in (phrase.head, last.head)]
        if (quotes[0] is None) != (quotes[1] is None):
            row["across quotes"] = 1.0
        if last.joined:
            row["one of several"] = 1.0
        names = bisect_left(self._names, phrase.head) - bisect_left(self._names, last.head + 1)
        row["names since"] = math.log(1 + names)
        if asked.reflexive:
            row["reflexive, right before"] = float(last.last == phrase.head - 1)
            row["reflexive, here"] = float(since == 0)

    def _of_mentions(
        self, row: Features, asked: Asked, entity: Entity, before: Sequence[Phrase]
    ) -> None:
        """Say how often and as what an entity was mentioned."""
        phrase, tokens = asked.phrase, self.parsed.tokens
        lately = before[-LATELY:]
        row["mentions"] = math.log(len(before))
        row["one mention"] = float(len(before) == 1)
        if any(p.sentence == phrase.sentence - 1 and p.role == "subj" for p in lately):
            row["subject before"] = 1.0
        if any(p.first == self._starts.get(p.sentence) for p in lately):
            row["begins a sentence"] = 1.0
        if any(
            p.role == "subj" and p.governor >= 0 and tokens[p.governor].head < 0
            for p in before[-8:]
        ):
            here = before[-1].sentence == phrase.sentence
            row["main subject here" if here else "main subject earlier"] = 1.0
        if any(
            p.role == "subj" and self._opening.get(self._paragraph[phrase.head]) == p.sentence
            for p in lately
        ):
            row["opens the paragraph"] = 1.0
        if before[0].sentence == 0:
            row["in the first sentence"] = 1.0
        if phrase.governor >= 0 and any(
            p.role == phrase.role
            and p.governor >= 0
            and p.governor != phrase.governor
            and tokens[p.governor].lemma == tokens[phrase.governor].lemma
            for p in lately
        ):
            row["same verb"] = 1.0
        if any(p.first <= phrase.head <= p.last for p in before[-3:]):
            row["inside"] = 1.0

    def _of_clause(
        self, row: Features, asked: Asked, entity: Entity, before: Sequence[Phrase]
    ) -> None:
        """Say what an entity does in the clauses around the pronoun, and whether it can do what the pronoun does."""
        phrase = asked.phrase
        depth = min(
            (
                asked.around[p.governor]
                for p in before[-LATELY:]
                if p.role == "subj" and p.governor in asked.around
            ),
            default=0,
        )
        if depth:
            role = "poss" if phrase.role == "poss" else "refl" if asked.reflexive else "arg"
            row[f"subject around {min(depth, 3)}, asked {role}"] = 1.0
        if asked.reflexive:
            row["reflexive, subject"] = float(depth == 1)
        speaks = phrase.role == "iobj" or (
            phrase.role == "subj"
            and phrase.governor >= 0
            and self.parsed.tokens[phrase.governor].lemma.lower() in _minds()
        )
        if speaks:
            row["with a mind" if _has_mind(entity) else "without a mind"] = 1.0
        if entity.number in asked.ahead:
            row["subject of the clause that follows"] = 1.0

    def _of_kind(self, row: Features, concept: str, entity: Entity) -> None:
        row[f"sort {entity.sort}"] = 1.0
        row[f"sex {entity.sex}" if entity.sex in ("person", "neut", None) else "sex known"] = 1.0
        if entity.sex is None and entity.sort is None and not entity.names:
            row["unknown noun"] = 1.0
        if entity.hint is not None and concept in ("he", "she"):
            agrees = "for" if (entity.hint == "masc") == (concept == "he") else "against"
            row[f"hint {agrees}{' by a full name' if entity.full else ''}"] = 1.0
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
                row[
                    f"by {'she' if concept == 'he' else 'he' if concept == 'she' else other} before"
                ] = 1.0

    def compare(self, rows: Sequence[Features], mentions: Sequence[Sequence[Phrase]]) -> None:
        """Add to the features of all candidates how they compare: most mentions, words within others."""
        most = max((len(before) for before in mentions), default=0)
        lasts = [before[-1] if before else None for before in mentions]
        for row, before, last in zip(rows, mentions, lasts, strict=True):
            if most > 1 and len(before) == most:
                row["most mentions"] = 1.0
            if last is None or last.form == "group":
                continue
            for other in lasts:
                if other is None or other is last or other.form == "group":
                    continue
                if other.first <= last.first and last.last <= other.last:
                    row[f"within another {last.role}"] = 1.0
                elif last.first <= other.first and other.last <= last.last:
                    row["around another"] = 1.0

    def of_none(self, asked: Asked, many: int, top: float) -> Features:
        """Give the features of none, where the best of so many entities has a salience of ``top``."""
        phrase, tokens = asked.phrase, self.parsed.tokens
        token = tokens[phrase.head]
        row: Features = {"": 1.0}
        row["best salience"] = math.log(top + 0.02)
        row["few"] = float(many == 0)
        row[f"role {phrase.role}"] = 1.0
        row["expl"] = float(token.deprel.startswith("expl"))
        if phrase.concept == "it" and phrase.governor >= 0:
            self._of_frame(row, asked, tokens[phrase.governor])
        row["quoted"] = float(self.speech.at(token.start) is not None)
        row["first sentence"] = float(phrase.sentence == 0)
        return row

    def _of_frame(self, row: Features, asked: Asked, governor: Token) -> None:
        """Note what shows that *it* stands for nothing: weather, time, clefts, extraposition."""
        phrase = asked.phrase
        lemma = governor.lemma.lower()
        below = asked.below.get(governor.index, ())
        after = [t for t in below if t.index > phrase.head]
        inner = {t.lemma.lower() for t in after if t.deprel == "xcomp"} | {lemma}
        row["weather"] = float(bool(inner & _WEATHER))
        if phrase.role == "subj" and lemma in _SEEM:
            row[f"verb {lemma}"] = 1.0
        row["verb do"] = float(phrase.role == "obj" and lemma in _HANDLED)
        is_said = any(t.deprel == "cop" for t in below)
        for relation in sorted({t.deprel.split(":")[0] for t in after} & _EXTRAPOSED):
            row[f"with {relation}{' cop' if is_said else ''}"] = 1.0
        if any(t.deprel.split(":")[0] == "csubj" for t in below):
            row["csubj"] = 1.0
        if is_said:
            row["cop adj" if governor.upos == "ADJ" else f"cop {governor.upos}"] = 1.0
        row["time or weather"] = float(lemma in _WHEN)
        row["cleft"] = float(any(t.upos == "VERB" and t.deprel == "acl:relcl" for t in after))

    def _clause(self, asked: Asked, index: int) -> int:
        """Give the predicate of the clause in which a word is."""
        tokens = self.parsed.tokens
        token = tokens[index]
        while token.head >= 0 and not (
            token.upos in ("VERB", "AUX")
            or any(t.deprel.startswith("nsubj") for t in asked.below.get(token.index, ()))
        ):
            token = tokens[token.head]
        return token.index


@cache
def _minds() -> frozenset[str]:
    """Verbs whose subject has a mind."""
    more = "think know want hope believe decide wish feel love hate like fear remember forget ask answer try need"
    return (
        word_list("saying")
        | word_list("speaking")
        | word_list("tell_verbs")
        | frozenset(more.split())
    )


def _has_mind(entity: Entity) -> bool:
    alive = entity.sex in ("masc", "fem", "person") or entity.sort in ("person", "organisation")
    return (
        alive
        or entity.hint is not None
        or bool(entity.kinds & {"person", "animal", "group", "organisation"})
    )


def _paragraphs(parsed: ParsedText) -> list[int]:
    found, number = [], 0
    for i, token in enumerate(parsed.tokens):
        if i and "\n" in parsed.text[parsed.tokens[i - 1].end : token.start]:
            number += parsed.text[parsed.tokens[i - 1].end : token.start].count("\n") > 1
        found.append(number)
    return found
