"""What an answer by knowledge rests on: a few numbers from which its confidence is computed.

Each compares what speaks for the answer with what speaks for the other candidates
(:data:`coindex.reasoner.calibration.GROUNDS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, Protocol

from coindex.reasoner.evidence.forms import STATISTICS, Form, form_of
from coindex.reasoner.evidence.points import FIRM

Ground = Literal["profile", "row", "axiom", "scene", "hint", "mined"]

_FORMS: tuple[Ground, ...] = ("profile", "row", "axiom", "scene")
_GROUNDS: Mapping[Form, Ground] = {
    "axiom": "axiom",
    "frame": "axiom",
    "sentence": "axiom",
    "class_row": "row",
    "word_row": "row",
    "scene": "scene",
    "profile": "profile",
}


class Spoken(Protocol):
    """A rule that spoke, as an answer or the record of a run has it."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def file(self) -> str:
        """Where it is written."""

    @property
    def weight(self) -> int:
        """How much it counts."""

    @property
    def sign(self) -> int:
        """1: speaks for the candidate; -1: against it."""


def ground_of(rule: Spoken) -> Ground:
    """Tell what a rule counts as, by its form of evidence and its weight."""
    form = form_of(rule.id, rule.file)
    if form in STATISTICS:
        return "mined"
    if form == "asked" or (rule.weight < FIRM and form != "profile"):
        return "hint"  # (what is asked for is no knowledge, and nothing was fitted to it)
    return _GROUNDS[form]


def grounds(rules: Sequence[Iterable[Spoken]], answer: int) -> dict[str, float]:
    """Return the numbers of an answer.

    Args:
        rules: those that spoke, for each candidate.
        answer: the index of the chosen candidate.
    """
    ours, theirs = dict.fromkeys(_ALL, 0), dict.fromkeys(_ALL, 0)
    for index, spoke in enumerate(rules):
        for rule in spoke:
            side = ours if (index == answer) == (rule.sign > 0) else theirs
            form = ground_of(rule)
            side[form] = max(side[form], abs(rule.weight))
    return {
        "profiles": float(bool(ours["profile"]) - bool(theirs["profile"])),
        "rows": float(ours["row"] - theirs["row"]),
        "axioms": float(ours["axiom"] - theirs["axiom"]),
        "scenes": float(ours["scene"] - theirs["scene"]),
        "contested": float(any(theirs[form] for form in _FORMS)),
        "mined": float(bool(ours["mined"]) - bool(theirs["mined"])),
    }


_ALL: tuple[Ground, ...] = (*_FORMS, "hint", "mined")
