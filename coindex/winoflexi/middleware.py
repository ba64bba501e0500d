"""Middleware: the content security policy, and the end of banned people's sessions."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from coindex.winoflexi.models import Person

Next = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types winoflexi",
    )
)
"""Pages load nothing from other hosts, have no inline scripts or styles, and cannot be framed."""


class ContentSecurity:
    """Adds the policy to every response, and forbids caching."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers to the response."""
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.setdefault("Cache-Control", "no-store")
        return response


class BannedPeople:
    """Ends the session of a person who has been banned."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, unless the person is banned."""
        person = request.user
        if isinstance(person, Person) and person.is_banned:
            logout(request)
            return render(request, "winoflexi/banned.html", status=403)
        return self.get_response(request)
