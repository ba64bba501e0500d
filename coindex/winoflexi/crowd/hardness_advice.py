"""Advice to a contributor: on a schema, and on all of them if they are mostly easy, or mostly hard.

Both follow the hardness index, the share of people who would answer wrongly, against that of an average schema. So a
schema is never called too easy in one place and too hard in another, and no advice goes both ways.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from coindex.winoflexi.models import Analysis, Person, State

LEAST = 3
"""Number of easy or hard schemas before advice is given."""
MOST_OF = 2 / 3
"""Share of these that must be easy, or hard."""
_LATEST = 12

Advice = Literal["harder", "easier"]


Halves = Sequence[Mapping[str, Any]] | None
"""The hardness of both halves, as an analysis gives it."""


def index_of(halves: Halves) -> float | None:
    """Return the hardness of a schema: the mean over the halves that have one."""
    found = [h["index"] for h in halves or () if h.get("index") is not None]
    return sum(found) / len(found) if found else None


USUAL = 0.09
"""Hardness of an average schema (docs/hardness.md): fewer people err in easy ones, more in hard ones."""


def class_of(halves: Halves) -> Literal["easy", "hard"] | None:
    """Return whether a schema is easier or harder than an average one; ``None`` if unknown."""
    index = index_of(halves)
    if index is None:
        return None
    return "hard" if index > USUAL else "easy"


def lines(halves: Halves) -> list[str]:
    """Return the advice on a schema: how to make an easy one harder, or a hard one easier, each sentence once."""
    wanted = {"easy": "harder", "hard": "easier", None: None}[class_of(halves)]
    found = (line for half in halves or () for line in half.get("advice", ()))
    return list(dict.fromkeys(line for line in found if line.startswith(f"To make it {wanted}")))


def advice_for(person: Person) -> Advice | None:
    """Return whether a person should write harder or easier schemas; ``None`` if neither."""
    rows = (
        person.schemas.exclude(state=State.WITHDRAWN)
        .filter(analysis__state=Analysis.DONE)
        .order_by("-pk")
        .values_list("analysis__result__hardness", flat=True)[:_LATEST]
    )
    classes = [found for halves in rows if (found := class_of(halves)) is not None]
    if len(classes) < LEAST:
        return None
    easy = classes.count("easy") / len(classes)
    if easy >= MOST_OF:
        return "harder"
    return "easier" if 1 - easy >= MOST_OF else None
