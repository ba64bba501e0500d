"""Reviews, training, test questions."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.models.people import Person
from coindex.winoflexi.models.schemas import Half, Schema

LONGEST_COMMENT = 2000


class Verdict(models.TextChoices):
    """An evaluator's verdict on a schema."""

    VALID = "valid", _("valid")
    INVALID = "invalid", _("invalid")
    LEAKED = "leaked", _("copy")


class Review(models.Model):
    """An evaluator's review of a schema; ``answers`` are by the names of the questions."""

    schema = models.ForeignKey(Schema, on_delete=models.CASCADE, related_name="reviews")
    evaluator = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="reviews_done")
    answers = models.JSONField()
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    comment = models.TextField(blank=True)
    seconds = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schema", "evaluator"], name="one_review_each")
        ]

    def __str__(self) -> str:
        return f"{self.schema_id} by {self.evaluator_id}"


class BlindAnswer(models.Model):
    """An evaluator's answer to a half, given before the marked target is shown; ``chosen`` is ``None``: cannot tell."""

    evaluator = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="blind_answers")
    half = models.ForeignKey(Half, on_delete=models.CASCADE, related_name="blind_answers")
    chosen = models.PositiveSmallIntegerField(null=True)
    right = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["evaluator", "half"], name="one_blind_answer_each")
        ]

    def __str__(self) -> str:
        return f"{self.half_id} by {self.evaluator_id}"

    @property
    def target(self) -> str:
        """The target that was chosen; empty if none was."""
        return "" if self.chosen is None else self.half.targets[self.chosen]


class Resolved(models.Model):
    """An answer to a training question."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="resolved")
    half = models.ForeignKey(Half, on_delete=models.CASCADE)
    chosen = models.PositiveSmallIntegerField()
    right = models.BooleanField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.half_id} by {self.person_id}"


class TestQuestion(models.Model):
    """A question that checks whether a person takes care."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tests")
    half = models.ForeignKey(Half, on_delete=models.CASCADE)
    role = models.CharField(max_length=20)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)
    chosen = models.PositiveSmallIntegerField(null=True)
    right = models.BooleanField(null=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person"],
                condition=models.Q(answered_at=None),
                name="one_open_test_question_each",
            )
        ]

    def __str__(self) -> str:
        return f"{self.half_id} for {self.person_id}"
