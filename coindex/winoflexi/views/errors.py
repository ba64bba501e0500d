"""Error pages. They need neither the database nor a session."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def _plain(name: str, status: int) -> HttpResponse:
    return HttpResponse(render_to_string(f"winoflexi/{name}.html", {"bare": True}), status=status)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a missing or hidden page."""
    return _plain("missing", 404)


def bad(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an invalid request, or for a database that failed while the session was saved."""
    return _away() if _is_away(exception) else _plain("bad", 400)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a forbidden request."""
    return _plain("refused", 403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form from another site, or one that is too old."""
    return _plain("forged", 403)


def broken(request: HttpRequest) -> HttpResponse:
    """Return the page for an internal error, or for an unavailable database."""
    return _away() if _is_away(sys.exc_info()[1]) else _plain("broken", 500)


def _is_away(error: BaseException | None) -> bool:
    """Return whether an error, or its cause, is an unavailable database."""
    while error is not None and not isinstance(error, OperationalError | InterfaceError):
        error = error.__cause__ or error.__context__
    return error is not None


def _away() -> HttpResponse:
    response = _plain("away", 503)
    response["Retry-After"] = "5"
    return response
