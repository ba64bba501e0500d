"""Storing schemas of the crowd, and withdrawing them."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from coindex.harness.schemas import schema as library
from coindex.winoflexi.crowd import parameters, payment
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Analysis, Code, Half, Library, Person, Schema, State
from coindex.winoflexi.models.schemas import OPEN
from coindex.winoflexi.schemas import drafts


class Refused(Exception):
    """The schema is refused; ``why`` is ``limit``, ``known`` or ``copy``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored schema, whether it had been stored before (the form was sent twice), and whether it has a code now."""

    schema: Schema
    again: bool = False
    paid: bool = False


def awaiting(person: Person) -> int:
    """Count the schemas of a person that await review."""
    return person.schemas.filter(state__in=OPEN).count()


def keep(
    person: Person,
    made: library.Schema,
    token: uuid.UUID,
    *,
    seconds: int | None = None,
    analysis: Analysis | None = None,
    likeness: float = 0.0,
    values: Values | None = None,
) -> Stored:
    """Store a schema that passed the checks.

    Args:
        person: the writer.
        made: the schema.
        token: token of the form; the same token gives the same stored schema.
        seconds: how long the form was open.
        analysis: the analysis of the schema.
        likeness: how similar it is to the most similar schema. From one limit on it is paid only when it is approved,
            from another one on it is refused.
        values: the parameters; loaded if not given.

    Raises:
        Refused: too many schemas await review, the schema exists already, or is nearly the same as another one.
    """
    values = values or parameters.load()
    try:
        with transaction.atomic():
            Person.objects.select_for_update().get(pk=person.pk)  # one schema at a time
            if before := Schema.objects.filter(token=token, author=person).first():
                return Stored(before, again=True)
            if awaiting(person) >= values["awaiting_limit"]:
                raise Refused("limit")
            mark = drafts.fingerprint(made)
            if Schema.objects.filter(fingerprint=mark).exclude(state=State.WITHDRAWN).exists():
                raise Refused("known")
            if likeness >= values["copy_share"]:
                raise Refused("copy")
            row = add(made, Library.CROWD, State.AWAITING, name=f"crowd-{token.hex}", author=person)
            row.token, row.seconds, row.analysis = token, seconds, analysis
            row.name = f"crowd-{row.pk}"
            row.save()
            paid = values["pay_when"] == "written" and likeness < values["leak_share"]
            if paid:
                payment.issue(person, f"schema:{row.pk}", values["pay_schema"])
    except IntegrityError as error:  # another process was first
        raise Refused("known") from error
    return Stored(row, paid=paid)


def add(
    made: library.Schema, of: Library, state: State, *, name: str = "", author: Person | None = None
) -> Schema:
    """Insert a schema and its halves into the tables."""
    row = Schema.objects.create(
        library=of,
        name=name or made.id,
        author=author,
        state=state,
        fingerprint=drafts.fingerprint(made),
        **drafts.record(made),
    )
    Half.objects.bulk_create(Half(schema=row, **half) for half in drafts.halves(made))
    return row


def made_of(row: Schema) -> library.Schema:
    """Return a row of the table as a schema in the library's form."""
    return drafts.from_record({k: getattr(row, k) for k in drafts.FIELDS}, row.name)


def withdraw(row: Schema) -> bool:
    """Withdraw a schema unless it was reviewed or its code was shown; return whether it was withdrawn."""
    with transaction.atomic():
        locked = Schema.objects.select_for_update().get(pk=row.pk)
        paid = Code.objects.filter(work=f"schema:{row.pk}").exclude(shown_at=None).exists()
        if locked.state != State.AWAITING or locked.reviews.exists() or paid:
            return False
        locked.state = State.WITHDRAWN
        locked.save(update_fields=["state"])
        payment.cancel(f"schema:{row.pk}")
    return True


def draft_of(row: Schema) -> drafts.Draft:
    """Return the draft of a stored schema."""
    one, other = row.halves.all()
    return drafts.Draft(
        (one.sentence, other.sentence),
        (one.question, other.question),
        one.targets,
        (one.right, other.right),
    )
