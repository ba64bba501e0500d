"""The evaluator's pages: schemas to review, the questions, the similarity tool, agreement."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from coindex.winoflexi.crowd import agreement, parameters, questions, reviewing
from coindex.winoflexi.models import Schema, State, Verdict
from coindex.winoflexi.schemas import similarity
from coindex.winoflexi.site import rate_limits
from coindex.winoflexi.views.base import Request, add_message, needs, page, paged, too_often
from coindex.winoflexi.views.forms import Reviewing, Text, taken

_CACHED = 30
"""Seconds for which the agreement of evaluators is cached."""


@needs("evaluator")
@require_safe
def reviews(request: Request) -> HttpResponse:
    """Show the evaluator's dashboard."""
    person = request.user
    found = cache.get("agreement")
    if found is None:
        found = agreement.of_reviews()
        cache.set("agreement", found, _CACHED)
    whole, each = found
    done = person.reviews_done.select_related("schema").order_by("-pk")
    context = {
        "waiting": reviewing.waiting_for(person).prefetch_related("halves")[:10],
        "number": reviewing.open_to(person).count(),
        "done": paged(request, done),
        "agreement": whole,
        "own": agreement.of_evaluator(person),
        "each": [(reviewing.QUESTIONS[name], found) for name, found in each.items()],
        "unseen": person.codes.filter(shown_at=None).count(),
    }
    return page(request, "reviews", context)


@needs("evaluator")
@require_http_methods(["GET", "POST"])
def review(request: Request, number: int) -> HttpResponse:
    """Answer the questions about a schema."""
    person, values = request.user, parameters.load()
    rows = Schema.objects.exclude(state=State.WITHDRAWN).exclude(author=person)
    schema = get_object_or_404(rows.filter(library="crowd").prefetch_related("halves"), pk=number)
    own = schema.reviews.filter(evaluator=person).first()
    form = Reviewing(request.POST if request.method == "POST" else None)
    if request.method == "POST" and own is None and form.is_valid():
        data = form.cleaned_data
        valid = reviewing.verdict(form.answers) == Verdict.VALID
        if not valid and not data["comment"].strip():
            form.add_error("comment", _("Say what to do better."))
        else:
            try:
                reviewing.review(
                    person,
                    number,
                    form.answers,
                    data["comment"],
                    seconds=taken(data["since"]),
                    values=values,
                )
            except reviewing.Refused:
                add_message(request, _("Others have decided on this schema meanwhile."), bad=True)
                return redirect("reviews")
            questions.maybe_test(person, "evaluator", after_login=False, values=values)
            add_message(request, _("Thank you: your review is kept."))
            return redirect("reviews")
    context = {
        "schema": schema,
        "form": form,
        "own": own,
        "questions": [(label, own.answers.get(name)) for name, label in reviewing.QUESTIONS.items()]
        if own
        else [],
        "matches": similarity.matches(
            [half.sentence for half in schema.halves.all()], without=schema.pk
        ),
        "leak": values["leak_share"],
        "analysis": schema.analysis,
    }
    return page(request, "review", context, status=422 if form.errors else 200)


@needs("evaluator", "administrator")
@require_http_methods(["GET", "POST"])
def similar(request: Request) -> HttpResponse:
    """Compare a sentence with both libraries."""
    form = Text(request.POST if request.method == "POST" else None)
    found = None
    if request.method == "POST":
        if not rate_limits.allowed("similar", str(request.user.pk), 60, 60):
            return too_often(request)
        if form.is_valid():
            found = similarity.matches([form.cleaned_data["text"]], most=10)
    context = {"form": form, "matches": found, "leak": parameters.load()["leak_share"]}
    return page(request, "similar", context, status=422 if form.errors else 200)
