"""Which sentences can give a pair: told by their trees before a graph is built, for a graph costs half a parse."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.tokens import Doc

_FAMILIES = (
    "i me my mine myself",
    "we us our ours ourselves",
    "you your yours yourself yourselves",
    "he him his himself",
    "she her hers herself",
    "they them their theirs themselves",
)
"""Pronouns for persons; those of one family stand for the same persons, as far as words can tell."""
_SPEAKING = frozenset((-1, -2, -3))
"""Families that stand for nobody named."""
_LINKS = frozenset(("who", "whom", "whose", "that", "which"))
"""What stands for a person in a relative clause."""
_SUBJECTS = ("nsubj", "nsubj:pass", "nsubj:outer")
_OTHERS = ("obj", "iobj", "obl", "obl:agent")
_OWNER = "nmod:poss"


class Worth:
    """Tells whether a parsed text is worth a graph.

    It is, if two persons take part in one situation (or own what does), and a pronoun of another situation near it in
    the tree may stand for one of them. A verb without a subject shares that of the one above it.

    Args:
        strings: the vocabulary's strings, which turn words into numbers and back.
        may_be_person: whether a noun may name a person.
    """

    def __init__(self, strings: Any, may_be_person: Callable[[str], bool] | None = None) -> None:
        self._strings, self._ask = strings, may_be_person
        self._family = {
            strings.add(word): -1 - number
            for number, words in enumerate(_FAMILIES)
            for word in words.split()
        }
        self._links = {strings.add(word) for word in _LINKS}
        self._pronoun, self._noun, self._name = (strings[t] for t in ("PRON", "NOUN", "PROPN"))
        self._subjects = {strings.add(label) for label in _SUBJECTS}
        self._core = {strings.add(label) for label in (*_SUBJECTS, *_OTHERS)}
        self._owner = strings.add(_OWNER)
        self._known: dict[int, bool] = {}

    def __call__(self, doc: Doc) -> bool:
        """Look at the tree of a text."""
        words = doc.to_array(["LOWER", "POS", "LEMMA", "DEP"]).tolist()
        ups: list[int] = doc.to_array("HEAD").astype("int64").tolist()
        heads = [place + up for place, up in enumerate(ups)]
        persons: dict[int, set[int]] = {}
        subjects: dict[int, set[int]] = {}
        for place, (lower, tag, lemma, label) in enumerate(words):
            at = heads[place]
            if label == self._owner:
                if words[at][3] not in self._core:
                    continue
                at = heads[at]
            elif label not in self._core:
                continue
            some = persons.setdefault(at, set())
            who = self._person(place, lower, tag, lemma)
            if who is not None:
                some.add(who)
                if label in self._subjects:
                    subjects.setdefault(at, set()).add(who)
        return self._joined(persons, subjects, heads)

    def _joined(
        self, persons: dict[int, set[int]], subjects: dict[int, set[int]], heads: list[int]
    ) -> bool:
        pronouns = {
            place: mine for place, some in persons.items() if (mine := {w for w in some if w < 0})
        }
        over = {place: _above(place, heads, persons) for place in persons} if pronouns else {}
        for place, some in persons.items():
            taking = some
            if place not in subjects and pronouns:
                above = over[place]
                while above >= 0 and above not in subjects:
                    above = over[above]
                taking = some | subjects.get(above, set())
            if len(taking) < 2:
                continue
            named = any(who >= 0 for who in taking)
            for other, mine in pronouns.items():
                if (
                    other != place
                    and _near(place, other, over)
                    and any(who in taking or (named and who not in _SPEAKING) for who in mine)
                ):
                    return True
        return False

    def _person(self, place: int, lower: int, tag: int, lemma: int) -> int | None:
        """Who a word may stand for: a family of pronouns, or the word itself; ``None`` if for nobody."""
        if tag == self._noun:
            known = self._known.get(lemma)
            if known is None:
                known = self._ask is None or self._ask(self._strings[lemma])
                self._known[lemma] = known
            return place if known else None
        if tag == self._name or (tag == self._pronoun and lower in self._links):
            return place
        return self._family.get(lower)


def _above(place: int, heads: list[int], situations: dict[int, set[int]]) -> int:
    """The next situation above; -1 if there is none."""
    while heads[place] != place:
        place = heads[place]
        if place in situations:
            return place
    return -1


def _near(one: int, two: int, over: dict[int, int]) -> bool:
    """Whether two situations hang together: at most one step up from each, or two from one."""
    up_one, up_two = over[one], over[two]
    return (
        up_one in (up_two, two)
        or up_two == one
        or over.get(up_one) == two
        or over.get(up_two) == one
    )
