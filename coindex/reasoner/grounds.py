"""What an answer by knowledge rests on: a few numbers from which its confidence is computed.

Each compares what speaks for the answer with what speaks for the other candidates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from coindex.reasoner.asks import ASKED

Form = Literal["profile", "row", "axiom", "scene", "hint", "mined"]

GROUNDS = ("profiles", "rows", "axioms", "scenes", "contested", "mined")
"""The numbers. ``profiles`` and ``mined``: whether such evidence is there (1, 0; -1: only for others).
``rows`` (default rules), ``axioms``, ``scenes``: weight of the strongest, less that of the strongest for others.
``contested``: 1 if any knowledge speaks for another candidate."""
_FORMS: tuple[Form, ...] = ("profile", "row", "axiom", "scene")
_LEAST = 3
"""Weight below which a rule is a hint, which counts as a preference."""


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


def form_of(rule: Spoken) -> Form:
    """Tell which form of knowledge a rule is."""
    if rule.file == ASKED:
        return "hint"  # (no knowledge, and nothing that was fitted)
    if rule.id.startswith("sentence("):
        return "axiom" if rule.weight >= _LEAST else "hint"
    name = rule.file.replace("\\", "/").rpartition("/")[2]
    if rule.id.startswith("word(") and name.endswith(".tsv"):
        return "profile"
    if name != "sentence" and not name.endswith(".lp"):
        return "mined"
    if rule.weight < _LEAST:
        return "hint"
    if name.startswith("scenes"):
        return "scene"
    return "row" if rule.id.startswith(("effect(", "reason(")) else "axiom"


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
            form = form_of(rule)
            side[form] = max(side[form], abs(rule.weight))
    return {
        "profiles": float(bool(ours["profile"]) - bool(theirs["profile"])),
        "rows": float(ours["row"] - theirs["row"]),
        "axioms": float(ours["axiom"] - theirs["axiom"]),
        "scenes": float(ours["scene"] - theirs["scene"]),
        "contested": float(any(theirs[form] for form in _FORMS)),
        "mined": float(bool(ours["mined"]) - bool(theirs["mined"])),
    }


_ALL: tuple[Form, ...] = (*_FORMS, "hint", "mined")
