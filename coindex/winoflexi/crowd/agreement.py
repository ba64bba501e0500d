"""Agreement of evaluators beyond chance: Cohen's kappa.

Source: J. Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960),
pp. 37-46: kappa = (p_o - p_e) / (1 - p_e), where p_o is the share of cases on which two raters agree, and p_e
the share expected by chance, from how often each rater gives each verdict. Here the raters are the first and the second
evaluator of each schema.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from coindex.winoflexi.crowd.reviewing import QUESTIONS
from coindex.winoflexi.models import Person, Review


@dataclass(frozen=True, slots=True)
class Agreement:
    """The number of schemas, the share of equal verdicts, and kappa (``None`` where it is undefined)."""

    number: int
    share: float | None
    kappa: float | None


def kappa(pairs: Sequence[tuple[object, object]]) -> Agreement:
    """Return the agreement of two raters.

    Kappa is undefined if both gave only one and the same verdict.

    >>> found = kappa([("a", "a")] * 20 + [("a", "b")] * 5 + [("b", "a")] * 10 + [("b", "b")] * 15)
    >>> found.share, round(found.kappa, 3)
    (0.7, 0.4)
    """
    number = len(pairs)
    if not number:
        return Agreement(0, None, None)
    observed = sum(one == other for one, other in pairs) / number
    first, second = Counter(one for one, _ in pairs), Counter(other for _, other in pairs)
    chance = sum(first[verdict] * second[verdict] for verdict in first) / number**2
    return Agreement(number, observed, None if chance == 1 else (observed - chance) / (1 - chance))


def of_reviews() -> tuple[Agreement, dict[str, Agreement]]:
    """Return the agreement of the first two evaluators of each schema: on the verdict, and on each question."""
    by_schema: dict[int, list[tuple[str, dict[str, bool]]]] = defaultdict(list)
    rows = Review.objects.order_by("pk").values_list("schema_id", "verdict", "answers")
    for schema, verdict, answers in rows:
        by_schema[schema].append((verdict, answers))
    twice = [(found[0], found[1]) for found in by_schema.values() if len(found) > 1]
    whole = kappa([(one[0], other[0]) for one, other in twice])
    each = {q: kappa([(one[1].get(q), other[1].get(q)) for one, other in twice]) for q in QUESTIONS}
    return whole, each


def of_evaluator(person: Person) -> Agreement:
    """Return the agreement of an evaluator's verdicts with the other verdicts on the same schemas."""
    own = dict(Review.objects.filter(evaluator=person).values_list("schema_id", "verdict"))
    others = Review.objects.filter(schema_id__in=list(own)).exclude(evaluator=person)
    rows = others.order_by("pk").values_list("schema_id", "verdict")
    return kappa([(own[schema], verdict) for schema, verdict in rows])
