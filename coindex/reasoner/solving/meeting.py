"""Whether a stored sentence meets a text in both halves by all that it says, and how exactly.

Compared are predicates, complements, grades, participants, their nouns and kinds, what is denied, and the link.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from coindex.reasoner.english_rules.content import Content
from coindex.reasoner.english_rules.halves import Clause, clause
from coindex.reasoner.knowledge.sentence_readings import SentenceReading
from coindex.reasoner.store.store import Store
from kparse.graph import SemanticGraph
from kparse.mentions.question import Question

_PERSONAL = frozenset("he she it they him her them this that".split())
"""Pronouns that stand for whatever noun; *something* does not."""
_ANIMATE = frozenset(("person", "animal"))
_PLAIN = frozenset(("", "very", "so"))
"""Grades that say no more than the word itself."""


@dataclass(frozen=True, slots=True)
class Text:
    """What a sentence is compared with."""

    graph: SemanticGraph
    question: Question
    content: Content
    clauses: tuple[Clause, ...]
    store: Store
    """The lexicon."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    reading: SentenceReading
    graph: SemanticGraph


def about(one: Clause, question: Question) -> bool:
    """Tell whether a clause is about the pronoun asked about; in a choice of causes or effects all are."""
    return question.is_gap or any(node == question.pronoun for _, node in one.slots)


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a sentence meets a text."""

    loose: int
    """How many things are not met exactly."""
    players: tuple[tuple[str, str], ...]
    """The variables of the sentence and the participants of the text that take their places, in both halves."""
    where: str
    """The clause of the text that says something of the pronoun."""

    def choice(self, question: Question) -> tuple[int, str] | None:
        """Give the candidate for which the sentence speaks, with the pronoun's variable.

        The pronoun is whoever takes the place of the same variable in the other half, or the only candidate who does
        not take the place of another one. ``None`` if that is open.
        """
        variable = next((v for v, node in self.players if node == question.pronoun), None)
        if variable is None:
            return None
        same = {node for v, node in self.players if v == variable}
        other = {node for v, node in self.players if v != variable} - same
        named = [n for n, one in enumerate(question.candidates) if one.node in same]
        if not named and len(same) == 1:
            named = [n for n, one in enumerate(question.candidates) if one.node not in other]
            if len(named) == len(question.candidates):
                return None
        return (named[0], variable) if len(named) == 1 else None


def meeting(reading: SentenceReading, text: Text) -> Meeting | None:
    """Tell how a sentence meets a text, as exactly as it can; ``None`` if it does not meet both halves.

    Not exact is another word of the same narrow class (in one half at most), a pronoun or a noun of the kind in the
    place of a noun, another preposition, or another grade.
    """
    from kparse.notation.penman import decode

    sentence = _Sentence(reading, decode(reading.graph))
    found = [
        met
        for halves in reading.halves
        if (one := clause(sentence.graph, halves.nodes[0])) is not None
        and (two := clause(sentence.graph, halves.nodes[1])) is not None
        for met in _met(sentence, one, two, text)
    ]
    return min(found, key=lambda met: met.loose, default=None)


def _met(sentence: _Sentence, one: Clause, two: Clause, text: Text) -> Iterator[Meeting]:
    """Yield how the halves meet each pair of clauses that they meet."""
    causes = list(_options(sentence, one, text))
    effects = list(_options(sentence, two, text)) if causes else []
    denied = {each.id for each in text.content.predications if each.denied}
    for cause, other_word, rest, players in causes:
        for effect, another_word, more, others in effects:
            if cause.core == effect.core or (other_word and another_word):
                continue
            if not (about(cause, text.question) or about(effect, text.question)):
                continue
            pair = _link(cause, effect, text.content)
            if pair is None:
                continue
            turned = [
                _is_denied(here, sentence.reading.denied) != _is_denied(there, denied)
                for here, there in ((one, cause), (two, effect))
            ]
            contrast = pair in text.content.denies or pair[::-1] in text.content.denies
            if all(turned) or any(turned) != contrast:
                continue
            where = cause if about(cause, text.question) else effect
            loose = other_word + another_word + rest + more
            yield Meeting(loose, (*players, *others), where.node)


def _is_denied(one: Clause, denied: Collection[str]) -> bool:
    return (one.node in denied or one.core in denied) != one.less


def _link(cause: Clause, effect: Clause, text: Content) -> tuple[str, str] | None:
    """Give the nodes by which the text presents one clause as the cause of another one."""
    for first in dict.fromkeys((cause.node, cause.core)):
        for second in dict.fromkeys((effect.node, effect.core)):
            if (first, second) in text.leads:
                return first, second
    return None


def _options(
    sentence: _Sentence, half: Clause, text: Text
) -> Iterator[tuple[Clause, bool, int, tuple[tuple[str, str], ...]]]:
    """Yield the clauses that a half meets, whether by another word, what else is not exact, and who takes part."""
    for one in text.clauses:
        other_word = half.key != one.key
        if other_word and (
            half.framed or one.framed or not text.store.same_narrow_class(half.key, one.key)
        ):
            continue
        if half.complement and half.complement != one.complement:
            continue
        if one.embedded and not half.embedded:
            continue
        found = _players(sentence, half, one, text)
        if found is not None:
            rest, players = found
            rest += half.complement != one.complement
            rest += half.degree != one.degree and not {half.degree, one.degree} <= _PLAIN
            yield one, other_word, rest, players


def _players(
    sentence: _Sentence, half: Clause, one: Clause, text: Text
) -> tuple[int, tuple[tuple[str, str], ...]] | None:
    """Give the participants and what is not exact about them; ``None`` if one is missing or is something else."""
    loose = 0
    taken: list[tuple[str, str]] = []
    have: dict[str, list[str]] = {}
    for relation, node in one.slots:
        have.setdefault(relation, []).append(node)
    for relation, node in half.slots:
        players = have.get(relation, [])
        if not players and relation.startswith("obl."):
            players = [n for other, some in have.items() if other.startswith("obl.") for n in some]
            loose += 1
        found = [(_player(sentence.reading, node, player, text), player) for player in players]
        fitting = [(each, player) for each, player in found if each is not None]
        if not fitting:
            return None
        price, player = min(fitting)
        loose += price
        taken.append(((sentence.reading.variable or {}).get(node, node), player))
    return loose, tuple(taken)


def _player(reading: SentenceReading, node: str, player: str, text: Text) -> int | None:
    """Compare a participant: the same (0), a pronoun or something of its kind (1), something else (``None``)."""
    variable = (reading.variable or {}).get(node, "")
    nouns: Sequence[str] = (reading.heads or {}).get(variable, ())
    there = text.graph.nodes[player]
    if not nouns:
        kind = (reading.kinds or {}).get(variable)
        kinds = text.content.kinds.get(player, frozenset())
        odd = (kind == "thing" and kinds & _ANIMATE) or (kind == "person" and "thing_only" in kinds)
        return None if odd else 0
    if there.concept in nouns:
        return 0
    if there.kind == "pronoun":
        return 1 if there.concept in _PERSONAL else None
    return 1 if any(text.store.is_kind_of(there.concept, noun) for noun in nouns) else None
