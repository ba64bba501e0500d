"""The English of classes, properties and words, from ``knowledge/rows/english.toml``.

What people or things do or are is written as it follows *people who* or *things that*:

>>> deed("refuse"), suffered("refuse"), quality("afraid"), quality("has"), denied(quality("has"))
('refuse', 'are refused something', 'are afraid', 'have something', 'do not have anything')
>>> often("are afraid", "usually"), often("do not refuse", "often")
('are usually afraid', 'often do not refuse')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from coindex.files.shipped import KNOWLEDGE
from coindex.reasoner.english.forms import participle, third_person
from kparse.caches import cache

_ACTIVE_ROLES = frozenset(
    ("actor", "agent", "experiencer", "winner", "blocker", "co_agent", "cause", "owner", "first")
)
"""Roles whose fillers do what the verb says, if the table says nothing else."""
THING_ROLES = frozenset(
    "theme patient instrument location destination source ground topic result co_theme cause blocker".split()
)
"""Roles that things play more often than people."""
_SOME = re.compile(r"\bsome(?=thing\b|body\b)")
_HAD = frozenset("anything company doubts to room a".split())
"""What is had: *have anything*, not *have agreed*."""


@cache
def english() -> Mapping[str, Mapping[str, Any]]:
    """The tables of ``english.toml``."""
    text = (KNOWLEDGE / "rows" / "english.toml").read_text(encoding="utf-8")
    import tomllib  # not needed where nothing is put into words

    return tomllib.loads(text)


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list of words of the table ``phrases``."""
    return frozenset(english()["phrases"][name].split())


# --------------------------------------------------------------------------- what people do and are


@dataclass(frozen=True, slots=True)
class Use:
    """How a text uses a verb: what fills its object, and how its other participants are joined to it."""

    thing: str = ""
    """*others* or *something*, if the verb has an object."""
    given: bool = False
    """Whether somebody is given the object."""
    preposition: str = ""
    """What joins another participant, if it is no object."""


NO_USE = Use()


@dataclass(frozen=True, slots=True)
class OwnWords:
    """What a text says of a participant, as it is said of many: *are given a free kick*."""

    words: str
    """Without the negation."""
    negative: bool = False
    lasting: bool = False
    """Whether it is told in the present where other things are in the perfect."""

    def turned(self) -> OwnWords | None:
        """Give the contrary, if it is plain."""
        if " no " in self.words:
            return None
        words = re.sub(r"\bany (?=\w)", "", self.words) if self.negative else self.words
        return OwnWords(words, not self.negative, self.lasting)

    @property
    def present(self) -> str:
        """The words in the present, with the negation.

        >>> OwnWords("can be lifted", True).present, OwnWords("are hurt", True).present
        ('cannot be lifted', 'are not hurt')
        """
        first, _, rest = self.words.partition(" ")
        if not self.negative:
            return self.words
        if first in ("are", "can"):
            return f"{'are not' if first == 'are' else 'cannot'} {rest}"
        return f"do not {_SOME.sub('any', self.words)}"

    @property
    def infinitive(self) -> str:
        """The words as they follow *likely to*.

        >>> OwnWords("can run", True).infinitive, OwnWords("are strong").infinitive, OwnWords("pay", True).infinitive
        ('be unable to run', 'be strong', 'not pay')
        """
        first, _, rest = self.words.partition(" ")
        if first == "can" and rest.startswith("be ") and not self.negative:
            return rest
        if first == "can":
            return f"be {'unable' if self.negative else 'able'} to {rest}"
        words = f"be {rest}" if first == "are" else self.words
        return f"not {_SOME.sub('any', words)}" if self.negative else words

    @property
    def perfect(self) -> str:
        """The words in the perfect; what lasts stays in the present.

        >>> OwnWords("pay others", True).perfect, OwnWords("are hurt").perfect
        ('have not paid others', 'have been hurt')
        """
        first, _, rest = self.words.partition(" ")
        if self.lasting:
            return self.present
        words = f"been {rest}" if first == "are" else participle(self.words)
        return f"have not {_SOME.sub('any', words)}" if self.negative else f"have {words}"


Uses: TypeAlias = Mapping[str, Use]
"""How a text uses its verbs, by lemma."""


_BEHIND = dict.fromkeys("to at with on for after".split(), "others") | dict.fromkeys(
    "of into from about through".split(), "something"
)
"""What stands behind the preposition of a verb if nothing is known of it."""


@cache
def _sides(name: str, use: Use = NO_USE) -> tuple[str, str]:
    found = english()["classes"].get(name)
    if found is None:
        words = readable(name)
        given = " something" if use.given else ""
        last = words.rpartition(" ")[2] if " " in words else ""
        thing = use.thing or _BEHIND.get(last, "")
        return f"{words} {thing}".rstrip(), f"are {participle(words)}{given}"
    does, _, gets = found.partition(" | ")
    return does, gets


def deed(name: str, use: Use = NO_USE) -> str:
    """What the doer of a class or verb does.

    >>> deed('"outrank"', Use("others")), deed('"lend"', Use("something", given=True)), deed('"lie_to"')
    ('outrank others', 'lend something', 'lie to others')
    """
    return _sides(name, use)[0]


def suffered(name: str, use: Use = NO_USE) -> str:
    """What is done to the other one."""
    return _sides(name, use)[1]


def part(name: str, role: str, use: Use = NO_USE) -> str:
    """What the filler of a role does or undergoes.

    >>> part("move_thing", "theme"), part("win", "loser"), part("fit", "theme"), part("sneeze", "agent")
    ('are moved', 'are beaten', 'fit', 'sneeze')
    """
    found = english()["roles"].get(name, {}).get(role)
    if found is not None:
        return str(found)
    return deed(name, use) if role in _ACTIVE_ROLES else suffered(name, use)


def towards(term: str) -> str | None:
    """What leads from a property to the one whom it concerns.

    >>> towards("afraid"), towards("kind"), towards("help")
    ('of', 'to', None)
    """
    if term in english()["classes"] or term.startswith('"'):
        return None
    return str(english()["towards"].get(term, "to"))


@cache
def quality(term: str) -> str:
    """What a property says."""
    if term.startswith(("dim(", "or(")):
        return f"are {adjective(term)}"
    return str(english()["properties"].get(term) or f"are {readable(term)}")


def adjective(term: str) -> str:
    """Give the word for a property that can follow *is*, or its name.

    >>> adjective("dim(size,hi)"), adjective("dim(weight,lo)"), adjective("guilty")
    ('big', 'light', 'guilty')
    """
    if term.startswith("dim("):
        dimension, _, pole = term[4:-1].partition(",")
        ends = english()["dimensions"].get(dimension)
        if ends is not None and pole in ("hi", "lo"):
            return str(ends[pole == "lo"])
        return f"{'high' if pole == 'hi' else 'low'} in {readable(dimension)}"
    return readable(term)


def readable(term: str) -> str:
    """A name or a lemma as words.

    >>> readable('"give_up"'), readable("s_door_held2")
    ('give up', 'door held')
    """
    if term.startswith("s_"):
        term = term[2:].rstrip("0123456789")
    return term.strip('"').replace("_", " ").strip()


def denied(predicate: str) -> str:
    """Deny a predicate in the plural.

    >>> denied("are afraid"), denied("refuse"), denied("have agreed"), denied("do not work")
    ('are not afraid', 'do not refuse', 'have not agreed', 'work')
    """
    if predicate.startswith("do not "):
        return predicate.removeprefix("do not ")
    predicate = _SOME.sub("any", predicate)
    first, _, rest = predicate.partition(" ")
    if first == "are":
        return f"are not {rest}"
    if first == "have" and rest.split(" ", 1)[0] not in _HAD:
        return f"have not {rest}"
    return f"do not {predicate}"


def singular(predicate: str) -> str:
    """Say of one what a predicate says of many.

    >>> [singular(p) for p in ("are afraid", "have agreed", "do not work", "carry it")]
    ['is afraid', 'has agreed', 'does not work', 'carries it']
    """
    first, space, rest = predicate.partition(" ")
    return f"is{space}{rest}" if first == "are" else third_person(predicate)


def done(name: str, predicate: str) -> str:
    """Put what somebody does or undergoes into the perfect, except what lasts.

    >>> done("steal", deed("steal")), done("attack", suffered("attack")), done("want", deed("want"))
    ('have stolen', 'have been attacked', 'want something')
    """
    first, _, rest = predicate.partition(" ")
    if name in english()["lasting"]["classes"].split():
        return predicate
    if first == "are":
        return f"have been {rest}"
    return f"have {participle(predicate)}"


def often(predicate: str, adverb: str) -> str:
    """Put an adverb, or *may*, into a predicate in the plural.

    >>> [often(words, "may") for words in ("are hurt", "do not pay", "cannot swim")]
    ['may be hurt', 'may not pay', 'may be unable to swim']
    """
    first, _, rest = predicate.partition(" ")
    if adverb == "may":
        rest = rest.removeprefix("not ") if predicate.startswith("do not ") else rest
        match first:
            case "are":
                return f"may be {rest}"
            case "do" if predicate.startswith("do not "):
                return f"may not {rest}"
            case "cannot" | "can":
                return f"may be {'un' * (first == 'cannot')}able to {rest}"
        return f"may {predicate}"
    return f"are {adverb} {rest}" if first == "are" else f"{adverb} {predicate}"
