"""What views share: who may see a page, and what every page is told."""

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
    """A request of somebody who is logged in."""

    user: Person


View = Callable[Concatenate[Request, P], HttpResponse]
Open = Callable[Concatenate[HttpRequest, P], HttpResponse]

ROLES: dict[str, Promise] = {
    "contributor": gettext_lazy("contributor"),
    "evaluator": gettext_lazy("evaluator"),
    "administrator": gettext_lazy("administrator"),
}
"""The roles and what they are called."""
STARTS = {"contributor": "work", "evaluator": "reviews", "administrator": "manage"}
"""Where each role begins."""
_ON_A_PAGE = 20


def role_of(request: HttpRequest) -> str | None:
    """Give the role in which somebody works at the moment; nothing if it may not be theirs any more."""
    role = request.session.get("role")
    person = request.user
    return role if isinstance(person, Person) and role in person.roles else None


def needs(*roles: str, tested: bool = True) -> Callable[[View[P]], Open[P]]:
    """Let only people in one of some roles see a page.

    Args:
        roles: the roles; none: any role.
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
    """Say that a page is for another role, and offer to change where that is possible."""
    own = request.user.roles if isinstance(request.user, Person) else ()
    told = [(role, ROLES[role]) for role in roles if role in own]
    return page(request, "wrong_role", {"offered": told}, status=403)


def page(
    request: HttpRequest, name: str, context: Mapping[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    """Make a page of a template."""
    role = role_of(request)
    told = {"role": role, "role_name": ROLES[role] if role else "", **(context or {})}
    return render(request, f"winoflexi/{name}.html", told, status=status)


def paged(request: HttpRequest, rows: QuerySet[Any]) -> Page[Any]:
    """Give the part of a long list that is asked for."""
    return Paginator(rows, _ON_A_PAGE).get_page(request.GET.get("page"))


def too_often(request: HttpRequest) -> HttpResponse:
    """Say that something was tried too often."""
    response = page(request, "too_often", status=429)
    response["Retry-After"] = "600"
    return response


def tell(request: HttpRequest, text: str, *, bad: bool = False) -> None:
    """Say something on the next page."""
    (messages.error if bad else messages.success)(request, text)


def attachment(text: str, name: str, kind: str) -> HttpResponse:
    """Give a file."""
    response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def changed(request: HttpRequest) -> None:
    """Say that something was changed."""
    tell(request, _("Changed."))
