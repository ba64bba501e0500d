"""Statistics of the libraries: patterns, connectors, hardness, costs, times, the best workers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import numpy as np
from django.db.models import Count, Q, Sum
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.analysis import systems
from coindex.winoflexi.analysis.patterns import GROUPS, PATTERNS
from coindex.winoflexi.crowd.hardness_advice import index_of
from coindex.winoflexi.models import (
    Analysis,
    Code,
    Library,
    Person,
    Review,
    Schema,
    State,
    SystemRun,
)

LIBRARIES = tuple(Library)
LABELS = {
    "simple": _("simple"),
    "compound": _("compound"),
    "complex": _("complex"),
    "compound-complex": _("compound and complex"),
    "cause/effect": _("cause or effect"),
    "comparison/contrast": _("comparison or contrast"),
    "place/manner": _("place or manner"),
    "possibility/condition": _("possibility or condition"),
    "relation": _("relation"),
    "time": _("time"),
}
"""Labels of the patterns and the groups of connectors."""
QUANTILES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
"""Parts of a library of which the hardness is shown as a number beside the curve."""


@dataclass
class Counted:
    """Sums over the analyses of a library's valid schemas."""

    schemas: int = 0
    analysed: int = 0
    waiting: int = 0
    failed: int = 0
    halves: int = 0
    patterns: Counter[str] = field(default_factory=Counter)
    connectors: Counter[str] = field(default_factory=Counter)
    hardness: list[float] = field(default_factory=list)


def counted(of: Library) -> Counted:
    """Sum up the analyses of a library's valid schemas."""
    found = Counted()
    rows = Schema.objects.filter(library=of, state=State.VALID).values_list(
        "analysis__state",
        *(f"analysis__result__{part}" for part in ("patterns", "connectors", "hardness")),
    )
    for state, patterns, connectors, hardness in rows.iterator():
        found.schemas += 1
        found.waiting += state == Analysis.WAITING
        found.failed += state == Analysis.FAILED
        if state == Analysis.DONE:
            found.analysed += 1
            found.halves += len(patterns)
            found.patterns.update(patterns)
            found.connectors.update(group for half in connectors for group in half)
            found.hardness += [index] if (index := index_of(hardness)) is not None else []
    return found


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table that compares both libraries: counts, and shares of the halves."""

    name: str
    counts: tuple[int, int]
    shares: tuple[float | None, float | None]


def compared_lines(
    names: Sequence[str], counts: Sequence[Mapping[str, int]], totals: Sequence[int]
) -> list[Line]:
    """Return a line for each name, with the counts and shares in both libraries."""
    lines = []
    for name in names:
        one, other = (c.get(name, 0) for c in counts)
        shares = [
            n / total if total else None for n, total in zip((one, other), totals, strict=True)
        ]
        lines.append(Line(str(LABELS.get(name, name)), (one, other), (shares[0], shares[1])))
    return lines


def patterns(found: Sequence[Counted]) -> list[Line]:
    """Compare the sentence patterns of both libraries."""
    return compared_lines(PATTERNS, [c.patterns for c in found], [c.halves for c in found])


def connectors(found: Sequence[Counted]) -> list[Line]:
    """Compare the groups of connectors in both libraries."""
    return compared_lines(tuple(GROUPS), [c.connectors for c in found], [c.halves for c in found])


@dataclass(frozen=True, slots=True)
class Quantile:
    """The hardness below which a part of each library's schemas lies; ``None`` for a library without any."""

    part: float
    values: tuple[float | None, float | None]


def hardness_curves(found: Sequence[Counted]) -> tuple[list[float], list[float]]:
    """Return the hardness of the schemas of both libraries, each sorted from easy to hard."""
    one, other = (sorted(counted.hardness) for counted in found)
    return one, other


def hardness_quantiles(curves: tuple[list[float], list[float]]) -> list[Quantile]:
    """Return quantiles of the hardness of both libraries."""
    one, other = curves
    return [Quantile(part, (_quantile(one, part), _quantile(other, part))) for part in QUANTILES]


def _quantile(ordered: Sequence[float], part: float) -> float | None:
    """Return a quantile of numbers, between two of them in proportion."""
    return float(np.quantile(ordered, part)) if ordered else None


@dataclass(frozen=True, slots=True)
class Compared:
    """A system's results on both libraries; ``run`` is ``None`` for this project's reasoner."""

    name: str
    run: SystemRun | None
    tallies: tuple[systems.Tally, systems.Tally]


def compared() -> tuple[list[Compared], float | None]:
    """Return the results of all systems, and the correlation of their shares of right answers."""
    halves = [systems.chosen(of) for of in LIBRARIES]
    given: list[tuple[str, SystemRun | None, Mapping[int, int | None]]] = [
        (run.name, run, systems.answers_of(run)) for run in SystemRun.objects.all()
    ]
    if own := systems.own_answers([half for of in halves for half in of]):
        given.insert(0, (systems.OWN, None, own))
    found = [
        Compared(name, run, (systems.tally(answers, halves[0]), systems.tally(answers, halves[1])))
        for name, run, answers in given
    ]
    shares = [[tally.share for tally in each.tallies] for each in found]
    return found, systems.correlation(
        [(a, b) for a, b in shares if a is not None and b is not None]
    )


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of the crowd's library so far, in cents and seconds. Only schemas written here cost anything."""

    states: dict[str, int]
    imported: int
    issued: int
    redeemed: int
    per_valid: float | None
    writing: float | None
    reviewing: float | None


def costs() -> Costs:
    """Sum up payments and times. Times are medians, because people leave forms open."""
    crowd = Schema.objects.filter(library=Library.CROWD)
    states = Counter(crowd.values_list("state", flat=True))
    imported = crowd.filter(author=None).count()
    paid = Code.objects.aggregate(
        issued=Sum("cents", default=0),
        redeemed=Sum("cents", default=0, filter=Q(redeemed_at__isnull=False)),
    )
    valid = crowd.filter(state=State.VALID).exclude(author=None).count()
    return Costs(
        states={str(State(state).label): states[state] for state in State},
        imported=imported,
        issued=paid["issued"],
        redeemed=paid["redeemed"],
        per_valid=paid["issued"] / valid if valid else None,
        writing=_median(crowd.exclude(seconds=None).values_list("seconds", flat=True)),
        reviewing=_median(Review.objects.exclude(seconds=None).values_list("seconds", flat=True)),
    )


def _median(values: Any) -> float | None:
    found = list(values)
    return median(found) if found else None


def best_workers(most: int = 10) -> Iterator[tuple[Person, int, int, int]]:
    """Yield the best people by score, with their numbers of valid schemas, decided schemas and reviews."""
    rows = Person.objects.filter(banned_at=None).annotate(
        valid=Count("schemas", distinct=True, filter=Q(schemas__state=State.VALID)),
        decided=Count("schemas", distinct=True, filter=Q(schemas__decided_at__isnull=False)),
        done=Count("reviews_done", distinct=True),
    )
    for row in rows.filter(Q(valid__gt=0) | Q(done__gt=0)).order_by("-score", "pk")[:most]:
        yield row, row.valid, row.decided, row.done
