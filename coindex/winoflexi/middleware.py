"""What every request passes: the policy of what a page may load, and who may go on."""

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
"""Nothing from another host, nothing inline, no frame."""


class ContentSecurity:
    """Sends the policy with every reply, and keeps pages out of shared caches."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and add the headers."""
        response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.setdefault("Cache-Control", "no-store")
        return response


class Gate:
    """Ends the session of somebody who has been banned."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, unless whoever asks is banned."""
        person = request.user
        if isinstance(person, Person) and person.is_banned:
            logout(request)
            return render(request, "winoflexi/banned.html", status=403)
        return self.get_response(request)
