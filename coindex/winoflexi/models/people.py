"""People, settings, one-time links, and windows of rate limits."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models

LONGEST_LABEL = 80


class People(BaseUserManager["Person"]):
    """Creates people."""

    def make(self, name: str, password: str | None, **fields: object) -> Person:
        """Create a person with a password."""
        person = self.model(name=name, **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person


class Person(AbstractBaseUser):
    """A person who writes, reviews or administers.

    The site chooses the name, which is no secret; ``label`` is how the organiser knows the person. ``score`` is the sum
    of the points in the ledger, updated in the same transaction.
    """

    name = models.CharField(max_length=40, unique=True)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True)
    is_admin = models.BooleanField(default=False)
    is_evaluator = models.BooleanField(default=False)
    score = models.IntegerField(default=0)
    joined_at = models.DateTimeField(auto_now_add=True)
    banned_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "name"
    objects: ClassVar[People] = People()

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_banned(self) -> bool:
        """Whether the person is banned."""
        return self.banned_at is not None

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that the person can choose."""
        roles = ("contributor", "evaluator") if self.may_review else ("contributor",)
        return (*roles, "administrator") if self.is_admin else roles

    @property
    def may_review(self) -> bool:
        """Whether the person may review."""
        return self.is_evaluator or self.is_admin


class Setting(models.Model):
    """A parameter that has been set (:mod:`coindex.winoflexi.crowd.parameters`), or another stored value."""

    name = models.CharField(max_length=60, primary_key=True)
    value = models.JSONField()

    def __str__(self) -> str:
        return self.name


class Link(models.Model):
    """A link that works once: for the first administrator, or for a new password."""

    digest = models.CharField(max_length=64, unique=True)
    person = models.ForeignKey(Person, null=True, on_delete=models.CASCADE)
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"link {self.pk}"


class RateWindow(models.Model):
    """How often an action was attempted in a window of time (:mod:`coindex.winoflexi.site.rate_limits`)."""

    key = models.CharField(max_length=64)
    window = models.BigIntegerField(db_index=True)
    count = models.IntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["key", "window"], name="one_count_a_window")
        ]

    def __str__(self) -> str:
        return f"{self.key}@{self.window}"
