"""The evaluator's pages: schemas to review, the questions, the similarity tool, agreement."""

from __future__ import annotations

from django.core.cache import cache
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from coindex.winoflexi.crowd import (
    agreement,
    blind_solving,
    parameters,
    payment,
    questions,
    reviewing,
)
from coindex.winoflexi.models import Half, Schema, State, Verdict
from coindex.winoflexi.schemas import similarity
from coindex.winoflexi.site import rate_limits
from coindex.winoflexi.views.base import Request, add_message, needs, page, paged, too_often
from coindex.winoflexi.views.forms import Answer, Reviewing, Text, taken

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
        "unseen": payment.unseen(person),
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
    if own is None and schema.is_open and (half := blind_solving.next_half(person, schema)):
        return _solve(request, schema, half)
    form = Reviewing(request.POST if request.method == "POST" else None)
    if request.method == "POST" and own is None and form.is_valid():
        data = form.cleaned_data
        valid = reviewing.verdict(form.answers) == Verdict.VALID
        if not valid and not data["comment"].strip():
            form.add_error("comment", _("Tell the writer what to improve."))
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
                add_message(request, _("Other evaluators have decided in the meantime."), bad=True)
                return redirect("reviews")
            questions.maybe_test(person, "evaluator", after_login=False, values=values)
            add_message(request, _("Thank you. Your review has been saved."))
            return redirect("reviews")
    blind = blind_solving.answers(person, schema)
    context = {
        "schema": schema,
        "form": form,
        "own": own,
        "blind": blind,
        "differs": any(not answer.right for answer in blind),
        "questions": [(label, own.answers.get(name)) for name, label in reviewing.QUESTIONS.items()]
        if own
        else [],
        "matches": similarity.matches_of(schema),
        "leak": values["leak_share"],
        "analysis": schema.analysis,
    }
    return page(request, "review", context, status=422 if form.errors else 200)


def _solve(request: Request, schema: Schema, half: Half) -> HttpResponse:
    """Ask for the evaluator's own answer to a half, before the marked one is shown."""
    posted = request.method == "POST"
    form = Answer(half, request.POST if posted else None, unsure=True)
    if posted and request.POST.get("half", str(half.pk)) != str(half.pk):
        return redirect("review", schema.pk)  # an old form was sent again
    if posted and form.is_valid():
        blind_solving.solve(request.user, half, form.target)
        return redirect("review", schema.pk)
    step = schema.halves.filter(blind_answers__evaluator=request.user).count() + 1
    context = {"schema": schema, "half": half, "form": form, "step": step}
    return page(request, "solve", context, status=422 if form.errors else 200)


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
