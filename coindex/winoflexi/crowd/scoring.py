"""The ledger: every change of a score with its reason, and the bans and promotions that follow.

Booking locks the person's row first, so the score always equals the sum of the ledger.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
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
    """Book an event, unless it is already booked.

    Args:
        person_id: the person whose score changes.
        points: added to the score.
        reason: the kind of event.
        event: identifies the event, such as ``schema:12``; each is booked once per person.
        schema: the schema concerned.
        note: a remark.
        values: the parameters; loaded if not given.

    Returns:
        The new entry, or ``None`` if the event was already booked.
    """
    values = values or parameters.load()
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if Entry.objects.filter(person=person, event=event).exists():
            return None
        person.score += points
        person.save(update_fields=["score"])
        entry = _add_entry(person, points, reason, event, schema, note)
        if person.score < values["ban_score"] and not person.is_admin and not person.is_banned:
            _ban(person, f"ban:{entry.pk}", "")
        elif reason == Reason.VALID:
            _promote(person, values)
    return entry


def _add_entry(
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
    """Count a person's valid schemas, and those that were refused or leaked."""
    return _record(person.schemas.all())


def record_of_crowd() -> tuple[int, int]:
    """Count the valid schemas that people of this site wrote, and those that were refused or leaked."""
    return _record(Schema.objects.exclude(author=None))


def _record(schemas: QuerySet[Schema]) -> tuple[int, int]:
    counted = schemas.aggregate(
        valid=Count("pk", filter=Q(state=State.VALID)),
        invalid=Count("pk", filter=Q(state__in=(State.INVALID, State.LEAKED))),
    )
    return counted["valid"], counted["invalid"]


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
    _add_entry(person, 0, Reason.PROMOTED if is_evaluator else Reason.DEMOTED, event, note=note)


def set_evaluator(person_id: int, is_evaluator: bool, note: str) -> None:
    """Make a person an evaluator by hand, or revoke it."""
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if person.is_evaluator != is_evaluator:
            _set_evaluator(person, is_evaluator, _by_hand("evaluator"), note)


def _ban(person: Person, event: str, note: str) -> None:
    person.banned_at = timezone.now()
    person.save(update_fields=["banned_at"])
    _add_entry(person, 0, Reason.BANNED, event, note=note)


def set_banned(person_id: int, is_banned: bool, note: str) -> None:
    """Ban a person by hand, or lift a ban. Administrators cannot be banned."""
    with transaction.atomic():
        person = Person.objects.select_for_update().get(pk=person_id)
        if is_banned and not person.is_banned and not person.is_admin:
            _ban(person, _by_hand("ban"), note)
        elif not is_banned and person.is_banned:
            person.banned_at = None
            person.save(update_fields=["banned_at"])
            _add_entry(person, 0, Reason.UNBANNED, _by_hand("unban"), note=note)


def change(person_id: int, points: int, note: str) -> None:
    """Change a score by hand, with a note that gives the reason."""
    book(person_id, points, Reason.BY_HAND, _by_hand("score"), note=note)


def _by_hand(what: str) -> str:
    now: datetime = timezone.now()
    return f"{what}:{now.isoformat()}"


# ------------------------------------------------------------------------------------------ audit


def differences() -> list[tuple[Person, int]]:
    """Return the people whose score is not the sum of their ledger, with that sum. There should be none."""
    people = Person.objects.annotate(total=Sum("ledger__points", default=0))
    return [(person, person.total) for person in people if person.score != person.total]
