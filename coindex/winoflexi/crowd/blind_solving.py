"""Blind solving: an evaluator answers both halves before seeing which target the writer marked.

Whoever has seen the marked answer finds it right. An answer that differs from it, or none, is a sign that the schema is
not clear to every reader. It is recorded and shown; the verdict remains the evaluator's.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from coindex.winoflexi.models import BlindAnswer, Half, Person, Review, Schema


def next_half(person: Person, schema: Schema) -> Half | None:
    """Return the half that a person has to solve next; which one comes first differs between people."""
    answered = set(_answers(person, schema).values_list("half_id", flat=True))
    halves = list(schema.halves.all())
    if (person.pk + schema.pk) % 2:
        halves.reverse()
    return next((half for half in halves if half.pk not in answered), None)


def solve(person: Person, half: Half, chosen: int | None) -> None:
    """Record a person's answer to a half; the first one counts."""
    BlindAnswer.objects.get_or_create(
        evaluator=person, half=half, defaults={"chosen": chosen, "right": chosen == half.right}
    )


def _answers(person: Person, schema: Schema) -> QuerySet[BlindAnswer]:
    return BlindAnswer.objects.filter(evaluator=person, half__schema=schema)


def answers(person: Person, schema: Schema) -> list[BlindAnswer]:
    """Return a person's answers to a schema, by half."""
    return list(_answers(person, schema).select_related("half").order_by("half__side"))


# ------------------------------------------------------------------------------------ disagreement


@dataclass(slots=True)
class Reader:
    """Somebody who has solved or reviewed a schema."""

    person: Person
    answers: list[BlindAnswer] = field(default_factory=list)
    review: Review | None = None


def readers(schema: Schema) -> list[Reader]:
    """Return everybody who has solved or reviewed a schema: those with a review first, in their order."""
    found: dict[int, Reader] = {}
    for review in schema.reviews.select_related("evaluator"):
        found[review.evaluator_id] = Reader(review.evaluator, review=review)
    rows = BlindAnswer.objects.filter(half__schema=schema).select_related("half", "evaluator")
    for answer in rows.order_by("evaluator", "half__side"):
        reader = found.setdefault(answer.evaluator_id, Reader(answer.evaluator))
        reader.answers.append(answer)
    return list(found.values())


def with_otherwise(schemas: QuerySet[Schema]) -> QuerySet[Any]:
    """Annotate schemas with ``otherwise``: whether a reader did not give the marked answer."""
    wrong = BlindAnswer.objects.filter(half__schema=OuterRef("pk"), right=False)
    return schemas.annotate(otherwise=Exists(wrong))


@dataclass(frozen=True, slots=True)
class Share:
    """How many blind answers there are, and how many of them are as marked."""

    number: int
    right: int

    @property
    def share(self) -> float | None:
        """The share of answers that are as marked."""
        return self.right / self.number if self.number else None


def share(rows: QuerySet[BlindAnswer] | None = None) -> Share:
    """Count blind answers: all of them, or those of one evaluator or schema."""
    rows = BlindAnswer.objects.all() if rows is None else rows
    counted = rows.aggregate(number=Count("pk"), right=Count("pk", filter=Q(right=True)))
    return Share(counted["number"], counted["right"])


def share_of_schema(schema: Schema) -> Share:
    """Count the blind answers to a schema by those who have reviewed it."""
    reviewers = schema.reviews.values("evaluator")
    return share(BlindAnswer.objects.filter(half__schema=schema, evaluator__in=reviewers))
