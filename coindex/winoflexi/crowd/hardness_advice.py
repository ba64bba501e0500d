"""Advice to a contributor whose schemas are mostly easy, or mostly hard."""

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


def class_of(halves: Halves) -> str | None:
    """Return ``easy`` or ``hard`` if a half is that and the other half is not the opposite."""
    found = {h.get("class") for h in halves or ()} & {"easy", "hard"}
    return found.pop() if len(found) == 1 else None


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
