"""Pages for what went wrong. They need neither the database nor a session."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def _plain(name: str, status: int) -> HttpResponse:
    return HttpResponse(render_to_string(f"winoflexi/{name}.html", {"bare": True}), status=status)


def missing(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such page, or nothing that may be seen."""
    return _plain("missing", 404)


def bad(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that a request makes no sense; or that the database went away when the session was to be kept."""
    return _away() if _is_away(exception) else _plain("bad", 400)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that something is not allowed."""
    return _plain("refused", 403)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that a form was not this site's, or is too old."""
    return _plain("forged", 403)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that the site has a fault, or that its database is away and whoever asked should try again."""
    return _away() if _is_away(sys.exc_info()[1]) else _plain("broken", 500)


def _is_away(error: BaseException | None) -> bool:
    """Whether an error, or one that it came of, is the database's absence."""
    while error is not None and not isinstance(error, OperationalError | InterfaceError):
        error = error.__cause__ or error.__context__
    return error is not None


def _away() -> HttpResponse:
    response = _plain("away", 503)
    response["Retry-After"] = "5"
    return response
