"""The contributor's pages: training, test questions, writing, own schemas, ledger, codes."""

from __future__ import annotations

import re
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from coindex.winoflexi.analysis import worker_pool
from coindex.winoflexi.crowd import (
    blind_solving,
    hardness_advice,
    parameters,
    payment,
    questions,
    scoring,
)
from coindex.winoflexi.crowd.parameters import Values
from coindex.winoflexi.models import Analysis, Half, Offer, Schema
from coindex.winoflexi.schemas import checks, offers, similarity, storage
from coindex.winoflexi.schemas.similarity import Match
from coindex.winoflexi.site import rate_limits
from coindex.winoflexi.views.base import (
    STARTS,
    Request,
    add_message,
    needs,
    page,
    paged,
    role_of,
    too_often,
)
from coindex.winoflexi.views.forms import Answer, Writing

_MINUTE = 60  # seconds
_KEY = re.compile(r"[0-9a-f]{64}")


@needs("contributor")
@require_safe
def work(request: Request) -> HttpResponse:
    """Show the contributor's dashboard."""
    person, values = request.user, parameters.load()
    valid, invalid = scoring.record_of(person)
    own = person.schemas.prefetch_related("halves").order_by("-pk")
    context = {
        "training": questions.training(person, values),
        "awaiting": storage.awaiting(person),
        "limit": values["awaiting_limit"],
        "valid": valid,
        "invalid": invalid,
        "schemas": paged(request, own),
        "advice": hardness_advice.advice_for(person),
        "unseen": payment.unseen(person),
        "values": values,
    }
    return page(request, "work", context)


# ------------------------------------------------------------------------- training and test questions


@needs("contributor")
@require_http_methods(["GET", "POST"])
def training(request: Request) -> HttpResponse:
    """Ask halves of the experts' schemas until enough answers are right."""
    person = request.user
    state = questions.training(person)
    half = Half.objects.filter(pk=request.session.get("training") or 0).first()
    if half is None and not state.done:
        half = questions.next_for_training(person)
        request.session["training"] = half.pk if half else None
    if half is None or state.done:
        return page(request, "training", {"training": state, "half": None})
    form = Answer(half, request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and str(request.POST.get("half")) == str(half.pk)
        and form.is_valid()
    ):
        chosen = int(form.cleaned_data["chosen"])
        right = questions.resolve(person, half, chosen)
        request.session["training"] = None
        context = {
            "training": questions.training(person),
            "half": half,
            "was_right": right,
            "chosen": chosen,
        }
        return page(request, "training_result", context)
    return page(request, "training", {"training": state, "half": half, "form": form})


@needs("contributor", "evaluator", tested=False)
@require_http_methods(["GET", "POST"])
def test(request: Request) -> HttpResponse:
    """Answer a test question."""
    asked = questions.open_test(request.user)
    if asked is None:
        return redirect(STARTS[str(role_of(request))])
    form = Answer(asked.half, request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and str(request.POST.get("test")) == str(asked.pk)
        and form.is_valid()
    ):
        right = questions.answer_test(asked, int(form.cleaned_data["chosen"]))
        add_message(
            request, _("Correct.") if right else _("That was not the right answer."), bad=not right
        )
        return redirect(STARTS[str(role_of(request))])
    return page(request, "test", {"test": asked, "half": asked.half, "form": form})


# ------------------------------------------------------------------------------------------ writing


@needs("contributor")
@require_http_methods(["GET", "POST"])
def write(request: Request) -> HttpResponse:
    """Write a schema. Saving repeats the checks, and refuses the schema if one is not met."""
    person, values = request.user, parameters.load()
    if not questions.training(person, values).done:
        add_message(request, _("Training comes first: it shows you what a schema is."), bad=True)
        return redirect("training")
    if request.method == "GET":
        asked = request.GET.get("from", "").replace("\x00", "")
        before = Schema.objects.filter(author=person, name=asked).first()
        offer = _offer(request.GET.get("offer", ""))
        draft = storage.draft_of(before) if before else offers.draft_of(offer) if offer else None
        return _form(request, Writing.fresh(draft), values, offers=offers.some())
    if not rate_limits.allowed("save", str(person.pk), 60, _MINUTE):
        return too_often(request)
    form = Writing(request.POST)
    if not form.is_valid():
        return _form(request, form, values, status=422)
    checked = checks.check(form.draft)
    if checked.schema is None:
        return _form(request, form, values, checked=checked, status=422)
    analysis = worker_pool.wait_for(
        worker_pool.request_analysis(checked.schema, again=True), values["check_seconds"]
    )
    errors = [f for f in analysis.result.get("findings", []) if f["error"]]
    only_check = request.POST.get("action") == "check"
    token = form.cleaned_data["token"]
    again = Schema.objects.filter(token=token, author=person).exists()  # it is no copy of itself
    near = None if again else _near(checked, analysis, values)
    shown = {"checked": checked, "analysis": analysis, "near": near}
    if only_check or (errors and values["errors_refuse"]):
        return _form(request, form, values, status=200 if only_check else 422, **shown)
    try:
        kept = storage.keep(
            person,
            checked.schema,
            token,
            seconds=form.seconds,
            analysis=analysis,
            likeness=near.share if near else 0.0,
            values=values,
        )
    except storage.Refused as refused:
        refusal = {
            "limit": _(
                "Too many of your schemas are awaiting review. Wait until some are decided."
            ),
            "known": _("This schema already exists."),
            "copy": _("It is nearly the same as another schema. Write one of your own."),
        }[refused.why]
        return _form(request, form, values, refusal=refusal, status=422, **shown)
    if not kept.again:
        questions.maybe_test(person, "contributor", after_login=False, values=values)
        text = _("Saved. It is now awaiting review.")
        if values["pay_when"] == "written" and not kept.paid:
            text += " " + _("It is similar to another schema, so it is paid only when approved.")
        add_message(request, text)
    return redirect("schema", kept.schema.pk)


def _offer(number: str) -> Offer | None:
    """Return the offered sentence of that number, if it is one."""
    plain = number.isascii() and number.isdecimal() and len(number) < 12
    return Offer.objects.filter(pk=int(number)).first() if plain else None


def _near(checked: checks.Checked, analysis: Analysis | None, values: Values) -> Match | None:
    """Return the most similar schema, if it is so similar that it is marked."""
    found = similarity.closest(checked.schema, analysis) if checked.schema is not None else None
    return found if found is not None and found.share >= values["leak_share"] else None


def _form(
    request: Request, form: Writing, values: Values, status: int = 200, **context: Any
) -> HttpResponse:
    full = storage.awaiting(request.user) >= values["awaiting_limit"]
    first = not request.user.schemas.exists()
    context = {
        "form": form,
        "full": full,
        "first": first,
        "refused": status == 422,
        "values": values,
        **context,
    }
    return page(request, "write", context, status=status)


@needs("contributor")
@require_POST
def check(request: Request) -> HttpResponse:
    """Return the results of the checks as part of a page, while somebody types."""
    if not rate_limits.allowed("check", str(request.user.pk), 90, _MINUTE):
        return page(request, "_too_often", status=429)
    form = Writing(request.POST)
    if not form.is_valid():
        return page(request, "_form_errors", {"form": form}, status=422)
    checked = checks.check(form.draft)
    deep = checked.schema is not None and request.POST.get("deep") == "1"
    if deep and not rate_limits.allowed("analyse", str(request.user.pk), 20, _MINUTE):
        deep = False
    analysis = (
        worker_pool.request_analysis(checked.schema)
        if deep and checked.schema is not None
        else None
    )
    values = parameters.load()
    near = _near(checked, analysis, values)
    shown = {"checked": checked, "analysis": analysis, "near": near, "values": values}
    return page(request, "_checked", shown)


@needs(tested=False)
@require_safe
def analysis(request: Request, key: str) -> HttpResponse:
    """Return the analysis of a schema as part of a page. The key is a hash of the schema's words."""
    found = Analysis.objects.filter(key=key).first() if _KEY.fullmatch(key) else None
    if found is None:
        raise Http404
    return page(request, "_analysis", {"analysis": found})


# -------------------------------------------------------------------------------------- own things


def _own(request: Request, number: int) -> Schema:
    return get_object_or_404(
        Schema.objects.prefetch_related("halves"), pk=number, author=request.user
    )


@needs("contributor")
@require_safe
def schema(request: Request, number: int) -> HttpResponse:
    """Show a schema to its writer, with reviews and points."""
    row = _own(request, number)
    reviews = row.reviews.all() if not row.is_open else row.reviews.none()
    entries = request.user.ledger.filter(schema=row)
    context = {
        "schema": row,
        "reviews": reviews,
        "blind": blind_solving.share_of_schema(row) if reviews else None,
        "entries": entries,
        "analysis": row.analysis,
    }
    return page(request, "schema", context)


@needs("contributor")
@require_POST
def withdraw(request: Request, number: int) -> HttpResponse:
    """Withdraw a schema."""
    if storage.withdraw(_own(request, number)):
        add_message(request, _("Withdrawn."))
    else:
        text = _(
            "It can no longer be withdrawn: it has been reviewed, or its payment code has been shown."
        )
        add_message(request, text, bad=True)
    return redirect("schema", number)


@needs(tested=False)
@require_safe
def ledger(request: Request) -> HttpResponse:
    """Show every change of the person's score, with its reason."""
    rows = request.user.ledger.select_related("schema").order_by("-pk")
    return page(request, "ledger", {"entries": paged(request, rows)})


@needs(tested=False)
@require_safe
def codes(request: Request) -> HttpResponse:
    """List the person's payment codes."""
    rows = paged(request, request.user.codes.order_by("-pk"))
    return page(request, "codes", {"codes": rows, "currency": parameters.load()["currency"]})


@needs(tested=False)
@require_POST
def show_code(request: Request, number: int) -> HttpResponse:
    """Show a code, once."""
    if get_object_or_404(request.user.codes, pk=number).is_refused:
        add_message(request, _("The schema was refused, so its code is not paid."), bad=True)
        return redirect("codes")
    text = payment.show(request.user, number)
    if text is None:
        add_message(
            request, _("This code has been shown already. Each code is shown only once."), bad=True
        )
        return redirect("codes")
    return page(request, "code", {"text": text})
