"""Schemas of both libraries, their halves, and the results of analyses."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.models.people import Person

LONGEST_SENTENCE = 400
LONGEST_TARGET = 80


class Library(models.TextChoices):
    """Who wrote a schema."""

    EXPERT = "expert", _("experts")
    CROWD = "crowd", _("the crowd")


class State(models.TextChoices):
    """The state of a schema. Only the first two accept reviews."""

    AWAITING = "awaiting", _("awaiting review")
    DISPUTED = "disputed", _("disputed")
    VALID = "valid", _("valid")
    INVALID = "invalid", _("invalid")
    LEAKED = "leaked", _("copy")
    WITHDRAWN = "withdrawn", _("withdrawn")


OPEN = (State.AWAITING, State.DISPUTED)
"""States that accept reviews."""


FAULTY = models.Q(analysis__result__faulty=True)
"""Schemas in which the thorough check found errors."""


class Schema(models.Model):
    """A schema in the library's form (:class:`coindex.harness.schemas.schema.Schema`), and its state.

    ``token`` comes from the form, so that a form sent twice gives one schema; ``fingerprint`` is a hash of the words,
    so that no schema is stored twice.
    """

    library = models.CharField(max_length=10, choices=Library.choices)
    name = models.CharField(max_length=64, unique=True)
    author = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="schemas")
    state = models.CharField(max_length=10, choices=State.choices, default=State.AWAITING)
    text = models.TextField()
    special = models.JSONField()
    alternate = models.JSONField()
    answers = models.JSONField()
    question = models.TextField(blank=True)
    quote = models.TextField(blank=True)
    domains = models.JSONField(default=list)
    level = models.CharField(max_length=10, blank=True)
    source = models.TextField(blank=True)
    fingerprint = models.CharField(max_length=64)
    token = models.UUIDField(null=True, unique=True)
    seconds = models.PositiveIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    analysis = models.ForeignKey("Analysis", null=True, on_delete=models.SET_NULL)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["fingerprint"],
                condition=~models.Q(state="withdrawn") & models.Q(library="crowd"),
                name="one_schema_of_these_words",
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["library", "state"]),
            models.Index(fields=["author", "state"]),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_open(self) -> bool:
        """Whether the schema accepts reviews."""
        return self.state in OPEN


class Half(models.Model):
    """One half of a schema, as people read it, with the pronoun in brackets."""

    schema = models.ForeignKey(Schema, on_delete=models.CASCADE, related_name="halves")
    side = models.PositiveSmallIntegerField()
    sentence = models.TextField()
    question = models.TextField()
    target_a = models.TextField()
    target_b = models.TextField()
    right = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["schema", "side"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schema", "side"], name="two_halves_a_schema")
        ]

    def __str__(self) -> str:
        return f"{self.schema_id}:{self.side}"

    @property
    def targets(self) -> tuple[str, str]:
        """Both targets."""
        return self.target_a, self.target_b

    @property
    def marked(self) -> str:
        """The target that the writer marked as right."""
        return self.targets[self.right]


class Analysis(models.Model):
    """The analysis of a schema by a worker process. Schemas with the same words share one."""

    WAITING, DONE, FAILED = "waiting", "done", "failed"

    key = models.CharField(max_length=64, unique=True)
    state = models.CharField(max_length=10, default=WAITING)
    asked_at = models.DateTimeField()
    result = models.JSONField(default=dict)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.key[:12]
