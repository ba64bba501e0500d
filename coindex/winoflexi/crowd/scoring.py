"""The ledger: every change of a score with its reason; bans and promotions follow from it.

Whoever books locks the person's row first, so that the score is always the ledger's sum.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from coindex.winoflexi.crowd import parameters
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Entry, Person, Reason, Schema, State


def book(
    person_id: int,
    points: int,
    reason: Reason,
    event: str,
    *,
    schema: Schema | None = None,
    note: str = "",
    values: Values | None = None,
) -> Entry | None:
    """Book an event, once: if it is booked already, nothing happens.

    Args:
        person_id: whose score.
        points: what is added.
        reason: why.
        event: which event it is, such as ``schema:12``; the same one is booked once a person.
        schema: the schema that it is about.
        note: what else is to be said.
        values: the parameters, if they have been read.

    Returns:
        The line, or nothing if there was one.
    """
    values = values or parameters.load()
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if Entry.objects.filter(person=person, event=event).exists():
            return None
        person.score += points
        person.save(update_fields=["score"])
        entry = _line(person, points, reason, event, schema, note)
        if person.score < values["ban_score"] and not person.is_admin and not person.is_banned:
            _ban(person, f"ban:{entry.pk}", "")
        elif reason == Reason.VALID:
            _promote(person, values)
    return entry


def _line(
    person: Person,
    points: int,
    reason: Reason,
    event: str,
    schema: Schema | None = None,
    note: str = "",
) -> Entry:
    return Entry.objects.create(
        person=person,
        points=points,
        balance=person.score,
        reason=reason,
        event=event,
        schema=schema,
        note=note,
    )


# ---------------------------------------------------------------------------- bans and promotions


def record_of(person: Person) -> tuple[int, int]:
    """Count somebody's valid schemas, and those that were refused or leaked."""
    states = list(person.schemas.values_list("state", flat=True))
    return states.count(State.VALID), states.count(State.INVALID) + states.count(State.LEAKED)


def _promote(person: Person, values: Values) -> None:
    if person.is_evaluator or person.is_banned or not values["promote"]:
        return
    valid, invalid = record_of(person)
    share = valid / (valid + invalid) if valid else 0.0
    if (
        share > values["promote_share"]
        and valid >= values["promote_number"]
        and person.score > values["promote_score"]
    ):
        _set_evaluator(person, True, f"promoted:{valid}", "")


def _set_evaluator(person: Person, is_evaluator: bool, event: str, note: str) -> None:
    person.is_evaluator = is_evaluator
    person.save(update_fields=["is_evaluator"])
    _line(person, 0, Reason.PROMOTED if is_evaluator else Reason.DEMOTED, event, note=note)


def set_evaluator(person_id: int, is_evaluator: bool, note: str) -> None:
    """Make somebody an evaluator by hand, or take it back."""
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if person.is_evaluator != is_evaluator:
            _set_evaluator(person, is_evaluator, _by_hand("evaluator"), note)


def _ban(person: Person, event: str, note: str) -> None:
    person.banned_at = timezone.now()
    person.save(update_fields=["banned_at"])
    _line(person, 0, Reason.BANNED, event, note=note)


def set_banned(person_id: int, is_banned: bool, note: str) -> None:
    """Ban somebody by hand, or end a ban. Administrators are not banned."""
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if is_banned and not person.is_banned and not person.is_admin:
            _ban(person, _by_hand("ban"), note)
        elif not is_banned and person.is_banned:
            person.banned_at = None
            person.save(update_fields=["banned_at"])
            _line(person, 0, Reason.UNBANNED, _by_hand("unban"), note=note)


def change(person_id: int, points: int, note: str) -> None:
    """Change a score by hand, with a note that says why."""
    book(person_id, points, Reason.BY_HAND, _by_hand("score"), note=note)


def _by_hand(what: str) -> str:
    now: datetime = timezone.now()
    return f"{what}:{now.isoformat()}"


# ------------------------------------------------------------------------------------------ audit


def differences() -> list[tuple[Person, int]]:
    """Give the people whose score is not the sum of their ledger, with that sum. There must be none."""
    people = Person.objects.annotate(total=Sum("ledger__points", default=0))
    return [(person, person.total) for person in people if person.score != person.total]
