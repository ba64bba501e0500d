"""Sentences of a text that are offered to writers as a start."""

from __future__ import annotations

from django.db import models


class Offer(models.Model):
    """A sentence with two parties and a pronoun, in brackets, that could mean either; ``source`` is file and line."""

    sentence = models.TextField(unique=True)
    target_a = models.TextField()
    target_b = models.TextField()
    source = models.TextField()

    def __str__(self) -> str:
        return self.source
