"""Pages for everybody."""

from __future__ import annotations

from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from coindex.winoflexi.crowd import parameters
from coindex.winoflexi.models import Library, Person, Schema, State
from coindex.winoflexi.site.assets import by_served_name
from coindex.winoflexi.views.base import STARTS, page, role_of


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page, or redirect to the first page of the person's role."""
    if isinstance(request.user, Person):
        role = role_of(request)
        return redirect(STARTS[role] if role else "role")
    valid = Schema.objects.filter(library=Library.CROWD, state=State.VALID).count()
    values = parameters.load()
    return page(request, "home", {"valid": valid, "registration": values["registration"]})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Tell how the site works, what is paid, and how points come about."""
    values = parameters.load()
    context = {"values": values, "pays": _pays(values)}
    return page(request, "about", context)


def _pays(values: parameters.Values) -> bool:
    schemas = values["pay_when"] != "never" and values["pay_schema"]
    return bool(schemas or (values["pay_every"] and values["pay_reviews"]) or values["bonus_cents"])


@require_safe
def asset(request: HttpRequest, name: str) -> HttpResponse:
    """Return a static file. Its name changes with its contents."""
    found = by_served_name().get(name)
    if found is None:
        raise Http404
    response = HttpResponse(found.data, content_type=found.type)
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Check that the site and its database respond."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
