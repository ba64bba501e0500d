"""More pages of the administrator: import and export, payment, analysis."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from coindex.harness.schemas.files import LARGEST
from coindex.winoflexi.analysis import asking, charts, statistics, systems, worker_pool
from coindex.winoflexi.crowd import parameters, payment
from coindex.winoflexi.models import Analysis, Code, Library, Offer, Schema, State, SystemRun
from coindex.winoflexi.models.schemas import FAULTY
from coindex.winoflexi.schemas import exchange, offers, storage, tables
from coindex.winoflexi.views.base import Request, add_message, attachment, needs, page, paged
from coindex.winoflexi.views.forms import Answers, CodeText, Upload
from kparse.errors import CoindexError

_TYPES = {"yaml": "application/yaml", "xml": "application/xml"}


def _data(file: UploadedFile[bytes]) -> bytes | None:
    """Return the bytes of an upload, or ``None`` if it is too large."""
    data = file.read(LARGEST + 1)
    return None if len(data) > LARGEST else bytes(data)


@needs("administrator")
@require_http_methods(["GET", "POST"])
def library(request: Request) -> HttpResponse:
    """Import and export libraries."""
    form = Upload(request.POST, request.FILES) if request.method == "POST" else Upload()
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        data = _data(file)
        try:
            if data is None:
                form.add_error("file", _("The file is larger than 1 MB. Split it."))
            else:
                done = exchange.take_file(
                    data, str(file.name), Library(form.cleaned_data["library"])
                )
                text = ngettext("%d schema is new.", "%d schemas are new.", done.new) % done.new
                _analyse(done.rows)
                if done.known:
                    text += f" {_('%d were here already.') % done.known}"
                add_message(request, text)
                for line in done.messages[:20]:
                    add_message(request, line, bad=True)
                return redirect("library")
        except CoindexError as error:
            form.add_error("file", f"{error.message}. {error.hint}")
    context = {
        "form": form,
        "counts": [(of.label, _valid(of)) for of in Library],
        "libraries": Library,
        "offers": Offer.objects.count(),
        "faulty": Schema.objects.filter(library=Library.EXPERT).filter(FAULTY).count(),
    }
    return page(request, "library", context, status=422 if form.errors else 200)


def _analyse(rows: Iterable[Schema]) -> int:
    """Request the analysis of schemas, after those that somebody waits for; return how many were accepted."""
    asked = 0
    for row in rows:
        row.analysis = worker_pool.request_analysis(
            storage.made_of(row), again=True, in_background=True
        )
        row.save(update_fields=["analysis"])
        asked += row.analysis.state != Analysis.FAILED
    return asked


def _valid(of: Library) -> int:
    return Schema.objects.filter(library=of, state=State.VALID).count()


@needs("administrator")
@require_safe
def export(request: Request, which: str, form: str) -> HttpResponse:
    """Download a library."""
    if which not in (*Library.values, "all") or form not in _TYPES:
        raise Http404
    try:
        text = exchange.export(list(Library) if which == "all" else [Library(which)], form)
    except CoindexError as error:
        add_message(request, error.message, bad=True)
        return redirect("library")
    return attachment(text, f"{which}.{form}", _TYPES[form])


@needs("administrator")
@require_POST
def shipped(request: Request) -> HttpResponse:
    """Add the schemas that ship to the experts' library."""
    done = exchange.take_shipped()
    _analyse(done.rows)
    add_message(request, ngettext("%d schema is new.", "%d schemas are new.", done.new) % done.new)
    return redirect("library")


@needs("administrator")
@require_POST
def forget_offers(request: Request) -> HttpResponse:
    """Remove the sentences that are offered to writers."""
    number = offers.forget()
    text = ngettext("%d sentence was removed.", "%d sentences were removed.", number)
    add_message(request, text % number)
    return redirect("library")


# ---------------------------------------------------------------------------------------- payment


@needs("administrator")
@require_http_methods(["GET", "POST"])
def payments(request: Request) -> HttpResponse:
    """List payment codes, and verify or redeem one."""
    form = CodeText(request.POST if request.method == "POST" else None)
    found = None
    if request.method == "POST" and form.is_valid():
        text = form.cleaned_data["code"]
        is_redeemed = request.POST.get("action") == "redeem"
        found = payment.redeem(text, request.user) if is_redeemed else payment.verify(text)
    context = {
        "form": form,
        "found": found,
        "currency": parameters.load()["currency"],
        "is_redeemed": request.POST.get("action") == "redeem",
        "codes": paged(request, Code.objects.select_related("person").order_by("-pk")),
        "bonus": tables.bonus_rows()[:50],
    }
    return page(request, "payments", context, status=422 if form.errors else 200)


@needs("administrator")
@require_safe
def table(request: Request, name: str) -> HttpResponse:
    """Download a table as CSV."""
    made = {"codes": tables.codes, "bonus": tables.bonus, "reviews": tables.reviews}.get(name)
    if made is None:
        raise Http404
    return attachment(made(), f"{name}.csv", "text/csv")


# --------------------------------------------------------------------------------------- analysis


@needs("administrator")
@require_safe
def analyses(request: Request) -> HttpResponse:
    """Compare the libraries of the crowd and the experts."""
    context = {
        **_figures(),
        "form": Answers(),
        "source": parameters.load()["ask"],
        "halves": systems.HALVES,
        "costs": statistics.costs(),
        "currency": parameters.load()["currency"],
        "best": list(statistics.best_workers()),
    }
    return page(request, "analyses", context)


@needs("administrator")
@require_safe
def figures(request: Request) -> HttpResponse:
    """Return the part of the page that changes while analyses are under way."""
    return page(request, "_figures", _figures())


def _figures() -> dict[str, Any]:
    found = [statistics.counted(of) for of in statistics.LIBRARIES]
    compared, correlated = statistics.compared()
    axes = (_("right on the experts’ library"), _("right on the crowd’s library"))
    named = {
        "patterns": (_("Sentence patterns"), statistics.patterns(found)),
        "connectors": (_("Connectors"), statistics.connectors(found)),
    }
    sorted_hardness = statistics.hardness_curves(found)
    return {
        "asking": asking.last(),
        "counted": list(zip((of.label for of in statistics.LIBRARIES), found, strict=True)),
        "all": sum(counted.schemas for counted in found),
        "analysed": sum(counted.analysed for counted in found),
        "waiting": sum(counted.waiting for counted in found),
        "failed": sum(counted.failed for counted in found),
        "pictures": [(title, lines, charts.bars(title, lines)) for title, lines in named.values()],
        "hardness": charts.curves(
            _("How many people would get a schema wrong"),
            (_("schemas from easy to hard, %"), _("people in 100")),
            sorted_hardness,
        ),
        "quantiles": statistics.hardness_quantiles(sorted_hardness),
        "compared": compared,
        "correlation": correlated,
        "dots": charts.dots(_("Systems on both libraries"), axes, compared),
    }


@needs("administrator")
@require_POST
def analyse(request: Request) -> HttpResponse:
    """Request the analyses that are missing."""
    if asked := _analyse(systems.unanalysed()):
        text = ngettext("%d schema is being analysed.", "%d schemas are being analysed.", asked)
        add_message(request, text % asked)
    elif systems.unanalysed():
        add_message(
            request,
            _("The schemas cannot be analysed now: the thorough check is switched off or busy."),
            bad=True,
        )
    else:
        add_message(request, _("Every schema has been analysed already."))
    return redirect("analyses")


@needs("administrator")
@require_POST
def ask_for_rules(request: Request) -> HttpResponse:
    """Begin to ask for rules, and to answer the halves of the comparison with them."""
    source = parameters.load()["ask"]
    if not source:
        add_message(request, _("Name whom to ask on the page “Settings”."), bad=True)
    elif not asking.start(source):
        add_message(request, _("Rules are being asked for already."), bad=True)
    return redirect("analyses")


@needs("administrator")
@require_safe
def halves(request: Request) -> HttpResponse:
    """Download the questions for comparing systems."""
    return attachment(systems.lines(), "halves.jsonl", "application/jsonl")


@needs("administrator")
@require_POST
def answers(request: Request) -> HttpResponse:
    """Upload a system's answers."""
    form = Answers(request.POST, request.FILES)
    if not form.is_valid():
        add_message(
            request, " ".join(str(e) for found in form.errors.values() for e in found), bad=True
        )
        return redirect("analyses")
    data = _data(form.cleaned_data["file"])
    try:
        text = (data or b"").decode("utf-8-sig")
        number = systems.take(form.cleaned_data["name"], text)
        add_message(
            request, ngettext("%d answer was added.", "%d answers were added.", number) % number
        )
    except UnicodeDecodeError:
        add_message(request, _("The file is not UTF-8 text."), bad=True)
    except CoindexError as error:
        line = f"{_('Line')} {error.location.line}: " if error.location else ""
        add_message(request, f"{line}{error.message}. {error.hint}", bad=True)
    return redirect("analyses")


@needs("administrator")
@require_POST
def forget(request: Request, number: int) -> HttpResponse:
    """Delete a system's answers."""
    SystemRun.objects.filter(pk=number).delete()
    return redirect("analyses")
