"""Agreement of the evaluators of schemas: Cohen's kappa (:mod:`coindex.harness.statistics.agreement`).

The raters are the first and the second evaluator of each schema.
"""

from __future__ import annotations

from collections import defaultdict

from coindex.harness.statistics.agreement import Agreement, kappa
from coindex.winoflexi.crowd.reviewing import QUESTIONS
from coindex.winoflexi.models import Person, Review


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
