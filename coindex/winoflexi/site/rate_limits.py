"""How often something may be tried: counted in the database, so that it holds for all processes together."""

from __future__ import annotations

import hashlib
import secrets
import time

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest

from coindex.winoflexi.models import RateWindow

_KEPT = 24 * 3600
_SWEEP = 200


def address(request: HttpRequest) -> str:
    """Give where a request comes from."""
    if settings.BEHIND_PROXY:
        told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rsplit(",", 1)[-1].strip()
        if told:
            return told[:100]
    return str(request.META.get("REMOTE_ADDR", ""))


def allowed(what: str, who: str, most: int, seconds: int) -> bool:
    """Count a try, and tell whether it is one of the first ``most`` in this stretch of time.

    Args:
        what: what is tried.
        who: by whom; only its hash is kept.
        most: tries in a stretch.
        seconds: how long a stretch is. Stretches are not moved with the tries: at a border twice as many may come.
    """
    now = int(time.time())
    key = hashlib.sha256(f"{settings.SECRET_KEY}\n{what}\n{who}".encode()).hexdigest()
    window = (now // seconds) * seconds
    if not RateWindow.objects.filter(key=key, window=window).update(count=F("count") + 1):
        try:
            with transaction.atomic():
                RateWindow.objects.create(key=key, window=window, count=1)
        except IntegrityError:  # somebody else made it meanwhile
            RateWindow.objects.filter(key=key, window=window).update(count=F("count") + 1)
    if secrets.randbelow(_SWEEP) == 0:
        RateWindow.objects.filter(window__lt=now - _KEPT).delete()
    return bool(RateWindow.objects.filter(key=key, window=window, count__lte=most).exists())
