"""The administrator's pages: overview, parameters, people, schemas."""

from __future__ import annotations

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from coindex.winoflexi.analysis import statistics, worker_pool
from coindex.winoflexi.crowd import agreement, blind_solving, parameters, scoring
from coindex.winoflexi.models import Analysis, Person, Schema, State
from coindex.winoflexi.models.schemas import FAULTY
from coindex.winoflexi.views.accounts import registration_code, reset_address
from coindex.winoflexi.views.base import Request, add_message, needs, page, paged, report_changed
from coindex.winoflexi.views.forms import Note, Points, Setup


@needs("administrator")
@require_safe
def manage(request: Request) -> HttpResponse:
    """Show the overview."""
    context = {
        "costs": statistics.costs(),
        "currency": parameters.load()["currency"],
        "agreement": agreement.of_reviews()[0],
        "blind": blind_solving.share(),
        "otherwise": blind_solving.with_otherwise(Schema.objects.all())
        .filter(otherwise=True)
        .count(),
        "disputed": Schema.objects.filter(state=State.DISPUTED).count(),
        "awaiting": Schema.objects.filter(state=State.AWAITING).count(),
        "people": Person.objects.count(),
        "banned": Person.objects.exclude(banned_at=None).count(),
        "evaluators": Person.objects.filter(is_evaluator=True, banned_at=None).count(),
        "failed": Analysis.objects.filter(state=Analysis.FAILED).count(),
        "differences": scoring.differences(),
        "best": list(statistics.best_workers()),
    }
    return page(request, "manage", context)


@needs("administrator")
@require_http_methods(["GET", "POST"])
def setup(request: Request) -> HttpResponse:
    """Show and change the parameters."""
    values = parameters.load()
    form = Setup(values, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        parameters.store(form.values)
        report_changed(request)
        return redirect("setup")
    return page(request, "setup", {"form": form}, status=422 if form.errors else 200)


@needs("administrator")
@require_safe
def people(request: Request) -> HttpResponse:
    """List and search people."""
    asked = request.GET.get("q", "").strip()[:80].replace("\x00", "")
    rows = Person.objects.order_by("-score", "pk")
    if asked:
        rows = rows.filter(Q(name__icontains=asked) | Q(label__icontains=asked))
    values = parameters.load()
    code = registration_code() if values["registration"] == "code" else ""
    return page(request, "people", {"people": paged(request, rows), "asked": asked, "code": code})


@needs("administrator")
@require_safe
def person(request: Request, number: int) -> HttpResponse:
    """Show everything about a person."""
    return _person(request, get_object_or_404(Person, pk=number))


def _person(
    request: Request, found: Person, form: Note | None = None, link: str = "", status: int = 200
) -> HttpResponse:
    valid, invalid = scoring.record_of(found)
    context = {
        "person": found,
        "valid": valid,
        "invalid": invalid,
        "agreement": agreement.of_evaluator(found),
        "blind": blind_solving.share(found.blind_answers.all()),
        "schemas": found.schemas.order_by("-pk")[:50],
        "entries": paged(request, found.ledger.select_related("schema").order_by("-pk")),
        "points": form if isinstance(form, Points) else Points(),
        "note": form if form is not None and not isinstance(form, Points) else Note(),
        "link": link,
    }
    return page(request, "person", context, status=status)


ACTIONS = ("ban", "unban", "promote", "demote", "points", "link")
"""Actions on an account."""


@needs("administrator")
@require_POST
def act(request: Request, number: int, action: str) -> HttpResponse:
    """Perform an action on an account. The ledger records the reason."""
    found = get_object_or_404(Person, pk=number)
    if action not in ACTIONS:
        raise Http404
    if action == "link":
        return _person(request, found, link=reset_address(request, found))
    form = Points(request.POST) if action == "points" else Note(request.POST)
    if not form.is_valid():
        return _person(request, found, form, status=422)
    note = form.cleaned_data["note"]
    if action in ("ban", "unban"):
        if found.is_admin and action == "ban":
            add_message(request, _("Organisers cannot be banned."), bad=True)
            return redirect("person", number)
        scoring.set_banned(number, action == "ban", note)
    elif action in ("promote", "demote"):
        scoring.set_evaluator(number, action == "promote", note)
    else:
        scoring.change(number, form.cleaned_data["points"], note)
    report_changed(request)
    return redirect("person", number)


@needs("administrator")
@require_safe
def schemas(request: Request) -> HttpResponse:
    """List schemas, optionally by state."""
    state, library = request.GET.get("state", ""), request.GET.get("library", "crowd")
    every = Schema.objects.select_related("author").prefetch_related("halves").order_by("-pk")
    every = every.filter(library="expert" if library == "expert" else "crowd")
    rows = blind_solving.with_otherwise(every)
    if state in State.values:
        rows = rows.filter(state=state)
    elif state == "otherwise":
        rows = rows.filter(otherwise=True)
    elif state == "faulty":
        rows = rows.filter(FAULTY)
    context = {"schemas": paged(request, rows), "states": State, "state": state, "library": library}
    return page(request, "schemas", context)


@needs("administrator")
@require_http_methods(["GET", "POST"])
def any_schema(request: Request, number: int) -> HttpResponse:
    """Show a schema with its reviews; a POST repeats its analysis."""
    row = get_object_or_404(Schema.objects.prefetch_related("halves"), pk=number)
    if request.method == "POST":
        from coindex.winoflexi.schemas.storage import made_of

        row.analysis = worker_pool.request_analysis(made_of(row), again=True)
        row.save(update_fields=["analysis"])
        return redirect("any-schema", number)
    context = {
        "schema": row,
        "readers": blind_solving.readers(row),
        "analysis": row.analysis,
    }
    return page(request, "any_schema", context)
