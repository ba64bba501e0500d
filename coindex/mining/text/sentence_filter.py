"""Which sentences can give a pair: seen in their trees before a graph is built, for a graph costs half a parse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from spacy.tokens import Doc

_FAMILIES = (
    "i me my mine",
    "we us our ours",
    "you your yours",
    "he him his",
    "she her hers",
    "they them their theirs",
)
"""Pronouns for persons; those of one family may stand for the same persons. (Reflexives ask nothing.)"""
_FAMILY = {word: -1 - n for n, words in enumerate(_FAMILIES) for word in words.split()}
_GENDER = {_FAMILY["he"]: "masc", _FAMILY["she"]: "fem"}
_THEY = _FAMILY["they"]
_LINKS = ("who", "whom", "that", "which")
"""What stands for a person in a relative clause."""
_SUBJECTS = ("nsubj", "nsubj:pass", "nsubj:outer")
_OTHERS = ("obj", "iobj", "obl", "obl:agent")
_OWNER = "nmod:poss"
_CLAUSES = ("advcl", "ccomp", "conj", "parataxis", "xcomp")
"""What joins a situation to the one above it. (A relative clause is joined to nothing.)"""
_PLURAL = ("NNS", "NNPS")

_ASKED = ("is_person", "gender_of")

_Somebody: TypeAlias = "int | tuple[bool | None, str | None]"
"""A family of pronouns; or whether it is several, and their gender, each ``None`` if that is not known."""
_Takers: TypeAlias = "dict[int, _Somebody]"
"""Who takes part in a situation: by family of pronouns, or by place."""


class SentenceFilter:
    """Decides whether a graph is built of a parsed text.

    It is built if two persons take part in one situation, and a pronoun (or the owner of a participant) of a situation
    joined to it may stand for one of them. A verb without a subject shares that of the verb above it.

    Args:
        strings: the vocabulary's strings, which turn words into numbers and back.
        may_be_person: whether a noun may name a person; all may, without it.
        gender_of: of a noun, ``masc``, ``fem`` or unknown.
    """

    def __init__(
        self,
        strings: Any,
        may_be_person: Callable[[str], bool] | None = None,
        gender_of: Callable[[str], str | None] | None = None,
    ) -> None:
        self._strings, self._may_be, self._gender_of = strings, may_be_person, gender_of
        self._family = {strings.add(word): family for word, family in _FAMILY.items()}
        self._pronoun, self._noun, self._name = (strings[t] for t in ("PRON", "NOUN", "PROPN"))
        self._owner, self._conjunct = strings.add(_OWNER), strings.add("conj")
        self._links, self._subjects, self._core, self._clauses, self._plural = (
            frozenset(map(strings.add, some))
            for some in (_LINKS, _SUBJECTS, (*_SUBJECTS, *_OTHERS), _CLAUSES, _PLURAL)
        )
        self._nouns: dict[int, tuple[bool, str | None]] = {}

    @classmethod
    def for_extractor(cls, extractor: object, strings: Any) -> SentenceFilter:
        """Make a filter that asks an extractor about nouns, if the extractor can answer."""
        return cls(strings, *(getattr(extractor, name, None) for name in _ASKED))

    def __call__(self, doc: Doc) -> list[int]:
        """Find what a graph is wanted for.

        Returns:
            The offsets of the situations that may give a pair; none if no graph is wanted.
        """
        return [doc[place].idx for place in self._places(doc)]

    def _places(self, doc: Doc) -> list[int]:
        words: list[list[int]] = doc.to_array(["LOWER", "POS", "LEMMA", "DEP", "TAG"]).tolist()
        ups: list[int] = doc.to_array("HEAD").astype("int64").tolist()
        heads = [place + up for place, up in enumerate(ups)]
        several = {heads[place] for place, word in enumerate(words) if word[3] == self._conjunct}
        persons: dict[int, _Takers] = {}
        subjects: dict[int, _Takers] = {}
        askers: dict[int, set[int]] = {}
        for place, word in enumerate(words):
            lower, label, at = word[0], word[3], heads[place]
            owns = label == self._owner
            if owns:
                if words[at][3] not in self._core:
                    continue
                at = heads[at]
            elif label not in self._core:
                continue
            asking = askers.setdefault(at, set())
            family = self._family.get(lower)
            if family is not None:
                asking.add(family)
            if owns:
                continue
            who = self._somebody(word, place in several) if family is None else family
            if who is None:
                continue
            takers = persons.setdefault(at, {})
            key = place if family is None or family in takers else family
            takers[key] = who
            if label in self._subjects:
                subjects.setdefault(at, {})[key] = who
        if not any(askers.values()):
            return []
        joined = {place: self._joined(place, heads, words, askers) for place in askers}
        return [
            place
            for place, some in persons.items()
            if _asked(place, _taking(place, some, subjects, heads), askers, joined)
        ]

    def _somebody(self, word: list[int], several: bool) -> _Somebody | None:
        """Who a word that is no personal pronoun may stand for; ``None`` if for nobody."""
        lower, tag, lemma, _, fine = word
        gender = None
        if tag == self._noun:
            known = self._nouns.get(lemma)
            if known is None:
                known = self._nouns[lemma] = self._known(self._strings[lemma])
            may_be, gender = known
            if not may_be:
                return None
        elif tag == self._pronoun and lower in self._links:
            return None, None
        elif tag != self._name:
            return None
        return (None, None) if several else (fine in self._plural, gender)

    def _known(self, noun: str) -> tuple[bool, str | None]:
        may_be = self._may_be is None or self._may_be(noun)
        return may_be, self._gender_of(noun) if may_be and self._gender_of else None

    def _joined(
        self, place: int, heads: list[int], words: list[list[int]], situations: Mapping[int, object]
    ) -> int:
        """The situation above that one is joined to; -1 if there is none."""
        while heads[place] != place and words[place][3] in self._clauses:
            place = heads[place]
            if place in situations:
                return place
        return -1


def _taking(
    place: int, some: _Takers, subjects: Mapping[int, _Takers], heads: list[int]
) -> Iterable[_Somebody]:
    """Who takes part in a situation, with the subject that it shares."""
    if place not in subjects:
        above = place
        while heads[above] != above:
            above = heads[above]
            if above in subjects:
                return {**some, **subjects[above]}.values()
    return some.values()


def _asked(
    place: int,
    taking: Iterable[_Somebody],
    askers: Mapping[int, set[int]],
    joined: Mapping[int, int],
) -> bool:
    """Whether there are two, and a pronoun nearby may stand for one of them."""
    some = tuple(taking)
    if len(some) < 2:
        return False
    up = joined[place]
    return any(
        place != other
        and (place == over or up == other or (up == over and up >= 0))
        and any(_fits(asker, who) for asker in askers[other] for who in some)
        for other, over in joined.items()
    )


def _fits(asker: int, who: _Somebody) -> bool:
    """Whether a pronoun may stand for somebody, as far as person, number and gender tell."""
    if isinstance(who, int):
        return who == asker
    several, gender = who
    if asker == _THEY:
        return several is not False
    return asker in _GENDER and several is not True and gender in (None, _GENDER[asker])
