"""Links that work once: for the first administrator, and for new passwords. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from coindex.winoflexi.models import Link, Person

HOURS = 24
"""How long a link is valid."""


def make(person: Person | None = None) -> str:
    """Return the token of a new link; earlier links for the same purpose become invalid."""
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
    """Return the link of a token if it is still valid."""
    now = timezone.now()
    found = Link.objects.filter(digest=_digest(token), used_at=None, ends_at__gt=now)
    return found.select_related("person").first()


def spend(link: Link) -> bool:
    """Mark a link as used; return whether it was unused until now."""
    return bool(Link.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()))


def needs_administrator() -> bool:
    """Return whether the site has no administrator yet."""
    return not Person.objects.filter(is_admin=True).exists()
