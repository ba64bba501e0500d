"""Shared by the views: access control, rendering, messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from coindex.winoflexi.crowd import questions
from coindex.winoflexi.models import Person

P = ParamSpec("P")


class Request(HttpRequest):
    """A request of a person who is logged in."""

    user: Person


View = Callable[Concatenate[Request, P], HttpResponse]
Open = Callable[Concatenate[HttpRequest, P], HttpResponse]

ROLES: dict[str, Promise] = {
    "contributor": gettext_lazy("contributor"),
    "evaluator": gettext_lazy("evaluator"),
    "administrator": gettext_lazy("organiser"),
}
"""The roles and their labels."""
STARTS = {"contributor": "work", "evaluator": "reviews", "administrator": "manage"}
"""The first page of each role."""
_ON_A_PAGE = 20


def role_of(request: HttpRequest) -> str | None:
    """Return the current role of a person; ``None`` if none is chosen or it was revoked."""
    role = request.session.get("role")
    person = request.user
    return role if isinstance(person, Person) and role in person.roles else None


def needs(*roles: str, tested: bool = True) -> Callable[[View[P]], Open[P]]:
    """Restrict a page to people in one of some roles.

    Args:
        roles: the roles; without any, every role is allowed.
        tested: whether an open test question comes first.
    """

    def wrap(view: View[P]) -> Open[P]:
        @wraps(view)
        def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not isinstance(request.user, Person):
                after = f"?{urlencode({'next': request.path})}" if request.method == "GET" else ""
                return redirect(reverse("login") + after)
            role = role_of(request)
            if role is None:
                return redirect("role")
            if roles and role not in roles:
                return wrong_role(request, roles)
            if tested and role != "administrator" and questions.open_test(request.user):
                return redirect("test")
            return view(cast("Request", request), *args, **kwargs)

        return guarded

    return wrap


def wrong_role(request: HttpRequest, roles: tuple[str, ...]) -> HttpResponse:
    """Return the page for the wrong role, with the roles that the person can change to."""
    own = request.user.roles if isinstance(request.user, Person) else ()
    offered = [(role, ROLES[role]) for role in roles if role in own]
    return page(request, "wrong_role", {"offered": offered}, status=403)


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Render a template, with the current role in its context."""
    role = role_of(request)
    values = {"role": role, "role_name": ROLES[role] if role else "", **(context or {})}
    return render(request, f"winoflexi/{name}.html", values, status=status)


def paged(request: HttpRequest, rows: QuerySet[Any]) -> Page[Any]:
    """Return the requested page of a long list."""
    return Paginator(rows, _ON_A_PAGE).get_page(request.GET.get("page"))


def too_often(request: HttpRequest) -> HttpResponse:
    """Return the page for too many attempts."""
    response = page(request, "too_often", status=429)
    response["Retry-After"] = "600"
    return response


def add_message(request: HttpRequest, text: str, *, bad: bool = False) -> None:
    """Show a message on the next page."""
    (messages.error if bad else messages.success)(request, text)


def attachment(text: str, name: str, kind: str) -> HttpResponse:
    """Return a file as a download."""
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def report_changed(request: HttpRequest) -> None:
    """Show on the next page that something was changed."""
    add_message(request, _("Saved."))
