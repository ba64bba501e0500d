"""Links that work once: the first administrator's, and for new passwords. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from coindex.winoflexi.models import Link, Person

HOURS = 24
"""How long a link works."""


def make(person: Person | None = None) -> str:
    """Make a link's token; earlier ones for the same purpose stop working."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        Link.objects.filter(person=person, used_at=None).delete()
        Link.objects.create(
            digest=_digest(token), person=person, ends_at=timezone.now() + timedelta(hours=HOURS)
        )
    return token


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find(token: str) -> Link | None:
    """Give the link of a token, if it still works."""
    now = timezone.now()
    found = Link.objects.filter(digest=_digest(token), used_at=None, ends_at__gt=now)
    return found.select_related("person").first()


def spend(link: Link) -> bool:
    """Use a link up; tell whether it was still there to be used."""
    return bool(Link.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()))


def administrator_wanted() -> bool:
    """Whether nobody runs the site yet."""
    return not Person.objects.filter(is_admin=True).exists()
