"""Answers of systems to halves of both libraries."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from coindex.winoflexi.models.schemas import Half

LONGEST_NAME = 60


class SystemRun(models.Model):
    """A named set of answers by a system."""

    name = models.CharField(max_length=LONGEST_NAME, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


class SystemAnswer(models.Model):
    """A system's answer to a half: 0 or 1 for a target, ``None`` for no answer."""

    run = models.ForeignKey(SystemRun, on_delete=models.CASCADE, related_name="answers")
    half = models.ForeignKey(Half, on_delete=models.CASCADE)
    answer = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "half"], name="one_answer_a_half")
        ]

    def __str__(self) -> str:
        return f"{self.run_id} {self.half_id}"
