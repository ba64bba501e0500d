"""Rate limits, counted in the database so that they hold across processes."""

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
    """Return the address that a request comes from."""
    if settings.BEHIND_PROXY:
        given = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).rsplit(",", 1)[-1].strip()
        if given:
            return given[:100]
    return str(request.META.get("REMOTE_ADDR", ""))


def allowed(action: str, who: str, most: int, seconds: int) -> bool:
    """Count an attempt; return whether it is within the limit.

    Args:
        action: what is attempted.
        who: who attempts it; only a hash is stored.
        most: attempts allowed in a window.
        seconds: length of a window. Windows are fixed, so twice as many attempts may come around a boundary.
    """
    now = int(time.time())
    key = hashlib.sha256(f"{settings.SECRET_KEY}\n{action}\n{who}".encode()).hexdigest()
    window = (now // seconds) * seconds
    if not RateWindow.objects.filter(key=key, window=window).update(count=F("count") + 1):
        try:
            with transaction.atomic():
                RateWindow.objects.create(key=key, window=window, count=1)
        except IntegrityError:  # another process was faster
            RateWindow.objects.filter(key=key, window=window).update(count=F("count") + 1)
    if secrets.randbelow(_SWEEP) == 0:
        RateWindow.objects.filter(window__lt=now - _KEPT).delete()
    return bool(RateWindow.objects.filter(key=key, window=window, count__lte=most).exists())
