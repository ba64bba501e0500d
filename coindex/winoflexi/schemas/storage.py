"""Schemas of the crowd: kept once, withdrawn by their writer."""

from __future__ import annotations

import re
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
    """Why a schema is not taken; ``why`` is ``limit`` or ``known``."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Written:
    """A schema that was kept, and whether it had been kept before (the form was sent twice)."""

    schema: Schema
    again: bool = False


def awaiting(person: Person) -> int:
    """Count the schemas of somebody that await review."""
    return person.schemas.filter(state__in=OPEN).count()


def keep(
    person: Person,
    made: library.Schema,
    token: uuid.UUID,
    *,
    seconds: int | None = None,
    analysis: Analysis | None = None,
    values: Values | None = None,
) -> Written:
    """Keep a schema that passed the checks.

    Args:
        person: who wrote it.
        made: the schema.
        token: the form's; the same token keeps the same schema.
        seconds: how long the form was open.
        analysis: what was found of it.
        values: the parameters, if they have been read.

    Raises:
        Refused: too many await review, or such a schema is there.
    """
    values = values or parameters.load()
    try:
        with transaction.atomic():
            Person.objects.select_for_update().get(pk=person.pk)  # one schema after the other
            if before := Schema.objects.filter(token=token, author=person).first():
                return Written(before, again=True)
            if awaiting(person) >= values["awaiting_limit"]:
                raise Refused("limit")
            mark = drafts.fingerprint(made)
            if Schema.objects.filter(fingerprint=mark).exclude(state=State.WITHDRAWN).exists():
                raise Refused("known")
            row = add(made, Library.CROWD, State.AWAITING, name=f"crowd-{token.hex}", author=person)
            row.token, row.seconds, row.analysis = token, seconds, analysis
            row.name = f"crowd-{row.pk}"
            row.save()
            if values["pay_when"] == "written":
                payment.issue(person, f"schema:{row.pk}", values["pay_schema"])
    except IntegrityError as error:  # another process was first
        raise Refused("known") from error
    return Written(row)


def add(
    made: library.Schema, of: Library, state: State, *, name: str = "", author: Person | None = None
) -> Schema:
    """Put a schema and its halves into the tables."""
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
    """Give a schema of the tables in the library's form."""
    return drafts.from_record({k: getattr(row, k) for k in _KEYS}, row.name)


_KEYS = (
    "text",
    "special",
    "alternate",
    "answers",
    "question",
    "quote",
    "domains",
    "level",
    "source",
)


def withdraw(row: Schema) -> bool:
    """Take a schema back as long as nobody has reviewed it or seen its code; tell whether that was so."""
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
    """Give what stood in the form for a schema."""
    one, other = row.halves.all()
    return drafts.Draft(
        (one.sentence, other.sentence),
        (one.question, other.question),
        one.targets,
        (one.right, other.right),
    )


def plain(sentence: str) -> str:
    """Give a sentence without the brackets round its pronoun.

    >>> plain("Ida waved because [she] was glad.")
    'Ida waved because she was glad.'
    """
    return re.sub(r"\[([^\[\]]*)\]", r"\1", sentence)
