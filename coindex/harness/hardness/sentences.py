"""The hardness of a question in plain English: how many people would err, and what makes it hard or easy."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from kparse.caches import cache

if TYPE_CHECKING:
    from coindex.harness.hardness.measured import Measured
    from coindex.harness.hardness.model import Share

MOST = 3
"""Reasons that are told each way."""
_TELLING = 0.3
"""Standard deviations from the average from which a measure is told."""


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
    return _told(made, [share for share in details if share.value > _TELLING], "harder")


def easier(made: Measured, details: Iterable[Share]) -> list[str]:
    """Say what makes a question easy, the strongest first: at most :data:`MOST` sentences."""
    return _told(made, [share for share in details if share.value < -_TELLING], "easier")


def _told(made: Measured, shares: Sequence[Share], way: str) -> list[str]:
    reasons = _reasons()
    weights: dict[str, float] = {}
    first: dict[str, str] = {}
    for share in sorted(shares, key=lambda s: -abs(s.adds)):
        group = reasons.get(share.name, {}).get("group", share.name)
        weights[group] = weights.get(group, 0.0) + abs(share.adds)
        first.setdefault(group, share.name)
    ranked = sorted(weights, key=lambda group: -weights[group])
    said = [_said(made, first[group], way) for group in ranked]
    return [sentence for sentence in said if sentence][:MOST]


def _said(made: Measured, name: str, way: str) -> str:
    sayings = _reasons().get(name, {})
    if way == "easier" and "none" in sayings and not round(made.features[name]):
        return sayings["none"]
    return sayings.get(way, "").format_map(_Values(made))


@cache
def _reasons() -> dict[str, dict[str, str]]:
    text = files("coindex.harness.hardness").joinpath("reasons.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class _Values(dict[str, str]):
    """What the sentences name, worked out when it is asked for."""

    def __init__(self, made: Measured) -> None:
        super().__init__()
        self.made = made

    def __missing__(self, name: str) -> str:
        features = self.made.features
        if name in _NOUNS:
            number = round(math.exp(features[name]) if name == "words" else features[name])
            return f"{number} {_NOUNS[name][number != 1 or name == 'words']}"
        if name == "rarely":
            words = ", ".join(f"“{word}”" for word in self.made.rare)
            several = "rare words" if len(self.made.rare) > 1 else "a rare word"
            return (
                f"It has {several}: {words}." if words else "Its words are less common than usual."
            )
        against = features["against"]
        if name == "generally_for":
            return "What is generally so speaks for the right answer." if against < 0 else ""
        if against > 0:
            return "What is generally so speaks for the other answer."
        if against < 0:
            return "What is generally so says little for the right answer."
        return "Nothing that is generally so tells the answers apart."


_NOUNS = {
    "words": ("word", "words"),
    "verbs": ("verb", "verbs"),
    "situations": ("event or state", "events and states"),
    "open": ("open attachment", "open attachments"),
    "turns": ("negation, contrast or condition", "negations, contrasts and conditions"),
    "rivals": ("phrase", "phrases"),
}
