"""The ledger of scores, and payment codes."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from coindex.winoflexi.models.people import Person
from coindex.winoflexi.models.schemas import Schema, State


class Reason(models.TextChoices):
    """Why a score or the status of a person changed."""

    VALID = "valid", _("schema approved")
    INVALID = "invalid", _("schema refused")
    LEAKED = "leaked", _("schema found to be a copy")
    TEST_RIGHT = "test right", _("test question answered correctly")
    TEST_WRONG = "test wrong", _("test question answered wrongly")
    BY_HAND = "by hand", _("changed by an organiser")
    PROMOTED = "promoted", _("became an evaluator")
    DEMOTED = "demoted", _("no longer an evaluator")
    BANNED = "banned", _("was banned")
    UNBANNED = "unbanned", _("is no longer banned")


class Entry(models.Model):
    """An entry of the ledger. ``event`` identifies the event, which is booked once per person."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ledger")
    points = models.IntegerField()
    balance = models.IntegerField()
    reason = models.CharField(max_length=20, choices=Reason.choices)
    event = models.CharField(max_length=60)
    schema = models.ForeignKey(Schema, null=True, on_delete=models.SET_NULL)
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "event"], name="an_event_is_booked_once")
        ]

    def __str__(self) -> str:
        return f"{self.person_id} {self.points:+d} {self.event}"


class Code(models.Model):
    """A payment code. The signed code itself is not stored; ``nonce`` is its random part."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="codes")
    work = models.CharField(max_length=60, unique=True)
    cents = models.PositiveIntegerField()
    nonce = models.BinaryField(max_length=5)
    issued_at = models.DateTimeField(auto_now_add=True)
    shown_at = models.DateTimeField(null=True)
    redeemed_at = models.DateTimeField(null=True)
    redeemed_by = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="codes_redeemed"
    )

    class Meta:
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"code {self.pk}"

    @property
    def schema_number(self) -> int | None:
        """The number of the schema that the code is for; ``None`` if it is for reviews."""
        kind, _colon, number = self.work.partition(":")
        return int(number) if kind == "schema" and number.isdecimal() else None

    @property
    def schema_state(self) -> State | None:
        """The state of the schema that the code is for; ``None`` if it is for reviews."""
        number = self.schema_number
        if number is None:
            return None
        found = Schema.objects.filter(pk=number).values_list("state", flat=True).first()
        return State(found) if found is not None else None

    @property
    def is_refused(self) -> bool:
        """Whether its schema was refused, is a copy or was withdrawn, so that nothing is paid for it."""
        return self.schema_state in (State.INVALID, State.LEAKED, State.WITHDRAWN)

    @property
    def what(self) -> str:
        """What the code is for."""
        kind, _colon, number = self.work.partition(":")
        if kind == "schema":
            return gettext("schema %s") % f"crowd-{number}"
        return gettext("reviews")
