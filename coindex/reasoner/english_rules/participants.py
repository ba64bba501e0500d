"""Which participants of a sentence are which of a text, for two predications that match.

By relation where the word is the same, by thematic role or by what is said of them where it is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from coindex.reasoner.english_rules.content import Content, Predication
from coindex.reasoner.english_rules.deciding import CONVERSES

if TYPE_CHECKING:
    from coindex.reasoner.english_rules.sentences import EnglishRule

_Try = tuple[float, str, str]
_FREE = ("obl.", "nmod.")
_SAME_PLACES = (
    {"", "to", "for", "by", "of", "than"},
    {"in", "into", "inside", "within"},
    {"on", "onto", "upon", "on_top_of", "over"},
    {"from", "out_of", "off", "off_of"},
    {"to", "toward", "towards", "up_to", "at"},
    {"with", "by", "about", "at", "of"},
    {"under", "below", "beneath", "underneath"},
    {"near", "beside", "next_to", "by"},
)
"""Prepositions that may stand for each other; the empty one is a subject or object."""
_BOUND = {"subj", "than"}
_COARSE = {"actor", "other"}
_TURNED = {"subj": "obj", "obj": "subj"}


def _unlike(rule: Predication, node: str, text: Predication, player: str) -> bool:
    """Check whether two participants have the same relation but different roles."""
    if rule.is_state != text.is_state:
        return False  # the subject of a state is always its theme
    mine = {role for role, n in rule.roles if n == node} - _COARSE
    theirs = {role for role, n in text.roles if n == player} - _COARSE
    return bool(mine and theirs and not mine & theirs)


def _by_noun(given: EnglishRule, node: str, where: Content, player: str) -> float:
    """Return how much the noun of a participant supports or contradicts an alignment."""
    heads = given.heads.get(given.variable.get(node, ""), frozenset())
    other = where.graph.nodes[player]
    if not heads or other.kind not in ("entity", "quantity"):
        return 0.0
    return 0.15 if other.concept in heads else -0.15


def paired(
    given: EnglishRule, rule: Predication, where: Content, text: Predication, *, by_word: bool
) -> Iterator[tuple[str, str, float]]:
    """Align participants: by relation if the word is the same, otherwise by role."""
    tries = [
        *_by_relation(rule, text, by_word=by_word),
        *_by_participle(rule, text),
        *_by_role(rule, text),
        *((0.6, n, p) for _, n in rule.slots for _, p in text.slots),
    ]
    weighed = []
    for quality, node, player in tries:
        noun = _by_noun(given, node, where, player)
        if quality != 0.6 or noun > 0:  # a loose pairing needs a shared noun
            weighed.append((quality + noun, node, player))
    weighed.sort(key=lambda t: (-t[0], t[1], t[2]))
    done: set[str] = set()
    taken: set[str] = set()
    for quality, node, player in weighed:
        if node not in done and player not in taken and node in given.variable:
            done.add(node)
            taken.add(player)
            yield given.variable[node], player, min(1.0, quality)
    if done and rule.is_state != text.is_state:
        # *Grateful to somebody* is *thank somebody*.
        left = {n for _, n in rule.slots if n in given.variable} - done
        over = {p for _, p in text.slots} - taken
        if len(left) == len(over) == 1:
            yield given.variable[left.pop()], over.pop(), 0.6


def _by_relation(rule: Predication, text: Predication, *, by_word: bool) -> Iterator[_Try]:
    converse = rule.word != text.word and ":" in rule.id
    for written, node in rule.slots:
        relation = _TURNED.get(written, written) if converse else written
        for other, player in text.slots:
            if relation == other:
                # *The plate broke* and *she broke the plate* have different subjects.
                sure = 0.59 if _unlike(rule, node, text, player) else 1.0
                yield (sure if by_word else 0.5), node, player
            elif by_word and _loose(relation, other):
                yield 0.35, node, player


def _loose(relation: str, other: str) -> bool:
    """Check whether two different relations may still match, such as *in the box* and *into the box*."""
    either = relation.startswith(_FREE) or other.startswith(_FREE)
    if CONVERSES.get(relation.partition(".")[2]) == other.partition(".")[2] != "":
        return False  # *away from* is not *toward*
    return either and not {relation, other} & _BOUND


def _by_participle(rule: Predication, text: Predication) -> Iterator[_Try]:
    """Align the object of a verb with the subject of its participle: *frayed ropes*, *is gifted*."""
    if rule.undergone == text.undergone:
        if rule.is_state != text.is_state:
            event = text if rule.is_state else rule
            if event.form and "subj" not in dict(event.slots):
                for relation, node in rule.slots:
                    for other, player in text.slots:
                        if {relation, other} == {"subj", "obj"}:
                            yield 1.0, node, player
        return
    for relation, node in rule.slots:
        for other, player in text.slots:
            if (relation, other) == (("subj", "obj") if rule.undergone else ("obj", "subj")):
                yield 1.1, node, player


def _by_role(rule: Predication, text: Predication) -> Iterator[_Try]:
    if rule.is_state == text.is_state:
        for role, node in rule.roles:
            for other, player in text.roles:
                if role == other:
                    yield (0.75 if role in _COARSE else 0.9), node, player
    for node, prop in rule.implies:
        for player, other in text.implies:
            if prop == other:
                yield (0.8 if (node, prop) in rule.says else 0.55), node, player


def told_place(relation: str) -> str:
    """Say a relation in words: its preposition, *subject* or *object*."""
    return relation.partition(".")[2].replace("_", " ") or {"subj": "subject"}.get(
        relation, "object"
    )


def same_place(one: str, other: str) -> bool:
    """Check whether two relations mean the same place; where neither has a preposition, roles decide."""
    mine, theirs = one.partition(".")[2], other.partition(".")[2]
    if mine == theirs:
        return True
    return any(mine in same and theirs in same for same in _SAME_PLACES)
