"""The hardness of a question in plain English: how many people would err, and what makes it hard or easy."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coindex.harness.hardness.measured import Measured
    from coindex.harness.hardness.model import Share

MOST = 3
"""Reasons that are told each way."""
_TELLING = 0.3
"""Standard deviations from the average from which a measure is told."""

_Say = Callable[["Measured"], str]


def in_words(index: float) -> str:
    """Say an index as a number of people.

    >>> in_words(0.084), in_words(0.012)
    ('About 8 people in 100 would get this wrong.', 'About 1 person in 100 would get this wrong.')
    >>> in_words(0.001)
    'Hardly anybody would get this wrong: fewer than 1 person in 100.'
    """
    people = math.floor(100 * index + 0.5)
    if people < 1:
        return "Hardly anybody would get this wrong: fewer than 1 person in 100."
    return f"About {people} {'person' if people == 1 else 'people'} in 100 would get this wrong."


def harder(made: Measured, details: Iterable[Share]) -> list[str]:
    """Say what makes a question hard, the strongest first: at most :data:`MOST` sentences."""
    return _told(made, [share for share in details if share.value > _TELLING], _HARDER)


def easier(made: Measured, details: Iterable[Share]) -> list[str]:
    """Say what makes a question easy, the strongest first: at most :data:`MOST` sentences."""
    return _told(made, [share for share in details if share.value < -_TELLING], _EASIER)


def _told(made: Measured, shares: Sequence[Share], sayings: Mapping[str, _Say]) -> list[str]:
    groups: dict[str, float] = {}
    first: dict[str, Share] = {}
    for share in sorted(shares, key=lambda s: -abs(s.adds)):
        group = _GROUPS.get(share.name, share.name)
        groups[group] = groups.get(group, 0.0) + abs(share.adds)
        first.setdefault(group, share)
    said = [
        sayings[first[group].name](made)
        for group in sorted(groups, key=lambda name: -groups[name])
        if first[group].name in sayings
    ]
    return [sentence for sentence in said if sentence][:MOST]


def _number(made: Measured, name: str) -> int:
    return round(made.features[name])


def _many(made: Measured, name: str, one: str, more: str) -> str:
    number = _number(made, name)
    return f"{number} {one if number == 1 else more}"


def _words(made: Measured) -> str:
    return f"{round(math.exp(made.features['words']))} words"


def _rare(made: Measured) -> str:
    rare = [f"“{word}”" for word in made.rare]
    if not rare:
        return "Its words are less common than usual."
    return f"It has {'a rare word' if len(rare) == 1 else 'rare words'}: {', '.join(rare)}."


def _rules_against(made: Measured) -> str:
    if made.features["against"] > 0:
        return "What is generally so speaks for the other answer."
    if made.features["against"] < 0:
        return "What is generally so says little for the right answer."
    return "Nothing that is generally so tells the answers apart."


def _rules_for(made: Measured) -> str:
    return (
        "What is generally so speaks for the right answer." if made.features["against"] < 0 else ""
    )


_GROUPS = {
    "against_much": "against",
    "rare": "rarest",
    "verbs": "situations",
    "read_labels": "read_against",
}
"""Measures that are told as one."""
_HARDER: Mapping[str, _Say] = {
    "against": _rules_against,
    "against_much": _rules_against,
    "counted_against": lambda m: (
        "In texts, what is said of the pronoun goes more often with the other answer."
    ),
    "read_against": lambda m: "Sentences of the corpus speak for the other answer.",
    "read_labels": lambda m: "Sentences of the corpus speak for the other answer.",
    "read_late": lambda m: "One has to read much before texts lead to the right answer.",
    "rarest": _rare,
    "rare": _rare,
    "unsupported": lambda m: "Hardly any rule of everyday knowledge leads to the right answer.",
    "words": lambda m: f"It is long: {_words(m)}.",
    "verbs": lambda m: f"Much happens in it: {_many(m, 'verbs', 'verb', 'verbs')}.",
    "situations": lambda m: (
        f"Much happens in it: {_many(m, 'situations', 'event or state', 'events and states')}."
    ),
    "depth": lambda m: "Its clauses are nested.",
    "open": lambda m: (
        f"It can be read in more than one way ({_many(m, 'open', 'open attachment', 'open attachments')})."
    ),
    "turns": lambda m: (
        "It turns what one expects"
        f" ({_many(m, 'turns', 'negation, contrast or condition', 'negations, contrasts and conditions')})."
    ),
    "rivals": lambda m: (
        f"The pronoun agrees with {_many(m, 'rivals', 'phrase', 'phrases')} of the text."
    ),
}
_EASIER: Mapping[str, _Say] = {
    "against": _rules_for,
    "against_much": _rules_for,
    "counted_against": lambda m: (
        "In texts, what is said of the pronoun goes more often with the right answer."
    ),
    "read_against": lambda m: "Sentences of the corpus speak for the right answer.",
    "read_labels": lambda m: "Sentences of the corpus speak for the right answer.",
    "read_late": lambda m: "Few sentences of the corpus are enough to find the right answer.",
    "rarest": lambda m: "All its words are common.",
    "rare": lambda m: "All its words are common.",
    "unsupported": lambda m: "Much everyday knowledge leads to the right answer.",
    "words": lambda m: f"It is short: {_words(m)}.",
    "verbs": lambda m: f"Little happens in it: {_many(m, 'verbs', 'verb', 'verbs')}.",
    "situations": lambda m: (
        f"Little happens in it: {_many(m, 'situations', 'event or state', 'events and states')}."
    ),
    "depth": lambda m: "Its clauses are plain.",
    "turns": lambda m: "Nothing in it is negated or contrasted." if not _number(m, "turns") else "",
    "open": lambda m: "It can be read in one way only." if not _number(m, "open") else "",
    "rivals": lambda m: (
        f"The pronoun agrees with {_many(m, 'rivals', 'phrase', 'phrases')} of the text only."
    ),
}
