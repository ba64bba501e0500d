"""A word to a contributor most of whose schemas are easy, or hard."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from coindex.winoflexi.models import Analysis, Person, State

LEAST = 3
"""Schemas that are easy or hard from which on something is said."""
MOST_OF = 2 / 3
"""The share of them that has to be easy, or hard."""
_LATEST = 12

Nudge = Literal["harder", "easier"]


Halves = Sequence[Mapping[str, Any]] | None
"""What an analysis says of the hardness of both halves."""


def index_of(halves: Halves) -> float | None:
    """Give the hardness of a schema: the mean of its halves', as far as they have one."""
    found = [h["index"] for h in halves or () if h.get("index") is not None]
    return sum(found) / len(found) if found else None


def class_of(halves: Halves) -> str | None:
    """Tell whether a schema is ``easy`` or ``hard``: what one half is, and the other is not the contrary of."""
    found = {h.get("class") for h in halves or ()} & {"easy", "hard"}
    return found.pop() if len(found) == 1 else None


def nudge(person: Person) -> Nudge | None:
    """Tell whether somebody should write harder or easier schemas; nothing if there is no need."""
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
