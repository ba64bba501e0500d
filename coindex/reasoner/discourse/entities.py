"""The entities of a text: persons and things, whose mentions pile up as the text is read.

A phrase joins an entity by name, by the same noun, as an apposition, or by a pronoun that was answered. What any
mention shows (a sex, a number, a kind) is evidence on the whole entity.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from coindex.reasoner.discourse.phrases import THIRD, Form, Phrase, forms, head_of
from kparse.input.entities import Sort, is_title, sex_of_name
from kparse.input.tokens import ParsedText, Token

_SPEAKERS = forms(
    {
        "i": "i me my mine myself",
        "you": "you your yours yourself yourselves",
        "we": "we us our ours ourselves",
    }
)
_ONE = frozenset(
    "someone somebody anyone anybody everyone everybody nobody no-one whoever one other another each either".split()
)
_LATELY = 100
"""Entities that are looked through for those named together."""


class Words(Protocol):
    """What the lexicon says of nouns and names."""

    def gender_of(self, lemma: str) -> str | None:
        """Give *masc*, *fem* or ``None``."""

    def sex_of(self, lemma: str) -> str | None:
        """Give *masc*, *fem*, *person*, *neut* or ``None``."""

    def kinds_of(self, lemma: str) -> frozenset[str]:
        """Give the kinds that tell whether a pronoun may stand for what a noun names."""


@dataclass(slots=True)
class Entity:
    """A person or thing of a text."""

    number: int
    phrases: list[Phrase] = field(default_factory=list)
    """Its mentions, in text order."""
    sort: Sort | None = None
    """What its name shows."""
    sex: str | None = None
    """*masc*, *fem*, *person*, *neut* by its nouns and titles."""
    hint: str | None = None
    """The usual sex of its name."""
    full: bool = False
    """Whether that name has a given name and another one."""
    sure: bool = False
    """Whether nearly all bearers of that name have that sex, so that no other pronoun stands for it."""
    kinds: frozenset[str] = frozenset()
    names: set[str] = field(default_factory=set)
    nouns: set[str] = field(default_factory=set)
    plural: bool = False
    speaker: str = ""
    """*i*, *you* or *we*."""
    members: tuple[int, ...] = ()
    """Numbers of those that are named together."""
    pronouns: dict[str, int] = field(default_factory=dict)
    """How often each pronoun stood for it."""

    def is_other(self, concept: str) -> bool:
        """Tell whether it is a woman or a girl, and the pronoun *he*, or the other way round."""
        sex = self.sex if self.sex in ("masc", "fem") or not self.sure else self.hint
        return sex == {"he": "fem", "she": "masc"}.get(concept)

    @property
    def named(self) -> Phrase:
        """Its last mention that is no pronoun."""
        return self.named_before(self.phrases[-1].head + 1)

    def named_before(self, head: int) -> Phrase:
        """Give its last mention before a token that is no pronoun; if there is none, its first after it."""
        phrases = self.phrases
        for place in range(bisect_left(phrases, head, key=head_of) - 1, -1, -1):
            if phrases[place].form != "pronoun":
                return phrases[place]
        return next((p for p in phrases if p.form != "pronoun"), phrases[0])


class Entities:
    """The entities of a text, as far as it has been read."""

    def __init__(
        self,
        parsed: ParsedText,
        sorts: Mapping[int, Sort],
        words: Words,
    ) -> None:
        self.parsed = parsed
        self.all: list[Entity] = []
        self.of_head: dict[int, Entity] = {}
        """Entities by the token of a phrase's head."""
        self._groups: dict[int, Entity] = {}
        """Entities that are named together, by the token of the first one's head."""
        self._sorts, self._words = sorts, words
        self._by_noun: dict[str, list[Entity]] = {}
        self._by_name: dict[str, list[Entity]] = {}
        self._speakers: dict[str, Entity] = {}

    def enter(self, phrase: Phrase) -> Entity | None:
        """Join a phrase with an entity, or begin a new one; ``None`` for a pronoun that is to be answered."""
        if phrase.form == "pronoun":
            return None
        beside = self._beside(phrase)
        if beside is not None and (phrase.form != "name" or beside.names):
            if self._is_named_by(beside, phrase):
                insort(beside.phrases, phrase, key=head_of)
            self.learn(beside, phrase)
            self.of_head[phrase.head] = beside
            return None
        entity = self._known(phrase) or self._new()
        self.add(entity, phrase)
        return entity

    def _is_named_by(self, entity: Entity, phrase: Phrase) -> bool:
        """Tell whether a predicate is a better name: *That is Joost*, *The bad news is the engine*."""
        if phrase.predicate_of < 0 or entity.names or phrase.form not in ("name", "noun"):
            return False
        is_shown = entity.named.form == "other" and not entity.speaker
        return is_shown or (phrase.definite in ("def", "poss") and entity.named.definite == "def")

    def add(self, entity: Entity, phrase: Phrase) -> None:
        """Add a mention."""
        insort(entity.phrases, phrase, key=head_of)
        if phrase.form == "group":
            self._groups[phrase.head] = entity
        else:
            self.of_head[phrase.head] = entity
        self.learn(entity, phrase)

    def pair(self, one: Entity, other: Entity, head: int) -> Entity:
        """Give two entities together: those that were named so, or a new one.

        Its words are those of both.
        """
        numbers = tuple(sorted((one.number, other.number)))
        known = self._together(numbers)
        if known is not None:
            return known
        entity = self._new()
        first, last = sorted(
            (one.named_before(head), other.named_before(head)), key=lambda p: p.head
        )
        entity.phrases.append(
            replace(last, form="group", first=first.first, plural=True, both=(first, last))
        )
        entity.members, entity.plural = numbers, True
        return entity

    def remove(self, entity: Entity, phrase: Phrase) -> None:
        """Take a pronoun from an entity."""
        entity.phrases.remove(phrase)
        left = entity.pronouns.get(phrase.concept, 0) - 1
        if left > 0:
            entity.pronouns[phrase.concept] = left
        else:
            entity.pronouns.pop(phrase.concept, None)
        self.of_head.pop(phrase.head, None)

    def _new(self) -> Entity:
        entity = Entity(len(self.all))
        self.all.append(entity)
        return entity

    # ------------------------------------------------------------------------------ joining

    def _known(self, phrase: Phrase) -> Entity | None:
        tokens = self.parsed.tokens
        head = tokens[phrase.head]
        form = head.form.lower()
        if phrase.form == "other" and form in _SPEAKERS:
            concept = _SPEAKERS[form]
            if concept not in self._speakers:
                self._speakers[concept] = self._new()
                self._speakers[concept].speaker = concept
            return self._speakers[concept]
        if phrase.form == "group":
            return self._together(self._members(phrase))
        beside = self._beside(phrase)
        if beside is not None:
            return beside
        if phrase.form == "name":
            return self._of_name(phrase)
        if phrase.form == "noun":
            return self._of_noun(phrase)
        return None

    def _members(self, group: Phrase) -> tuple[int, ...]:
        return tuple(sorted(self.of_head[m].number for m in group.members if m in self.of_head))

    def _together(self, numbers: tuple[int, ...]) -> Entity | None:
        """Give the entity that some entities have been together, not long ago."""
        lately = reversed(self.all[-_LATELY:])
        return next((e for e in lately if numbers and e.members == numbers), None)

    def _beside(self, phrase: Phrase) -> Entity | None:
        """Give of whom an apposition or a predicate is said: *Ann Hill, a chemist*; *Ann is a chemist*."""
        token = self.parsed.tokens[phrase.head]
        if phrase.form == "group":
            return None
        if token.deprel == "appos":
            entity = self.of_head.get(token.head)
            person = self._sorts.get(token.start) == "person"
            spoken_to = (
                entity is not None
                and person
                and (entity.sex == "neut" or "thing_only" in entity.kinds)
            )
            if spoken_to or self._is_first_owner(phrase, entity):
                return None  # "Where is the key, Ann?"; "Ann - her boss was late."
            return entity
        group = self._groups.get(phrase.predicate_of) if phrase.plural else None
        return group or self.of_head.get(phrase.predicate_of)  # "Ann and Bea are twins"

    def _is_first_owner(self, phrase: Phrase, entity: Entity | None) -> bool:
        """Tell whether what looks like an apposition is owned by a pronoun that can only be what it stands beside."""
        if phrase.owner < 0 or self.parsed.tokens[phrase.owner].form.lower() not in THIRD:
            return False
        return all(other is entity for other in self.all)

    def _of_name(self, phrase: Phrase) -> Entity | None:
        parts = _parts(phrase.concept)
        if not parts:
            return None
        found: list[Entity] = []
        for entity in self._by_name.get(parts[-1], []) + self._by_name.get(parts[0], []):
            if entity in found:
                continue
            for name in entity.names:
                other = _parts(name)
                if other == parts:
                    return entity
                if _is_short(parts, other) or _is_short(other, parts):
                    found.append(entity)
                    break
        found = [e for e in found if not self._clash(e, phrase)]
        return found[-1] if found else None

    def _clash(self, entity: Entity, phrase: Phrase) -> bool:
        sort = self._sorts.get(self.parsed.tokens[phrase.head].start)
        sex = self._sex_of_name(phrase.concept)
        if sort is not None and entity.sort is not None and sort != entity.sort:
            return True
        if len(_parts(phrase.concept)) == 1 and not is_title(phrase.concept.partition("_")[0]):
            return False  # a surname may be a given name, too
        known = entity.sex if entity.sex in ("masc", "fem") else entity.hint
        return bool(sex in ("masc", "fem") and known in ("masc", "fem") and sex != known)

    def _of_noun(self, phrase: Phrase) -> Entity | None:
        if phrase.definite == "indef":
            return None
        for entity in reversed(self._by_noun.get(phrase.concept, [])):
            if entity.plural != phrase.plural:
                continue
            before = next(
                (p for p in reversed(entity.phrases) if p.concept == phrase.concept), entity.named
            )
            if (
                phrase.modifiers
                and before.modifiers
                and not (
                    phrase.modifiers <= before.modifiers or before.modifiers <= phrase.modifiers
                )
            ):
                continue
            if phrase.modifiers and not before.modifiers and phrase.definite != "def":
                continue
            if phrase.definite == "none" and (
                before.definite not in ("none", "indef") or before.modifiers != phrase.modifiers
            ):
                continue
            if phrase.owner >= 0 or before.owner >= 0:
                owner, earlier = self.of_head.get(phrase.owner), self.of_head.get(before.owner)
                if owner is not earlier and owner is not None and earlier is not None:
                    continue
                if before.owner < 0 and phrase.owner >= 0:
                    continue
            return entity
        return None

    def enter_word(self, token: Token) -> Entity:
        """Begin an entity that is named by a word."""
        form: Form = "name" if token.form[:1].isupper() else "noun"
        phrase = Phrase(
            token.index, token.index, token.index, form, token.lemma, "other", -1, False, "none", token.sentence
        )  # fmt: skip
        entity = self._new()
        self.add(entity, phrase)
        return entity

    # ------------------------------------------------------------------------------ learning

    def _sex_of_name(self, name: str) -> str | None:
        return self._words.gender_of(name) or sex_of_name(name)

    def learn(self, entity: Entity, phrase: Phrase) -> None:
        """Note what a phrase shows of an entity."""
        token = self.parsed.tokens[phrase.head]
        if phrase.form == "pronoun":
            entity.pronouns[phrase.concept] = entity.pronouns.get(phrase.concept, 0) + 1
            return
        entity.plural = phrase.plural if len(entity.phrases) == 1 else entity.plural
        if phrase.form == "group":
            entity.members = self._members(phrase)
            return
        sort = self._sorts.get(token.start)
        if sort is not None and (entity.sort is None or sort == "person"):
            entity.sort = sort
        if phrase.form == "name":
            if phrase.concept not in entity.names:
                entity.names.add(phrase.concept)
                for part in dict.fromkeys(_parts(phrase.concept)):
                    self._by_name.setdefault(part, []).append(entity)
            found = self._sex_of_name(phrase.concept)
            if found in ("masc", "fem") and sort in (None, "person"):
                if is_title(phrase.concept.partition("_")[0]):
                    entity.sex = found
                elif entity.hint is None or "_" in phrase.concept:
                    entity.hint, entity.full = found, "_" in phrase.concept
                    entity.sure = self._words.gender_of(phrase.concept) == found
                    entity.sex = None if entity.sex == "neut" else entity.sex
        elif phrase.form == "noun":
            sex = self._words.sex_of(phrase.concept)
            if phrase.concept not in entity.nouns:
                entity.nouns.add(phrase.concept)
                self._by_noun.setdefault(phrase.concept, []).append(entity)
            entity.kinds |= self._words.kinds_of(phrase.concept)
            named = entity.hint is not None or entity.sort == "person"
            if sex == "neut" and named:
                return
            if sex is not None and (
                entity.sex is None or (sex in ("masc", "fem") and entity.sex == "person")
            ):
                entity.sex = sex
        elif token.form.lower() in _ONE:
            entity.kinds |= {"some"}
            entity.sex = entity.sex or "person"


def _parts(name: str) -> list[str]:
    return [
        p for p in name.lower().replace("-", "_").split("_") if p and not is_title(p) and p != "the"
    ]


def _is_short(one: list[str], other: list[str]) -> bool:
    """Tell whether one name is a part of another: first words, last words, initials, first and later ones."""
    initials = "".join(p[0] for p in other)
    if one and len(one) < len(other) and one in (other[: len(one)], other[-len(one) :]):
        return True
    if 1 < len(one) < len(other) and one[0] == other[0]:
        left = iter(other)
        return all(part in left for part in one)  # "Ines Kolb", "Ines Maria Kolb"
    return len(one) == 1 and len(other) > 1 and one[0] == initials
